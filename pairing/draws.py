"""Drawing the numbers: by lot, or restricted by club (rules/draws.md#numbers, rules/round-robin.md#varma).

The restricted draw (Varma) keeps players of one side (of one club or of one group, say a nationality) apart
in the last three rounds of a round robin. Where the published groups of numbers have no room, or there are
none for the size, a search finds numbers with the fewest games within a side.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from pairing.berger import berger, field_of
from pairing.club_colouring import FREE, Graph, min_conflicts_colouring
from pairing.random_generator import Generator, generator
from pairing.registry import SYSTEMS
from scoring.random_keys import in_random_order
from scoring.record import DocumentError, Record, ValidationIssue

VARMA: Mapping[int, Mapping[str, tuple[int, ...]]] = {
    10: {"A": (3, 4, 8), "B": (5, 7, 9), "C": (1, 6), "D": (2, 10)},
    12: {"A": (4, 5, 9, 10), "B": (1, 2, 7), "C": (3, 6, 11), "D": (8, 12)},
    14: {"A": (4, 5, 6, 11, 12), "B": (1, 2, 8, 9), "C": (7, 10, 13), "D": (3, 14)},
    16: {"A": (5, 6, 7, 12, 13, 14), "B": (1, 2, 3, 9, 10), "C": (8, 11, 15), "D": (4, 16)},
    18: {"A": (5, 6, 7, 8, 14, 15, 16), "B": (1, 2, 3, 10, 11, 12), "C": (9, 13, 17), "D": (4, 18)},
    20: {"A": (6, 7, 8, 9, 15, 16, 17, 18), "B": (1, 2, 3, 11, 12, 13, 14), "C": (5, 10, 19), "D": (4, 20)},
    22: {
        "A": (6, 7, 8, 9, 10, 17, 18, 19, 20),
        "B": (1, 2, 3, 4, 12, 13, 14, 15),
        "C": (11, 16, 21),
        "D": (5, 22),
    },
    24: {
        "A": (6, 7, 8, 9, 10, 11, 19, 20, 21, 22),
        "B": (1, 2, 3, 4, 13, 14, 15, 16, 17),
        "C": (12, 18, 23),
        "D": (5, 24),
    },
}
"""The groups for an even field (an odd one leaves the last number out).

Number 6 of 12 is missing in the source (rules/README.md#misprints).
"""


def envelopes_for(players: int) -> dict[str, list[int]]:
    """The numbers in each envelope for so many players; empty where no groups are published."""
    groups = VARMA.get(field_of(players), {})
    return {letter: [number for number in numbers if number <= players] for letter, numbers in groups.items()}


class GroupDrawn(Struct, frozen=True):
    """A side, the group it drew, and the numbers of its players."""

    side: str
    group: str
    numbers: tuple[int, ...]


class Numbers(Struct, frozen=True, kw_only=True):
    """A draw of numbers. `numbers`: by id. `clashes`: how many games of the last three rounds are between
    players of one club or group. `groups`: those drawn by the sides. `searched`: whether the numbers come
    from the search instead.
    """

    numbers: Mapping[int, int]
    clashes: int
    groups: tuple[GroupDrawn, ...] = ()
    searched: bool = False


def by_lot(record: Record) -> Numbers:
    """Numbers 1, 2, … by random key. DocumentError: a round robin with too few or too many players."""
    if record.spec.family == "round-robin":
        SYSTEMS[record.spec.name].check_size(record)
    drawn = in_random_order(record.players, record.document.seed, record.number, "draw")
    numbers = {player: number for number, player in enumerate(drawn, 1)}
    return Numbers(numbers=numbers, clashes=len(clashes(record, numbers)))


def restricted(record: Record) -> Numbers:
    """The Varma draw. DocumentError: the stage is no round robin, or has too few or too many players."""
    players = len(record.players)
    if record.spec.family != "round-robin":
        path = f"stages[{record.number - 1}].system"
        raise DocumentError(ValidationIssue(path, "varma_round_robin", {"system": record.spec.name}))
    SYSTEMS[record.spec.name].check_size(record)
    members_by_side = sides(record)
    rng = generator(record.document.seed, record.number, record.spec.name, 1)
    drawn = _draw_from_groups(members_by_side, players, rng)
    if drawn is None:
        numbers = _search_numbers(record, members_by_side, rng)
    else:
        numbers = {
            player: number
            for row in drawn
            for player, number in zip(members_by_side[row.side], row.numbers, strict=True)
        }
        rest = sorted(set(range(1, players + 1)) - set(numbers.values()))
        rng.shuffle(rest)
        numbers |= zip(
            (player for player in sorted(record.players) if player not in numbers), rest, strict=True
        )
    return Numbers(
        numbers={player: numbers[player] for player in record.players},
        clashes=len(clashes(record, numbers)),
        groups=tuple(drawn or ()),
        searched=drawn is None,
    )


MembersBySide = Mapping[str, Sequence[int]]
"""The ids of each side of two players or more, biggest side first, then by name."""


def sides(record: Record) -> MembersBySide:
    """The sides of the record: players linked by a common club or group.

    A group of more than half of the players is not looked at, as they cannot be kept apart. Ids are in
    increasing order: a draw must not depend on later numbers.
    """
    side_of: dict[int, list[int]] = {player: [player] for player in record.players}
    names: dict[int, str] = {}
    for name, members in sorted(_kept_apart(record), key=lambda item: len(item[1])):
        joined = sorted({other for member in members for other in side_of[member]})
        side_of.update(dict.fromkeys(joined, joined))
        names.update(dict.fromkeys(joined, name))
    found = {members[0]: members for members in side_of.values() if len(members) > 1}
    ordered = sorted(found.values(), key=lambda members: (-len(members), names[members[0]]))
    return {names[members[0]]: members for members in ordered}


def _kept_apart(record: Record) -> list[tuple[str, list[int]]]:
    """The clubs and groups of two players or more, each with its members' ids, clubs first."""
    members: dict[tuple[str, str], list[int]] = {}
    for key in ("club", "group"):
        for player in sorted(record.players):
            name = getattr(record.players[player], key)
            if name is not None and name.strip():
                members.setdefault((key, name), []).append(player)
    return [
        (name, ids)
        for (key, name), ids in members.items()
        if len(ids) > 1 and (key == "club" or 2 * len(ids) <= len(record.players))
    ]


def _draw_from_groups(
    members_by_side: MembersBySide, players: int, rng: Generator
) -> list[GroupDrawn] | None:
    """The groups and numbers drawn by each side; None: no groups for the size, or none with room."""
    free_numbers = envelopes_for(players)
    if not free_numbers:
        return None
    drawn = []
    for side, members in members_by_side.items():
        roomy = [letter for letter, numbers in free_numbers.items() if len(numbers) >= len(members)]
        if not roomy:
            return None
        letter = rng.choice(roomy)
        numbers = rng.sample(free_numbers[letter], len(members))
        free_numbers[letter] = [number for number in free_numbers[letter] if number not in numbers]
        drawn.append(GroupDrawn(side, letter, tuple(numbers)))
    return drawn


def _search_numbers(record: Record, members_by_side: MembersBySide, rng: Generator) -> dict[int, int]:
    """Numbers with the fewest games within a side in the last three rounds."""
    players = len(record.players)
    sizes = [len(members) for members in members_by_side.values()]
    colours = min_conflicts_colouring(last_round_opponents(players), opponents_in_line(players), sizes, rng)
    side_members = [player for members in members_by_side.values() for player in members]
    members = [
        *members_by_side.values(),
        [player for player in sorted(record.players) if player not in side_members],
    ]
    numbers: dict[int, int] = {}
    for colour, ids in zip((*range(len(sizes)), FREE), members, strict=True):
        drawn = [number for number, chosen in colours.items() if chosen == colour]
        rng.shuffle(drawn)
        numbers |= zip(ids, drawn, strict=True)
    return _without_clashes(record, numbers, rng)


SWAPS_EACH = 40
"""Swaps of two players' numbers tried, for each player."""


def _without_clashes(record: Record, numbers: dict[int, int], rng: Generator) -> dict[int, int]:
    """The numbers with the fewest clashes met by swapping.

    The search has kept the whole of each side apart. Where sides are linked, as by a club with players of
    two nationalities, that is more than can be, and more than is asked for: only those with a club or a
    group in common are to be kept apart.
    """
    if all(_is_one_club_or_group(record, members) for members in sides(record).values()):
        return numbers
    opponents = last_round_opponents(len(numbers))
    apart: dict[int, set[int]] = {player: set() for player in numbers}
    for _name, members in _kept_apart(record):
        for member in members:
            apart[member].update(members)
    player_with = {number: player for player, number in numbers.items()}

    def clashing(number: int) -> int:
        return sum(player_with[other] in apart[player_with[number]] for other in opponents[number])

    best, fewest = dict(player_with), sum(map(clashing, player_with))
    count = fewest  # each game twice
    for _ in range(SWAPS_EACH * len(numbers)):
        if not fewest:
            break
        first = rng.choice([number for number in player_with if clashing(number)])
        second = rng.choice([number for number in player_with if number != first])
        before = clashing(first) + clashing(second)
        player_with[first], player_with[second] = player_with[second], player_with[first]
        change = 2 * (clashing(first) + clashing(second) - before)
        if change > 0:
            player_with[first], player_with[second] = player_with[second], player_with[first]
            continue
        count += change
        if count < fewest:
            best, fewest = dict(player_with), count
    return {player: number for number, player in best.items()}


def _is_one_club_or_group(record: Record, members: Sequence[int]) -> bool:
    """Have all of them the same club, or the same group?"""
    players = [record.players[player] for player in members]
    return any(
        len({getattr(player, key) for player in players}) == 1 and getattr(players[0], key) is not None
        for key in ("club", "group")
    )


def last_round_opponents(players: int) -> Graph:
    """For each number its opponents in the last three rounds of the table."""
    field = field_of(players)
    opponents: dict[int, set[int]] = {number: set() for number in range(1, players + 1)}
    for table_round in range(field - 3, field):
        for white, black in berger(field, table_round):
            if max(white, black) <= players:
                opponents[white].add(black)
                opponents[black].add(white)
    return {number: frozenset(opponents_of) for number, opponents_of in opponents.items()}


def opponents_in_line(players: int) -> list[int]:
    """The numbers in a line in which opponents of the last three rounds are near each other.

    Two such numbers add up to the size of the table less 1, or one more or less than that; so 1 is beside the
    last number but one, 2 beside the last but two, and so on.
    """
    field = field_of(players)
    line = [field - 1]
    for number in range(1, field // 2):
        line += [number, field - 1 - number]
    return [*line, field] if field == players else line


class Clash(Struct, frozen=True):
    """A game of the last three rounds between two players (ids) of one club or group."""

    round: int
    players: tuple[int, int]


def clashes(record: Record, numbers: Mapping[int, int]) -> tuple[Clash, ...]:
    """The games of the last three rounds that the restricted draw avoids; none unless it is a round robin."""
    if record.spec.family != "round-robin":
        return ()
    players = {number: player for player, number in numbers.items()}
    apart = {frozenset(two) for _name, members in _kept_apart(record) for two in combinations(members, 2)}
    field = field_of(len(players))
    before_last_cycle = (SYSTEMS[record.spec.name].rounds(record.options, len(players)) or 0) - (field - 1)
    found = []
    for table_round in range(field - 3, field):
        for white, black in berger(field, table_round):
            if white in players and black in players:
                two = players[white], players[black]
                if frozenset(two) in apart:
                    found.append(Clash(before_last_cycle + table_round, two))
    return tuple(found)
