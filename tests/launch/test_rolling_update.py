"""Two machines of a server are updated in turn, and nobody who plays notices."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from threading import Event as Flag, Thread
from urllib.parse import quote, urlencode, urlsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from bench.valkey import free_port
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.launch import children
from clubtornei.launch.environment import ROOT
from clubtornei.launch.system import find_program
from clubtornei.rounds.models import ResultEntry, Table
from tests.factories import make_club, make_drawn_event, make_round, signed_in
from tests.launch.checkout import copied_checkout, environment_of_make

pytestmark = pytest.mark.integration

NGINX = find_program("nginx")
PATIENCE = 180.0  # seconds
HELD = 3.0  # seconds for which somebody keeps the table that is to be altered
LONGEST = HELD  # seconds that a request may take on a machine that is busy with other tests
LONGEST_WAIT = 1.0  # seconds that one may wait for the database, however busy the machine is
PLAYERS = 80
COLUMN = """
from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [("rounds", "{last}")]
    operations = [migrations.AddField("table", "more", models.IntegerField(db_default=0))]
"""
INDEX = """
from django.db import migrations, models
from clubtornei.migration_operations import BuildIndex
class Migration(migrations.Migration):
    atomic = False
    dependencies = [("rounds", "9998_more")]
    operations = [BuildIndex("table", models.Index(fields=["more"], name="more_index"))]
"""
LEFT_BEHIND = "CREATE UNIQUE INDEX CONCURRENTLY more_index ON rounds_table ((1))"
"""Fails where there are two tables, and leaves an invalid index."""
TAKEN_BACK = """
    ALTER TABLE rounds_table DROP COLUMN IF EXISTS more CASCADE;
    DROP INDEX IF EXISTS more_index;
    DELETE FROM django_migrations WHERE app = 'rounds' AND name LIKE '999%';
"""
WAITED = """
    SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float FROM pg_locks
    WHERE NOT granted AND mode IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')
"""
"""For how many seconds somebody who reads or writes, and migrates nothing, has been waiting for a table."""
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE%'"


class Machine:
    """A checkout whose site is served, as systemd does it."""

    def __init__(self, checkout: Path, environment: dict[str, str]) -> None:
        self.checkout, self.port = checkout, free_port()
        self.environment = environment | {"PORT": str(self.port)}
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        serve = [sys.executable, "-m", "clubtornei.launch.serve"]
        return subprocess.Popen(serve, cwd=self.checkout, env=self.environment)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)

    def wait_until_ready(self) -> None:
        wait_for(lambda: self.process.poll() is None and ask([self.port], "GET", "/health/") == 200)

    def release(self) -> None:
        """The program is now the next one."""
        folder = self.checkout / "clubtornei" / "rounds" / "migrations"
        last = max(path.stem for path in folder.glob("0*.py"))
        (folder / "9998_more.py").write_text(COLUMN.format(last=last))
        (folder / "9999_more_index.py").write_text(INDEX)


def wait_for(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def ask(ports: list[int], method: str, path: str, **form: str) -> int:
    """The status, as a proxy would get it: who refuses the connection is left out. 0: all do."""
    session, token = form.pop("session", ""), "a" * 32
    headers = {"Host": "localhost", "Cookie": f"sessionid={session}; csrftoken={token}", "X-CSRFToken": token}
    headers |= {"Content-Type": "application/x-www-form-urlencoded"}
    for port in ports:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            client.request(method, path, urlencode(form), headers)
        except ConnectionRefusedError:
            continue
        answer = client.getresponse()
        answer.read()
        client.close()
        return answer.status
    return 0


class Play:
    """People at an event: one enters results, the others look. What they got is gathered."""

    def __init__(self, event: Event, ports: list[int]) -> None:
        self.event, self.ports, self.ended = event, ports, Flag()
        self.asked: list[tuple[float, int, str]] = []
        self.session = signed_in(event.club, Role.ARBITER).cookies["sessionid"].value
        self.tables = list(Table.objects.order_by("number").values_list("pk", flat=True))
        self.threads = [Thread(target=self.enter), *(Thread(target=self.look) for _ in range(2))]

    def time(self, method: str, path: str, turn: int, **form: str) -> None:
        ports = self.ports if turn % 2 else self.ports[::-1]
        begun = time.perf_counter()
        try:
            status = ask(ports, method, path, **form)
        except OSError as error:
            self.asked.append((0, 0, f"{method} {path}: {error!r}"))
        else:
            self.asked.append((time.perf_counter() - begun, status, f"{method} {path} {ports[0]}"))

    def enter(self) -> None:
        for turn, table in enumerate(self.tables):
            path = f"/e/{self.event.slug}/tables/{table}/result/"
            self.time("POST", path, turn, session=self.session, result="1-0")
            if self.ended.wait(0.5):
                return

    def look(self) -> None:
        for turn in count():
            self.time("GET", f"/t/{self.event.slug}/rounds/1/", turn)
            if self.ended.wait(0.3):
                return

    def __enter__(self) -> "Play":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.ended.set()
        for thread in self.threads:
            thread.join()


@pytest.fixture
def url(transactional_db: None) -> Iterator[str]:
    """Of the database of the tests, which has its own tables again afterwards."""
    name = quote(connection.settings_dict["NAME"])
    yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    with connection.cursor() as cursor:
        cursor.execute(TAKEN_BACK)


@pytest.fixture
def machines(url: str) -> Iterator[list[Machine]]:
    shared = {"DATABASE_URL": url, "SECRET_KEY": settings.SECRET_KEY, "ALLOWED_HOSTS": "localhost"}
    shared |= {"WEB_CONCURRENCY": "1", "WORKERS": "1", "WITHOUT_BACKUP": "1"}
    with ExitStack() as until_the_end:
        checkouts = [until_the_end.enter_context(copied_checkout(name)) for name in ("one", "other")]
        started = [Machine(checkout, environment_of_make() | shared) for checkout in checkouts]
        for machine in started:
            until_the_end.callback(machine.stop)
        for machine in started:
            machine.wait_until_ready()
        yield started


@contextmanager
def proxied(ports: list[int], folder: Path) -> Iterator[list[int]]:
    """The port of nginx in front, set up as docs/en/deploy.md says; without nginx, the ports themselves."""
    if NGINX is None:
        yield ports
        return
    said = (ROOT / "docs" / "en" / "deploy.md").read_text().partition("```\nupstream")[2].partition("```")[0]
    for number, port in enumerate(ports, 1):
        said = said.replace(f"192.0.2.{number}:8000", f"127.0.0.1:{port}")
    own = free_port()
    said = said.replace("server {", f"server {{ listen 127.0.0.1:{own};", 1)
    said = said.replace("location / {", "location / { proxy_set_header Host $host;", 1)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"upstream{said} }}"
    )
    process = children.start([NGINX, "-c", file], stop_signal=signal.SIGTERM, cwd=folder)
    try:
        wait_for(lambda: process.poll() is None and ask([own], "GET", "/health/") == 200)
        yield [own]
    finally:
        children.stop(process, (signal.SIGTERM, 5.0))


@contextmanager
def table_held(url: str) -> Iterator[Callable[[], None]]:
    """Somebody reads the table in a long transaction until the migration has waited for it."""
    with psycopg.connect(url) as reader, psycopg.connect(url, autocommit=True) as watcher:
        reader.execute("SELECT count(*) FROM rounds_table")

        def let_go() -> None:
            wait_for(lambda: watcher.execute(WAITING).fetchone() != (0,))
            time.sleep(HELD)
            reader.rollback()

        yield let_go


@contextmanager
def waits_watched(url: str) -> Iterator[list[float]]:
    """How long the site waits for tables while the block runs, looked at again and again."""
    ended, waits = Flag(), [0.0]

    def watch() -> None:
        with psycopg.connect(url, autocommit=True) as watcher:
            while not ended.wait(0.02):
                waits.extend(seconds for (seconds,) in watcher.execute(WAITED))

    thread = Thread(target=watch)
    thread.start()
    try:
        yield waits
    finally:
        ended.set()
        thread.join()


def test_two_machines_are_updated_in_turn_and_nobody_waits(
    machines: list[Machine], url: str, tmp_path: Path
) -> None:
    event = make_drawn_event(PLAYERS, make_club(), published=True)
    make_round(event)
    with psycopg.connect(url, autocommit=True) as somebody, pytest.raises(psycopg.errors.UniqueViolation):
        somebody.execute(LEFT_BEHIND)
    first, second = machines
    with (
        proxied([machine.port for machine in machines], tmp_path) as ports,
        waits_watched(url) as waits,
        Play(event, ports) as play,
    ):
        first.stop()
        first.release()
        with table_held(url) as let_go:
            first.process = first.start()
            let_go()
        first.wait_until_ready()
        assert ask([second.port], "GET", "/health/") == 200, "the old program is ready on the new tables"
        second.stop()
        second.release()
        second.process = second.start()
        second.wait_until_ready()
    assert [found for found in play.asked if found[1] not in (200, 302)] == []
    assert max(waits) < LONGEST_WAIT
    assert max(play.asked)[0] < LONGEST, sorted(play.asked, reverse=True)[:12]
    entered = sum(what.startswith("POST") for _seconds, _status, what in play.asked)
    assert ResultEntry.objects.values("table").distinct().count() == entered > 5
    with psycopg.connect(url) as somebody:
        valid = "SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 'more_index'::regclass"
        assert somebody.execute(valid).fetchone() == (True, False)
