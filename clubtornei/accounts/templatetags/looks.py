"""What pages show of their club's look."""

from django import template

from clubtornei.accounts.models import Club
from clubtornei.text.untyped import Context
from clubtornei.web.build_id import build_id

register = template.Library()


@register.simple_tag(takes_context=True)
def club_of_page(context: Context) -> Club | None:
    """Whose page it is: of the event, or of the club itself."""
    event = context.get("event")
    return event.club if event else context.get("club")


@register.simple_tag
def this_build() -> str:
    """The fingerprint of the running build, by which its stylesheets are kept."""
    return build_id()


@register.filter
def digits(colour: str) -> str:
    """The digits of a colour, as its stylesheet is called."""
    return colour.removeprefix("#")
