"""Parsing numbers that come from a query string or a form, where anybody may send anything."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.utils.formats import get_format, number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _, pgettext

MAX_DIGITS = 18  # no key, version or round number is longer; int() raises ValueError beyond 4300 digits


def parse_int(text: str) -> int | None:
    """The integer written in `text`; None if it has a sign, other characters or too many digits."""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def parse_ints(texts: Iterable[str]) -> set[int]:
    """The texts that are integers, as a set; the others are ignored."""
    return {number for text in texts if (number := parse_int(text)) is not None}


def grouped(number: int) -> str:
    """With the thousands apart, as the reader's language has it: 10.000 or 10,000."""
    return number_format(number, force_grouping=True)


def either(numbers: Sequence[int]) -> str:
    """«6, 7 o 11»."""
    return get_text_list([*map(str, numbers)], pgettext("elenco", "o"))


def signed(number: int | Decimal) -> str:
    """As the reader's language has it, below zero with a minus and not a hyphen: −0,5 or −0.5."""
    return number_format(number).replace("-", "−")


def with_decimal_point(text: str) -> str:
    """A number typed with comma or point, as Decimal reads it. Raises ValidationError for «1,000» in English
    and «1.000» in Italian: a thousand to the reader, which would be read as one.
    """
    separator = get_format("THOUSAND_SEPARATOR")
    if re.fullmatch(rf"\s*[1-9]\d{{0,2}}({re.escape(separator)}\d{{3}})+\s*", text):
        thousands = {"number": text.strip().replace(separator, "")}
        raise ValidationError(_("Se sono migliaia scrivi %(number)s, senza separatore.") % thousands)
    return text.replace(",", ".")
