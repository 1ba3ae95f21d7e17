"""The reader itself: the lines of a list, what its columns hold, and what each line says of somebody."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from clubtornei.players.names import is_particle, sort_key, surname_first
from clubtornei.players.reading.free_text import BareNumbers, labelled_rating, read_text, without_marks
from clubtornei.players.reading.headings import (
    CHOICES,
    GIVEN_FIRST,
    GIVEN_NAME,
    IGNORED,
    NAME_FIELDS,
    PLAYS,
    RATINGS,
    SURNAME,
    field_of,
    fields_from_headings,
    guess_fields,
)
from clubtornei.players.reading.not_people import is_code, is_list_heading, leaves_out, verdict_on
from clubtornei.players.reading.rows import Line, has_commas, parse_lines, sentences
from clubtornei.players.reading.words import CLUBS, GIVEN_NAMES, NO
from clubtornei.players.reading.written_names import as_written, is_given_first, proper_case, with_accents

MOST_TITLES = 30  # rows above the players
FEWEST_YEARS = 3  # of numbers that are all years: fewer are ratings
FEWEST_NAMES = 3  # by which it is known that given names stand in front
MOST_LOOKED_AT = 100  # rows by which it is known
RATED = re.compile(r"(?:_rating|_rapid|_blitz)$")
_YEAR = re.compile(r"(?<![\w.,/-])(?:19\d\d|20[0-2]\d)(?![\w/-])")
_BRACKETED = re.compile(r"[(\[]\s*(?:[~≈]|ca\.?\s|circa\s)?([5-9]\d\d|[1-3]\d{3})\s*[)\]]")
_RATING = re.compile(r"(?<![\w.,/-])(?:[5-9]\d\d|[1-3]\d{3})(?![\w/-])")


@dataclass(frozen=True, slots=True)
class Layout:
    """What each column holds, and how many rows stand above the people: titles, the headings. `key`: by which
    the headings are known again; empty: there are none.
    """

    columns: Sequence[str]
    header: int = 0
    key: str = ""


@dataclass(slots=True)
class ReadLine:
    """What a line says. `cells`: by the field of the roster, as they stand; `refusal`: why it is nobody;
    `doubt`: why it may be nobody; `remark`: what no field has.
    """

    line: Line
    cells: dict[str, str] = field(default_factory=dict)
    refusal: str = ""
    doubt: str = ""
    remark: str = ""


class NotAName(ValueError):
    """A text that is no name alone; the message says what to write instead."""


def name_alone(text: str) -> str:
    """The name that somebody typed for himself, as names are written. Raises NotAName."""
    said = read_text(text, RATINGS)
    if said.refusal:
        raise NotAName(said.refusal)
    if said.facts or said.remarks:
        raise NotAName(_("Scrivi qui solo cognome e nome."))
    return as_written(said.name).name


def people_lines(text: str) -> list[Line]:
    """The lines of a list of people. A comma may part cells, or stand in a name («Rossi, Mario») or beside it
    («Bianchi Anna, 1500»): it parts cells below headings, and where all rows have at least three. Raises
    Unreadable.
    """
    lines = parse_lines(text)
    if not lines or any(map(fields_from_headings, lines[:MOST_TITLES])):
        return lines
    if not has_commas(text):
        return sentences(text) if _are_several_a_line(lines) else lines
    widths = [sum(map(bool, line.cells)) for line in lines]
    several = len(lines) > 1 or any(char.isdigit() for char in lines[0].text)
    is_table = (
        several and len(lines[0].cells) > 2 and sum(width > 2 for width in widths) * 10 >= len(lines) * 8
    )
    return lines if is_table else sentences(text)


def _are_several_a_line(lines: Sequence[Line]) -> bool:
    """Whether most lines have the names of several people in their cells, and no line anything else."""
    cells = [list(filter(None, line.cells)) for line in lines]
    return sum(len(row) > 1 and all(map(_is_whole_name, row)) for row in cells) * 2 > len(lines)


def _is_whole_name(cell: str) -> bool:
    return is_given_first(cell) is not None and not CLUBS & {*sort_key(cell).split()}


def layout_of(
    lines: Sequence[Line],
    ratings: Sequence[str] = RATINGS,
    remembered: Mapping[str, Sequence[str]] | None = None,
) -> Layout:
    """The headings are the row among the first with more of them than any other, if one has that of a name.

    `remembered`: by the key of the headings, what the columns were said to hold the last time.
    """
    rows = lines[:MOST_TITLES]
    headings = [[] if is_code(line.text) else fields_from_headings(line, ratings) or [] for line in rows]
    known = [sum(name != IGNORED for name in fields) for fields in headings]
    best = known.index(max(known)) if known else 0
    if not known or not known[best] or (known[best] == 1 and any(map(_is_somebody, rows[:best]))):
        table = [line for line in lines if len(lines[0].cells) == 1 or sum(map(bool, line.cells)) > 1]
        return Layout(_given_first(_guessed(table or lines, ratings), lines))
    key = heading_key(rows[best])
    fields = (remembered or {}).get(key)
    if fields and len(fields) == len(headings[best]) and {*fields} <= {*dict(CHOICES)}:
        return Layout(list(fields), best + 1, key)
    exact = [field_of(cell) for cell in rows[best].cells]
    surname_first = "name" in exact and sort_key(rows[best].cells[exact.index("name")]).startswith("cognome")
    columns = headings[best] if surname_first else _given_first(headings[best], lines[best + 1 :])
    return Layout(columns, best + 1, key)


def _guessed(lines: Sequence[Line], ratings: Sequence[str]) -> list[str]:
    """The fields of columns without headings. A few numbers beside names that may be years or ratings, and no
    others, are taken for ratings.
    """
    if not lines or len(lines[0].cells) < 2:
        return ["name"]
    fields = guess_fields(lines, ratings)
    if "birth_year" in fields and not any(RATED.search(name) for name in fields):
        place = fields.index("birth_year")
        cells = [cell for line in lines if (cell := line.cells[place])]
        if len(cells) < FEWEST_YEARS and all(cell.isdecimal() for cell in cells):
            fields[place] = ratings[0]
    return fields


def heading_key(line: Line) -> str:
    """By which the headings are known again next month: a digest, as what is taken for them may be a name."""
    return hashlib.sha256("|".join(map(sort_key, line.cells)).encode()).hexdigest()[:32]


def _is_somebody(line: Line) -> bool:
    said = read_text(line.text, RATINGS)
    return not (said.refusal or said.doubt) and len(said.name.split()) > 1


def _given_first(columns: list[str], lines: Sequence[Line]) -> list[str]:
    """The columns, where the names of one column have given names in front."""
    if "name" not in columns:
        return columns
    place = columns.index("name")
    names = [
        read_text(line.cells[place], RATINGS).name for line in lines[:MOST_LOOKED_AT] if line.cells[place]
    ]
    orders = [found for name in names if (found := is_given_first(name)) is not None]
    if sum(orders) >= FEWEST_NAMES and sum(orders) * 3 >= len(orders) * 2:
        return [GIVEN_FIRST if name == "name" else name for name in columns]
    return columns


def read_lines(
    lines: Sequence[Line], columns: Sequence[str], ratings: Sequence[str] = RATINGS
) -> list[ReadLine]:
    """What the lines below the headings say, each by itself; only that a group of them stands under the title
    «Lista d’attesa», and that all their numbers are years, is seen in several.
    """
    unrated = not any(RATED.search(name) for name in columns)
    years = unrated and "birth_year" not in columns and _are_years(lines, columns)
    bracketed_years = "birth_year" not in columns and not (
        unrated and _have_bracketed_ratings(lines, columns)
    )
    filled = PLAYS in columns and any(line.cells[columns.index(PLAYS)] for line in lines)
    read, section = [], ""
    for line in lines:
        # Of lines typed each in its own way some have the rating beside the name («Bianchi Anna 1500»).
        alone = sum(map(bool, line.cells)) == 1
        one = _read(line, columns, ratings, BareNumbers(unrated or alone, years, bracketed_years))
        if _may_have_club(one):
            one.doubt = one.doubt or _("«%(text)s» è il nome o il circolo?") % {"text": one.cells[GIVEN_NAME]}
        if filled and not one.refusal:
            one.doubt = one.doubt or _not_playing(line, columns)
        if one.refusal and is_list_heading(line.text):
            section = line.text.strip(" :") if leaves_out(sort_key(line.text).split()) else ""
        elif section and not one.refusal:
            one.doubt = one.doubt or _("Sta sotto «%(title)s»: gioca o no?") % {"title": section}
        read.append(one)
    return read


def _may_have_club(one: ReadLine) -> bool:
    """Whether «Serra Zoë, Dado d’Oro» may be a surname and a given name, or a name and a club."""
    if one.refusal or "," not in one.line.text or "affiliation" in one.cells or GIVEN_NAME not in one.cells:
        return False
    surname = [word for word in sort_key(one.cells[SURNAME]).split() if not is_particle(word)]
    return len(surname) > 1 and not GIVEN_NAMES & {*sort_key(one.cells[GIVEN_NAME]).split()}


def _are_years(lines: Iterable[Line], columns: Sequence[str]) -> bool:
    """Whether all bare numbers beside the names are years, and there are enough of them."""
    found = [number for text in _names(lines, columns) for number in _RATING.findall(text)]
    return len(found) >= FEWEST_YEARS and all(map(_YEAR.fullmatch, found))


def cells_of(line: Line, columns: Sequence[str]) -> dict[str, str]:
    """The cells by field, as a rating list has them: surname and given name joined into the name, and apart
    if both are known. A given name alone is no name: of two of them who is who?
    """
    cells = {
        name: cell for name, cell in zip(columns, line.cells, strict=False) if name not in (IGNORED, PLAYS)
    }
    name = cells.get("name", "")
    parts = [part.strip() for part in name.split(",") if re.search(r"\w", part)]
    if len(parts) == 2 and name.count(",") == 1:
        cells[SURNAME], cells[GIVEN_NAME] = parts
    given_name, surname = cells.get(GIVEN_NAME, ""), cells.get(SURNAME, "")
    cells["name"] = name or (surname and f"{surname} {given_name}".strip())
    if not given_name:
        cells = {name: cell for name, cell in cells.items() if name not in (SURNAME, GIVEN_NAME)}
    return cells


def _not_playing(line: Line, columns: Sequence[str]) -> str:
    """Why somebody may not play, by the column that says who does; there «forse» is a remark as elsewhere."""
    cell = line.cells[columns.index(PLAYS)]
    if not cell:
        return _("Gli altri hanno un segno di presenza, qui manca: gioca o no?")
    words = {*sort_key(cell).split()} or {cell}
    return _("«%(remark)s»: gioca o no?") % {"remark": cell} if words & NO or cell in "❌✖✗✘-–?0" else ""


def _have_bracketed_ratings(lines: Iterable[Line], columns: Sequence[str]) -> bool:
    """Whether half or more of the numbers in brackets behind the names are no years."""
    found = [number for text in _names(lines, columns) for number in _BRACKETED.findall(text)]
    return sum(not _YEAR.fullmatch(number) for number in found) * 2 >= len(found) > 0


def _names(lines: Iterable[Line], columns: Sequence[str]) -> list[str]:
    """What stands in the columns of names."""
    return [
        cell for line in lines for name, cell in zip(columns, line.cells, strict=False) if name in NAME_FIELDS
    ]


def _read(line: Line, columns: Sequence[str], ratings: Sequence[str], numbers: BareNumbers) -> ReadLine:
    if SURNAME in columns:
        return _in_two_columns(line, columns)
    place = next((place for place, name in enumerate(columns) if name in NAME_FIELDS), None)
    others = {
        name: cell
        for name, cell in zip(columns, line.cells, strict=False)
        if name not in (IGNORED, PLAYS, *NAME_FIELDS)
    }
    text = line.cells[place] if place is not None and place < len(line.cells) else ""
    if not text:
        return _nameless(line, others)
    said = read_text(text, ratings, numbers)
    if said.refusal:
        return ReadLine(line, {"name": text}, said.refusal)
    name = said.name
    if place is not None and columns[place] == GIVEN_FIRST and not as_written(name).given:
        name = surname_first(name)
    written = as_written(name)
    for field_, cell in [*others.items()]:
        if RATED.search(field_) and (labelled := labelled_rating(cell, ratings)):
            del others[field_]
            others |= {name: value for name, value in labelled.items() if not others.get(name)}
    cells = {"name": written.name, **said.facts, **{field: cell for field, cell in others.items() if cell}}
    if written.given:
        cells |= {SURNAME: written.surname, GIVEN_NAME: written.given}
    return ReadLine(line, cells, doubt=said.doubt, remark=", ".join(said.remarks))


def _in_two_columns(line: Line, columns: Sequence[str]) -> ReadLine:
    cells = {name: cell for name, cell in zip(columns, line.cells, strict=False) if cell}
    cells = {name: cell for name, cell in cells.items() if name not in (IGNORED, PLAYS)}
    for name in (SURNAME, GIVEN_NAME):
        if name in cells:
            cells[name] = proper_case(with_accents(without_marks(cells[name]))).strip(" ,") or cells[name]
    if SURNAME not in cells:
        given = cells.pop(GIVEN_NAME, "")
        if not given:
            return _nameless(line, cells)
        return ReadLine(line, {**cells, "name": "", GIVEN_NAME: given})
    name = f"{cells[SURNAME]} {cells.get(GIVEN_NAME, '')}".strip()
    verdict = verdict_on(name)
    if GIVEN_NAME not in cells:
        del cells[SURNAME]
    return ReadLine(line, {**cells, "name": name}, verdict.refusal, verdict.doubt)


def _nameless(line: Line, cells: dict[str, str]) -> ReadLine:
    """A line without a name: a title across the columns, or a person whose name is missing."""
    filled = [cell for cell in line.cells if cell]
    refusal = verdict_on(filled[0]).refusal if filled else ""
    return ReadLine(line, {**cells, "name": ""}, refusal)
