"""From the cells of an imported line to clean values of a player's fields."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubtornei.players.columns import CHOICES, GIVEN_NAME, IGNORED, NUMBERS, SURNAME
from clubtornei.players.forms import clean_name
from clubtornei.players.names import surname_first
from clubtornei.players.roster_line import RosterLine
from clubtornei.players.spreadsheet import Line

LABELS = {**dict(CHOICES), "birth_date": gettext_lazy("Data di nascita")}
"""Of the columns, and of what else a line says: the day of birth, from the column of the year."""
NAMES = ("name", SURNAME, GIVEN_NAME)
NO_VALUE = {
    "-",
    "–",
    "—",
    "?",
    "/",
    "n.c.",
    "nc",
    "n.d.",
    "nd",
    "n/a",
    "na",
    "unr",
    "unrated",
    "#n/d",
    "#n/a",
}
THOUSANDS = re.compile(r"\d{1,3}([.'’ ]\d{3})+")
NO_DECIMALS = re.compile(r"(\d+)[.,]0*")
DATE = re.compile(r"(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))(?:[ T].*)?")
SEXES = {
    "m": "m",
    "w": "w",
    "f": "w",
    "d": "w",
    "uomo": "m",
    "donna": "w",
    "male": "m",
    "female": "w",
    "man": "m",
    "woman": "w",
}

CellError = tuple[str, str]
"""The label of a field, and what is wrong with its cell."""


def clean_line(
    line: Line, columns: Sequence[str], fields: Mapping[str, forms.Field]
) -> tuple[RosterLine, list[CellError]]:
    """What the line says, and the errors of its cells."""
    said = RosterLine()
    errors: list[CellError] = []
    cells = _cells_by_field(line, columns)
    for name, cell in cells.items():
        try:
            value = fields[name].clean(_normalised(name, cell))
            if name == "name":
                value = clean_name(value)
        except ValidationError as error:
            errors.append((str(LABELS[name]), _wrong(name, cells, error.messages[0])))
        else:
            setattr(said, name, value)
            if name == "birth_year":
                said.birth_date = _day(cell)
    return said, errors


def _wrong(name: str, cells: Mapping[str, str], why: str) -> str:
    """With what stands in the cell: but a name is said already wherever its errors are."""
    if name != "name":
        return _("«%(cell)s»: %(wrong)s") % {"cell": cells[name], "wrong": why}
    if cells[name]:
        return why
    return _("Manca il cognome.") if cells.get(GIVEN_NAME) else _("Manca il nome.")


def _day(cell: str) -> date | None:
    """The day in a cell, written year first or year last; None where it has none, or none that exists."""
    found = DATE.fullmatch(cell)
    if found is None:
        return None
    year, month, day = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


WORD = re.compile(r"\w")
CAPITALS = re.compile(r"[^\W\d_]+")


def with_capitals_right(line: Line, columns: Sequence[str]) -> Line:
    """The line with its names, where they are all in capitals or in small letters, written as names are."""
    cells = [
        proper_case(cell) if column in NAMES else cell
        for column, cell in zip(columns, line.cells, strict=True)
    ]
    return Line(line.number, tuple(cells))


def with_surname_first(line: Line, columns: Sequence[str]) -> Line:
    """The line of a list in which given names stand first, its names turned round."""
    cells = [
        surname_first(cell) if column == "name" else cell
        for column, cell in zip(columns, line.cells, strict=True)
    ]
    return Line(line.number, tuple(cells))


def proper_case(name: str) -> str:
    """«ROSSI MARIO» and «rossi mario» as «Rossi Mario»; a name of mixed letters is left as it is."""
    if not (name.isupper() or name.islower()):
        return name
    return CAPITALS.sub(lambda word: word[0].capitalize(), name)


def _cells_by_field(line: Line, columns: Sequence[str]) -> dict[str, str]:
    """The cells by field name; surname and given name joined into the name, and apart if both are known. A
    given name alone is no name: of two of them who is who?
    """
    cells = {name: cell for name, cell in zip(columns, line.cells, strict=False) if name != IGNORED}
    parts = [part for part in cells.get("name", "").split(",") if WORD.search(part)]
    if len(parts) == 2 and cells["name"].count(",") == 1:
        cells[SURNAME], cells[GIVEN_NAME] = parts[0].rstrip(), parts[1].lstrip()
    given_name, surname = cells.get(GIVEN_NAME, ""), cells.get(SURNAME, "")
    cells["name"] = cells.get("name") or (surname and f"{surname} {given_name}".strip())
    if not given_name:
        cells = {name: cell for name, cell in cells.items() if name not in (SURNAME, GIVEN_NAME)}
    return cells


def _normalised(name: str, cell: str) -> str:
    """The cell as the form's field expects it: spreadsheets write 1850.0, 1.850, 1850,00 and whole dates."""
    if name == "sex":
        return SEXES.get(cell.casefold(), cell)
    if name in ("federation", "fide_title"):
        return cell.upper()
    if name not in NUMBERS:
        return cell
    if cell.casefold() in NO_VALUE:
        return ""
    if name == "birth_year" and (date := DATE.fullmatch(cell)):
        return date[1] or date[6]
    if name != "fsi_id" and THOUSANDS.fullmatch(cell):
        return re.sub(r"\D", "", cell)
    if integer := NO_DECIMALS.fullmatch(cell):
        cell = integer[1]
    # The federations' lists write 0 for a missing rating or id.
    return "" if cell.strip("0") == "" and name != "birth_year" else cell
