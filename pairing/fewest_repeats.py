"""Pairing where somebody must meet an old opponent again: as few repeats as can be, and as old as can be.

Among all complete pairings those count as best that repeat the fewest meetings; among these, those whose
latest repeated meeting is the oldest, then the second latest, and so on. That order is one weight for each
edge, so a best pairing is a perfect matching of minimum weight. It is found by the primal-dual blossom
algorithm (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", Journal of Research of the
National Bureau of Standards 69B, 1965; the account followed is Z. Galil, "Efficient algorithms for finding
maximum matching in graphs", ACM Computing Surveys 18, 1986). Its primal steps are maximum matchings of the
tight edges between the outermost blossoms, which `PerfectMatching` gives.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec import Struct

from pairing.matching import Deficiency, PerfectMatching, first, positions

Weights = Sequence[Mapping[int, int]]
"""For each position the weight of the edges to those he may meet again; an edge to somebody new weighs 0."""

DualValue = int | Fraction
"""Dual variables are half-integral: weights are even, so most stay whole."""


class FewestRepeats:
    """The players not yet paired, and a best way to pair them; answers like a `PerfectMatching`.

    `met[p]`: the positions the player at position p has met, with the latest round; `not_met[p]`: all others,
    as a set. There must be an even number of players. Time: each primal-dual step is one maximum matching of
    the tight edges; `take` starts from the dual variables found before.
    """

    def __init__(self, met: Sequence[Mapping[int, int]], not_met: Sequence[int]) -> None:
        self.rest = (1 << len(met)) - 1
        self._not_met = not_met
        self._weights = _weights(met, PerfectMatching(not_met).deficiency(), not_met)
        self._matching_without_repeats: PerfectMatching | None = None
        self._best = _MinWeightMatching(self._weights, not_met, self.rest)
        self._mate, self._possible = self._best.mates(), self._best.possible()
        self._left = self._weight_of(self._mate)

    def open_to(self, player: int) -> int:
        """Whom he may meet, as far as is known: those not in the set are in no best pairing."""
        if self._matching_without_repeats is not None:
            return self._matching_without_repeats.open_to(player)
        return self._possible[player] & self.rest

    def take(self, player: int, opponent: int) -> bool:
        """Fixes the pair if a best pairing has it beside those already fixed; else says False."""
        if self._matching_without_repeats is not None:
            taken = self._matching_without_repeats.take(player, opponent)
            self.rest = self._matching_without_repeats.rest
            return taken
        here = self._weights[player].get(opponent, 0)
        rest = self.rest & ~(1 << player | 1 << opponent)
        if not (self._swap_mates(player, opponent) or self._solve(player, opponent, self._left - here, rest)):
            self._possible[player] &= ~(1 << opponent)
            return False
        self.rest = rest
        self._left -= here
        if not self._left:
            # Nobody has to meet anybody again from here on.
            self._matching_without_repeats = PerfectMatching(self._not_met, rest)
        return True

    def _solve(self, player: int, opponent: int, left: int, rest: int) -> bool:
        """Looks for a perfect matching of the rest that weighs no more than is left for it."""
        self._prune_blossom_edges()
        if not self._possible[player] >> opponent & 1:
            return False
        best = self._best.within(rest)
        if not best.complete:
            return False
        mate = best.mates()
        if self._weight_of(mate) > left:
            return False
        self._best, self._mate = best, mate
        for other, possible in best.possible().items():
            self._possible[other] &= possible
        return True

    def _prune_blossom_edges(self) -> None:
        """One player of each blossom has his mate outside: where only one can, his edges inside go."""
        for blossom in self._best.blossoms:
            members = blossom.members & self.rest
            if blossom.members.bit_count() == 1 or members.bit_count() % 2 == 0:
                continue
            exits = [player for player in positions(members) if self._possible[player] & self.rest & ~members]
            if len(exits) == 1:
                self._possible[exits[0]] &= ~members
                for player in positions(members):
                    self._possible[player] &= ~(1 << exits[0])

    def _swap_mates(self, player: int, opponent: int) -> bool:
        """Makes the pair by matching the two mates with each other, if that costs nothing."""
        mate, weights = self._mate, self._weights
        left, right = mate.pop(player), mate.pop(opponent)
        if left == opponent:
            return True
        before = weights[player].get(left, 0) + weights[opponent].get(right, 0)
        allowed = right in weights[left] or self._not_met[left] >> right & 1
        if not allowed or weights[player].get(opponent, 0) + weights[left].get(right, 0) > before:
            mate[player], mate[opponent] = left, right
            return False
        mate[left], mate[right] = right, left
        return True

    def _weight_of(self, mate: Mapping[int, int]) -> int:
        return sum(self._weights[player].get(other, 0) for player, other in mate.items()) // 2


def _weights(
    met: Sequence[Mapping[int, int]], deficiency: Deficiency, not_met: Sequence[int]
) -> list[dict[int, int]]:
    """Edge weights that order pairings as the rules do, for the meetings that a best pairing can repeat.

    One repeat more weighs more than any older ones, a later one more than all older ones together. All
    weights are even, so that most dual variables stay whole.
    """
    repeats = _between_components(met, deficiency.components)
    rounds = sorted({number for others in repeats for number in others.values()})
    latest = bisect_left(rounds, True, key=lambda number: _suffices(repeats, number, deficiency, not_met))
    del rounds[latest + 1 :]
    base = deficiency.unmatched // 2 + 1
    weight = {number: 2 * (base ** len(rounds) + base**place) for place, number in enumerate(rounds)}
    return [
        {other: weight[number] for other, number in others.items() if number in weight} for others in repeats
    ]


def _between_components(met: Sequence[Mapping[int, int]], components: Sequence[int]) -> list[dict[int, int]]:
    """Only between the odd components of players new to each other are meetings repeated."""
    component_of = {
        player: place for place, component in enumerate(components) for player in positions(component)
    }
    return [
        {
            other: number
            for other, number in others.items()
            if player in component_of
            and other in component_of
            and component_of[player] != component_of[other]
        }
        for player, others in enumerate(met)
    ]


def _suffices(
    repeats: Sequence[Mapping[int, int]], latest: int, deficiency: Deficiency, not_met: Sequence[int]
) -> bool:
    """Is there a pairing with the fewest repeats in which no repeated meeting is later than this round?

    One player of each component has his mate outside it, and any one can be that.
    """
    key = {player: first(component) for component in deficiency.components for player in positions(component)}
    compatible = [0] * len(not_met)
    for player, own in key.items():
        for position in positions(not_met[player] & deficiency.barrier):
            compatible[own] |= 1 << position
            compatible[position] |= 1 << own
        for other, number in repeats[player].items():
            if number <= latest:
                compatible[own] |= 1 << key[other]
    return PerfectMatching(
        compatible, sum(1 << first(component) for component in deficiency.components) | deficiency.barrier
    ).complete


class _Blossom(Struct, frozen=True):
    """A set of players out of which exactly one has a mate outside, with its dual variable `z`.

    A blossom is a single player (without a dual variable of the set), or an odd number of blossoms any one of
    which can be the one left over when the others are matched by tight edges.
    """

    members: int
    children: tuple["_Blossom", ...] = ()
    z: DualValue = 0

    @property
    def key(self) -> int:
        """The player who stands for the blossom."""
        return first(self.members)


class _MinWeightMatching:
    """A perfect matching of minimum weight, with the dual variables that prove it.

    `dual[p]` is the dual variable of player p together with those of all blossoms round p, so an edge between
    two outermost blossoms is tight when the duals of its two add up to its weight; they never add up to more.
    `complete`: is there a perfect matching at all?
    """

    def __init__(
        self, weights: Weights, not_met: Sequence[int], rest: int, start: "_MinWeightMatching | None" = None
    ) -> None:
        self.weights, self.not_met, self.rest = weights, not_met, rest
        self.dual: dict[int, DualValue] = dict.fromkeys(positions(rest), 0)
        self.blossoms = [_Blossom(1 << player) for player in positions(rest)]
        if start is not None:
            self._start_from(start)
        self.complete = True
        while self.complete and not self._primal_dual_step():
            pass

    def within(self, rest: int) -> "_MinWeightMatching":
        """The same for fewer players; what still holds of these dual variables and blossoms is the start."""
        return _MinWeightMatching(self.weights, self.not_met, rest, self)

    def _start_from(self, other: "_MinWeightMatching") -> None:
        """A blossom that has lost somebody is expanded: its dual variable comes off those of its players."""
        for player in positions(self.rest):
            self.dual[player] = other.dual[player]
        self.blossoms = []
        waiting = list(other.blossoms)
        while waiting:
            blossom = waiting.pop()
            members = blossom.members & self.rest
            if members == blossom.members:
                self.blossoms.append(blossom)
            elif members:
                self._change_duals(members, -blossom.z)
                waiting += blossom.children

    def _primal_dual_step(self) -> bool:
        """One step: a perfect matching of the tight edges (True), or better dual variables (False).

        The Gallai-Edmonds decomposition of the tight edges says which blossoms are outer (left over by some
        maximum matching; several that hang together are shrunk into one) and which are inner (their barrier).
        """
        self._tight = self._tight_edges(self.rest, 0)
        self._matching = self._match(self.blossoms, self._tight)
        if self._matching.complete:
            return True
        deficiency = self._matching.deficiency()
        blossoms = {blossom.key: blossom for blossom in self.blossoms}
        outer = [[blossoms.pop(key) for key in positions(keys)] for keys in deficiency.components]
        inner = [blossoms.pop(key) for key in positions(deficiency.barrier)]
        step = self._dual_step([_members(several) for several in outer], inner)
        if step is None:
            self.complete = False
            return False
        self.blossoms = list(blossoms.values())
        for several in outer:
            members = _members(several)
            self._change_duals(members, step)
            whole = several[0] if len(several) == 1 else _Blossom(members, tuple(several))
            self.blossoms.append(_with_dual_changed(whole, step))
        for blossom in inner:
            self._change_duals(blossom.members, -step)
            if blossom.children and blossom.z == step:
                self.blossoms += blossom.children
            else:
                self.blossoms.append(_with_dual_changed(blossom, -step))
        return False

    def _change_duals(self, players: int, step: DualValue) -> None:
        for player in positions(players):
            self.dual[player] += step

    def _dual_step(self, outer: Sequence[int], inner: Sequence[_Blossom]) -> DualValue | None:
        """How far the duals of outer players can rise and those of inner ones fall; None: without limit."""
        everybody = sum(outer)
        outside = self.rest & ~everybody & ~_members(inner)
        steps = [blossom.z for blossom in inner if blossom.children]
        classes = self._by_dual(self.rest)
        for members in outer:
            for player in positions(members):
                steps += self._slacks(player, outside, classes)
                steps += [_half_slack(slack) for slack in self._slacks(player, everybody & ~members, classes)]
        return min(steps, default=None)

    def _slacks(self, player: int, others: int, classes: Mapping[DualValue, int]) -> Iterator[DualValue]:
        """The slacks of the edges between a player and these others (equal ones given once)."""
        own = self.dual[player]
        new = self.not_met[player] & others
        for dual, alike in classes.items():
            if new & alike:
                yield -own - dual
        for other, weight in self.weights[player].items():
            if others >> other & 1:
                yield weight - own - self.dual[other]

    def _by_dual(self, players: int) -> dict[DualValue, int]:
        """The players of each dual value, as a set."""
        classes: dict[DualValue, int] = {}
        for player in positions(players):
            dual = self.dual[player]
            classes[dual] = classes.get(dual, 0) | 1 << player
        return classes

    def _tight_edges(self, players: int, enclosing_duals: DualValue) -> dict[int, int]:
        """For each of these players those of them with whom he has a tight edge.

        `enclosing_duals`: the sum of the dual variables of the blossoms round all of them, which do not count
        for edges inside.
        """
        classes = self._by_dual(players)
        tight = {}
        for player in positions(players):
            own = self.dual[player] - 2 * enclosing_duals
            mask = self.not_met[player] & classes.get(-own, 0)
            for other, weight in self.weights[player].items():
                if players >> other & 1 and self.dual[other] + own == weight:
                    mask |= 1 << other
            tight[player] = mask
        return tight

    def _match(self, blossoms: Sequence[_Blossom], tight: Mapping[int, int]) -> PerfectMatching:
        """A maximum matching of the blossoms, each under its key, by the tight edges between them."""
        several = [blossom for blossom in blossoms if blossom.children]
        compatible = [0] * len(self.not_met)
        rest = 0
        for blossom in blossoms:
            reached = 0
            for player in positions(blossom.members):
                reached |= tight[player]
            for other in several:
                if reached & other.members:
                    reached = reached & ~other.members | 1 << other.key
            compatible[blossom.key] = reached & ~blossom.members & ~(1 << blossom.key)
            rest |= 1 << blossom.key
        return PerfectMatching(compatible, rest)

    def mates(self) -> dict[int, int]:
        """Everybody's mate."""
        mate: dict[int, int] = {}
        inside = self._expand(self.blossoms, self._tight, self._matching, 0, mate)
        while inside:
            blossom, player, enclosing_duals = inside.pop()
            if not blossom.children:
                continue
            enclosing_duals += blossom.z
            tight = self._tight_edges(blossom.members, enclosing_duals)
            (outward,) = (part for part in blossom.children if part.members >> player & 1)
            others = [part for part in blossom.children if part is not outward]
            inside.append((outward, player, enclosing_duals))
            inside += self._expand(others, tight, self._match(others, tight), enclosing_duals, mate)
        return mate

    def _expand(
        self,
        blossoms: Sequence[_Blossom],
        tight: Mapping[int, int],
        matching: PerfectMatching,
        enclosing_duals: DualValue,
        mate: dict[int, int],
    ) -> list[tuple[_Blossom, int, DualValue]]:
        """Turns mates among blossoms into mates among players; gives each blossom with its matched player."""
        by_key = {blossom.key: blossom for blossom in blossoms}
        joined: list[tuple[_Blossom, int, DualValue]] = []
        for key, blossom in by_key.items():
            other = by_key[matching.mate(key)]
            if key < other.key:
                player = next(
                    player for player in positions(blossom.members) if tight[player] & other.members
                )
                mate[player] = partner = first(tight[player] & other.members)
                mate[partner] = player
                joined += [(blossom, player, enclosing_duals), (other, partner, enclosing_duals)]
        return joined

    def possible(self) -> dict[int, int]:
        """For each player those with whom he can be paired in a best pairing, and perhaps some more."""
        tight_with = dict(self._tight)
        inside: list[tuple[_Blossom, DualValue]] = [(blossom, 0) for blossom in self.blossoms]
        while inside:
            blossom, enclosing_duals = inside.pop()
            if not blossom.children:
                continue
            enclosing_duals += blossom.z
            tight = self._tight_edges(blossom.members, enclosing_duals)
            for player in positions(blossom.members):
                tight_with[player] = tight_with[player] & ~blossom.members | tight[player]
            inside += [(part, enclosing_duals) for part in blossom.children]
        return tight_with


def _members(blossoms: Sequence[_Blossom]) -> int:
    return sum(blossom.members for blossom in blossoms)


def _with_dual_changed(blossom: _Blossom, step: DualValue) -> _Blossom:
    """The blossom with its dual variable changed; a single player has none."""
    return msgspec.structs.replace(blossom, z=blossom.z + step) if blossom.children else blossom


def _half_slack(slack: DualValue) -> DualValue:
    return Fraction(slack, 2) if slack % 2 else slack // 2
