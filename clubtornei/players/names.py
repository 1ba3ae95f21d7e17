"""Sorting and searching names in Italian order, the same on every PostgreSQL server.

Servers differ in the collations they have (the private one has no ICU), so a normalised copy of the name is
stored beside it and compared byte by byte.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models
from django.db.models import Case, Value, When

from scoring.folded_names import folded

PARTICLES = {
    *("d", "da", "dal", "dalla", "dalle", "de", "degli", "dei", "del", "della", "delle", "di"),
    *("la", "le", "li", "lo", "el", "al", "mac", "mc", "o", "van", "von", "der", "den", "zu"),
}
BY_NAME = ("sort_name", "pk")
"""The order of people."""
PART_LENGTH = 100  # the longest surname, and the longest given name
KEY_LENGTH = 400  # twice the longest name; a few ligatures of other scripts become longer still


def sort_key(name: str) -> str:
    """The name in lower case without accents and apostrophes, words separated by one space.

    So D'Angelo sorts with Dangelo, Nicolò with Nicolo, and De Santis before Deangelis, because words are
    compared one by one. At most KEY_LENGTH characters.
    """
    return folded(name)[:KEY_LENGTH].rstrip()


def word_key(name: str) -> str:
    """The same for all orders of the name's words: who writes the given name first means the same person.

    >>> word_key("Rossi, Mario") == word_key("Mario Rossi")
    True
    """
    return " ".join(sorted(sort_key(name).split()))


def word_beginnings(text: str) -> str:
    """A regular expression for sort keys: the words of the text begin words of the name, in the order
    surname and given name, or with the given name first or last. Sort keys hold letters, digits and spaces.

    >>> word_beginnings("Conti S")
    '(^| )(conti.* s|s.* conti)'
    """
    words = sort_key(text).split()
    if not words:
        return ""
    orders = dict.fromkeys((tuple(words), (*words[1:], words[0]), (words[-1], *words[:-1])))
    return f"(^| )({'|'.join('.* '.join(order) for order in orders)})"


def begins_words(name: str, text: str) -> bool:
    """Whether the words of the text begin words of the name, as `word_beginnings` has it."""
    return re.search(word_beginnings(text), sort_key(name)) is not None


def initials_of(name: str) -> str:
    """R. M. G. of Rossi Maria Grazia: what the public reads of minors and of who asks for it."""
    firsts = (next((char for char in word if char.isalpha()), "") for word in name.split())
    return " ".join(f"{first.upper()}." for first in firsts if first) or "N. N."


def is_initials(name: str) -> bool:
    """Whether nothing else is left of a name."""
    return all(len(word) == 2 and word.endswith(".") for word in name.split())


def around_surname(name: str, family: str = "") -> tuple[str, str, str]:
    """The name in three: what stands before the surname, the surname, and what stands behind it.

    `family`: the surname, where it is known. Otherwise it comes first, as everywhere on the site: one word,
    with the particles before it, and with what particles join to it: Montecuccoli degli Erri Ada. Initials
    are no particles.

    >>> around_surname("De Luca Elena"), around_surname("Elena De Luca", "De Luca")
    (('', 'De Luca', ' Elena'), ('Elena ', 'De Luca', ''))
    """
    if family and name.endswith(f" {family}"):
        return name.removesuffix(family), family, ""
    if family and name.startswith(f"{family} "):
        return "", family, name.removeprefix(family)
    words = name.split(" ")
    end = _end_of_part(words, 0) or 1
    while end < len(words) and is_particle(words[end]):
        longer = _end_of_part(words, end)
        if longer is None or longer >= len(words):  # nothing would be left as a given name
            break
        end = longer
    surname = " ".join(words[:end])
    return "", surname, name.removeprefix(surname)


def surname_to_tell(name: str, family: str) -> str:
    """`family` where the name shows it, and `around_surname` does not find it by itself; otherwise empty.

    >>> surname_to_tell("Conte Rossi Mario", "Conte Rossi"), surname_to_tell("De Luca Elena", "De Luca")
    ('Conte Rossi', '')
    """
    return family if around_surname(name, family) != around_surname(name) else ""


def surname_first(name: str) -> str:
    """A name whose given names stand first, turned round: the surname is its last word, with the particles
    before it. One with a comma says by itself what is what.

    >>> surname_first("Elena De Luca"), surname_first("Anna Maria Rossi"), surname_first("Rossi, Anna")
    ('De Luca Elena', 'Rossi Anna Maria', 'Rossi, Anna')
    """
    words = name.split()
    if "," in name or len(words) < 2:
        return name
    start = len(words) - 1
    while start > 1 and is_particle(words[start - 1]):
        start -= 1
    return " ".join([*words[start:], *words[:start]])


def given_name_first(name: str, family: str = "") -> str:
    """A name as a diploma calls it; `family` as in `around_surname`.

    >>> given_name_first("De Luca Elena"), given_name_first("Elena De Luca", "De Luca")
    ('Elena De Luca', 'Elena De Luca')
    """
    before, surname, behind = around_surname(name, family)
    return " ".join(f"{before}{behind} {surname}".split())


def is_particle(word: str) -> bool:
    """Whether it belongs to the next word of a surname."""
    return not word.endswith(".") and sort_key(word) in PARTICLES


def _end_of_part(words: Sequence[str], start: int) -> int | None:
    """Behind the first word from `start` that is no particle; None if all are."""
    return next((end for end, word in enumerate(words[start:], start + 1) if not is_particle(word)), None)


def spellings(names: Iterable[str]) -> dict[str, str]:
    """For each sort key, the first of `names` that has it: how the name is spelt already."""
    by_key: dict[str, str] = {}
    for name in names:
        if key := sort_key(name):
            by_key.setdefault(key, name)
    return by_key


class SortKeyField(models.CharField):
    """The sort key of the model's `name`, computed on every save and bulk_create."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": KEY_LENGTH, "editable": False, "db_collation": "C", **kwargs})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = sort_key(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


class NamedQuerySet(models.QuerySet[Any]):
    """Queries by name, for every model with `name` and `sort_name`."""

    def by_name(self) -> "NamedQuerySet":
        return self.order_by(*BY_NAME)

    def named(self, name: str) -> "NamedQuerySet":
        """The rows whose name has the same sort key."""
        return self.filter(sort_name=sort_key(name))

    def search(self, text: str) -> "NamedQuerySet":
        """The rows in whose name words begin with the words of the text, ignoring accents and case."""
        return self.filter(sort_name__regex=word_beginnings(text))

    def best_first(self, text: str) -> "NamedQuerySet":
        """The rows, first those whose name, and so the surname, begins with the text."""
        begun = Case(When(sort_name__startswith=sort_key(text), then=Value(1)), default=Value(2))
        found: NamedQuerySet = self.order_by(begun, "sort_name", "pk")
        return found
