"""What other sites and telephones are told of a page: in words, with a picture, and where it is."""

from urllib.parse import urljoin, urlsplit

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.templatetags.dates import days


class Sharing(Struct, frozen=True):
    """`address`, `picture`: with the site's name, as others need them. `manifest`: a path."""

    description: str
    address: str
    picture: str
    manifest: str


def icon_of(club: Club) -> str:
    """The path of its logo on a square, else of the site's icon: 512 pixels wide."""
    return reverse("public:logo", args=[club.logo, "icon", "png"]) if club.logo else static("icons/icon.png")


def sharing_of_event(url: str, event: Event) -> Sharing:
    """What a messenger shows of the page of the event with this address."""
    facts = " · ".join(filter(None, (event.game_title, days(event), event.place)))
    return Sharing(
        _("%(event)s: turni, tavoli e classifica. %(facts)s.") % {"event": event.name, "facts": facts},
        urlsplit(url)._replace(query="").geturl(),
        urljoin(url, icon_of(event.club)),
        reverse("public:manifest", args=[event.slug]),
    )


def sharing_of_club(request: HttpRequest, club: Club) -> Sharing:
    """What a messenger shows of a page of the club that is of none of its events."""
    return Sharing(
        _("%(club)s: tornei in corso e prossimi, classifiche, calendario.") % {"club": club.name},
        request.build_absolute_uri(request.path),
        request.build_absolute_uri(icon_of(club)),
        reverse("public:club_manifest", args=[club.slug]),
    )
