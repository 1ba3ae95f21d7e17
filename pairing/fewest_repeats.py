"""Pairing where some players must meet again: with the fewest repeated meetings, and the oldest ones.

The best pairings are those that repeat the fewest meetings; among these, those whose latest repeated meeting
is the oldest, then the second latest, and so on. That order is one weight for each
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
"""For each position the weight of the edges to those he may meet again; an edge to a new opponent weighs 0.
"""

DualValue = int | Fraction
"""A dual variable, which is half-integral; as weights are even, most are whole."""


class FewestRepeats:
    """The players not yet paired and a best pairing of them, with the interface of `PerfectMatching`.

    `met[p]`: the opponents of the player at position p, with the latest round; `not_met[p]`: the others he
    may meet, as a set. It must be possible to pair all, repeats included. Time: each primal-dual step is
    one maximum matching of the tight edges; `take` starts from the dual variables found before.
    """

    def __init__(self, met: Sequence[Mapping[int, int]], not_met: Sequence[int]) -> None:
        self.rest = (1 << len(met)) - 1
        self._not_met = not_met
        self._weights = _weights(met, PerfectMatching(not_met).deficiency(), not_met)
        self._matching_without_repeats: PerfectMatching | None = None
        self._best = _MinWeightMatching(self._weights, not_met, self.rest)
        self._mate, self._possible = self._best.mates(), self._best.possible()
        self._remaining_weight = self._weight_of(self._mate)

    def open_to(self, player: int) -> int:
        """The opponents he may be paired with, as far as is known: no best pairing has a pair with others."""
        if self._matching_without_repeats is not None:
            return self._matching_without_repeats.open_to(player)
        return self._possible[player] & self.rest

    def take(self, player: int, opponent: int) -> bool:
        """Fixes the pair if a best pairing has it and those already fixed; otherwise returns False."""
        if self._matching_without_repeats is not None:
            taken = self._matching_without_repeats.take(player, opponent)
            self.rest = self._matching_without_repeats.rest
            return taken
        pair_weight = self._weights[player].get(opponent, 0)
        rest = self.rest & ~(1 << player | 1 << opponent)
        if not (
            self._swap_mates(player, opponent)
            or self._solve_with(player, opponent, self._remaining_weight - pair_weight, rest)
        ):
            self._possible[player] &= ~(1 << opponent)
            return False
        self.rest = rest
        self._remaining_weight -= pair_weight
        if not self._remaining_weight:
            # The rest can be paired without repeated meetings.
            self._matching_without_repeats = PerfectMatching(self._not_met, rest)
        return True

    def _solve_with(self, player: int, opponent: int, allowed_weight: int, rest: int) -> bool:
        """Searches for a perfect matching of the rest that weighs at most `allowed_weight`."""
        self._prune_blossom_edges()
        if not self._possible[player] >> opponent & 1:
            return False
        best = self._best.for_players(rest)
        if not best.complete:
            return False
        mate = best.mates()
        if self._weight_of(mate) > allowed_weight:
            return False
        self._best, self._mate = best, mate
        for position, possible in best.possible().items():
            self._possible[position] &= possible
        return True

    def _prune_blossom_edges(self) -> None:
        """Removes the edges inside a blossom of the only player of it who can have his mate outside."""
        for blossom in self._best.blossoms:
            members = blossom.members & self.rest
            if blossom.members.bit_count() == 1 or members.bit_count() % 2 == 0:
                continue
            can_exit = [
                player for player in positions(members) if self._possible[player] & self.rest & ~members
            ]
            if len(can_exit) == 1:
                self._possible[can_exit[0]] &= ~members
                for player in positions(members):
                    self._possible[player] &= ~(1 << can_exit[0])

    def _swap_mates(self, player: int, opponent: int) -> bool:
        """Matches the two players, and their mates with each other, if that does not increase the weight."""
        mate, weights = self._mate, self._weights
        player_mate, opponent_mate = mate.pop(player), mate.pop(opponent)
        if player_mate == opponent:
            return True
        before = weights[player].get(player_mate, 0) + weights[opponent].get(opponent_mate, 0)
        allowed = opponent_mate in weights[player_mate] or self._not_met[player_mate] >> opponent_mate & 1
        if (
            not allowed
            or weights[player].get(opponent, 0) + weights[player_mate].get(opponent_mate, 0) > before
        ):
            mate[player], mate[opponent] = player_mate, opponent_mate
            return False
        mate[player_mate], mate[opponent_mate] = opponent_mate, player_mate
        return True

    def _weight_of(self, mate: Mapping[int, int]) -> int:
        return sum(self._weights[player].get(opponent, 0) for player, opponent in mate.items()) // 2


def _weights(
    met: Sequence[Mapping[int, int]], deficiency: Deficiency, not_met: Sequence[int]
) -> list[dict[int, int]]:
    """Edge weights that order pairings as the rules do, for the meetings that a best pairing can repeat.

    One more repeat weighs more than any change of rounds; a later meeting more than all older ones together.
    All weights are even, so that most dual variables stay whole.
    """
    repeats = _between_components(met, deficiency.components)
    rounds = _rounds_of(repeats)
    latest = bisect_left(
        rounds, True, key=lambda number: _allows_fewest_repeats(repeats, number, deficiency, not_met)
    )
    if latest < len(rounds):
        del rounds[latest + 1 :]
        base = deficiency.unmatched // 2 + 1
    else:
        # Prohibited meetings ask for more repeats than a new opponent for each unmatched player: any may be.
        repeats, rounds, base = met, _rounds_of(met), len(met) // 2 + 1
    weight = {number: 2 * (base ** len(rounds) + base**place) for place, number in enumerate(rounds)}
    return [
        {opponent: weight[number] for opponent, number in opponents.items() if number in weight}
        for opponents in repeats
    ]


def _rounds_of(repeats: Weights) -> list[int]:
    return sorted({number for opponents in repeats for number in opponents.values()})


def _between_components(met: Weights, components: Sequence[int]) -> Weights:
    """The meetings that a best pairing may repeat: those between odd components of the graph of new
    opponents.
    """
    component_of = {
        player: place for place, component in enumerate(components) for player in positions(component)
    }
    return [
        {
            opponent: number
            for opponent, number in opponents.items()
            if player in component_of
            and opponent in component_of
            and component_of[player] != component_of[opponent]
        }
        for player, opponents in enumerate(met)
    ]


def _allows_fewest_repeats(
    repeats: Sequence[Mapping[int, int]], latest: int, deficiency: Deficiency, not_met: Sequence[int]
) -> bool:
    """Is there a pairing with the fewest repeats in which no repeated meeting is later than this round?

    Exactly one player of each component has his mate outside it, and it can be any one.
    """
    key = {player: first(component) for component in deficiency.components for player in positions(component)}
    compatible = [0] * len(not_met)
    for player, own in key.items():
        for position in positions(not_met[player] & deficiency.barrier):
            compatible[own] |= 1 << position
            compatible[position] |= 1 << own
        for opponent, number in repeats[player].items():
            if number <= latest:
                compatible[own] |= 1 << key[opponent]
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
        """The player that represents the blossom."""
        return first(self.members)


class _MinWeightMatching:
    """A perfect matching of minimum weight, with the dual variables that prove it.

    `dual[p]` is the sum of the dual variables of player p and of all blossoms containing him, so an edge
    between two outermost blossoms is tight when the duals of its ends add up to its weight; they never exceed
    it. `complete`: is there a perfect matching at all?
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

    def for_players(self, rest: int) -> "_MinWeightMatching":
        """The same for fewer players, starting from those of these dual variables and blossoms that stay
        valid.
        """
        return _MinWeightMatching(self.weights, self.not_met, rest, self)

    def _start_from(self, start: "_MinWeightMatching") -> None:
        """Takes over dual variables and blossoms; a blossom that has lost players is expanded, and its dual
        variable is subtracted from those of its players.
        """
        for player in positions(self.rest):
            self.dual[player] = start.dual[player]
        self.blossoms = []
        to_check = list(start.blossoms)
        while to_check:
            blossom = to_check.pop()
            members = blossom.members & self.rest
            if members == blossom.members:
                self.blossoms.append(blossom)
            elif members:
                self._change_duals(members, -blossom.z)
                to_check += blossom.children

    def _primal_dual_step(self) -> bool:
        """One step: a perfect matching of the tight edges (True), or better dual variables (False).

        The Gallai-Edmonds decomposition of the tight edges tells which blossoms are outer (unmatched in some
        maximum matching; connected ones are shrunk into one) and which are inner (their barrier).
        """
        self._tight = self._tight_edges(self.rest, 0)
        self._matching = self._match(self.blossoms, self._tight)
        if self._matching.complete:
            return True
        deficiency = self._matching.deficiency()
        blossoms = {blossom.key: blossom for blossom in self.blossoms}
        outer = [[blossoms.pop(key) for key in positions(keys)] for keys in deficiency.components]
        inner = [blossoms.pop(key) for key in positions(deficiency.barrier)]
        step = self._dual_step([_members(connected) for connected in outer], inner)
        if step is None:
            self.complete = False
            return False
        self.blossoms = list(blossoms.values())
        for connected in outer:
            members = _members(connected)
            self._change_duals(members, step)
            shrunk = connected[0] if len(connected) == 1 else _Blossom(members, tuple(connected))
            self.blossoms.append(_change_blossom_dual(shrunk, step))
        for blossom in inner:
            self._change_duals(blossom.members, -step)
            if blossom.children and blossom.z == step:
                self.blossoms += blossom.children
            else:
                self.blossoms.append(_change_blossom_dual(blossom, -step))
        return False

    def _change_duals(self, players: int, step: DualValue) -> None:
        for player in positions(players):
            self.dual[player] += step

    def _dual_step(self, outer: Sequence[int], inner: Sequence[_Blossom]) -> DualValue | None:
        """How far the duals of outer players can rise and those of inner ones fall; None: without limit."""
        outer_players = sum(outer)
        unlabelled = self.rest & ~outer_players & ~_members(inner)
        steps = [blossom.z for blossom in inner if blossom.children]
        classes = self._by_dual(self.rest)
        for members in outer:
            for player in positions(members):
                steps += self._slacks(player, unlabelled, classes)
                steps += [
                    _half_slack(slack) for slack in self._slacks(player, outer_players & ~members, classes)
                ]
        return min(steps, default=None)

    def _slacks(self, player: int, others: int, classes: Mapping[DualValue, int]) -> Iterator[DualValue]:
        """The slacks of the edges between a player and these others (equal ones given once)."""
        own = self.dual[player]
        new_opponents = self.not_met[player] & others
        for dual, with_same_dual in classes.items():
            if new_opponents & with_same_dual:
                yield -own - dual
        for opponent, weight in self.weights[player].items():
            if others >> opponent & 1:
                yield weight - own - self.dual[opponent]

    def _by_dual(self, players: int) -> dict[DualValue, int]:
        """The players of each dual value, as a set."""
        classes: dict[DualValue, int] = {}
        for player in positions(players):
            dual = self.dual[player]
            classes[dual] = classes.get(dual, 0) | 1 << player
        return classes

    def _tight_edges(self, players: int, enclosing_duals: DualValue) -> dict[int, int]:
        """For each of these players the others of them to whom he has a tight edge.

        `enclosing_duals`: the sum of the dual variables of the blossoms that contain all of them, which do
        not count for edges inside.
        """
        classes = self._by_dual(players)
        tight = {}
        for player in positions(players):
            own = self.dual[player] - 2 * enclosing_duals
            mask = self.not_met[player] & classes.get(-own, 0)
            for opponent, weight in self.weights[player].items():
                if players >> opponent & 1 and self.dual[opponent] + own == weight:
                    mask |= 1 << opponent
            tight[player] = mask
        return tight

    def _match(self, blossoms: Sequence[_Blossom], tight: Mapping[int, int]) -> PerfectMatching:
        """A maximum matching by tight edges of the blossoms, each represented by its key."""
        shrunk = [blossom for blossom in blossoms if blossom.children]
        compatible = [0] * len(self.not_met)
        rest = 0
        for blossom in blossoms:
            reached = 0
            for player in positions(blossom.members):
                reached |= tight[player]
            for shrunk_blossom in shrunk:
                if reached & shrunk_blossom.members:
                    reached = reached & ~shrunk_blossom.members | 1 << shrunk_blossom.key
            compatible[blossom.key] = reached & ~blossom.members & ~(1 << blossom.key)
            rest |= 1 << blossom.key
        return PerfectMatching(compatible, rest)

    def mates(self) -> dict[int, int]:
        """Everybody's mate."""
        mate: dict[int, int] = {}
        to_expand = self._expand(self.blossoms, self._tight, self._matching, 0, mate)
        while to_expand:
            blossom, player, enclosing_duals = to_expand.pop()
            if not blossom.children:
                continue
            enclosing_duals += blossom.z
            tight = self._tight_edges(blossom.members, enclosing_duals)
            (exit_child,) = (child for child in blossom.children if child.members >> player & 1)
            other_children = [child for child in blossom.children if child is not exit_child]
            to_expand.append((exit_child, player, enclosing_duals))
            to_expand += self._expand(
                other_children, tight, self._match(other_children, tight), enclosing_duals, mate
            )
        return mate

    def _expand(
        self,
        blossoms: Sequence[_Blossom],
        tight: Mapping[int, int],
        matching: PerfectMatching,
        enclosing_duals: DualValue,
        mate: dict[int, int],
    ) -> list[tuple[_Blossom, int, DualValue]]:
        """Adds the mates of matched blossoms to `mate`; returns each with its player matched outside."""
        by_key = {blossom.key: blossom for blossom in blossoms}
        expanded: list[tuple[_Blossom, int, DualValue]] = []
        for key, blossom in by_key.items():
            mate_blossom = by_key[matching.mate(key)]
            if key < mate_blossom.key:
                player = next(
                    player for player in positions(blossom.members) if tight[player] & mate_blossom.members
                )
                mate[player] = partner = first(tight[player] & mate_blossom.members)
                mate[partner] = player
                expanded += [(blossom, player, enclosing_duals), (mate_blossom, partner, enclosing_duals)]
        return expanded

    def possible(self) -> dict[int, int]:
        """For each player a superset of his opponents in all best pairings."""
        tight_with = dict(self._tight)
        to_expand: list[tuple[_Blossom, DualValue]] = [(blossom, 0) for blossom in self.blossoms]
        while to_expand:
            blossom, enclosing_duals = to_expand.pop()
            if not blossom.children:
                continue
            enclosing_duals += blossom.z
            tight = self._tight_edges(blossom.members, enclosing_duals)
            for player in positions(blossom.members):
                tight_with[player] = tight_with[player] & ~blossom.members | tight[player]
            to_expand += [(child, enclosing_duals) for child in blossom.children]
        return tight_with


def _members(blossoms: Sequence[_Blossom]) -> int:
    return sum(blossom.members for blossom in blossoms)


def _change_blossom_dual(blossom: _Blossom, step: DualValue) -> _Blossom:
    """The blossom with its dual variable changed; a single player has none."""
    return msgspec.structs.replace(blossom, z=blossom.z + step) if blossom.children else blossom


def _half_slack(slack: DualValue) -> DualValue:
    return Fraction(slack, 2) if slack % 2 else slack // 2
