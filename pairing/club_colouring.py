"""Order numbers that keep clubs apart: a graph colouring with as few conflicts as can be.

The numbers are the vertices, the games to keep free of clubs are the edges, and every club is a colour with
so many vertices; an edge within one colour is a conflict. A min-conflicts local search (S. Minton et al.,
"Minimizing conflicts", Artificial Intelligence 58, 1992) from several starts stops at a proven lower bound:
for each club alone, the fewest edges any so many numbers have among them. For the last three rounds of a
Berger table the bound is always reached: tested for every partial to divide up to 26 players into clubs, and
by sample up to 200. Limited by steps, never by time.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pairing.random_generator import Generator

Graph = Mapping[int, frozenset[int]]
"""For each number the numbers it meets in one of the games."""
Colours = dict[int, int]
"""Number to club, clubs counted from 0; FREE is nobody's."""

FREE = -1
STEPS_EACH = 6
"""Steps of a local search for each number."""


def conflicts(graph: Graph, colours: Mapping[int, int]) -> int:
    """How many edges have both ends in one club."""
    ends = sum(
        colour != FREE and colours[other] == colour
        for number, colour in colours.items()
        for other in graph[number]
    )
    return ends // 2


def min_conflicts_colouring(
    graph: Graph, line: Sequence[int], sizes: Sequence[int], rng: Generator
) -> Colours:
    """Gives every club so many numbers (`sizes`, largest first) with as few conflicts as the search finds.

    `line`: all numbers, neighbours in the graph near each other, which keeps the work for the bound small.
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
    """Where the local search starts from: random, clubs side by side, and the largest club at its best."""
    if not sizes:
        return [dict.fromkeys(line, FREE)]
    blocks = [colour for colour, size in enumerate(sizes) for _ in range(size)]
    blocks += [FREE] * (len(line) - len(blocks))
    mixed = [dict(zip(line, rng.sample(blocks, len(blocks)), strict=True)) for _ in range(2)]
    sides = [*line[1::2], *reversed(line[0::2])]
    mixed += [dict(zip(sides[turn:] + sides[:turn], blocks, strict=True)) for turn in (0, len(sides) // 2)]
    largest = sparsest_subset(graph, line, sizes[0])
    rest = blocks[sizes[0] :]
    for _ in range(2):
        rng.shuffle(rest)
        left = iter(rest)
        mixed.append({number: 0 if number in largest else next(left) for number in line})
    return mixed


def _min_conflicts(graph: Graph, start: Colours, bound: int, rng: Generator) -> Colours:
    """Swaps a number in conflict with the one that helps most, as long as the steps last; the best met."""
    colours = dict(start)
    numbers = list(colours)
    best, fewest = dict(colours), conflicts(graph, colours)
    for _ in range(STEPS_EACH * len(numbers)):
        conflicted = [number for number in numbers if _conflicts_of(graph, colours, number, colours[number])]
        if fewest <= bound or not conflicted:
            break
        number = rng.choice(conflicted)
        gains: dict[int, list[int]] = {}
        for other in numbers:
            if colours[other] != colours[number]:
                gains.setdefault(_swap_change(graph, colours, number, other), []).append(other)
        if not gains:
            break
        other = rng.choice(gains[min(gains)])
        colours[number], colours[other] = colours[other], colours[number]
        count = conflicts(graph, colours)
        if count < fewest:
            best, fewest = dict(colours), count
    return best


def _conflicts_of(graph: Graph, colours: Colours, number: int, colour: int) -> int:
    """With how many neighbours the number is in conflict, or would be, in that club."""
    return 0 if colour == FREE else sum(colours[other] == colour for other in graph[number])


def _swap_change(graph: Graph, colours: Colours, first: int, second: int) -> int:
    """By how much the conflicts grow when these two numbers are swapped."""
    before = _conflicts_of(graph, colours, first, colours[first]) + _conflicts_of(
        graph, colours, second, colours[second]
    )
    after = _conflicts_of(graph, colours, first, colours[second]) + _conflicts_of(
        graph, colours, second, colours[first]
    )
    if second in graph[first]:
        # Each still sees the club that the other is about to leave.
        after -= (colours[first] != FREE) + (colours[second] != FREE)
    return after - before


def fewest_edges_among(graph: Graph, line: Sequence[int], size: int) -> int:
    """The fewest edges among any so many numbers: a lower bound for a club of that size."""
    chosen = sparsest_subset(graph, line, size)
    return sum(other in chosen for number in chosen for other in graph[number]) // 2


def sparsest_subset(graph: Graph, line: Sequence[int], size: int) -> frozenset[int]:
    """So many numbers with the fewest edges among them: greedily where an independent set is found so, else
    by dynamic programming.
    """
    independent: set[int] = set()
    for number in line:
        if graph[number].isdisjoint(independent) and len(independent) < size:
            independent.add(number)
    if len(independent) == size:
        return frozenset(independent)
    return _sparsest_by_dynamic_programming(graph, line, size)


State = tuple[frozenset[int], int]
"""The chosen numbers that still have a neighbour ahead, and how many are chosen in all."""
PartialChoice = tuple[int, tuple[int, Any] | None]
"""The edges so far, and the chosen numbers as a chain."""


def _sparsest_by_dynamic_programming(graph: Graph, line: Sequence[int], size: int) -> frozenset[int]:
    """Goes along the line; of all choices with the same open ends and the same count the cheapest is kept.

    Time: exponential only in the number of chosen vertices with neighbours on both sides of a place in the
    line, which is small where neighbours are near each other.
    """
    place = {number: index for index, number in enumerate(line)}
    last = {number: max((place[other] for other in graph[number]), default=0) for number in line}
    states: dict[State, PartialChoice] = {(frozenset(), 0): (0, None)}
    for index, number in enumerate(line):
        following: dict[State, PartialChoice] = {}
        for (open_ends, count), (edges, chain) in states.items():
            kept = frozenset(other for other in open_ends if last[other] > index)
            partials = [((kept, count), (edges, chain))]
            if count < size:
                ahead = kept | {number} if last[number] > index else kept
                more = sum(other in open_ends for other in graph[number])
                partials.append(((ahead, count + 1), (edges + more, (number, chain))))
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
