"""Public pages: of published events only, the same for everybody, and sent again only if they have changed.

A page of an event depends on the event's version, its club's look, the language and the build, and on nothing
else: no session, no user, no token. Each is rendered once a change and cached. Pages of no single event are
cached by a fingerprint of what they show. The ETag says what a page shows, so that a change elsewhere in the
event is answered with 304; it is weak, because a page may be compressed differently. Polling requests
the whole page and takes a part of it, so that each URL has one representation, whoever asks. A cache that
many readers share, such as nginx's, may keep each for two seconds: docs/en/deploy.md.
"""

import gzip
import hashlib
import json
from collections.abc import Callable, Sequence
from functools import wraps
from threading import Lock
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from csp.decorators import csp_replace
from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.timezone import now
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe
from msgspec import Struct

from clubtornei.accounts.models import shown_look
from clubtornei.events.models import Event
from clubtornei.events.public_address import public_url
from clubtornei.mail.models import can_send
from clubtornei.public.club_pages import ClubState, club_state
from clubtornei.public.sharing import sharing_of_event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.report import Audience, Report
from clubtornei.text.untyped import Context
from clubtornei.web.build_id import build_id
from clubtornei.web.local_hosts import canonical_host, is_own_host, url_for_other_devices

LIFETIME = 60 * 60  # seconds
COMPRESSION = 9  # of gzip: twice the time of 6, once a change; a tenth less for each phone

RENDERING = tuple(Lock() for _ in range(64))
"""A page is rendered by one thread of a process; the others wait for it. Pages share the locks at random."""

SHARED = "public, max-age=0, s-maxage=2, stale-while-revalidate=2"
"""Browsers ask each time; a shared cache every two seconds, and meanwhile sends what it has for two more."""

OWN = "private, no-cache"
"""For who has chosen a language: a shared cache only knows the one his browser asks for."""

PARAMETERS = ("after", "best", "by", "columns", "from", "page", "places", "player", "q", "round", "rows")
"""All that pages read of the query string. What others add to an address that is shared is left out."""

KEPT = {("pairings", "by", "name"), ("crosstable", "by", "number")}
"""The pages, by view, that are cached with a parameter. With any other, whose value anybody can make up, one
is rendered for each request: nobody can fill the cache.
"""

ClubView = Callable[[HttpRequest, ClubState], HttpResponse]

MOMENTS = ("sign_up_settings__opens_at", "sign_up_settings__closes_at")
"""When a page changes that nobody has written anything for."""

FACTS = (
    "pk",
    "version",
    "club__name",
    "club__colour",
    "club__logo",
    "club__closed_at",
    "club__embedding_sites",
    *MOMENTS,
)
"""What is asked of the event to know whether a page shows its newest state, and where it may be embedded."""

ETAG_PLACE = "0" * 23 + "-"
"""Stands in a page, which polls itself with its own ETag, until it is rendered and the ETag is known."""


class CachedPage(Struct):
    """A rendered page. `version`: the event's, when it was rendered; 0 for pages of no event.
    `body`: compressed by gzip.
    """

    version: int
    etag: str
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.body)


def cached_page(parts: tuple[object, ...], version: int, render: Callable[[], CachedPage]) -> CachedPage:
    """The page that the parts name, rendered if none of at least that version is cached."""
    digest = hashlib.sha256(repr(parts).encode())
    key = f"page:{digest.hexdigest()}"
    cached = _look_up(key, version)
    if cached is None:
        with RENDERING[digest.digest()[0] % len(RENDERING)]:
            cached = _look_up(key, version)
            if cached is None:
                cached = render()
                cache.set(key, cached, LIFETIME)
    return cached


def _look_up(key: str, version: int) -> CachedPage | None:
    cached: CachedPage | None = cache.get(key)
    return cached if cached and cached.version >= version else None


class PublicPage(Struct):
    """What a page of a published event is made of, whoever asks. `query`: all that pages read of the query
    string; `url`: where other devices open it.
    """

    snapshot: EventSnapshot
    query: QueryDict
    url: str

    def url_of(self, path: str) -> str:
        """Where other devices open the page with this path."""
        return urljoin(self.url, path)

    def url_for_others(self, path: str) -> str:
        """The address of the event's page with this path, on the server that it is published on, if any."""
        return public_url(self.snapshot.event, path) or self.url_of(path)


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator of a public view: GET and HEAD only, 404 if the event is not published, 304 if what it shows
    has not changed. `?language=` switches the language and redirects.
    """

    @require_safe
    @wraps(view)
    def answered(request: HttpRequest, slug: str, stage: int | None = None, **kwargs: Any) -> HttpResponse:
        found = Event.objects.public().filter(slug=slug).values_list(*FACTS, named=True).first()
        if found is None:
            raise Http404
        if request.GET.get("language") in dict(settings.LANGUAGES):
            return switch_language(request)
        query = QueryDict(urlencode(_query_of(request)))
        url = url_for_other_devices(request, f"{request.path}?{query.urlencode()}" if query else request.path)
        language = get_language() or ""

        def render() -> CachedPage:
            snapshot = _snapshot_of(found.pk)
            page = PublicPage(snapshot.of_stage(stage), query, url)
            with override(language):
                return rendered(view(page, **kwargs), snapshot.event.version)

        kept = all((view.__name__, *item) in KEPT for item in query.items())
        if not kept or not is_own_host(request):
            return embeddable(request, answer(request, render()), found.club__embedding_sites)
        passed = sum(moment <= now() for name in MOMENTS if (moment := getattr(found, name)))
        look = shown_look(found.club__name, found.club__colour, found.club__logo, found.club__closed_at)
        parts = (build_id(), can_send(), found.pk, language, passed, look, url)
        response = answer(request, cached_page(parts, found.version, render))
        return embeddable(request, response, found.club__embedding_sites)

    return answered


def club_page(view: ClubView) -> Callable[..., HttpResponse]:
    """Decorator of a public page of a club: cached until something public of it changes, or the day."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, club: str) -> HttpResponse:
        state = club_state(club)
        response = cached_response(request, state.fingerprint, lambda: view(request, state))
        return embeddable(request, response, state.club.embedding_sites)

    return page


def cached_response(request: HttpRequest, shown: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page of this address, which shows what `shown` stands for; 304 if the browser has it. `make` must
    not look at who asks. With a query string, or at a host that is not surely this site's, it is made for
    each request: nobody can fill the cache.
    """
    if request.GET.get("language") in dict(settings.LANGUAGES):
        return switch_language(request)
    if request.GET or not is_own_host(request):
        return answer(request, rendered(make()))
    parts = (build_id(), get_language(), request.scheme, canonical_host(request), request.path, shown)
    return answer(request, cached_page(parts, 0, lambda: rendered(make())))


def render_page(template: str, context: Context) -> HttpResponse:
    """A page of no single event, rendered without the request, so that nothing of the visitor is in it."""
    return HttpResponse(render_to_string(template, {"query": QueryDict(), **context}))


def _snapshot_of(event: int) -> EventSnapshot:
    """Raises Http404 for one that was deleted a moment ago."""
    found = Event.objects.select_related("club").filter(pk=event).first()
    if found is None:
        raise Http404
    return EventSnapshot(found)


def _query_of(request: HttpRequest) -> dict[str, str]:
    """What pages read of the request's query string, in one order."""
    return {name: request.GET[name] for name in PARAMETERS if request.GET.get(name)}


def show(page: PublicPage, template: str, section: str, context: Context) -> HttpResponse:
    """The page, rendered without the request, so that nothing about the visitor can get into it. Raises
    NotForThisAudience if its report is not for the public.
    """
    if isinstance(report := context.get("report"), Report):
        report.only_for(Audience.PUBLIC)
    event = page.snapshot.event
    shared = {
        "event": event,
        "club": event.club,
        "snapshot": page.snapshot,
        "stages": page.snapshot.stages,
        "section": section,
        "card_view": "public:card",
        "current_url": urlsplit(page.url)._replace(scheme="", netloc="").geturl(),
        "query": page.query,
        "sharing": sharing_of_event(page.url, event),
        "poll_headers": json.dumps({"If-None-Match": _etag(ETAG_PLACE)}),
    }
    return HttpResponse(render_to_string(template, shared | context))


def _etag(fingerprint: str) -> str:
    return f'W/"{fingerprint}"'


def rendered(response: HttpResponse, version: int = 0) -> CachedPage:
    fingerprint = hashlib.sha256(response.content).hexdigest()[: len(ETAG_PLACE)]
    body = response.content.replace(ETAG_PLACE.encode(), fingerprint.encode())
    return CachedPage(
        version=version,
        etag=_etag(fingerprint),
        headers=dict(response.headers),
        body=gzip.compress(body, COMPRESSION, mtime=0),
    )


def answer(request: HttpRequest, cached: CachedPage) -> HttpResponse:
    """The page as this browser takes it; 304 if it has what the page shows."""
    response = get_conditional_response(request, etag=cached.etag)
    if response is None and "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(cached.body, headers=cached.headers | {"Content-Encoding": "gzip"})
    elif response is None:
        response = HttpResponse(cached.text, headers=cached.headers)
    response.headers["ETag"] = cached.etag
    chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
    response.headers["Cache-Control"] = OWN if chosen else SHARED
    patch_vary_headers(response, ["Accept-Encoding"])  # LocaleMiddleware adds Accept-Language
    return response


def embeddable(request: HttpRequest, response: HttpResponse, sites: Sequence[str]) -> HttpResponse:
    """The page, which these sites alone may show within theirs. It has no form that writes anything."""
    if sites:
        csp_replace({"frame-ancestors": list(sites)})(lambda _request: response)(request)
        response.xframe_options_exempt = True
    return response


def switch_language(request: HttpRequest) -> HttpResponse:
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
