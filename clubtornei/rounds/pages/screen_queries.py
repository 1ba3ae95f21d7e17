"""The screens of an event, as the arbiter set them, and the message for all of them."""

from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.rounds.models import Screen


class EventScreens(Struct, frozen=True):
    """`all`: all that are set, and always a first one; `message`: shown on all of them instead."""

    all: tuple[Screen, ...]
    message: str


def screen_of(event: Event, number: int) -> Screen:
    """What the screen with that number shows, under the message for all; one that nobody has set shows what
    the first one does.
    """
    known = {screen.number: screen for screen in Screen.objects.filter(event=event)}
    found = known.get(number) or known.get(1) or Screen(event=event, number=number)
    found.message = _message(known) or found.message
    return found


def screens_of(event: Event) -> EventScreens:
    """The screens, and the message for all."""
    known = {screen.number: screen for screen in Screen.objects.filter(event=event)}
    first = known.get(1) or Screen(event=event, number=1)
    others = [screen for screen in known.values() if screen.number not in (Screen.ALL, 1)]
    return EventScreens((first, *others), _message(known))


def _message(known: dict[int, Screen]) -> str:
    return known[Screen.ALL].message if Screen.ALL in known else ""
