"""What seats and tables are called: White, East, «Tavolo 3».

In Italian all tables are «tavolo»; in English those with White and Black are boards.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from clubtornei.events.games import plays_with_colours, plays_with_winds
from clubtornei.events.models import Event
from clubtornei.rounds.models import Table
from pairing.registry import SYSTEMS
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


def seat_name(seat: int, *, winds: bool) -> str:
    """A seat of a larger table, from 1: «Est», or «sedia 2»."""
    return str(wind(seat)) if winds else gettext("sedia %(seat)d") % {"seat": seat}


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


class TableWords(NamedTuple):
    """The words of a table: `title` before its number, `short` above a column of numbers, `word` and `plural`
    within a sentence, `all` above a list; `why`, `all_why`: the question that its reasons answer, and those
    of all.
    """

    title: Promise
    short: Promise
    word: Promise
    plural: Promise
    all: Promise
    why: Promise
    all_why: Promise

    def titled(self, number: int | None) -> str:
        """The table with that number: «Tavolo 3»."""
        return f"{self.title} {number}"

    def word_for(self, tables: int) -> Promise:
        """What so many are, the number before it: «tavolo», «tavoli»."""
        return self.word if tables == 1 else self.plural

    def in_sentence(self, number: int | str | None) -> str:
        """The table's name within a sentence: «tavolo 3»."""
        return f"{self.word} {number}"

    def all_in_sentence(self, numbers: Sequence[int]) -> str:
        """Several within a sentence: «tavoli 3, 4»."""
        return f"{self.word_for(len(numbers))} {', '.join(map(str, numbers))}"


TABLE = TableWords(
    title=_("Tavolo"),
    short=_("Tav."),
    word=_("tavolo"),
    plural=_("tavoli"),
    all=_("Tavoli"),
    why=_("Perché questo tavolo?"),
    all_why=_("Perché questi tavoli?"),
)

BOARD = TableWords(
    title=pgettext_lazy("scacchiera", "Tavolo"),
    short=pgettext_lazy("scacchiera", "Tav."),
    word=pgettext_lazy("scacchiera", "tavolo"),
    plural=pgettext_lazy("scacchiera", "tavoli"),
    all=pgettext_lazy("scacchiera", "Tavoli"),
    why=pgettext_lazy("scacchiera", "Perché questo tavolo?"),
    all_why=pgettext_lazy("scacchiera", "Perché questi tavoli?"),
)


def table_words(system: System, event: Event) -> TableWords:
    """The words of that event's tables, in a stage of that system."""
    return BOARD if has_colours(system, event) else TABLE


def table_title(table: Table) -> str:
    """That table, with its number: «Tavolo 3»."""
    return _words_of(table).titled(table.number)


def table_in_sentence(table: Table) -> str:
    """The table's name within a sentence: «tavolo 3»."""
    return _words_of(table).in_sentence(table.number)


def _words_of(table: Table) -> TableWords:
    stage = table.round.stage
    return table_words(SYSTEMS[stage.system], stage.event)
