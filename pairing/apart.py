"""Numbers that keep clubs apart: the fewest games within a club among those of a given graph.

The numbers are the vertices, the games to keep free of clubs are the edges, and every club is a colour with
so many vertices. A local search from several starts stops at a proven lower bound: for each club alone, the
fewest edges any so many numbers have among them. For the last three rounds of a Berger table the bound is
always reached: tested for every way to divide up to 26 players into clubs, and by sample up to 200. Limited
by steps, never by time.
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


def clashes(graph: Graph, colours: Mapping[int, int]) -> int:
    """How many edges have both ends in one club."""
    ends = sum(
        colour != FREE and colours[other] == colour
        for number, colour in colours.items()
        for other in graph[number]
    )
    return ends // 2


def keep_apart(graph: Graph, line: Sequence[int], sizes: Sequence[int], rng: Generator) -> Colours:
    """Gives every club so many numbers (`sizes`, largest first) with as few clashes as the search finds.

    `line`: all numbers, neighbours in the graph near each other, which keeps the work for the bound small.
    """
    bound = sum(fewest_within(graph, line, size) for size in sizes)
    best: Colours | None = None
    fewest = -1
    for start in _starts(graph, line, sizes, rng):
        found = _descend(graph, start, bound, rng)
        count = clashes(graph, found)
        if best is None or count < fewest:
            best, fewest = found, count
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
    largest = best_set(graph, line, sizes[0])
    rest = blocks[sizes[0] :]
    for _ in range(2):
        rng.shuffle(rest)
        left = iter(rest)
        mixed.append({number: 0 if number in largest else next(left) for number in line})
    return mixed


def _descend(graph: Graph, start: Colours, bound: int, rng: Generator) -> Colours:
    """Swaps a clashing number with the one that helps most, as long as the steps last; returns the best
    met.
    """
    colours = dict(start)
    numbers = list(colours)
    best, fewest = dict(colours), clashes(graph, colours)
    for _ in range(STEPS_EACH * len(numbers)):
        hurt = [number for number in numbers if _within(graph, colours, number, colours[number])]
        if fewest <= bound or not hurt:
            break
        number = rng.choice(hurt)
        gains: dict[int, list[int]] = {}
        for other in numbers:
            if colours[other] != colours[number]:
                gains.setdefault(_change(graph, colours, number, other), []).append(other)
        if not gains:
            break
        other = rng.choice(gains[min(gains)])
        colours[number], colours[other] = colours[other], colours[number]
        count = clashes(graph, colours)
        if count < fewest:
            best, fewest = dict(colours), count
    return best


def _within(graph: Graph, colours: Colours, number: int, colour: int) -> int:
    """With how many neighbours the number clashes, or would, in that club."""
    return 0 if colour == FREE else sum(colours[other] == colour for other in graph[number])


def _change(graph: Graph, colours: Colours, one: int, two: int) -> int:
    """By how much the clashes grow when these two numbers change places."""
    before = _within(graph, colours, one, colours[one]) + _within(graph, colours, two, colours[two])
    after = _within(graph, colours, one, colours[two]) + _within(graph, colours, two, colours[one])
    if two in graph[one]:
        # Each still sees the club that the other is about to leave.
        after -= (colours[one] != FREE) + (colours[two] != FREE)
    return after - before


def fewest_within(graph: Graph, line: Sequence[int], size: int) -> int:
    """The fewest edges among any so many numbers: a lower bound for a club of that size."""
    chosen = best_set(graph, line, size)
    return sum(other in chosen for number in chosen for other in graph[number]) // 2


def best_set(graph: Graph, line: Sequence[int], size: int) -> frozenset[int]:
    """So many numbers with the fewest edges among them: by hand where none are needed, else number by
    number.
    """
    apart: set[int] = set()
    for number in line:
        if graph[number].isdisjoint(apart) and len(apart) < size:
            apart.add(number)
    if len(apart) == size:
        return frozenset(apart)
    return _best_along(graph, line, size)


State = tuple[frozenset[int], int]
"""The chosen numbers that still have a neighbour ahead, and how many are chosen in all."""
Way = tuple[int, tuple[int, Any] | None]
"""The edges so far, and the chosen numbers as a chain."""


def _best_along(graph: Graph, line: Sequence[int], size: int) -> frozenset[int]:
    """Goes along the line and keeps, for every choice still of consequence, the cheapest way to it."""
    place = {number: index for index, number in enumerate(line)}
    last = {number: max((place[other] for other in graph[number]), default=0) for number in line}
    states: dict[State, Way] = {(frozenset(), 0): (0, None)}
    for index, number in enumerate(line):
        following: dict[State, Way] = {}
        for (open_ends, count), (edges, chain) in states.items():
            kept = frozenset(other for other in open_ends if last[other] > index)
            ways = [((kept, count), (edges, chain))]
            if count < size:
                ahead = kept | {number} if last[number] > index else kept
                more = sum(other in open_ends for other in graph[number])
                ways.append(((ahead, count + 1), (edges + more, (number, chain))))
            for state, way in ways:
                if size - state[1] < len(line) - index and (
                    state not in following or way[0] < following[state][0]
                ):
                    following[state] = way
        states = following
    chain = min((way for (_, count), way in states.items() if count == size), key=lambda way: way[0])[1]
    chosen = set()
    while chain is not None:
        number, chain = chain
        chosen.add(number)
    return frozenset(chosen)
