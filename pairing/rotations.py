"""Plans for several games at tables of three to five: everybody meets as many others as can be
(rules/rotation.md#plan).

Positions from 0 stand for players. A plan starts from a construction in which nobody meets twice, where there
is one for so many tables, and a tabu search mends what is left. Limited by steps, never by time.
"""

from collections.abc import Sequence

from msgspec import Struct

from pairing.random_generator import Generator
from pairing.table_sizes import fewest_together
from pairing.transversal import WINDS, transversal

Tables = list[list[int]]
Met = list[list[int]]
"""How often any two positions have met; symmetric, 0 with oneself."""

FULL = 4
"""From so many tables on nobody of a table of four has to meet again in the next game."""
LOOKS = 600_000
"""Exchanges the search looks at in all."""
TENURE = 7
"""For how many steps a player just moved stays, at least."""


class Field(Struct, frozen=True):
    """What a plan is for: how many players, the tables' sizes, games, and are winds kept?

    Kept winds need tables of four and nobody resting: who starts at the same wind never meets.
    """

    players: int
    sizes: tuple[int, ...]
    games: int
    kept: bool = False

    @property
    def resting(self) -> int:
        return self.players - sum(self.sizes)


def most_pairs(field: Field, met: Met) -> int:
    """A proven upper bound for the number of pairs who have met after the plan, those of `met` included.

    Not more than there are pairs; and in two games in a row a table of one splits over the tables of the
    other, where it has more seats than there are tables some meet again at once.
    """
    tables = len(field.sizes)
    every = sum(
        met[one][other] > 0 or not field.kept or one // tables != other // tables
        for one in range(field.players)
        for other in range(one)
    )
    before = sum(count > 0 for row in met for count in row) // 2
    a_game = sum(size * (size - 1) // 2 for size in field.sizes)
    again = sum(fewest_together(size, tables + field.resting) for size in field.sizes)
    return min(every, before + field.games * a_game - (field.games - 1) * again)


def plan(field: Field, rested: Sequence[int], met: Met, rng: Generator) -> list[Tables]:
    """The games, with the players of each table in seat order (kept winds) or in any order.

    `rested`: how often each position has rested before; nobody rests twice before all others have.
    """
    resting = _rests(field, rested, rng)
    games = _start(field, resting, rng)
    bound = most_pairs(field, met)
    return Mixing(field, games, met).improved(bound, rng)


def _rests(field: Field, rested: Sequence[int], rng: Generator) -> list[list[int]]:
    """Who rests in each game: those who have rested least, by lot among them."""
    count = list(rested)
    order = list(range(field.players))
    rng.shuffle(order)
    lot = {position: place for place, position in enumerate(order)}
    rests = []
    for _ in range(field.games):
        out = sorted(order, key=lambda position: (count[position], lot[position]))[: field.resting]
        for position in out:
            count[position] += 1
        rests.append(out)
    return rests


def _start(field: Field, resting: Sequence[Sequence[int]], rng: Generator) -> list[Tables]:
    """Games to begin with: from a construction where one is known, else at random."""
    games = []
    frame = _frame(field, rng)
    for number, out in enumerate(resting):
        away = set(out)
        here = [position for position in range(field.players) if position not in away]
        if number < len(frame):
            games.append(_seated_by(frame[number], field.sizes, here))
            continue
        if field.kept:
            tables = len(field.sizes)
            winds = [rng.sample(range(wind * tables, (wind + 1) * tables), tables) for wind in range(WINDS)]
            games.append([list(table) for table in zip(*winds, strict=True)])
            continue
        rng.shuffle(here)
        left = iter(here)
        games.append([[next(left) for _ in range(size)] for size in field.sizes])
    return games


def _frame(field: Field, rng: Generator) -> list[Tables]:
    """A construction for as many tables of four, or none; the order of its games is drawn."""
    if len(field.sizes) < FULL or field.games < 2 or max(field.sizes) > WINDS + 1:
        return []
    frame = transversal(len(field.sizes), field.games)
    if not field.kept:
        if len(field.sizes) % WINDS == 0:
            frame.append(_by_wind(len(field.sizes)))
        rng.shuffle(frame)
    return frame


def _by_wind(tables: int) -> Tables:
    """One game more, of those who hold the same wind in all others and have not met there."""
    return [list(range(first, first + WINDS)) for first in range(0, WINDS * tables, WINDS)]


def _seated_by(frame: Tables, sizes: Sequence[int], here: Sequence[int]) -> Tables:
    """The players of a game seated by the construction.

    Positions it has and the field has not stay free: they are of the last wind, so at tables of three. Who it
    has no seat for goes to one of the tables with room.
    """
    seats = {position: table for table, row in enumerate(frame) for position in row}
    inside = [position for position in here if position in seats]
    outside = [position for position in here if position not in seats]
    filled: Tables = [[] for _ in frame]
    for position in inside:
        filled[seats[position]].append(position)
    # The fullest tables of the construction are those of the largest sizes.
    order = sorted(range(len(filled)), key=lambda table: -len(filled[table]))
    tables: Tables = [[] for _ in sizes]
    spare = list(outside)
    for place, fullest in zip(sorted(range(len(sizes)), key=lambda at: -sizes[at]), order, strict=True):
        tables[place] = filled[fullest]
        spare += [tables[place].pop() for _ in range(len(tables[place]) - sizes[place])]
    for row, size in zip(tables, sizes, strict=True):
        while len(row) < size:
            row.append(spare.pop())
    return tables


class Mixing:
    """A plan under a tabu search: two players of a game change tables, with kept winds two of one wind.

    `met[p][q]`: how often p and q meet, earlier meetings included; `again`: meetings beyond the first.
    """

    def __init__(self, field: Field, games: list[Tables], met: Met) -> None:
        self.field = field
        self.games = games
        self.met = [list(row) for row in met]
        self.table = [
            {position: number for number, row in enumerate(tables) for position in row} for tables in games
        ]
        for tables in games:
            for row in tables:
                for place, one in enumerate(row):
                    for other in row[:place]:
                        self.met[one][other] += 1
                        self.met[other][one] += 1

    @property
    def pairs(self) -> int:
        """How many pairs have met."""
        return sum(count > 0 for row in self.met for count in row) // 2

    def improved(self, bound: int, rng: Generator) -> list[Tables]:
        """The best plan met before the looks are spent or the bound is reached."""
        best, most = self._copy(), self.pairs
        pairs, looks, step = most, LOOKS, 0
        stays: dict[tuple[int, int], int] = {}
        while most < bound and looks > 0:
            step += 1
            chosen = self._choose(rng)
            if chosen is None:
                break
            game, player = chosen
            gains: list[tuple[int, int]] = []
            for other in self._others(game, player):
                looks -= 1
                gain = self._gain(game, player, other)
                tabu = max(stays.get((game, player), 0), stays.get((game, other), 0)) > step
                if not tabu or pairs + gain > most:
                    gains.append((gain, other))
            looks -= 1
            if not gains:
                continue
            top = max(gain for gain, _ in gains)
            other = rng.choice([one for gain, one in gains if gain == top])
            self._exchange(game, player, other)
            pairs += top
            for moved in (player, other):
                stays[game, moved] = step + TENURE + rng.below(TENURE)
            if pairs > most:
                best, most = self._copy(), pairs
        return best

    def _copy(self) -> list[Tables]:
        return [[list(row) for row in tables] for tables in self.games]

    def _choose(self, rng: Generator) -> tuple[int, int] | None:
        """Somebody at a table with a meeting that is not the only one; None: there is none."""
        game = rng.below(len(self.games))
        for turn in range(len(self.games)):
            at = (game + turn) % len(self.games)
            hurt = [
                one
                for row in self.games[at]
                for one in row
                if any(self.met[one][other] > 1 for other in row if other != one)
            ]
            if hurt:
                return at, rng.choice(hurt)
        return None

    def _others(self, game: int, player: int) -> list[int]:
        tables, own = self.games[game], self.table[game][player]
        if self.field.kept:
            seat = tables[own].index(player)
            return [row[seat] for number, row in enumerate(tables) if number != own]
        return [one for number, row in enumerate(tables) if number != own for one in row]

    def _gain(self, game: int, one: int, other: int) -> int:
        """By how many more pairs meet when these two change tables."""
        tables, table = self.games[game], self.table[game]
        mine, theirs = self.met[one], self.met[other]
        gain = 0
        for mate in tables[table[one]]:
            if mate != one:
                gain += (theirs[mate] == 0) - (mine[mate] == 1)
        for mate in tables[table[other]]:
            if mate != other:
                gain += (mine[mate] == 0) - (theirs[mate] == 1)
        return gain

    def _exchange(self, game: int, one: int, other: int) -> None:
        table = self.table[game]
        first, second = self.games[game][table[one]], self.games[game][table[other]]
        for leaving, coming, row in ((one, other, first), (other, one, second)):
            for mate in row:
                if mate != leaving:
                    for player, change in ((leaving, -1), (coming, 1)):
                        self.met[player][mate] += change
                        self.met[mate][player] += change
        first[first.index(one)], second[second.index(other)] = other, one
        table[one], table[other] = table[other], table[one]
