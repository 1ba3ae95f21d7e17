"""Where others open a page of an event: on the server that it is published on, else on this machine."""

from django.conf import settings
from django.http import HttpRequest

from clubtornei.events.models import Event
from clubtornei.web.local_hosts import url_for_other_devices

SERVED = ("/h/", "/i/", "/q/")
"""Of the paths with a key, those that lead to the same on the server."""


def public_url(event: Event, path: str) -> str:
    """The address of the page with this path on the server; empty where the event is not there, or the
    page.
    """
    own = f"/t/{event.slug}/"
    if not event.public_site:
        return ""
    if path.startswith(own):
        return f"{event.public_site}/t/{event.public_slug}/{path.removeprefix(own)}"
    return event.public_site + path if path.startswith(SERVED) else ""


def url_for_others(request: HttpRequest, event: Event, path: str) -> str:
    """The address of the page with this path, as phones open it."""
    return public_url(event, path) or url_for_other_devices(request, path)


def opens_in_hall_alone(event: Event) -> bool:
    """Whether the address of `url_for_others` opens nothing outside the network of this laptop."""
    return settings.LAPTOP and not event.public_site


def url_in_hall(request: HttpRequest, event: Event, path: str) -> str:
    """Its address in the hall, to be shown beside that of `url_for_others` while the server is not reached;
    else empty.
    """
    return url_for_other_devices(request, path) if event.public_site and event.unreached else ""
