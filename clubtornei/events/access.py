"""Access to an event by role in its club (see accounts.access)."""

from django.http import Http404, HttpRequest

from clubtornei.accounts.access import admit
from clubtornei.accounts.models import Membership, Role
from clubtornei.events.models import Event


def event_of(request: HttpRequest, slug: str, role: Role = Role.ARBITER) -> Event:
    """The event with its club, for a member with at least `role`; sets `request.role`. Two queries.

    Raises Http404 for somebody who is not a member, PermissionDenied for a member with a lesser role.
    """
    if not request.user.is_authenticated:
        raise Http404
    event = Event.objects.select_related("club").with_several().with_playing().filter(slug=slug).first()
    if event is None:
        raise Http404
    membership = Membership.objects.filter(user=request.user, club=event.club_id).first()
    if membership is None:
        raise Http404
    admit(request, membership, role)
    return event
