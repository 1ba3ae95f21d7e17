"""What the components that all pages share ask for."""

from typing import NamedTuple

from django import template

from clubtornei import qr_codes
from clubtornei.languages import LANGUAGE_NAMES, reader_language

register = template.Library()


class Language(NamedTuple):
    """A language in which the site can be read, by its own name."""

    code: str
    name: str


@register.simple_tag
def other_language() -> Language:
    """The language to which a reader can change."""
    return next(Language(*named) for named in LANGUAGE_NAMES.items() if named[0] != reader_language())


@register.filter
def message_role(level: str) -> str:
    """The ARIA role of a message: an error interrupts what a screen reader says."""
    return "alert" if level == "error" else "status"


@register.filter
def qr_code(url: str) -> str:
    """The QR code of an address, as a data URL for an image."""
    return qr_codes.qr_code(url)
