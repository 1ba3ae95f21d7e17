"""What people write of somebody in one line: marks of a list, a name, and what stands beside it.

«7️⃣ ✅ CM Rossi Mario (Scacchi Milano) 1612 FIDE, forse» is a name, a title, a club, a rating and a remark.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from clubtornei.players.names import is_particle, sort_key
from clubtornei.players.reading.dates import DATE, SHORT_YEAR
from clubtornei.players.reading.headings import FIELD_OF_HEADING, NAME_FIELDS, is_chess_title
from clubtornei.players.reading.not_people import is_code, leaves_out, verdict_on
from clubtornei.players.reading.patterns import (
    AGE,
    AND_MORE,
    BIRTH_DATE,
    BIRTH_YEAR,
    BRACKETS,
    CATEGORY,
    CROSSED_OUT,
    CUT,
    EMPTY_BOX,
    FIDE_ID,
    FSI_ID,
    FULL_STOP,
    HOUR,
    LABEL,
    LABEL_ALONE,
    MAIL,
    MARK,
    MONEY,
    NO_BIRTH,
    ODD_NUMBER,
    PHONE,
    POINTS,
    QUOTED,
    RATING,
    SITE,
    SLASHED,
    STAMP,
    TAX_CODE,
)
from clubtornei.players.reading.words import (
    ABSENT,
    ARBITERS,
    AROUND_NAMES,
    BEHIND_NAMES,
    CLUBS,
    FEDERATIONS,
    GIVEN_NAMES,
    MESSAGE,
    PROVINCES,
    REMARKS,
    YES,
)
from clubtornei.players.reading.written_names import is_given_first
from clubtornei.text.text_fields import one_line
from scoring.trf import FIDE_TITLES

EARLIEST_BIRTH = 1900
LONGEST = 200  # characters of a line that may be somebody
CATEGORY_NUMBERS = {
    name: number
    for number, names in enumerate(("i prim", "ii second", "iii terz", "iv quart", "v quint", "vi sest"), 1)
    for name in names.split()
}
TITLE_OF_WORDS = {
    "grande maestro": "GM",
    "maestro internazionale": "IM",
    "maestro fide": "FM",
    "candidato maestro": "CM",
    "maestro nazionale": "M",
    "non classificato": "NC",
    "non classificata": "NC",
    "inclassificato": "NC",
    "inclassificata": "NC",
    "maestro": "M",
}


@dataclass(frozen=True, slots=True)
class BareNumbers:
    """What a number is that stands there without a word. `ratings`: whether it is a rating; `years`: whether
    one that may be a year of birth is one; `bracketed_years`: whether one in brackets is.
    """

    ratings: bool = True
    years: bool = False
    bracketed_years: bool = True


AS_USUAL, NO_NUMBERS = BareNumbers(), BareNumbers(ratings=False)


@dataclass(slots=True)
class ParsedLine:
    """What a line says. `name`: as it stands there; `facts`: by the field of the roster, as they stand there;
    `refusal`: why it is nobody, `doubt`: why it may be nobody or not play, each with what to do.
    """

    name: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    refusal: str = ""
    doubt: str = ""

    def add_fact(self, name: str, value: str) -> None:
        """The first that says something counts; another is a remark."""
        if value and self.facts.setdefault(name, value) != value:
            self.remarks.append(value)


def without_marks(text: str) -> str:
    """The text without what begins a line of a list, and without emoji."""
    text = tidy(text)
    while (found := MARK.match(text)) and found.end() < len(text):
        text = text[found.end() :]
    bare = " ".join(_without_emoji(text).split())
    while (found := MARK.match(bare)) and found.end() < len(bare):
        bare = bare[found.end() :]
    return bare or text


def tidy(text: str) -> str:
    """One line without what is not seen, in composed letters, and plain ones for those of bold text."""
    plain = "".join(
        unicodedata.normalize("NFKC", char)
        if "\U0001d400" <= char <= "\U0001d7ff" or "\uff01" <= char <= "\uff5e"
        else char
        for char in text
    )
    return one_line(unicodedata.normalize("NFC", plain))


def _without_emoji(text: str) -> str:
    return "".join(
        " "
        if (unicodedata.category(char) == "So" and char not in "°")
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or char in "\ufe0f\u20e3\u200d"
        else char
        for char in text
    )


def read_text(text: str, ratings: Sequence[str], numbers: BareNumbers = AS_USUAL) -> ParsedLine:
    """What the text says of somebody. `ratings`: the fields of a rating whose list is not said, the first one
    first.
    """
    text = tidy(text)
    if strange := _no_text(text):
        return strange
    line = ParsedLine()
    text = STAMP.sub("", text)
    if CROSSED_OUT.search(text):
        line.doubt = _("La riga sembra cancellata: gioca o no?")
        text = text.strip("~-")
    elif EMPTY_BOX.search(text):
        line.doubt = _("La casella è vuota, o c’è un segno di attesa: gioca o no?")
    text = _take_category(text, line)
    for _turn in range(2):
        if quoted := QUOTED.match(text):
            text = quoted[1] or quoted[2]
        text = without_marks(text)
    label = None if SITE.search(text) or HOUR.search(text) else LABEL.match(text)
    if label:
        return _of_label(label[1], label[2], ratings, line, numbers)
    text = _take_contacts(text, line)
    if SLASHED.search(text):
        line.doubt = _("«%(text)s» sembrano più persone: scrivile una per riga.") % {"text": text}
    text = _take_brackets(text, line, ratings, numbers)
    text = _take_facts(text, line, ratings, numbers)
    _divide(text, line)
    if not line.name or not any(char.isalpha() for char in line.name):
        _explain_missing_name(text, line)
    elif not line.refusal:
        verdict = verdict_on(line.name)
        line.refusal, line.doubt = verdict.refusal, line.doubt or verdict.doubt
        if numbers.ratings and not line.refusal and (odd := ODD_NUMBER.search(text)):
            line.refusal = _("«%(number)s» non può essere un Elo.") % {"number": odd[0]}
    return line


def _no_text(text: str) -> ParsedLine | None:
    """What is said of signs, of what is far too long, and of code."""
    if not any(char.isalnum() for char in text):
        return ParsedLine(text)
    if len(text) > LONGEST:
        return ParsedLine(text, refusal=_("È troppo lunga per essere il nome di una persona."))
    if is_code(text) and not MAIL.search(text):
        return ParsedLine(text, refusal=_("È codice di una pagina o di un file: incolla solo i nomi."))
    return None


def _of_label(
    label: str, rest: str, ratings: Sequence[str], line: ParsedLine, numbers: BareNumbers
) -> ParsedLine:
    """«Giocatore: Rossi Mario» is a person; «Arbitro: Neri Ada» and «Quota: 10 euro» say something else."""
    words = sort_key(label).split()
    whole = f"{label}: {rest}".strip(" :")
    heading = FIELD_OF_HEADING.get(" ".join(words), "")
    if not rest:
        line.name, line.refusal = label, verdict_on(f"{label}:").refusal
    elif leaves_out(words):
        inner = read_text(rest, ratings, numbers)
        line.name, line.facts, line.refusal = inner.name, inner.facts, inner.refusal
        line.doubt = _("Sta sotto «%(title)s»: gioca o no?") % {"title": label}
    elif heading in NAME_FIELDS and len(rest.split()) > 1:
        return read_text(rest, ratings, numbers)
    elif {*sort_key(rest).split()} <= YES and not heading:
        line = read_text(label, ratings, NO_NUMBERS)
        line.remarks.append(rest)
    elif heading or verdict_on(label).refusal or verdict_on(label).doubt:
        line.name = whole
        line.refusal = verdict_on(whole).refusal or _(
            "«%(text)s» non è una persona: i dati di una persona vanno su una riga, il nome davanti."
        ) % {"text": whole}
    else:
        line.name = whole
        line.doubt = _("«%(text)s» sembra una frase: è una persona?") % {"text": whole}
    return line


def _take_category(text: str, line: ParsedLine) -> str:
    """The text without a national category: «2^ cat. naz.», «Seconda Nazionale», «II Naz.»."""
    if not (found := CATEGORY.search(text)):
        return text
    line.add_fact("title", f"{found[1] or CATEGORY_NUMBERS[found[found.lastindex or 1].casefold()]}N")
    return CATEGORY.sub(" ", text)


def _take_contacts(text: str, line: ParsedLine) -> str:
    """The text without addresses, sites, telephone numbers, sums of money and hours."""
    for pattern, name in ((MAIL, "contact"), (SITE, ""), (PHONE, "contact"), (MONEY, ""), (HOUR, "")):
        for found in pattern.finditer(text):
            value = found[1] if pattern is MAIL else found[0].strip()
            if name:
                line.add_fact(name, re.sub(r"^[a-zA-Z.: ]+(?=[\d+])", "", value))
            else:
                line.remarks.append(value)
        text = pattern.sub(" | ", text)
    for pattern in (AND_MORE, AGE, POINTS, TAX_CODE, NO_BIRTH):
        line.remarks += [found[0] for found in pattern.finditer(text)]
        text = pattern.sub(" | ", text)
    return text


def _take_brackets(text: str, line: ParsedLine, ratings: Sequence[str], numbers: BareNumbers) -> str:
    """The text without brackets; what stands in them is a fact, a club or a remark. A number that may be a
    year of birth is one there, unless the list has ratings in brackets and this line no other.
    """
    quiet = text == text.lower()
    years = numbers.years or numbers.bracketed_years or bool(RATING.search(BRACKETS.sub(" ", text)))

    def take(found: re.Match[str]) -> str:
        inner = found[1].strip()
        rest = _take_facts(inner, line, ratings, BareNumbers(years=years), bracketed=True)
        for part in _parts(rest):
            if part in PROVINCES:
                line.remarks.append(part)
            elif is_chess_title(part):
                line.add_fact("title", part)
            else:
                _take_part(part, line, quiet=quiet)
        return " | "

    return BRACKETS.sub(take, text)


def _take_part(part: str, line: ParsedLine, *, quiet: bool = True) -> None:
    """What stands beside a name: who is away, a remark, or the club."""
    words = sort_key(part).split()
    if not words:
        return
    if part in ("M", "F"):
        line.add_fact("sex", part)
    elif part in ARBITERS:
        line.remarks.append(part)
    elif ABSENT & {*words} and not CLUBS & {*words}:
        line.remarks.append(part)
        line.doubt = line.doubt or _("«%(remark)s»: gioca o no?") % {"remark": part}
    elif (
        (
            ((REMARKS | MESSAGE) & {*words} and not CLUBS & {*words})
            or (part[:1].islower() and not quiet)
            or len(words) > 6
        )
        or all(word.isdecimal() or len(word) == 1 for word in words)
        or not part[0].isalnum()
        or "affiliation" in line.facts
    ):
        line.remarks.append(part)
    else:
        line.facts["affiliation"] = part
        if is_given_first(part) is not None and not CLUBS & {*words}:
            line.doubt = line.doubt or _("«%(text)s» sembrano più persone: scrivile una per riga.") % {
                "text": f"{line.name} {part}".strip()
            }


def _take_facts(
    text: str, line: ParsedLine, ratings: Sequence[str], numbers: BareNumbers, *, bracketed: bool = False
) -> str:
    """The text with a bar in place of ids, births and ratings; in brackets of a federation, too."""
    for pattern, name in (
        (FIDE_ID, "fide_id"),
        (FSI_ID, "fsi_id"),
        (BIRTH_DATE, "birth_year"),
        (BIRTH_YEAR, "birth_year"),
        (SHORT_YEAR, "birth_year"),
    ):
        for found in pattern.finditer(text):
            if pattern is BIRTH_DATE:
                value = next(filter(None, (DATE.search(found[0]),)))[0]
            else:
                value = next(filter(None, found.groups()))
                value = (
                    f"'{value.lstrip(chr(39) + '’')}" if name == "birth_year" and len(value) < 4 else value
                )
            line.add_fact(name, value)
        text = pattern.sub(" | ", text)
    text = _take_ratings(text, line, ratings, numbers, bracketed=bracketed)
    if bracketed and text.strip() in FEDERATIONS:
        line.add_fact("federation", text.strip())
        return ""
    return text


def _take_ratings(
    text: str, line: ParsedLine, ratings: Sequence[str], numbers: BareNumbers, *, bracketed: bool
) -> str:
    """The text with a bar in place of ratings, and of numbers that may be one or a year of birth."""
    found_ratings = list(RATING.finditer(text))
    several = len(found_ratings) > 1
    pieces, end = [], 0
    for found in found_ratings:
        labelled = found["before"].strip() or found["after"].strip()
        if not (labelled or numbers.ratings):
            continue
        number = found["number"].replace(".", "")
        may_be_year = not labelled and EARLIEST_BIRTH <= int(number) <= datetime.now(UTC).year
        if may_be_year and "birth_year" not in line.facts and (numbers.years or several):
            line.add_fact("birth_year", number)
            if bracketed and not several:
                line.remarks.append(
                    _("fra parentesi: anno di nascita (un Elo si scrive «Elo %(year)s»)") % {"year": number}
                )
        else:
            line.add_fact(_rating_field(f"{found['before']} {found['after']}", line, ratings), number)
        pieces.append(text[end : found.start()])
        end = found.end()
    return " | ".join([*pieces, text[end:]])


def labelled_rating(cell: str, ratings: Sequence[str]) -> dict[str, str]:
    """The rating of a cell that says of which list it is: «1650 FIDE», «FSI 1500»."""
    found = RATING.fullmatch(cell.strip())
    label = f"{found['before']} {found['after']}".strip() if found else ""
    if not found or not label:
        return {}
    return {_rating_field(label, ParsedLine(), ratings): found["number"].replace(".", "")}


def _rating_field(label: str, line: ParsedLine, ratings: Sequence[str]) -> str:
    """The field of a rating by what stands beside it: else the first of `ratings` that is free."""
    words = {*sort_key(label).split()}
    kind = next(
        (
            kind
            for kind, names in (
                ("fide", {"fide"}),
                ("fsi", {"fsi", "italia", "nazionale", "naz", "national"}),
                ("club", {"sociale"}),
            )
            if words & names
        ),
        "",
    )
    rate = "rapid" if words & {"rapid", "rapido"} else "blitz" if words & {"blitz", "lampo"} else ""
    if kind or rate:
        return f"{kind or 'fide'}_{rate or 'rating'}"
    return next((name for name in ratings if name not in line.facts), ratings[0])


def _parts(text: str) -> list[str]:
    cuts = (cut.strip(" ,:;–—-|/") for cut in CUT.split(text))
    return [part for cut in cuts if (part := FULL_STOP.sub("", cut))]


def _divide(text: str, line: ParsedLine) -> None:
    """The name is the first part with letters; behind it stand title, federation, club and remarks."""
    whole = text.strip()
    parts = [part for cut in _parts(LABEL_ALONE.sub("", text)) for part in _by_commas(cut)]
    quiet = text == text.lower()
    names = [part for part in parts if any(char.isalpha() for char in part)]
    for part in names:
        part = _take_title(part, line, only=len(names) > 1)
        if not part:
            continue
        if part in FEDERATIONS:
            line.add_fact("federation", part)
        elif not line.name:
            line.name = _take_tail(part, line)
        elif (
            len(line.name.split()) == 1
            and len(part.split()) == 1
            and "affiliation" not in line.facts
            and (" - " in whole or " | " in whole)
            and sort_key(part) not in REMARKS | ABSENT | CLUBS
            and not line.facts
        ):
            line.name = f"{line.name} {part}"
        else:
            _take_part(part, line, quiet=quiet)
    line.name = line.name or whole.strip(" |")


def _by_commas(text: str) -> list[str]:
    """«Rossi, Mario» is one name; behind it, and before a club or a city, commas part what is line."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) < 2:
        return parts
    if len(parts) > 2 and all(len(part.split()) in (2, 3) and not _has_digits(part) for part in parts):
        return [text]
    first = [word for word in sort_key(parts[0]).split() if not is_particle(word)]
    second = sort_key(parts[1]).split()
    whole_name = len(first) > 1 and bool(GIVEN_NAMES & {*first})
    if whole_name and len(second) > 1 and GIVEN_NAMES & {*second} and not {*second} <= GIVEN_NAMES:
        return [text]
    if (
        is_chess_title(parts[1])
        or parts[1] in FEDERATIONS
        or (CLUBS | REMARKS | ABSENT) & {*second}
        or (whole_name and not GIVEN_NAMES & {*second})
        or len(second) > 3
        or not parts[1][0].isalpha()
    ):
        return parts
    return [f"{parts[0]}, {parts[1]}", *parts[2:]]


def _has_digits(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _take_title(part: str, line: ParsedLine, *, only: bool) -> str:
    """The part without a title before or behind it; one letter alone is rather a part of the name."""
    for words, title in TITLE_OF_WORDS.items():
        if sort_key(part).startswith(f"{words} ") and (title != "M" or len(part.split()) > 2):
            line.add_fact("title", title)
            part = " ".join(part.split()[len(words.split()) :])
    if only and is_chess_title(part) and (len(part) > 1):
        line.add_fact("title", part)
        return ""
    words_of = part.split()
    if len(words_of) > 2 and (words_of[-1] == "M°" or sort_key(words_of[-1]) == "maestro"):
        line.add_fact("title", "M")
        words_of.pop()
    if len(words_of) > 2 and words_of[-1] in ARBITERS:
        line.remarks.append(words_of.pop())
    for place in (0, -1):
        word = words_of[place].replace(".", "").strip(",") if len(words_of) > 1 else ""
        plain = len(words_of) > 2 or (place == 0 and word in FIDE_TITLES)
        if plain and "title" not in line.facts and len(word) > 1 and word.isupper() and is_chess_title(word):
            line.add_fact("title", word)
            words_of.pop(place)
    return " ".join(words_of).strip(" ,*~")


def _take_tail(part: str, line: ParsedLine) -> str:
    """The name without federation and remarks around it: «Rossi Mario ITA», «Mario Rossi forse»."""
    words, tail = part.split(), list[str]()
    if len(words) > 2 and words[-1] in FEDERATIONS:
        line.add_fact("federation", words.pop())
    while len(words) > 1 and sort_key(words[-1]) in BEHIND_NAMES:
        tail.insert(0, words.pop())
    while len(words) > 2 and sort_key(words[0]) in AROUND_NAMES:
        tail.append(words.pop(0))
    if tail:
        _take_part(" ".join(tail), line)
    return " ".join(words)


def _explain_missing_name(text: str, line: ParsedLine) -> None:
    """What the line says, where it names nobody."""
    line.name = line.name or " ".join([*line.facts.values(), *line.remarks]) or text
    contact = line.facts.get("contact", "")
    if line.refusal or not (line.facts or line.remarks):
        return
    if "@" in contact:
        line.refusal = _("C’è solo un indirizzo email: scrivi il nome di chi è.")
    elif contact:
        line.refusal = _("C’è solo un numero di telefono: scrivi il nome di chi è.")
    elif set(line.facts) == {"birth_year"} and not line.facts["birth_year"].isdecimal():
        line.refusal = _("C’è solo una data: scrivi il nome di chi è.")
    elif line.remarks and any(SITE.fullmatch(remark) for remark in line.remarks):
        line.refusal = _("È l’indirizzo di una pagina, non una persona.")
    elif line.facts and not line.remarks and "title" not in line.facts:
        line.name = " ".join(line.facts.values())
        line.facts = {}
    else:
        line.refusal = _("Qui non c’è un nome: se è una persona, scrivilo davanti.")
