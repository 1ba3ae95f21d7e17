"""Ties that decide who enters a stage, and what the arbiter decided (rules/qualification.md#undecided)."""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from scoring.document import Document, DocumentStage
from scoring.qualification_rule import qualification_rule_of
from scoring.random_keys import in_random_order

SharedAt = Literal["rank", "wildcard", "table"]


class CutTie(Struct, frozen=True, kw_only=True):
    """Players who are level where that decides who enters: `places` of `players` do, in that order.

    `at`: they share the rank `number` of stage `stage`; or that rank and the best result, where a wild card
    is given; or a place at table `number` of its last round. `decided`: whether that is decided.
    """

    players: tuple[int, ...]
    places: int
    at: SharedAt
    stage: int
    number: int
    decided: bool


def cut_lots(document: Document, number: int, players: Collection[int]) -> tuple[int, ...]:
    """Level players in the order of their lots, for the `decided` of stage `number` (rules/draws.md#lots)."""
    return tuple(in_random_order(players, document.seed, number, "cut"))


Candidate = tuple[int, int, int, int | None]
"""How many of a player's group are ahead of him and himself, his place in the ranking, his id, his group."""


def contested(candidates: Sequence[Candidate], count: int, level: Collection[int]) -> list[int]:
    """Those of the level players of whom another order among them would let others be among the first `count`
    candidates. `candidates`: in order.
    """
    pool = [candidate for candidate in candidates if candidate[2] in level]
    if len(candidates) <= count or len(pool) < 2:
        return []
    chosen = {player for _, _, player, _ in candidates[:count]}
    limit = candidates[count - 1][0]
    at_limit = {player in chosen for lap, _, player, _ in pool if lap == limit}
    laps: dict[int | None, set[int]] = {}
    for lap, _, _, group in pool:
        laps.setdefault(group, set()).add(lap)
    can_enter = {group for group, of in laps.items() if min(of) < limit or (limit in of and True in at_limit)}
    can_miss = {group for group, of in laps.items() if max(of) > limit or (limit in of and False in at_limit)}
    return [player for _, _, player, group in pool if group in can_enter & can_miss]


class CutTies:
    """The ties found while the entrants of stage `number` are found. `gone`: who declined, and is not level
    with anybody.
    """

    def __init__(self, document: Document, number: int, gone: Collection[int]) -> None:
        self.document = document
        self.number = number
        self.gone = gone
        self.found: list[CutTie] = []

    def in_order(self, level: Sequence[int], at: SharedAt, stage: int) -> list[int]:
        """The level players in the order that was decided; as they are, where none was."""
        decided = self._decided(level, at, stage)
        if decided is None:
            return list(level)
        place_of = {player: place for place, player in enumerate(decided)}
        return sorted(level, key=lambda player: place_of.get(player, len(decided)))

    def note(
        self, level: Sequence[int], at: SharedAt, stage: int, number: int, entering: Collection[int]
    ) -> None:
        """A tie, where some of the level players enter and some do not."""
        players = [player for player in self.in_order(level, at, stage) if player not in self.gone]
        places = sum(player in entering for player in players)
        if 0 < places < len(players):
            self.found.append(
                CutTie(
                    players=tuple(players),
                    places=places,
                    at=at,
                    stage=stage,
                    number=number,
                    decided=self._decided(level, at, stage) is not None,
                )
            )

    def is_decided(self, level: Sequence[int], at: SharedAt, stage: int) -> bool:
        return self._decided(level, at, stage) is not None

    def _decided(self, level: Sequence[int], at: SharedAt, stage: int) -> Sequence[int] | None:
        """The list that names all of them: this stage's, or that of another that takes players from the same
        ranking or the same tables.
        """
        players = set(level).difference(self.gone)
        return next((decided for decided in self._lists(at, stage) if players.issubset(decided)), None)

    def _lists(self, at: SharedAt, stage: int) -> Iterator[Sequence[int]]:
        own = self.document.stages[self.number - 1].decided
        if own:
            yield own
        for number, other in enumerate(self.document.stages, 1):
            if number != self.number and other.decided and stage in _sources(other, at):
                yield other.decided


def _sources(stage: DocumentStage, at: SharedAt) -> Collection[int]:
    """The stages whose tables, or whose ranking, decide who enters the stage."""
    rule = qualification_rule_of(stage)
    if rule is None:
        return ()
    tables = (*rule.winners, *rule.losers)
    return tables if at == "table" else rule.ranked_sources
