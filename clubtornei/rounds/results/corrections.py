"""What another result, or anything else, would change in the ranking."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from clubtornei.events.models import Event
from clubtornei.events.systems import games_in_match
from clubtornei.languages import translated
from clubtornei.rounds.core.document_export import document_of, mark_of
from clubtornei.rounds.core.result_codes import ResultCode
from clubtornei.rounds.core.table_state import State
from clubtornei.rounds.models import Table as Sat
from clubtornei.rounds.reports.standings import localised
from clubtornei.rounds.results.matches import marked
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable
from clubtornei.rounds.results.round_view import Game
from pairing.registry import SYSTEM_SPECS
from scoring.criteria import CRITERIA
from scoring.document import Document, Table
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
    state = marked(game.state, games_in_match(stage), outcome, number)
    return ranking_changes(document, _with(document, game, state), stage.number)


def changes_of_marks(
    event: Event, multiplayer_table: MultiplayerTable, marks: Sequence[Mapping[str, Any]] | None
) -> Changes:
    """The same with other marks at a table of more than two; None: without its result."""
    document = document_of(event, public=True)
    result = None if marks is None else tuple(mark_of(mark) for mark in marks)
    changed = _changed(
        document,
        multiplayer_table.table,
        tuple(seat_row.entry.entry_no for seat_row in multiplayer_table.seat_rows),
        lambda table: msgspec.structs.replace(table, result=result),
    )
    return ranking_changes(document, changed, multiplayer_table.table.round.stage.number)


def ranking_changes(document: Document, changed: Document, stage: int) -> Changes:
    """The ranking of the same stage before and after: only the lines that differ."""
    before = {row.player: row for row in standings(record_of(document, SYSTEM_SPECS, stage))}
    after = standings(record_of(changed, SYSTEM_SPECS, stage))
    names = {player.id: player.name for player in document.players}
    criteria = document.stages[stage - 1].ranking
    return Changes(
        [translated(CRITERIA[name].title) for name in criteria],
        [
            _change(names, criteria, before[row.player], row)
            for row in after
            if _seen(row) != _seen(before[row.player])
        ],
    )


def _seen(row: Row) -> tuple[int | None, Mapping[str, str | None]]:
    """What the ranking shows of a player."""
    return row.rank, row.values


def _change(names: Mapping[int, str], criteria: Sequence[str], before: Row, after: Row) -> Change:
    was, is_now = localised(before).values, localised(after).values
    values = [Value(was.get(name) or "", is_now.get(name) or "") for name in criteria]
    return Change(names[after.player], before.rank, after.rank, values)


def _with(document: Document, game: Game, state: State) -> Document:
    """The document with that table of two marked otherwise."""
    seats = tuple(seat.entry.entry_no for seat in game.table.seats.all())
    return _changed(document, game.table, seats, lambda table: _marked(table, state))


def _changed(
    document: Document, sat: Sat, seats: tuple[int, ...], change: Callable[[Table], Table]
) -> Document:
    """The document with the table changed where these players sat."""
    place, number = sat.round.number - 1, sat.round.stage.number
    stage = document.stages[number - 1]
    round_ = stage.rounds[place]
    tables = tuple(change(table) if table.seats == seats else table for table in round_.tables)
    rounds = list(stage.rounds)
    rounds[place] = msgspec.structs.replace(round_, tables=tables)
    changed = msgspec.structs.replace(stage, rounds=tuple(rounds))
    stages = (*document.stages[: number - 1], changed, *document.stages[number:])
    return msgspec.structs.replace(document, stages=stages)


def _marked(table: Table, state: State) -> Table:
    first, second = state["marks"]
    result = None if first is None or second is None else (first, second)
    games = tuple((one, other) for one, other in state["games"])
    return msgspec.structs.replace(table, result=result, forfeit=state["forfeit"], games=games)
