"""Public pages that are of no single event: each is rendered once for what it shows, and kept under that.

Like the pages of an event they are the same for everybody; but nothing polls them, so a reader always gets
the newest.
"""

import gzip
import hashlib
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubtornei.advisory_locks import only_one
from clubtornei.build_id import build_id
from clubtornei.local_hosts import canonical_host, is_own_host
from clubtornei.lru_cache import LRUCache
from clubtornei.public.club_pages import ClubState, club_state
from clubtornei.public.freshness import COMPRESSION, answer, embeddable, switch_language
from clubtornei.public.page_cache import LIFETIME, MOST_IN_MEMORY, CachedPage
from clubtornei.untyped import Context

ClubView = Callable[[HttpRequest, ClubState], HttpResponse]
memory: LRUCache[str, CachedPage] = LRUCache(MOST_IN_MEMORY)


def kept_page(request: HttpRequest, shown: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page of this address, which shows what `shown` stands for, of any length; 304 if the browser has
    it. `make` must not look at who asks. With a query string, or at a host that is not surely this site's, it
    is made for each request, so that nobody can fill the cache.
    """
    if request.GET.get("language") in dict(settings.LANGUAGES):
        return switch_language(request)
    if request.GET or not is_own_host(request):
        return answer(request, _rendered(make()))
    host = f"{request.scheme}://{canonical_host(request)}"
    address = f"{build_id()}:{get_language()}:{host}{request.path}:{shown}"
    key = f"kept:{hashlib.sha256(address.encode()).hexdigest()}"
    return answer(request, _look_up(key) or _made(key, make))


def club_page(view: ClubView) -> Callable[..., HttpResponse]:
    """Decorator of a public page of a club: kept until something public of it changes, or the day."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, club: str) -> HttpResponse:
        state = club_state(club)
        response = kept_page(request, state.fingerprint, lambda: view(request, state))
        return embeddable(response, state.club.embedding_sites)

    return page


def _look_up(key: str) -> CachedPage | None:
    found = memory.get(key)
    if found is None:
        shared: CachedPage | None = cache.get(key)
        if shared is not None:
            memory.put(key, shared)
        return shared
    return found


def _made(key: str, make: Callable[[], HttpResponse]) -> CachedPage:
    """Rendered by one request of all processes."""
    with only_one(key, wait=True):
        found = _look_up(key)
        if found is None:
            found = _rendered(make())
            memory.put(key, found)
            cache.set(key, found, LIFETIME)
        return found


def _rendered(response: HttpResponse) -> CachedPage:
    fingerprint = hashlib.sha256(response.content).hexdigest()[:24]
    return CachedPage(
        version=0,
        club="",
        etag=f'W/"{fingerprint}"',
        headers=dict(response.headers),
        body=gzip.compress(response.content, COMPRESSION, mtime=0),
    )


def show(template: str, context: Context) -> HttpResponse:
    """The page, rendered without the request, so that nothing about the visitor can get into it."""
    return HttpResponse(render_to_string(template, {"query": QueryDict(), **context}))
