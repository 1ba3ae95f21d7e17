"""What each column of a pasted roster is: told by its heading, or guessed from what it holds."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubtornei.players.names import sort_key
from clubtornei.players.spreadsheet import Line

IGNORED = ""
SURNAME, GIVEN_NAME = "surname", "given_name"
ANY_RATING = "rating"  # nobody says whose: the first rating that no other column gives
RATINGS = ("fide_rating", "fsi_rating", "club_rating")

CHOICES = [
    (IGNORED, _("– non importare –")),
    ("name", _("Cognome e nome")),
    (SURNAME, _("Cognome")),
    (GIVEN_NAME, pgettext_lazy("nome di battesimo", "Nome")),
    ("affiliation", _("Circolo")),
    ("group", _("Gruppo")),
    ("title", _("Titolo")),
    ("fide_rating", _("Elo FIDE")),
    ("fsi_rating", _("Elo FSI")),
    ("club_rating", _("Punteggio sociale")),
    ("fide_id", _("Codice FIDE")),
    ("fsi_id", _("Tessera FSI")),
    ("birth_year", _("Anno di nascita")),
    ("contact", _("Recapito")),
    ("notes", _("Note")),
]

# Headings as sort_key leaves them: no accents, no case, words parted by one space.
HEADINGS = {
    "name": "cognome e nome|cognome nome|nome e cognome|nome cognome|nominativo|giocatore|giocatrice"
    "|giocatori|partecipante|iscritto|atleta|socio|tesserato|player|player name|name|full name|participant",
    SURNAME: "cognome|surname|last name|lastname|family name",
    GIVEN_NAME: "nome|nome di battesimo|first name|firstname|given name|forename",
    "affiliation": "circolo|club|societa|asd|associazione|squadra|affiliazione|citta|provenienza|scuola"
    "|team|affiliation|city|town|school",
    "group": "gruppo|famiglia|nucleo|group|family",
    "title": "titolo|tit|categoria|cat|qualifica|title|category",
    ANY_RATING: "elo|rating|rtg|elo standard|rating standard|std",
    "fide_rating": "elo fide|fide elo|fide|rating fide|fide rating|elo internazionale|elof|rtgi|irtg",
    "fsi_rating": "elo fsi|fsi elo|fsi|rating fsi|fsi rating|elo italia|elo ita|elo nazionale|elon|elo n"
    "|rating nazionale|national rating|rtgn|nrtg",
    "club_rating": "punteggio sociale|elo sociale|elo di circolo|elo circolo|rating sociale|punteggio"
    "|punti|forza|club rating|club elo|strength",
    "fide_id": "id fide|fide id|codice fide|cod fide|fide code|fide no|fide nr|n fide|fide number|fideid"
    "|idfide|fin|matricola fide",
    "fsi_id": "id fsi|fsi id|fsiid|tessera|tessera fsi|tess fsi|n tessera|numero tessera|codice fsi"
    "|cod fsi|matricola|licenza|id nazionale|membership number|card|licence|license|national id",
    "birth_year": "anno|anno di nascita|anno nascita|nato|nata|nato il|nato nel|nascita|data di nascita"
    "|data nascita|year|birth year|year of birth|yob|born|birth|birthday|birth date|date of birth|dob",
    "contact": "recapito|recapiti|contatto|contatti|e mail|email|mail|posta elettronica|telefono|tel"
    "|cellulare|cell|indirizzo|contact|phone|mobile|telephone",
    "notes": "note|nota|annotazioni|osservazioni|note interne|notes|remarks|comments",
}
FIELD_OF_HEADING = {heading: field for field, names in HEADINGS.items() for heading in names.split("|")}

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "M", "1N", "2N", "3N")
_OTHER_TITLES = {"mf", "mi", "am", "wm", "wcm", "nc", "acm", "afm", "aim", "agm", "4n", "5n"}
_KNOWN_TITLES = {title.casefold() for title in TITLES} | _OTHER_TITLES
_CONTACT = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d\s./()-]{8,}")
_INTEGER = re.compile(r"(\d+)(?:[.,]0*)?")


def headed(first: Line) -> list[str] | None:
    """What the columns are by the headings in the first row; None when it holds no heading of a name.

    A field headed twice (two telephone numbers) is taken from its first column.
    """
    fields = [FIELD_OF_HEADING.get(sort_key(cell), IGNORED) for cell in first.cells]
    if not {"name", SURNAME, GIVEN_NAME} & set(fields):
        return None
    return _each_once(_rated(_named(fields)))


def _named(fields: list[str]) -> list[str]:
    """Either the whole name or its two parts."""
    if SURNAME not in fields:
        if "name" in fields:
            return [IGNORED if field == GIVEN_NAME else field for field in fields]
        return ["name" if field == GIVEN_NAME else field for field in fields]  # «Nome; Elo»
    if GIVEN_NAME in fields:
        return [IGNORED if field == "name" else field for field in fields]
    return [GIVEN_NAME if field == "name" else field for field in fields]  # «Name; Surname»


def _rated(fields: list[str]) -> list[str]:
    """Ratings nobody named go to the first of FIDE's, the federation's, the club's that is free."""
    free = (rating for rating in RATINGS if rating not in fields)
    return [next(free, IGNORED) if field == ANY_RATING else field for field in fields]


def _each_once(fields: Sequence[str]) -> list[str]:
    return [field if field not in fields[:place] else IGNORED for place, field in enumerate(fields)]


def guessed(lines: Sequence[Line]) -> list[str]:
    """What the columns are, judged by what most of their cells look like; the names come first."""
    columns = [
        [cell for cell in column if cell] for column in zip(*(line.cells for line in lines), strict=True)
    ]
    fields = [_look(column) for column in columns]
    texts = [place for place, field in enumerate(fields) if field == "text"]
    for place, name in zip(texts, _names([columns[place] for place in texts]), strict=True):
        fields[place] = name
    return _each_once(_rated(fields))


def _look(cells: Sequence[str]) -> str:
    """The kind of a column: a field, or "text", or nothing."""
    year = datetime.now(UTC).year
    numbers = [int(found[1]) for cell in cells if (found := _INTEGER.fullmatch(cell))]
    for field, held in [
        ("birth_year", len(numbers) if all(1920 <= number <= year for number in numbers) else 0),
        (ANY_RATING, sum(500 <= number <= 4000 for number in numbers)),
        ("fide_id", sum(number >= 100_000 for number in numbers)),
        ("title", sum(cell.casefold() in _KNOWN_TITLES for cell in cells)),
        ("contact", sum(bool(_CONTACT.fullmatch(cell)) for cell in cells)),
        ("text", sum(any(char.isalpha() for char in cell) for cell in cells)),
    ]:
        if held * 2 > len(cells):
            return field
    return IGNORED


def _names(columns: Sequence[Sequence[str]]) -> list[str]:
    """Two columns of single words are surname and given name; otherwise the first text is the name."""
    single = [sum(" " not in cell for cell in column) * 10 >= len(column) * 7 for column in columns[:2]]
    fields = [SURNAME, GIVEN_NAME, "affiliation"] if single == [True, True] else ["name", "affiliation"]
    return (fields + [IGNORED] * len(columns))[: len(columns)]
