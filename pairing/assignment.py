"""The linear assignment problem, by the Hungarian method with shortest augmenting paths.

Sources: H. W. Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2,
1955; in the form with dual variables and a shortest augmenting path for each row, R. Jonker and A. Volgenant,
"A shortest augmenting path algorithm for dense and sparse linear assignment problems", Computing 38, 1987.
"""

from collections.abc import Sequence


def assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row a column of its own, so that the sum of the costs is the least possible.

    `costs`: a square matrix of whole numbers. Time: the cube of its size.

    >>> assignment([[4, 1], [2, 3]])
    [1, 0]
    """
    return _solved(costs)[0]


def prices(costs: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The dual prices of rows and columns: two of them never exceed their cost, and all make the least sum.

    >>> rows, columns = prices([[4, 1], [2, 3]])
    >>> sum(rows) + sum(columns)
    3
    """
    _columns, row_prices, column_prices = _solved(costs)
    return row_prices, column_prices


def _solved(costs: Sequence[Sequence[int]]) -> tuple[list[int], list[int], list[int]]:
    """The column of each row, and the dual prices of rows and columns."""
    size = len(costs)
    row_dual, column_dual = [0] * (size + 1), [0] * (size + 1)
    match = [0] * (size + 1)
    for row in range(1, size + 1):
        match[0], column = row, 0
        distance: list[int | None] = [None] * (size + 1)
        previous, scanned = [0] * (size + 1), [False] * (size + 1)
        while match[column]:
            scanned[column] = True
            current_row, delta, nearest = match[column], None, 0
            for candidate in range(1, size + 1):
                if scanned[candidate]:
                    continue
                reduced_cost = (
                    costs[current_row - 1][candidate - 1] - row_dual[current_row] - column_dual[candidate]
                )
                known = distance[candidate]
                if known is None or reduced_cost < known:
                    distance[candidate], previous[candidate], known = reduced_cost, column, reduced_cost
                if delta is None or known < delta:
                    delta, nearest = known, candidate
            step = delta or 0
            for candidate in range(size + 1):
                if scanned[candidate]:
                    row_dual[match[candidate]] += step
                    column_dual[candidate] -= step
                elif (known := distance[candidate]) is not None:
                    distance[candidate] = known - step
            column = nearest
        while column:
            match[column], column = match[previous[column]], previous[column]
    columns = [0] * size
    for column in range(1, size + 1):
        columns[match[column] - 1] = column - 1
    return columns, row_dual[1:], column_dual[1:]
