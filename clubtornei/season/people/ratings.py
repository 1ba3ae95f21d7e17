"""The ratings of a club, one for each game and size of table, computed from all its public events
(rules/ratings.md#order).

Those after all but the latest events are stored, so that a result of today rates only these again; a
correction in an older event rates again from there on.
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.games import game_title
from clubtornei.events.models import Entry
from clubtornei.players.models import roster_version
from clubtornei.season.event_records import PlayedTable, tables_of
from clubtornei.season.models import ClubRatings
from clubtornei.web.build_id import build_id
from scoring.ratings import RatedGame, RatingPoint, Ratings, elo, skill

LATEST = 8
"""So many events are rated anew each time: results come in, and only when one has left them is it stored."""


class PublicEvent(Struct, frozen=True):
    pk: int
    version: int
    name: str
    game: str
    starts_on: date


class Ladder(Struct, frozen=True, kw_only=True):
    """The ratings of one game. `multiplayer`: of its larger tables. `events`: in their order; a point of the
    history names one by its place. People are `12`, a player on the roster, or `7:3`, an entry of an event
    that names nobody there.
    """

    game: str
    multiplayer: bool
    events: Sequence[PublicEvent]
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


class RatedLadder(Struct):
    """The ratings of one game, in small letters, after some events, these by primary key."""

    game: str
    multiplayer: bool
    events: list[int] = []
    history: Mapping[str, Sequence[RatingPoint]] = {}


class RatedEvents(Struct):
    """The ratings after these events: primary keys and versions, in their order."""

    events: list[tuple[int, int]] = []
    ladders: list[RatedLadder] = []

    def first(self, count: int) -> "RatedEvents":
        """The ratings after the first so many of the events."""
        kept = {pk for pk, _version in self.events[:count]}
        ladders = []
        for ladder in self.ladders:
            events = [pk for pk in ladder.events if pk in kept]
            history = {
                person: known
                for person, points in ladder.history.items()
                if (known := [point for point in points if point.event < len(events)])
            }
            if events:
                ladders.append(RatedLadder(ladder.game, ladder.multiplayer, events, history))
        return RatedEvents(self.events[:count], ladders)


def fingerprint_of(club: Club) -> str:
    """Changes with whatever the pages of the club's people show. Two queries."""
    events = club.events.filter(published=True).order_by("pk").values_list("pk", "version", "name")
    facts = (club.pk, club.look, list(events), roster_version(club.pk), build_id())
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def ladders_of(club: Club) -> Sequence[Ladder]:
    """Five queries, and those for records of events that have changed."""
    events = _public_events(club)
    by_pk = {event.pk: event for event in events}
    games = {event.game.casefold(): event.game for event in reversed(events)}
    ladders = [
        Ladder(
            game=games[ladder.game],
            multiplayer=ladder.multiplayer,
            events=[by_pk[pk] for pk in ladder.events],
            history=ladder.history,
        )
        for ladder in _rated(club, events).ladders
    ]
    return sorted(ladders, key=lambda ladder: (ladder.game, ladder.multiplayer))


def _public_events(club: Club) -> list[PublicEvent]:
    """From the first to the last."""
    found = club.events.filter(published=True).order_by("starts_on", "pk")
    rows = found.values_list("pk", "version", "name", "game", "starts_on")
    return [PublicEvent(*row) for row in rows]


def _rated(club: Club, events: Sequence[PublicEvent]) -> RatedEvents:
    """What is stored as far as it is of these events at these versions, and what follows from it."""
    wanted = [(event.pk, event.version) for event in events]
    stored = _stored(club)
    same = next(
        (at for at, pair in enumerate(stored.events) if at >= len(wanted) or pair != wanted[at]),
        len(stored.events),
    )
    rated = stored if same == len(stored.events) else stored.first(same)
    lasting = max(same, len(events) - LATEST)
    if lasting > same or rated is not stored:
        rated = _followed(rated, events[same:lasting])
        _store(club, rated)
    return _followed(rated, events[lasting:])


def _stored(club: Club) -> RatedEvents:
    """Nothing, if another build of the site has stored it, or somebody has left the roster since: his games
    are those of somebody unknown from now on.
    """
    row = ClubRatings.objects.filter(club=club, build=build_id()).first()
    if row is None:
        return RatedEvents()
    stored = msgspec.json.decode(row.content, type=RatedEvents)
    roster = {str(pk) for pk in club.players.values_list("pk", flat=True)}
    people = {person for ladder in stored.ladders for person in ladder.history if ":" not in person}
    return stored if people <= roster else RatedEvents()


def _store(club: Club, rated: RatedEvents) -> None:
    """Over what is there, older or newer: it says of which events it is. Not if the club is being deleted."""
    row = ClubRatings(club=club, build=build_id(), content=msgspec.json.encode(rated).decode())
    with suppress(IntegrityError), transaction.atomic():
        ClubRatings.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["club"], update_fields=["build", "content"]
        )


def _followed(rated: RatedEvents, events: Sequence[PublicEvent]) -> RatedEvents:
    """The ratings after these events too, which follow those rated."""
    if not events:
        return rated
    versions = {event.pk: event.version for event in events}
    tables = tables_of(versions)
    entries = Entry.objects.filter(event__in=versions, player__isnull=False)
    players = {
        (event, entry_no): player
        for event, entry_no, player in entries.values_list("event", "entry_no", "player")
    }
    games: dict[tuple[str, bool], dict[int, list[RatedGame]]] = defaultdict(dict)
    for event in events:
        for multiplayer in (False, True):
            if found := _games(event, tables.get(event.pk, ()), players, multiplayer=multiplayer):
                games[event.game.casefold(), multiplayer][event.pk] = found
    ladders = {(ladder.game, ladder.multiplayer): ladder for ladder in rated.ladders}
    for (game, multiplayer), by_event in games.items():
        before = ladders.get((game, multiplayer)) or RatedLadder(game, multiplayer)
        rate = skill if multiplayer else elo
        history = rate(list(by_event.values()), before=before.history, first=len(before.events))
        ladders[game, multiplayer] = RatedLadder(game, multiplayer, [*before.events, *by_event], history)
    return RatedEvents([*rated.events, *versions.items()], list(ladders.values()))


def _games(
    event: PublicEvent,
    tables: Sequence[PlayedTable],
    players: Mapping[tuple[int, int], int],
    *,
    multiplayer: bool,
) -> list[RatedGame]:
    return [
        RatedGame(tuple(_person(event, entry_no, players) for entry_no in table.seats), table.places)
        for table in tables
        if (len(table.seats) > 2) == multiplayer
    ]


def _person(event: PublicEvent, entry_no: int, players: Mapping[tuple[int, int], int]) -> str:
    player = players.get((event.pk, entry_no))
    return f"{event.pk}:{entry_no}" if player is None else str(player)
