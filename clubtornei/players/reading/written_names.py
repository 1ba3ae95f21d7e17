"""How a name is written: its capitals, its accents, and what tells the surname from the given name."""

import re
from dataclasses import dataclass

from clubtornei.players.names import PARTICLES, is_particle, sort_key
from clubtornei.players.reading.words import GIVEN_NAMES

_WORD = re.compile(r"[^\W\d_]+")
_ACCENTS = str.maketrans("aeiouAEIOU", "àèìòùÀÈÌÒÙ")
_TYPED_ACCENT = re.compile(r"(?<=[^\W\d_])([aeiouAEIOU])['’`´](?![^\W\d_])")
_SPACED_ELISION = re.compile(r"\b(d|dall|dell|all|nell|o)(['’])\s+(?=[^\W\d_])", re.IGNORECASE)
_NO_ACCENT = {"de", "ca", "da", "ne", "co", "po"}
"""What an apostrophe shortens: De’ Medici, Ca’ Zorzi."""


@dataclass(frozen=True, slots=True)
class WrittenName:
    """A name as names are written. `surname` and `given`: where the way it was written tells them apart."""

    name: str
    surname: str = ""
    given: str = ""


def as_written(text: str) -> WrittenName:
    """«ROSSI Mario», «Mario ROSSI» and «Rossi, Mario» say which is the surname; all capitals or small letters
    and accents typed as apostrophes are put right.
    """
    text = with_accents(text.strip(" ,"))
    first, comma, rest = text.partition(",")
    if comma and "," not in rest and _WORD.search(first) and _WORD.search(rest):
        return _apart(first.split(), rest.split())
    words = text.replace(",", " ").split()
    loud = [_is_loud(word) for word in words]
    mixed = any(loud) and not all(loud[place] or not _WORD.search(word) for place, word in enumerate(words))
    if mixed and (parts := _by_capitals(words, loud)):
        return _apart(*parts)
    return WrittenName(proper_case(" ".join(words)))


def proper_case(name: str) -> str:
    """«ROSSI MARIO» and «rossi Mario» as «Rossi Mario»; particles in a mixed one stay as they are."""
    if not (name.isupper() or name.islower()):
        return " ".join(
            _WORD.sub(lambda part: part[0].capitalize(), word)
            if word.islower() and len(word) > 1 and not is_particle(word)
            else word
            for word in name.split()
        )
    if all(len(word.strip(".")) < 2 for word in name.split()):
        return name
    return _WORD.sub(lambda word: word[0].capitalize(), name)


def with_accents(text: str) -> str:
    """«NICOLO'» as «NICOLÒ»; «De' Medici» and «D'Angelo» as they are."""

    def accented(found: re.Match[str]) -> str:
        start = text.rfind(" ", 0, found.start()) + 1
        word = text[start : found.start() + 1]
        return found[0] if word.lower() in _NO_ACCENT else found[1].translate(_ACCENTS)

    return _SPACED_ELISION.sub(r"\1\2", _TYPED_ACCENT.sub(accented, text))


def is_given_first(name: str) -> bool | None:
    """Whether the first word, and not the last, is a common given name; None: it cannot be told."""
    words = sort_key(name).split()
    if len(words) < 2 or "," in name:
        return None
    first, last = words[0] in GIVEN_NAMES, words[-1] in GIVEN_NAMES and not is_particle(words[-2])
    return first if first != last else None


def _is_loud(word: str) -> bool:
    letters = "".join(_WORD.findall(word))
    return len(letters) > 1 and letters.isupper()


def _by_capitals(words: list[str], loud: list[bool]) -> tuple[list[str], list[str]] | None:
    """Surname and given name, where the capitals stand together at one end. A particle before is theirs."""
    start = next(place for place, is_loud in enumerate(loud) if is_loud)
    end = len(loud) - next(place for place, is_loud in enumerate(reversed(loud)) if is_loud)
    if not all(loud[start:end]):
        return None
    while start and is_particle(words[start - 1]) and sort_key(words[start - 1]) in PARTICLES:
        start -= 1
    if start and end < len(words):
        return None
    capitals, others = words[start:end], words[end:] or words[:start]
    if not others:
        return None
    if _are_given(capitals) and not _are_given(others):
        capitals, others = others, capitals  # «Conti Bernardi LUCA»
    return capitals, others


def _are_given(words: list[str]) -> bool:
    return all(sort_key(word) in GIVEN_NAMES for word in words)


def _apart(surname: list[str], given: list[str]) -> WrittenName:
    family = (
        " ".join(map(proper_case, surname)) if any(map(_is_loud, surname)) else proper_case(" ".join(surname))
    )
    first = proper_case(" ".join(given))
    return WrittenName(f"{family} {first}", family, first)
