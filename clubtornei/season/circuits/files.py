"""A circuit as files: its document, its ranking as a spreadsheet, and what stands on its sheet."""

from django.http import Http404, HttpResponse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from clubtornei import spreadsheets
from clubtornei.http import attachment
from clubtornei.rounds.typesetting.type_size import Arrangement, PaperColumn, best_layout
from clubtornei.season.circuits.documents import document_of
from clubtornei.season.circuits.snapshot import CircuitSnapshot, snapshot_of
from clubtornei.season.circuits.tables import CircuitTable, circuit_table
from clubtornei.season.models import Circuit
from clubtornei.untyped import Context
from scoring.circuit_document import write_circuit

MOST_COLUMNS = 16  # of events beside each other on a sheet


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
        "layout": best_layout(Arrangement(columns=_columns(shown, with_events=with_events), more_rows=2)),
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
