"""Addresses that stay in the stage that a page shows, and those that lead to another one."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from clubtornei.events.stages import Stages, Tab
from pairing.registry import SYSTEMS

register = template.Library()

SWITCHED = {
    "rounds": ("rounds", "bracket", "standings", "crosstable", "calendar", "prints"),
    "public": ("standings", "bracket", "crosstable", "calendar"),
}
"""Pages that each stage has for itself, by room; the first one stands for those that it has not."""


@register.simple_tag(takes_context=True)
def stage_url(context: template.Context, view: str, *args: Any) -> str:
    """Like `url`, for the event of the page and its stage; the one being played needs no number."""
    stages: Stages | None = context.get("stages")
    stage = stages.in_address if stages else None
    return reverse(view, args=[context["event"].slug, *([stage] if stage else []), *args])


@dataclass(frozen=True)
class Pages:
    """Which pages make sense for what a system plays: who loses once and is out meets nobody else, and only
    some know all rounds beforehand. `multiplayer`: at tables of more than two; `colours`: is there a White and a
    Black?
    """

    bracket: bool = False
    calendar: bool = False
    multiplayer: bool = False
    colours: bool = False

    @property
    def everybody(self) -> bool:
        """Those that show everybody with everybody: the bracket says it better."""
        return not self.bracket


@register.simple_tag(takes_context=True)
def stage_pages(context: template.Context) -> Pages:
    """Which pages the stage of this page has."""
    stages: Stages | None = context.get("stages")
    system = SYSTEMS.get(stages.all[stages.shown - 1].system if stages else context["event"].playing)
    if system is None:
        return Pages()
    return Pages(
        bracket=system.bracket is not None,
        calendar=system.calendar is not None,
        multiplayer=system.spec.multiplayer,
        colours=system.colours,
    )


@register.simple_tag(takes_context=True)
def seat(context: template.Context, colour: str) -> str:
    """The classes of a seat at a table of two: first or second, and its colour where there are some."""
    place = "first" if colour == "white" else "second"
    return f"seat {place} {colour}" if stage_pages(context).colours else f"seat {place}"


@register.simple_tag(takes_context=True)
def url_in(context: template.Context, stage: int, view: str, *args: Any) -> str:
    """Like `url`, in that stage."""
    named = [] if stage == context["stages"].current else [stage]
    return reverse(view, args=[context["event"].slug, *named, *args])


@register.simple_tag(takes_context=True)
def switch_url(context: template.Context, room: str, tab: Tab) -> str:
    """The page of the same section in another stage."""
    pages = SWITCHED[room]
    page = context["section"] if context["section"] in pages else pages[0]
    stage = [] if tab.number == context["stages"].current else [tab.number]
    return reverse(f"{room}:{page}", args=[context["event"].slug, *stage])
