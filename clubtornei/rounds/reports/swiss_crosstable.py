"""The course of a stage: for everybody, round after round, whom he met, with which colour, what came of it.

It is the crosstable where not everybody meets everybody: the opponent is named by his row.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.reports.calendar import ShownRound
from clubtornei.rounds.reports.snapshot import EventSnapshot
from pairing.registry import SYSTEMS
from scoring.record import Player
from scoring.standings import exact


class RoundCell(Struct, frozen=True, kw_only=True):
    """One round of a player.

    `kind`: as in `scoring.ledger.Outcome`; "nothing" where it counts for nobody, and before he joined. `row`
    and `opponent`: whom he met, and where that one stands in the table. `symbol`: 1, ½, 0, + or − as he has
    it; empty where the game is open. `points`: what a bye brought. `total`: his points after the round.
    """

    kind: str
    row: int | None = None
    opponent: Player | None = None
    colour: str = ""
    symbol: str = ""
    points: str | None = None
    total: str | None = None
    annulled: bool = False


NOTHING = RoundCell(kind="nothing")


class SwissCrosstableRow(Struct, frozen=True, kw_only=True):
    """A player with all rounds so far. `rank` and `points` are None for who is annulled."""

    player: Player
    steps: tuple[RoundCell, ...]
    rank: int | None
    points: str | None


class SwissCrosstable(Struct, frozen=True, kw_only=True):
    """`colours`: is there a White and a Black?"""

    rounds: int
    rows: tuple[SwissCrosstableRow, ...]
    colours: bool

    @property
    def numbers(self) -> range:
        """Those of the rounds."""
        return range(1, self.rounds + 1)


def swiss_crosstable(snapshot: EventSnapshot, *, by_rank: bool = True) -> SwissCrosstable:
    """Everybody's rounds, in the order of the ranking, or of the numbers."""
    return snapshot.cached(f"course:{by_rank}", lambda: _swiss_crosstable(snapshot, by_rank))


def _swiss_crosstable(snapshot: EventSnapshot, by_rank: bool) -> SwissCrosstable:
    record = snapshot.record()
    ranks, order = snapshot.ranks, snapshot.order(by_rank=by_rank)
    system = SYSTEMS[record.spec.name]
    rows = {player: row for row, player in enumerate(order, 1)}
    met = [
        _met(snapshot.round(number), rows, colours_of(system))
        for number in range(1, record.rounds_played + 1)
    ]
    points = snapshot.ledger.points_of
    return SwissCrosstable(
        rounds=record.rounds_played,
        rows=tuple(
            SwissCrosstableRow(
                player=record.players[player],
                steps=tuple(_steps(snapshot, player, met)),
                rank=ranks.get(player),
                points=exact(points[player]) if player in points else None,
            )
            for player in order
        ),
        colours=system.colours,
    )


def _met(round_: ShownRound, rows: Mapping[int, int], colours: Sequence[str]) -> dict[int, RoundCell]:
    """What each player at a table of two did in the round; his total is not known here."""
    found = {}
    for table in round_.tables:
        symbols = RESULT_CODES[table.outcome].symbols
        for seat, (player, opponent) in enumerate((table.seats, table.seats[::-1])):
            found[player.id] = RoundCell(
                kind="nothing" if table.annulled else "open" if not table.finished else "played",
                row=rows.get(opponent.id),
                opponent=opponent,
                colour=colours[seat],
                symbol=symbols[seat],
                annulled=table.annulled,
            )
    return found


def _steps(snapshot: EventSnapshot, player: int, met: Sequence[Mapping[int, RoundCell]]) -> list[RoundCell]:
    """The rounds of a player, with the total after each; who is annulled has none."""
    ledger = snapshot.ledger
    if player in ledger.annulled:
        return [found.get(player, NOTHING) for found in met]
    joined = ledger.record.players[player].joined
    total, steps = ledger.head_start(player), []
    for number, (found, outcome) in enumerate(zip(met, ledger.round_results[player], strict=True), 1):
        total += outcome.points
        step = found.get(player) or RoundCell(kind=outcome.code, points=exact(outcome.points))
        steps.append(replace(step, total=exact(total)) if number >= joined else NOTHING)
    return steps
