"""Addresses that stay in the stage that a page shows."""

from typing import Any

from django import template
from django.urls import reverse

from clubtornei.events.stages import Stages

register = template.Library()


@register.simple_tag(takes_context=True)
def stage_url(context: template.Context, view: str, *args: Any) -> str:
    """Like `url`, for the event of the page and its stage; the one being played needs no number."""
    stages: Stages | None = context.get("stages")
    stage = stages.in_address if stages else None
    return reverse(view, args=[context["event"].slug, *([stage] if stage else []), *args])
