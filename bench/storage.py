"""What an event of 40 players and 7 rounds takes in the database, and what it writes of WAL.

    python bench/storage.py

Ten Amalfi events are played one after the other by the pages' requests: numbers, rounds, 140 results each
with a request key, closing. An event before them is not counted. Nothing is vacuumed, unless PostgreSQL does
so by itself. It starts a PostgreSQL of its own, prints by how much each table and each index has grown, and
fails if an event takes more than its limit.
"""

import atexit
import os
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from clubtornei.launch.postgres import temporary_postgres

resources = ExitStack()
atexit.register(resources.close)
server = resources.enter_context(temporary_postgres())
folder = Path(resources.enter_context(tempfile.TemporaryDirectory()))
os.environ |= {"DATABASE_URL": server.url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
os.environ["REQUEST_LOG"] = str(folder / "requests.log")

import django
from django.conf import settings

settings.STATIC_ROOT = folder / "static"
for alias, of_this_run in settings.CACHES.items():
    of_this_run["LOCATION"] = folder / alias
django.setup()

from django.core.management import call_command
from django.db import connection

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round
from tests.factories import make_club, make_entered_event, signed_in
from tests.rounds.drafts.draft_steps import current_token

EVENTS, PLAYERS, ROUNDS = 10, 40, 7
MOST = 250_000
RESULTS = ("1-0", "1-0", "1-0", "0-1", "0-1", "=-=")


class Desk:
    """An arbiter's browser, and what he has written of WAL by kind of request."""

    def __init__(self, club: Club) -> None:
        self.client = signed_in(club, Role.OWNER)
        self.client.defaults["SERVER_NAME"] = "localhost"
        self.wal: dict[str, int] = {}

    def post(self, kind: str, event: Event, path: str, **fields: str) -> None:
        before = wal_position()
        key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
        answer = self.client.post(f"/e/{event.slug}/{path}", fields, **key)
        if answer.status_code not in (200, 302):
            sys.exit(f"{path}: {answer.status_code} {answer.content.decode()[:2000]}")
        self.wal[kind] = self.wal.get(kind, 0) + wal_position() - before


def wal_position() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'")
        return int(cursor.fetchone()[0])


def sizes() -> dict[str, int]:
    """Bytes of every table, with its TOAST table, and of every index."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT relname,
                pg_relation_size(oid) + coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)
            FROM pg_class
            WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
        """)
        return {name: int(size) for name, size in cursor.fetchall()}


def play(club: Club, desk: Desk) -> None:
    event = make_entered_event(
        PLAYERS, club, published=True, system="amalfi", options={"rounds": ROUNDS}, ranking=["points"]
    )
    desk.post("numbers", event, "draw/announce/")
    desk.post("numbers", event, "draw/numbers/")
    for number in range(1, ROUNDS + 1):
        desk.post("drafts", event, "rounds/next/", number=str(number))
        desk.post("publication", event, f"stages/1/rounds/{number}/publish/", expected=current_token(event))
        round_ = Round.objects.get(stage__event=event, number=number)
        for table in round_.tables.games():
            result = random.choice(RESULTS)
            desk.post("results", event, f"tables/{table.pk}/result/", result=result, expected="")
    desk.post("closing", event, "close/", level="1")


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    random.seed(1)
    club = make_club()
    play(club, Desk(club))
    before, desk = sizes(), Desk(club)
    started = wal_position()
    for _event in range(EVENTS):
        play(club, desk)
    written = wal_position() - started
    grown = {name: (size - before[name]) // EVENTS for name, size in sizes().items() if size > before[name]}
    for name, size in sorted(grown.items(), key=lambda one: -one[1]):
        print(f"{size:8,} {name}")
    an_event = sum(grown.values())
    print(f"an event: {an_event:,} bytes, and {written // EVENTS:,} of WAL:")
    print(", ".join(f"{kind} {size // EVENTS:,}" for kind, size in desk.wal.items()))
    sys.exit(an_event > MOST)


if __name__ == "__main__":
    main()
