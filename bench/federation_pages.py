"""The database of a federation, made of one club, and what pages cost in it: see federation.py."""

import os
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import NamedTuple

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, models
from django.db.models import F, Model
from django.db.models.functions import Cast
from django.test import Client

from clubtornei.accounts.models import Club, Membership, Role
from clubtornei.events.models import Preset
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.season.models import Circuit, ClubPages, EventRecord
from tests.caches import forget_everything
from tests.factories import make_club, make_member, make_played_event, make_player

ROOMS = ("accounts", "players", "events", "rounds", "season")
GAMES = ("Scacchi", "Dama")
PLAYERS, EVENTS, ROUNDS = 30, 10, 5
GROWTH = 10  # times as many clubs
LIMIT, FEW = 1.5, 200
"""A page may read so many times the blocks, and so many more: what the depth of indexes and planning add."""
TIMES = 5
TICK = 1000 / os.sysconf("SC_CLK_TCK")  # milliseconds
BLOCKS = "SELECT sum(coalesce(hits, 0) + coalesce(reads, 0)) FROM pg_stat_get_backend_io(pg_backend_pid())"
"""Of this connection alone (PostgreSQL 18): autovacuum works in the same database."""


class Cost(NamedTuple):
    """Of one request: blocks read by PostgreSQL, each of 8 KB; milliseconds of CPU of the site and of its
    database.
    """

    blocks: float
    site: float
    database: float


def make_year(players: int = PLAYERS, events: int = EVENTS, rounds: int = ROUNDS) -> str:
    """A club with its people, two public circuits and public events, all but the last closed. Its slug."""
    club = make_club()
    make_member(club, role=Role.OWNER)
    ClubPages.objects.create(club=club, people=True)
    people = [
        make_player(club, f"Persona {number:03}", member=True, public_page=True) for number in range(players)
    ]
    for number in range(events):
        event = make_played_event(
            players,
            rounds,
            club,
            name=f"Torneo {number}",
            game=GAMES[number % len(GAMES)],
            starts_on=date(2026, 1 + number, 10),
            system="amalfi",
            options={"rounds": rounds},
        )
        for entry, player in zip(event.entries.order_by("entry_no"), people, strict=True):
            entry.player, entry.name = player, player.name
            entry.save()
        if number < events - 1:
            close(event, level=True)
    club.players.exclude(pk__in=[player.pk for player in people]).delete()
    days = Cast(F("starts_on"), models.DateTimeField())
    club.events.filter(closed_at__isnull=False).update(closed_at=days + timedelta(days=1))
    of_year = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    for name, days in (("anno", of_year), ("sempre", {})):
        slug = f"{club.slug}-{name}"
        Circuit.objects.create(club=club, name=name, slug=slug, published=True, game=GAMES[0], **days)
    return club.slug


def copied_models() -> list[type[Model]]:
    """Clubs and what belongs to them, with its history, and their users, without what lets these in."""
    found = [model for room in ROOMS for model in apps.get_app_config(room).get_models()]
    return [User, *(model for model in found if model.__name__ not in ("PasswordLink", "Session"))]


def models_of_events() -> list[type[Model]]:
    """What belongs to events, with its history; not what belongs to their club."""
    found = [model for room in ("events", "rounds") for model in apps.get_app_config(room).get_models()]
    return [*(model for model in found if model is not Preset), EventRecord]


def add_years(years: int) -> None:
    """Let the club of the only year have had so many more before it, with as many events, all closed."""
    year = "copy * interval '1 year'"
    closed = f"coalesce(closed_at, starts_on + interval '1 day') - {year}"
    multiply(years + 1, models_of_events(), {"starts_on": f"starts_on - {year}", "closed_at": closed})


def multiply(
    times: int, tables: Sequence[type[Model]] = (), changed: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Copy these tables (all that clubs have) until there is so many times as much in them.

    The keys of a copy are those of the original plus a multiple of the table's highest. Links have new keys;
    addresses and names end with the key. History is copied like the rest: triggers are off. `changed`: what
    columns of that name have in a copy, in SQL.
    """
    tables = tables or copied_models()
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser')")
        triggers = "ALL" if cursor.fetchone() == ("on",) else "USER"
        steps: dict[type[Model], int] = {}
        for model in tables:
            key = model._meta.pk.column
            cursor.execute(f'SELECT coalesce(max("{key}"), 0) FROM "{model._meta.db_table}"')  # noqa: S608
            steps[model] = cursor.fetchone()[0]
        for model in tables:
            table = model._meta.db_table
            own = f'("{model._meta.pk.column}" + copy * {steps[model]})'
            values: dict[str, str] = {}
            for field in model._meta.local_concrete_fields:
                column = f'"{field.column}"'
                target = field.remote_field.model if field.remote_field else model
                if (field.remote_field or field.primary_key) and target in steps:
                    values[column] = f"{column} + copy * {steps[target]}"
                elif isinstance(field, models.UUIDField) and field.unique:
                    values[column] = "gen_random_uuid()"
                elif field.column in ("slug", "name", "sort_name", "username") and "player" not in table:
                    values[column] = f"{column} || '-' || {own}"
                else:
                    values[column] = changed.get(field.column, column)
            cursor.execute(f'ALTER TABLE "{table}" DISABLE TRIGGER {triggers}')
            cursor.execute(
                f'INSERT INTO "{table}" ({", ".join(values)}) SELECT {", ".join(values.values())} '  # noqa: S608
                f'FROM "{table}", generate_series(1, {times - 1}) copy'
            )
            cursor.execute(f'ALTER TABLE "{table}" ENABLE TRIGGER {triggers}')
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence(%s, %s), {steps[model] * times + 1})",
                [table, model._meta.pk.column],
            )
    connection.commit()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def pages_of(club: str) -> Mapping[str, str]:
    """Addresses by name: those of everybody, then those of the club's owner, which begin with "desk"."""
    found = Club.objects.get(slug=club)
    event = found.events.latest("pk")
    player = found.players.order_by("pk")[0].pk
    public, desk, ours = f"/t/{event.slug}/", f"/e/{event.slug}/", f"/c/{club}/"
    return {
        "front page": "/",
        "club": f"/t/clubs/{club}/",
        "club's people": f"/t/clubs/{club}/people/",
        "club's person": f"/t/clubs/{club}/people/{player}/",
        "club's ratings": f"/t/clubs/{club}/ratings/",
        "club's feed": f"/t/clubs/{club}/feed.atom",
        "club's calendar": f"/t/clubs/{club}/calendar.ics",
        "circuit": f"/t/circuits/{club}-anno/",
        "circuit again": f"/t/circuits/{club}-anno/",
        "circuit of all years": f"/t/circuits/{club}-sempre/",
        "API: club's events": f"/api/v1/clubs/{club}/events/",
        "event": public,
        "pairings": f"{public}rounds/1/",
        "standings": f"{public}standings/",
        "desk: clubs": "/clubs/",
        "desk: club": ours,
        "desk: roster": f"{ours}players/",
        "desk: person known": f"{ours}players/{player}/known/",
        "desk: own data": "/account/data/",
        "desk: audit": f"{ours}audit/",
        "desk: circuits": f"{ours}circuits/",
        "desk: circuit": f"{ours}circuits/of/{club}-anno/",
        "desk: circuit again": f"{ours}circuits/of/{club}-anno/",
        "desk: circuit, all": f"{ours}circuits/of/{club}-sempre/",
        "desk: round": f"{desk}rounds/1/",
        "desk: standings": f"{desk}standings/",
        "desk: history": f"{desk}history/",
        "desk: entries": f"{desk}entries/",
    }


def costs_of(club: str, times: int = TIMES) -> dict[str, Cost]:
    """Of each page, the median of so many requests, with nothing cached but where it is asked for again."""
    owner = Client()
    owner.force_login(Membership.objects.get(club__slug=club).user)
    costs = {}
    for name, address in pages_of(club).items():
        client = owner if name.startswith("desk") else Client()
        measured = [cost_of(client, address, kept="again" in name) for _ in range(times + 1)][1:]
        costs[name] = Cost(*(median(values) for values in zip(*measured, strict=True)))
    return costs


def cost_of(client: Client, address: str, *, kept: bool = False) -> Cost:
    if not kept:
        forget_everything()
    blocks, database, site = _blocks(), _cpu_of_database(), process_time()
    answer = client.get(address)
    b"".join(answer.streaming_content) if answer.streaming else answer.content
    spent = (process_time() - site) * 1000
    assert answer.status_code == 200, (address, answer.status_code)
    assert connection.connection
    return Cost(_blocks() - blocks, spent, _cpu_of_database() - database)


def _blocks() -> int:
    """What has been read for this process until now, this query's own few included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(BLOCKS)
        return int(cursor.fetchone()[0])


def _cpu_of_database() -> float:
    """Milliseconds of the backend that serves this process, where the system tells them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    if not process.exists():
        return 0
    words = process.read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) * TICK


def dearer(small: Mapping[str, Cost], large: Mapping[str, Cost]) -> dict[str, tuple[float, float]]:
    """The pages that read more blocks than they may in the large database, and how many in both."""
    return {
        name: (small[name].blocks, cost.blocks)
        for name, cost in large.items()
        if cost.blocks > LIMIT * small[name].blocks + FEW
    }
