"""The grid of a knockout: who meets whom so that the favourites meet as late as possible
(rules/knockout.md#grid, rules/knockout.md#exempt, rules/knockout.md#seats).

A grid has 2^levels slots. A game of level 1 is between two neighbouring slots, one of level 2 between the
winners of two neighbouring games, and so on. A section of the grid is a block of neighbouring slots that
sends one player into a level. Sections inside a player's own block are never made, so long exemptions cost
nothing.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

PUBLISHED: Mapping[int, str] = {
    2: "1-2",
    4: "1-4 3-2",
    8: "1-8 5-4 3-6 7-2",
    16: "1-16 9-8 5-12 13-4 3-14 11-6 7-10 15-2",
    32: "1-32 16-17 9-24 25-8 5-28 12-21 13-20 29-4 3-30 14-19 11-22 27-6 7-26 10-23 15-18 31-2",
    64: (
        "1-64 32-33 16-49 17-48 9-56 24-41 25-40 8-57 5-60 28-37 12-53 21-44 13-52 20-45 29-36 4-61"
        " 3-62 30-35 14-51 19-46 11-54 22-43 27-38 6-59 7-58 26-39 10-55 23-42 15-50 18-47 31-34 2-63"
    ),
}
"""The first round of each grid as printed, the first-named player first. Above 64 the lower number comes
first.
"""

MOST_PRELIMINARY = 6
LONGEST = 1_100
"""The longest exemption that 1,024 players can have: each halving of the free section of the grid takes one
of them, and the section for the players without exemption has at most 2,048 slots."""


class GridSection(Struct, frozen=True):
    """2^level neighbouring slots, which send one player on; `slot` is the lowest of their numbers.

    The N sections of one level are numbered like the slots of a grid of N: sections s and N + 1 - s meet.
    """

    level: int
    slot: int


class GridGame(Struct, frozen=True):
    """Two neighbouring sections, the first-named one first."""

    upper: GridSection
    lower: GridSection

    @property
    def winner_section(self) -> GridSection:
        """The section that its winner advances from."""
        return GridSection(self.upper.level + 1, min(self.upper.slot, self.lower.slot))


class Grid(Struct, frozen=True, kw_only=True):
    """A grid with its players seated.

    `seats`: the section of each player, in seeding order. `rows`: the games of each level in grid order, from
    level 1. `first`: the lowest level with a game to be played, which is round 1. `preliminary`: the
    number of preliminary levels. `players`: how many play in each round.
    """

    levels: int
    preliminary: int
    seats: tuple[GridSection, ...]
    rows: tuple[tuple[GridGame, ...], ...]
    first: int
    players: tuple[int, ...]

    @property
    def rounds(self) -> int:
        return self.levels - self.first + 1

    def level_of(self, round_number: int) -> int:
        """The level of the grid that this round (from 1) plays."""
        return self.first + round_number - 1

    def games(self, level: int) -> tuple[GridGame, ...]:
        return self.rows[level - 1]

    def sections(self, level: int) -> int:
        """The number of sections that meet in this level: the slots of a grid that begins with it."""
        return 1 << self.levels - level + 1


@lru_cache(maxsize=8)
def build_grid(exempt: tuple[int, ...]) -> Grid | None:
    """The grid for players in seeding order, each given by the number of rounds he skips, longest first.

    None: too few skip no round, however many preliminary rounds there are.
    """
    shortened = _without_idle_levels(exempt)
    preliminary = _preliminary(shortened)
    if preliminary is None:
        return None
    sizes = [skipped + preliminary if skipped else 0 for skipped in shortened]
    levels = _levels(sum(1 << size for size in sizes))
    seats = _seats(levels, sizes)
    rows = _rows(levels, frozenset(seats))
    players = _players(seats, rows)
    first = next(level for level, playing in enumerate(players, 1) if playing)
    return Grid(
        levels=levels,
        preliminary=preliminary,
        seats=seats,
        rows=rows,
        first=first,
        players=tuple(players[first - 1 :]),
    )


def _without_idle_levels(exempt: Sequence[int]) -> Sequence[int]:
    """The exemptions without the rounds that everybody skips, but for one of them: nobody plays there."""
    idle = max(0, min(exempt) - 1)
    return [skipped - idle for skipped in exempt]


def _preliminary(exempt: Sequence[int]) -> int | None:
    """The fewest preliminary rounds that leave no more empty slots than players without exemption."""
    without_exemption = exempt.count(0)
    skipping = [skipped for skipped in exempt if skipped]
    if max(exempt) > LONGEST:
        return None
    for preliminary in range(MOST_PRELIMINARY + 1):
        count = without_exemption + sum(1 << skipped + preliminary for skipped in skipping)
        if (1 << _levels(count)) - count <= without_exemption:
            return preliminary
    return None


def _levels(slots: int) -> int:
    """The levels of the smallest grid with so many slots."""
    return (slots - 1).bit_length()


def _seats(levels: int, sizes: Sequence[int]) -> tuple[GridSection, ...]:
    """The section of each player, in seeding order: each exempt player takes the lowest-numbered slot whose
    whole section is free, the others the free slots in increasing number.
    """
    seats = []
    free_sections = [GridSection(levels, 1)]
    for size in (size for size in sizes if size):
        section = min(
            (section for section in free_sections if section.level >= size), key=lambda section: section.slot
        )
        free_sections.remove(section)
        while section.level > size:
            section, second_half = _halves(levels, section)
            free_sections.append(second_half)
        seats.append(section)
    while any(section.level for section in free_sections):
        free_sections = [
            half
            for section in free_sections
            for half in (_halves(levels, section) if section.level else (section,))
        ]
    free_sections.sort(key=lambda section: section.slot)
    return (*seats, *free_sections[: sizes.count(0)])


def _halves(levels: int, section: GridSection) -> tuple[GridSection, GridSection]:
    """The two sections whose winners meet in this one, the lower number first."""
    size = 2 << levels - section.level
    level = section.level - 1
    return GridSection(level, section.slot), GridSection(level, size + 1 - section.slot)


def _rows(levels: int, seats: frozenset[GridSection]) -> tuple[tuple[GridGame, ...], ...]:
    """The games of each level in grid order, from level 1; none within the section of one player."""
    rows = []
    sections = [GridSection(levels, 1)]
    for _ in range(levels):
        row = [_game(levels, section) for section in sections if section not in seats]
        rows.append(tuple(row))
        sections = list(chain.from_iterable((game.upper, game.lower) for game in row))
    return tuple(reversed(rows))


def _game(levels: int, section: GridSection) -> GridGame:
    low, high = _halves(levels, section)
    swapped = low.slot in _NAMED_SECOND.get(2 << levels - section.level, ())
    return GridGame(high, low) if swapped else GridGame(low, high)


def _players(seats: Sequence[GridSection], rows: Sequence[Sequence[GridGame]]) -> list[int]:
    """How many play in each level, from level 1."""
    filled = set(seats)
    playing = []
    for row in rows:
        games = 0
        for game in row:
            filled_sides = (game.upper in filled) + (game.lower in filled)
            games += filled_sides == 2
            if filled_sides:
                filled.add(game.winner_section)
        playing.append(2 * games)
    return playing


def _named_second(printed: str) -> frozenset[int]:
    """The lower numbers of those games in which the higher number is named first."""
    games = (game.split("-") for game in printed.split())
    return frozenset(int(second) for first, second in games if int(first) > int(second))


_NAMED_SECOND = {size: _named_second(printed) for size, printed in PUBLISHED.items()}
