"""What is offered to a player whose page is not found."""

from urllib.parse import quote

from django import template
from msgspec import Struct

from clubtornei.accounts import signed_out
from clubtornei.events.models import Event
from clubtornei.text.untyped import Context

register = template.Library()

PUBLIC = "/t/"
"""Under it are the public pages (clubtornei/urls.py)."""
LINKS = ("/h/", "/i/", "/invite/", "/m/", "/password/set/", "/q/")
"""Under them are the pages whose addresses have a key (web/link_keys.py)."""


class PublicPlace(Struct, frozen=True):
    """Where a player is. `event`: the public one whose address he has, of which this page does not exist."""

    event: Event | None


@register.simple_tag(takes_context=True)
def page_asked(context: Context) -> str:
    """Where who signs in is led to, for the address of the page to sign in."""
    return quote(signed_out.page_asked(context["request"]))


@register.simple_tag(takes_context=True)
def is_link(context: Context) -> bool:
    """Whether the page asked for is one that only who holds its link has."""
    path: str = context["request"].path
    return path.startswith(LINKS)


@register.simple_tag(takes_context=True)
def public_place(context: Context) -> PublicPlace | None:
    """None on an organiser's page."""
    path = context["request"].path
    if not path.startswith(PUBLIC):
        return None
    slug = path.removeprefix(PUBLIC).partition("/")[0].replace("\0", "")  # which PostgreSQL would refuse
    return PublicPlace(Event.objects.public().select_related("club").filter(slug=slug).first())
