"""Pairing where somebody must meet an old opponent again: as few repeats as can be, and as old as can be.

Among all complete pairings those count as best that repeat the fewest meetings; among these, those whose
latest repeated meeting is the oldest, then the second latest, and so on. That order is one number for each
pair, so a best pairing is a perfect matching of least weight. It is found with potentials (Edmonds 1965)
round a matching of the tight pairs, which `Completion` gives, with the groups whose potentials must change.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec import Struct

from pairing.completion import Completion, Deficiency, first, positions

Weights = Sequence[Mapping[int, int]]
"""For each position what it weighs to meet again those he may; who is new weighs nothing."""


Exact = int | Fraction


class FewestRepeats:
    """The players not yet paired, and a best way to pair them; answers like a `Completion`.

    `met[p]`: the positions the player at position p has met, with the latest round; `not_met[p]`: all others,
    as a set. There must be an even number of players.
    """

    def __init__(self, met: Sequence[Mapping[int, int]], not_met: Sequence[int]) -> None:
        self.rest = (1 << len(met)) - 1
        self._not_met = not_met
        self._weights = _weights(met, Completion(not_met).deficiency(), not_met)
        self._field: Completion | None = None
        self._best = _Best(self._weights, not_met, self.rest)
        self._mate, self._possible = self._best.mates(), self._best.possible()
        self._left = self._weight_of(self._mate)

    def open_to(self, player: int) -> int:
        """Whom he may meet, as far as is known: those not in the set are in no best pairing."""
        if self._field is not None:
            return self._field.open_to(player)
        return self._possible[player] & self.rest

    def take(self, player: int, opponent: int) -> bool:
        """Fixes the pair if a best pairing has it beside those already fixed; else says False."""
        if self._field is not None:
            taken = self._field.take(player, opponent)
            self.rest = self._field.rest
            return taken
        here = self._weights[player].get(opponent, 0)
        rest = self.rest & ~(1 << player | 1 << opponent)
        if not (self._exchange(player, opponent) or self._solve(player, opponent, self._left - here, rest)):
            self._possible[player] &= ~(1 << opponent)
            return False
        self.rest = rest
        self._left -= here
        if not self._left:
            # Nobody has to meet anybody again from here on.
            self._field = Completion(self._not_met, rest)
        return True

    def _solve(self, player: int, opponent: int, left: int, rest: int) -> bool:
        """Looks for a pairing of the rest that weighs no more than is left for it."""
        self._keep_exits()
        if not self._possible[player] >> opponent & 1:
            return False
        best = self._best.within(rest)
        if not best.complete:
            return False
        mate = best.mates()
        if self._weight_of(mate) > left:
            return False
        self._best, self._mate = best, mate
        for one, possible in best.possible().items():
            self._possible[one] &= possible
        return True

    def _keep_exits(self) -> None:
        """Out of each group exactly one finds his mate outside: where only one can, he has none inside."""
        for group in self._best.groups:
            members = group.members & self.rest
            if group.members.bit_count() == 1 or members.bit_count() % 2 == 0:
                continue
            exits = [one for one in positions(members) if self._possible[one] & self.rest & ~members]
            if len(exits) == 1:
                self._possible[exits[0]] &= ~members
                for one in positions(members):
                    self._possible[one] &= ~(1 << exits[0])

    def _exchange(self, player: int, opponent: int) -> bool:
        """Makes the pair by pairing the two mates with each other, if that costs nothing."""
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
        return sum(self._weights[one].get(other, 0) for one, other in mate.items()) // 2


def _weights(
    met: Sequence[Mapping[int, int]], deficiency: Deficiency, not_met: Sequence[int]
) -> list[dict[int, int]]:
    """Numbers that order pairings as the rules do, for the meetings that a best pairing can repeat.

    A repeat more weighs more than any older ones, a later one more than all older ones together. All weights
    are even, so that most potentials stay whole.
    """
    repeats = _between_groups(met, deficiency.groups)
    rounds = sorted({number for others in repeats for number in others.values()})
    latest = bisect_left(rounds, True, key=lambda number: _enough(repeats, number, deficiency, not_met))
    del rounds[latest + 1 :]
    base = deficiency.missing // 2 + 1
    weight = {number: 2 * (base ** len(rounds) + base**place) for place, number in enumerate(rounds)}
    return [
        {other: weight[number] for other, number in others.items() if number in weight} for others in repeats
    ]


def _between_groups(met: Sequence[Mapping[int, int]], groups: Sequence[int]) -> list[dict[int, int]]:
    """Only between the odd groups of players new to each other are meetings repeated."""
    group_of = {player: place for place, group in enumerate(groups) for player in positions(group)}
    return [
        {
            other: number
            for other, number in others.items()
            if player in group_of and other in group_of and group_of[player] != group_of[other]
        }
        for player, others in enumerate(met)
    ]


def _enough(
    repeats: Sequence[Mapping[int, int]], latest: int, deficiency: Deficiency, not_met: Sequence[int]
) -> bool:
    """Is there a pairing with the fewest repeats in which no repeated meeting is later than this round?

    One player of each group has his mate outside it, and any one can be that.
    """
    key = {player: first(group) for group in deficiency.groups for player in positions(group)}
    compatible = [0] * len(not_met)
    for player, own in key.items():
        for one in positions(not_met[player] & deficiency.opponents):
            compatible[own] |= 1 << one
            compatible[one] |= 1 << own
        for other, number in repeats[player].items():
            if number <= latest:
                compatible[own] |= 1 << key[other]
    return Completion(
        compatible, sum(1 << first(group) for group in deficiency.groups) | deficiency.opponents
    ).complete


class _Group(Struct, frozen=True):
    """A set of players out of which exactly one has a mate outside; `price`: how far that has been pressed.

    A group is a single player, or an odd number of groups any one of which can be the one left over when the
    others are matched by tight pairs.
    """

    members: int
    parts: tuple["_Group", ...] = ()
    price: Exact = 0

    @property
    def key(self) -> int:
        """The player who stands for the group."""
        return first(self.members)


class _Best:
    """A perfect matching of least weight, with the potentials that prove it.

    A pair is tight when the potentials of its two add up to its weight; they never add up to more.
    `complete`: is there a matching at all?
    """

    def __init__(
        self, weights: Weights, not_met: Sequence[int], rest: int, start: "_Best | None" = None
    ) -> None:
        self.weights, self.not_met, self.rest = weights, not_met, rest
        self.potential: dict[int, Exact] = dict.fromkeys(positions(rest), 0)
        self.groups = [_Group(1 << player) for player in positions(rest)]
        if start is not None:
            self._start_from(start)
        self.complete = True
        while self.complete and not self._matched():
            pass

    def within(self, rest: int) -> "_Best":
        """The same for fewer players; what still holds of these potentials and groups is the start."""
        return _Best(self.weights, self.not_met, rest, self)

    def _start_from(self, other: "_Best") -> None:
        """Groups that have lost somebody are none any more: their price comes off their potentials."""
        for player in positions(self.rest):
            self.potential[player] = other.potential[player]
        self.groups = []
        waiting = list(other.groups)
        while waiting:
            group = waiting.pop()
            members = group.members & self.rest
            if members == group.members:
                self.groups.append(group)
            elif members:
                self._shift(members, -group.price)
                waiting += group.parts

    def _matched(self) -> bool:
        """One step: a matching of the tight pairs between groups, or better potentials."""
        self._tight = self._tight_pairs(self.rest, 0)
        self._matching = self._match(self.groups, self._tight)
        if self._matching.complete:
            return True
        deficiency = self._matching.deficiency()
        groups = {group.key: group for group in self.groups}
        outer = [[groups.pop(key) for key in positions(keys)] for keys in deficiency.groups]
        inner = [groups.pop(key) for key in positions(deficiency.opponents)]
        step = self._step([_members(several) for several in outer], inner)
        if step is None:
            self.complete = False
            return False
        self.groups = list(groups.values())
        for several in outer:
            members = _members(several)
            self._shift(members, step)
            whole = several[0] if len(several) == 1 else _Group(members, tuple(several))
            self.groups.append(_priced(whole, step))
        for group in inner:
            self._shift(group.members, -step)
            if group.parts and group.price == step:
                self.groups += group.parts
            else:
                self.groups.append(_priced(group, -step))
        return False

    def _shift(self, players: int, step: Exact) -> None:
        for player in positions(players):
            self.potential[player] += step

    def _step(self, outer: Sequence[int], inner: Sequence[_Group]) -> Exact | None:
        """How far the outer potentials can rise and the inner ones fall; None: for ever."""
        everybody = sum(outer)
        outside = self.rest & ~everybody & ~_members(inner)
        steps = [group.price for group in inner if group.parts]
        classes = self._by_potential(self.rest)
        for members in outer:
            for player in positions(members):
                steps += self._slacks(player, outside, classes)
                steps += [_half(slack) for slack in self._slacks(player, everybody & ~members, classes)]
        return min(steps, default=None)

    def _slacks(self, player: int, others: int, classes: Mapping[Exact, int]) -> Iterator[Exact]:
        """By how much the pairs of a player with these others are not tight (equal ones given once)."""
        own = self.potential[player]
        new = self.not_met[player] & others
        for potential, alike in classes.items():
            if new & alike:
                yield -own - potential
        for other, weight in self.weights[player].items():
            if others >> other & 1:
                yield weight - own - self.potential[other]

    def _by_potential(self, players: int) -> dict[Exact, int]:
        """The players of each potential, as a set."""
        classes: dict[Exact, int] = {}
        for player in positions(players):
            potential = self.potential[player]
            classes[potential] = classes.get(potential, 0) | 1 << player
        return classes

    def _tight_pairs(self, players: int, pressed: Exact) -> dict[int, int]:
        """For each of these players with whom of them he is tight.

        `pressed`: the prices of the groups round all of them, which their own pairs do not feel.
        """
        classes = self._by_potential(players)
        tight = {}
        for player in positions(players):
            own = self.potential[player] - 2 * pressed
            mask = self.not_met[player] & classes.get(-own, 0)
            for other, weight in self.weights[player].items():
                if players >> other & 1 and self.potential[other] + own == weight:
                    mask |= 1 << other
            tight[player] = mask
        return tight

    def _match(self, groups: Sequence[_Group], tight: Mapping[int, int]) -> Completion:
        """A matching of the groups, each under its key, by the tight pairs between them."""
        several = [group for group in groups if group.parts]
        compatible = [0] * len(self.not_met)
        rest = 0
        for group in groups:
            reached = 0
            for player in positions(group.members):
                reached |= tight[player]
            for other in several:
                if reached & other.members:
                    reached = reached & ~other.members | 1 << other.key
            compatible[group.key] = reached & ~group.members & ~(1 << group.key)
            rest |= 1 << group.key
        return Completion(compatible, rest)

    def mates(self) -> dict[int, int]:
        """Everybody's mate."""
        mate: dict[int, int] = {}
        inside = self._join(self.groups, self._tight, self._matching, 0, mate)
        while inside:
            group, player, pressed = inside.pop()
            if not group.parts:
                continue
            pressed += group.price
            tight = self._tight_pairs(group.members, pressed)
            (outward,) = (part for part in group.parts if part.members >> player & 1)
            others = [part for part in group.parts if part is not outward]
            inside.append((outward, player, pressed))
            inside += self._join(others, tight, self._match(others, tight), pressed, mate)
        return mate

    def _join(
        self,
        groups: Sequence[_Group],
        tight: Mapping[int, int],
        matching: Completion,
        pressed: Exact,
        mate: dict[int, int],
    ) -> list[tuple[_Group, int, Exact]]:
        """Turns mates among groups into mates among players; gives groups, each with its player."""
        by_key = {group.key: group for group in groups}
        joined: list[tuple[_Group, int, Exact]] = []
        for key, group in by_key.items():
            other = by_key[matching.mate(key)]
            if key < other.key:
                one = next(player for player in positions(group.members) if tight[player] & other.members)
                mate[one] = two = first(tight[one] & other.members)
                mate[two] = one
                joined += [(group, one, pressed), (other, two, pressed)]
        return joined

    def possible(self) -> dict[int, int]:
        """For each player those with whom he can be paired in a best pairing, and perhaps some more."""
        found = dict(self._tight)
        inside: list[tuple[_Group, Exact]] = [(group, 0) for group in self.groups]
        while inside:
            group, pressed = inside.pop()
            if not group.parts:
                continue
            pressed += group.price
            tight = self._tight_pairs(group.members, pressed)
            for player in positions(group.members):
                found[player] = found[player] & ~group.members | tight[player]
            inside += [(part, pressed) for part in group.parts]
        return found


def _members(groups: Sequence[_Group]) -> int:
    return sum(group.members for group in groups)


def _priced(group: _Group, step: Exact) -> _Group:
    """The group with its price raised; a single player has none."""
    return msgspec.structs.replace(group, price=group.price + step) if group.parts else group


def _half(slack: Exact) -> Exact:
    return Fraction(slack, 2) if slack % 2 else slack // 2
