"""Assigning winds so that every player holds each as often as the others (rules/rotation.md#winds).

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
    """The tables with the players in wind order.

    `held[p][w]`: how often the player at position p has held wind w in earlier games.
    """
    sizes = {len(row) for tables in games for row in tables}
    seated = [[list(row) for row in tables] for tables in games]
    if len(sizes) == 1:
        winds = sizes.pop()
        for first in range(0, len(games), winds):
            seated[first : first + winds] = _edge_coloured(seated[first : first + winds], winds)
        if not any(any(row) for row in held):
            return seated
    return _even_by_swaps(seated, held, rng)


def _edge_coloured(games: Sequence[Tables], winds: int) -> list[Tables]:
    """The games, not more than there are winds, with no player twice at the same wind.

    Each edge gets a colour, which is freed by recolouring an alternating path where necessary. Time: the
    number of edges times the longest path.
    """
    at_table: list[dict[int, int]] = []
    of_player: dict[int, dict[int, int]] = {}
    for row in (row for tables in games for row in tables):
        table = len(at_table)
        at_table.append({})
        for player in row:
            winds_of_player = of_player.setdefault(player, {})
            free_at_table = next(wind for wind in range(winds) if wind not in at_table[table])
            free_for_player = next(wind for wind in range(winds) if wind not in winds_of_player)
            if free_at_table in winds_of_player:
                _recolour_path(player, free_at_table, free_for_player, at_table, of_player)
            at_table[table][free_at_table] = player
            winds_of_player[free_at_table] = table
    tables_in_order = iter(at_table)
    return [
        [[seats[wind] for wind in range(winds)] for seats in (next(tables_in_order) for _ in tables)]
        for tables in games
    ]


def _recolour_path(
    player: int, wind: int, free: int, at_table: list[dict[int, int]], of_player: dict[int, dict[int, int]]
) -> None:
    """Swaps the colours `wind` and `free` along the alternating path from the player, which frees `wind` for
    him.
    """
    path = []
    colour = wind
    while colour in of_player[player]:
        table = of_player[player][colour]
        path.append((player, table, colour))
        swapped_wind = free if colour == wind else wind
        if swapped_wind not in at_table[table]:
            break
        player = at_table[table][swapped_wind]
        path.append((player, table, swapped_wind))
    for path_player, table, colour in path:
        of_player[path_player].pop(colour, None)
        at_table[table].pop(colour, None)
    for path_player, table, colour in path:
        swapped_wind = free if colour == wind else wind
        of_player[path_player][swapped_wind] = table
        at_table[table][swapped_wind] = path_player


def _even_by_swaps(games: list[Tables], held: Sequence[Sequence[int]], rng: Generator) -> list[Tables]:
    """Swaps two players of a table where that makes their winds more even, and at random where it changes
    nothing.
    """
    count = [list(row) for row in held]
    for row in (row for tables in games for row in tables):
        for wind, player in enumerate(row):
            count[player][wind] += 1
    rows = [row for tables in games for row in tables]
    for _ in range(MOST_PASSES):
        changed = False
        for row in rows:
            for first_wind in range(len(row)):
                for second_wind in range(first_wind):
                    first, second = row[first_wind], row[second_wind]
                    gain = (
                        count[first][first_wind]
                        - count[first][second_wind]
                        - 1
                        + count[second][second_wind]
                        - count[second][first_wind]
                        - 1
                    )
                    if gain > 0 or (gain == 0 and rng.below(2)):
                        for player, old, new in (
                            (first, first_wind, second_wind),
                            (second, second_wind, first_wind),
                        ):
                            count[player][old] -= 1
                            count[player][new] += 1
                        row[first_wind], row[second_wind] = second, first
                        changed = changed or gain > 0
        if not changed:
            break
    return games
