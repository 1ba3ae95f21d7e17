"""What seats are called: colours at a table of two, winds or nothing at a table of more."""

from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubtornei.events.games import plays_with_colours, plays_with_winds
from clubtornei.events.models import Event
from pairing.system import System
from scoring.ledger import BLACK, WHITE, Colour

WINDS = (
    (_("Nord"), pgettext_lazy("vento", "N")),
    (_("Est"), pgettext_lazy("vento", "E")),
    (_("Sud"), pgettext_lazy("vento", "S")),
    (_("Ovest"), pgettext_lazy("vento", "O")),
)


def has_winds(system: System, event: Event) -> bool:
    """Whether the seats are winds: in any game of a rotation, and elsewhere where the system assigns them and
    the event's game has winds. If not, they are only an order.
    """
    assigned = system.spec.multiplayer and system.seat_order
    return system.spec.seats_are_winds or (assigned and plays_with_winds(event.game))


def wind(seat: int) -> Promise | str:
    """The wind of a seat, from 1; a fifth seat has only its number."""
    return WINDS[seat - 1][0] if seat <= len(WINDS) else str(seat)


def wind_letter(seat: int) -> Promise | str:
    """The letter of the wind, for narrow columns."""
    return WINDS[seat - 1][1] if seat <= len(WINDS) else str(seat)


SeatColour = Colour | Literal[""]
"""The colour of a seat; empty where seats have none."""

COLOURS: tuple[Colour, Colour] = (WHITE, BLACK)

COLOUR_WORDS = {
    WHITE: (_("Bianco"), pgettext_lazy("colore", "B"), _("col Bianco")),
    BLACK: (_("Nero"), pgettext_lazy("colore", "N"), _("col Nero")),
}


def colour_name(colour: SeatColour) -> Promise | str:
    """The colour in a word; empty where seats have none."""
    return COLOUR_WORDS[colour][0] if colour else ""


def colour_letter(colour: SeatColour) -> Promise | str:
    """The letter of the colour, for narrow columns."""
    return COLOUR_WORDS[colour][1] if colour else ""


def with_colour(colour: SeatColour) -> Promise | str:
    """With which colour somebody plays: «col Bianco»."""
    return COLOUR_WORDS[colour][2] if colour else ""


def has_colours(system: System, event: Event) -> bool:
    """Whether the seats are White and Black: the system assigns them, and the event's game has them."""
    return system.colours and plays_with_colours(event.game)


def colours_of(system: System, event: Event) -> tuple[SeatColour, SeatColour]:
    """The colours in seat order; empty where the seats have none."""
    return COLOURS if has_colours(system, event) else ("", "")
