"""What every Swiss system reads of a record: who is there, who has met whom, and who cannot be paired."""

from collections.abc import Mapping, Sequence

from pairing.matching import Deficiency, positions
from pairing.system import NoLegalPairing
from scoring.open_tables import open_tables
from scoring.record import Player, Record


def present(record: Record) -> list[Player]:
    """Who is there for the round to be paired, by order number.

    NoLegalPairing: nobody is, or a result of theirs is missing.
    """
    players = record.present(record.next_round)
    if not players:
        raise NoLegalPairing("nobody_present", round=record.next_round)
    needed = {player.id for player in players}
    missing = [table.facts() for table in open_tables(record) if not needed.isdisjoint(table.players)]
    if missing:
        raise NoLegalPairing("results_missing", games=missing)
    return players


def meetings(record: Record, line: Sequence[int]) -> list[dict[int, int]]:
    """For each of these ids, by position: the positions of those he has met, each with the latest round.

    Forfeited games are no meetings.
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


def not_met(met: Sequence[Mapping[int, int]]) -> list[int]:
    """For each position the set of those he has not met, as a bit mask; nobody has not met himself."""
    everybody = (1 << len(met)) - 1
    masks = []
    for position, others in enumerate(met):
        mask = 1 << position
        for other in others:
            mask |= 1 << other
        masks.append(everybody ^ mask)
    return masks


def advised_rounds(players: int) -> range:
    """So many that one can be alone in front, and no more than half the players: beyond that the last rounds
    run out of opponents of one's own strength. Where both cannot be had, all that can be played at all.
    """
    least, most = (max(players, 2) - 1).bit_length(), players // 2
    return range(least, max(least, most) + 1)


def unpairable(deficiency: Deficiency, line: Sequence[int]) -> tuple[list[int], list[int]]:
    """Who cannot be paired, and the only opponents these have, both as ids.

    A group of the `deficiency` larger than all others is the rest of the field, which can be paired within
    itself but for one, and is not named. A position beyond the line is the bye's.
    """
    people = (1 << len(line)) - 1
    groups = sorted((group & people for group in deficiency.components), key=int.bit_count)
    if len(groups) > 1 and groups[-1].bit_count() > max(1, groups[-2].bit_count()) and groups[-2]:
        groups.pop()
    named = 0
    for group in groups:
        named |= group
    return [line[position] for position in positions(named)], [
        line[position] for position in positions(deficiency.barrier & people)
    ]
