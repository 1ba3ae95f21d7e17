"""Plans for several games at tables of three to five in which everybody meets as many others as possible
(rules/rotation.md#plan).

This is the social golfer problem, with the most distinct meetings where repeats cannot be avoided.
Positions from 0 stand for players. A plan starts from a construction by a difference matrix
(`difference_matrix.py`), where there is one for so many tables, and a tabu search (F. Glover, "Tabu search,
part I", ORSA Journal on Computing 1, 1989) removes repeats. Limited by steps, never by time.
"""

from collections.abc import Sequence

from msgspec import Struct

from pairing.difference_matrix import WINDS, meeting_free_games
from pairing.random_generator import Generator
from pairing.table_sizes import fewest_together

Tables = list[list[int]]
Met = list[list[int]]
"""How often any two positions have met; symmetric, 0 with oneself."""

FULL = 4
"""With at least so many tables, a table of four can be split in the next game without repeated meetings."""
EVALUATIONS = 600_000
"""The swaps that the tabu search evaluates in all."""
TABU_TENURE = 7
"""The least number of steps during which a player who was moved is not moved again in that game."""


class RotationProblem(Struct, frozen=True):
    """The problem a plan solves: number of players, sizes of tables, number of games, and whether winds are
    kept.

    Kept winds need tables of four and no resting players: players with the same wind never meet.
    """

    players: int
    sizes: tuple[int, ...]
    games: int
    keep_winds: bool = False

    @property
    def resting(self) -> int:
        return self.players - sum(self.sizes)


def most_pairs(problem: RotationProblem, met: Met) -> int:
    """A proven upper bound for the number of pairs who have met after the plan, those of `met` included.

    There are no more than all possible pairs; and the players of a table are spread over the tables of the
    next game, where some meet again at once if the table has more seats than there are tables.
    """
    tables = len(problem.sizes)
    possible = sum(
        met[first][second] > 0 or not problem.keep_winds or first // tables != second // tables
        for first in range(problem.players)
        for second in range(first)
    )
    before = sum(count > 0 for row in met for count in row) // 2
    pairs_a_game = sum(size * (size - 1) // 2 for size in problem.sizes)
    repeats = sum(fewest_together(size, tables + problem.resting) for size in problem.sizes)
    return min(possible, before + problem.games * pairs_a_game - (problem.games - 1) * repeats)


def plan(problem: RotationProblem, rested: Sequence[int], met: Met, rng: Generator) -> list[Tables]:
    """The games, with the players of each table in seat order (kept winds) or in any order.

    `rested`: how often each position has rested before; nobody rests twice before everybody has rested once.
    """
    resting = _resting_positions(problem, rested, rng)
    games = _starting_games(problem, resting, rng)
    bound = most_pairs(problem, met)
    return RotationSearch(problem, games, met).run(bound, rng)


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
    problem: RotationProblem, resting: Sequence[Sequence[int]], rng: Generator
) -> list[Tables]:
    """The games that the search starts from: by a construction where one is known, else at random."""
    games = []
    construction = _construction(problem, rng)
    for number, resting_in_game in enumerate(resting):
        resting_positions = set(resting_in_game)
        playing = [position for position in range(problem.players) if position not in resting_positions]
        if number < len(construction):
            games.append(_seated_by(construction[number], problem.sizes, playing))
            continue
        if problem.keep_winds:
            tables = len(problem.sizes)
            winds = [rng.sample(range(wind * tables, (wind + 1) * tables), tables) for wind in range(WINDS)]
            games.append([list(table) for table in zip(*winds, strict=True)])
            continue
        rng.shuffle(playing)
        unseated = iter(playing)
        games.append([[next(unseated) for _ in range(size)] for size in problem.sizes])
    return games


def _construction(problem: RotationProblem, rng: Generator) -> list[Tables]:
    """A construction for as many tables of four, its games in random order; empty: none is known."""
    if len(problem.sizes) < FULL or problem.games < 2 or max(problem.sizes) > WINDS + 1:
        return []
    construction = meeting_free_games(len(problem.sizes), problem.games)
    if not problem.keep_winds:
        if len(problem.sizes) % WINDS == 0:
            construction.append(_by_wind(len(problem.sizes)))
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

    `met[p][q]`: how often p and q meet, earlier meetings included; `table[g][p]`: the table of p in game g.
    """

    def __init__(self, problem: RotationProblem, games: list[Tables], met: Met) -> None:
        self.problem = problem
        self.games = games
        self.met = [list(row) for row in met]
        self.table = [
            {position: number for number, row in enumerate(tables) for position in row} for tables in games
        ]
        for tables in games:
            for row in tables:
                for place, player in enumerate(row):
                    for mate in row[:place]:
                        self.met[player][mate] += 1
                        self.met[mate][player] += 1

    @property
    def pairs(self) -> int:
        """The number of pairs that meet."""
        return sum(count > 0 for row in self.met for count in row) // 2

    def run(self, bound: int, rng: Generator) -> list[Tables]:
        """The best plan met before the evaluations are spent or the bound is reached."""
        best, most = self._copy(), self.pairs
        pairs, evaluations, step = most, EVALUATIONS, 0
        tabu_until: dict[tuple[int, int], int] = {}
        while most < bound and evaluations > 0:
            step += 1
            chosen = self._conflicted_player(rng)
            if chosen is None:
                break
            game, player = chosen
            gains: list[tuple[int, int]] = []
            for partner in self._swap_partners(game, player):
                evaluations -= 1
                gain = self._swap_gain(game, player, partner)
                tabu = max(tabu_until.get((game, player), 0), tabu_until.get((game, partner), 0)) > step
                if not tabu or pairs + gain > most:
                    gains.append((gain, partner))
            evaluations -= 1
            if not gains:
                continue
            top = max(gain for gain, _ in gains)
            partner = rng.choice([partner for gain, partner in gains if gain == top])
            self._swap(game, player, partner)
            pairs += top
            for moved in (player, partner):
                tabu_until[game, moved] = step + TABU_TENURE + rng.below(TABU_TENURE)
            if pairs > most:
                best, most = self._copy(), pairs
        return best

    def _copy(self) -> list[Tables]:
        return [[list(row) for row in tables] for tables in self.games]

    def _conflicted_player(self, rng: Generator) -> tuple[int, int] | None:
        """The game and position of a random player with a repeated meeting; None: there is none."""
        game = rng.below(len(self.games))
        for turn in range(len(self.games)):
            number = (game + turn) % len(self.games)
            conflicted = [
                player
                for row in self.games[number]
                for player in row
                if any(self.met[player][mate] > 1 for mate in row if mate != player)
            ]
            if conflicted:
                return number, rng.choice(conflicted)
        return None

    def _swap_partners(self, game: int, player: int) -> list[int]:
        tables, own = self.games[game], self.table[game][player]
        if self.problem.keep_winds:
            seat = tables[own].index(player)
            return [row[seat] for number, row in enumerate(tables) if number != own]
        return [partner for number, row in enumerate(tables) if number != own for partner in row]

    def _swap_gain(self, game: int, player: int, partner: int) -> int:
        """The increase in pairs that meet when these two are swapped."""
        tables, table = self.games[game], self.table[game]
        met_by_player, met_by_partner = self.met[player], self.met[partner]
        gain = 0
        for mate in tables[table[player]]:
            if mate != player:
                gain += (met_by_partner[mate] == 0) - (met_by_player[mate] == 1)
        for mate in tables[table[partner]]:
            if mate != partner:
                gain += (met_by_player[mate] == 0) - (met_by_partner[mate] == 1)
        return gain

    def _swap(self, game: int, first: int, second: int) -> None:
        table = self.table[game]
        first_table, second_table = self.games[game][table[first]], self.games[game][table[second]]
        for leaver, newcomer, row in ((first, second, first_table), (second, first, second_table)):
            for mate in row:
                if mate != leaver:
                    for moved, change in ((leaver, -1), (newcomer, 1)):
                        self.met[moved][mate] += change
                        self.met[mate][moved] += change
        first_table[first_table.index(first)], second_table[second_table.index(second)] = second, first
        table[first], table[second] = table[second], table[first]
