"""Plans for several games at tables of three to five in which everybody meets as many others as possible, and
nobody the same again and again (rules/rotation.md#plan).

This is the social golfer problem, with the most distinct meetings where repeats cannot be avoided.
Positions from 0 stand for players. A plan starts from a construction by a difference matrix
(`difference_matrix.py`), where there is one for so many tables, and late acceptance hill climbing (E. K.
Burke and Y. Bykov, "The late acceptance hill-climbing heuristic", European Journal of Operational Research
258, 2017) removes repeats. Limited by steps, never by time.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from operator import itemgetter

from msgspec import Struct

from pairing.difference_matrix import WINDS, meeting_free_games
from pairing.random_generator import Generator
from pairing.table_sizes import fewest_together

Tables = list[list[int]]
Met = list[list[int]]
"""How often any two positions have met; symmetric, 0 with oneself."""

FULL = 4
"""With at least so many tables, a table of four can be split in the next game without repeated meetings."""
STEPS_A_GAME, MOST_STEPS = 250_000, 2_000_000
"""The swaps that the search tries: so many for each game, but not more than this in all."""
CLIMB_STEPS = 100_000
"""The swaps tried from one start; the next one starts at the best plan so far."""
LATE = 200
"""A swap may lead to a cost not above that of so many steps before."""
REPEATS = (8, 1)
"""The cost of a pair's second meeting in each of two searches; a third costs 1 more than that, a fourth 3
more, then 7, 15 … Where it is high, more pairs meet; where it is low, fewer meet often.
"""
REHEAT = 4
"""By how many second meetings the cost may rise at the start of a later climb."""


class RotationProblem(Struct, frozen=True):
    """The problem a plan solves: number of players, sizes of tables, number of games, and whether winds are
    kept, which needs that nobody rests.
    """

    players: int
    sizes: tuple[int, ...]
    games: int
    keep_winds: bool = False

    @property
    def resting(self) -> int:
        return self.players - sum(self.sizes)

    @property
    def winds(self) -> tuple[int, ...]:
        """The players at each wind, where winds are kept: those of the first come first among the positions,
        and so on. They never meet each other.
        """
        return tuple(sum(size > wind for size in self.sizes) for wind in range(max(self.sizes)))

    @property
    def groups(self) -> list[range]:
        """The positions that may take each other's places: those of each wind, or all."""
        if not self.keep_winds:
            return [range(self.players)]
        ends = [sum(self.winds[: wind + 1]) for wind in range(len(self.winds))]
        return [range(end - players, end) for end, players in zip(ends, self.winds, strict=True)]


def most_pairs(problem: RotationProblem, met: Met) -> int:
    """A proven upper bound for the number of pairs who have met after the plan, those of `met` included.

    There are no more than all possible pairs; and the players of a table are spread over the tables of the
    next game, where some meet again at once if the table has more seats than there are tables.
    """
    before = {
        (second, first) for first in range(problem.players) for second in range(first) if met[first][second]
    }
    possible = problem.players * (problem.players - 1) // 2
    if problem.keep_winds:
        possible -= sum(pair not in before for group in problem.groups for pair in combinations(group, 2))
    pairs_a_game = sum(size * (size - 1) // 2 for size in problem.sizes)
    tables = len(problem.sizes) + problem.resting
    repeats = sum(fewest_together(size, tables) for size in problem.sizes)
    return min(possible, len(before) + problem.games * pairs_a_game - (problem.games - 1) * repeats)


def plan(problem: RotationProblem, rested: Sequence[int], met: Met, rng: Generator) -> list[Tables]:
    """The games, with the players of each table in seat order (kept winds) or in any order.

    `rested`: how often each position has rested before; nobody rests twice before everybody has rested once.
    """
    resting = _resting_positions(problem, rested, rng)
    bound = most_pairs(problem, met)
    construction = _construction(problem, rng)
    steps = min(STEPS_A_GAME * problem.games, MOST_STEPS) // len(REPEATS)
    searches: list[RotationSearch] = []
    for repeat in REPEATS:
        games = _starting_games(problem, [] if searches else construction, resting, rng)
        search = RotationSearch(problem, games, met, repeat)
        search.run(steps, bound, rng)
        searches.append(search)
        if search.is_best(bound):
            break
    return min(searches, key=lambda search: search.rank).games


def _resting_positions(problem: RotationProblem, rested: Sequence[int], rng: Generator) -> list[list[int]]:
    """The resting positions of each game: those that have rested least, in random order."""
    times_rested = list(rested)
    order = list(range(problem.players))
    rng.shuffle(order)
    random_rank = {position: place for place, position in enumerate(order)}
    rests = []
    for _ in range(problem.games):
        resting_now = sorted(order, key=lambda position: (times_rested[position], random_rank[position]))[
            : problem.resting
        ]
        for position in resting_now:
            times_rested[position] += 1
        rests.append(resting_now)
    return rests


def _starting_games(
    problem: RotationProblem,
    construction: Sequence[Tables],
    resting: Sequence[Sequence[int]],
    rng: Generator,
) -> list[Tables]:
    """The games that the search starts from: those of the construction, and as many more at random."""
    games = []
    for number, resting_in_game in enumerate(resting):
        resting_positions = set(resting_in_game)
        playing = [position for position in range(problem.players) if position not in resting_positions]
        if number < len(construction):
            games.append(_seated_by(construction[number], problem.sizes, playing))
        elif problem.keep_winds:
            groups = [iter(rng.sample(group, len(group))) for group in problem.groups]
            games.append([[next(groups[wind]) for wind in range(size)] for size in problem.sizes])
        else:
            unseated = iter(rng.sample(playing, len(playing)))
            games.append([[next(unseated) for _ in range(size)] for size in problem.sizes])
    return games


def _construction(problem: RotationProblem, rng: Generator) -> list[Tables]:
    """A construction for as many tables of four, its games in random order; empty: none is known."""
    tables = len(problem.sizes)
    threes_and_fives = min(problem.sizes) < WINDS < max(problem.sizes)
    if tables < FULL or problem.games < 2 or threes_and_fives:
        return []
    construction = meeting_free_games(tables, problem.games)
    if not problem.keep_winds:
        if tables % WINDS == 0:
            construction.append(_by_wind(tables))
        rng.shuffle(construction)
    return construction


def _by_wind(tables: int) -> Tables:
    """One more game, between players who hold the same wind in all others and so have not met."""
    return [list(range(first, first + WINDS)) for first in range(0, WINDS * tables, WINDS)]


def _seated_by(construction: Tables, sizes: Sequence[int], playing: Sequence[int]) -> Tables:
    """The `playing` positions of a game seated by the construction.

    Its seats for positions that do not exist stay empty: they are of the last wind, so their tables have
    three. Positions for which it has no seat go to tables with room.
    """
    seats = {position: table for table, row in enumerate(construction) for position in row}
    with_seat = [position for position in playing if position in seats]
    without_seat = [position for position in playing if position not in seats]
    filled: Tables = [[] for _ in construction]
    for position in with_seat:
        filled[seats[position]].append(position)
    # The fullest tables of the construction are those of the largest sizes.
    order = sorted(range(len(filled)), key=lambda table: -len(filled[table]))
    tables: Tables = [[] for _ in sizes]
    to_place = list(without_seat)
    for place, fullest in zip(
        sorted(range(len(sizes)), key=lambda number: -sizes[number]), order, strict=True
    ):
        tables[place] = filled[fullest]
        to_place += [tables[place].pop() for _ in range(len(tables[place]) - sizes[place])]
    for row, size in zip(tables, sizes, strict=True):
        while len(row) < size:
            row.append(to_place.pop())
    return tables


class RotationSearch:
    """A plan improved by swaps of two players of a game, with kept winds two of the same wind.

    `met[p][q]`: how often p and q meet, earlier meetings included; `pairs[k]`: how many pairs meet k times.
    `table[g][p]`: the table of p in game g; `at_table[g][t]` takes from a list the values at the positions
    that sit there. `more[p][q]`: what one more meeting of p and q costs; `last[p][q]`: what the last one did.
    """

    def __init__(self, problem: RotationProblem, games: list[Tables], met: Met, repeat: int) -> None:
        self.games = games
        self.met = [list(row) for row in met]
        for row in (row for tables in games for row in tables):
            for first, second in combinations(row, 2):
                self.met[first][second] += 1
                self.met[second][first] += 1
        self.pairs = Counter(row[second] for first, row in enumerate(self.met) for second in range(first))
        self.table = [
            {position: number for number, row in enumerate(tables) for position in row} for tables in games
        ]
        self.at_table = [[itemgetter(*row) for row in tables] for tables in games]
        # Those who may take the place of each; with a single table there are none at another one.
        several = len(problem.sizes) > 1
        self.others = [
            (position, [other for other in group if other != position])
            for group in problem.groups
            for position in group
            if several and len(group) > 1
        ]
        self.rise = REHEAT * repeat
        self.costs = [0, *(repeat - 1 + 2**times for times in range(max(self.pairs) + len(games)))]
        self.more = [[self.costs[times] for times in row] for row in self.met]
        self.last = [[self.costs[times - 1] if times else 0 for times in row] for row in self.met]
        self.cost = sum(sum(self.costs[:times]) * count for times, count in self.pairs.items())

    @property
    def rank(self) -> tuple[int, ...]:
        """What makes a plan better, the smaller: the pairs that never meet, how often the pair that meets
        most often does, the number of such pairs, and of those that meet less often, down to twice.
        """
        most = max(times for times, count in self.pairs.items() if count)
        return (self.pairs[0], most, *(self.pairs[times] for times in range(most, 1, -1)))

    def is_best(self, bound: int) -> bool:
        """Whether the plan is proven to be the best: as many pairs meet as can, and equally often."""
        times_met = {times for times, count in self.pairs.items() if count and times}
        distinct = sum(self.pairs.values()) - self.pairs[0]
        return distinct >= bound and max(times_met) - min(times_met) <= 1

    def run(self, steps: int, bound: int, rng: Generator) -> None:
        """Improves the plan until the steps are spent, or it is proven to be the best."""
        rise = 0
        while steps > 0 and self.others and not self.is_best(bound):
            self._climb(min(steps, CLIMB_STEPS), rise, bound, rng)
            steps, rise = steps - CLIMB_STEPS, self.rise

    def _climb(self, steps: int, rise: int, bound: int, rng: Generator) -> None:
        """Tries so many swaps and ends at the best plan met; `rise`: how much the cost may rise at first."""
        near = self.costs[1]
        best, near_best = self.rank, self.cost + near
        since_best: list[tuple[int, int, int]] = []
        late = [self.cost + rise] * LATE
        games, people, below = len(self.games), len(self.others), rng.below
        for step in range(steps):
            game = below(games)
            first, others = self.others[below(people)]
            second = others[below(len(others))]
            table = self.table[game]
            first_table, second_table = table.get(first), table.get(second)
            if first_table == second_table or first_table is None or second_table is None:
                continue
            change = self._swap_cost(game, first, second)
            place = step % LATE
            if change <= 0 or self.cost + change <= late[place]:
                self._swap(game, first, second)
                self.cost += change
                since_best.append((game, first, second))
                if self.cost <= near_best and self.rank < best:
                    best, near_best = self.rank, self.cost + near
                    since_best.clear()
                    if self.is_best(bound):
                        return
            late[place] = min(late[place], self.cost)
        for game, first, second in reversed(since_best):
            self.cost += self._swap_cost(game, first, second)
            self._swap(game, first, second)

    def _swap_cost(self, game: int, first: int, second: int) -> int:
        """The change of the cost when these two are swapped."""
        table, at_table = self.table[game], self.at_table[game]
        with_first, with_second = at_table[table[first]], at_table[table[second]]
        more_first, more_second = self.more[first], self.more[second]
        gained = sum(with_first(more_second)) + sum(with_second(more_first))
        lost = sum(with_first(self.last[first])) + sum(with_second(self.last[second]))
        # Each of them counted the other, whose seat he takes.
        change: int = gained - lost - 2 * more_first[second]
        return change

    def _swap(self, game: int, first: int, second: int) -> None:
        table = self.table[game]
        for leaver, newcomer in ((first, second), (second, first)):
            row = self.games[game][table[leaver]]
            for mate in row:
                if mate != leaver:
                    self._meet(leaver, mate, -1)
                    self._meet(newcomer, mate, 1)
        first_table, second_table = table[first], table[second]
        for number, leaver, newcomer in ((first_table, first, second), (second_table, second, first)):
            row = self.games[game][number]
            row[row.index(leaver)] = newcomer
            self.at_table[game][number] = itemgetter(*row)
        table[first], table[second] = second_table, first_table

    def _meet(self, first: int, second: int, change: int) -> None:
        times = self.met[first][second]
        self.pairs[times] -= 1
        times += change
        self.pairs[times] += 1
        self.met[first][second] = self.met[second][first] = times
        self.more[first][second] = self.more[second][first] = self.costs[times]
        last = self.costs[times - 1] if times else 0
        self.last[first][second] = self.last[second][first] = last
