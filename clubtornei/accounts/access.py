"""Who may do what in a club: the getter of every organiser's page.

Who is no member finds nothing (404), not even that it exists; a member without the role is told so (403).
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from clubtornei.accounts.models import Club, Membership, Role


def club_of(request: HttpRequest, slug: str, role: Role = Role.ARBITER) -> Club:
    """The club, for a member with at least this role. One query; `request.role` tells the templates."""
    if not request.user.is_authenticated:
        raise Http404
    membership = Membership.objects.filter(user=request.user, club__slug=slug).select_related("club").first()
    if membership is None:
        raise Http404
    admit(request, membership, role)
    return membership.club


def admit(request: HttpRequest, membership: Membership, role: Role) -> None:
    """Let the member pass who has the role; the templates find what he may do in `request.role`."""
    request.role = Role(membership.role)  # type: ignore[attr-defined]
    if membership.role not in role.includes:
        raise PermissionDenied(
            _("Serve il ruolo «%(role)s»: chiedilo al titolare del circolo.") % {"role": role.label}
        )


class MemberRequest(HttpRequest):
    """What django-htmx and the getters of players.access and events.access make of a member's request."""

    htmx: HtmxDetails
    role: Role
