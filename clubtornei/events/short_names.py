"""The short names of players and clubs, for where there is little room; no other place shortens a name."""

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
    initials: C.S. Bolognese. Where all are common, the last one stays.
    """
    if len(name) <= LONG:
        return name
    words = [word for word in name.split() if word.lower() not in LEGAL_FORMS]
    if len(name := " ".join(words) or name) <= LONG:
        return name
    common = [word for word in words if word.lower() in INITIALS]
    if len(common) == len(words):
        common = words[:-1]
    own = [word for word in words if word not in common]
    if not common:
        return name
    if own[0] in OF and len(own) > 1:
        own = own[1:]
    return f"{''.join(INITIALS[word.lower()] for word in common)} {' '.join(own)}"


def short_given(given: str) -> str:
    """The given name as one letter: M. of Maria Antonietta; initials stay as they are."""
    letter = next((char for char in given if char.isalpha()), "")
    return f"{letter.upper()}." if letter else ""


def short_name(name: str, family: str = "") -> str:
    """The whole surname, particles too, with one letter of the given name: Della Gherardesca M.

    `family`: the surname, where it is known.
    """
    before, surname, behind = around_surname(name, family)
    return f"{surname} {short_given(before or behind)}".strip()
