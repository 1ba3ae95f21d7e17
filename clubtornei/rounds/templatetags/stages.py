"""Template tags for the stage that a page shows: addresses in it, its pages, what its tables are called."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket_layout import round_heading
from clubtornei.rounds.state.stages import StageTabs
from clubtornei.rounds.state.table_words import (
    TABLE,
    SeatColour,
    TableWords,
    has_colours,
    has_winds,
    table_words as words_of,
)
from pairing.registry import SYSTEMS
from pairing.system import System
from scoring.ledger import WHITE, Colour

register = template.Library()


@register.simple_tag(takes_context=True)
def stage_url(context: template.Context, view: str, *args: Any) -> str:
    """Like `url`, for the event of the page and the stage it shows; the current stage needs no number.
    A round has `round_url`.
    """
    stages: StageTabs | None = context.get("stages")
    stage = stages.in_address if stages else None
    return reverse(view, args=[context["event"].slug, *([stage] if stage else []), *args])


@register.simple_tag(takes_context=True)
def ranking_url(context: template.Context, view: str) -> str:
    """Like `stage_url`; of a closed event the ranking of all stages."""
    event = context["event"]
    return reverse(view, args=[event.slug]) if event.closed else stage_url(context, view)


@register.simple_tag(takes_context=True)
def round_url(context: template.Context, view: str, *args: Any, stage: int | None = None) -> str:
    """Like `url`, for a round of that stage, or of the one shown; only an event's only stage is not named, so
    that the address is that of the same round whatever is played meanwhile.
    """
    stages: StageTabs | None = context.get("stages")
    if stage is None:
        stage = stages.shown if stages else context["round"].stage.number
    stage_args = [stage] if has_several(context) else []
    return reverse(view, args=[context["event"].slug, *stage_args, *args])


def has_several(context: template.Context) -> bool:
    """Whether the event has several stages; no query where the page knows them."""
    stages: StageTabs | None = context.get("stages")
    several: bool = stages.several if stages else context["event"].several
    return several


@dataclass(frozen=True)
class StagePages:
    """The pages that make sense for a system: not all have a bracket, or know all rounds beforehand.

    `multiplayer`: more than two sit at a table; `colours`: the seats are White and Black in this game;
    `winds`: they are winds.
    """

    bracket: bool = False
    calendar: bool = False
    multiplayer: bool = False
    colours: bool = False
    winds: bool = False

    @property
    def everybody(self) -> bool:
        """Whether there are pages of everybody against everybody, such as the crosstable."""
        return not self.bracket


@register.simple_tag(takes_context=True)
def stage_pages(context: template.Context) -> StagePages:
    """The pages of the stage that this page shows."""
    system = _system_shown(context)
    if system is None:
        return StagePages()
    return StagePages(
        bracket=system.bracket is not None,
        calendar=system.calendar is not None,
        multiplayer=system.spec.multiplayer,
        colours=has_colours(system, context["event"]),
        winds=has_winds(system, context["event"]),
    )


@register.simple_tag(takes_context=True)
def round_title(context: template.Context, number: int, stage: int | None = None) -> str:
    """The round as its page is headed: of that stage, by default of the one shown."""
    snapshot: EventSnapshot = context["snapshot"]
    return round_heading(snapshot.of_stage(stage) if stage else snapshot, number)


@register.simple_tag(takes_context=True)
def table_words(context: template.Context) -> TableWords:
    """What a table is called in the stage that this page shows."""
    system = _system_shown(context)
    return words_of(system, context["event"]) if system else TABLE


def _system_shown(context: template.Context) -> System | None:
    """The system of the stage that this page shows."""
    stages: StageTabs | None = context.get("stages")
    if stages:
        name = stages.all[stages.shown - 1].system
    elif "round" in context:
        name = context["round"].stage.system
    else:
        name = getattr(context["event"], "current_system", "")
    return SYSTEMS.get(name)


@register.simple_tag(takes_context=True)
def seat(context: template.Context, colour: Colour, winner: SeatColour = "") -> str:
    """The CSS classes of a seat at a table of two: first or second, its colour if there are colours, and
    whether it is that of the winner.
    """
    order = "first" if colour == WHITE else "second"
    classes = f"seat {order} {colour}" if stage_pages(context).colours else f"seat {order}"
    return f"{classes} winner" if colour == winner else classes


@register.simple_tag(takes_context=True)
def url_in(context: template.Context, stage: int, view: str, *args: Any) -> str:
    """Like `url`, in the stage with that number. Rankings and crosstables always name it: else they may be
    of another.
    """
    may_follow = not (context["event"].closed or view.endswith((":standings", ":crosstable")))
    is_played = may_follow and stage == context["stages"].current
    stage_args = [] if is_played or not context["stages"].several else [stage]
    return reverse(view, args=[context["event"].slug, *stage_args, *args])
