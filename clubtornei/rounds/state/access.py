"""The event, round and table that a request names, and the user who sends it (see accounts.access)."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from clubtornei.accounts.access import admit
from clubtornei.accounts.models import Role
from clubtornei.accounts.signed_out import SignedOut
from clubtornei.events.models import LONGEST_KEY, Event
from clubtornei.events.writing import SentRequest
from clubtornei.rounds.models import Round, RoundQuerySet, Table
from clubtornei.rounds.state.stages import with_tabs
from clubtornei.text.numerals import parse_int
from clubtornei.text.text_fields import one_line
from clubtornei.web.http import HtmxRequest

OF_THE_PAGE = {"csrfmiddlewaretoken", "expected", "game", "seats"}
"""Fields of a form that say what the page knew. It may know more by the time it sends the form again."""

View = TypeVar("View", bound=Callable[..., HttpResponse])

PHONE = "phone"
"""The cookie by which a phone at a table is known again: the key of its first request, if that has one."""


def event_of(
    request: HtmxRequest, slug: str, role: Role = Role.ARBITER, *, even_received: bool = False
) -> Event:
    """The event with its club, for a member with at least `role`; sets `request.role`. One query.

    What only the tabs of a page show is not read for htmx, which asks for parts of pages.
    Raises SignedOut, Http404 for somebody who is not a member, PermissionDenied for a member with a lesser
    role, and of an event that comes from a laptop unless `even_received`.
    """
    if not request.user.is_authenticated:
        raise SignedOut
    events = (
        Event.objects.filter(slug=slug, club__memberships__user=request.user)
        .select_related("club")
        .with_several()
        .annotate(own_role=F("club__memberships__role"))
    )
    event: Any = (events if request.htmx else with_tabs(events)).first()
    if event is None:
        raise Http404
    admit(request, event.club, Role(event.own_role), role)
    if event.received and not even_received:
        raise PermissionDenied(
            _("«%(event)s» arriva da un portatile: si legge nelle pagine pubbliche e si cambia solo là.")
            % {"event": event.name}
        )
    return cast(Event, event)


def locked_for_post(view: View) -> View:
    """For a view with a form that merges (MergedForm): a POST is one transaction; the event is locked from
    before anything of it is read until what is sent is saved.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, *args: object, **kwargs: object) -> HttpResponse:
        if request.method != "POST":
            return view(request, slug, *args, **kwargs)
        own = Event.objects.filter(slug=slug, club__memberships__user=request.user.pk)
        with transaction.atomic():
            own.select_for_update(of=("self",)).values_list("pk").first()
            return view(request, slug, *args, **kwargs)

    return cast(View, wrapper)


def is_shown(request: HtmxRequest, event: Event) -> bool:
    """Whether the page that asks for news (_news.html) is of the event's newest version, `?shown=`."""
    return bool(request.htmx) and parse_int(request.GET.get("shown", "")) == event.version


def sent_request(request: HttpRequest) -> SentRequest:
    """The request with the key by which the page marks one that it sends again when the answer was lost."""
    key = one_line(request.headers.get("Idempotency-Key", ""))[:LONGEST_KEY]
    asked = [(name, values) for name, values in sorted(request.POST.lists()) if name not in OF_THE_PAGE]
    content = repr((request.path, asked)).encode(errors="surrogatepass")
    return SentRequest(key, sha256(content).hexdigest())


def phone_of(request: HttpRequest) -> str:
    """The number of a phone at a table that has proposed a result before, as it may be stored; else empty."""
    return one_line(request.COOKIES.get(PHONE, ""))[:32]


def table_of(event: Event, pk: int) -> Table | None:
    """A table of the event, `as_rows`, if there is one; byes are no tables."""
    return Table.objects.games().as_rows().filter(pk=pk, round__stage__event=event).first()


def table_or_404(event: Event, pk: int) -> Table:
    table = table_of(event, pk)
    if table is None:
        raise Http404
    return table


def rounds_numbered(event: Event, number: int, stage: int) -> RoundQuerySet:
    """The round with that number, if there is one, for a query of something in it."""
    return Round.objects.filter(stage__number=stage, stage__event=event, number=number)[:1]


def round_of(event: Event, number: int, stage: int) -> Round | None:
    """The round with that number, with its stage; None if a colleague has discarded it meanwhile."""
    return rounds_numbered(event, number, stage).select_related("stage").first()


def round_or_404(event: Event, number: int, stage: int) -> Round:
    round_ = round_of(event, number, stage)
    if round_ is None:
        raise Http404
    return round_
