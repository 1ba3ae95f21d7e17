"""A single screen, set as the arbiter's page sets all of them."""

from clubtornei.events.models import Event
from clubtornei.rounds.models import Screen
from clubtornei.rounds.pages.screen_actions import set_screens


def set_screen(
    event: Event, number: int, contents: str, seconds: int, message: str, *, light: bool = False
) -> None:
    screen = Screen(number=number, contents=contents, seconds=seconds, message=message, light=light)
    set_screens(event, [screen])
