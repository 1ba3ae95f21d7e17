"""The Amalfi rules word for word, by undoing pairs: slow, and only for small fields.

It shares nothing with the engine. Works on the plain values of a document (rules/document.md#document) with
one stage and all results known.
"""

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

Table = tuple[int, int]


class Literal:
    """One round of one document, `number` from 1."""

    def __init__(self, document: dict[str, Any], number: int) -> None:
        stage = document["stages"][0]
        self.document, self.number = document, number
        self.options = stage["options"]
        self.rounds = stage["rounds"][: number - 1]
        self.numbers = {
            player["id"]: player.get("number", place) for place, player in enumerate(document["players"], 1)
        }
        self.joined = {player["id"]: player.get("joined", 1) for player in document["players"]}
        self.free = number == self.options["rounds"] or number in self.options.get("waive_colours", [])
        here = [player["id"] for player in document["players"] if self.present(player)]
        self.list = sorted(here, key=lambda player: (-self.points(player), self.numbers[player]))

    def present(self, player: dict[str, Any]) -> bool:
        gone = player.get("withdrawn")
        return (
            player.get("joined", 1) <= self.number
            and (gone is None or self.number < gone)
            and self.number not in player.get("absent", [])
        )

    def points(self, player: int) -> Fraction:
        points = Fraction(0)
        if self.joined[player] > 1:
            points += Fraction(str(self.options.get("late_points", "0.5")))
        for played in self.rounds:
            for table in played["tables"]:
                if player in table["seats"]:
                    points += Fraction(str(table["result"][table["seats"].index(player)]))
            for bye in played.get("byes", []):
                if bye["player"] == player:
                    points += Fraction(str(bye["points"]))
        return points

    def colours(self, player: int) -> list[str]:
        """One letter a round: W, B, or - where he did not play."""
        letters = []
        for played in self.rounds:
            letter = "-"
            for table in played["tables"]:
                if player in table["seats"] and not table.get("forfeit"):
                    letter = "WB"[table["seats"].index(player)]
            letters.append(letter)
        return letters

    def met(self, one: int, other: int) -> bool:
        return any(
            {one, other} == set(table["seats"]) and not table.get("forfeit")
            for played in self.rounds
            for table in played["tables"]
        )

    def may_have(self, player: int, colour: str) -> bool:
        games = [letter for letter in self.colours(player) if letter != "-"]
        if games[-2:] == [colour, colour]:
            return False
        before = games.count("W") - games.count("B")
        after = before + (1 if colour == "W" else -1)
        return abs(after) < 3 or abs(after) < abs(before)

    def compatible(self, one: int, other: int) -> bool:
        if self.met(one, other):
            return False
        return self.free or any(
            self.may_have(one, mine) and self.may_have(other, yours) for mine, yours in ("WB", "BW")
        )

    def candidates(self, place: int) -> Iterator[int]:
        """Positions in the list, from 0, in the order of the search."""
        left = self.options["rounds"] - self.number + 1
        theoretical = place + left
        start = min(theoretical, len(self.list) - 1)
        yield from range(start, place, -1)
        yield from range(theoretical + 1, len(self.list))

    def pairs(self, unpaired: frozenset[int]) -> list[Table] | None:
        if not unpaired:
            return []
        place = min(unpaired)
        for other in self.candidates(place):
            if other in unpaired and self.compatible(self.list[place], self.list[other]):
                rest = self.pairs(unpaired - {place, other})
                if rest is not None:
                    return [(self.list[place], self.list[other]), *rest]
        return None

    def games(self, player: int) -> int:
        return sum(letter != "-" for letter in self.colours(player))

    def round(self) -> tuple[list[Table], list[int]] | None:
        """Tables (White first) in order, and who has the bye; None where there is no legal round."""
        everybody = frozenset(range(len(self.list)))
        if not everybody:
            return None
        if len(everybody) % 2 == 0:
            pairs = self.pairs(everybody)
            return None if pairs is None else (self.coloured(pairs), [])
        most = max(self.games(player) for player in self.list)
        for place in reversed(range(len(self.list))):
            if self.games(self.list[place]) == most:
                pairs = self.pairs(everybody - {place})
                if pairs is not None:
                    return self.coloured(pairs), [self.list[place]]
        return None

    def coloured(self, pairs: list[Table]) -> list[Table]:
        return [self.seats(board, *pair) for board, pair in enumerate(pairs)]

    def seats(self, board: int, one: int, other: int) -> Table:
        strong, weak = sorted((one, other), key=lambda player: self.numbers[player])
        if self.number == 1:
            return (strong, weak) if self.number_one_white() == (board % 2 == 0) else (weak, strong)
        white, black = (strong, weak) if self.strong_has_white(strong, weak) else (weak, strong)
        if not self.free and not (self.may_have(white, "W") and self.may_have(black, "B")):
            white, black = black, white
        return white, black

    def share(self, player: int) -> Fraction:
        games = self.games(player)
        return Fraction(self.colours(player).count("B"), games) if games else Fraction(1, 2)

    def strong_has_white(self, strong: int, weak: int) -> bool:
        if self.share(strong) != self.share(weak):
            return self.share(strong) > self.share(weak)
        for mine, yours in reversed(list(zip(self.colours(strong), self.colours(weak), strict=True))):
            if mine != yours:
                return "B-W".index(mine) < "B-W".index(yours)
        last = "".join(self.colours(strong)).replace("-", "")[-1:]
        if last:
            return last == "B"
        return self.number_one_white() == (self.numbers[strong] % 2 == 1)

    def number_one_white(self) -> bool:
        chosen = self.options.get("first_white")
        if chosen is not None:
            return bool(chosen)
        text = f"{self.document.get('seed', '')}\0001\0first_white\0"
        return hashlib.sha256(text.encode()).digest()[0] % 2 == 0
