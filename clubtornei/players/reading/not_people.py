"""What stands in lists of people and is nobody: titles, groups, totals, addresses, dates, messages, code."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubtornei.players.names import is_particle, sort_key
from clubtornei.players.reading.dates import MONTHS
from clubtornei.players.reading.headings import FIELD_OF_HEADING
from clubtornei.players.reading.words import (
    BEFORE_RELATIONS,
    CITIES,
    CLUBS,
    DAYS,
    GIVEN_NAMES,
    MESSAGE,
    NOT_PLAYING,
    OF,
    OTHERS,
    PLAYING,
    RELATIONS,
    REMARKS,
    SHORT_HEADINGS,
    TITLES_OF_LISTS,
)
from clubtornei.players.reading.written_names import is_given_first

MOST_WORDS = 6
PAIRS = re.compile(r"\s(?:e|ed|and|und)\s|\s?&\s?|\s\+\s|[^\W\d_]\s?/\s?[^\W\d_]", re.IGNORECASE)
CODE = re.compile(
    r"</?[a-zA-Z!?][^<>@]*>|<[a-zA-Z!/]\w*\s|&(?:nbsp|amp|lt|gt|quot)\b|^[{}]|[{}]\s*$|\w\"?\s*[:=]\s*[\"'{\[]|^\s*(?://|/\*)"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a text may be a name. `refusal`: why it is nobody; `doubt`: why it may be nobody."""

    refusal: str = ""
    doubt: str = ""


def is_code(text: str) -> bool:
    """Whether it is a line of the source of a page or of a program."""
    return bool(CODE.search(text))


def is_list_heading(text: str) -> bool:
    """Whether the lines below it belong to it."""
    words = sort_key(text).split()
    return text.rstrip().endswith(":") or bool(words and words[0] in TITLES_OF_LISTS)


def leaves_out(words: Sequence[str]) -> bool:
    """Whether these words of a title say that who stands below does not play: «Assenti», «Non giocano»."""
    return bool(NOT_PLAYING & {*words}) or ("non" in words and bool(PLAYING & {*words}))


def verdict_on(name: str) -> Verdict:
    """What a text is that is to be a name. Without letters: nothing is said here."""
    words = sort_key(name).split()
    if not words or not any(char.isalpha() for char in name):
        return Verdict()
    return _not_a_person(name, words) or _doubt_about(name, words)


def _not_a_person(name: str, words: list[str]) -> Verdict | None:
    quoted = {"text": name}
    if name.rstrip().endswith(":"):
        return Verdict(_("«%(text)s» è il titolo di un gruppo di righe, non una persona.") % quoted)
    if words[0] in TITLES_OF_LISTS or (
        len(words) > 1 and all(word in FIELD_OF_HEADING or word in SHORT_HEADINGS for word in words)
    ):
        return Verdict(_("«%(text)s» è un titolo, non una persona.") % quoted)
    said = sum(word in MESSAGE for word in words)
    if said == len(words) or (said > 1 and (said * 2 >= len(words) or len(words) > MOST_WORDS)):
        return Verdict(_("«%(text)s» è un messaggio: se qualcuno gioca, scrivi il suo nome.") % quoted)
    return None


def _doubt_about(name: str, words: list[str]) -> Verdict:
    doubt = next((said for applies, said in _doubts(name, words) if applies), "")
    return Verdict(doubt=doubt % {"text": name})


def _doubts(name: str, words: list[str]) -> Iterator[tuple[object, str]]:
    """Whether each applies, and what it says; the first that does counts."""
    several = _("«%(text)s» sembrano più persone: scrivile una per riga.")
    phrase = _("«%(text)s» sembra una frase: è una persona?")
    no_name = _("«%(text)s» non sembra un nome: è una persona?")
    yield PAIRS.search(name), several
    yield name.count(",") > 1, several
    yield ":" in name, phrase
    yield any(char.isdigit() for char in name) or (len(words) > 1 and words[0] in OTHERS), no_name
    yield "," in name and all(is_given_first(half) is not None for half in name.split(",")), several
    yield len(words) == 1 and words[0] in CITIES, _("«%(text)s» è una città: è anche una persona?")
    before, *behind = words
    related = behind and (
        (before in RELATIONS and behind[0] in OF) or (before in BEFORE_RELATIONS and behind[0] in RELATIONS)
    )
    yield related, _("«%(text)s» non dice il nome di chi gioca: scrivilo.")
    yield CLUBS & {*words}, _("«%(text)s» sembra un circolo: è una persona?")
    yield (TITLES_OF_LISTS | MESSAGE) & {*words} or {*words} <= DAYS | {*MONTHS}, no_name
    yield len(words) > MOST_WORDS or re.search(r"[?!=@#]\s*$|[?!]", name), phrase
    yield len(name) < MOST_WORDS and all(len(word) == 1 for word in words), no_name
    small = [word for word in name.split()[1:] if word.islower() and not is_particle(word)]
    strange = [word for word in small if sort_key(word) not in GIVEN_NAMES]
    yield not name.islower() and len(strange) > 1, phrase
    yield {*words} <= REMARKS | RELATIONS, no_name
    yield all(is_particle(word) or word in REMARKS for word in words), no_name
    yield len(words) == 1 and words[0] in FIELD_OF_HEADING, no_name
