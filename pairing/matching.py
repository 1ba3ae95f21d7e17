"""Can the rest still be paired? The maximum matching that every Swiss asks before it makes a pair.

The field is a graph: vertices are players, edges are pairs that may meet. Players are positions 0, 1, …; a
set of them is an integer whose bits are the positions. A perfect matching of those not yet paired is kept
from one decision to the next, and a new pair costs at most one search for an augmenting path, which shrinks
blossoms on its way (J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17, 1965) with
the labels of H. N. Gabow ("An efficient implementation of Edmonds' algorithm for maximum matching on graphs",
Journal of the ACM 23, 1976). Edges that a failed search shows to be in no perfect matching stay so for good,
as the field only shrinks, and are removed.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

NOBODY = -1
_ROOT = -2
_BUCKETS = 16


def positions(players: int) -> Iterator[int]:
    """The positions in a set, in increasing order."""
    while players:
        lowest = players & -players
        yield lowest.bit_length() - 1
        players ^= lowest


def first(players: int) -> int:
    """The lowest position in a set that is not empty."""
    return (players & -players).bit_length() - 1


def last(players: int) -> int:
    """The highest position in a set that is not empty."""
    return players.bit_length() - 1


def nth(players: int, rank: int) -> int:
    """The position with so many lower ones in a set (0: the lowest); the set must be larger than that."""
    start = 0
    while (width := players.bit_length()) > 1:
        half = width // 2
        low = players & ((1 << half) - 1)
        if rank < low.bit_count():
            players = low
        else:
            rank -= low.bit_count()
            players >>= half
            start += half
    return start


class Deficiency(Struct, frozen=True):
    """Why a field has no perfect matching: the witness of the Tutte-Berge formula, as the Gallai-Edmonds
    decomposition gives it.

    Each of the `components` is odd, nobody in one may meet anybody in another, and all opponents they have
    outside are the players of the `barrier`, who are fewer than the components. All are sets of positions.
    """

    components: tuple[int, ...]
    barrier: int

    @property
    def unmatched(self) -> int:
        """How many players stay without an opponent in any pairing, at least."""
        return len(self.components) - self.barrier.bit_count()


class PerfectMatching:
    """The players not yet paired, and one maximum matching of them.

    `compatible[p]`: with whom the player at position p may be paired (both ways alike, never with himself);
    copied, and thinned out as edges are found to be in no perfect matching. `rest`: who is not yet paired.
    While the matching is `complete`, `open_to` and `take` answer. Time: to begin with, one search for each
    player left over by a greedy matching; then at most one search for each call of `take`. A search visits
    every player once, with operations on sets of as many bits as there are players.

    >>> square = PerfectMatching([0b1010, 0b0101, 0b1010, 0b0101])
    >>> square.complete, square.take(0, 1), square.mate(2)
    (True, True, 3)
    """

    def __init__(self, compatible: Sequence[int], rest: int | None = None) -> None:
        self.compatible = list(compatible)
        self.rest = (1 << len(compatible)) - 1 if rest is None else rest
        self._bit = [1 << position for position in range(len(compatible))]
        self._mate = [NOBODY] * len(compatible)
        self._failed_even = 0
        self._failed_odd = 0
        self._match_greedily()
        self._augment()

    @property
    def complete(self) -> bool:
        """Can everybody who is left be paired?"""
        return not self._failed_even

    def deficiency(self) -> Deficiency:
        """Why there is no perfect matching; the same whichever maximum matching was found."""
        return Deficiency(tuple(self._components(self._failed_even)), self._failed_odd)

    def mate(self, player: int) -> int:
        """Whom the player has in the pairing kept at present; NOBODY: none."""
        return self._mate[player]

    def open_to(self, player: int) -> int:
        """Whom he may meet, as far as is known: a pair with anybody else is in no perfect matching."""
        return self.compatible[player] & self.rest

    def take(self, player: int, opponent: int) -> bool:
        """Fixes the pair if the others can still be paired completely; else says False and changes nothing.

        The two must be open to each other. After False `open_to(player)` holds only opponents with whom
        the rest can be paired.
        """
        mate = self._mate
        left, right = mate[player], mate[opponent]
        if left != opponent:
            if self.compatible[left] & self._bit[right]:
                mate[left], mate[right] = right, left
            elif not self._reroute(player, opponent):
                return False
        mate[player], mate[opponent] = opponent, player
        self.rest ^= self._bit[player] | self._bit[opponent]
        return True

    def _reroute(self, player: int, opponent: int) -> bool:
        """Matches the mates of these two along an augmenting path; removes edges if there is none."""
        mate = self._mate
        left, right = mate[player], mate[opponent]
        pair, freed = self._bit[player] | self._bit[opponent], self._bit[right]
        mate[left] = mate[right] = NOBODY
        search = _Search(self, left, self.rest & ~(pair | freed), freed)
        if search.run() != NOBODY:
            return True
        mate[left], mate[right] = player, opponent
        search.go_on(self._bit[opponent] | freed)
        self._remove_edges(player, search)
        return False

    def _match_greedily(self) -> None:
        """A greedy matching: players of least degree choose first, and take an opponent of low degree.

        Among players of his own degree he takes the first, else the last: pairs are fixed from the top,
        where those who can be paired with anybody had better stay together.
        """
        degree = [mask.bit_count() for mask in self.compatible]
        fewest = min(degree, default=0)
        width = (max(degree, default=0) - fewest) // _BUCKETS + 1
        buckets = [0] * _BUCKETS
        for player in positions(self.rest):
            buckets[(degree[player] - fewest) // width] |= self._bit[player]
        free = self.rest
        for player in sorted(positions(self.rest), key=degree.__getitem__):
            if not free & self._bit[player]:
                continue
            for bucket in buckets:
                if candidates := self.compatible[player] & free & bucket:
                    opponent = first(candidates) if bucket & self._bit[player] else last(candidates)
                    self._mate[player], self._mate[opponent] = opponent, player
                    free ^= self._bit[player] | self._bit[opponent]
                    break
        self._unpaired = free

    def _augment(self) -> None:
        """Makes the matching maximum: one search from each unmatched player.

        What a failed search has reached (a Hungarian tree) no later one needs to reach again.
        """
        within = self.rest
        for player in positions(self._unpaired):
            if self._mate[player] != NOBODY:
                continue
            self._unpaired ^= self._bit[player]
            search = _Search(self, player, within & ~self._unpaired, self._unpaired)
            other = search.run()
            if other != NOBODY:
                self._unpaired ^= self._bit[other]
            else:
                self._failed_even |= search.even
                self._failed_odd |= search.odd
                within &= ~(search.even | search.odd)

    def _remove_edges(self, player: int, search: "_Search") -> None:
        """Removes the edges that no perfect matching can have, by what a failed search has shown.

        The player and those reached only at odd distance form a barrier: they must all be matched with those
        reached at even distance, who fall into as many odd components.
        """
        barrier = search.odd | self._bit[player]
        beyond = self.rest & ~(barrier | search.even)
        for position in positions(barrier):
            self.compatible[position] &= search.even
        for position in positions(beyond):
            self.compatible[position] &= beyond

    def _components(self, players: int) -> Iterator[int]:
        """The connected components of these players, by their first positions."""
        while players:
            part, edge = 0, players & -players
            while edge:
                part |= edge
                reached = 0
                for player in positions(edge):
                    reached |= self.compatible[player]
                edge = reached & players & ~part
            yield part
            players &= ~part


class _Search:
    """One search for an augmenting path from an unmatched player, by whole sets of players at a time.

    `within`: the matched players it may go through; `ends`: the unmatched ones at which it may end. `even`:
    the vertices at even distance from the root along alternating paths (outer vertices: each could be left
    over instead of the root); `odd`: those reached at odd distance only (inner vertices).
    """

    def __init__(self, field: PerfectMatching, root: int, within: int, ends: int) -> None:
        self.compatible, self.mates, self.bit = field.compatible, field._mate, field._bit
        self.ends = ends
        self.even = self.bit[root]
        self.odd = 0
        self.untouched = within & ~self.even
        # How an even player was reached: from the even player next to his mate, or by the edge that closed a
        # blossom. A blossom is known by the first odd player on the way from it to the root (`_first`).
        self.label: dict[int, int | tuple[int, int]] = {root: _ROOT}
        self._first = {root: _ROOT}
        self._below: dict[int, int] = {}
        self._blossom = {_ROOT: self.even}
        self._queue = [root]

    def run(self) -> int:
        """Pairs the root along a path with one of the ends, and says whom; NOBODY: there is no path."""
        for player in self._queue:
            near = player if self.compatible[player] & self.ends else self._grow(player)
            if near != NOBODY:
                end = first(self.compatible[near] & self.ends)
                self.mates[end] = near
                self.rematch(near, end)
                return end
        return NOBODY

    def go_on(self, players: int) -> None:
        """After a failed search: these, matched with each other, may be gone through as well."""
        self.untouched |= players
        self.ends = 0
        for player in self._queue:
            self._grow(player)

    def _grow(self, player: int) -> int:
        """Labels whoever is reached from an even player; gives the first of them who may meet an end."""
        mates, bit, compatible = self.mates, self.bit, self.compatible
        fresh = compatible[player] & self.untouched
        while fresh:
            lowest = fresh & -fresh
            odd = lowest.bit_length() - 1
            mate = mates[odd]
            both = lowest | bit[mate]
            self.odd |= lowest
            self.even |= bit[mate]
            self.untouched &= ~both
            fresh &= ~both
            self.label[mate] = player
            self._first[mate] = odd
            self._blossom[odd] = bit[mate]
            if compatible[mate] & self.ends:
                return mate
            self._queue.append(mate)
        while closing := self.compatible[player] & self.even & ~self._blossom[self._base(player)]:
            self._close(player, first(closing))
        return NOBODY

    def _base(self, player: int) -> int:
        """The first odd player on the way from an even one back to the root (the root's own: _ROOT)."""
        return self._find(self._first[player])

    def _find(self, odd: int) -> int:
        below = self._below
        end = odd
        while end in below:
            end = below[end]
        while odd != end:
            below[odd], odd = end, below[odd]
        return end

    def _next(self, odd: int) -> int:
        """The next odd player towards the root."""
        if odd == _ROOT:
            return _ROOT
        label = self.label[self.mates[odd]]
        assert not isinstance(label, tuple)
        return self._base(label)

    def _close(self, first_end: int, second_end: int) -> None:
        """Shrinks the blossom that an edge between two even players closes: all on it become even."""
        left, right = self._base(first_end), self._base(second_end)
        seen = {left, right}
        ends = [left, right]
        turn = 0
        while True:
            if ends[turn] != _ROOT:
                ends[turn] = self._next(ends[turn])
                if ends[turn] in seen:
                    join = ends[turn]
                    break
                seen.add(ends[turn])
            turn = 1 - turn
        blossom = self._blossom[join]
        for start in (left, right):
            odd = start
            while odd != join:
                after = self._next(odd)
                self.label[odd] = (first_end, second_end)
                self._first[odd] = join
                self._below[odd] = join
                blossom |= self._blossom.pop(odd) | self.bit[odd]
                self.even |= self.bit[odd]
                self.odd ^= self.bit[odd]
                self._queue.append(odd)
                odd = after
        self._blossom[join] = blossom

    def rematch(self, player: int, opponent: int) -> None:
        """Augments along the path: the player gets this opponent, everybody back to the root a new one."""
        mates = self.mates
        waiting = [(player, opponent)]
        while waiting:
            player, opponent = waiting.pop()
            left = mates[player]
            mates[player] = opponent
            if left == NOBODY or mates[left] != player:
                continue
            label = self.label[player]
            if isinstance(label, tuple):
                first_end, second_end = label
                waiting += [(second_end, first_end), (first_end, second_end)]
            else:
                mates[left] = label
                waiting.append((label, left))
