"""How often players have met: the crosstable of stages with multiplayer tables."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from msgspec import Struct

from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from scoring.record import Player


class MeetingRow(Struct, frozen=True, kw_only=True):
    """How often a player has sat with each of the others, in the order of the rows; None for himself.

    `different`: how many others he has met at least once. `rank`: None if he is not ranked.
    """

    player: Player
    rank: int | None
    cells: tuple[int | None, ...]
    different: int


class Meetings(Struct, frozen=True):
    """`most`: the largest number of meetings of any two players."""

    rows: tuple[MeetingRow, ...]
    most: int

    @property
    def repeated(self) -> bool:
        """Whether any two players have met again."""
        return self.most > 1

    @property
    def differ(self) -> bool:
        """Whether some have met more opponents than others; the column says nothing where they have not."""
        return len({row.different for row in self.rows}) > 1


def meetings(snapshot: EventSnapshot, *, by_rank: bool = True) -> Meetings:
    """The meetings in published rounds, in the order of the ranking, or of the players' numbers."""
    return snapshot.cached(f"meetings:{by_rank}", lambda: _meetings(snapshot, by_rank))


def _meetings(snapshot: EventSnapshot, by_rank: bool) -> Meetings:
    record = snapshot.record()
    ranks, order = snapshot.ranks, snapshot.order(by_rank=by_rank)
    met = count_meetings(round_ for round_ in snapshot.calendar if round_.published)
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


def count_meetings(rounds: Iterable[ShownRound]) -> Counter[tuple[int, int]]:
    """How often two players sat at one table, by their ids in either order."""
    met: Counter[tuple[int, int]] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            for first, second in combinations((player.id for player in table.seats), 2):
                met[first, second] += 1
                met[second, first] += 1
    return met
