"""Small makers of what tests need, without surprises: nothing is made that was not asked for."""

import io
from collections.abc import Iterable
from datetime import timedelta
from itertools import count, cycle, repeat
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.test import Client
from django.utils.crypto import get_random_string
from django.utils.timezone import localdate, now
from msgspec.structs import replace
from PIL import Image, ImageDraw

from clubtornei.accounts.models import Club, Membership, Role, Session
from clubtornei.accounts.sessions import SessionStore
from clubtornei.events.models import Entry, Event, NumberingMethod
from clubtornei.events.systems import games_in_match
from clubtornei.events.writing import writing
from clubtornei.players.models import Player
from clubtornei.rounds.drafts.round_actions import draw_round, make_public
from clubtornei.rounds.models import ResultEntry, Round, Seat, Table
from clubtornei.rounds.numbers.actions import announce_draw, draw_numbers
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.state.matches import with_outcome
from clubtornei.rounds.state.result_codes import RESULT_CODES
from clubtornei.rounds.state.table_state import set_state, state_of

_numbers = count(1)

# Players: clubs, people, rosters


def make_user(username: str = "", password: str | None = None, **fields: Any) -> User:
    """Without a password nobody can sign in as the user, except client.force_login."""
    return User.objects.create_user(username or f"user{next(_numbers)}", password=password, **fields)


def make_club(name: str = "", *, owner: User | None = None, demo: bool = False) -> Club:
    n = next(_numbers)
    club = Club.objects.create(name=name or f"Circolo {n}", slug=f"circolo-{n}", demo=demo)
    if owner:
        make_member(club, owner, Role.OWNER)
    return club


def logo_file(form: str = "PNG", size: tuple[int, int] = (200, 100), colour: str = "#8b1a2b") -> bytes:
    """A picture as a club uploads it: a disc on nothing."""
    picture = Image.new("RGB" if form == "JPEG" else "RGBA", size)
    ImageDraw.Draw(picture).ellipse((0, 0, size[0] - 1, size[1] - 1), colour)
    file = io.BytesIO()
    picture.save(file, form)
    return file.getvalue()


def photograph(size: tuple[int, int] = (1200, 900)) -> bytes:
    """A picture with light, edges and grain everywhere, as of a hall."""
    ground = Image.linear_gradient("L").resize(size).convert("RGB")
    draw, chance = ImageDraw.Draw(ground), Random(1)
    for _ in range(200):
        x, y, radius = chance.randrange(size[0]), chance.randrange(size[1]), chance.randrange(10, 150)
        colour = (chance.randrange(256), chance.randrange(256), chance.randrange(256))
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    grain = Image.effect_noise(size, 40).convert("RGB")
    file = io.BytesIO()
    Image.blend(ground, grain, 0.2).save(file, "JPEG", quality=90)
    return file.getvalue()


def make_member(club: Club, user: User | None = None, role: Role = Role.ARBITER) -> Membership:
    return Membership.objects.create(club=club, user=user or make_user(), role=role)


def signed_in(club: Club, role: Role) -> Client:
    """The browser of a new member with this role: with his session, for which `force_login` takes nine
    statements.
    """
    user, key, client = make_member(club, role=role).user, get_random_string(32), Client()
    held = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    Session.objects.create(
        session_key=key,
        session_data=SessionStore().encode(held),
        expire_date=now() + timedelta(days=1),
        user=user,
    )
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def another_browser(client: Client) -> Client:
    """With the session of that one, and none of its other cookies."""
    browser = Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return browser


def make_player(club: Club, name: str = "", **fields: Any) -> Player:
    return Player.objects.create(club=club, name=name or f"Giocatore {next(_numbers)}", **fields)


# Events: with one round robin, entries with entry numbers 1, 2, …


def make_event(club: Club | None = None, name: str = "Torneo", **fields: Any) -> Event:
    """An event of today with one stage; `options`, `ranking` and `system` go to the stage."""
    stage = {"system": "round-robin", "scoring": "game", "options": {}, "ranking": ["points"]}
    stage |= {key: fields.pop(key) for key in [*stage, "scoring_options"] if key in fields}
    fields = {"slug": f"torneo-{next(_numbers)}", "starts_on": localdate(), **fields}
    event = Event.objects.create(club=club or make_club(), name=name, **fields)
    event.stages.create(number=1, **stage)
    return event


def make_entries(event: Event, count: int, *, numbered: bool = False, **fields: Any) -> list[Entry]:
    """So many players of the event's club and their entries; `numbered`: in order, as after a draw."""
    first = event.entries.count() + 1
    players = Player.objects.bulk_create(
        Player(club=event.club, name=f"Giocatore {entry_no:03}") for entry_no in range(first, first + count)
    )
    return Entry.objects.bulk_create(
        Entry(
            event=event,
            player=player,
            entry_no=entry_no,
            number=entry_no if numbered else None,
            name=player.name,
            **fields,
        )
        for entry_no, player in enumerate(players, first)
    )


def make_entered_event(players: int, club: Club | None = None, name: str = "Torneo", **fields: Any) -> Event:
    """An event with so many entries, before the draw."""
    event = make_event(club, name, **fields)
    make_entries(event, players)
    return event


def draw_by_lot(event: Event) -> None:
    """Announce the draw of the numbers, and draw them by lot."""
    announce_draw(event)
    draw_numbers(event, NumberingMethod.RANDOM)


# Rounds: of an event whose numbers are drawn


def make_drawn_event(players: int, club: Club | None = None, **fields: Any) -> Event:
    """An event with so many entries, numbered in their order, as after a draw."""
    event = make_event(club, **{"seed": "seme", "draw_method": "lots", "drawn_at": now(), **fields})
    make_entries(event, players, numbered=True)
    return event


def make_round(event: Event, *, published: bool = True) -> Round:
    """The event's next round, drawn by the engine."""
    number = Round.objects.filter(stage__event=event).count() + 1
    round_ = draw_round(event, number)
    if published:
        with writing(event):
            make_public(round_)
    return round_


def make_result(event: Event, round_: Round, table: int, code: str, user: User | None = None) -> Table:
    """The outcome `code` at the table with that number; by nobody in particular, unless a user is named."""
    found = round_.tables.get(number=table)
    return record_result(event, user or make_user(), found.pk, code)


def make_all_results(event: Event, round_: Round, code: str = "=-=") -> None:
    """The same outcome at every table of the round."""
    make_results(event, round_, repeat(code), make_user())


def make_results(event: Event, round_: Round, codes: Iterable[str], user: User) -> None:
    """An outcome at each table of the round, as `record_result` enters them one by one."""
    with writing(event) as locked:
        size = games_in_match(round_.stage)
        tables = list(round_.tables.games().with_seats())
        entries = []
        for table, code in zip(tables, codes, strict=False):
            before = state_of(table)
            after = with_outcome(before, size, RESULT_CODES[code], None)
            set_state(table, after)
            for seat, score in zip(table.seated, after.scores, strict=True):
                seat.score = score
            entries.append(
                ResultEntry(table=table, user=user, before=before, after=after, version=locked.version + 1)
            )
        changed = [
            entry.table
            for entry in entries
            if entry.after != replace(entry.before, scores=entry.after.scores)
        ]
        Table.objects.bulk_update(changed, ["forfeit", "adjourned", "games"])
        Seat.objects.bulk_update([seat for table in tables for seat in table.seated], ["score"])
        ResultEntry.objects.bulk_create(entries)


# Reads: events to look at

GIVEN = ("1-0", "=-=", "0-1", "=-=", "1-0", "+--")


def make_played_event(players: int, rounds: int, club: Club | None = None, **fields: Any) -> Event:
    """A published event with so many rounds, all results in: 1-0, ½-½, 0-1, ½-½, 1-0, +-- in turn."""
    event = make_drawn_event(players, club, **{"published": True, **fields})
    user = make_user()
    given = cycle(GIVEN)
    for _number in range(rounds):
        make_results(event, make_round(event), given, user)
    return event


# Tables of three to six


def make_seated_event(players: int, club: Club | None = None, **fields: Any) -> Event:
    """An event at RisiKo! tables of four and five, with so many entries; a `scoring` as for any event."""
    stage = {"system": "seating", "scoring": "conversion-150", "options": {"rounds": 3}}
    return make_drawn_event(players, club, **{**stage, **fields})


def make_event_with_round(player: Player) -> Event:
    """An event of the player's club with a round in which he meets somebody."""
    event = make_event(player.club)
    round_ = Round.objects.create(stage=event.stages.get(), number=1)
    table = Table.objects.create(round=round_, number=1)
    for position in (1, 2):
        entry = Entry.objects.create(
            event=event, entry_no=position, name=player.name, player=player if position == 1 else None
        )
        Seat.objects.create(table=table, round=round_, entry=entry, position=position)
    return event
