"""What another result, or another document, would change in the ranking."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clubtornei.events.models import Event
from clubtornei.languages import translated
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.formatting import Notation, notation_of, one_notation
from clubtornei.rounds.core.table_state import with_state
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Table
from clubtornei.rounds.reports.standings import localised, slots_of
from pairing.registry import SYSTEM_SPECS
from scoring.criteria import CRITERIA
from scoring.document import Document
from scoring.document_edits import replace_table
from scoring.methods import METHODS
from scoring.record import record_of
from scoring.standings import Row, standings


@dataclass(frozen=True)
class Figure:
    """A formatted value; `slot`: whether there are halves in its column."""

    text: str
    slot: bool


@dataclass(frozen=True)
class Value:
    """The value of a criterion before and after."""

    before: str
    after: Figure

    @property
    def is_the_same(self) -> bool:
        return self.before == self.after.text


@dataclass(frozen=True)
class Change:
    """A player whose line of the ranking changes; a rank is None if the results are annulled."""

    name: str
    before: int | None
    after: int | None
    values: list[Value]

    @property
    def keeps_rank(self) -> bool:
        return self.before == self.after


@dataclass(frozen=True)
class Changes:
    """`lines`: those that change, in the order after the change; `criteria`: the titles of their values."""

    criteria: list[str]
    lines: list[Change]


def changes_by_result(event: Event, table: Table, state: TableState) -> Changes:
    """What the table's result would change in the published ranking of its stage, were it `state`."""
    document = document_of(event, public=True)
    stage = table.round.stage.number
    return ranking_changes(document, _with_result(document, table, state), stage)


def ranking_changes(document: Document, changed: Document, stage: int) -> Changes:
    """The lines that differ between the rankings of that stage in the two documents."""
    before = {row.player: row for row in standings(record_of(document, SYSTEM_SPECS, stage))}
    after = standings(record_of(changed, SYSTEM_SPECS, stage))
    names = {player.id: player.name for player in document.players}
    criteria = changed.stages[stage - 1].ranking
    different = [row for row in after if _shown(row) != _shown(before[row.player])]
    old, new = _notation(document, stage, before.values()), _notation(changed, stage, after)
    if document.stages[stage - 1].scoring == changed.stages[stage - 1].scoring:
        old = new = one_notation([old, new])
    firsts, thens = localised([before[row.player] for row in different], old), localised(different, new)
    slots = slots_of([*firsts, *thens])
    return Changes(
        [translated(CRITERIA[name].title) for name in criteria],
        [
            _change(names[then.player], criteria, slots, first, then)
            for first, then in zip(firsts, thens, strict=True)
        ],
    )


def _notation(document: Document, stage: int, rows: Iterable[Row]) -> Notation:
    method = METHODS[document.stages[stage - 1].scoring]
    return notation_of(list(rows), method.decimals, multiplayer=method.multiplayer)


def _shown(row: Row) -> tuple[int | None, Mapping[str, str | None]]:
    """What the ranking shows of a player."""
    return row.rank, row.values


def _change(name: str, criteria: Sequence[str], slots: Collection[str], before: Row, after: Row) -> Change:
    def text(row: Row, criterion: str) -> str:
        return row.values.get(criterion) or "–"

    values = [Value(text(before, one), Figure(text(after, one), one in slots)) for one in criteria]
    return Change(name, before.rank, after.rank, values)


def _with_result(document: Document, table: Table, state: TableState) -> Document:
    """The document with that result at the table, which is found by who sits there."""
    stage, number = table.round.stage.number, table.round.number
    seats = tuple(seat.entry.entry_no for seat in table.seated)
    tables = document.stages[stage - 1].rounds[number - 1].tables
    index = [paired.seats for paired in tables].index(seats)
    return replace_table(document, stage, number, index + 1, with_state(tables[index], state))
