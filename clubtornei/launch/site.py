"""The running site: PostgreSQL, gunicorn, and what is said at the terminal. `__main__` hands over to this."""

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
from typing import NoReturn

from clubtornei.launch import children
from clubtornei.launch.environment import ROOT, VAR
from clubtornei.launch.postgres import PostgresUnavailable, private_postgres
from clubtornei.launch.sentences import sentence
from clubtornei.own_addresses import own_addresses
from clubtornei.secret_key import kept_secret_key

Process = subprocess.Popen[bytes]

PORT, PORTS_TRIED = 8000, 100
WORKERS, THREADS = 2, 8
GUNICORN_STOPS = (signal.SIGTERM, 8.0)  # it gives requests under way 5 s

HOME = VAR / "postgres"
DATABASE_URL = VAR / "database-url"  # for manage.py, while we run
DEMO_USER, DEMO_PASSWORD = "demo", VAR / "demo-password"


class Stopped(BaseException):
    """Somebody asked us to stop: Ctrl-C, a signal, a closed terminal."""


class Failed(Exception):
    """The site cannot run; the message is for the person at the terminal."""


def main() -> int:
    """Run the site until somebody stops it, or a part of it fails; the exit status."""
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, stop_once)
    try:
        kept_secret_key(VAR / "secret-key")
        with database() as (url, postgres):
            run_on(url, postgres)
    except Stopped:
        say("stopped", place=HOME.resolve() if HOME.exists() else "PostgreSQL")
        return 0
    except PermissionError as error:
        complaint = sentence("not_ours", path=error.filename)
    except PostgresUnavailable as error:
        complaint = sentence("postgres_unavailable", reason=error)
    except Failed as error:
        complaint = str(error)
    print(complaint, file=sys.stderr, flush=True)
    return 1


def stop_once(_signum: int, _frame: FrameType | None) -> NoReturn:
    """Begin to stop; from now on nothing interrupts that: impatience must not leave processes behind."""
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, signal.SIG_IGN)
    say("stopping")
    raise Stopped


def say(name: str, **facts: object) -> None:
    """Print a sentence at once. A terminal that is gone must not keep us from stopping."""
    with suppress(OSError):
        print(sentence(name, **facts), flush=True)


@contextmanager
def database() -> Iterator[tuple[str, Process | None]]:
    """The URL of the database and, when it is our private one, its process."""
    if url := os.environ.get("DATABASE_URL"):
        yield url, None
        return
    say("starting_postgres")
    with private_postgres(HOME) as server:
        DATABASE_URL.write_text(server.url)
        try:
            yield server.url, server.process
        finally:
            DATABASE_URL.unlink(missing_ok=True)


def run_on(database_url: str, postgres: Process | None) -> None:
    """Prepare the database, start gunicorn on it, tell where the site is, and wait."""
    environment = os.environ | {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
    demo_is_new = not DEMO_PASSWORD.exists()
    prepare(environment)
    with listening() as listener:
        port = listener.getsockname()[1]
        gunicorn = start_gunicorn(listener, environment)
    try:
        wait_for_first_page(gunicorn, port)
        (VAR / "run.lock").write_text(f"http://localhost:{port}/")
        announce(port, demo_is_new=demo_is_new)
        watch({"gunicorn": gunicorn} | ({"PostgreSQL": postgres} if postgres else {}))
    finally:
        children.stop(gunicorn, GUNICORN_STOPS)


def prepare(environment: dict[str, str]) -> None:
    """Run clubtornei.launch.prepare, in a process of its own."""
    say("preparing")
    command = [sys.executable, "-m", "clubtornei.launch.prepare"]
    preparing = children.start(command, ask_to_stop=signal.SIGTERM, cwd=ROOT, env=environment)
    try:
        if preparing.wait():
            raise Failed(sentence("prepare_failed"))
    finally:
        children.stop(preparing, (signal.SIGTERM, 5.0))


def listening() -> socket.socket:
    """A socket on the wanted port, or on the next free one; bound here, it cannot be taken from gunicorn."""
    wanted = os.environ.get("PORT") or str(PORT)
    if not wanted.isdecimal() or not 0 < int(wanted) < 65536:
        raise Failed(sentence("bad_port", value=wanted))
    first, last = int(wanted), min(int(wanted) + PORTS_TRIED, 65536) - 1
    for port in range(first, last + 1):
        with suppress(OSError):
            listener = socket.create_server(("", port), backlog=512)
            if port != first:
                say("port_taken", wanted=first, port=port)
            return listener
    raise Failed(sentence("no_port", first=first, last=last))


def start_gunicorn(listener: socket.socket, environment: dict[str, str]) -> Process:
    """gunicorn on `listener`: the application loaded once, then shared by the workers."""
    options = (
        f"--bind fd://{listener.fileno()} --workers {WORKERS} --worker-class gthread --threads {THREADS}"
    )
    options += " --preload --graceful-timeout 5 --log-level warning --no-control-socket"
    return children.start(
        [sys.executable, "-m", "gunicorn", *options.split(), "clubtornei.wsgi"],
        ask_to_stop=signal.SIGTERM,
        cwd=ROOT,
        env=environment,
        pass_fds=[listener.fileno()],
    )


def wait_for_first_page(gunicorn: Process, port: int) -> None:
    """Return when the site has answered; what it answered is no concern of ours."""
    while gunicorn.poll() is None:
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", "/")
            connection.getresponse().read()
            connection.close()
            return
        time.sleep(0.05)
    raise Failed(sentence("server_failed"))


def announce(port: int, *, demo_is_new: bool) -> None:
    """Say where the site is, from here and from the phones, and who may try it."""
    say("ready", address=f"http://localhost:{port}/")
    if addresses := own_addresses():
        say("on_phones", addresses="\n".join(f"    http://{address}:{port}/" for address in addresses))
    else:
        say("no_network")
    if demo_is_new and DEMO_PASSWORD.exists():
        password = DEMO_PASSWORD.read_text().strip()
        say("demo", user=DEMO_USER, password=password, path=DEMO_PASSWORD.relative_to(ROOT))
    say("how_to_stop")


def watch(parts: dict[str, Process]) -> NoReturn:
    """Wait until one of the parts ends by itself; a signal ends the waiting too."""
    while True:
        for name, process in parts.items():
            if process.poll() is not None:
                raise Failed(sentence("stopped_by_itself", what=name))
        time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
