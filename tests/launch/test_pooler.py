"""A whole event through PgBouncer in transaction mode: the site has no session of PostgreSQL to itself."""

import asyncio
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

from bench.browser import Browser
from bench.hall_people import ENTRY, Phone, shown_results
from bench.hall_site import environment_of, serving
from bench.valkey import free_port
from clubtornei.accounts.models import Role
from clubtornei.backups.archive import back_up
from clubtornei.events.models import Event
from clubtornei.launch import children
from clubtornei.launch.backup import database
from clubtornei.launch.environment import direct_url
from clubtornei.launch.supervisor import running, workers
from clubtornei.launch.system import find_program
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.state.round_check import Outcome, check_in
from tests.factories import make_club, make_event, signed_in
from tests.launch.databases import environment as environment_of_tests, url_of_tests
from tests.rounds.drafts.draft_steps import current_token, latest_round

PHONES, PLAYERS, ROUNDS = 40, 16, 2
SERVER_CONNECTIONS = 10
PATIENCE = 60.0  # seconds
PROGRAM = find_program("pgbouncer")
SETTINGS = """
[databases]
* = {server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 500
"""


class Addresses(NamedTuple):
    pooler: str
    direct: str


@contextmanager
def pooled(url: str) -> Iterator[Addresses]:
    """A PgBouncer before the database of that address. It does not run as root."""
    assert PROGRAM
    given = conninfo_to_dict(url)
    name, port = given.pop("dbname"), free_port()
    with tempfile.TemporaryDirectory(prefix="clubtornei-pooler-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "pgbouncer.ini"
        server = " ".join(f"{key}={value}" for key, value in given.items())
        file.write_text(SETTINGS.format(server=server, port=port, connections=SERVER_CONNECTIONS))
        account = ["-u", "nobody"] if os.geteuid() == 0 else []
        process = children.start([PROGRAM, "-q", *account, file], stop_signal=signal.SIGINT, cwd=Path(folder))
        try:
            wait_for(port)
            yield Addresses(f"postgres://{given['user']}@127.0.0.1:{port}/{quote(name)}", url)
        finally:
            children.stop(process, (signal.SIGTERM, 5.0))


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < deadline, "PgBouncer does not start"
            time.sleep(0.05)


@pytest.fixture
def environment(transactional_db: None, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Of a site that reaches its database by the pooler, and by the server alone what cannot do without."""
    with pooled(url_of_tests()) as addresses:
        yield environment_of(
            tmp_path,
            environment_of_tests(
                DATABASE_URL=addresses.pooler,
                DIRECT_DATABASE_URL=addresses.direct,
                FILES_FOLDER=str(tmp_path),
                WORKERS="1",
            ),
        )


class Desk:
    """An arbiter's browser, at an event."""

    def __init__(self, port: int, event: Event) -> None:
        self.event, self.browser = event, Browser(port)
        session = signed_in(event.club, Role.OWNER).cookies["sessionid"].value
        self.browser.cookies |= {"sessionid": session, "csrftoken": "a" * 32}

    async def post(self, path: str, **fields: str) -> None:
        answer = await self.browser.post(f"/e/{self.event.slug}/{path}", fields)
        assert answer.status == 302, (path, answer.status, answer.text)

    async def enter_players(self, names: str) -> None:
        """First it is shown who is new, with what the page sends back."""
        path = f"/e/{self.event.slug}/entries/names/"
        looked = await self.browser.post(path, {"text": names, "look": "1"})
        expected = looked.text.partition('name="expected" value="')[2].partition('"')[0]
        await self.post("entries/names/", text=names, expected=expected)

    async def enter(self, tables: list[Table], code: str) -> None:
        """That result at one table after the other."""
        page = await self.browser.get(f"/e/{self.event.slug}/rounds/{tables[0].round.number}/")
        expected = {int(pk): state for pk, state, _number in ENTRY.findall(page.text)}
        for table in tables:
            path = f"/e/{self.event.slug}/tables/{table.pk}/result/"
            fields = {"result": code, "expected": expected[table.pk]}
            answer = await self.browser.post(path, fields, htmx=True)
            assert answer.status == 200, answer.text


def test_what_needs_a_session_takes_the_direct_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://site@pooler/clubtornei")
    monkeypatch.delenv("DIRECT_DATABASE_URL", raising=False)
    with database() as url:
        assert url == "postgres://site@pooler/clubtornei"
    monkeypatch.setenv("DIRECT_DATABASE_URL", "postgres://site@server/clubtornei")
    with database() as url:
        assert url == "postgres://site@server/clubtornei"


def test_a_server_migrates_at_the_direct_address(db: None, tmp_path: Path) -> None:
    nowhere = f"postgres://site@127.0.0.1:{free_port()}/clubtornei"
    environment = environment_of(
        tmp_path, os.environ | {"DIRECT_DATABASE_URL": nowhere, "SECRET_KEY": settings.SECRET_KEY}
    )
    ended = subprocess.run(
        [sys.executable, "-m", "clubtornei.launch.serve"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 1
    assert 'connection to server at "127.0.0.1"' in ended.stderr


def test_the_site_prepares_no_statements_and_opens_no_cursor_that_needs_a_session(db: None) -> None:
    connection.ensure_connection()
    assert connection.connection.prepare_threshold is None
    file = Path(settings.BASE_DIR) / "clubtornei" / "settings.py"
    assert runpy.run_path(str(file))["DATABASES"]["default"]["DISABLE_SERVER_SIDE_CURSORS"]


@pytest.mark.skipif(
    PROGRAM is None, reason="no PgBouncer here: `apt-get install pgbouncer`, and this is tested too"
)
def test_an_event_is_played_with_ten_connections_to_the_server(environment: dict[str, str]) -> None:
    event = make_event(make_club(), published=True, system="amalfi", options={"rounds": 5})
    with ExitStack() as until_the_end:
        _served, port = until_the_end.enter_context(serving(environment))
        until_the_end.enter_context(running(workers(environment), environment))
        run = until_the_end.enter_context(loop_of_its_own())
        first, second = Desk(port, event), Desk(port, event)

        run(first.enter_players("\n".join(f"Rossi {letter}aldo" for letter in ascii_uppercase[:PLAYERS])))
        run(first.post("draw/numbers/", at_once="1"))
        for number in range(1, ROUNDS + 1):
            run(first.post("rounds/next/", number=str(number)))
            run(first.post(f"rounds/{number}/publish/", expected=current_token(event)))
            # What a dump sets for its session must not stay behind in one that the site is lent.
            folder = Path(environment["FILES_FOLDER"]) / "backups"
            assert back_up(direct_url(environment), FileSystemStorage(folder), "command")
            tables = list(latest_round(event).tables.games().select_related("round"))
            phones = [Phone(port, f"/t/{event.slug}/rounds/{number}/") for _ in range(PHONES)]
            run(play(first.enter(tables[::2], "1-0"), second.enter(tables[1::2], "0-1"), *map(look, phones)))
            shown = shown_results(run(phones[0].load()).text)
            assert len(shown) == PLAYERS // 2
            assert all(shown.values())
        printed = run(second.browser.get(f"/e/{event.slug}/prints/round.pdf?round=1"))
        assert printed.status == 200
        run(first.post("copy/", name="Copia", starts_on="2026-12-01"))
        wait_for_worker(event)

    checks = [check_in(round_.last_check) for round_ in Round.objects.of(event)]
    assert [check and check.outcome for check in checks] == [Outcome.EQUAL] * ROUNDS


@contextmanager
def loop_of_its_own() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Runs coroutines in a thread: in this one a browser's loop may be running."""
    runner = asyncio.Runner()
    with ThreadPoolExecutor(1) as thread:
        try:
            yield lambda coroutine: thread.submit(runner.run, coroutine).result()
        finally:
            thread.submit(runner.close).result()


async def play(*people: Awaitable[None]) -> None:
    await asyncio.gather(*people)


async def look(phone: Phone) -> None:
    for _ in range(3):
        answer = await phone.poll()
        assert answer.status in (200, 304)


def wait_for_worker(event: Event) -> None:
    deadline = time.monotonic() + PATIENCE
    while Round.objects.of(event).filter(last_check=None).exists():
        assert time.monotonic() < deadline, "the worker has not come to it"
        time.sleep(0.2)
