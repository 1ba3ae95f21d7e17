"""Numbers and points, formatted for the reader."""

from django.utils import formats

from clubtornei.languages import reader_language
from scoring.record import Number

ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(place: int) -> str:
    """A place in short, in the reader's language: 1° or 1st."""
    if reader_language() == "it":
        return f"{place}°"
    teens = 11 <= place % 100 <= 13
    return f"{place}{'th' if teens else ENDINGS.get(place % 10, 'th')}"


def points(value: str | None) -> str:
    """Points as the engines print them, with halves as halves: "3.5" is 3½, "0.5" is ½."""
    if value is None:
        return "–"
    whole, _point, rest = value.partition(".")
    if rest == "5":
        return f"{'' if whole == '0' else whole}½"
    return number(value)


def number(value: str | None, decimals: int = 0) -> str:
    """An exact decimal as the engines print it, with the comma or point of the reader's language.

    `decimals`: how many it has at least.
    """
    if value is None:
        return "–"
    whole, _point, rest = value.partition(".")
    rest = rest.ljust(decimals, "0")
    return f"{whole}{formats.get_format('DECIMAL_SEPARATOR')}{rest}" if rest else whole


def exactly(value: Number | None) -> str:
    """A recorded number, with the comma or point of the reader's language."""
    return "" if value is None else number(str(value))
