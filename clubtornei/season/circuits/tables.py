"""The ranking of a circuit as pages, sheets and spreadsheets show it."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from clubtornei.languages import reader_language, translated
from clubtornei.rounds.core.formatting import number
from clubtornei.rounds.core.listing import is_searchable
from clubtornei.season.circuits.snapshot import CircuitSnapshot
from clubtornei.season.circuits.state import StateEvent
from scoring.circuit import CircuitResult, ResultUse
from scoring.circuit_criteria import CIRCUIT_CRITERIA, CircuitValue
from scoring.circuit_reasons import needs_text, place_reason, use_reason
from scoring.standings import exact


class CircuitColumn(Struct, frozen=True):
    title: str
    meaning: str


class ResultLine(Struct, frozen=True, kw_only=True):
    """A result of somebody, with how it came about; `why`: why it does not count, empty if it does."""

    event: str
    place: int | None
    game: int | None
    worth: str
    weight: str
    points: str
    why: str

    @property
    def counted(self) -> bool:
        return not self.why


class CircuitCell(Struct, frozen=True):
    """What somebody has from one event: the sum of what counts, and of what does not."""

    counted: str = ""
    discarded: str = ""

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.counted, f"({self.discarded})" if self.discarded else "")))


class CircuitLine(Struct, frozen=True, kw_only=True):
    """A line of the ranking. `cells`: one an event that has brought anything; `needs`: in words."""

    rank: int | None
    name: str
    person: str
    values: tuple[str, ...]
    cells: tuple[CircuitCell, ...]
    results: tuple[ResultLine, ...]
    events: int
    games: int
    why: str
    needs: str


class CircuitTable(Struct, frozen=True, kw_only=True):
    """`played`: the events that have brought something, each a column of the cells, `to_come` the others."""

    columns: tuple[CircuitColumn, ...]
    played: tuple[StateEvent, ...]
    to_come: tuple[StateEvent, ...]
    lines: tuple[CircuitLine, ...]

    @property
    def events(self) -> tuple[StateEvent, ...]:
        """All of them."""
        return self.played + self.to_come

    @property
    def searchable(self) -> bool:
        return is_searchable(self.lines)

    @property
    def discarding(self) -> bool:
        """Whether any result does not count."""
        return any(cell.discarded for line in self.lines for cell in line.cells)


def circuit_table(snapshot: CircuitSnapshot) -> CircuitTable:
    language, rows = reader_language(), snapshot.standings.rows
    played = [place for place, entries in enumerate(snapshot.entries, 1) if entries is not None]
    next_event = next(iter(snapshot.standings.to_come), None)
    return CircuitTable(
        columns=tuple(
            CircuitColumn(
                translated(CIRCUIT_CRITERIA[name].title), translated(CIRCUIT_CRITERIA[name].meaning)
            )
            for name in snapshot.record.ranking
        ),
        played=tuple(event for event in snapshot.events if not event.to_come),
        to_come=tuple(event for event in snapshot.events if event.to_come),
        lines=tuple(
            CircuitLine(
                rank=row.rank,
                name=row.person.name,
                person=row.person.id or "",
                values=tuple(_value(row.values[name]) for name in snapshot.record.ranking),
                cells=tuple(_cell([one for one in row.results if one.event == event]) for event in played),
                results=tuple(_line(snapshot, result) for result in row.results),
                events=row.events,
                games=row.games,
                why=place_reason(rows, place, language),
                needs=needs_text(rows, place, snapshot.record.events[next_event - 1], language)
                if next_event
                else "",
            )
            for place, row in enumerate(rows)
        ),
    )


def _value(value: CircuitValue) -> str:
    return " ".join(number(exact(part)) for part in value) or "–"


def _cell(results: Sequence[CircuitResult]) -> CircuitCell:
    counted = [result.points for result in results if result.use is ResultUse.COUNTED]
    others = [result.points for result in results if result.use is not ResultUse.COUNTED]
    return CircuitCell(_sum(counted), _sum(others))


def _sum(points: Sequence[Fraction]) -> str:
    return number(exact(sum(points, Fraction(0)))) if points else ""


def _line(snapshot: CircuitSnapshot, result: CircuitResult) -> ResultLine:
    return ResultLine(
        event=snapshot.events[result.event - 1].name,
        place=result.place,
        game=result.game,
        worth=number(exact(result.worth)),
        weight="" if result.weight == 1 else number(exact(result.weight)),
        points=number(exact(result.points)),
        why=use_reason(result, reader_language()),
    )
