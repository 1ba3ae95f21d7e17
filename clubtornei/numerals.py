"""Whole numbers as a browser sends them: digits in a form or an address, of which anybody may send any."""

from collections.abc import Iterable

MOST_DIGITS = 18  # no key, version or round is longer; int() itself refuses thousands of digits


def whole(text: str) -> int | None:
    """The number that the text is; None where it is no whole number, or longer than any of ours."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def wholes(texts: Iterable[str]) -> set[int]:
    """The numbers among the texts."""
    return {number for text in texts if (number := whole(text)) is not None}
