"""The pages of the events' room."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from clubtornei.players.models import Role


class MemberRequest(HttpRequest):
    """What django-htmx and the getters of players.access and events.access make of a member's request."""

    htmx: HtmxDetails
    role: Role
