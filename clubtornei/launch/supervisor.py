"""Keeps the site's programs running until it is stopped: what ends by itself is started again.

While a backup is restored, or an update installed, the site rests.
"""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import IO, NamedTuple, NoReturn

from clubtornei.launch import children
from clubtornei.launch.backup import restoring
from clubtornei.launch.environment import ROOT, VAR
from clubtornei.launch.postgres import PostgresUnavailable, try_lock
from clubtornei.launch.sentences import sentence

Process = subprocess.Popen[bytes]

PORT = 8000
SITES, WORKERS, MOST_PROCESSES = 2, 2, 64
UNREAD_FOR = 30_000  # milliseconds that an answer may wait for its reader
UNREAD_IN_KERNEL = 128 * 1024  # bytes
STOPPED_WITHIN = 5.0  # seconds
BEFORE_RESTART = 5.0  # seconds between two starts: a disk may be full for long, and nobody may be there
BETWEEN_STARTS = 1.0  # second between two starts at first: each needs a processor, and others answer already
WITHOUT_LISTS = "--queue-name=prints"

PORT_LOCK = VAR / "port.lock"  # held by who listens
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(BaseException):
    """Ctrl-C, SIGTERM, or the terminal was closed."""


class SiteFailed(Exception):
    """The site cannot run; the message is for the person at the terminal."""


def stop_at_signals() -> None:
    """From now on the signals that stop the site raise StopRequested."""
    for signum in SIGNALS:
        signal.signal(signum, stop_once)


def stop_once(_signum: int, _frame: FrameType | None) -> NoReturn:
    """Signal handler: begin to stop, ignoring further signals, so that all processes are stopped in order."""
    for signum in SIGNALS:
        signal.signal(signum, signal.SIG_IGN)
    say("stopping")
    raise StopRequested


def say(name: str, **facts: object) -> None:
    """Print a sentence. Errors are ignored: a closed terminal must not keep the site from stopping."""
    with suppress(OSError):
        print(sentence(name, **facts), flush=True)


class Listener(NamedTuple):
    """What the processes of the site inherit: the socket, and the lock of who has its port."""

    socket: socket.socket
    lock: int | None = None

    @property
    def host(self) -> str:
        return str(self.socket.getsockname()[0])

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    @property
    def descriptors(self) -> list[int]:
        return [self.socket.fileno(), *([] if self.lock is None else [self.lock])]


@contextmanager
def listening(host: str, ports: Sequence[int]) -> Iterator[Listener]:
    """Listen on the first of these ports that is free while the block runs. Raises SiteFailed.

    The processes of the site inherit the socket. No other program can take the port while they are started
    again; who asks then waits. Those whose launcher was killed still have it, and are waited for.
    """
    with open(PORT_LOCK, "ab") as lock:
        wait_for_orphans(lock)
        with listening_socket(host, ports) as listener:
            yield Listener(listener, lock.fileno())


def wait_for_orphans(lock: IO[bytes]) -> None:
    """Take the lock as soon as no process has it: those without a launcher have been told to end."""
    deadline = time.monotonic() + 2 * STOPPED_WITHIN
    while not try_lock(lock) and time.monotonic() < deadline:
        time.sleep(0.05)


def listening_socket(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket that has the first free port. Raises SiteFailed.

    The first process of the site that is ready listens on it. Until then who comes is refused, and a proxy
    asks the next machine.
    """
    for port in ports:
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError:
            listener.close()
        else:
            # Connections inherit these. By itself the kernel keeps up to 4 MB for each that nobody reads.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_IN_KERNEL)
            if sys.platform == "linux":
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_FOR)
            if port != ports[0]:
                say("port_taken", wanted=ports[0], port=port)
            return listener
    raise SiteFailed(sentence("no_port", first=ports[0], last=ports[-1]))


def wanted_port() -> int:
    """That of the environment. Raises SiteFailed."""
    text = os.environ.get("PORT") or str(PORT)
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise SiteFailed(sentence("bad_port", value=text))
    return int(text)


class Child:
    """A program that is started again when it ends."""

    def __init__(self, name: str, start: Callable[[], Process], process: Process | None = None) -> None:
        self.name, self.start = name, start
        self.process, self.started = process or start(), time.monotonic()
        self.dead = False

    def revive(self) -> None:
        """Start the program again if it has ended, at most once every BEFORE_RESTART seconds."""
        if self.process.poll() is None:
            return
        if not self.dead:
            say("died", what=self.name)
            self.dead = True
        if time.monotonic() < self.started + BEFORE_RESTART:
            return
        self.started = time.monotonic()
        try:
            self.process = self.start()
        except (PostgresUnavailable, OSError) as error:
            say("not_yet", what=self.name, reason=error, seconds=BEFORE_RESTART)
        else:
            self.dead = False
            say("again", what=self.name)


def number_of(variable: str, environment: Mapping[str, str], default: int) -> int:
    """How many processes the environment asks for. Raises SiteFailed."""
    text = environment.get(variable) or str(default)
    if not text.isdecimal() or not 0 < int(text) <= MOST_PROCESSES:
        raise SiteFailed(sentence("bad_number", variable=variable, value=text, most=MOST_PROCESSES))
    return int(text)


def sites(listener: Listener, environment: Mapping[str, str]) -> dict[str, list[str]]:
    """The processes of the site, by the name for the terminal: the words behind `python`.

    Raises SiteFailed.
    """
    server = ["-m", "clubtornei.launch.server", str(listener.socket.fileno())]
    return {f"uvicorn {n}": server for n in range(1, number_of("WEB_CONCURRENCY", environment, SITES) + 1)}


def workers(environment: Mapping[str, str]) -> dict[str, list[str]]:
    """The processes that do prints, packages and rating lists. Raises SiteFailed. Of several the first takes
    no lists, so that none keeps a print waiting.
    """
    number = number_of("WORKERS", environment, WORKERS)
    programs = {f"worker {n}": ["manage.py", "worker"] for n in range(1, number + 1)}
    if number > 1:
        programs["worker 1"].append(WITHOUT_LISTS)
    return programs


@contextmanager
def running(
    programs: Mapping[str, list[str]], environment: dict[str, str], descriptors: Sequence[int] = ()
) -> Iterator[list[Child]]:
    """Run these programs while the block does, started one after the other. They inherit the descriptors."""

    def start(words: list[str]) -> Process:
        return children.start(
            [sys.executable, *words],
            stop_signal=signal.SIGTERM,
            cwd=ROOT,
            env=environment,
            pass_fds=descriptors,
        )

    started: list[Child] = []
    try:
        for name, words in programs.items():
            if started:
                time.sleep(BETWEEN_STARTS)
            started.append(Child(name, partial(start, words)))
        yield started
    finally:
        children.stop_all([child.process for child in started], signal.SIGTERM, STOPPED_WITHIN)


@contextmanager
def serving(listener: Listener, environment: dict[str, str]) -> Iterator[list[Child]]:
    """Run the site while the block does. Raises SiteFailed if it ends before it answers.

    One process starts by itself, and the others once it answers.
    """
    first, *others = sites(listener, environment).items()
    with running(dict([first]), environment, listener.descriptors) as site:
        wait_for_first_page(site, listener)
        with running(dict(others), environment, listener.descriptors) as rest:
            yield [*site, *rest]


def wait_for_first_page(running: Sequence[Child], listener: Listener) -> None:
    """Return when the site answers, with any status. Raises SiteFailed if a program ends first."""
    while all(child.process.poll() is None for child in running):
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection(listener.host, listener.port, timeout=10)
            connection.request("GET", "/")
            connection.getresponse().read()
            connection.close()
            return
        time.sleep(0.05)
    raise SiteFailed(sentence("server_failed"))


def supervise(
    listener: Listener,
    environment: dict[str, str],
    announce: Callable[[], None],
    beside: Sequence[Child] = (),
) -> NoReturn:
    """Run the site and its workers, and keep them and the programs `beside` running. Only a signal ends it.

    announce: called once the site answers. Raises SiteFailed if it never does.
    """
    jobs = workers(environment)

    def run_until_restore(announce: Callable[[], None]) -> None:
        with serving(listener, environment) as site, running(jobs, environment) as at_jobs:
            try:
                announce()
                while not restoring():
                    for child in (*site, *at_jobs, *beside):
                        child.revive()
                    time.sleep(0.5)
            except StopRequested:
                listener.socket.close()  # who comes now is refused at once, and a proxy asks the next machine
                raise
            finally:
                for child in site:  # while the workers end, not after them
                    child.process.terminate()

    run_until_restore(announce)
    while True:
        say("pausing")
        while restoring():
            time.sleep(0.2)
        try:
            run_until_restore(partial(say, "resumed"))
        except SiteFailed as failed:
            print(failed, file=sys.stderr, flush=True)
            time.sleep(BEFORE_RESTART)
