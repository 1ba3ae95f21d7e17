"""Drawing the numbers: by lot, or restricted by club (rules/draws.md#numbers, rules/round-robin.md#varma).

The restricted draw (Varma) keeps players of one club apart in the last three rounds of a round robin. Where
the published groups have no room, or there are none for the size, a search finds numbers with the fewest
games within a club.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pairing.berger import berger, field_of
from pairing.club_colouring import FREE, Graph, conflicts, min_conflicts_colouring
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


class GroupDrawn(Struct, frozen=True):
    """A club, the group it drew, and the numbers of its players."""

    club: str
    group: str
    numbers: tuple[int, ...]


class Numbers(Struct, frozen=True, kw_only=True):
    """A draw of numbers. `numbers`: by id. `clashes`: games within a club in the last three rounds. `groups`:
    those drawn by the clubs. `searched`: whether the numbers come from the search instead.
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
    members_by_club = clubs(record)
    return Numbers(numbers=numbers, clashes=_count_clashes(record, members_by_club, numbers))


def restricted(record: Record) -> Numbers:
    """The Varma draw. DocumentError: the stage is no round robin, or has too few or too many players."""
    players = len(record.players)
    if record.spec.family != "round-robin":
        path = f"stages[{record.number - 1}].system"
        raise DocumentError(ValidationIssue(path, "varma_round_robin", {"system": record.spec.name}))
    SYSTEMS[record.spec.name].check_size(record)
    members_by_club = clubs(record)
    rng = generator(record.document.seed, record.number, record.spec.name, 1)
    drawn = _draw_from_groups(members_by_club, players, rng)
    if drawn is None:
        numbers = _search_numbers(record, members_by_club, rng)
    else:
        numbers = {
            player: number
            for row in drawn
            for player, number in zip(members_by_club[row.club], row.numbers, strict=True)
        }
        rest = sorted(set(range(1, players + 1)) - set(numbers.values()))
        rng.shuffle(rest)
        numbers |= zip(
            (player for player in sorted(record.players) if player not in numbers), rest, strict=True
        )
    return Numbers(
        numbers={player: numbers[player] for player in record.players},
        clashes=_count_clashes(record, members_by_club, numbers),
        groups=tuple(drawn or ()),
        searched=drawn is None,
    )


def number_issues(record: Record, numbers: Mapping[int, int]) -> tuple[ValidationIssue, ...]:
    """The issues of numbers drawn by hand: each player must have his own, from 1 to the number of players."""
    players = len(record.players)
    issues = []
    taken: set[int] = set()
    for player in record.players:
        path = f"numbers.{player}"
        number = numbers.get(player)
        if number is None:
            issues.append(ValidationIssue(path, "number_missing", {"player": player}))
        elif not 1 <= number <= players:
            issues.append(ValidationIssue(path, "number_range", {"number": number, "maximum": players}))
        elif number in taken:
            issues.append(ValidationIssue(path, "number_twice", {"number": number}))
        else:
            taken.add(number)
    return tuple(issues)


MembersByClub = Mapping[str, Sequence[int]]
"""The ids of each club with two players or more, biggest club first, then by name."""


def clubs(record: Record) -> MembersByClub:
    """The clubs of the record. Ids are in increasing order: a draw must not depend on later numbers."""
    members: dict[str, list[int]] = {}
    for player in sorted(record.players):
        club = record.players[player].club
        if club is not None and club.strip():
            members.setdefault(club, []).append(player)
    members_by_club = [(club, ids) for club, ids in members.items() if len(ids) > 1]
    return dict(sorted(members_by_club, key=lambda item: (-len(item[1]), item[0])))


def _draw_from_groups(
    members_by_club: MembersByClub, players: int, rng: Generator
) -> list[GroupDrawn] | None:
    """The groups and numbers drawn by each club; None: no groups for the size, or none with room."""
    groups = VARMA.get(field_of(players))
    if groups is None:
        return None
    free_numbers = {
        letter: [number for number in numbers if number <= players] for letter, numbers in groups.items()
    }
    drawn = []
    for club, members in members_by_club.items():
        with_room = [letter for letter, numbers in free_numbers.items() if len(numbers) >= len(members)]
        if not with_room:
            return None
        letter = rng.choice(with_room)
        numbers = rng.sample(free_numbers[letter], len(members))
        free_numbers[letter] = [number for number in free_numbers[letter] if number not in numbers]
        drawn.append(GroupDrawn(club, letter, tuple(numbers)))
    return drawn


def _search_numbers(record: Record, members_by_club: MembersByClub, rng: Generator) -> dict[int, int]:
    """Numbers with the fewest games within a club in the last three rounds."""
    players = len(record.players)
    sizes = [len(members) for members in members_by_club.values()]
    colours = min_conflicts_colouring(last_round_opponents(players), opponents_in_line(players), sizes, rng)
    club_members = [player for members in members_by_club.values() for player in members]
    members = [
        *members_by_club.values(),
        [player for player in sorted(record.players) if player not in club_members],
    ]
    numbers: dict[int, int] = {}
    for colour, ids in zip((*range(len(sizes)), FREE), members, strict=True):
        drawn = [number for number, chosen in colours.items() if chosen == colour]
        rng.shuffle(drawn)
        numbers |= zip(ids, drawn, strict=True)
    return numbers


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


def _count_clashes(record: Record, members_by_club: MembersByClub, numbers: Mapping[int, int]) -> int:
    """The games of the last three rounds between players of one club; 0 unless it is a round robin."""
    if record.spec.family != "round-robin":
        return 0
    colours = dict.fromkeys(range(1, len(record.players) + 1), FREE)
    for colour, members in enumerate(members_by_club.values()):
        colours.update((numbers[player], colour) for player in members)
    return conflicts(last_round_opponents(len(record.players)), colours)
