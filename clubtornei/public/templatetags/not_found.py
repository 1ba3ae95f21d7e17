"""What is offered to a player whose page is not found."""

from django import template
from django.conf import settings
from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.untyped import Context

register = template.Library()

PUBLIC = "/t/"
"""Under it are the public pages (clubtornei/urls.py)."""


class PublicPlace(Struct, frozen=True):
    """Where a player is. `event`: the public one whose address he has, of which this page does not exist."""

    event: Event | None


@register.simple_tag(takes_context=True)
def session_ended(context: Context) -> bool:
    """Whether the browser was signed in and is not any more."""
    request = context["request"]
    return settings.SESSION_COOKIE_NAME in request.COOKIES and not request.user.is_authenticated


@register.simple_tag(takes_context=True)
def public_place(context: Context) -> PublicPlace | None:
    """None on an organiser's page."""
    path = context["request"].path
    if not path.startswith(PUBLIC):
        return None
    slug = path.removeprefix(PUBLIC).partition("/")[0]
    return PublicPlace(Event.objects.public().select_related("club").filter(slug=slug).first())
