"""The tables of Berger, as a formula (rules/round-robin.md#table).

It gives exactly the tables that FIDE publishes for 3 to 24 players, with the order of boards, and extends
them to any size.
"""

from collections.abc import Iterator


def field_of(players: int) -> int:
    """The size of the table; with an odd number of players nobody has its last number."""
    return players + players % 2


def berger(field: int, table_round: int) -> Iterator[tuple[int, int]]:
    """The pairs (White, Black) of one round of the table for an even field, in the order of the boards.

    The last number meets k; of the others, arranged in a circle, k + d meets k - d for d = 1, 2, ….
    """
    circle = field - 1
    odd = table_round % 2
    k = (table_round + 1) // 2 if odd else (field + table_round) // 2
    yield (k, field) if odd else (field, k)
    for d in range(1, field // 2):
        low, high = sorted(((k + d - 1) % circle + 1, (k - d - 1) % circle + 1))
        yield (low, high) if (low + high) % 2 else (high, low)
