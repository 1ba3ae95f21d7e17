"""What the loaded lists say: searches, and how a club's roster differs from them."""

import hashlib
from collections.abc import Iterator

from django.db.models import F, Q
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.exchange.models import ListedPlayer, LoadedList
from clubtornei.players.importing import FieldChange
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key

MOST_FOUND = 20
_RATINGS = {
    "fide": ("fide_rating", "fide_rapid", "fide_blitz", "fide_k", "fide_rapid_k", "fide_blitz_k"),
    "fsi": ("fsi_rating", "fsi_rapid", "fsi_blitz", "fsi_k", "fsi_rapid_k", "fsi_blitz_k"),
}
_PERSON = ("surname", "given_name", "sex", "federation", "birth_year", "birth_date")
TAKEN_OVER = {
    "fide": (*_RATINGS["fide"], "fide_id", "fide_title", *_PERSON),
    "fsi": (*_RATINGS["fsi"], "fsi_id", "category", *_PERSON),
}
"""The columns of a player on the roster that each list fills."""
UPDATED = {"fide": (*_RATINGS["fide"], "fide_title"), "fsi": (*_RATINGS["fsi"], "category")}
"""Those that a later list changes, where it has something; what a person is stays as the club has it."""


NUMBERS = {"fide": "fide_id", "fsi": "fsi_id"}
"""By which column a player is found in each list, and who has something there."""
NUMBERED = {"fide": Q(fide_id__isnull=False), "fsi": ~Q(fsi_id="")}


class Difference(Struct, frozen=True):
    """A player of the roster whom the list has otherwise. `key`: of just these changes, for their box."""

    player: Player
    changes: tuple[FieldChange, ...]
    key: str

    @property
    def shown(self) -> list[FieldChange]:
        """The changes with the labels of the fields; the month, which is said once for all, only where
        nothing else changes.
        """
        labels = {field.name: str(field.verbose_name) for field in Player._meta.concrete_fields}
        said = [change for change in self.changes if not change.field.endswith("_month")]
        return [change._replace(field=labels[change.field]) for change in said or self.changes]


def found_in(loaded: LoadedList, text: str) -> list[ListedPlayer]:
    """The first of those whom the search finds in the list; where it finds nobody, those whose given name
    comes first in the text.
    """
    players = loaded.listed
    given_name, _space, rest = sort_key(text).partition(" ")
    found = list(players.search(text)[:MOST_FOUND])
    return found or (list(players.search(f"{rest} {given_name}")[:MOST_FOUND]) if rest else [])


def loaded_lists(club: Club) -> dict[str, LoadedList]:
    """What the club reads: its own lists, and of the others every club's. One query."""
    found = LoadedList.objects.filter(Q(club=None) | Q(club=club))
    return {loaded.list: loaded for loaded in found.order_by(F("club").asc(nulls_first=True))}


def differences_of(club: Club, rating_list: str) -> Iterator[Difference]:
    """The players of the roster, found by their number in the list, with what that has otherwise."""
    loaded = loaded_lists(club).get(rating_list)
    if loaded is None:
        return
    number = NUMBERS[rating_list]
    players = list(club.players.filter(NUMBERED[rating_list]).by_name())
    listed = {
        getattr(row, number): row
        for row in loaded.listed.filter(**{f"{number}__in": [getattr(player, number) for player in players]})
    }
    for player in players:
        row = listed.get(getattr(player, number))
        if row is None:
            continue
        listed_now = {name: getattr(row, name) for name in UPDATED[rating_list]}
        changes = tuple(
            FieldChange(name, getattr(player, name), value)
            for name, value in (listed_now | {f"{rating_list}_month": loaded.month}).items()
            if value and getattr(player, name) != value
        )
        if changes:
            yield Difference(player, changes, _key(player, changes))


def _key(player: Player, changes: tuple[FieldChange, ...]) -> str:
    text = repr((player.pk, [tuple(change) for change in changes]))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
