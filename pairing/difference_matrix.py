"""Plans in which nobody meets anybody twice, for tables of four with kept winds, by difference matrices.

Four sets of T players, one for each wind, are numbered by the elements of a group of order T. In game g table
t takes the players t + c(g, w) of every wind w. Two players of different winds meet at most once when, for
any two winds, the differences of their columns of c are all different: the rows of c are part of a difference
matrix, and the plan is a partial transversal design (C. J. Colbourn and J. H. Dinitz, "Handbook of
Combinatorial Designs", 2nd edition 2007, chapters III.3 and VI.17).
For T without the factors 2 and 3 c(g, w) = g·w does it for T games, and the same in a field for T = 4, 8, 16
…; for other T a search limited by steps finds as many games as it can.
"""

from collections.abc import Callable, Iterator
from math import gcd

WINDS = 4
GameTables = list[list[int]]
"""The tables of a game; the player of wind w and index i has the position w·T + i."""

_POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""For each order of a field of characteristic 2 an irreducible polynomial, as its bits."""
STEPS = 150_000
"""Rows looked at by the search in each group."""

Row = tuple[int, ...]
Sum = Callable[[int, int], int]


def meeting_free_games(tables: int, games: int) -> list[GameTables]:
    """A plan for at most so many games in which no two players meet twice; `tables` is 4 or more.

    As many games as asked for where a construction or the search gives them, else fewer.
    """
    wanted = min(games, tables)
    if tables in _POLYNOMIALS:
        rows = [tuple(_product(game, wind, tables) for wind in range(WINDS)) for game in range(wanted)]
        return [_game(row, tables, lambda left, right: left ^ right) for row in rows]
    if gcd(tables, 6) == 1:
        rows = [tuple(game * wind % tables for wind in range(WINDS)) for game in range(wanted)]
        return [_game(row, tables, lambda left, right: (left + right) % tables) for row in rows]
    best: list[Row] = []
    order = 1
    for split in _splits(tables):
        rows_found = _matrix(tables, wanted, split)
        if len(rows_found) > len(best):
            best, order = rows_found, split
        if len(best) == wanted:
            break
    return [_game(row, tables, lambda left, right: _plus(left, right, tables, order)) for row in best]


def _game(row: Row, tables: int, plus: Sum) -> GameTables:
    return [[wind * tables + plus(table, shift) for wind, shift in enumerate(row)] for table in range(tables)]


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


def _splits(tables: int) -> Iterator[int]:
    """The groups to search in: cyclic, and a pair of cyclic ones, the first of that order."""
    yield 1
    for first in (2, 3):
        if tables % (first * first) == 0:
            yield first


def _minus(left: int, right: int, tables: int, split: int) -> int:
    return _combined(left // split - right // split, left % split - right % split, tables, split)


def _plus(left: int, right: int, tables: int, split: int) -> int:
    return _combined(left // split + right // split, left % split + right % split, tables, split)


def _combined(major: int, minor: int, tables: int, split: int) -> int:
    return major % (tables // split) * split + minor % split


def _matrix(order: int, rows: int, split: int) -> list[Row]:
    """Rows with a first column of zeros and all differences of two columns different; as many as found."""
    chosen: list[Row] = [(0,) * WINDS]
    pairs = [(first, other) for first in range(WINDS) for other in range(first)]
    used = {pair: {0} for pair in pairs}
    best = list(chosen)
    steps = STEPS

    def minus(first: int, other: int) -> int:
        return _minus(first, other, order, split)

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
                    if all(difference not in taken for taken, difference in differences(row)):
                        yield row

    stack = [candidates(1)]
    while stack and len(best) < rows and steps > 0:
        row = next(stack[-1], None)
        if row is None:
            stack.pop()
            if len(chosen) > 1:
                for taken, difference in differences(chosen.pop()):
                    taken.discard(difference)
            continue
        chosen.append(row)
        for taken, difference in differences(row):
            taken.add(difference)
        if len(chosen) > len(best):
            best = list(chosen)
        stack.append(candidates(row[1] + 1))
    return best
