"""One line of a report file: what stands in its columns, and the issue where that cannot be."""

import re
from datetime import date
from decimal import Decimal
from typing import Any

from scoring.document import ValidationIssue

_NUMBER = re.compile(r"[0-9]{1,11}", re.ASCII)
_POINTS = re.compile(r"-?([0-9]{1,6}([.,][0-9]{0,4})?|[.,][0-9]{1,4})", re.ASCII)
_DATES = (
    re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})", re.ASCII),
    re.compile(r"(?P<d>\d{1,2})[-/.] ?(?P<m>\d{1,2})[-/.] ?(?P<y>\d{4})", re.ASCII),
    re.compile(r"(?P<y>\d{2})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})", re.ASCII),
)
_YEAR = re.compile(r"(\d{4})([-/.]00[-/.]00)?", re.ASCII)


def printable(text: str) -> str:
    """The text without what cannot be printed, with single blanks."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


class TrfLine:
    """A line with its number in the file; columns are counted from 1, the last included.

    `faults` make the file unusable, `notes` say what was taken for what is missing.
    """

    def __init__(
        self, number: int, text: str, faults: list[ValidationIssue], notes: list[ValidationIssue]
    ) -> None:
        self.number = number
        self.text = text
        self.faults = faults
        self.notes = notes

    @property
    def tag(self) -> str:
        return self.text[:3].upper()

    @property
    def value(self) -> str:
        """What a header line says."""
        return self.text[4:].strip()

    def at(self, first: int, last: int) -> str:
        return self.text[first - 1 : last].strip()

    def fault(self, first: int, last: int, code: str, **facts: Any) -> None:
        self.faults.append(issue_at(self.number, first, last, code, **facts))

    def note(self, first: int, last: int, code: str, **facts: Any) -> None:
        self.notes.append(issue_at(self.number, first, last, code, **facts))

    def whole(self, first: int, last: int, field: str, *, lowest: int = 0) -> int | None:
        """The whole number in these columns; None: there is none, or a fault."""
        found = self.at(first, last)
        if not found:
            return None
        if _NUMBER.fullmatch(found) and int(found) >= lowest:
            return int(found)
        self.fault(first, last, "trf_value", found=found, field=field)
        return None

    def required(self, first: int, last: int, field: str) -> int | None:
        """The integer in these columns, which must be there, and at least 1."""
        number = self.whole(first, last, field, lowest=1)
        if number is None and not self.at(first, last):
            self.fault(first, last, "trf_missing", field=field)
        return number

    def points(self, first: int, last: int, field: str = "points") -> Decimal | None:
        found = self.at(first, last)
        if not found:
            return None
        if _POINTS.fullmatch(found):
            return Decimal(found.replace(",", "."))
        self.fault(first, last, "trf_value", found=found, field=field)
        return None

    def numbers(self, first: int, width: int = 4) -> list[int]:
        """The players' numbers from a column on, each so wide and a blank after it; zeros are none."""
        last_column = len(self.text.rstrip())
        found = (
            self.whole(column, column + width - 1, "start")
            for column in range(first, last_column + 1, width + 1)
        )
        return [number for number in found if number]

    def words(self, field: str = "start") -> list[int]:
        """The players' numbers of a line that has them free, with blanks or commas between them."""
        numbers = []
        for found in re.finditer(r"[^\s,/]+", self.text[4:]):
            first = 5 + found.start()
            number = self.whole(first, first + len(found[0]) - 1, field, lowest=1)
            numbers += [] if number is None else [number]
        return numbers

    def day(self, first: int, last: int) -> str:
        """The day in these columns as `2026-11-07`; empty, with a note, where it is none."""
        found = self.at(first, last)
        read = read_day(found)
        if found and not read:
            self.note(first, last, "trf_day_dropped", found=found)
        return read

    def birth(self, first: int, last: int) -> str:
        """The date of birth in these columns, of which the year alone may be known."""
        found = self.at(first, last)
        if year := _YEAR.fullmatch(found):
            return "" if year[1] == "0000" else year[1]
        if re.fullmatch(r"[0/.-]*", found):
            return ""
        return self.day(first, last)


def read_day(found: str) -> str:
    for form in _DATES:
        if match := form.fullmatch(found):
            year = int(match["y"])
            try:
                return date(year + 2000 if year < 100 else year, int(match["m"]), int(match["d"])).isoformat()
            except ValueError:
                continue
    return ""


def issue_at(line: int, first: int, last: int, code: str, **facts: Any) -> ValidationIssue:
    """An issue in these columns of a line."""
    columns = f"{first}" if first == last else f"{first}–{last}"
    place = {"line": line, "columns": columns}
    return ValidationIssue(f"{line}:{columns}", code, {**place, **facts})
