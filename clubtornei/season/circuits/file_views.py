"""A circuit as files: document, sheet for the wall, spreadsheet; and a circuit from a document."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Role
from clubtornei.rounds.printing.paper_format import READ
from clubtornei.rounds.printing.pdf_responses import pdf, render_lock
from clubtornei.rounds.printing.rendering import SheetHtml, can_print, render
from clubtornei.rounds.printing.sheet import html_of
from clubtornei.season.circuits.access import circuit_of, page
from clubtornei.season.circuits.documents import import_circuit
from clubtornei.season.circuits.files import document_file, sheet_context, table_file
from clubtornei.season.circuits.import_forms import CircuitDocumentForm
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data


@require_safe
@never_cache
def export(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    found = circuit_of(request, slug, circuit, Role.HELPER)
    return document_file(found)


@require_safe
@never_cache
def table(request: MemberRequest, slug: str, circuit: str, form: str) -> HttpResponse:
    """The ranking as XLSX or CSV."""
    return table_file(circuit_of(request, slug, circuit, Role.HELPER), form)


@require_safe
@never_cache
def sheet(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """The ranking for the wall, as PDF."""
    found = circuit_of(request, slug, circuit, Role.HELPER)
    if not can_print():
        raise Http404
    html = html_of("report.html", sheet_context(found))
    with render_lock:
        return pdf(render([SheetHtml(html, ("list",), READ)]), f"{found.slug}.pdf")


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
    return form_page(
        request,
        page(club),
        form,
        title=_("Importa un circuito"),
        lead=_(
            "I tornei che il circolo ha già si riconoscono; degli altri entrano i risultati. All’elenco dei"
            " giocatori non si aggiunge nessuno."
        ),
        button=_("Importa"),
        back=reverse("season:circuits", args=[slug]),
    )
