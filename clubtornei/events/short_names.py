"""The short names of players and clubs, for where there is little room; no other place shortens a name."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import takewhile

from clubtornei.players.names import around_surname

INITIALS = {
    "accademia": "A.",
    "associazione": "A.",
    "circolo": "C.",
    "club": "C.",
    "culturale": "C.",
    "dilettantistica": "D.",
    "dopolavoro": "D.",
    "ferroviario": "F.",
    "gruppo": "G.",
    "ludica": "L.",
    "polisportiva": "Pol.",
    "scacchi": "S.",
    "scacchistica": "S.",
    "scacchistico": "S.",
    "società": "S.",
    "sportiva": "S.",
    "unione": "U.",
}
"""Words that half of all clubs have in their names, and what is written in their place."""
LEGAL_FORMS = frozenset({"a.d.", "a.p.s.", "a.s.d.", "aps", "asd", "s.s.d.", "ssd"})
"""What says nothing about a club to who plays there, and is left out where there is little room."""
OF = frozenset({"di", "del", "della"})
LONG = 18  # letters: shorter names of clubs stay whole
LONG_NAME = 28  # letters: shorter names of players do, where a line has one


def short_club(name: str) -> str:
    """The club's name, if it is long, without its legal form; if it is still long, with its common words as
    initials where they stand: C.S. Bolognese, RisiKo! C. Modena. Where all are common, the last one stays.
    """
    if len(name) <= LONG:
        return name
    words = [word for word in name.split() if word.lower() not in LEGAL_FORMS]
    if len(name := " ".join(words) or name) <= LONG:
        return name
    common = [word for word in words if word.lower() in INITIALS]
    if len(common) == len(words):
        common = words[:-1]
    if not common:
        return name
    short = ""
    for word in words:
        initial = INITIALS[word.lower()] if word in common else ""
        if word not in OF or not short.endswith("."):
            short += initial if short.endswith(".") and initial else f" {initial or word}"
    return short.strip()


def short_given(given: str, letters: int = 1) -> str:
    """The given name as one letter: M. of Maria Antonietta; as so many `letters` where one does not tell who
    that is: Lu. of Luca. Initials stay as they are.
    """
    start = next((place for place, char in enumerate(given) if char.isalpha()), len(given))
    rest = given[start:].strip()
    if letters >= len(rest):
        return rest if letters > 1 else f"{rest.upper()}." if rest else ""
    letters += rest[letters - 1] == " "
    return f"{rest[0].upper()}{rest[1:letters]}."


def given_letters(names: Iterable[str]) -> dict[str, int]:
    """For each name how many letters of the given name tell it from the others with that surname."""
    parts = {}
    families = defaultdict(set)
    for name in names:
        _before, surname, given = around_surname(name)
        parts[name] = (surname.casefold(), given.strip().casefold())
        families[parts[name][0]].add(parts[name][1])
    letters = {}
    for surname, family in families.items():
        line = ["", *sorted(family), ""]
        for before, own, behind in zip(line, line[1:], line[2:], strict=False):
            letters[surname, own] = 1 + max(_alike(before, own), _alike(own, behind))
    return {name: letters[part] for name, part in parts.items()}


def _alike(one: str, other: str) -> int:
    """With how many letters alike both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def short_name(name: str, family: str = "") -> str:
    """The whole surname, particles too, with one letter of the given name: Della Gherardesca M.

    `family`: the surname, where it is known.
    """
    before, surname, behind = around_surname(name, family)
    return f"{surname} {short_given(before or behind)}".strip()
