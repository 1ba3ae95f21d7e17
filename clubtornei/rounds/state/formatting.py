"""Numbers and points, formatted for the reader, and how an event writes them."""

from collections.abc import Iterable, Sequence

from django.utils import formats
from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from clubtornei.text.languages import reader_language
from scoring.record import DocumentPlayer, Number
from scoring.standings import Row, english_ordinal

FRACTIONS = {"25": "¼", "5": "½", "75": "¾"}
"""How parts of a point are written, by their decimals."""
MOST_NAMED = 8  # players in a sentence


class Notation(Struct, frozen=True, kw_only=True):
    """How an event writes its figures, wherever they stand. `halves`: with ½, as results of games of two are;
    else with decimals, of which points have so many. `slot`: whether any points have a half, for which the
    whole ones then leave room.
    """

    halves: bool = True
    decimals: int = 0
    slot: bool = False

    def figure(self, value: str | None, decimals: int = 0) -> str:
        """`decimals`: those of the longest value in the column."""
        return points(value) if self.halves else number(value, decimals)

    def points(self, value: str | None) -> str:
        return self.figure(value, self.decimals)


def notation_of(rows: Sequence[Row], decimals: int, *, multiplayer: bool) -> Notation:
    """The notation for these rows of a ranking: ½ at tables of two, unless points have other parts. At tables
    of more points are decimals, and at least so many.
    """
    scored = [value for row in rows if (value := row.values.get("points"))]
    halves = not multiplayer and all(map(has_fraction, scored))
    return Notation(
        halves=halves,
        decimals=max([decimals, *map(decimals_of, scored)]),
        slot=halves and any(_parts(value) for value in scored),
    )


def one_notation(notations: Iterable[Notation]) -> Notation:
    """That of an event whose stages by themselves had these."""
    known = list(notations)
    halves = all(one.halves for one in known)
    return Notation(
        halves=halves,
        decimals=max((one.decimals for one in known), default=0),
        slot=halves and any(one.slot for one in known),
    )


def leaves_room(text: str, slot: bool) -> bool:
    """Whether a formatted value stands left of the slot for ½ that its column has."""
    return slot and text[-1:].isdigit()


def has_fraction(value: str) -> bool:
    """Whether the value is whole, or has a part that is written as a fraction."""
    return _parts(value) in ("", *FRACTIONS)


def decimals_of(value: str) -> int:
    """How many decimals the engines print it with."""
    return len(_parts(value))


def _parts(value: str) -> str:
    return value.partition(".")[2]


def with_number(player: DocumentPlayer, name: str = "") -> str:
    """The name, or that form of it, after the draw or order number."""
    return f"{player.number} {name or player.name}"


def ordinal(place: int) -> str:
    """A place in short, in the reader's language: 1° or 1st."""
    return f"{place}°" if reader_language() == "it" else english_ordinal(place)


def requested_bye(worth: str) -> str:
    """What is said of a bye that was asked for, by what it is worth as written: «½ a richiesta»."""
    return _("%(points)s a richiesta") % {"points": worth}


def points(value: str | None) -> str:
    """Points as the engines print them, with halves as halves: "3.5" is 3½, "0.5" is ½."""
    if value is None or _parts(value) not in FRACTIONS:
        return number(value)
    whole = value.partition(".")[0]
    return f"{number('' if whole == '0' else whole.replace('-0', '-'))}{FRACTIONS[_parts(value)]}"


def points_in_words(text: str) -> str:
    """Formatted points within a sentence: "3½ points", "half a point"."""
    if text == "½":
        return _("mezzo punto")
    return ngettext("%(points)s punto", "%(points)s punti", 1 if text == "1" else 2) % {"points": text}


def number(value: str | None, decimals: int = 0) -> str:
    """An exact decimal as the engines print it, with a minus, and the comma or point of the language.

    `decimals`: how many it has at least.
    """
    if value is None:
        return "–"
    whole, _point, rest = value.partition(".")
    whole, rest = whole.replace("-", "−"), rest.ljust(decimals, "0")
    return f"{whole}{formats.get_format('DECIMAL_SEPARATOR')}{rest}" if rest else whole


def recorded_number(value: Number | None) -> str:
    """A recorded number, with the comma or point of the reader's language."""
    return "" if value is None else number(str(value))


def names_in_short(names: Sequence[str]) -> str:
    """The names within a sentence; of too many the first, and how many more."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    facts = {"names": ", ".join(names[:MOST_NAMED]), "more": len(names) - MOST_NAMED}
    return _("%(names)s e altri %(more)d") % facts
