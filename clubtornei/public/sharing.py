"""What other sites and telephones are told of a page: in words, with a picture, and where it is."""

import hashlib

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.templatetags.dates import days
from clubtornei.public.pictures import Words
from clubtornei.web.build_id import build_id


class Sharing(Struct, frozen=True):
    """`address`, `picture`: with the site's name, as others need them. `manifest`: a path."""

    description: str
    address: str
    picture: str
    manifest: str


def words_of_event(event: Event) -> Words:
    return Words(event.club.name, event.name, " · ".join(filter(None, (days(event), event.place))))


def words_of_club(club: Club) -> Words:
    return Words("", club.name, _("Tornei, classifiche, calendario"))


def name_of(words: Words, club: Club) -> str:
    """The name of a picture, which is another one as soon as the picture is: sites keep what they fetched."""
    facts = (words.above, words.name, words.below, club.colour, club.logo, build_id())
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]


def sharing_of_event(request: HttpRequest, event: Event) -> Sharing:
    facts = " · ".join(filter(None, (event.game_title, days(event), event.place)))
    picture = reverse("public:picture", args=[event.slug, name_of(words_of_event(event), event.club)])
    return Sharing(
        _("%(event)s: turni, tavoli e classifica. %(facts)s.") % {"event": event.name, "facts": facts},
        request.build_absolute_uri(request.path),
        request.build_absolute_uri(picture),
        reverse("public:manifest", args=[event.slug]),
    )


def sharing_of_club(request: HttpRequest, club: Club) -> Sharing:
    """Of any page of the club that is of none of its events."""
    picture = reverse("public:club_picture", args=[club.slug, name_of(words_of_club(club), club)])
    return Sharing(
        _("%(club)s: tornei in corso e prossimi, classifiche, calendario.") % {"club": club.name},
        request.build_absolute_uri(request.path),
        request.build_absolute_uri(picture),
        reverse("public:club_manifest", args=[club.slug]),
    )
