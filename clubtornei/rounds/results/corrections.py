"""What another result, or another document, would change in the ranking."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clubtornei.events.models import Event
from clubtornei.languages import translated
from clubtornei.rounds.brackets.layout import bracket_or_none, round_names
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.formatting import Notation, notation_of, one_notation
from clubtornei.rounds.core.table_state import with_state
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Table
from clubtornei.rounds.reports.standings import in_words, localised, slots_of
from pairing.registry import SYSTEM_SPECS
from scoring.criteria import CRITERIA, ROUND_REACHED
from scoring.document import Document
from scoring.document_edits import replace_table
from scoring.methods import METHODS
from scoring.record import Record, record_of
from scoring.standings import Row, standings


@dataclass(frozen=True)
class Figure:
    """A formatted value; `slot`: whether there are halves in its column."""

    text: str
    slot: bool


@dataclass(frozen=True)
class Criterion:
    """A criterion of the ranking."""

    name: str

    @property
    def title(self) -> str:
        return translated(CRITERIA[self.name].title)

    @property
    def in_words(self) -> bool:
        """Whether its values are names of rounds, which no column of figures aligns."""
        return self.name == ROUND_REACHED


@dataclass(frozen=True)
class Value:
    """The value of a criterion before and after."""

    criterion: Criterion
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
    """`lines`: those that change, in the order after the change; `criteria`: of their values."""

    criteria: list[Criterion]
    lines: list[Change]


def changes_by_result(event: Event, table: Table, state: TableState) -> Changes:
    """What the table's result would change in the published ranking of its stage, were it `state`."""
    document = document_of(event, public=True)
    stage = table.round.stage.number
    return ranking_changes(document, _with_result(document, table, state), stage)


def ranking_changes(document: Document, changed: Document, stage: int) -> Changes:
    """The lines that differ between the rankings of that stage in the two documents."""
    records = [record_of(one, SYSTEM_SPECS, stage) for one in (document, changed)]
    before = {row.player: row for row in standings(records[0])}
    after = standings(records[1])
    names = {player.id: player.name for player in document.players}
    different = [row for row in after if _shown(row) != _shown(before[row.player])]
    old, new = _notation(document, stage, before.values()), _notation(changed, stage, after)
    if document.stages[stage - 1].scoring == changed.stages[stage - 1].scoring:
        old = new = one_notation([old, new])
    firsts, thens = localised([before[row.player] for row in different], old), localised(different, new)
    slots = slots_of([*firsts, *thens])
    firsts, thens = _with_round_names(firsts, records[0]), _with_round_names(thens, records[1])
    criteria = [Criterion(name) for name in changed.stages[stage - 1].ranking]
    return Changes(
        criteria,
        [
            _change(names[then.player], criteria, slots, first, then)
            for first, then in zip(firsts, thens, strict=True)
        ],
    )


def _with_round_names(rows: Sequence[Row], record: Record) -> list[Row]:
    """The rows with the names of the rounds reached, as the standings say them."""
    bracket = bracket_or_none(record)
    over = bracket is not None and bracket.champion is not None
    return [in_words(row, round_names(bracket), over=over) for row in rows]


def _notation(document: Document, stage: int, rows: Iterable[Row]) -> Notation:
    method = METHODS[document.stages[stage - 1].scoring]
    return notation_of(list(rows), method.decimals, multiplayer=method.multiplayer)


def _shown(row: Row) -> tuple[int | None, Mapping[str, str | None]]:
    """What the ranking shows of a player."""
    return row.rank, row.values


def _change(
    name: str, criteria: Sequence[Criterion], slots: Collection[str], before: Row, after: Row
) -> Change:
    def text(row: Row, criterion: Criterion) -> str:
        return row.values.get(criterion.name) or "–"

    values = [Value(one, text(before, one), Figure(text(after, one), one.name in slots)) for one in criteria]
    return Change(name, before.rank, after.rank, values)


def _with_result(document: Document, table: Table, state: TableState) -> Document:
    """The document with that result at the table, which is found by who sits there."""
    stage, number = table.round.stage.number, table.round.number
    seats = tuple(seat.entry.entry_no for seat in table.seated)
    tables = document.stages[stage - 1].rounds[number - 1].tables
    index = [paired.seats for paired in tables].index(seats)
    return replace_table(document, stage, number, index + 1, with_state(tables[index], state))
