"""What the systems for tables of three to six need of a record: present players, and who sat with whom."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from pairing.system import NoLegalPairing
from scoring.record import DocumentRound, Record

OFTEN = 3


def present_players(record: Record) -> tuple[int, ...]:
    """The ids present in the round to be paired, by order number. NoLegalPairing: there are none."""
    players = tuple(player.id for player in record.present(record.next_round))
    if not players:
        raise NoLegalPairing("nobody_present", round=record.next_round)
    return players


def took_part(played: DocumentRound) -> frozenset[int]:
    """The ids that took part in a round: at a table, or with a bye given by the pairing."""
    seated = {player for table in played.tables for player in table.seats}
    return frozenset(seated | {bye.player for bye in played.byes if not bye.requested})


def met_pairs(rounds: Sequence[DocumentRound]) -> Iterator[tuple[int, int]]:
    """Every two ids at the same table, once for each time."""
    for played in rounds:
        for table in played.tables:
            yield from combinations(table.seats, 2)


def often_met(rounds: Sequence[DocumentRound]) -> list[tuple[tuple[int, int], int]]:
    """Every two ids that have met three times or more, with how often; those that have most often first."""
    times = Counter((min(pair_of), max(pair_of)) for pair_of in met_pairs(rounds))
    often = [(pair_of, count) for pair_of, count in times.items() if count >= OFTEN]
    return sorted(often, key=lambda pair_and_count: (-pair_and_count[1], pair_and_count[0]))


def meeting_counts(line: Sequence[int], pairs: Iterator[tuple[int, int]]) -> list[list[int]]:
    """How often each two of these ids are among the pairs, by position; pairs with other ids are ignored."""
    place: Mapping[int, int] = {player: position for position, player in enumerate(line)}
    counts = [[0] * len(line) for _ in line]
    for first, second in pairs:
        if first in place and second in place:
            counts[place[first]][place[second]] += 1
            counts[place[second]][place[first]] += 1
    return counts
