"""The JSON interface to read, version 1: it tells any other site what the public pages show."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from clubtornei.events.models import LATEST_FIRST
from clubtornei.public.api import answers
from clubtornei.public.api.openapi import description
from clubtornei.public.club_pages import club_state
from clubtornei.public.page_cache import PublicPage, cached_response, public_page
from clubtornei.rounds.reports.bracket_layout import bracket_or_none
from clubtornei.rounds.stages.undecided_page import CONFLICT, undecided_stage_text
from clubtornei.season.circuits.access import published_circuit
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.models import Circuit
from clubtornei.web.key_pages import key_page
from scoring.qualification import Undecided
from scoring.record import DocumentError

JSON = "application/json; charset=utf-8"
EVENTS_ON_A_PAGE = 50
MOST_CIRCUITS = 1000


def for_any_site(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: a page of another site may read the answer, too: it is public, and the same for all. That
    there is no such thing, or that a stage is undecided, is told as JSON.
    """

    @wraps(view)
    def open_view(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            answer = view(request, **kwargs)
        except Http404:
            answer = _refusal(_("Qui non c’è niente, o non è pubblico."), 404)
        except (Undecided, DocumentError) as error:
            answer = _refusal(undecided_stage_text(error, kwargs.get("slug", "")), CONFLICT)
        if isinstance(answer, HttpResponseNotAllowed):
            answer.headers["Content-Type"] = JSON
            answer.content = _refusal(_("Qui si legge soltanto: con GET."), 405).content
        answer.headers["Access-Control-Allow-Origin"] = "*"
        return answer

    return open_view


def _answer(record: Struct) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(record), content_type=JSON)


def _refusal(words: str, status: int) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(answers.Refusal(error=words)), content_type=JSON, status=status)


@for_any_site
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The description of the interface, in OpenAPI 3.1."""
    return cached_response(
        request, "openapi", lambda: HttpResponse(msgspec.json.encode(description()), content_type=JSON)
    )


@for_any_site
@require_safe
def events(request: HttpRequest, club: str) -> HttpResponse:
    """The public events of a club, the latest first, by pages: `?page=`, as `next` says."""
    state = club_state(club)

    def make() -> HttpResponse:
        public = state.club.events.public().brief()
        shown = key_page(public, LATEST_FIRST, request.GET.get("page"), EVENTS_ON_A_PAGE)
        return _answer(answers.events_answer(state.club, shown))

    return cached_response(request, state.fingerprint, make)


@for_any_site
@require_safe
def circuits(request: HttpRequest, club: str) -> HttpResponse:
    """The public circuits of a club."""
    found = club_state(club).club
    shown = list(Circuit.objects.select_related("club").filter(club=found, published=True)[:MOST_CIRCUITS])
    return cached_response(
        request,
        repr([(one.pk, one.version, one.name) for one in shown]),
        lambda: _answer(answers.CircuitList(circuits=[answers.circuit_brief(one) for one in shown])),
    )


@for_any_site
@require_safe
def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """The ranking of a circuit."""
    found = published_circuit(circuit)
    return cached_response(
        request,
        fingerprint_of(found),
        lambda: _answer(answers.circuit_answer(found, snapshot_of(found))),
    )


@for_any_site
@public_page
def event(page: PublicPage) -> HttpResponse:
    """An event with its stages."""
    return _answer(answers.event_answer(page.snapshot))


@for_any_site
@public_page
def prizes(page: PublicPage) -> HttpResponse:
    """The confirmed prizes of an event."""
    return _answer(answers.prizes_answer(page.snapshot))


@for_any_site
@public_page
def round(page: PublicPage, number: int) -> HttpResponse:
    """The pairings of a published round."""
    if not 1 <= number <= page.snapshot.progress.rounds:
        raise Http404
    return _answer(answers.round_answer(page.snapshot, page.snapshot.round(number)))


@for_any_site
@public_page
def calendar(page: PublicPage) -> HttpResponse:
    """All rounds, those to come too where the system determines them."""
    return _answer(answers.calendar_answer(page.snapshot))


@for_any_site
@public_page
def bracket(page: PublicPage) -> HttpResponse:
    """The bracket of a knockout."""
    found = bracket_or_none(page.snapshot)
    if found is None:
        raise Http404
    return _answer(answers.bracket_answer(page.snapshot, found))


@for_any_site
@public_page
def standings(page: PublicPage) -> HttpResponse:
    """The ranking of a stage, the current one unless the address names another."""
    return _answer(answers.standings_answer(page.snapshot))
