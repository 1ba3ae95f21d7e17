"""What another result, or anything else, would change in the ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubtornei.events.models import Event
from clubtornei.events.systems import games_in_match
from clubtornei.languages import translated
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.result_codes import ResultCode
from clubtornei.rounds.core.table_state import state_of, with_state
from clubtornei.rounds.models import Table
from clubtornei.rounds.reports.standings import localised
from clubtornei.rounds.results.matches import with_outcome
from clubtornei.rounds.results.multiplayer_actions import state_with
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable
from clubtornei.rounds.results.round_view import Game
from pairing.registry import SYSTEM_SPECS
from scoring.criteria import CRITERIA
from scoring.document import Document, SeatScore
from scoring.document_edits import replace_table
from scoring.methods import METHODS
from scoring.record import record_of
from scoring.standings import Row, standings


@dataclass(frozen=True)
class Value:
    """A criterion before and after; the same where nothing changes."""

    before: str
    after: str


@dataclass(frozen=True)
class Change:
    """A player whose line of the ranking changes; ranks are None where his results are annulled."""

    name: str
    before: int | None
    after: int | None
    values: list[Value]


@dataclass(frozen=True)
class Changes:
    """The lines that change, in the order after the correction, and the titles of the values."""

    criteria: list[str]
    lines: list[Change]


def changes(event: Event, game: Game, outcome: ResultCode, number: int | None = None) -> Changes:
    """The ranking as it is, and as it would be with that outcome (of game `number` of its match): only the
    lines that differ. Raises Refused.
    """
    document = document_of(event, public=True)
    stage = game.table.round.stage
    state = with_outcome(game.state, games_in_match(stage), outcome, number)
    return ranking_changes(document, _with_state(document, game.table, state), stage.number)


def changes_of_scores(
    event: Event, multiplayer_table: MultiplayerTable, scores: Sequence[SeatScore] | None
) -> Changes:
    """The same with other scores at a table of more than two; None: without its result."""
    document = document_of(event, public=True)
    table = multiplayer_table.table
    state = state_with(state_of(table), scores)
    return ranking_changes(document, _with_state(document, table, state), table.round.stage.number)


def ranking_changes(document: Document, changed: Document, stage: int) -> Changes:
    """The ranking of the same stage before and after: only the lines that differ."""
    before = {row.player: row for row in standings(record_of(document, SYSTEM_SPECS, stage))}
    after = standings(record_of(changed, SYSTEM_SPECS, stage))
    names = {player.id: player.name for player in document.players}
    criteria = document.stages[stage - 1].ranking
    decimals = METHODS[document.stages[stage - 1].scoring].decimals
    return Changes(
        [translated(CRITERIA[name].title) for name in criteria],
        [
            _change(names, criteria, before[row.player], row, decimals)
            for row in after
            if _seen(row) != _seen(before[row.player])
        ],
    )


def _seen(row: Row) -> tuple[int | None, Mapping[str, str | None]]:
    """What the ranking shows of a player."""
    return row.rank, row.values


def _change(
    names: Mapping[int, str], criteria: Sequence[str], before: Row, after: Row, decimals: int
) -> Change:
    was, is_now = localised(before, decimals).values, localised(after, decimals).values
    values = [Value(was.get(name) or "", is_now.get(name) or "") for name in criteria]
    return Change(names[after.player], before.rank, after.rank, values)


def _with_state(document: Document, table: Table, state: TableState) -> Document:
    """The document with another result where these players sat."""
    stage, number = table.round.stage.number, table.round.number
    seats = tuple(seat.entry.entry_no for seat in table.seats.all())
    tables = document.stages[stage - 1].rounds[number - 1].tables
    place = [there.seats for there in tables].index(seats)
    return replace_table(document, stage, number, place + 1, with_state(tables[place], state))
