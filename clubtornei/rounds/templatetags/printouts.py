"""What only printed sheets need."""

from collections.abc import Sequence
from typing import Any

import segno
from django import template

from clubtornei.rounds.core.formatting import points

LONG, LONGER = 20, 27  # letters: a name beyond them gets narrower type, to stay on its line

register = template.Library()


@register.simple_tag(takes_context=True)
def qr(context: dict[str, Any], path: str) -> str:
    """The QR code of a page of this site, as the source of an image.

    Of dots, not lines: WeasyPrint draws them several times faster, and a round may have a hundred codes.
    """
    return segno.make(context["whole"](path), micro=False).png_data_uri(border=0, scale=4)


@register.simple_tag(takes_context=True)
def whole(context: dict[str, Any], path: str) -> str:
    """The address of a page of this site as phones can open it."""
    address: str = context["whole"](path)
    return address


@register.filter
def fitting(name: str) -> str:
    """The class of type in which a name stays on one line."""
    return "" if len(name) <= LONG else "long" if len(name) <= LONGER else "longer"


@register.filter
def part(items: Sequence[object], of: slice) -> Sequence[object]:
    """Some of the items."""
    return items[of]


@register.filter
def at(items: Sequence[object], place: int) -> object:
    """The item at that place, from 0; None where there are fewer."""
    return items[place] if place < len(items) else None


@register.filter
def points_or_nothing(value: str) -> str:
    """Points as they are written; nothing where there are none yet."""
    return points(value) if value else ""
