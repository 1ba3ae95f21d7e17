"""Objections to a table arranged by hand that several systems share.

A table is given by its ids in seat order; a single seat is a bye.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from pairing.colours import within_limits
from pairing.system import Reason
from scoring.ledger import BLACK, WHITE, Colour
from scoring.record import Record

Seats = Sequence[int]


def met(record: Record, seats: Seats) -> Iterator[Reason]:
    """Every two players who have met before, with the latest round; a forfeited game is no meeting."""
    latest: dict[tuple[int, int], int] = {}
    for number, played in enumerate(record.rounds, 1):
        for table in played.tables:
            if not table.forfeit:
                together = [player for player in seats if player in table.seats]
                latest |= dict.fromkeys(combinations(together, 2), number)
    for (player, opponent), number in latest.items():
        yield Reason("hand_met", {"player": player, "opponent": opponent, "round": number})


def prohibited(record: Record, seats: Seats) -> Iterator[Reason]:
    """Every two players who may not meet in the round to be paired (rules/document.md#prohibited)."""
    for player, opponent in combinations(seats, 2):
        if opponent in record.prohibited.get(player, ()):
            yield Reason("hand_prohibited", {"player": player, "opponent": opponent})


def colour_limits(seats: Seats, colours: Mapping[int, Mapping[int, Colour]]) -> Iterator[Reason]:
    """Each player who would have his colour three times in a row, or three times more than the other;
    `colours`: those of earlier rounds, by id and round.
    """
    for player, colour in zip(seats, (WHITE, BLACK), strict=True):
        played = tuple(colours[player].values())
        if not within_limits(played, colour):
            run = "three" if played[-2:] == (colour, colour) else "surplus"
            yield Reason(f"hand_{colour}_{run}", {"player": player})


def rested_more(record: Record, player: int) -> Iterator[Reason]:
    """Objects if the player has had more byes by the pairing than a player present now."""
    byes = Counter(bye.player for played in record.rounds for bye in played.byes if not bye.requested)
    fewest = min((byes[present_player.id] for present_player in record.present(record.next_round)), default=0)
    if byes[player] > fewest:
        yield Reason("hand_bye_again", {"player": player, "times": byes[player]})


def size(seats: Seats, allowed: Collection[int]) -> Iterator[Reason]:
    if len(seats) not in allowed:
        yield Reason("hand_size", {"seats": len(seats), "allowed": sorted(allowed)})
