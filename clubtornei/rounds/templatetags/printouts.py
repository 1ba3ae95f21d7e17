"""Template tags and filters for the printed sheets."""

from collections.abc import Sequence
from typing import Any

import segno
from django import template

from clubtornei.rounds.core.formatting import points

LONG_NAME, LONGER_NAME = 20, 27  # characters that fit on the line in normal and in narrow type

register = template.Library()


@register.simple_tag(takes_context=True)
def qr(context: dict[str, Any], path: str) -> str:
    """The QR code of a page of this site, as a data URI for an image.

    A PNG rather than an SVG: WeasyPrint draws it several times faster, and a round may have a hundred codes.
    """
    return segno.make(context["whole"](path), micro=False).png_data_uri(border=0, scale=4)


@register.simple_tag(takes_context=True)
def whole(context: dict[str, Any], path: str) -> str:
    """The full address of a page of this site, which phones in the hall can open."""
    address: str = context["whole"](path)
    return address


@register.filter
def name_width(name: str) -> str:
    """The CSS class of the type in which the name fits on one line."""
    return "" if len(name) <= LONG_NAME else "long" if len(name) <= LONGER_NAME else "longer"


@register.filter
def sliced(items: Sequence[object], part: slice) -> Sequence[object]:
    """A part of the items."""
    return items[part]


@register.filter
def item_at(items: Sequence[object], index: int) -> object:
    """The item at that index, from 0; None if there are fewer."""
    return items[index] if index < len(items) else None


@register.filter
def points_or_nothing(value: str) -> str:
    """Points for a sheet; an empty string where there are none yet."""
    return points(value) if value else ""
