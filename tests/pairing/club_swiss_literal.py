"""The club's own Swiss word for word, by trying everything: slow, and only for small fields.

It shares nothing with the engine. Works on the plain values of a document (rules/document.md#document) with
one stage, all results known, and the usual points.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

Pair = tuple[int, int]
Cost = tuple[int, ...]
"""How many meetings are repeated, then their rounds, the latest first."""


class Literal:
    """One round of one document, `number` from 1."""

    def __init__(self, document: dict[str, Any], number: int) -> None:
        stage = document["stages"][0]
        self.number, self.rounds = number, stage["rounds"][: number - 1]
        self.repeats = stage.get("options", {}).get("repeats", False)
        numbers = {
            player["id"]: player.get("number", place) for place, player in enumerate(document["players"], 1)
        }
        self.points = cache(self.points_of)
        self.met = cache(self.latest_meeting)
        self.list = sorted(
            (player["id"] for player in document["players"] if self.present(player)),
            key=lambda player: (-self.points(player), numbers[player]),
        )
        self.costs: dict[frozenset[int], Cost | None] = {}

    def present(self, player: dict[str, Any]) -> bool:
        gone = player.get("withdrawn")
        return (
            player.get("joined", 1) <= self.number
            and (gone is None or self.number < gone)
            and self.number not in player.get("absent", [])
        )

    def points_of(self, player: int) -> Fraction:
        points = Fraction(0)
        for played in self.rounds:
            for table in played["tables"]:
                if player in table["seats"]:
                    points += 2 * Fraction(str(table["result"][table["seats"].index(player)]))
            points += sum(Fraction(str(bye["points"])) for bye in played["byes"] if bye["player"] == player)
        return points

    def latest_meeting(self, one: int, other: int) -> int:
        """The latest round in which they met; 0: never."""
        return max(
            (
                number
                for number, played in enumerate(self.rounds, 1)
                for table in played["tables"]
                if {one, other} == set(table["seats"]) and not table.get("forfeit")
            ),
            default=0,
        )

    def cost(self, players: frozenset[int]) -> Cost | None:
        """What the best complete pairing of these players repeats; None where none is allowed."""
        if players not in self.costs:
            self.costs[players] = self.cheapest(players)
        return self.costs[players]

    def cheapest(self, players: frozenset[int]) -> Cost | None:
        if not players:
            return (0,)
        one = min(players)
        return min(
            (
                cost
                for other in players - {one}
                if (cost := self.with_pair(one, other, self.cost(players - {one, other}))) is not None
            ),
            default=None,
        )

    def with_pair(self, one: int, other: int, rest: Cost | None) -> Cost | None:
        met = self.met(one, other)
        if rest is None or (met and not self.repeats):
            return None
        return (rest[0] + 1, *sorted((*rest[1:], met), reverse=True)) if met else rest

    def candidates(self, one: int, unpaired: list[int]) -> Iterator[int]:
        """The opponents of the first unpaired player, in order."""
        group = [other for other in unpaired if self.points(other) == self.points(one)]
        below = [other for other in unpaired if other not in group]
        if len(group) % 2:
            group.append(below[0])
        middle = len(group) // 2
        yield from group[middle:]
        yield from reversed(group[1:middle])
        yield from (other for other in below if other not in group)

    def round(self) -> tuple[list[Pair], list[int]] | None:
        """Tables in order, and who sits out; None where there is no legal round."""
        if not self.list:
            return None
        everybody = frozenset(self.list)
        if len(everybody) % 2 == 0:
            return None if self.cost(everybody) is None else (self.pairs(self.list), [])
        order = sorted(self.list, key=lambda player: (self.byes(player), -self.list.index(player)))
        costs = [(cost, place) for place, one in enumerate(order) if (cost := self.cost(everybody - {one}))]
        if not costs:
            return None
        resting = order[min(costs)[1]]
        return self.pairs([player for player in self.list if player != resting]), [resting]

    def byes(self, player: int) -> int:
        return sum(
            bye["player"] == player and not bye.get("requested")
            for played in self.rounds
            for bye in played["byes"]
        )

    def pairs(self, unpaired: list[int]) -> list[Pair]:
        if not unpaired:
            return []
        one, *others = unpaired
        for other in self.candidates(one, unpaired):
            rest = [player for player in others if player != other]
            if self.with_pair(one, other, self.cost(frozenset(rest))) == self.cost(frozenset(unpaired)):
                return [(one, other), *self.pairs(rest)]
        raise AssertionError("one of the candidates is in the best pairing")
