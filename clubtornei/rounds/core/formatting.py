"""Numbers and points, formatted for the reader."""

from django.utils import formats

from scoring.record import Number


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
