"""Who has met whom, and how often: the crosstable of stages whose tables seat more than two."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from msgspec import Struct

from clubtornei.rounds.reports.calendar import ShownRound
from clubtornei.rounds.reports.snapshot import EventSnapshot
from scoring.record import Player


class MeetingRow(Struct, frozen=True, kw_only=True):
    """A player against all others, in the order of the rows: how often they sat together; None: himself.

    `different`: how many others he has met at all. `rank` is None for who has none.
    """

    player: Player
    rank: int | None
    cells: tuple[int | None, ...]
    different: int


class Meetings(Struct, frozen=True):
    """`most`: how often any two have met at most."""

    rows: tuple[MeetingRow, ...]
    most: int


def meetings(snapshot: EventSnapshot, *, by_rank: bool = True) -> Meetings:
    """Who has met whom, in the order of the ranking, or of the numbers; in published rounds."""
    return snapshot.cached(f"meetings:{by_rank}", lambda: _meetings(snapshot, by_rank))


def _meetings(snapshot: EventSnapshot, by_rank: bool) -> Meetings:
    record = snapshot.record()
    ranks, order = snapshot.ranks, snapshot.order(by_rank=by_rank)
    met = counted(round_ for round_ in snapshot.calendar if round_.published)
    rows = tuple(
        MeetingRow(
            player=record.players[player],
            rank=ranks.get(player),
            cells=tuple(None if player == other else met[player, other] for other in order),
            different=sum(met[player, other] > 0 for other in order),
        )
        for player in order
    )
    return Meetings(rows, max(met.values(), default=0))


def counted(rounds: Iterable[ShownRound]) -> Counter[tuple[int, int]]:
    """How often each two ids sat at one table, both ways round."""
    met: Counter[tuple[int, int]] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            for one, other in combinations((player.id for player in table.seats), 2):
                met[one, other] += 1
                met[other, one] += 1
    return met
