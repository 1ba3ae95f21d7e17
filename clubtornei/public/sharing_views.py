"""What stands around public pages: the club's stylesheet and logo, the pictures of links, and the manifests.

The stylesheet and the logo are named by what they are, and kept for ever; so are the pictures of links, of
which an older name leads to the newest one.
"""

import json
import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubtornei.accounts.models import Club, ClubLogo
from clubtornei.events.models import Event
from clubtornei.public.club_colours import SURFACES, stylesheet, surface_stylesheet
from clubtornei.public.club_pages import ClubState, club_state
from clubtornei.public.freshness import PublicRequest, cached_response, club_page, public_page
from clubtornei.public.pictures import Words, picture
from clubtornei.public.sharing import name_of, words_of_club, words_of_event
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
    text = surface_stylesheet(surface, build_id()) + stylesheet(f"#{colour}")
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


@require_safe
def event_picture(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    event = get_object_or_404(Event.objects.public().select_related("club"), slug=slug)
    words = words_of_event(event)
    if name != name_of(words, event.club) or request.GET:
        return redirect("public:picture", slug, name_of(words, event.club))
    return _drawn(request, words, event.club)


@require_safe
def club_picture(request: HttpRequest, club: str, name: str) -> HttpResponse:
    found = club_state(club).club
    words = words_of_club(found)
    if name != name_of(words, found) or request.GET:
        return redirect("public:club_picture", club, name_of(words, found))
    return _drawn(request, words, found)


@public_page
def event_manifest(request: PublicRequest) -> HttpResponse:
    event = request.snapshot.event
    return _manifest(event.name, reverse("public:event", args=[event.slug]), event.club)


@club_page
def club_manifest(request: HttpRequest, state: ClubState) -> HttpResponse:
    return _manifest(state.club.name, reverse("public:club", args=[state.club.slug]), state.club)


def _drawn(request: HttpRequest, words: Words, club: Club) -> HttpResponse:
    """The picture, drawn once for all who ask."""

    def make() -> HttpResponse:
        logos = ClubLogo.objects.filter(club=club).values_list("image", flat=True)
        image = bytes(logos[0]) if club.logo else None
        return HttpResponse(picture(words, club.colour, image), content_type="image/png")

    return _for_ever(cached_response(request, "", make))


def _manifest(name: str, start: str, club: Club) -> HttpResponse:
    """What a telephone needs to put the page among its programs."""
    icon = reverse("public:logo", args=[club.logo, "icon", "png"]) if club.logo else static("icons/icon.png")
    described = {
        "name": name,
        "short_name": name,
        "lang": get_language(),
        "start_url": start,
        "scope": start,
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": club.colour or SITE_COLOUR,
        "icons": [{"src": icon, "sizes": "512x512", "type": "image/png"}],
    }
    return HttpResponse(json.dumps(described, ensure_ascii=False), content_type="application/manifest+json")


def _for_ever(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = FOR_EVER
    return response
