"""A circuit as files: its document, its ranking as a spreadsheet, and what stands on its sheet."""

from django.http import Http404, HttpResponse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from clubtornei import spreadsheets
from clubtornei.http import attachment
from clubtornei.season.circuits.documents import document_of
from clubtornei.season.circuits.snapshot import CircuitSnapshot, snapshot_of
from clubtornei.season.circuits.tables import circuit_table
from clubtornei.season.models import Circuit
from clubtornei.untyped import Context
from scoring.circuit_document import write_circuit

MOST_COLUMNS = 16  # of events beside each other on a sheet
MOST_UPRIGHT = 6


def document_file(circuit: Circuit) -> HttpResponse:
    text = write_circuit(document_of(circuit))
    return attachment(text, f"{circuit.slug}.json", "application/json; charset=utf-8")


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


def sheet_context(circuit: Circuit, fingerprint: str = "") -> Context:
    """Events are columns, as long as they find room beside each other."""
    shown = circuit_table(snapshot_of(circuit, fingerprint))
    with_events = len(shown.played) <= MOST_COLUMNS
    return {
        "circuit": circuit,
        "club": circuit.club,
        "table": shown,
        "with_events": with_events,
        "page": "landscape" if with_events and len(shown.played) > MOST_UPRIGHT else "",
        "printed": now(),
    }
