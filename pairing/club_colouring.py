"""Order numbers that keep clubs apart: a graph colouring with the fewest conflicts.

The numbers are the vertices, the games to keep free of clubs are the edges, and every club is a colour with
as many vertices as it has players; an edge within one colour is a conflict. A min-conflicts local search (S.
Minton et al., "Minimizing conflicts", Artificial Intelligence 58, 1992) from several starts stops at a proven
lower bound: for each club alone, the fewest edges within any set of as many numbers. For the last three
rounds of a Berger table the bound is always reached: tested for every partial to divide up to 26 players into
clubs, and by sample up to 200. Limited by steps, never by time.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pairing.random_generator import Generator

Graph = Mapping[int, frozenset[int]]
"""For each number the numbers it meets in one of the games."""
Colours = dict[int, int]
"""The club of each number, clubs counted from 0; FREE: no club."""

FREE = -1
STEPS_EACH = 6
"""Steps of a local search, for each number."""


def conflicts(graph: Graph, colours: Mapping[int, int]) -> int:
    """The number of edges with both ends in one club."""
    conflicting_ends = sum(
        colour != FREE and colours[neighbour] == colour
        for number, colour in colours.items()
        for neighbour in graph[number]
    )
    return conflicting_ends // 2


def min_conflicts_colouring(
    graph: Graph, line: Sequence[int], sizes: Sequence[int], rng: Generator
) -> Colours:
    """A colouring with `sizes[c]` numbers for club c (largest first) and the fewest conflicts found.

    `line`: all numbers, with neighbours in the graph near each other, which makes the bound quick to compute.
    """
    bound = sum(fewest_edges_among(graph, line, size) for size in sizes)
    best: Colours | None = None
    fewest = -1
    for start in _starts(graph, line, sizes, rng):
        colours = _min_conflicts(graph, start, bound, rng)
        count = conflicts(graph, colours)
        if best is None or count < fewest:
            best, fewest = colours, count
        if fewest == bound:
            break
    return best or {}


def _starts(graph: Graph, line: Sequence[int], sizes: Sequence[int], rng: Generator) -> list[Colours]:
    """The starts of the local search: at random, clubs in blocks, the largest club on a sparsest set."""
    if not sizes:
        return [dict.fromkeys(line, FREE)]
    blocks = [colour for colour, size in enumerate(sizes) for _ in range(size)]
    blocks += [FREE] * (len(line) - len(blocks))
    starts = [dict(zip(line, rng.sample(blocks, len(blocks)), strict=True)) for _ in range(2)]
    line_in_halves = [*line[1::2], *reversed(line[0::2])]
    starts += [
        dict(zip(line_in_halves[turn:] + line_in_halves[:turn], blocks, strict=True))
        for turn in (0, len(line_in_halves) // 2)
    ]
    largest = sparsest_subset(graph, line, sizes[0])
    rest = blocks[sizes[0] :]
    for _ in range(2):
        rng.shuffle(rest)
        remaining = iter(rest)
        starts.append({number: 0 if number in largest else next(remaining) for number in line})
    return starts


def _min_conflicts(graph: Graph, start: Colours, bound: int, rng: Generator) -> Colours:
    """The best colouring met by swapping a number in conflict with the best other, for a limited number of
    steps.
    """
    colours = dict(start)
    numbers = list(colours)
    best, fewest = dict(colours), conflicts(graph, colours)
    for _ in range(STEPS_EACH * len(numbers)):
        conflicted = [number for number in numbers if _conflicts_of(graph, colours, number, colours[number])]
        if fewest <= bound or not conflicted:
            break
        number = rng.choice(conflicted)
        partners_by_change: dict[int, list[int]] = {}
        for partner in numbers:
            if colours[partner] != colours[number]:
                partners_by_change.setdefault(_swap_change(graph, colours, number, partner), []).append(
                    partner
                )
        if not partners_by_change:
            break
        partner = rng.choice(partners_by_change[min(partners_by_change)])
        colours[number], colours[partner] = colours[partner], colours[number]
        count = conflicts(graph, colours)
        if count < fewest:
            best, fewest = dict(colours), count
    return best


def _conflicts_of(graph: Graph, colours: Colours, number: int, colour: int) -> int:
    """The number of neighbours with which the number is, or would be, in conflict in that club."""
    return 0 if colour == FREE else sum(colours[neighbour] == colour for neighbour in graph[number])


def _swap_change(graph: Graph, colours: Colours, first: int, second: int) -> int:
    """The increase in conflicts when these two numbers are swapped."""
    before = _conflicts_of(graph, colours, first, colours[first]) + _conflicts_of(
        graph, colours, second, colours[second]
    )
    after = _conflicts_of(graph, colours, first, colours[second]) + _conflicts_of(
        graph, colours, second, colours[first]
    )
    if second in graph[first]:
        # Each was counted as conflicting with the club that the other leaves.
        after -= (colours[first] != FREE) + (colours[second] != FREE)
    return after - before


def fewest_edges_among(graph: Graph, line: Sequence[int], size: int) -> int:
    """The fewest edges within any set of `size` numbers: a lower bound for a club of that size."""
    chosen = sparsest_subset(graph, line, size)
    return sum(neighbour in chosen for number in chosen for neighbour in graph[number]) // 2


def sparsest_subset(graph: Graph, line: Sequence[int], size: int) -> frozenset[int]:
    """A set of `size` numbers with the fewest edges within it: an independent set where the greedy search
    finds one, else by dynamic programming.
    """
    independent: set[int] = set()
    for number in line:
        if graph[number].isdisjoint(independent) and len(independent) < size:
            independent.add(number)
    if len(independent) == size:
        return frozenset(independent)
    return _sparsest_by_dynamic_programming(graph, line, size)


State = tuple[frozenset[int], int]
"""The chosen numbers with a neighbour further on in the line, and how many numbers are chosen in all."""
PartialChoice = tuple[int, tuple[int, Any] | None]
"""The edges within the chosen numbers, and these as a linked list."""


def _sparsest_by_dynamic_programming(graph: Graph, line: Sequence[int], size: int) -> frozenset[int]:
    """A sparsest subset, by one pass along the line that keeps the best choice for each `State`.

    Time: exponential only in the number of chosen vertices with neighbours on both sides of a place in the
    line, which is small where neighbours are near each other.
    """
    place = {number: index for index, number in enumerate(line)}
    last = {number: max((place[neighbour] for neighbour in graph[number]), default=0) for number in line}
    states: dict[State, PartialChoice] = {(frozenset(), 0): (0, None)}
    for index, number in enumerate(line):
        following: dict[State, PartialChoice] = {}
        for (open_ends, count), (edges, chain) in states.items():
            still_open = frozenset(neighbour for neighbour in open_ends if last[neighbour] > index)
            partials = [((still_open, count), (edges, chain))]
            if count < size:
                ahead = still_open | {number} if last[number] > index else still_open
                added_edges = sum(neighbour in open_ends for neighbour in graph[number])
                partials.append(((ahead, count + 1), (edges + added_edges, (number, chain))))
            for state, partial in partials:
                if size - state[1] < len(line) - index and (
                    state not in following or partial[0] < following[state][0]
                ):
                    following[state] = partial
        states = following
    chain = min(
        (partial for (_, count), partial in states.items() if count == size), key=lambda partial: partial[0]
    )[1]
    chosen = set()
    while chain is not None:
        number, chain = chain
        chosen.add(number)
    return frozenset(chosen)
