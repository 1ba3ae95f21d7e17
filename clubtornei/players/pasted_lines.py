"""What pasted lines say of people: a name, and often a rating, a title or a club beside it.

Who writes a list by hand writes «Bianchi Anna 1500»; who copies it from a spreadsheet has columns, parted by
tabs, semicolons or commas. What was read is shown before anything is written.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clubtornei.players.columns import (
    ANY_RATING,
    FIELD_OF_HEADING,
    IGNORED,
    RATINGS,
    fields_from_headings,
    guess_fields,
    is_title,
)
from clubtornei.players.names import sort_key
from clubtornei.players.spreadsheet import Line
from clubtornei.text_fields import one_line

NAME = "name"
_COUNTED = re.compile(r"\d{1,3}[.)]\s*(?=[^\W\d_])|\d{1,2}\s+(?=[^\W\d_])")
"""«1. Rossi Mario»: who copies a list often copies its count."""
_RATING = re.compile(r"\(?([5-9]\d\d|[1-3]\d{3})\)?,?")
"""As `guess_fields` takes a number for a rating: «Squadra 12» and «Nuovo 007» have none."""
_PUNCTUATION = " ,;:–-"
_MARKS = " ,;"

Cells = dict[str, str]
"""The cells of a line by the names of a player's fields."""


@dataclass(frozen=True)
class PastedLines:
    """The lines as a table of these columns, every cell in the column of its field."""

    lines: Sequence[Line]
    columns: Sequence[str]


def read_lines(text: str, ratings: Sequence[str] = RATINGS) -> PastedLines:
    """The lines of the text in which something stands, with their numbers in it: a row of a spreadsheet that
    is all empty is copied as its semicolons or commas. `ratings`: the fields for numbers that do not say of
    which list they are, the first one first.
    """
    rows = [
        (number, line) for number, line in enumerate(text.splitlines(), 1) if one_line(line).strip(_MARKS)
    ]
    mark = _mark([line for _number, line in rows])
    split = _padded([(number, _parts(line, mark)) for number, line in rows])
    columns, split = _columns(split, ratings)
    read = [
        # What is in none of the fields is shown as it stands, as a name that is none.
        (line.number, _cells(line.cells, columns, ratings) or {NAME: " ".join(filter(None, line.cells))})
        for line in split
    ]
    used = {field for _number, cells in read for field in cells}
    fields = [NAME, *(field for field in dict.fromkeys([*columns, *sorted(used)]) if field in used - {NAME})]
    lines = [Line(number, tuple(cells.get(field, "") for field in fields)) for number, cells in read]
    return PastedLines(lines, fields)


def _mark(lines: Sequence[str]) -> str:
    """What parts the cells; "": nothing does. A comma does only where there is more than «Rossi, Mario»."""
    for mark in "\t;":
        if any(mark in line for line in lines):
            return mark
    return "," if any(len(_parts(line, ",")) > 1 for line in lines) else ""


def _parts(line: str, mark: str) -> list[str]:
    """The cells of the line, without the count before the first one."""
    cells = [one_line(cell) for cell in (line.split(mark) if mark else [line])]
    if mark == "," and len(cells) == 2 and cells[1][:1].isalpha() and not is_title(cells[1]):
        cells = [one_line(line)]
    return [_COUNTED.sub("", cells[0], count=1) if _COUNTED.match(cells[0]) else cells[0], *cells[1:]]


def _padded(rows: Sequence[tuple[int, list[str]]]) -> list[Line]:
    width = max((len(cells) for _number, cells in rows), default=0)
    return [Line(number, tuple(cells + [""] * (width - len(cells)))) for number, cells in rows]


def _columns(lines: list[Line], ratings: Sequence[str]) -> tuple[list[str], list[Line]]:
    """The field of each column, and the lines without the headings, if there are any."""
    if len(lines) > 1 and (headings := fields_from_headings(lines[0], ratings)):
        return headings, lines[1:]
    table = [line for line in lines if sum(map(bool, line.cells)) > 1]
    if not table:
        return [NAME], lines
    guessed = guess_fields(table, ratings)
    if not set(ratings) & set(guessed):
        # A year may be a rating as well; beside a name alone it is one.
        guessed = [ratings[0] if field == "birth_year" else field for field in guessed]
    return guessed, lines


def _cells(cells: Sequence[str], columns: Sequence[str], ratings: Sequence[str]) -> Cells:
    """The cells by field. Where the table has no rating, it may stand behind the name in one cell."""
    known = {field: cell for field, cell in zip(columns, cells, strict=False) if cell and field != IGNORED}
    if not set(ratings) & set(known):
        in_name = _in_one_cell(known.get(NAME, ""), ratings[0])
        known = in_name | {field: cell for field, cell in known.items() if field != NAME}
    return known


def _in_one_cell(text: str, rating: str) -> Cells:
    """«FM Rossi Mario 2300 Circolo di Milano» by field; the rating may stand first, too."""
    words = text.split()
    place = next((place for place, word in enumerate(words) if _RATING.fullmatch(word)), None)
    if place is None or len(words) == 1:
        return _with_title(words)
    number = _RATING.sub(r"\1", words[place])
    before, behind = words[:place], words[place + 1 :]
    name, club = (before, behind) if before else (behind, [])
    if len(name) > 1 and FIELD_OF_HEADING.get(sort_key(name[-1])) == ANY_RATING:  # «Rossi Mario Elo 1500»
        name = name[:-1]
    said = {**_with_title(name), rating: number, "affiliation": " ".join(club).strip(_PUNCTUATION)}
    return {field: cell for field, cell in said.items() if cell}


def _with_title(words: Sequence[str]) -> Cells:
    """The name, and the title before or behind it; one letter alone is rather part of the name."""
    name, title = list(words), ""
    for place in (0, -1):
        word = words[place] if len(words) > 2 else ""
        if not title and len(word) > 1 and word.isupper() and is_title(word):
            title = name.pop(place)
    written = " ".join(name)  # of «- - -» nothing would be left, and nobody told that it is no name
    said = {NAME: written.strip(_PUNCTUATION) or written, "title": title}
    return {field: cell for field, cell in said.items() if cell}
