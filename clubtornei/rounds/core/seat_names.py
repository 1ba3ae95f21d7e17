"""What seats are called: colours at a table of two, winds at a table of more."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairing.system import System

WINDS = (
    (_("Nord"), pgettext_lazy("vento", "N")),
    (_("Est"), pgettext_lazy("vento", "E")),
    (_("Sud"), pgettext_lazy("vento", "S")),
    (_("Ovest"), pgettext_lazy("vento", "O")),
)


def has_winds(system: System) -> bool:
    """Are seats winds, because the system gives everybody his own? Elsewhere they only say who came first."""
    return system.spec.multiplayer and system.seat_order


def wind(seat: int) -> Promise | str:
    """The wind of a seat, from 1; a fifth seat has only its number."""
    return WINDS[seat - 1][0] if seat <= len(WINDS) else str(seat)


def wind_letter(seat: int) -> Promise | str:
    """The same in a letter, for narrow columns."""
    return WINDS[seat - 1][1] if seat <= len(WINDS) else str(seat)


COLOURS = ("white", "black")


def colours_of(system: System) -> tuple[str, str]:
    """White and Black, in the order of the seats; nothing where a seat only says who is named first."""
    return COLOURS if system.colours else ("", "")
