"""Who holds which wind, so that everybody holds each as often as the others
(rules/rotation.md#winds).

Where all tables have as many seats, players and tables are the two sides of a bipartite graph whose edges are
the places at tables, and the winds colour its edges. By König's theorem on edge colourings (D. König, "Über
Graphen und ihre Anwendung auf Determinantentheorie und Mengenlehre", Mathematische Annalen 77, 1916) as many
colours as a table has seats are enough for as many games: each player has a different wind in each. Elsewhere
a local search swaps seats at the tables as long as that makes the winds more even.
"""

from collections.abc import Sequence

from pairing.random_generator import Generator

Tables = list[list[int]]
MOST_PASSES = 40


def even_winds(games: Sequence[Tables], held: Sequence[Sequence[int]], rng: Generator) -> list[Tables]:
    """The same tables with the players in wind order.

    `held[p][w]`: how often the player at position p has held wind w in earlier games.
    """
    sizes = {len(row) for tables in games for row in tables}
    seated = [[list(row) for row in tables] for tables in games]
    if len(sizes) == 1:
        length = sizes.pop()
        for first in range(0, len(games), length):
            seated[first : first + length] = _edge_coloured(seated[first : first + length], length)
        if not any(any(row) for row in held):
            return seated
    return _swapped(seated, held, rng)


def _edge_coloured(games: Sequence[Tables], winds: int) -> list[Tables]:
    """No player twice at the same wind in these games (not more than there are winds): a colour for each
    edge, made free for it by recolouring an alternating path where need be. Time: edges times the longest
    path.
    """
    at_table: list[dict[int, int]] = []
    of_player: dict[int, dict[int, int]] = {}
    for row in (row for tables in games for row in tables):
        table = len(at_table)
        at_table.append({})
        for player in row:
            mine = of_player.setdefault(player, {})
            free_here = next(wind for wind in range(winds) if wind not in at_table[table])
            free_mine = next(wind for wind in range(winds) if wind not in mine)
            if free_here in mine:
                _recolour_path(player, free_here, free_mine, at_table, of_player)
            at_table[table][free_here] = player
            mine[free_here] = table
    tables_in_order = iter(at_table)
    return [
        [[seats[wind] for wind in range(winds)] for seats in (next(tables_in_order) for _ in tables)]
        for tables in games
    ]


def _recolour_path(
    player: int, wind: int, free: int, at_table: list[dict[int, int]], of_player: dict[int, dict[int, int]]
) -> None:
    """Swaps two winds along the alternating path that begins at the player with `wind`, which is free for him
    afterwards.
    """
    path = []
    colour = wind
    while colour in of_player[player]:
        table = of_player[player][colour]
        path.append((player, table, colour))
        other = free if colour == wind else wind
        if other not in at_table[table]:
            break
        player = at_table[table][other]
        path.append((player, table, other))
    for at, table, colour in path:
        of_player[at].pop(colour, None)
        at_table[table].pop(colour, None)
    for at, table, colour in path:
        other = free if colour == wind else wind
        of_player[at][other] = table
        at_table[table][other] = at


def _swapped(games: list[Tables], held: Sequence[Sequence[int]], rng: Generator) -> list[Tables]:
    """Swaps two players of a table where that makes their winds more even, and half of the time where they
    stay as even.
    """
    count = [list(row) for row in held]
    for row in (row for tables in games for row in tables):
        for wind, player in enumerate(row):
            count[player][wind] += 1
    rows = [row for tables in games for row in tables]
    for _ in range(MOST_PASSES):
        changed = False
        for row in rows:
            for wind in range(len(row)):
                for other in range(wind):
                    first, second = row[wind], row[other]
                    gain = (
                        count[first][wind]
                        - count[first][other]
                        - 1
                        + count[second][other]
                        - count[second][wind]
                        - 1
                    )
                    if gain > 0 or (gain == 0 and rng.below(2)):
                        for player, old, new in ((first, wind, other), (second, other, wind)):
                            count[player][old] -= 1
                            count[player][new] += 1
                        row[wind], row[other] = second, first
                        changed = changed or gain > 0
        if not changed:
            break
    return games
