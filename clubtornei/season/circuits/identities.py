"""Who is who in a circuit: by the roster, otherwise by the name as it is written.

Everybody gets a person id, so that the ranking never stops at two namesakes: `p12` is on the roster, `n:rossi
mario` is known by that name alone. Initials name nobody: who is called so, and is not on the roster, is
somebody else in each event.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.players.models import Player
from clubtornei.players.names import initials_of, sort_key, word_key
from scoring.circuit_document import CircuitPerson

INITIALS = re.compile(r"(\w\.\s*)+\d*")
NOBODY = "N. N."
"""Who has been forgotten, in any language."""


KNOWN = ("club", "name", "sort_name", "birth_year", "birth_date", "initials", "consent_at", "member")
"""The columns that say who somebody is, and what he is called in public."""


class Roster(Struct, frozen=True):
    """The club's players by primary key, and those of each name; whoever is a member."""

    players: Mapping[int, Player]
    named: Mapping[str, list[int]]
    members: frozenset[int]

    def player_named(self, name: str) -> Player | None:
        """The only player of that name, its words in whatever order; None: nobody, or more than one."""
        found = self.named.get(sort_key(name)) or self.named.get(word_key(name), [])
        return self.players[found[0]] if len(found) == 1 else None


def roster_of(club: Club) -> Roster:
    """One query."""
    players = {player.pk: player for player in club.players.only(*KNOWN)}
    named: dict[str, list[int]] = defaultdict(list)
    for player in players.values():
        for key in {player.sort_name, word_key(player.name)}:
            named[key].append(player.pk)
    members = frozenset(pk for pk, player in players.items() if player.member)
    return Roster(players, named, members)


class Identities:
    """Gives everybody his person id, and remembers what he is called in public on that day.

    `members`: the primary keys of the members, where they are not those of today.
    """

    def __init__(self, roster: Roster, day: date, members: Iterable[int] | None = None) -> None:
        self.roster, self.day = roster, day
        self.members = roster.members if members is None else frozenset(members)
        self.people: dict[str, CircuitPerson] = {}
        self._on_roster: dict[int | str, CircuitPerson] = {}

    def person_of(self, player: int | None, name: str, otherwise: str, taken: set[str]) -> CircuitPerson:
        """Who is this player, or has this name; `otherwise`: his id where the name says nothing; `taken`: the
        ids of others in the same event, to which his is added.
        """
        known = self._on_roster.get(name if player is None else player)
        if known is None or known.id in taken:
            known = self._looked_up(player, name, otherwise, taken)
        taken.add(known.id)
        return known

    def _looked_up(self, player: int | None, name: str, otherwise: str, taken: set[str]) -> CircuitPerson:
        found = player
        if player is None and (only := self.roster.player_named(name)):
            found = only.pk
        if found is not None and f"p{found}" not in taken:
            person = self._person(f"p{found}", name, found)
            self._on_roster[name if player is None else player] = person
            return person
        by_name = "" if INITIALS.fullmatch(name) else f"n:{sort_key(name)}"
        return self._person(otherwise if not by_name or by_name in taken else by_name, name)

    def _person(self, person: str, name: str, player: int | None = None) -> CircuitPerson:
        if person not in self.people:
            known = self.roster.players.get(player) if player is not None else None
            self.people[person] = CircuitPerson(
                id=person,
                name=known.public_name(self.day) if known else name,
                member=player in self.members,
            )
        return self.people[person]


def public_name(name: str, birth_year: int | None, day: date) -> str:
    """What somebody who is not on the roster is called, of whom the year of birth may be known."""
    return initials_of(name) if Player(birth_year=birth_year).may_be_minor(day) else name
