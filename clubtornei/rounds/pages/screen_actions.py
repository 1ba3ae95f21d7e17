"""What the projectors of an event show; set while they run, also at the prize-giving of a closed event."""

from collections.abc import Iterable

from clubtornei.events.models import Event
from clubtornei.events.writing import writing
from clubtornei.rounds.models import Screen

SETTINGS = ("contents", "seconds", "light", "message")


def set_screens(event: Event, screens: Iterable[Screen]) -> None:
    """Say what screens show; a number that is new is a new screen. Raises ActionRefused."""
    with writing(event, even_closed=True) as locked:
        for screen in screens:
            shown = {field: getattr(screen, field) for field in SETTINGS}
            Screen.objects.update_or_create(event=locked, number=screen.number, defaults=shown)


def remove_screen(event: Event, number: int) -> None:
    """Forget what the screen was to show: it shows what the first one does. Raises ActionRefused."""
    with writing(event, even_closed=True) as locked:
        Screen.objects.filter(event=locked, number=number).delete()


def put_message(event: Event, message: str) -> None:
    """Show the message on all screens, those added later too, instead of what each has; an empty one takes it
    away, and each shows its own again. Raises ActionRefused.
    """
    with writing(event, even_closed=True) as locked:
        if message:
            Screen.objects.update_or_create(event=locked, number=Screen.ALL, defaults={"message": message})
        else:
            Screen.objects.filter(event=locked, number=Screen.ALL).delete()
