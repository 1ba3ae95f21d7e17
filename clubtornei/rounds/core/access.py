"""The rounds and tables of an event that a request names, and the user who sends it."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import REQUEST_KEY, Round, Table


def member(request: HttpRequest) -> User:
    """The user of the request, who is signed in: `event_of` lets only members in."""
    assert isinstance(request.user, User)
    return request.user


def request_key(request: HttpRequest) -> str:
    """The key by which the page marks a request that it sends again when the answer was lost; else empty."""
    return request.headers.get("Idempotency-Key", "")[:REQUEST_KEY]


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
    return request.role in Role.ARBITER.includes
