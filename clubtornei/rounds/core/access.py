"""The event, round and table that a request names, and the user who sends it (see accounts.access)."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest

from clubtornei.accounts.access import MemberRequest, admit
from clubtornei.accounts.models import Membership, Role
from clubtornei.events.models import LONGEST_KEY, Event
from clubtornei.rounds.core.stages import with_current_system
from clubtornei.rounds.models import Round, Table


def event_of(request: HttpRequest, slug: str, role: Role = Role.ARBITER) -> Event:
    """The event with its club, for a member with at least `role`; sets `request.role`. Two queries.

    Raises Http404 for somebody who is not a member, PermissionDenied for a member with a lesser role.
    """
    if not request.user.is_authenticated:
        raise Http404
    event = with_current_system(Event.objects.with_several().select_related("club")).filter(slug=slug).first()
    if event is None:
        raise Http404
    membership = Membership.objects.filter(user=request.user, club=event.club_id).first()
    if membership is None:
        raise Http404
    admit(request, membership, role)
    return event


def member(request: HttpRequest) -> User:
    """The user of the request, who is signed in: `event_of` lets only members in."""
    assert isinstance(request.user, User)
    return request.user


def request_key(request: HttpRequest) -> str:
    """The key by which the page marks a request that it sends again when the answer was lost; else empty."""
    return request.headers.get("Idempotency-Key", "")[:LONGEST_KEY]


def table_or_404(event: Event, pk: int) -> Table:
    """A table of the event; byes are no tables."""
    tables = Table.objects.games().select_related("round__stage")
    table = tables.filter(pk=pk, round__stage__event=event).first()
    if table is None:
        raise Http404
    return table


def round_or_404(event: Event, number: int, stage: int | None = None) -> Round:
    round_ = Round.objects.of(event, stage).select_related("stage").filter(number=number).first()
    if round_ is None:
        raise Http404
    return round_


def is_arbiter(request: MemberRequest) -> bool:
    """Whether the user may do more than enter results."""
    return request.role.is_arbiter
