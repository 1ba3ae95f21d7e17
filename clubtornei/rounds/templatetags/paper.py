"""What only printed sheets need."""

from typing import Any

import segno
from django import template

register = template.Library()


@register.simple_tag(takes_context=True)
def qr(context: dict[str, Any], path: str) -> str:
    """The QR code of a page of this site, as the source of an image."""
    return segno.make(context["whole"](path), micro=False).svg_data_uri(border=0)


@register.simple_tag(takes_context=True)
def whole(context: dict[str, Any], path: str) -> str:
    """The address of a page of this site as phones can open it."""
    address: str = context["whole"](path)
    return address
