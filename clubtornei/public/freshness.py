"""Public pages: of published events only, the same for everybody, and sent again only if they have changed.

A page depends on the event's version, its club's name, the language and the build, and on nothing else: no
session, no user, no token. So a conditional request is answered with 304 after one query, for the event with
its club. The ETag is weak, because the same page may be compressed differently. Polling requests the whole
page and takes a part of it, so that each URL has one representation, whoever asks.
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
from clubtornei.untyped import Context

CACHED_QUERIES = ("", "by=name", "by=number")
"""Pages with these query strings are cached; with any other they are rendered for each request, so that
nobody can fill the cache with arbitrary queries.
"""


class PublicRequest(HttpRequest):
    """A request for a page of a published event, with the event's snapshot and its current ETag."""

    snapshot: EventSnapshot
    etag: str
    event_pk: int


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator of a public view: GET and HEAD only, 404 if the event is not published, 304 if it has not
    changed. `?language=` switches the language and redirects.
    """

    def cached_response(request: PublicRequest, **kwargs: Any) -> HttpResponse:
        if request.GET.urlencode() not in CACHED_QUERIES:
            return view(request, **kwargs)
        key = f"page:{request.etag}:{request.build_absolute_uri()}"
        return request.snapshot.cached(key, lambda: view(request, **kwargs))

    @require_safe
    @wraps(view)
    def page(request: PublicRequest, slug: str, stage: int | None = None, **kwargs: Any) -> HttpResponse:
        event = get_object_or_404(Event.objects.public().select_related("club"), slug=slug)
        if request.GET.get("language") in dict(settings.LANGUAGES):
            return _switch_language(request)
        request.event_pk = event.pk
        request.snapshot = EventSnapshot(event, stage)
        request.etag = _etag(event)
        not_modified = get_conditional_response(request, etag=request.etag)
        response = not_modified or cached_response(request, **kwargs)
        response.headers["ETag"] = request.etag
        response.headers["Cache-Control"] = "no-cache"
        # LocaleMiddleware adds Accept-Language; the language may also come from the cookie.
        patch_vary_headers(response, ["Cookie"])
        return response

    return page


def show(request: PublicRequest, template: str, section: str, context: Context) -> HttpResponse:
    """The page, rendered without the request, so that nothing about the visitor can get into it."""
    event = request.snapshot.event
    shared = {
        "event": event,
        "club": event.club,
        "snapshot": request.snapshot,
        "stages": request.snapshot.stages,
        "section": section,
        "card_view": "public:card",
        "current_url": request.get_full_path(),
        "query": request.GET,
        "poll_headers": json.dumps({"If-None-Match": request.etag}),
    }
    return HttpResponse(render_to_string(template, shared | context))


def _etag(event: Event) -> str:
    parts = (build_id(), event.pk, event.version, event.club.name, get_language())
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


def _switch_language(request: HttpRequest) -> HttpResponse:
    """Redirect to the same page, with a cookie for the language of `?language=`."""
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
