"""A circuit as files: document, sheet for the wall, spreadsheet; and a circuit from a document."""

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubtornei import spreadsheets
from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Role
from clubtornei.http import attachment, form_status, post_data
from clubtornei.rounds.printouts.rendering import Markup, can_print
from clubtornei.rounds.printouts.rendering import render as lay_out
from clubtornei.rounds.printouts.type_size import PaperColumn, best_layout
from clubtornei.season.circuits.documents import document_of, import_circuit
from clubtornei.season.circuits.import_forms import CircuitDocumentForm
from clubtornei.season.circuits.snapshot import CircuitSnapshot, fingerprint_of, snapshot_of
from clubtornei.season.circuits.tables import CircuitTable, circuit_table
from clubtornei.season.circuits.views import circuit_of, page
from clubtornei.season.models import Circuit
from clubtornei.untyped import Context
from scoring.circuit_document import write_circuit

KEPT_FOR = 6 * 60 * 60  # seconds: an evening
MOST_COLUMNS = 16  # of events beside each other on a sheet


@require_safe
@never_cache
def export(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    found = circuit_of(request, slug, circuit, Role.HELPER)
    return document_file(found)


def document_file(circuit: Circuit) -> HttpResponse:
    text = write_circuit(document_of(circuit))
    return attachment(text, f"{circuit.slug}.json", "application/json; charset=utf-8")


@require_safe
@never_cache
def table(request: MemberRequest, slug: str, circuit: str, form: str) -> HttpResponse:
    """The ranking as XLSX or CSV."""
    return table_file(circuit_of(request, slug, circuit, Role.HELPER), form)


def table_file(circuit: Circuit, form: str) -> HttpResponse:
    found = sheet_of(circuit, snapshot_of(circuit))
    if form == "xlsx":
        return attachment(spreadsheets.as_xlsx([found]), f"{circuit.slug}.xlsx", spreadsheets.XLSX)
    if form == "csv":
        return attachment(spreadsheets.as_csv(found), f"{circuit.slug}.csv", spreadsheets.CSV)
    raise Http404


def sheet_of(circuit: Circuit, snapshot: CircuitSnapshot) -> spreadsheets.Sheet:
    """The ranking with the criteria as numbers, then the events."""
    shown = circuit_table(snapshot)
    rows: list[list[spreadsheets.Cell]] = []
    for row, line in zip(snapshot.standings.rows, shown.lines, strict=True):
        values: list[spreadsheets.Cell] = [
            row.values[name][0] if len(row.values[name]) == 1 else text
            for name, text in zip(snapshot.record.ranking, line.values, strict=True)
        ]
        rows.append(
            [row.rank, line.name, *values, row.events, row.games, *(cell.text for cell in line.cells)]
        )
    return spreadsheets.Sheet(
        title=circuit.name,
        columns=[
            _("Posto"),
            _("Nome"),
            *(column.title for column in shown.columns),
            _("Tornei"),
            _("Partite"),
            *(event.name for event in shown.played),
        ],
        rows=rows,
    )


@require_safe
@never_cache
def sheet(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """The ranking for the wall, as PDF."""
    found = circuit_of(request, slug, circuit, Role.HELPER)
    if not can_print():
        raise Http404
    fingerprint = fingerprint_of(found)
    key = f"circuit-sheet:{fingerprint}:{get_language()}"
    content: bytes | None = cache.get(key)
    if content is None:
        html = render_to_string("season/circuits/sheet.html", sheet_context(found, fingerprint))
        content = lay_out([Markup(" ".join(html.split()), ("fitted",))])
        cache.set(key, content, KEPT_FOR)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{found.slug}.pdf"'
    return response


def sheet_context(circuit: Circuit, fingerprint: str = "") -> Context:
    """Events are columns, as long as they find room beside each other."""
    shown = circuit_table(snapshot_of(circuit, fingerprint))
    with_events = len(shown.played) <= MOST_COLUMNS
    return {
        "circuit": circuit,
        "club": circuit.club,
        "table": shown,
        "with_events": with_events,
        "layout": best_layout(_columns(shown, with_events=with_events), more_rows=2),
        "printed": now(),
    }


def _columns(shown: CircuitTable, *, with_events: bool) -> list[PaperColumn]:
    lines = shown.lines
    columns = [
        PaperColumn(texts=["000"] * len(lines), title=_("Posto")),
        PaperColumn(texts=[line.name for line in lines], title=_("Nome"), wraps=True),
    ]
    columns += [
        PaperColumn(texts=[line.values[place] for line in lines], title=column.title)
        for place, column in enumerate(shown.columns)
    ]
    if with_events:
        columns += [
            PaperColumn(texts=[line.cells[place].text for line in lines], title=str(place + 1))
            for place in range(len(shown.played))
        ]
    return columns


@require_http_methods(["GET", "POST"])
@never_cache
def circuit_import(request: MemberRequest, slug: str) -> HttpResponse:
    """A document becomes a circuit; if anything in it is wrong, nothing is written."""
    club = club_of(request, slug)
    form = CircuitDocumentForm(post_data(request), request.FILES or None)
    if form.is_valid():
        imported = import_circuit(club, form.cleaned_data["file"])
        messages.success(request, _("Il circuito è importato."))
        if imported.strangers:
            names = ", ".join(imported.strangers[:30])
            text = _("Nel documento sono soci, qui no: %(names)s. Si segnano in «Soci e pagine».")
            messages.warning(request, text % {"names": names})
        return redirect("season:circuit", slug, imported.circuit.slug)
    context = page(club) | {"form": form}
    return render(request, "season/circuits/circuit_import.html", context, status=form_status(form.is_bound))
