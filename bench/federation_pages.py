"""The database of a federation, made of one club, and what pages cost in it: see federation.py."""

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from cProfile import Profile
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import NamedTuple
from unittest.mock import patch

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, models
from django.db.models import F, Model
from django.db.models.functions import Cast
from django.test import Client

from clubtornei.accounts.models import Club, Membership, Role
from clubtornei.events.models import Event, Preset, SignUpSettings
from clubtornei.rounds.drafts.draft_rows import StoredDraft
from clubtornei.rounds.drafts.round_actions import take_back
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.signups import forms as sign_up_forms
from clubtornei.rounds.participation.signups.forms import new_ticket
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.season.models import Circuit, ClubPages, EventRecord
from tests.caches import forget_everything
from tests.factories import make_club, make_event, make_member, make_played_event, make_player, make_round

ROOMS = ("accounts", "players", "events", "rounds", "season")
GAMES = ("Scacchi", "Dama")
PLAYERS, EVENTS, ROUNDS = 30, 10, 5
GROWTH = 10  # times as many clubs
LIMIT, FEW = 1.5, 200
"""A page may read so many times the blocks, and so many more: what the depth of indexes and planning add."""
TIMES = 5
TICK = 1000 / os.sysconf("SC_CLK_TCK")  # milliseconds
BLOCKS = "SELECT sum(coalesce(hits, 0) + coalesce(reads, 0)) FROM pg_stat_get_backend_io(pg_backend_pid())"
"""Of this connection alone: autovacuum works in the same database."""
SERIES = 18
TOO_OLD = (
    f"What one connection reads is counted by PostgreSQL {SERIES} and later, such as that of the packages."
)


class Cost(NamedTuple):
    """Of one request: blocks read by PostgreSQL, each of 8 KB; calls of functions in Python (0: not counted);
    milliseconds of CPU of site and database. The first two are the same however busy the machine is.
    """

    blocks: float
    calls: float
    cpu: float


def counts_blocks() -> bool:
    """Whether the server is new enough."""
    connection.ensure_connection()
    return bool(connection.pg_version >= SERIES * 10_000)  # type: ignore[attr-defined]


def make_year(players: int = PLAYERS, events: int = EVENTS, rounds: int = ROUNDS) -> str:
    """A club with its people, two public circuits and public events, all but the last closed. The last one
    has a draft of another round; one may sign up to one more. Its slug.
    """
    club = make_club()
    make_member(club, role=Role.OWNER)
    ClubPages.objects.create(club=club, people=True)
    people = [
        make_player(club, f"Persona {number:03}", member=True, public_page=True) for number in range(players)
    ]
    to_come = make_event(club, "Iscrizioni", published=True, starts_on=date(2027, 1, 10))
    SignUpSettings.objects.create(event=to_come, enabled=True)
    for number in range(events):
        event = make_played_event(
            players,
            rounds,
            club,
            name=f"Torneo {number}",
            game=GAMES[number % len(GAMES)],
            starts_on=date(2026, 1 + number, 10),
            system="amalfi",
            options={"rounds": rounds + (number == events - 1)},
        )
        for entry, player in zip(event.entries.order_by("entry_no"), people, strict=True):
            entry.player, entry.name = player, player.name
            entry.save()
        if number < events - 1:
            close(event, level=True)
        else:
            make_round(event, published=False)
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


def events_shown(club: str) -> tuple[Event, Event]:
    """The event being played, and the one to which one may sign up."""
    events = Event.objects.filter(club__slug=club, closed_at=None)
    return events.get(sign_up_settings=None), events.get(sign_up_settings__enabled=True)


def pages_of(club: str) -> Mapping[str, str]:
    """Addresses by name: those of everybody, then those of the club's owner, which begin with "desk"."""
    found = Club.objects.get(slug=club)
    event, _open_event = events_shown(club)
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
        "desk: person": f"{ours}players/{player}/",
        "desk: people": f"{ours}circuits/people/",
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
        "desk: prints": f"{desk}prints/",
        "desk: new event": f"{ours}events/new/",
        "desk: tags": f"{ours}circuits/tags/",
        "desk: retention": f"{ours}privacy/",
        "desk: copies": f"{ours}copies/",
        "desk: club's own": f"{ours}club/",
        "desk: publishing": f"{ours}publishing/",
    }


def costs_of(club: str, times: int = TIMES) -> dict[str, Cost]:
    """Of each page and each act."""
    return costs_of_pages(club, pages_of(club), times) | costs_of_acts(club, times)


def costs_of_pages(club: str, pages: Mapping[str, str], times: int = TIMES) -> dict[str, Cost]:
    """Of each page, the median of so many requests, with nothing cached but where it is asked for again."""
    owner = Client()
    owner.force_login(Membership.objects.get(club__slug=club).user)
    costs = {}
    for name, address in pages.items():
        client = owner if name.startswith("desk") else Client()
        costs[name] = _median(
            [
                cost_of(client, address, kept="again" in name, counted=number == times)
                for number in range(times + 1)
            ]
        )
    return costs


def costs_of_acts(club: str, times: int = TIMES) -> dict[str, Cost]:
    """Of each act, the median of so many times. The round is a draft again afterwards."""
    user = Membership.objects.get(club__slug=club).user
    owner = Client()
    owner.force_login(user)
    event, open_event = events_shown(club)
    found: dict[str, list[Cost]] = defaultdict(list)
    for number in range(times + 1):
        draft = Round.objects.of(event).select_related("stage").latest("number")
        table = draft.tables.get(number=1)
        token = StoredDraft(event, draft).token
        person = {"name": f"Persona {chr(65 + number)}", "contact": "333 1", "accepted_rules": "on"}
        acts = {
            "publish a round": (
                owner,
                f"/e/{event.slug}/rounds/{draft.number}/publish/",
                {"expected": token},
            ),
            "enter a result": (owner, f"/e/{event.slug}/tables/{table.pk}/result/", {"result": "1-0"}),
            "sign up": (
                Client(),
                f"/t/{open_event.slug}/sign-up/",
                person | {"ticket": new_ticket(open_event)},
            ),
        }
        with patch.object(sign_up_forms, "QUICKEST", -1):  # as if he had taken his time
            for name, (client, address, sent) in acts.items():
                found[name].append(cost_of(client, address, sent, counted=number == times))
        open_event.sign_ups.all().delete()
        record_result(event, user, table.pk, "")
        take_back(event, draft.number)
    return {name: _median(measured) for name, measured in found.items()}


def _median(measured: Sequence[Cost]) -> Cost:
    """Without the first, for which plans and templates are made. Calls are counted in the last, which takes
    longer for it.
    """
    blocks, calls, cpu = zip(*measured[1:], strict=True)
    return Cost(median(blocks), max(calls), median(cpu))


def cost_of(
    client: Client,
    address: str,
    sent: Mapping[str, str] | None = None,
    *,
    kept: bool = False,
    counted: bool = False,
) -> Cost:
    """Of a page; of an act, if something is sent."""
    if not kept:
        forget_everything()
    blocks, database, site = _blocks(), _cpu_of_database(), process_time()
    with Profile() if counted else nullcontext() as profile:
        answer = client.get(address) if sent is None else client.post(address, sent)
        b"".join(answer.streaming_content) if answer.streaming else answer.content
    spent = (process_time() - site) * 1000
    calls = sum(function.callcount for function in profile.getstats()) if profile else 0
    assert answer.status_code == (200 if sent is None else 302), (address, answer.status_code)
    assert connection.connection
    return Cost(_blocks() - blocks, calls, spent + _cpu_of_database() - database)


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
