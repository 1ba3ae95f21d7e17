"""Run the site on a laptop: PostgreSQL, the site, and messages at the terminal. `__main__` execs this."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NoReturn

from clubtornei.launch import children
from clubtornei.launch.backup import private_database
from clubtornei.launch.environment import ROOT, VAR, direct_url
from clubtornei.launch.postgres import PostgresUnavailable, Server
from clubtornei.launch.sentences import sentence
from clubtornei.launch.supervisor import (
    Child,
    Process,
    SiteFailed,
    StopRequested,
    listening,
    say,
    stop_at_signals,
    supervise,
    wanted_port,
)
from clubtornei.web.own_addresses import own_addresses
from clubtornei.web.secret_key import load_or_create_secret_key

PORTS_TRIED = 100

HOME = VAR / "postgres"
DEMO_USER, DEMO_PASSWORD = "demo", VAR / "demo-password"


def main() -> int:
    """Run the site until it is stopped or a part of it fails; returns the exit status."""
    stop_at_signals()
    try:
        load_or_create_secret_key(VAR / "secret-key")
        with database() as postgres:
            run_site(postgres)
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


@contextmanager
def database() -> Iterator[Server | None]:
    """Yields the server of the private database; None: the database is that of DATABASE_URL."""
    if os.environ.get("DATABASE_URL"):
        yield None
        return
    os.environ.pop("DATABASE_URL", None)  # empty
    say("starting_postgres")
    with private_database() as server:
        yield server


def run_site(postgres: Server | None) -> NoReturn:
    """Prepare the database, serve the site, print its addresses, and keep all of it running."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
    environment.setdefault("REQUEST_LOG", str(VAR / "requests.log"))
    direct = {} if postgres else {"DATABASE_URL": direct_url(environment)}
    demo_is_new = not DEMO_PASSWORD.exists()
    code = prepare(environment | direct, shared=postgres is None)
    first = wanted_port()
    with listening("", range(first, min(first + PORTS_TRIED, 65536))) as listener:
        (VAR / "run.lock").write_text(f"http://localhost:{listener.port}/")
        said = partial(announce, listener.port, code, demo_is_new=demo_is_new)
        supervise(listener, environment, said, [] if postgres is None else [watched(postgres)])


def watched(postgres: Server) -> Child:
    """PostgreSQL, which starts again on its own data."""

    def restart() -> Process:
        postgres.restart()
        return postgres.process

    return Child("PostgreSQL", restart, postgres.process)


def prepare(environment: dict[str, str], *, shared: bool) -> str:
    """Run clubtornei.launch.prepare in a separate process. Returns the code of the first owner, empty where
    there is a club already. Raises SiteFailed.
    """
    say("preparing")
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "clubtornei.launch.prepare", "--demo", f"--code-to={writing}"]
    command += ["--shared"] * shared
    with open(reading) as pipe:
        try:
            process = children.start(
                command, stop_signal=signal.SIGTERM, cwd=ROOT, env=environment, pass_fds=(writing,)
            )
        finally:
            os.close(writing)
        try:
            code = pipe.read().strip()
            if process.wait():
                raise SiteFailed(sentence("prepare_failed"))
            return code
        finally:
            children.stop(process, (signal.SIGTERM, 5.0))


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


if __name__ == "__main__":
    sys.exit(main())
