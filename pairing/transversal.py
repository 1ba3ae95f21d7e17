"""Plans in which nobody meets anybody twice, for tables of four with kept winds.

Four groups of T players, one for each wind, are numbered by the elements of a group of order T. In game g
table t takes the players t + c(g, w) of every wind w. Two players of different winds meet at most once when,
for any two winds, the differences of their columns of c are all different: c is part of a difference matrix.
For T without the factors 2 and 3 c(g, w) = g·w does it for T games, and the same in a field for T = 4, 8, 16
…; for other T a search limited by steps finds as many games as it can.
"""

from collections.abc import Callable, Iterator
from math import gcd

WINDS = 4
Game = list[list[int]]
"""The tables of a game; the player of wind w and index i has the position w·T + i."""

_POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""For each order of a field of characteristic 2 a polynomial without factors."""
STEPS = 150_000
"""Rows looked at by the search in each group."""

Row = tuple[int, ...]
Sum = Callable[[int, int], int]


def transversal(tables: int, games: int) -> list[Game]:
    """A plan for at most so many games, no two players meeting twice; `tables` is 4 or more.

    As many games as asked for where a construction or the search gives them, else fewer.
    """
    wanted = min(games, tables)
    if tables in _POLYNOMIALS:
        rows = [tuple(_product(game, wind, tables) for wind in range(WINDS)) for game in range(wanted)]
        return [_game(row, tables, lambda one, other: one ^ other) for row in rows]
    if gcd(tables, 6) == 1:
        rows = [tuple(game * wind % tables for wind in range(WINDS)) for game in range(wanted)]
        return [_game(row, tables, lambda one, other: (one + other) % tables) for row in rows]
    best: list[Row] = []
    order = 1
    for split in _splits(tables):
        found = _matrix(tables, wanted, split)
        if len(found) > len(best):
            best, order = found, split
        if len(best) == wanted:
            break
    return [_game(row, tables, lambda one, other: _plus(one, other, tables, order)) for row in best]


def _game(row: Row, tables: int, plus: Sum) -> Game:
    return [[wind * tables + plus(table, shift) for wind, shift in enumerate(row)] for table in range(tables)]


def _product(one: int, other: int, order: int) -> int:
    """The product in the field of that order (a power of 2)."""
    polynomial, product = _POLYNOMIALS[order], 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one >= order:
            one ^= polynomial
        other >>= 1
    return product


def _splits(tables: int) -> Iterator[int]:
    """The groups to search in: cyclic, and a pair of cyclic ones, the first of that order."""
    yield 1
    for first in (2, 3):
        if tables % (first * first) == 0:
            yield first


def _minus(one: int, other: int, tables: int, split: int) -> int:
    return _combined(one // split - other // split, one % split - other % split, tables, split)


def _plus(one: int, other: int, tables: int, split: int) -> int:
    return _combined(one // split + other // split, one % split + other % split, tables, split)


def _combined(major: int, minor: int, tables: int, split: int) -> int:
    return major % (tables // split) * split + minor % split


def _matrix(order: int, rows: int, split: int) -> list[Row]:
    """Rows with a first column of zeros and all differences of two columns different; as many as found."""
    chosen: list[Row] = [(0,) * WINDS]
    pairs = [(one, other) for one in range(WINDS) for other in range(one)]
    used = {pair: {0} for pair in pairs}
    best = list(chosen)
    steps = STEPS

    def minus(one: int, other: int) -> int:
        return _minus(one, other, order, split)

    def differences(row: Row) -> list[tuple[set[int], int]]:
        return [(used[pair], minus(row[pair[0]], row[pair[1]])) for pair in pairs]

    def candidates(least: int) -> Iterator[Row]:
        nonlocal steps
        for one in range(least, order):
            for two in range(1, order):
                if two in used[2, 0] or minus(two, one) in used[2, 1]:
                    continue
                for three in range(1, order):
                    steps -= 1
                    row = (0, one, two, three)
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
