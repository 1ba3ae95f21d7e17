"""The screens of an event, as the arbiter set them."""

from clubtornei.events.models import Event
from clubtornei.rounds.models import Screen


def screen_of(event: Event, number: int) -> Screen:
    """What the screen with that number shows; one that nobody has set shows what the first one does."""
    found = Screen.objects.filter(event=event, number__in={1, number}).order_by("-number").first()
    return found or Screen(event=event, number=number)


def screens_of(event: Event) -> list[Screen]:
    """All that are set, and always a first one."""
    known = list(Screen.objects.filter(event=event))
    has_first = bool(known) and known[0].number == 1
    return known if has_first else [Screen(event=event, number=1), *known]
