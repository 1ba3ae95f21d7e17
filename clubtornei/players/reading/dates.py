"""Birth dates and years as people write them: day first, with Italian and English month names."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.utils.translation import gettext as _

from scoring.folded_names import folded

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "gennaio gen january jan",
            "febbraio feb february",
            "marzo mar march",
            "aprile apr april",
            "maggio mag may",
            "giugno giu june jun",
            "luglio lug july jul",
            "agosto ago august aug",
            "settembre set sett september sep sept",
            "ottobre ott october oct",
            "novembre nov november",
            "dicembre dic december dec",
        ),
        1,
    )
    for name in names.split()
}
_MONTH = rf"(?P<{{}}>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
_YEAR = r"(?P<{}>\d{{4}}|['’]?\d{{2}})"
DATE = re.compile(
    r"(?<![\w/.-])(?:"
    r"(?P<y1>\d{4})(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})"
    rf"|(?P<d2>\d{{1,2}})\s?(?P<s2>[-/.])\s?(?P<m2>\d{{1,2}})\s?(?P=s2)\s?{_YEAR.format('y2')}"
    rf"|(?P<d3>\d{{1,2}})[°º]?[\s./-]+(?:di\s+)?{_MONTH.format('m3')}[\s./,-]+(?:del\s+)?{_YEAR.format('y3')}"
    rf"|{_MONTH.format('m4')}\s+(?P<d4>\d{{1,2}}),?\s+(?P<y4>\d{{4}})"
    r")(?:[ T]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?)?(?![\w/]|[.-]\d)",
    re.IGNORECASE,
)
SHORT_YEAR = re.compile(r"(?<!\w)['’‘](\d{2})(?!\w)")


class NoSuchDay(ValueError):
    """A date that does not exist; the message says so, for the organiser."""


@dataclass(frozen=True, slots=True)
class Born:
    """When somebody was born; `day` None: only the year is known."""

    year: int
    day: date | None = None


def born_in(found: re.Match[str]) -> Born:
    """The day of a match of DATE. Raises NoSuchDay."""
    parts = next((found[f"y{way}"], found[f"m{way}"], found[f"d{way}"]) for way in "1234" if found[f"d{way}"])
    year, month, day = parts
    try:
        known = date(whole_year(year), MONTHS.get(folded(month)) or int(month), int(day))
    except ValueError as error:
        raise NoSuchDay(_("«%(date)s» non è una data che esiste.") % {"date": found[0]}) from error
    return Born(known.year, known)


def whole_year(text: str) -> int:
    """1998 of 1998, 98 and '98: two digits are of this century where that is not to come.

    >>> whole_year("'98"), whole_year("1955"), whole_year("07")
    (1998, 1955, 2007)
    """
    year = int(text.lstrip("'’‘"))
    if year >= 100:
        return year
    this = datetime.now(UTC).year
    return year + (2000 if 2000 + year <= this else 1900)


def born_of_cell(cell: str) -> Born | None:
    """What a cell of a column of births says; None: neither a date nor a year. Raises NoSuchDay."""
    if found := DATE.fullmatch(cell):
        return born_in(found)
    if found := SHORT_YEAR.fullmatch(cell):
        return Born(whole_year(found[1]))
    return None
