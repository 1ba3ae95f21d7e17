"""Names in Italian order, the same on every PostgreSQL server.

Servers differ in the collations they carry (the private one has no ICU), so nothing is ordered by a
collation of theirs: a normalised copy of the name is kept beside it and compared byte by byte.
"""

import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db import models

APOSTROPHES = "'’‘`´ʼ′"
KEY_LENGTH = 400  # twice the longest name; a few ligatures of other scripts become longer still


def sort_key(name: str) -> str:
    """The name without accents, apostrophes and case, as an Italian index files it.

    D'Angelo stands beside Dangelo, Nicolò beside Nicolo, and De Santis before Deangelis, because words
    are compared one by one.
    """
    # Case folded on both sides: some characters (ᴬ) have capitals only once they are taken apart.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name.casefold()).casefold())
    kept = (char for char in decomposed if not unicodedata.combining(char) and char not in APOSTROPHES)
    return " ".join("".join(char if char.isalnum() else " " for char in kept).split())[:KEY_LENGTH].rstrip()


def spellings(names: Iterable[str]) -> dict[str, str]:
    """How each name is written: for its sort key, the first of `names` that has it."""
    found: dict[str, str] = {}
    for name in names:
        if key := sort_key(name):
            found.setdefault(key, name)
    return found


class SortKeyField(models.CharField):
    """A column that follows `name` through save and bulk_create alike."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": KEY_LENGTH, "editable": False, "db_collation": "C", **kwargs})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = sort_key(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key


class NamedQuerySet(models.QuerySet[Any]):
    """What every model with a name and a sort key answers."""

    def by_name(self) -> "NamedQuerySet":
        return self.order_by("sort_name", "pk")

    def named(self, name: str) -> "NamedQuerySet":
        """Those an index files under the very same name."""
        return self.filter(sort_name=sort_key(name))

    def search(self, text: str) -> "NamedQuerySet":
        """Those in whose name every word of the text occurs, accents and case aside."""
        found = self
        for word in sort_key(text).split():
            found = found.filter(sort_name__contains=word)
        return found
