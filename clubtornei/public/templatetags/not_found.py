"""What is offered to a player whose page is not found."""

from urllib.parse import quote

from django import template

from clubtornei.accounts import signed_out
from clubtornei.events.models import Event
from clubtornei.text.untyped import Context

register = template.Library()

PUBLIC = "/t/"
"""Under it are the public pages (clubtornei/urls.py)."""
LINKS = ("/h/", "/i/", "/invite/", "/m/", "/password/set/", "/q/")
"""Under them are the pages whose addresses have a key (web/link_keys.py)."""


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
def is_public(context: Context) -> bool:
    """Whether the page asked for would be one of the public ones."""
    path: str = context["request"].path
    return path.startswith(PUBLIC)


@register.simple_tag(takes_context=True)
def public_event(context: Context) -> Event | None:
    """The public event whose address a player has, of which this page does not exist."""
    path = context["request"].path
    slug = path.removeprefix(PUBLIC).partition("/")[0].replace("\0", "")  # which PostgreSQL would refuse
    return Event.objects.public().select_related("club").filter(slug=slug).first()
