"""The score of a game of two, as it is typed: 120-85, 120 85 or 120:85, below zero too."""

import re
from decimal import Decimal

from scoring.document import Number

MOST = 100_000
_NUMBER = r"([-\u2212]?\d{1,6}(?:[.,]\d{1,2})?)"
_TYPED = re.compile(rf"\s*{_NUMBER}\s*(?:[-\u2013\u2014:/]|\s)\s*{_NUMBER}\s*")


def score_in(text: str) -> tuple[Number, Number] | None:
    """What each of two scored; None where this is no score.

    >>> score_in("120-85"), score_in("-50 : 300"), score_in("120")
    ((120, 85), (-50, 300), None)
    """
    found = _TYPED.fullmatch(text)
    if found is None:
        return None
    first, second = _number(found[1]), _number(found[2])
    return (first, second) if all(-MOST <= one <= MOST for one in (first, second)) else None


def typed_score(score: tuple[Number, Number]) -> str:
    """The score as forms send it: no result code looks so."""
    return ":".join(map(str, score))


def _number(text: str) -> Number:
    value = Decimal(text.replace(",", ".").replace("\u2212", "-"))
    return int(value) if value == value.to_integral_value() else value.normalize()
