"""Public pages: of published events only, the same for everybody, and sent again only if they have changed.

A page depends on the event's version, its club's name, the language and the build, and on nothing else: no
session, no user, no token. Each is rendered once a change and kept (see kept_pages). Its ETag says what it
shows, so that a change elsewhere in the event is answered with 304; it is weak, because the same page may be
compressed differently. Polling requests the whole page and takes a part of it, so that each URL has one
representation, whoever asks.
"""

import gzip
import hashlib
import json
from collections.abc import Callable
from functools import wraps
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from clubtornei.build_id import build_id
from clubtornei.events.models import Event
from clubtornei.numerals import parse_int
from clubtornei.public.kept_pages import KeptPage, Page, kept_page
from clubtornei.public.refreshing import is_refreshed
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context

KEPT_QUERIES = ("", "by=name", "by=number")
"""Pages with these query strings are kept; with any other they are rendered for each request, so that nobody
can fill the cache with arbitrary queries.
"""

FACTS = ("pk", "version", "club__name")
"""What is asked of the event to know whether a page shows its newest state."""

ETAG_PLACE = "0" * 23 + "-"
"""Stands in a page, which polls itself with its own ETag, until it is rendered and the ETag is known."""

COMPRESSION = 6


SEEN, SEEN_PLACE = "Clubtornei-Seen", "0" * 19 + "+"
"""The header with which a page that polls itself tells of what version it is; what stands in the page for the
version until its ETag is known.
"""

ADDRESS = (
    "REQUEST_METHOD",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "wsgi.url_scheme",
)
"""What a request says of the address alone: all that a page, which is anybody's, is made of."""


class PublicRequest(WSGIRequest):
    """A request for a page of a published event, with the event's snapshot."""

    snapshot: EventSnapshot
    event_pk: int


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator of a public view: GET and HEAD only, 404 if the event is not published, 304 if what it shows
    has not changed. `?language=` switches the language and redirects.
    """

    @require_safe
    @wraps(view)
    def page(request: WSGIRequest, slug: str, stage: int | None = None, **kwargs: Any) -> HttpResponse:
        found = get_object_or_404(Event.objects.public().values_list(*FACTS, named=True), slug=slug)
        if request.GET.get("language") in dict(settings.LANGUAGES):
            return _switch_language(request)
        address = {name: request.META[name] for name in ADDRESS if name in request.META}
        language = get_language() or ""

        def render() -> KeptPage:
            event = Event.objects.select_related("club").get(pk=found.pk)
            anybodys = PublicRequest(address | {"wsgi.input": BytesIO()})
            anybodys.event_pk, anybodys.snapshot = event.pk, EventSnapshot(event, stage)
            with override(language):
                return _rendered(event, view(anybodys, **kwargs))

        if request.GET.urlencode() not in KEPT_QUERIES:
            return _answer(request, render())
        parts = ("page", build_id(), str(found.pk), language, request.build_absolute_uri())
        asked = Page(key=":".join(parts), event=found.pk, render=render)
        kept = kept_page(
            asked,
            found.version,
            found.club__name,
            must_be_newest=_must_be_newest(request),
            seen=parse_int(request.headers.get(SEEN, "")) or 0,
            refreshed=is_refreshed(asked),
        )
        return _answer(request, kept)

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
        "poll_headers": json.dumps({"If-None-Match": _etag(ETAG_PLACE), SEEN: SEEN_PLACE}),
    }
    return HttpResponse(render_to_string(template, shared | context))


def _must_be_newest(request: HttpRequest) -> bool:
    """Whether somebody opens the page, who may have seen newer ones; not the page polling itself. Organisers
    want to see what they have just entered.
    """
    opened = request.headers.get("Sec-Fetch-Mode") == "navigate"
    return opened or settings.SESSION_COOKIE_NAME in request.COOKIES


def _etag(fingerprint: str) -> str:
    return f'W/"{fingerprint}"'


def _rendered(event: Event, response: HttpResponse) -> KeptPage:
    fingerprint = hashlib.sha256(response.content).hexdigest()[: len(ETAG_PLACE)]
    body = response.content.replace(ETAG_PLACE.encode(), fingerprint.encode())
    body = body.replace(SEEN_PLACE.encode(), str(event.version).encode())
    return KeptPage(
        version=event.version,
        club=event.club.name,
        etag=_etag(fingerprint),
        headers=dict(response.headers),
        body=gzip.compress(body, COMPRESSION, mtime=0),
    )


def _answer(request: HttpRequest, kept: KeptPage) -> HttpResponse:
    """The page as this browser takes it; 304 if it has what the page shows."""
    response = get_conditional_response(request, etag=kept.etag)
    if response is None and "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(kept.body, headers=kept.headers | {"Content-Encoding": "gzip"})
    elif response is None:
        response = HttpResponse(kept.text, headers=kept.headers)
    response.headers["ETag"] = kept.etag
    response.headers["Cache-Control"] = "no-cache"
    # LocaleMiddleware adds Accept-Language; the language may also come from the cookie.
    patch_vary_headers(response, ["Accept-Encoding", "Cookie"])
    return response


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
