"""What stands around public pages: the club's stylesheet and logo, the manifests, the overlay of a stream.

The stylesheet and the logo are named by what they are, and kept for ever.
"""

import json
import re
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubtornei.accounts.models import Club, ClubLogo
from clubtornei.public.club_colours import SURFACES, stylesheet, surface_stylesheet
from clubtornei.public.club_pages import ClubState
from clubtornei.public.page_cache import PublicPage, club_page, public_page, show
from clubtornei.public.sharing import icon_of
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.final_ranking import current_standings
from clubtornei.text.colours import HEX, SITE_COLOUR
from clubtornei.web.build_id import build_id

FOR_EVER = "public, max-age=31536000, immutable"
PAPER = "#f6f1e6"  # as in static/css/tokens.css
SUFFIXES = {"image": "png", "small": "webp", "icon": "png"}  # of a logo, by size


@require_safe
def colours(request: HttpRequest, build: str, surface: str, colour: str) -> HttpResponse:
    """The whole stylesheet of a surface in a colour, of six hexadecimal digits: one request for both.

    Only that of this build is kept: while machines change to another one, they have different styles.
    """
    if surface not in SURFACES or not re.fullmatch(HEX, f"#{colour}"):
        raise Http404
    text = surface_stylesheet(surface) + stylesheet(f"#{colour}")
    response = HttpResponse(text, content_type="text/css; charset=utf-8")
    return _for_ever(response) if build == build_id() else response


@require_safe
def logo(request: HttpRequest, name: str, size: str, suffix: str) -> HttpResponse:
    """A logo by its name. One query."""
    if SUFFIXES.get(size) != suffix:
        raise Http404
    found = ClubLogo.objects.filter(club__logo=name).values_list(size, flat=True).first()
    if found is None:
        raise Http404
    response = HttpResponse(bytes(found), content_type=f"image/{suffix}")
    response["ETag"] = f'"{name}-{size}"'
    return _for_ever(get_conditional_response(request, etag=response["ETag"], response=response) or response)


@public_page
def event_manifest(page: PublicPage) -> HttpResponse:
    event = page.snapshot.event
    return _manifest(event.name, reverse("public:event", args=[event.slug]), event.club)


@club_page
def club_manifest(request: HttpRequest, state: ClubState) -> HttpResponse:
    return _manifest(state.club.name, reverse("public:club", args=[state.club.slug]), state.club)


def _manifest(name: str, start: str, club: Club) -> HttpResponse:
    """What a telephone needs to put the page among its programs."""
    described = {
        "name": name,
        "short_name": name,
        "lang": get_language(),
        "start_url": start,
        "scope": start,
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": club.colour or SITE_COLOUR,
        "icons": [{"src": icon_of(club), "sizes": "512x512", "type": "image/png"}],
    }
    return HttpResponse(json.dumps(described, ensure_ascii=False), content_type="application/manifest+json")


def _for_ever(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = FOR_EVER
    return response


MOST_ROWS = 10


@public_page
def standings(page: PublicPage, key: UUID) -> HttpResponse:
    """The first of the ranking, once there is a result."""
    snapshot = _snapshot(page, key)
    started = snapshot.progress.started
    report = current_standings(snapshot)
    return show(
        page,
        "public/overlay.html",
        "overlay",
        {"report": report.with_rows(report.rows[: MOST_ROWS if started else 0])},
    )


@public_page
def round(page: PublicPage, key: UUID) -> HttpResponse:
    """The tables of the round that is played, with the results so far; before it the ranking’s page."""
    snapshot = _snapshot(page, key)
    number = snapshot.progress.current.number
    shown = snapshot.round(number) if number else None
    context = {"round": shown, "report": current_standings(snapshot).with_rows(())}
    return show(page, "public/overlay.html", "overlay", context)


def _snapshot(page: PublicPage, key: UUID) -> EventSnapshot:
    """Raises Http404 where the address is that of another event, or was renewed since."""
    if key != page.snapshot.event.public_key:
        raise Http404
    return page.snapshot
