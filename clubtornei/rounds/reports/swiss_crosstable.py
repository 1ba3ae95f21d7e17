"""The Swiss crosstable: for each player and round the opponent, identified by his row, colour and result.

It is used where not everybody meets everybody.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.core.seat_names import SeatColour, colours_of, has_colours
from clubtornei.rounds.reports.crosstable import rows_are_places, symbols_of
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEMS
from scoring.ledger import BLACK, ResultKind
from scoring.record import Player
from scoring.standings import exact

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class RoundCell(Struct, frozen=True, kw_only=True):
    """One round of a player.

    `kind`: NOTHING if it counts for nobody, and before he joined. `opponent`: whom he met, and `row`: the
    opponent's row in the table. `symbol`: his result, 1, ½, 0, + or −, `a`; empty while the game is open.
    `points`: of a bye, which stand beside the results and are written like them. `total`: his points after
    the round.
    """

    kind: ResultKind
    row: int | None = None
    opponent: Player | None = None
    colour: SeatColour = ""
    symbol: "str | _StrPromise" = ""
    points: str | None = None
    total: str | None = None
    annulled: bool = False

    @property
    def struck(self) -> bool:
        """Whether its result is struck out."""
        return self.annulled and bool(self.symbol)

    @property
    def played_black(self) -> bool:
        return self.colour == BLACK and bool(self.symbol)


NOTHING = RoundCell(kind=ResultKind.NOTHING)


class SwissCrosstableRow(Struct, frozen=True, kw_only=True):
    """A player with all rounds so far. `rank` and `points` are None if his results are annulled."""

    player: Player
    steps: tuple[RoundCell, ...]
    rank: int | None
    points: str | None


class SwissCrosstable(Struct, frozen=True, kw_only=True):
    """`rounds`: how many; `colours`: whether the seats are White and Black; `annulled`: whether results are
    annulled; `adjourned`: whether a game is; `rows_are_places`: whether the number of each row is also the
    place of its player.
    """

    rounds: int
    rows: tuple[SwissCrosstableRow, ...]
    colours: bool
    annulled: bool
    adjourned: bool
    rows_are_places: bool

    @property
    def numbers(self) -> range:
        """The numbers of the rounds."""
        return range(1, self.rounds + 1)


def swiss_crosstable(snapshot: EventSnapshot, *, by_rank: bool = True) -> SwissCrosstable:
    """The crosstable in the order of the ranking, or of the players' numbers."""
    return snapshot.cached(f"swiss_crosstable:{by_rank}", lambda: _swiss_crosstable(snapshot, by_rank))


def _swiss_crosstable(snapshot: EventSnapshot, by_rank: bool) -> SwissCrosstable:
    record = snapshot.record()
    ranks, order = snapshot.ranks, snapshot.order(by_rank=by_rank)
    system = SYSTEMS[record.spec.name]
    rows = {player: row for row, player in enumerate(order, 1)}
    rounds = [snapshot.round(number) for number in range(1, record.rounds_played + 1)]
    cells_by_round = [_cells_of_round(round_, rows, colours_of(system, snapshot.event)) for round_ in rounds]
    points = snapshot.ledger.points_of
    return SwissCrosstable(
        annulled=bool(snapshot.ledger.annulled),
        adjourned=any(round_.has_adjourned for round_ in rounds),
        rows_are_places=rows_are_places([ranks.get(player) for player in order]),
        rounds=record.rounds_played,
        rows=tuple(
            SwissCrosstableRow(
                player=record.players[player],
                steps=tuple(_cells_of_player(snapshot, player, cells_by_round)),
                rank=ranks.get(player),
                points=exact(points[player]) if player in points else None,
            )
            for player in order
        ),
        colours=has_colours(system, snapshot.event),
    )


def _cells_of_round(
    round_: ShownRound, rows: Mapping[int, int], colours: Sequence[SeatColour]
) -> dict[int, RoundCell]:
    """The cells, by player id, of those who sat at a table of two in the round; without `total`."""
    cells = {}
    for table in round_.tables:
        for seat, (player, opponent) in enumerate((table.seats, table.seats[::-1])):
            cells[player.id] = RoundCell(
                kind=_kind_of(table),
                row=rows.get(opponent.id),
                opponent=opponent,
                colour=colours[seat],
                symbol=symbols_of(table)[seat],
                annulled=table.annulled,
            )
    return cells


def _kind_of(table: ShownTable) -> ResultKind:
    if table.annulled:
        return ResultKind.NOTHING
    return ResultKind.PLAYED if table.finished else ResultKind.OPEN


def _cells_of_player(
    snapshot: EventSnapshot, player: int, cells_by_round: Sequence[Mapping[int, RoundCell]]
) -> list[RoundCell]:
    """The rounds of a player, with the total after each; without totals if his results are annulled, and once
    he is out of a bracket.
    """
    ledger, has_bracket = snapshot.ledger, SYSTEMS[snapshot.system].bracket is not None
    if player in ledger.annulled:
        return [cells.get(player, NOTHING) for cells in cells_by_round]
    joined = ledger.record.players[player].joined
    total, row = ledger.head_start(player), []
    for number, (cells, result) in enumerate(
        zip(cells_by_round, ledger.round_results[player], strict=True), 1
    ):
        total += result.points
        cell = cells.get(player) or RoundCell(kind=result.code, points=exact(result.points))
        is_out = has_bracket and cell.kind.is_absence
        shown = cell if is_out else replace(cell, total=exact(total))
        row.append(shown if number >= joined else NOTHING)
    return row
