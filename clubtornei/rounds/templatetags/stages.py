"""Template tags for URLs within a stage or to another one, and for the pages that a stage has."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from clubtornei.rounds.core.stages import StageTab, StageTabs
from pairing.registry import SYSTEMS

register = template.Library()


@register.simple_tag(takes_context=True)
def stage_url(context: template.Context, view: str, *args: Any) -> str:
    """Like `url`, for the event of the page and the stage it shows; the current stage needs no number."""
    stages: StageTabs | None = context.get("stages")
    stage = stages.in_address if stages else None
    return reverse(view, args=[context["event"].slug, *([stage] if stage else []), *args])


@dataclass(frozen=True)
class StagePages:
    """The pages that make sense for a system: not all have a bracket, or know all rounds beforehand.

    `multiplayer`: more than two sit at a table; `colours`: the seats are White and Black.
    """

    bracket: bool = False
    calendar: bool = False
    multiplayer: bool = False
    colours: bool = False

    @property
    def everybody(self) -> bool:
        """Whether there are pages of everybody against everybody, such as the crosstable."""
        return not self.bracket


@register.simple_tag(takes_context=True)
def stage_pages(context: template.Context) -> StagePages:
    """The pages of the stage that this page shows."""
    stages: StageTabs | None = context.get("stages")
    name = stages.all[stages.shown - 1].system if stages else getattr(context["event"], "current_system", "")
    system = SYSTEMS.get(name)
    if system is None:
        return StagePages()
    return StagePages(
        bracket=system.bracket is not None,
        calendar=system.calendar is not None,
        multiplayer=system.spec.multiplayer,
        colours=system.colours,
    )


@register.simple_tag(takes_context=True)
def seat(context: template.Context, colour: str) -> str:
    """The CSS classes of a seat at a table of two: first or second, and its colour if there are colours."""
    order = "first" if colour == "white" else "second"
    return f"seat {order} {colour}" if stage_pages(context).colours else f"seat {order}"


@register.simple_tag(takes_context=True)
def url_in(context: template.Context, stage: int, view: str, *args: Any) -> str:
    """Like `url`, in the stage with that number."""
    stage_args = [] if stage == context["stages"].current else [stage]
    return reverse(view, args=[context["event"].slug, *stage_args, *args])


@register.simple_tag(takes_context=True)
def switch_url(context: template.Context, views: str, tab: StageTab) -> str:
    """The page of the same section in another stage. `views`: the names of the pages that each stage has;
    from the others the switcher leads to the first.
    """
    names = {name.partition(":")[2]: name for name in views.split()}
    view = names.get(context["section"]) or next(iter(names.values()))
    stage_args = [] if tab.number == context["stages"].current else [tab.number]
    return reverse(view, args=[context["event"].slug, *stage_args])
