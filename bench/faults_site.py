"""The site that `faults.py` ill-treats: `make run` in a copy of this checkout, and what is done to it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from urllib.parse import unquote, urlsplit

import psutil
import psycopg

from bench.valkey import free_port
from tests.launch.checkout import Run, copied_checkout, processes_of

PATIENCE = 60.0  # seconds until the site must be back
READY = "Ctrl-C"  # the last line of what a start says
DISK = "1500m"  # of var/, where it is a disk of its own
CLOCK = Path(__file__).with_name("clock.c")
COMPILER = shutil.which("cc")


class Network:
    """What stands between the site and its database: in place of PostgreSQL's socket one that passes on."""

    def __init__(self) -> None:
        self.state = "open"  # or "held": nothing arrives; or "cut": no connection lives
        self.listener: socket.socket | None = None
        self.behind = self.place = Path()

    def stand_between(self, url: str) -> None:
        """PostgreSQL makes its socket anew when it is started."""
        place = Path(unquote(urlsplit(url).hostname or "")) / ".s.PGSQL.5432"
        if place == self.place and place.stat().st_ino == self.inode:
            return
        self.place, self.behind = place, place.with_name("behind")
        place.rename(self.behind)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(place))
        self.listener.listen(128)
        self.inode = place.stat().st_ino
        threading.Thread(target=self.accept, args=[self.listener, self.behind], daemon=True).start()
        # What is connected already must go through us.
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )

    def accept(self, listener: socket.socket, behind: Path) -> None:
        while True:
            near, _address = listener.accept()
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(str(behind))
            except OSError:
                near.close()
                continue
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=[source, target], daemon=True).start()

    def pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with source, target, suppress(OSError):
            source.settimeout(0.1)
            while self.state != "cut":
                try:
                    data = source.recv(65536)
                except TimeoutError:
                    continue
                while self.state == "held":
                    time.sleep(0.02)
                if not data or self.state == "cut":
                    return
                target.sendall(data)


class FaultySite:
    """`make run`, started again after it was killed."""

    def __init__(self, checkout: Path, port: int = 0, *, clock: bool = False) -> None:
        """`port`: the one that is asked for."""
        self.checkout, self.network = checkout, Network()
        self.starts: list[Run] = []
        self.environment = {"PORT": str(port or free_port())}
        if clock:
            self.environment |= self.with_clock()

    def with_clock(self) -> dict[str, str]:
        """The environment in which programs have a clock that `move_clock` moves."""
        library = self.checkout.parent / "clock.so"
        subprocess.run([str(COMPILER), "-O2", "-shared", "-fPIC", "-o", library, CLOCK], check=True)
        self.move_clock(0)
        return {"LD_PRELOAD": str(library), "CLOCK_AHEAD": str(self.ahead)}

    @property
    def ahead(self) -> Path:
        return self.checkout.parent / "ahead"

    def move_clock(self, seconds: int) -> None:
        with open(self.ahead, "r+b" if self.ahead.exists() else "wb") as file:
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True))

    def start(self) -> Run:
        self.starts.append(Run(self.checkout, **self.environment))
        self.run.wait_for(READY)
        return self.run

    @property
    def run(self) -> Run:
        """The latest start."""
        return self.starts[-1]

    @property
    def port(self) -> int:
        return int(address_in(self.run.output).rsplit(":", 1)[1].strip("/"))

    @property
    def url(self) -> str:
        return (self.checkout / "var" / "database-url").read_text()

    @property
    def password(self) -> str:
        return (self.checkout / "var" / "demo-password").read_text().strip()

    def wait_until_back(self) -> None:
        """Until it answers that it is ready, several times running: each worker must."""
        deadline, ready = time.monotonic() + PATIENCE, 0
        while ready < 4:
            ready = ready + 1 if self.is_ready() else 0
            assert time.monotonic() < deadline, f"the site is not back: {self.run.output[-3000:]}"
            time.sleep(0.05)

    def is_ready(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/health/")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def processes(self, name: str) -> list[psutil.Process]:
        """PostgreSQL's, uvicorn's, the launcher's: the main one first."""
        words = {"PostgreSQL": "postgres", "server": "clubtornei.launch.server"}
        word = words.get(name, "clubtornei.launch.site")
        found = [each for each in processes_of(self.checkout) if word in command_of(each)]
        return [each for each in found if each.parent() not in found] + [
            each for each in found if each.parent() in found
        ]

    def stop(self) -> None:
        for run in self.starts:
            run.stop()


def address_in(output: str) -> str:
    return next(word for word in output.split() if word.startswith("http://localhost:"))


def command_of(process: psutil.Process) -> str:
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline())
    return ""


Fault = Callable[[FaultySite, Random], None]
"""What is done to the site; when it returns the cause is gone, and the site may still be coming back."""


def kill_server(site: FaultySite, rng: Random) -> None:
    kill(rng.choice(site.processes("server")))


def kill_servers(site: FaultySite, _rng: Random) -> None:
    for process in site.processes("server"):
        kill(process)


def kill_postgres(site: FaultySite, _rng: Random) -> None:
    before = len(site.run.output)
    kill(site.processes("PostgreSQL")[0])
    site.run.wait_for("PostgreSQL lavora di nuovo", before)


def kill_backend(site: FaultySite, _rng: Random) -> None:
    """PostgreSQL then ends all connections, and recovers by itself."""
    with psycopg.connect(site.url) as connection:
        os.kill(connection.info.backend_pid, signal.SIGKILL)


def kill_all(site: FaultySite, _rng: Random) -> None:
    """The whole group, as when the power fails."""
    make = psutil.Process(site.run.process.pid)
    processes = [make, *make.children(recursive=True)]
    for process in processes:
        kill(process)
    psutil.wait_procs(processes, timeout=PATIENCE)
    site.start()


def kill_launcher(site: FaultySite, _rng: Random) -> None:
    """The parent alone: its children end by themselves."""
    kill(site.processes("launcher")[0])
    site.run.process.wait(PATIENCE)
    site.start()


def fill_disk(site: FaultySite, rng: Random) -> None:
    var = site.checkout / "var"
    if var.is_mount():
        filling = var / "filling"
        with open(filling, "wb") as file, suppress(OSError):
            while True:
                file.write(bytes(1 << 20))
        with open(filling, "ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))
        if rng.random() < 0.5:
            need_another_wal_file(site)
        time.sleep(rng.uniform(0.5, 2.5))
        filling.unlink()
        return
    # No disk of its own may be mounted here: no file of PostgreSQL's grows.
    limit_files(site, "8192")
    time.sleep(rng.uniform(0.5, 1.5))
    limit_files(site, "unlimited")


def limit_files(site: FaultySite, size: str) -> None:
    """Of each process of PostgreSQL, by its own account: that is allowed to everybody."""
    main = site.processes("PostgreSQL")[:1]  # it may have ended of it
    for process in (*main, *(child for each in main for child in each.children())):
        with suppress(psutil.NoSuchProcess):
            command = ["prlimit", f"--pid={process.pid}", f"--fsize={size}:unlimited"]
            if os.geteuid() == 0:
                account = process.uids().real, process.gids().real
                subprocess.run(command, user=account[0], group=account[1], extra_groups=[], check=False)
            else:
                subprocess.run(command, check=False)


def need_another_wal_file(site: FaultySite) -> None:
    """Without room for it PostgreSQL ends, and cannot be started before there is some."""
    with suppress(psycopg.Error), psycopg.connect(site.url, autocommit=True) as connection:
        for _ in range(20):
            connection.execute("SELECT pg_logical_emit_message(true, 'faults', 'any')")
            connection.execute("SELECT pg_switch_wal()")


def cut_network(site: FaultySite, rng: Random) -> None:
    interrupt_network(site, "cut", rng.uniform(0.3, 1.5))


def hold_network(site: FaultySite, rng: Random) -> None:
    interrupt_network(site, "held", rng.uniform(0.3, 1.5))


def interrupt_network(site: FaultySite, state: str, seconds: float) -> None:
    site.network.state = state
    time.sleep(seconds)
    site.network.state = "open"


def move_clock(site: FaultySite, rng: Random) -> None:
    site.move_clock(rng.choice([-1, 1]) * rng.randint(1, 30) * 3600)
    time.sleep(rng.uniform(0.3, 1.5))
    site.move_clock(0)


def cut_request(site: FaultySite, rng: Random) -> None:
    """Many, each at another place; `faults_people` sends results so, and looks that none was taken."""
    for _ in range(20):
        text = b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nusername=" + b"a" * 91
        with socket.create_connection(("127.0.0.1", site.port)) as connection:
            connection.sendall(text[: rng.randrange(1, len(text))])


FAULTS: dict[str, Fault] = {
    "server": kill_server,
    "servers": kill_servers,
    "postgres": kill_postgres,
    "backend": kill_backend,
    "group": kill_all,
    "launcher": kill_launcher,
    "disk": fill_disk,
    "cut network": cut_network,
    "held network": hold_network,
    "request": cut_request,
    "clock": move_clock,
}


def kill(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        process.kill()


@contextmanager
def faulty_site(*, clock: bool = False) -> Iterator[FaultySite]:
    """The site in a new folder; its var/ is a disk of its own if such a thing may be mounted here."""
    with copied_checkout("guasti") as checkout, own_disk(checkout / "var"):
        site = FaultySite(checkout, clock=clock)
        try:
            site.start()
            yield site
        finally:
            site.stop()
            for process in processes_of(checkout):
                kill(process)


@contextmanager
def own_disk(folder: Path) -> Iterator[None]:
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", str(folder)]
    mounted = bool(shutil.which("mount")) and not subprocess.run(mount, capture_output=True).returncode
    try:
        yield
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)
