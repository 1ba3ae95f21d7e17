"""What the rules have against a table: what several systems ask of it.

A table has its ids in seat order; one seat alone is a bye.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from pairing.system import Reason
from scoring.record import Record

Seats = Sequence[int]
COLOURS = ("white", "black")


def met(record: Record, seats: Seats) -> Iterator[Reason]:
    """Every two who have sat together before, with the latest round; a forfeited game is no meeting."""
    latest: dict[tuple[int, int], int] = {}
    for number, played in enumerate(record.rounds, 1):
        for table in played.tables:
            if not table.forfeit:
                present = [player for player in seats if player in table.seats]
                latest |= dict.fromkeys(combinations(present, 2), number)
    for (player, opponent), number in latest.items():
        yield Reason("hand_met", {"player": player, "opponent": opponent, "round": number})


def rested_more(record: Record, player: int) -> Iterator[Reason]:
    """Has he sat out by the pairing more often than somebody who is there now?"""
    rests = Counter(bye.player for played in record.rounds for bye in played.byes if not bye.requested)
    fewest = min((rests[other.id] for other in record.present(record.next_round)), default=0)
    if rests[player] > fewest:
        yield Reason("hand_bye_again", {"player": player, "times": rests[player]})


def size(seats: Seats, allowed: Collection[int]) -> Iterator[Reason]:
    if len(seats) not in allowed:
        yield Reason("hand_size", {"seats": len(seats), "allowed": sorted(allowed)})
