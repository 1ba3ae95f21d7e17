"""From what the reader found in a line to clean values of a player's fields."""

import re
from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.players.forms import clean_name
from clubtornei.players.names import sort_key
from clubtornei.players.reading.dates import NoSuchDay, born_of_cell
from clubtornei.players.reading.headings import CHOICES, GIVEN_NAME, NUMBERS
from clubtornei.players.reading.roster_line import RosterLine
from clubtornei.players.reading.words import words

LABELS = {**dict(CHOICES), "birth_date": gettext_lazy("Data di nascita")}
"""Of the columns, and of what else a line says: the day of birth, from the column of the year."""
NO_VALUE = words(
    "- – — ? / n.c. nc n.d. nd n/a na unr unrated #n/d #n/a nessuno no senza"
    " esordiente principiante nuovo nuova"
) | {"senza elo", "non ha"}
THOUSANDS = re.compile(r"\d{1,3}([.'’ ]\d{3})+")
ABOUT = re.compile(
    r"(?:elo\s*)?(?:circa|ca\.?|[~≈])?\s*(\d{3,4}|\d[.'’ ]\d{3})\s*"
    r"(?:[*?!]+|p|ca\.?|circa|prov\w*\.?|\([^)]*\))?",
    re.I,
)
"""A rating that is not certain: «1510*», «circa 1500», «1480 P»."""
NO_DECIMALS = re.compile(r"(\d+)[.,]0*")
SEXES = {
    **dict.fromkeys(words("m uomo male man maschio"), "m"),
    **dict.fromkeys(words("w f d donna female woman femmina"), "w"),
}

MEMBER = {
    **dict.fromkeys(("si", "s", "yes", "y", "x", "1", "true", "vero", "socio", "socia", "member"), True),
    **dict.fromkeys(("no", "n", "0", "false", "falso", "ospite", "guest"), False),
}
"""What is written in the column of the members, in the form sort_key gives it."""

CellError = tuple[str, str]
"""The label of a field, and what is wrong with its cell."""


def clean_cells(
    cells: Mapping[str, str], fields: Mapping[str, forms.Field]
) -> tuple[RosterLine, list[CellError]]:
    """What the cells of a line say, by field, and their errors."""
    said = RosterLine()
    errors: list[CellError] = []
    for name, cell in cells.items():
        try:
            if name == "birth_year" and (born := born_of_cell(cell)):
                said.birth_date, cell = born.day, str(born.year)
            value = _member(cell) if name == "member" else fields[name].clean(_normalised(name, cell))
            if name == "name":
                value = clean_name(str(value))
        except NoSuchDay as error:
            errors.append((str(LABELS[name]), str(error)))
        except ValidationError as error:
            errors.append((str(LABELS[name]), _wrong(name, cells, error.messages[0])))
        else:
            setattr(said, name, value)
    if any(label == str(LABELS["birth_year"]) for label, _why in errors):
        said.birth_date = None
    return said, errors


def _member(cell: str) -> bool | None:
    """Whether he is a member; None: the cell is empty."""
    if cell and sort_key(cell) not in MEMBER:
        raise ValidationError(_("Scrivi sì o no."))
    return MEMBER.get(sort_key(cell))


def _wrong(name: str, cells: Mapping[str, str], why: str) -> str:
    """With what stands in the cell: but a name is said already wherever its errors are."""
    if name == "birth_year" and not cells[name].isdecimal():
        return _("«%(cell)s» non è né una data né un anno: scrivi 7/3/1998, o 1998.") % {"cell": cells[name]}
    if name.endswith("_rating") and not cells[name].isdecimal():
        return _("«%(cell)s» non è un Elo: scrivi solo un numero, come 1500.") % {"cell": cells[name]}
    if name != "name":
        return _("«%(cell)s»: %(wrong)s") % {"cell": cells[name], "wrong": why}
    if cells[name]:
        return why
    return _("Manca il cognome.") if cells.get(GIVEN_NAME) else _("Manca il nome.")


def _normalised(name: str, cell: str) -> str:
    """The cell as the form's field expects it: spreadsheets write 1850.0, 1.850 and 1850,00."""
    if name == "sex":
        return SEXES.get(cell.casefold(), cell)
    if name in ("federation", "fide_title"):
        return cell.upper()
    if name not in NUMBERS:
        return cell
    if found := ABOUT.fullmatch(cell):
        cell = found[1]
    if cell.casefold() in NO_VALUE:
        return ""
    if name != "fsi_id" and THOUSANDS.fullmatch(cell):
        return re.sub(r"\D", "", cell)
    if integer := NO_DECIMALS.fullmatch(cell):
        cell = integer[1]
    # The federations' lists write 0 for a missing rating or id.
    return "" if cell.strip("0") == "" and name != "birth_year" else cell
