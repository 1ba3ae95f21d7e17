"""Which field each column of an imported roster holds: by its heading, or guessed from its cells."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubtornei.players.names import is_particle, sort_key
from clubtornei.players.reading.dates import DATE
from clubtornei.players.reading.rows import Line
from clubtornei.players.reading.words import FEDERATIONS, words
from clubtornei.players.titles import TITLES_IN_WORDS

IGNORED = ""
SURNAME, GIVEN_NAME = "surname", "given_name"
GIVEN_FIRST = "given_first"  # the whole name in one column, the given name in front
NAME_FIELDS = {"name", GIVEN_FIRST, SURNAME, GIVEN_NAME}
PLAYS = "plays"  # whether somebody plays: a no takes the tick from the line, and no player has it
ANY_RATING = "rating"  # a heading that does not say whose: it becomes the first of RATINGS not yet used
RATINGS = ("fide_rating", "fsi_rating", "club_rating")
NUMBERS = (
    *(*RATINGS, "fide_rapid", "fide_blitz", "fsi_rapid", "fsi_blitz", "club_rapid", "club_blitz"),
    *("fide_k", "fide_rapid_k", "fide_blitz_k", "fsi_k", "fsi_rapid_k", "fsi_blitz_k"),
    *("club_k", "club_rapid_k", "club_blitz_k", "fide_id", "fsi_id", "birth_year"),
)
"""Fields of a number, which spreadsheets write in ways of their own."""

CHOICES = [
    (IGNORED, _("– non importare –")),
    ("name", _("Cognome e nome")),
    (GIVEN_FIRST, _("Nome e cognome")),
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
    ("birth_year", _("Data o anno di nascita")),
    ("sex", _("Sesso")),
    ("federation", _("Federazione")),
    ("fide_title", _("Titolo FIDE")),
    ("category", _("Categoria nazionale")),
    ("fide_rapid", _("Elo FIDE rapid")),
    ("fide_blitz", _("Elo FIDE blitz")),
    ("fsi_rapid", _("Elo FSI rapid")),
    ("fsi_blitz", _("Elo FSI blitz")),
    ("club_rapid", _("Punteggio sociale rapid")),
    ("club_blitz", _("Punteggio sociale blitz")),
    ("fide_k", _("K FIDE")),
    ("fide_rapid_k", _("K FIDE rapid")),
    ("fide_blitz_k", _("K FIDE blitz")),
    ("fsi_k", _("K FSI")),
    ("fsi_rapid_k", _("K FSI rapid")),
    ("fsi_blitz_k", _("K FSI blitz")),
    ("club_k", _("K sociale")),
    ("club_rapid_k", _("K sociale rapid")),
    ("club_blitz_k", _("K sociale blitz")),
    ("fide_month", _("Mese della lista FIDE")),
    ("fsi_month", _("Mese della lista FSI")),
    ("club_month", _("Mese della lista sociale")),
    ("member", _("Socio (sì/no)")),
    ("contact", _("Recapito")),
    ("notes", _("Note")),
    (PLAYS, _("Gioca (sì/no)")),
]

# Headings in the form sort_key gives them: no accents, lower case, words separated by one space.
HEADINGS = {
    "name": "cognome e nome|cognome nome|nominativo|giocatore|giocatrice"
    "|giocatori|partecipante|iscritto|atleta|socio|tesserato|player|player name|name|full name|participant"
    "|partecipanti|iscritti|soci|atleti|nominativi|players|participants|names|nome completo",
    GIVEN_FIRST: "nome e cognome|nome cognome|name and surname|first and last name|name surname",
    SURNAME: "cognome|surname|last name|lastname|family name",
    GIVEN_NAME: "nome|nome di battesimo|first name|firstname|given name|forename",
    "affiliation": "circolo|club|societa|asd|associazione|squadra|affiliazione|citta|provenienza|scuola"
    "|team|affiliation|city|town|school|circolo di appartenenza|nome del circolo|nome circolo|club name"
    "|circolo scacchistico|soc|societa di appartenenza|associazione sportiva|polisportiva",
    "group": "gruppo|famiglia|nucleo|group|family",
    "title": "titolo|tit|categoria|cat|qualifica|title|category",
    ANY_RATING: "elo|rating|rtg|elo standard|rating standard|std",
    "fide_rating": "elo fide|fide elo|fide|rating fide|fide rating|elo internazionale|elof|rtgi|irtg|elofide",
    "fsi_rating": "elo fsi|fsi elo|fsi|rating fsi|fsi rating|elo italia|elo ita|elo nazionale|elon|elo n"
    "|rating nazionale|national rating|rtgn|nrtg|elonat",
    "club_rating": "punteggio sociale|elo sociale|elo di circolo|elo circolo|rating sociale|punteggio"
    "|punti|forza|club rating|club elo|strength",
    "fide_id": "id fide|fide id|codice fide|cod fide|fide code|fide no|fide nr|n fide|fide number|fideid"
    "|idfide|fin|matricola fide",
    "fsi_id": "id fsi|fsi id|fsiid|tessera|tessera fsi|tess fsi|n tessera|numero tessera|codice fsi"
    "|cod fsi|matricola|licenza|id nazionale|membership number|card|licence|license|national id|idnat",
    "birth_year": "anno|anno di nascita|anno nascita|nato|nata|nato il|nato nel|nascita|data di nascita"
    "|data nascita|data o anno di nascita|year|birth year|year of birth|yob|born|birth|birthday|birth date"
    "|date of birth|date or year of birth|dob|data nasc|anno nasc|nasc|data di nasc|classe|nato a il"
    "|luogo e data di nascita",
    "sex": "sesso|sex|gender|genere|m f",
    "federation": "federazione|fed|federation|nazione|nazionalita|country",
    "fide_title": "titolo fide|fide title|tit fide",
    "category": "categoria nazionale|cat nazionale|categoria fsi|cat fsi|national category",
    "fide_rapid": "elo fide rapid|elo rapid|rapid|elo fide rapido|rapid rating|fide rapid|elo rapid fide",
    "fide_blitz": "elo fide blitz|elo blitz|blitz|elo fide lampo|blitz rating|fide blitz|elo blitz fide",
    "fsi_rapid": "elo fsi rapid|elo rapid fsi|elo italia rapid|national rapid"
    "|national rapid rating|fsi rapid rating",
    "fsi_blitz": "elo fsi blitz|elo blitz fsi|elo italia lampo|elo italia blitz|national blitz"
    "|national blitz rating|fsi blitz rating",
    "club_rapid": "punteggio sociale rapid|elo sociale rapid|club rapid",
    "club_blitz": "punteggio sociale blitz|elo sociale blitz|club blitz",
    "fide_k": "k|k fide|fide k|kcoeff|coefficiente k|kf",
    "fide_rapid_k": "k fide rapid|k rapid|rapid k",
    "fide_blitz_k": "k fide blitz|k blitz|blitz k",
    "fsi_k": "k fsi|k nazionale|k italia|national k|fsi k",
    "fsi_rapid_k": "k fsi rapid|k nazionale rapid|national k rapid|fsi rapid k",
    "fsi_blitz_k": "k fsi blitz|k nazionale blitz|national k blitz|fsi blitz k",
    "club_k": "k sociale|k circolo|club k",
    "club_rapid_k": "k sociale rapid|club k rapid",
    "club_blitz_k": "k sociale blitz|club k blitz",
    "fide_month": "mese della lista fide|lista fide|fide list",
    "fsi_month": "mese della lista fsi|lista fsi|national list"
    "|month of the national list|month of the fsi list",
    "club_month": "mese della lista sociale|lista sociale|club list",
    "member": "socio si no|e socio|member yes no|is member",
    "contact": "recapito|recapiti|contatto|contatti|e mail|email|mail|posta elettronica|telefono|tel"
    "|cellulare|cell|contact|phone|mobile|telephone|numero di telefono|recapito telefonico"
    "|indirizzo email|indirizzo e mail|indirizzo di posta elettronica|email address|nome utente",
    PLAYS: "gioca|gioca si no|presente|presenza|conferma|confermato|confermata|partecipa|parteciperai"
    "|partecipazione|partecipi|ci sarai|adesione|plays|plays yes no|playing|present|attending"
    "|confirmed|coming",
    "notes": "note|nota|note eventuali|annotazioni|osservazioni|note interne|notes|remarks|comments",
}
FIELD_OF_HEADING = {heading: field for field, names in HEADINGS.items() for heading in names.split("|")}

TITLES = (*TITLES_IN_WORDS, "M", "1N", "2N", "3N")
_OTHER_TITLES = {"mf", "mi", "am", "wm", "wcm", "nc", "acm", "afm", "aim", "agm", "4n", "5n", "cmf"}
_KNOWN_TITLES = {title.casefold() for title in TITLES} | _OTHER_TITLES
_YES_OR_NO = {"si", "no", "forse", "x", "ok", "yes", "maybe"}
_CONTACT = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d\s./()-]{8,}")
_INTEGER = re.compile(r"(\d{1,18})(?:[.,]0*)?")  # longer ones are no number that anybody has


def is_chess_title(text: str) -> bool:
    return text.casefold() in _KNOWN_TITLES


def field_of(cell: str) -> str:
    """The field of a heading, ANY_RATING or IGNORED: also where something is said behind it («Elo FIDE (se
    presente)», «Elo FSI 11/2026») or it is the question of a form («Qual è il tuo circolo?»).
    """
    if exact := FIELD_OF_HEADING.get(sort_key(cell)):
        return exact
    bare = sort_key(_BESIDE.sub(" ", cell))
    if found := FIELD_OF_HEADING.get(bare):
        return found
    words = bare.split()
    if not words or len(words) > _MOST_WORDS or _ELSE & {*words}:
        return IGNORED
    phrases = (
        " ".join(words[start : start + length])
        for length in range(len(words), 0, -1)
        for start in range(len(words) - length + 1)
    )
    return next((FIELD_OF_HEADING[phrase] for phrase in phrases if phrase in _TELLING), IGNORED)


_BESIDE = re.compile(
    r"\([^)]*\)|\[[^\]]*\]|\d+|\b(?:gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic)\w*\b|[*:?!]", re.I
)
_MOST_WORDS = 9
_ELSE = words(
    """
    genitore genitori tutore madre padre accompagnatore torneo tornei regolamento hai sei vuoi accetti porti
    come quando parent guardian privacy pagamento quota cronologiche
    """
)
"""Who else, or what else, a question is about."""
_SHORT = words("k cat tit std fin cell tel anno year nome name card forza punti fed") | {"m f"}
_TELLING = {heading for heading in FIELD_OF_HEADING if heading not in _SHORT} | {"nome"}
"""Those by which a longer heading is known, too."""


def fields_from_headings(first: Line, ratings: Sequence[str] = RATINGS) -> list[str] | None:
    """The field of each column by the headings in the first row; None if no heading is that of a name.

    `ratings`: the fields for ratings whose list is not said. Where two columns have the same heading (two
    telephone numbers), the second is ignored.
    """
    exact = [FIELD_OF_HEADING.get(sort_key(cell), IGNORED) for cell in first.cells]
    fields = [field_of(cell) for cell in first.cells]
    if sum(field != IGNORED for field in fields) < 2 and fields != exact:
        fields = exact  # one sentence in which «nome» stands is no row of headings
    if not NAME_FIELDS & {*fields}:
        return None
    return _without_repeats(_assign_ratings(_choose_name_fields(fields), ratings))


def _choose_name_fields(fields: list[str]) -> list[str]:
    """The fields with either the whole name or surname and given name, whatever mixture the headings had."""
    whole = {"name", GIVEN_FIRST} & {*fields}
    if SURNAME not in fields:
        if whole:
            kept = next(field for field in fields if field in whole)
            return [IGNORED if field in NAME_FIELDS - {kept} else field for field in fields]
        return ["name" if field == GIVEN_NAME else field for field in fields]  # «Nome; Elo»
    if GIVEN_NAME in fields:
        return [IGNORED if field in whole else field for field in fields]
    return [GIVEN_NAME if field == "name" else field for field in fields]  # «Name; Surname»


def _assign_ratings(fields: list[str], ratings: Sequence[str]) -> list[str]:
    """The fields with each ANY_RATING replaced by the first of the ratings that no other column has."""
    unused = (rating for rating in ratings if rating not in fields)
    return [next(unused, IGNORED) if field == ANY_RATING else field for field in fields]


def _without_repeats(fields: Sequence[str]) -> list[str]:
    """The fields with repetitions ignored."""
    return [field if field not in fields[:index] else IGNORED for index, field in enumerate(fields)]


def guess_fields(lines: Sequence[Line], ratings: Sequence[str] = RATINGS) -> list[str]:
    """The field of each column, guessed from what more than half of its cells look like.

    `ratings`: the fields for ratings, whose list nobody can guess, the first one first. Of the columns of
    text the first is the name, or the first two are surname and given name.
    """
    columns = [
        [cell for cell in column if cell] for column in zip(*(line.cells for line in lines), strict=True)
    ]
    fields = [_guess_field(column) for column in columns]
    texts = [index for index, field in enumerate(fields) if field == "text"]
    for index, name in zip(texts, _text_fields([columns[index] for index in texts]), strict=True):
        fields[index] = name
    return _without_repeats(_assign_ratings(fields, ratings))


def _guess_field(cells: Sequence[str]) -> str:
    """The field that more than half of the cells fit: of CHOICES, or "text", or IGNORED where none does."""
    year = datetime.now(UTC).year
    numbers = [int(match[1]) for cell in cells if (match := _INTEGER.fullmatch(cell))]
    for field, fitting in [
        ("birth_year", sum(bool(DATE.fullmatch(cell)) for cell in cells)),
        ("sex", sum(cell.casefold() in ("m", "f") for cell in cells)),
        ("federation", sum(cell in FEDERATIONS for cell in cells)),
        ("birth_year", len(numbers) if all(1920 <= number <= year for number in numbers) else 0),
        (ANY_RATING, sum(500 <= number <= 4000 for number in numbers)),
        ("fide_id", sum(number >= 100_000 for number in numbers)),
        (PLAYS, sum(sort_key(cell) in _YES_OR_NO for cell in cells)),
        ("title", sum(map(is_chess_title, cells))),
        ("contact", sum(bool(_CONTACT.fullmatch(cell)) for cell in cells)),
        ("text", sum(any(char.isalpha() for char in cell) for cell in cells)),
    ]:
        if fitting * 2 > len(cells):
            return field
    return IGNORED


def _text_fields(columns: Sequence[Sequence[str]]) -> list[str]:
    """The fields of the columns of text: two columns of single words are surname and given name, otherwise
    the first one is the whole name; then comes the club.
    """
    single = [sum(map(_is_one_word, column)) * 10 >= len(column) * 7 for column in columns[:2]]
    fields = [SURNAME, GIVEN_NAME, "affiliation"] if single == [True, True] else ["name", "affiliation"]
    return (fields + [IGNORED] * len(columns))[: len(columns)]


def _is_one_word(cell: str) -> bool:
    """Whether it is one word, with its particles: «De Luca»."""
    return sum(not is_particle(word) for word in cell.split()) < 2
