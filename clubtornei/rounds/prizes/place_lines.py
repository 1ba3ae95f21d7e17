"""The places of a category as they are typed, a line each: «300», «100 + coppa», «prosciutto (60)»."""

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from django import forms
from django.utils.translation import gettext as _

from clubtornei.text.languages import reader_language
from scoring.prize_list import LONGEST_NAME, MOST_MONEY, MOST_PLACES, PrizePlace
from scoring.standings import decimal_text, written

AMOUNT = r"\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:[.,]\d{1,2})?"
PLACE = re.compile(
    rf"""(?:\d+\s*[°ºª.)]\s+)?                     # 1°
    (?:(?:€|eur(?:o)?)?\s*(?P<money>{AMOUNT})(?!\w)\s*(?:€|eur(?:o)?\b)?)?
    (?:(?<=\S)\s*[+,;]\s*|\s*)
    (?P<thing>[^\s\d€+(].*?)?
    (?:\s*\((?:€\s*)?(?P<worth>{AMOUNT})\s*(?:€|eur(?:o)?)?\))?""",
    re.IGNORECASE | re.VERBOSE,
)


def places_of(text: str) -> tuple[PrizePlace, ...]:
    """The places of these lines. Raises ValidationError, which names the line."""
    lines = [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]
    if len(lines) > MOST_PLACES:
        raise forms.ValidationError(
            _("Le righe sono %(found)d: al massimo %(most)d premi per categoria.")
            % {"found": len(lines), "most": MOST_PLACES}
        )
    return tuple(_place(line, number) for number, line in enumerate(lines, 1))


def _place(line: str, number: int) -> PrizePlace:
    match = PLACE.fullmatch(line)
    money, thing, worth = match.group("money", "thing", "worth") if match else (None, None, None)
    place = PrizePlace(money=_amount(money), thing=(thing or "").strip(), worth=_amount(worth))
    if not (place.money or place.thing) or len(place.thing) > LONGEST_NAME or place.value > MOST_MONEY:
        raise forms.ValidationError(
            _("Riga %(number)d, «%(line)s»: scrivi un importo, una cosa, o «100 + coppa».")
            % {"number": number, "line": line[:40]}
        )
    return place


def _amount(text: str | None) -> Decimal:
    """As Italians write it, 1.200,50, or with a point before at most two decimals."""
    if not text:
        return Decimal(0)
    if "," in text or re.fullmatch(r"\d{1,3}(?:\.\d{3})+", text):
        text = text.replace(".", "").replace(",", ".")
    return Decimal(text)


def lines_of(places: Iterable[PrizePlace]) -> str:
    """The lines that give these places again."""
    return "\n".join(_line(place) for place in places)


def _line(place: PrizePlace) -> str:
    worth = f" ({_written(place.worth)})" if place.worth else ""
    return " + ".join(filter(None, (_written(place.money) if place.money else "", f"{place.thing}{worth}")))


def _written(amount: Decimal) -> str:
    """In the reader's language: with cents where there are any."""
    decimals = 0 if amount == round(amount) else 2
    return written(decimal_text(Fraction(amount), decimals), reader_language())
