"""Plans in which nobody meets anybody twice, for tables of four with kept winds, by difference matrices.

Four sets of T players, one for each wind, are numbered by the elements of a group of order T. In game g table
t has the players t + c(g, w) of every wind w. Two players of different winds meet at most once when, for
any two winds, the differences of their columns of c are all different: the rows of c are part of a difference
matrix, and the plan is a partial transversal design (C. J. Colbourn and J. H. Dinitz, "Handbook of
Combinatorial Designs", 2nd edition 2007, chapters III.3 and VI.17).
For T without the factors 2 and 3 c(g, w) = g·w gives T games, and so does the same product in a finite field
for T = 4, 8, 16 …; for other T a search limited by steps finds as many games as it can.
"""

from collections.abc import Callable, Iterator
from math import gcd

WINDS = 4
GameTables = list[list[int]]
"""The tables of a game; the player of wind w and index i has the position w·T + i."""

_POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""For each order of a field of characteristic 2 an irreducible polynomial, given by its bits."""
STEPS = 150_000
"""The most rows that the search tries in each group."""

Row = tuple[int, ...]
Sum = Callable[[int, int], int]


def meeting_free_games(tables: int, games: int) -> list[GameTables]:
    """A plan of up to `games` games in which no two players meet twice; `tables` is 4 or more.

    It has fewer games where neither a construction nor the search gives as many.
    """
    wanted = min(games, tables)
    if tables in _POLYNOMIALS:
        rows = [tuple(_product(game, wind, tables) for wind in range(WINDS)) for game in range(wanted)]
        return [_game_of_row(row, tables, lambda left, right: left ^ right) for row in rows]
    if gcd(tables, 6) == 1:
        rows = [tuple(game * wind % tables for wind in range(WINDS)) for game in range(wanted)]
        return [_game_of_row(row, tables, lambda left, right: (left + right) % tables) for row in rows]
    best: list[Row] = []
    order = 1
    for split in _group_splits(tables):
        rows_found = _matrix(tables, wanted, split)
        if len(rows_found) > len(best):
            best, order = rows_found, split
        if len(best) == wanted:
            break
    return [_game_of_row(row, tables, lambda left, right: _plus(left, right, tables, order)) for row in best]


def _game_of_row(row: Row, tables: int, add: Sum) -> GameTables:
    return [[wind * tables + add(table, shift) for wind, shift in enumerate(row)] for table in range(tables)]


def _product(left: int, right: int, order: int) -> int:
    """The product in the field of that order (a power of 2)."""
    polynomial, product = _POLYNOMIALS[order], 0
    while right:
        if right & 1:
            product ^= left
        left <<= 1
        if left >= order:
            left ^= polynomial
        right >>= 1
    return product


def _group_splits(tables: int) -> Iterator[int]:
    """The groups to search in: the cyclic one (1), and products of two cyclic ones, by the order of the
    second.
    """
    yield 1
    for first in (2, 3):
        if tables % (first * first) == 0:
            yield first


def _minus(left: int, right: int, tables: int, split: int) -> int:
    return _reduce(left // split - right // split, left % split - right % split, tables, split)


def _plus(left: int, right: int, tables: int, split: int) -> int:
    return _reduce(left // split + right // split, left % split + right % split, tables, split)


def _reduce(major: int, minor: int, tables: int, split: int) -> int:
    return major % (tables // split) * split + minor % split


def _matrix(order: int, rows: int, split: int) -> list[Row]:
    """Rows whose first column is 0 and in which the differences of any two columns are all different."""
    chosen: list[Row] = [(0,) * WINDS]
    pairs = [(first, second_column) for first in range(WINDS) for second_column in range(first)]
    used = {pair: {0} for pair in pairs}
    best = list(chosen)
    steps = STEPS

    def minus(first: int, second_column: int) -> int:
        return _minus(first, second_column, order, split)

    def differences(row: Row) -> list[tuple[set[int], int]]:
        return [(used[pair], minus(row[pair[0]], row[pair[1]])) for pair in pairs]

    def candidates(least: int) -> Iterator[Row]:
        nonlocal steps
        for first in range(least, order):
            for second in range(1, order):
                if second in used[2, 0] or minus(second, first) in used[2, 1]:
                    continue
                for third in range(1, order):
                    steps -= 1
                    row = (0, first, second, third)
                    if all(
                        difference not in used_differences
                        for used_differences, difference in differences(row)
                    ):
                        yield row

    stack = [candidates(1)]
    while stack and len(best) < rows and steps > 0:
        row = next(stack[-1], None)
        if row is None:
            stack.pop()
            if len(chosen) > 1:
                for used_differences, difference in differences(chosen.pop()):
                    used_differences.discard(difference)
            continue
        chosen.append(row)
        for used_differences, difference in differences(row):
            used_differences.add(difference)
        if len(chosen) > len(best):
            best = list(chosen)
        stack.append(candidates(row[1] + 1))
    return best
