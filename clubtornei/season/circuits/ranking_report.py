"""The ranking of a circuit as a report, with what of everybody counts and why."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.ranking_columns import place_and_name
from clubtornei.rounds.reports.report import (
    NAME,
    RANK,
    Column,
    ColumnKind,
    EventPoints,
    NumberList,
    Report,
    ReportRow,
    Value,
    filled,
    row_of,
)
from clubtornei.rounds.state.formatting import Notation
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.season.circuits.snapshot import CircuitSnapshot
from clubtornei.season.circuits.state import StateEvent
from clubtornei.text.languages import reader_language, translated
from clubtornei.web.key_pages import KeyPage, page_of_rows
from scoring.circuit import CircuitResult, CircuitRow, ResultUse
from scoring.circuit_criteria import CIRCUIT_CRITERIA, CircuitValue
from scoring.circuit_reasons import needs_text, place_reason, use_reason
from scoring.record import DocumentPlayer

DECIMALS = Notation(halves=False)
MOST_COLUMNS = 16  # of events beside each other, on a page and on a sheet

LinkOf = Callable[[str], str]
"""The address of the page of a person of the circuit, by the person id."""


class CircuitTable(Struct, frozen=True, kw_only=True):
    """`played`: the events that have brought something, each a column of the report, `to_come` the others.
    `listed`: a page of those played, with their numbers; the latest first, if there are several pages.
    """

    report: Report
    played: tuple[StateEvent, ...]
    to_come: tuple[StateEvent, ...]
    listed: KeyPage[tuple[int, StateEvent]]

    @property
    def has_event_columns(self) -> bool:
        """Whether the events find room beside each other."""
        return len(self.played) <= MOST_COLUMNS

    @property
    def searchable(self) -> bool:
        return is_searchable(self.report.rows)


class PersonInCircuit(Struct, frozen=True, kw_only=True):
    """Somebody's results: those that count, and the `others`; why he is where he is, and what he can still
    reach, in words.
    """

    row: ReportRow
    total: str
    why: str
    counted: Report
    others: Report
    needs: str


def circuit_table(
    snapshot: CircuitSnapshot, link_of: LinkOf | None = None, page: str | None = None
) -> CircuitTable:
    """`link_of`: where the names lead; `page`: of the events, as the address has it."""
    played = tuple(event for event in snapshot.events if not event.to_come)
    numbered = list(enumerate(played, 1))
    if len(played) > MOST_COLUMNS:
        numbered.reverse()
    return CircuitTable(
        report=circuit_report(snapshot, link_of),
        played=played,
        to_come=tuple(event for event in snapshot.events if event.to_come),
        listed=page_of_rows(numbered, page, MOST_COLUMNS),
    )


def person_in(snapshot: CircuitSnapshot, person: str) -> PersonInCircuit | None:
    """Who has that person id; None: nobody in the ranking."""
    rows = snapshot.standings.rows
    place = next((place for place, row in enumerate(rows) if row.person.id == person), None)
    if place is None:
        return None
    following = next((snapshot.record.events[number - 1] for number in snapshot.standings.to_come), None)
    report = circuit_report(snapshot)
    main = list(written(report))[place].main
    return PersonInCircuit(
        row=report.rows[place],
        total=main.text if main else "",
        why=place_reason(rows, place, reader_language()),
        counted=_results_report(snapshot, [one for one in rows[place].results if _counts(one)]),
        others=_results_report(snapshot, [one for one in rows[place].results if not _counts(one)]),
        needs=needs_text(rows, place, following, reader_language()) if following else "",
    )


def circuit_report(
    snapshot: CircuitSnapshot, link_of: LinkOf | None = None, *, every_event: bool = False
) -> Report:
    """Places, names, criteria, how many results count, and a column for each event that has brought anything:
    where these are many, only if `every_event` is asked for, by spreadsheets.
    """
    played = [number for number, entries in enumerate(snapshot.entries, 1) if entries is not None]
    are_many = len(played) > MOST_COLUMNS
    with_events = every_event or not are_many
    rows = snapshot.standings.rows
    discarded = any(not all(map(_counts, row.results)) for row in rows)
    note = _("Fra parentesi i risultati scartati, che non contano.")
    return Report(
        title=snapshot.record.name,
        notation=DECIMALS,
        columns=(
            *place_and_name(),
            *_person_columns(snapshot.record.ranking),
            *(
                Column(
                    key=f"event-{number}",
                    title=str(place),
                    meaning=snapshot.events[number - 1].name,
                    kind=ColumnKind.EVENT,
                    is_detail=are_many,
                )
                for place, number in enumerate(played if with_events else (), 1)
            ),
        ),
        rows=tuple(
            ReportRow(
                values=_person_values(row, place) | (_event_points(row) if with_events else {}),
                link=link_of(row.person.id or "") if link_of else "",
            )
            for place, row in enumerate(rows, 1)
        ),
        footnotes=(note,) if discarded and not are_many else (),
    )


def _person_columns(ranking: Sequence[str]) -> Iterator[Column]:
    """The criteria, and how many results there are and count."""
    for name in ranking:
        yield Column(
            key=name,
            title=translated(CIRCUIT_CRITERIA[name].title),
            meaning=translated(CIRCUIT_CRITERIA[name].meaning),
            kind=ColumnKind.CRITERION,
            is_main=name == ranking[0],
        )
    meaning = _("Quanti dei suoi risultati contano")
    yield Column(key="counted", title=_("Contano"), meaning=meaning, kind=ColumnKind.TEXT)
    yield Column(key="events-played", title=_("Tornei"), kind=ColumnKind.NUMBER, is_detail=True)
    yield Column(key="games-played", title=_("Partite"), kind=ColumnKind.NUMBER, is_detail=True)


def _person_values(row: CircuitRow, place: int) -> dict[str, Value]:
    facts = {"counted": sum(map(_counts, row.results)), "all": len(row.results)}
    return {
        RANK: row.rank,
        NAME: DocumentPlayer(id=place, number=place, name=row.person.name),
        **{name: _value(value) for name, value in row.values.items()},
        "counted": _("%(counted)d di %(all)d") % facts,
        "events-played": row.events,
        "games-played": row.games,
    }


def _counts(result: CircuitResult) -> bool:
    return result.use is ResultUse.COUNTED


def _value(value: CircuitValue) -> Value:
    """None: there is none."""
    if len(value) == 1:
        return value[0]
    return NumberList(value) if value else None


def _event_points(row: CircuitRow) -> dict[str, Value]:
    """By the keys of the columns."""
    by_event: dict[int, list[CircuitResult]] = defaultdict(list)
    for one in row.results:
        by_event[one.event].append(one)
    return {
        f"event-{number}": EventPoints(
            counted=_sum([one for one in results if _counts(one)]),
            discarded=_sum([one for one in results if not _counts(one)]),
        )
        for number, results in by_event.items()
    }


def _sum(results: Sequence[CircuitResult]) -> Fraction | None:
    points = [one.points for one in results]
    return sum(points[1:], points[0]) if points else None


def _results_report(snapshot: CircuitSnapshot, results: Sequence[CircuitResult]) -> Report:
    """Results, with how each came about, and why it does not count."""
    columns = (
        Column(key=NAME, title=_("Torneo"), kind=ColumnKind.NAME),
        Column(key="game", title=_("Partita"), kind=ColumnKind.NUMBER),
        Column(key="place", title=_("Posto"), kind=ColumnKind.NUMBER),
        Column(key="worth", title=_("Vale"), kind=ColumnKind.NUMBER),
        Column(key="weight", title=_("Peso"), kind=ColumnKind.NUMBER),
        Column(key="points", title=_("Punti"), kind=ColumnKind.NUMBER),
        Column(key="why", title=_("Perché"), kind=ColumnKind.TEXT),
    )

    def result_row(one: CircuitResult) -> ReportRow:
        name, why = snapshot.events[one.event - 1].name, use_reason(one, reader_language())
        weight, worth = (None, None) if one.weight == 1 else (one.weight, one.worth)
        return row_of(columns, name, one.game, one.place, worth, weight, one.points, why)

    rows = tuple(map(result_row, results))
    return Report(title=_("Risultati"), columns=filled(columns, rows), rows=rows)
