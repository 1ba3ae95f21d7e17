"""A circuit as files: its document, its ranking as a spreadsheet, and what stands on its sheet."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubtornei.rounds.printing.sheet import report_context
from clubtornei.rounds.reports.cell_texts import spreadsheet_page_of
from clubtornei.season.circuits.documents import document_of
from clubtornei.season.circuits.ranking_report import circuit_report, circuit_table
from clubtornei.season.circuits.snapshot import snapshot_of
from clubtornei.season.models import Circuit
from clubtornei.text.untyped import Context
from clubtornei.web.http import attachment, spreadsheet_response
from scoring.circuit_document import write_circuit

MOST_UPRIGHT = 6  # of events on a sheet that stands upright


def document_file(circuit: Circuit) -> HttpResponse:
    text = write_circuit(document_of(circuit))
    return attachment(text, f"{circuit.slug}.json", "application/json; charset=utf-8")


def table_file(circuit: Circuit, form: str) -> HttpResponse:
    found = spreadsheet_page_of(circuit_report(snapshot_of(circuit), every_event=True))
    return spreadsheet_response(found, circuit.slug, form)


def sheet_context(circuit: Circuit) -> Context:
    shown = circuit_table(snapshot_of(circuit))
    wide = shown.has_event_columns and len(shown.played) > MOST_UPRIGHT
    played = [
        f"{number}: {event.name}" + (f" ({event.source})" if event.source else "")
        for number, event in enumerate(shown.played, 1)
    ]
    title = _("Classifica")
    return {
        **report_context(shown.report, shown.report.shown_columns),
        "name": circuit.name,
        "club": circuit.club,
        "heading": circuit.name,
        "subtitle": title,
        "running": title,
        "legend": " · ".join(played) if shown.has_event_columns else "",
        "page": "landscape" if wide else "",
    }
