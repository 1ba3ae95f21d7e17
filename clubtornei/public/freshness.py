"""Public pages: only of published events, the same for everybody, sent again only when they have changed.

A page depends on the event's version, its club's name, the language and the program's edition, and on nothing
else: no session, no user, no token. So one query (the event with its club) is enough to answer 304 to whoever
has it already. The ETag is weak: the same page, if perhaps compressed otherwise. Polls ask for the whole page
and take their part of it, so that one address has one representation, whoever asks.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubtornei.build_id import build_id
from clubtornei.events.models import Event
from clubtornei.rounds.reports.snapshot import EventSnapshot

Context = dict[str, Any]
KEPT_QUERIES = ("", "by=name", "by=number")
"""Pages with these are rendered once for everybody, others for each who asks: nobody can fill the cache."""


class PublicRequest(HttpRequest):
    """A request for something of a published event: `snapshot` is the event, `etag` what it is now."""

    snapshot: EventSnapshot
    etag: str


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """GET and HEAD, 404 for what is not published, 304 for what has not changed; `?language=` as a link."""

    def answer(request: PublicRequest, **kwargs: Any) -> HttpResponse:
        if request.GET.urlencode() not in KEPT_QUERIES:
            return view(request, **kwargs)
        what = f"page:{request.etag}:{request.build_absolute_uri()}"
        return request.snapshot.cached(what, lambda: view(request, **kwargs))

    @require_safe
    @wraps(view)
    def page(request: PublicRequest, slug: str, stage: int | None = None, **kwargs: Any) -> HttpResponse:
        event = get_object_or_404(Event.objects.public().select_related("club"), slug=slug)
        if request.GET.get("language") in dict(settings.LANGUAGES):
            return _in_language(request)
        request.snapshot = EventSnapshot(event, stage)
        request.etag = _etag(event)
        response = get_conditional_response(request, etag=request.etag) or answer(request, **kwargs)
        response.headers["ETag"] = request.etag
        response.headers["Cache-Control"] = "no-cache"
        # LocaleMiddleware adds Accept-Language: the cookie is its other source.
        patch_vary_headers(response, ["Cookie"])
        return response

    return page


def show(request: PublicRequest, template: str, section: str, context: Context) -> HttpResponse:
    """The page, rendered without the request: nothing of who asks can get into it."""
    event = request.snapshot.event
    shown = {
        "event": event,
        "club": event.club,
        "snapshot": request.snapshot,
        "stages": request.snapshot.stages,
        "section": section,
        "card_view": "public:card",
        "here": request.get_full_path(),
        "query": request.GET,
        "poll_headers": json.dumps({"If-None-Match": request.etag}),
    }
    return HttpResponse(render_to_string(template, shown | context))


def _etag(event: Event) -> str:
    facts = (build_id(), event.pk, event.version, event.club.name, get_language())
    return f'W/"{hashlib.sha256(repr(facts).encode()).hexdigest()[:24]}"'


def _in_language(request: HttpRequest) -> HttpResponse:
    """The same page, from now on in the language asked for."""
    query = request.GET.copy()
    language = query.pop("language")[-1]
    response = HttpResponseRedirect(f"{request.path}?{query.urlencode()}" if query else request.path)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 60 * 60,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return response
