"""The bar of a stage's rounds: the numbers that lead to each, and what an arbiter does about the next one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from clubtornei.events.models import Stage
from clubtornei.events.stage_titles import is_opening, player_count
from clubtornei.events.systems import counts_absences, pairs_by_results, rounds_of
from pairing.registry import SYSTEMS

MOST_SHOWN = 9
"""Of more rounds the bar has the first, the last, and those around the one shown."""
BESIDE = 2  # on each side of the round shown


@dataclass(frozen=True)
class RoundLink:
    """A round in the bar; `after_gap`: those before it are left out."""

    number: int
    current: bool
    after_gap: bool


@dataclass(frozen=True, kw_only=True)
class RoundsBar:
    """`rounds`: how many there are; `total`: how many there will be, if known; `shown`: the one of the page,
    None on a page of all; `following`: the number of the next round, None if none can be drawn now;
    `by_results`: whether it is drawn from results; `withdrawals`: whether somebody can still withdraw;
    `attendance`: who plays is asked before each round; `may_change`: who looks may draw.
    """

    rounds: int
    total: int | None = None
    shown: int | None = None
    following: int | None = None
    by_results: bool = True
    withdrawals: bool = False
    attendance: bool = False
    may_change: bool = False

    @property
    def links(self) -> list[RoundLink]:
        """The rounds in order, without those that are too many."""
        kept: Sequence[int] = range(1, self.rounds + 1)
        if self.rounds > MOST_SHOWN:
            about = self.shown or self.rounds
            near = [number for number in kept if abs(number - about) <= BESIDE]
            kept = sorted({1, *near, self.rounds})
        return [
            RoundLink(number, current=number == self.shown, after_gap=number - 1 > before)
            for before, number in pairwise([0, *kept])
        ]

    @property
    def draws_next(self) -> bool:
        """Whether its number draws the next round: one drawn from results waits for them."""
        return self.following is not None and not self.by_results

    @property
    def has_numbers(self) -> bool:
        """Whether there is a round to go to: not only the one shown."""
        return self.rounds > 1 or self.draws_next or bool(self.rounds and self.shown is None)


def rounds_bar(stage: Stage, *, may_change: bool, shown: int | None = None) -> RoundsBar:
    """The bar of the stage. One query, and one more for who may draw."""
    published = list(stage.rounds.order_by("number").values_list("published_at", flat=True))
    ready = published or (stage.event.drawn and is_opening(stage)) or stage.entrants is not None
    drawable = may_change and bool(ready) and all(published)
    total = rounds_of(stage, player_count(stage)) if may_change and ready else None
    following = len(published) + 1
    adjusted = SYSTEMS[stage.system].spec.games_each is not None
    return RoundsBar(
        rounds=len(published),
        total=total,
        shown=shown,
        following=following if drawable and (total is None or following <= total) else None,
        by_results=pairs_by_results(stage),
        withdrawals=bool(published) and (adjusted or total is None or sum(map(bool, published)) < total),
        attendance=counts_absences(stage),
        may_change=may_change,
    )
