"""The ranking of a circuit as a report, with what of everybody counts and why."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.core.formatting import Notation
from clubtornei.rounds.core.listing import is_searchable
from clubtornei.rounds.reports.ranking_columns import place_and_name
from clubtornei.rounds.reports.report import (
    NAME,
    RANK,
    Column,
    EventPoints,
    Kind,
    Report,
    ReportRow,
    Several,
    Value,
    filled,
    row_of,
)
from clubtornei.season.circuits.snapshot import CircuitSnapshot
from clubtornei.season.circuits.state import StateEvent
from clubtornei.text.languages import reader_language, translated
from scoring.circuit import CircuitResult, CircuitRow, ResultUse
from scoring.circuit_criteria import CIRCUIT_CRITERIA, CircuitValue
from scoring.circuit_reasons import needs_text, place_reason, use_reason
from scoring.record import Player

DECIMALS = Notation(halves=False)


class PersonInTable(Struct, frozen=True, kw_only=True):
    """Somebody of the ranking. `needs`: what he can still reach, in words."""

    row: ReportRow
    results: Report
    needs: str


class CircuitTable(Struct, frozen=True, kw_only=True):
    """`played`: the events that have brought something, each a column of the report, `to_come` the others."""

    report: Report
    people: tuple[PersonInTable, ...]
    played: tuple[StateEvent, ...]
    to_come: tuple[StateEvent, ...]

    @property
    def events(self) -> tuple[StateEvent, ...]:
        """All of them."""
        return self.played + self.to_come

    @property
    def searchable(self) -> bool:
        return is_searchable(self.report.rows)


def circuit_table(snapshot: CircuitSnapshot) -> CircuitTable:
    report, rows = circuit_report(snapshot), snapshot.standings.rows
    following = next((snapshot.record.events[number - 1] for number in snapshot.standings.to_come), None)
    return CircuitTable(
        report=report,
        people=tuple(
            PersonInTable(
                row=shown,
                results=_results_report(snapshot, row),
                needs=needs_text(rows, place, following, reader_language()) if following else "",
            )
            for place, (row, shown) in enumerate(zip(rows, report.rows, strict=True))
        ),
        played=tuple(event for event in snapshot.events if not event.to_come),
        to_come=tuple(event for event in snapshot.events if event.to_come),
    )


def circuit_report(snapshot: CircuitSnapshot) -> Report:
    """Places, names, criteria, and a column for each event that has brought anything."""
    rows, ranking = snapshot.standings.rows, snapshot.record.ranking
    played = [number for number, entries in enumerate(snapshot.entries, 1) if entries is not None]
    discarded = any(one.use is not ResultUse.COUNTED for row in rows for one in row.results)
    return Report(
        title=snapshot.record.name,
        notation=DECIMALS,
        columns=(
            *place_and_name(),
            *(
                Column(
                    key=name,
                    title=translated(CIRCUIT_CRITERIA[name].title),
                    meaning=translated(CIRCUIT_CRITERIA[name].meaning),
                    kind=Kind.CRITERION,
                    is_main=name == ranking[0],
                )
                for name in ranking
            ),
            Column(key="events-played", title=_("Tornei"), kind=Kind.NUMBER, is_detail=True),
            Column(key="games-played", title=_("Partite"), kind=Kind.NUMBER, is_detail=True),
            *(
                Column(
                    key=f"event-{number}",
                    title=str(place),
                    meaning=snapshot.events[number - 1].name,
                    kind=Kind.EVENT,
                )
                for place, number in enumerate(played, 1)
            ),
        ),
        rows=tuple(
            ReportRow(
                values={
                    RANK: row.rank,
                    NAME: Player(id=place, number=place, name=row.person.name),
                    **{name: _value(row.values[name]) for name in ranking},
                    "events-played": row.events,
                    "games-played": row.games,
                    **{f"event-{number}": _event_points(row, number) for number in played},
                },
                why=place_reason(rows, place - 1, reader_language()),
            )
            for place, row in enumerate(rows, 1)
        ),
        footnotes=(_("Fra parentesi i risultati scartati, che non contano."),) if discarded else (),
    )


def _value(value: CircuitValue) -> Value:
    """None: there is none."""
    if len(value) == 1:
        return value[0]
    return Several(value) if value else None


def _event_points(row: CircuitRow, number: int) -> EventPoints:
    results = [one for one in row.results if one.event == number]
    return EventPoints(
        counted=_sum([one for one in results if one.use is ResultUse.COUNTED]),
        discarded=_sum([one for one in results if one.use is not ResultUse.COUNTED]),
    )


def _sum(results: Sequence[CircuitResult]) -> Fraction | None:
    return sum((one.points for one in results), Fraction(0)) if results else None


def _results_report(snapshot: CircuitSnapshot, row: CircuitRow) -> Report:
    """Somebody's results, with how each came about, and why it does not count."""
    columns = (
        Column(key=NAME, title=_("Torneo"), kind=Kind.NAME),
        Column(key="game", title=_("Partita"), kind=Kind.NUMBER),
        Column(key="place", title=_("Posto"), kind=Kind.NUMBER),
        Column(key="worth", title=_("Vale"), kind=Kind.NUMBER),
        Column(key="weight", title=_("Peso"), kind=Kind.NUMBER),
        Column(key="points", title=_("Punti"), kind=Kind.NUMBER),
        Column(key="counted", title=_("Conta?"), kind=Kind.TEXT),
    )

    def result_row(one: CircuitResult) -> ReportRow:
        name, why = snapshot.events[one.event - 1].name, use_reason(one, reader_language()) or _("sì")
        weight = None if one.weight == 1 else one.weight
        return row_of(columns, name, one.game, one.place, one.worth, weight, one.points, why)

    rows = tuple(map(result_row, row.results))
    title = _("I risultati di %(name)s") % {"name": row.person.name}
    return Report(title=title, columns=filled(columns, rows), rows=rows)
