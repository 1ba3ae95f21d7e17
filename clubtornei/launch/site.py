"""Run the site: PostgreSQL, gunicorn, and messages at the terminal. `__main__` execs this module.

What dies is started again; while a backup is restored the site rests.
"""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO, NamedTuple, NoReturn

from clubtornei import interruptions
from clubtornei.launch import children
from clubtornei.launch.backup import restoring
from clubtornei.launch.environment import ROOT, VAR
from clubtornei.launch.postgres import PostgresUnavailable, Server, private_postgres, try_lock
from clubtornei.launch.sentences import sentence
from clubtornei.own_addresses import own_addresses
from clubtornei.secret_key import load_or_create_secret_key

Process = subprocess.Popen[bytes]

PORT, PORTS_TRIED = 8000, 100
BACKLOG = 512  # connections that may wait to be accepted
WORKERS, THREADS = 2, 8
# A phone asks again every 15 s, and need not connect anew.
GUNICORN_OPTIONS = [
    *("--worker-class", "gthread", "--threads", str(THREADS), "--preload"),
    *("--keep-alive", "20", "--worker-connections", "4000"),
    *("--graceful-timeout", "5", "--log-level", "warning", "--no-control-socket"),
    *("--config", "python:clubtornei.launch.worker_deaths"),
]
GUNICORN_STOP = (signal.SIGTERM, 8.0)  # seconds; gunicorn gives running requests 5 s
MOST_DEATHS, DEATHS_WITHIN = 5, 60.0  # seconds: more of them, and starting at once is no help
REST = 10.0  # seconds; a disk may be full for long, and nobody may be there to start the site again

DAY = 24 * 60 * 60.0  # seconds
CLOCK_MOVED = 60.0  # seconds; less is the clock being put right

HOME = VAR / "postgres"
DATABASE_URL = VAR / "database-url"  # for manage.py, while the site runs
SERVING = VAR / "serving"  # is there until the site is stopped; after a power cut it still is
PORT_LOCK = VAR / "port.lock"  # held by who listens
DEMO_USER, DEMO_PASSWORD = "demo", VAR / "demo-password"


class StopRequested(BaseException):
    """Ctrl-C, SIGTERM, or the terminal was closed."""


class SiteFailed(Exception):
    """The site cannot run; the message is for the person at the terminal."""


class NeverAnswered(SiteFailed):
    """gunicorn has ended before it answered."""


def main() -> int:
    """Run the site until it is stopped or a part of it fails; returns the exit status."""
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, stop_once)
    try:
        load_or_create_secret_key(VAR / "secret-key")
        with database() as (url, postgres):
            run_site(url, postgres)
    except StopRequested:
        say("stopped", place=HOME.resolve() if HOME.exists() else "PostgreSQL")
        return 0
    except PermissionError as error:
        message = sentence("not_ours", path=error.filename)
    except PostgresUnavailable as error:
        message = sentence("postgres_unavailable", reason=error)
    except SiteFailed as error:
        message = str(error)
    print(message, file=sys.stderr, flush=True)
    return 1


def stop_once(_signum: int, _frame: FrameType | None) -> NoReturn:
    """Signal handler: begin to stop, ignoring further signals, so that all processes are stopped in order."""
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, signal.SIG_IGN)
    say("stopping")
    raise StopRequested


def say(name: str, **facts: object) -> None:
    """Print a sentence. Errors are ignored: a closed terminal must not keep the site from stopping."""
    with suppress(OSError):
        print(sentence(name, **facts), flush=True)


@contextmanager
def database() -> Iterator[tuple[str, Server | None]]:
    """Yields the URL of the database and, if it is the private one, its server."""
    if url := os.environ.get("DATABASE_URL"):
        yield url, None
        return
    say("starting_postgres")
    with private_postgres(HOME) as server:
        DATABASE_URL.write_text(server.url)
        try:
            yield server.url, server
        finally:
            DATABASE_URL.unlink(missing_ok=True)


def run_site(database_url: str, postgres: Server | None) -> NoReturn:
    """Prepare the database, start gunicorn, print the site's addresses, and keep both at work."""
    environment = os.environ | {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
    environment.setdefault("REQUEST_LOG", str(VAR / "requests.log"))
    demo_is_new = not DEMO_PASSWORD.exists()
    code = prepare(environment)
    with listening() as listener, marked_as_serving():
        watch = Watch(postgres, Daily(environment))
        with serving(listener.socket, environment, listener.lock) as gunicorn:
            (VAR / "run.lock").write_text(f"http://localhost:{listener.port}/")
            announce(listener.port, code, demo_is_new=demo_is_new)
            watch.until_due(gunicorn)
        while True:
            wait_for_restore()
            try:
                with serving(listener.socket, environment, listener.lock) as gunicorn:
                    say("resumed")
                    watch.until_due(gunicorn)
            except NeverAnswered:
                watch.deaths.count("gunicorn")


@contextmanager
def marked_as_serving() -> Iterator[None]:
    """Tell who starts the site after the block was cut short (a power cut, kill -9), and the organisers."""
    if not SERVING.exists():
        interruptions.make_room(VAR)
        SERVING.touch()
    else:
        say("cut_short")
        interruptions.record(VAR, "site")
    try:
        yield
    finally:
        SERVING.unlink(missing_ok=True)


def prepare(environment: dict[str, str]) -> str:
    """Run clubtornei.launch.prepare in a separate process. Returns the code of the first owner, empty where
    there is a club already. Raises SiteFailed.
    """
    say("preparing")
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "clubtornei.launch.prepare", "--demo", f"--code-to={writing}"]
    with open(reading) as told:
        try:
            process = children.start(
                command, stop_signal=signal.SIGTERM, cwd=ROOT, env=environment, pass_fds=(writing,)
            )
        finally:
            os.close(writing)
        try:
            code = told.read().strip()
            if process.wait():
                raise SiteFailed(sentence("prepare_failed"))
            return code
        finally:
            children.stop(process, (signal.SIGTERM, 5.0))


class Listener(NamedTuple):
    """What gunicorn inherits: the socket, and the lock of who has its port."""

    socket: socket.socket
    lock: int

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])


@contextmanager
def listening() -> Iterator[Listener]:
    """Listen on the port PORT, or on the next free one, while the block runs. Raises SiteFailed.

    gunicorn inherits the socket, so that no other process can take the port in between, not even while
    gunicorn is started again: who asks then waits. A gunicorn whose launcher was killed still has it, and the
    phones in the hall know that port: it is waited for.
    """
    with open(PORT_LOCK, "ab") as lock:
        wait_for_orphan(lock)
        with listening_socket() as listener:
            yield Listener(listener, lock.fileno())


def wait_for_orphan(lock: IO[bytes]) -> None:
    """Take the lock as soon as no gunicorn has it: one without a launcher has been told to end."""
    deadline = time.monotonic() + GUNICORN_STOP[1]
    while not try_lock(lock) and time.monotonic() < deadline:
        time.sleep(0.05)


def listening_socket() -> socket.socket:
    """A socket that listens on the first free port. Raises SiteFailed."""
    port_text = os.environ.get("PORT") or str(PORT)
    if not port_text.isdecimal() or not 0 < int(port_text) < 65536:
        raise SiteFailed(sentence("bad_port", value=port_text))
    first, last = int(port_text), min(int(port_text) + PORTS_TRIED, 65536) - 1
    for port in range(first, last + 1):
        with suppress(OSError):
            listener = socket.create_server(("", port), backlog=BACKLOG)
            if port != first:
                say("port_taken", wanted=first, port=port)
            return listener
    raise SiteFailed(sentence("no_port", first=first, last=last))


@contextmanager
def serving(listener: socket.socket, environment: dict[str, str], *inherited: int) -> Iterator[Process]:
    """Run gunicorn on `listener`, which stays open for the one after it, while the block runs.

    Raises NeverAnswered.
    """
    gunicorn = start_gunicorn(listener, environment, *inherited)
    try:
        wait_for_first_page(gunicorn, listener.getsockname()[1])
        yield gunicorn
    finally:
        children.stop(gunicorn, GUNICORN_STOP)


def start_gunicorn(listener: socket.socket, environment: dict[str, str], *inherited: int) -> Process:
    """Start gunicorn on `listener`; it keeps the file descriptors in `inherited` open, too.

    It loads the application once, before it forks the workers.
    """
    options = ["--bind", f"fd://{listener.fileno()}", "--workers", str(WORKERS), *GUNICORN_OPTIONS]
    return children.start(
        [sys.executable, "-m", "gunicorn", *options, "clubtornei.wsgi"],
        stop_signal=signal.SIGTERM,
        cwd=ROOT,
        env=environment,
        pass_fds=[listener.fileno(), *inherited],
    )


def wait_for_first_page(gunicorn: Process, port: int) -> None:
    """Return when the site answers, with any status. Raises NeverAnswered if gunicorn exits first."""
    while gunicorn.poll() is None:
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/")
            connection.getresponse().read()
            connection.close()
            return
        time.sleep(0.05)
    raise NeverAnswered(sentence("server_failed"))


def announce(port: int, code: str, *, demo_is_new: bool) -> None:
    """Print the site's addresses, for this machine and for phones, the link with the first owner's code, if
    there is one, and the new demo user's password.
    """
    say("ready", address=f"http://localhost:{port}/")
    if code:
        say("make_club", address=f"http://localhost:{port}/start/?code={code}", code=code)
    if addresses := own_addresses():
        say("on_phones", addresses="\n".join(f"    http://{address}:{port}/" for address in addresses))
    else:
        say("no_network")
    if demo_is_new and DEMO_PASSWORD.exists():
        password = DEMO_PASSWORD.read_text().strip()
        say("demo", user=DEMO_USER, password=password, path=DEMO_PASSWORD.relative_to(ROOT))
    say("how_to_stop")


class Deaths:
    """When processes have ended by themselves."""

    def __init__(self, rest: float = REST) -> None:
        self.rest = rest
        self.times: list[float] = []

    def count(self, what: str) -> None:
        """Say that it has ended; if that happens often, wait until it may be started again."""
        now = time.monotonic()
        self.times = [*(at for at in self.times if now - at < DEATHS_WITHIN), now]
        if len(self.times) > MOST_DEATHS:
            say("dies_again", what=what, seconds=self.rest)
            time.sleep(self.rest)
        else:
            say("died", what=what)


class Daily:
    """Deletes once a day what is kept no longer; the first time it was done when the site was prepared."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment, self.due = environment, time.monotonic() + DAY
        self.process: Process | None = None

    def run_if_due(self) -> None:
        """Begin it; what it says goes to the terminal, where a failure is seen. Nobody waits for it: who
        watches over PostgreSQL does not look away meanwhile.
        """
        if time.monotonic() >= self.due and (self.process is None or self.process.poll() is not None):
            self.due = time.monotonic() + DAY
            command = [sys.executable, "manage.py", "tidy"]
            self.process = children.start(command, stop_signal=signal.SIGTERM, cwd=ROOT, env=self.environment)


class Clock:
    """The machine's clock beside the one that nobody can move."""

    def __init__(self) -> None:
        self.ahead = time.time() - time.monotonic()

    def has_moved(self) -> bool:
        """Whether it was moved since the last time, or the machine slept."""
        before, self.ahead = self.ahead, time.time() - time.monotonic()
        return abs(self.ahead - before) > CLOCK_MOVED


class Watch:
    """Watches over gunicorn, PostgreSQL and the clock."""

    def __init__(self, postgres: Server | None, daily: Daily) -> None:
        self.postgres, self.daily = postgres, daily
        self.deaths, self.clock = Deaths(), Clock()

    def until_due(self, gunicorn: Process) -> None:
        """Return when gunicorn has to be started again; PostgreSQL is, here. A signal interrupts it."""
        while gunicorn.poll() is None:
            if restoring():
                return
            self.daily.run_if_due()
            if self.clock.has_moved():
                say("clock_moved")
                interruptions.record(VAR, "clock")
            if self.postgres and self.postgres.process.poll() is not None:
                self.deaths.count("PostgreSQL")
                interruptions.record(VAR, "database")
                start_again(self.postgres)
                say("again", what="PostgreSQL")
            time.sleep(0.5)
        self.deaths.count("gunicorn")
        interruptions.record(VAR, "site")


def start_again(postgres: Server, rest: float = REST) -> None:
    """Start PostgreSQL as soon as that is possible: a full disk may forbid it for long."""
    while True:
        try:
            postgres.restart()
        except PostgresUnavailable as error:
            say("not_yet", what="PostgreSQL", reason=error, seconds=rest)
            time.sleep(rest)
        else:
            return


def wait_for_restore() -> None:
    """Return when no backup is being restored."""
    if restoring():
        say("pausing")
    while restoring():
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
