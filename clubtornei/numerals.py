"""Parsing whole numbers that come from a query string or a form, where anybody may send anything."""

from collections.abc import Iterable

MAX_DIGITS = 18  # no key, version or round number is longer; int() raises ValueError beyond 4300 digits


def parse_int(text: str) -> int | None:
    """The integer written in `text`; None if it has a sign, other characters or too many digits."""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def parse_ints(texts: Iterable[str]) -> set[int]:
    """The texts that are integers, as a set; the others are ignored."""
    return {number for text in texts if (number := parse_int(text)) is not None}
