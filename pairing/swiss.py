"""What all Swiss systems need of a record: present players, meetings, prohibited ones, players who cannot be
paired.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pairing.matching import Deficiency, PerfectMatching, positions
from pairing.system import NoLegalPairing
from scoring.open_tables import open_tables
from scoring.record import DocumentPlayer, Record


def present(record: Record) -> list[DocumentPlayer]:
    """The players present in the round to be paired, by order number.

    NoLegalPairing: there are none, or a result of one of them is missing.
    """
    players = record.present(record.next_round)
    if not players:
        raise NoLegalPairing("nobody_present", round=record.next_round)
    present_ids = {player.id for player in players}
    missing = [table.facts() for table in open_tables(record) if not present_ids.isdisjoint(table.players)]
    if missing:
        raise NoLegalPairing("results_missing", games=missing)
    return players


def points_of(record: Record) -> dict[int, Fraction]:
    """The tournament points of all entrants by id, without those that a late entry starts with."""
    points = dict.fromkeys(record.players, Fraction(0))
    for played in record.rounds:
        scored = record.method.score(played.tables, record.scoring_options)
        for table, scored_table in zip(played.tables, scored, strict=True):
            if scored_table is not None:
                for player, gained in zip(table.seats, scored_table.points, strict=True):
                    points[player] += gained
        for bye in played.byes:
            points[bye.player] += Fraction(bye.points)
    for player in record.adjustments:
        points[player] += record.adjustment_of(player)
    return points


def meetings(record: Record, line: Sequence[int]) -> list[dict[int, int]]:
    """For each of these ids, by position: the positions of his opponents, each with the latest round.

    Forfeited games do not count as meetings.
    """
    place = {player: position for position, player in enumerate(line)}
    met: list[dict[int, int]] = [{} for _ in line]
    for number, played in enumerate(record.rounds, 1):
        for table in played.tables:
            if table.forfeit:
                continue
            first, second = table.seats
            if first in place and second in place:
                met[place[first]][place[second]] = number
                met[place[second]][place[first]] = number
    return met


def prohibited(record: Record, line: Sequence[int]) -> list[int]:
    """For each of these ids, by position: those whom he may not meet in the next round, as a bit mask
    (rules/document.md#prohibited).
    """
    if not record.prohibited:
        return [0] * len(line)
    bit = {player: 1 << position for position, player in enumerate(line)}
    return [sum(bit.get(other, 0) for other in record.prohibited.get(player, ())) for player in line]


def not_met(met: Sequence[Mapping[int, int]], prohibited: Sequence[int]) -> list[int]:
    """For each position the set of the others he has not met and may meet, as a bit mask."""
    everybody = (1 << len(met)) - 1
    masks = []
    for position, opponents in enumerate(met):
        mask = 1 << position
        for opponent in opponents:
            mask |= 1 << opponent
        masks.append(everybody & ~(mask | prohibited[position]))
    return masks


def advised_rounds(players: int) -> range:
    """The advisable numbers of rounds: enough for a single leader, and at most half the number of players, as
    later rounds would run out of opponents of equal strength. If these exclude each other, only the former.
    """
    least, most = (max(players, 2) - 1).bit_length(), players // 2
    return range(least, max(least, most) + 1)


def most_rounds(players: int) -> int:
    """In how many rounds everybody meets everybody: then nobody new is left."""
    return players - 1 + players % 2


def nobody_left(code: str, record: Record, matching: PerfectMatching, line: Sequence[int]) -> NoLegalPairing:
    """That these players cannot all be paired: `code` says by which rules; named are those left without an
    opponent, the only ones they could meet, and the prohibited meetings among the reasons.
    """
    players, opponents = unpairable(matching.deficiency(), line)
    banned = [
        sorted((player, other))
        for player in players
        for other in record.prohibited.get(player, ())
        if other in line
    ]
    facts = {"players": players, "opponents": opponents, "round": record.next_round}
    if banned:
        facts["prohibited"] = [list(pair) for pair in sorted({(first, second) for first, second in banned})]
    return NoLegalPairing(code, **facts)


def unpairable(deficiency: Deficiency, line: Sequence[int]) -> tuple[list[int], list[int]]:
    """The players who cannot be paired, and the only opponents whom they could meet, both as ids.

    A component of the `deficiency` larger than all others is the rest of the field, which can be paired but
    for one player, and is left out. A position beyond the line is that of the bye.
    """
    people = (1 << len(line)) - 1
    components = sorted((component & people for component in deficiency.components), key=int.bit_count)
    if (
        len(components) > 1
        and components[-1].bit_count() > max(1, components[-2].bit_count())
        and components[-2]
    ):
        components.pop()
    unpairable_positions = 0
    for component in components:
        unpairable_positions |= component
    return [line[position] for position in positions(unpairable_positions)], [
        line[position] for position in positions(deficiency.barrier & people)
    ]
