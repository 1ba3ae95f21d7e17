"""The ratings of a club, one for each game and size of table, computed from all its public events
(rules/ratings.md#order). None of it is stored.
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.build_id import build_id
from clubtornei.events.games import game_title
from clubtornei.events.models import Entry, Event
from clubtornei.lru_cache import LRUCache
from clubtornei.season.circuits.identities import roster_fingerprint
from clubtornei.season.people.games import EventGames, games_of
from scoring.ratings import RatedGame, RatingPoint, Ratings, elo, skill


class Ladder(Struct, frozen=True, kw_only=True):
    """The ratings of one game. `multiplayer`: of its larger tables. `events`: in their order; a point of the
    history names one by its place. People are `12`, a player on the roster, or `7:3`, an entry of an event
    that names nobody there.
    """

    game: str
    multiplayer: bool
    events: Sequence[Event]
    history: Ratings

    @property
    def title(self) -> str:
        game = game_title(self.game) or _("Senza gioco")
        return _("%(game)s, tavoli di più di due") % {"game": game} if self.multiplayer else game

    def shown(self, point: RatingPoint) -> str:
        return rating_text(point.value, multiplayer=self.multiplayer)


def rating_text(value: float, *, multiplayer: bool) -> str:
    """Elo as a whole number; the other with one decimal."""
    return f"{value:.1f}" if multiplayer else str(round(value))


Players = Mapping[tuple[int, int], int | None]
memory: LRUCache[str, Sequence[Ladder]] = LRUCache(10)


def fingerprint_of(club: Club) -> str:
    """Changes with whatever the pages of the club's people show. Two queries."""
    events = club.events.filter(published=True).order_by("pk").values_list("pk", "version", "name")
    facts = (club.pk, club.look, list(events), roster_fingerprint(club.pk), build_id())
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def ladders_of(club: Club, fingerprint: str) -> Sequence[Ladder]:
    found = memory.get(fingerprint)
    if found is None:
        found = _ladders(club)
        memory.put(fingerprint, found)
    return found


def public_events(club: Club) -> list[Event]:
    """From the first to the last."""
    return list(club.events.filter(published=True).select_related("club").order_by("starts_on", "pk"))


def _ladders(club: Club) -> Sequence[Ladder]:
    events = public_events(club)
    games = games_of(events)
    players: Players = {
        (event, entry_no): player
        for event, entry_no, player in Entry.objects.filter(event__in=events).values_list(
            "event", "entry_no", "player"
        )
    }
    tables: dict[tuple[str, bool], dict[int, list[RatedGame]]] = defaultdict(dict)
    titles: dict[str, str] = {}
    for event in events:
        game = titles.setdefault(event.game.casefold(), event.game)
        for multiplayer in (False, True):
            if rated := _rated(event, games[event.pk], players, multiplayer=multiplayer):
                tables[game, multiplayer][event.pk] = rated
    by_pk = {event.pk: event for event in events}
    return [
        Ladder(
            game=game,
            multiplayer=multiplayer,
            events=[by_pk[pk] for pk in rated_by_event],
            history=(skill if multiplayer else elo)(list(rated_by_event.values())),
        )
        for (game, multiplayer), rated_by_event in sorted(tables.items())
    ]


def _rated(event: Event, games: EventGames, players: Players, *, multiplayer: bool) -> list[RatedGame]:
    return [
        RatedGame(tuple(_person(event, entry_no, players) for entry_no in table.seats), table.places)
        for table in games.tables
        if (len(table.seats) > 2) == multiplayer
    ]


def _person(event: Event, entry_no: int, players: Players) -> str:
    player = players.get((event.pk, entry_no))
    return f"{event.pk}:{entry_no}" if player is None else str(player)
