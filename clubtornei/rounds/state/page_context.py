"""What all pages of an event, and all those of a round, show: tabs, who may change it, the bar of rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event, Stage
from clubtornei.events.stage_titles import is_only_round, is_opening, player_count, round_title
from clubtornei.events.systems import (
    counts_absences,
    has_bracket,
    pairs_by_results,
    planned_rounds,
    rounds_of,
)
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.bracket_plan import short_name
from clubtornei.rounds.state.days import day_of
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import Context
from pairing.reasons import why
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


def section_context(event: Event, section: str) -> Context:
    """The context of a page that asks nothing about who reads it; `section`: the tab that it belongs to."""
    return {"club": event.club, "event": event, "section": section}


def event_context(request: MemberRequest, event: Event) -> Context:
    """The context of every page of an event. `may_change`: an arbiter may, while the event is open;
    `may_reopen`: the owner may, once it is closed.
    """
    arbiter = request.role.is_arbiter
    return section_context(event, "rounds") | {
        "arbiter": arbiter,
        "may_change": arbiter and not event.closed,
        "may_reopen": event.closed and request.role.is_owner,
    }


def round_header(request: MemberRequest, event: Event, round_: Round) -> Context:
    """The context of every page of a round: its day, its stage, and the bar of that stage's rounds."""
    shown, stages = stage_and_tabs(stages_of(event), round_.stage.number)
    name = name_in_bracket(shown, round_.number)
    context = event_context(request, event)
    bar = rounds_bar(shown, may_change=context["may_change"], shown=round_.number)
    names = (stages.title, name)
    rounds = bar.total
    if rounds is None and bar.rounds == 1 and any(names):
        rounds = rounds_of(shown, player_count(shown))
    return context | {
        "stages": stages,
        "round": round_,
        "bar": bar,
        "round_name": name,
        "short_round_name": short_name(name),
        "only_round": round_title(1, *names, rounds=rounds) if is_only_round(rounds, *names) else "",
        "day": day_of(shown, round_.number),
    }


def title_of_round(stage: Stage, number: int, title: str) -> str:
    """The round behind the `title` of its stage, if that is told. A query in round 1 of the first stage."""
    names = (title, name_in_bracket(stage, number))
    rounds = rounds_of(stage, player_count(stage)) if number == 1 and any(names) else None
    return round_title(number, *names, rounds=rounds)


def name_in_bracket(stage: Stage, number: int) -> str:
    """What the round of a bracket is called, a semi-final for example; empty elsewhere."""
    planned = planned_rounds(stage, player_count(stage)) if has_bracket(stage) else ()
    return why(planned[number - 1].name, str, reader_language()) if number <= len(planned) else ""
