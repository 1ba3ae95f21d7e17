"""The maximum matching by which the Swiss systems know, before each pair, whether the others can be paired.

The field is a graph: vertices are players, edges are pairs that may meet. Players are positions 0, 1, …; a
set of them is an integer whose bits are the positions. A perfect matching of those not yet paired is kept
from one decision to the next, and a new pair costs at most one search for an augmenting path, which shrinks
blossoms on its way (J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17, 1965) with
the labels of H. N. Gabow ("An efficient implementation of Edmonds' algorithm for maximum matching on graphs",
Journal of the ACM 23, 1976). Edges that a failed search shows to be in no perfect matching are removed: as
the set of unpaired players only shrinks, they will be in none later.
"""

from collections.abc import Iterable, Iterator, Sequence

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
    """The position of that rank in a set (0: the lowest); the set must have more members than `rank`."""
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
        """The least number of players without an opponent in any pairing."""
        return len(self.components) - self.barrier.bit_count()


class PerfectMatching:
    """The players not yet paired, and one maximum matching of them.

    `compatible[p]`: the players with whom the one at position p may be paired (symmetric, without himself); a
    copy, from which edges found to be in no perfect matching are removed. `rest`: the players not yet paired.
    `open_to` and `take` need a `complete` matching. Time: at the start one search for each player whom a
    greedy matching leaves unmatched; then at most one search for each call of `take`. A search visits
    every player once, with operations on sets of as many bits as there are players.

    >>> square = PerfectMatching([0b1010, 0b0101, 0b1010, 0b0101])
    >>> square.complete, square.take(0, 1), square.mate(2)
    (True, True, 3)
    """

    def __init__(self, compatible: Sequence[int], rest: int | None = None) -> None:
        self.compatible = list(compatible)
        self.rest = (1 << len(compatible)) - 1 if rest is None else rest
        self.bit = [1 << position for position in range(len(compatible))]
        self.mates = [NOBODY] * len(compatible)
        self._failed_even = 0
        self._failed_odd = 0
        self._match_greedily()
        self._augment()

    @property
    def complete(self) -> bool:
        """Can all players not yet paired be paired?"""
        return not self._failed_even

    def deficiency(self) -> Deficiency:
        """Why there is no perfect matching; the same whichever maximum matching was found."""
        return Deficiency(tuple(self._components(self._failed_even)), self._failed_odd)

    def mate(self, player: int) -> int:
        """The player's opponent in the current maximum matching; NOBODY: he has none."""
        return self.mates[player]

    def open_to(self, player: int) -> int:
        """The opponents he may be paired with, as far as is known: no perfect matching has a pair with
        others.
        """
        return self.compatible[player] & self.rest

    def take_first(self, player: int, candidates: Iterable[int]) -> int:
        """Fixes the pair with the first of these with whom all others can be paired; returns his position."""
        return next(
            candidate
            for candidate in candidates
            if self.open_to(player) >> candidate & 1 and self.take(player, candidate)
        )

    def take(self, player: int, opponent: int) -> bool:
        """Fixes the pair if all others can still be paired; otherwise returns False and changes nothing.

        The two must be open to each other. After False `open_to(player)` has only opponents with whom all
        others can be paired.
        """
        mate = self.mates
        player_mate, opponent_mate = mate[player], mate[opponent]
        if player_mate != opponent:
            if self.compatible[player_mate] & self.bit[opponent_mate]:
                mate[player_mate], mate[opponent_mate] = opponent_mate, player_mate
            elif not self._reroute(player, opponent):
                return False
        mate[player], mate[opponent] = opponent, player
        self.rest ^= self.bit[player] | self.bit[opponent]
        return True

    def _reroute(self, player: int, opponent: int) -> bool:
        """Matches the mates of these two along an augmenting path; removes edges if there is none."""
        mate = self.mates
        player_mate, opponent_mate = mate[player], mate[opponent]
        pair, freed = self.bit[player] | self.bit[opponent], self.bit[opponent_mate]
        mate[player_mate] = mate[opponent_mate] = NOBODY
        search = _Search(self, player_mate, self.rest & ~(pair | freed), freed)
        if search.run() != NOBODY:
            return True
        mate[player_mate], mate[opponent_mate] = player, opponent
        search.continue_through(self.bit[opponent] | freed)
        self._remove_edges(player, search)
        return False

    def _match_greedily(self) -> None:
        """A greedy matching: players of least degree choose first, and take an opponent of low degree.

        Among opponents of his own degree he takes the first, else the last: pairs are fixed from the top of
        the list, where players who can meet anybody are best matched with each other.
        """
        degree = [mask.bit_count() for mask in self.compatible]
        fewest = min(degree, default=0)
        width = (max(degree, default=0) - fewest) // _BUCKETS + 1
        buckets = [0] * _BUCKETS
        for player in positions(self.rest):
            buckets[(degree[player] - fewest) // width] |= self.bit[player]
        free = self.rest
        for player in sorted(positions(self.rest), key=degree.__getitem__):
            if not free & self.bit[player]:
                continue
            for bucket in buckets:
                if candidates := self.compatible[player] & free & bucket:
                    opponent = first(candidates) if bucket & self.bit[player] else last(candidates)
                    self.mates[player], self.mates[opponent] = opponent, player
                    free ^= self.bit[player] | self.bit[opponent]
                    break
        self._unpaired = free

    def _augment(self) -> None:
        """Makes the matching maximum: one search from each unmatched player.

        What a failed search has reached (a Hungarian tree) no later one needs to reach again.
        """
        searchable = self.rest
        for player in positions(self._unpaired):
            if self.mates[player] != NOBODY:
                continue
            self._unpaired ^= self.bit[player]
            search = _Search(self, player, searchable & ~self._unpaired, self._unpaired)
            end = search.run()
            if end != NOBODY:
                self._unpaired ^= self.bit[end]
            else:
                self._failed_even |= search.even
                self._failed_odd |= search.odd
                searchable &= ~(search.even | search.odd)

    def _remove_edges(self, player: int, search: "_Search") -> None:
        """Removes edges that a failed search shows to be in no perfect matching.

        The player and those reached only at odd distance form a barrier: they must all be matched with those
        reached at even distance, who form as many odd components.
        """
        barrier = search.odd | self.bit[player]
        unreached = self.rest & ~(barrier | search.even)
        for position in positions(barrier):
            self.compatible[position] &= search.even
        for position in positions(unreached):
            self.compatible[position] &= unreached

    def _components(self, players: int) -> Iterator[int]:
        """The connected components of these players, by their first positions."""
        while players:
            component, frontier = 0, players & -players
            while frontier:
                component |= frontier
                reached = 0
                for player in positions(frontier):
                    reached |= self.compatible[player]
                frontier = reached & players & ~component
            yield component
            players &= ~component


class _Search:
    """One search for an augmenting path from an unmatched player, by whole sets of players at a time.

    `within`: the matched players it may go through; `ends`: the unmatched ones at which it may end. `even`:
    the vertices at even distance from the root along alternating paths (outer vertices: each could be left
    over instead of the root); `odd`: those reached at odd distance only (inner vertices).
    """

    def __init__(self, field: PerfectMatching, root: int, within: int, ends: int) -> None:
        self.compatible, self.mates, self.bit = field.compatible, field.mates, field.bit
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
        """Matches the root along an augmenting path to one of the ends, which is returned; NOBODY: there is
        none.
        """
        for player in self._queue:
            labelled = player if self.compatible[player] & self.ends else self._label_from(player)
            if labelled != NOBODY:
                end = first(self.compatible[labelled] & self.ends)
                self.mates[end] = labelled
                self.rematch(labelled, end)
                return end
        return NOBODY

    def continue_through(self, players: int) -> None:
        """Continues a failed search through these players too, who are matched with each other."""
        self.untouched |= players
        self.ends = 0
        for player in self._queue:
            self._label_from(player)

    def _label_from(self, player: int) -> int:
        """Labels the players reached from an even player; returns the first of them who may meet an end."""
        mates, bit, compatible = self.mates, self.bit, self.compatible
        to_label = compatible[player] & self.untouched
        while to_label:
            lowest = to_label & -to_label
            odd = lowest.bit_length() - 1
            mate = mates[odd]
            pair = lowest | bit[mate]
            self.odd |= lowest
            self.even |= bit[mate]
            self.untouched &= ~pair
            to_label &= ~pair
            self.label[mate] = player
            self._first[mate] = odd
            self._blossom[odd] = bit[mate]
            if compatible[mate] & self.ends:
                return mate
            self._queue.append(mate)
        while closing := self.compatible[player] & self.even & ~self._blossom[self._base(player)]:
            self._shrink_blossom(player, first(closing))
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

    def _next_odd(self, odd: int) -> int:
        """The next odd player towards the root."""
        if odd == _ROOT:
            return _ROOT
        label = self.label[self.mates[odd]]
        assert not isinstance(label, tuple)
        return self._base(label)

    def _shrink_blossom(self, first_end: int, second_end: int) -> None:
        """Shrinks the blossom closed by an edge between two even players: all its players become even."""
        first_base, second_base = self._base(first_end), self._base(second_end)
        seen = {first_base, second_base}
        ends = [first_base, second_base]
        turn = 0
        while True:
            if ends[turn] != _ROOT:
                ends[turn] = self._next_odd(ends[turn])
                if ends[turn] in seen:
                    join = ends[turn]
                    break
                seen.add(ends[turn])
            turn = 1 - turn
        blossom = self._blossom[join]
        for start in (first_base, second_base):
            odd = start
            while odd != join:
                next_odd = self._next_odd(odd)
                self.label[odd] = (first_end, second_end)
                self._first[odd] = join
                self._below[odd] = join
                blossom |= self._blossom.pop(odd) | self.bit[odd]
                self.even |= self.bit[odd]
                self.odd ^= self.bit[odd]
                self._queue.append(odd)
                odd = next_odd
        self._blossom[join] = blossom

    def rematch(self, player: int, opponent: int) -> None:
        """Augments along the path: the player gets this opponent, those back to the root new ones."""
        mates = self.mates
        pairs_to_match = [(player, opponent)]
        while pairs_to_match:
            player, opponent = pairs_to_match.pop()
            old_mate = mates[player]
            mates[player] = opponent
            if old_mate == NOBODY or mates[old_mate] != player:
                continue
            label = self.label[player]
            if isinstance(label, tuple):
                first_end, second_end = label
                pairs_to_match += [(second_end, first_end), (first_end, second_end)]
            else:
                mates[old_mate] = label
                pairs_to_match.append((label, old_mate))
