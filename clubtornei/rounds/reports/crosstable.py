"""The crosstable of a round robin: everybody against everybody, for two players at a table."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from clubtornei.rounds.core.seat_names import SeatColour, colours_of, has_colours
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEMS
from scoring.ledger import BLACK
from scoring.record import Player
from scoring.standings import exact

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ADJOURNED = "a"
"""The key that enters it: a cell has no room for the word, which the legend says."""


class Encounter(Struct, frozen=True, kw_only=True):
    """A game from the view of one player. `symbol`: his result, 1, ½, 0, + or −, ADJOURNED; empty while it is
    open.
    """

    round: int
    colour: SeatColour
    symbol: "str | _StrPromise" = ""
    annulled: bool = False

    @property
    def struck(self) -> bool:
        """Whether its result is struck out."""
        return self.annulled and bool(self.symbol)

    @property
    def css_class(self) -> str:
        """`missing` without a result."""
        return f"{self.colour} {'' if self.symbol else 'missing'}".strip()

    @property
    def played_black(self) -> bool:
        return self.colour == BLACK and bool(self.symbol)


class CrossRow(Struct, frozen=True, kw_only=True):
    """A player against all others, in the order of the rows. `cells`: None on the diagonal.

    `rests`: his rounds without a game. `rank` and `points` are None if his results are annulled.
    """

    player: Player
    cells: tuple[tuple[Encounter, ...] | None, ...]
    rests: tuple[int, ...]
    rank: int | None
    points: str | None


class Crosstable(Struct, frozen=True, kw_only=True):
    """`has_rests`: whether anybody has a round without a game; `annulled`: whether results are annulled;
    `adjourned`: whether a game is; `colours`: whether the seats are White and Black; `rows_are_places`: see
    there.
    """

    rows: tuple[CrossRow, ...]
    has_rests: bool
    annulled: bool
    adjourned: bool
    colours: bool
    rows_are_places: bool


def crosstable(snapshot: EventSnapshot, *, by_rank: bool = True) -> Crosstable:
    """The crosstable in the order of the ranking, or of the players' numbers."""
    return snapshot.cached(f"crosstable:{by_rank}", lambda: _crosstable(snapshot, by_rank))


def _crosstable(snapshot: EventSnapshot, by_rank: bool) -> Crosstable:
    record = snapshot.record()
    ranks, order = snapshot.ranks, snapshot.order(by_rank=by_rank)
    games, rests = encounters(snapshot.calendar, colours_of(SYSTEMS[snapshot.system], snapshot.event))
    points = snapshot.ledger.points_of
    rows = tuple(
        CrossRow(
            player=record.players[player],
            cells=tuple(None if player == other else tuple(games[player, other]) for other in order),
            rests=tuple(rests[player]),
            rank=ranks.get(player),
            points=exact(points[player]) if player in points else None,
        )
        for player in order
    )
    return Crosstable(
        rows=rows,
        has_rests=any(rests.values()),
        annulled=bool(snapshot.ledger.annulled),
        adjourned=any(round_.has_adjourned for round_ in snapshot.calendar),
        colours=has_colours(SYSTEMS[snapshot.system], snapshot.event),
        rows_are_places=rows_are_places([row.rank for row in rows]),
    )


def rows_are_places(ranks: Sequence[int | None]) -> bool:
    """Whether the number of each row, from 1, is also the place of its player: nobody shares his."""
    return list(ranks) == list(range(1, len(ranks) + 1))


def symbols_of(table: ShownTable) -> "tuple[str | _StrPromise, ...]":
    """What the cells of both say of their game."""
    return (ADJOURNED, ADJOURNED) if table.adjourned else table.symbols


def encounters(
    rounds: Sequence[ShownRound], colours: Sequence[SeatColour]
) -> tuple[dict[tuple[int, int], list[Encounter]], dict[int, list[int]]]:
    """The games by (player, opponent), in the order of the rounds; the rounds without a game by player."""
    games: dict[tuple[int, int], list[Encounter]] = defaultdict(list)
    rests: dict[int, list[int]] = defaultdict(list)
    for round_ in rounds:
        for pair, encounter in _encounters_of_round(round_, colours):
            games[pair].append(encounter)
        for bye in round_.byes:
            rests[bye.player.id].append(round_.number)
    return games, rests


def _encounters_of_round(
    round_: ShownRound, colours: Sequence[SeatColour]
) -> Iterator[tuple[tuple[int, int], Encounter]]:
    for table in round_.tables:
        if len(table.seats) != 2:
            continue
        symbols = symbols_of(table)
        for seat, opponent in ((0, 1), (1, 0)):
            yield (
                (table.seats[seat].id, table.seats[opponent].id),
                Encounter(
                    round=round_.number,
                    colour=colours[seat],
                    symbol=symbols[seat],
                    annulled=table.annulled,
                ),
            )
