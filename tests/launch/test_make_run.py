"""`make run` in a checkout whose folder has a space in its name, from the first start to a power cut."""

import os
import re
import socket
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg
import pytest

from clubtornei.launch.site import MOST_DEATHS, Deaths, SiteFailed
from tests.launch.checkout import PATIENCE, Run, copied_checkout, make, processes_of

pytestmark = pytest.mark.e2e

READY = "Ctrl-C"  # the last line of what a start says
PASSWORD_KEPT = Path("var/demo-password")


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    with copied_checkout("un circolo") as copy:
        yield copy


@pytest.fixture(scope="module")
def taken_port() -> Iterator[int]:
    """A port on which somebody else listens already."""
    with socket.create_server(("", 0)) as somebody:
        yield somebody.getsockname()[1]


@dataclass
class Site:
    """`make run` in the checkout, again and again: one after the other."""

    checkout: Path
    port: int  # asked for at every start
    starts: list[Run] = field(default_factory=list)

    def start(self) -> Run:
        self.starts.append(Run(self.checkout, PORT=str(self.port)))
        self.starts[-1].wait_for(READY)
        return self.starts[-1]

    def stop(self) -> None:
        for run in self.starts:
            run.stop()


@pytest.fixture(scope="module")
def site(checkout: Path, taken_port: int) -> Iterator[Site]:
    site = Site(checkout, taken_port)
    yield site
    site.stop()


@pytest.fixture
def running(site: Site) -> Run:
    """The site at work: started now, unless the test before has left it so."""
    if not site.starts or site.starts[-1].process.poll() is not None:
        site.start()
    return site.starts[-1]


def address_in(output: str) -> str:
    return next(word for word in output.split() if word.startswith("http://localhost:"))


def test_it_serves_on_the_next_free_port_and_says_so(running: Run, taken_port: int) -> None:
    address = address_in(running.output)
    port = int(address.rsplit(":", 1)[1].strip("/"))
    assert port > taken_port
    assert f"La porta {taken_port} è occupata: uso la {port}." in running.output
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
        assert "ClubTornei" in page.read().decode()


def test_first_start_shows_the_demo_password_and_keeps_it_private(
    running: Run, site: Site, checkout: Path
) -> None:
    kept = checkout / PASSWORD_KEPT
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert f"password  {kept.read_text().strip()}\n" in site.starts[0].output
    assert str(PASSWORD_KEPT) in site.starts[0].output


def test_first_start_shows_the_code_of_the_first_owner(running: Run, site: Site) -> None:
    told = site.starts[0].output.partition("chiede questo codice:")[2].split()
    assert re.fullmatch(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){2}", told[0])


def test_keys_are_private(running: Run, checkout: Path) -> None:
    assert stat.S_IMODE((checkout / "var" / "secret-key").stat().st_mode) == 0o600


def test_postgres_listens_on_no_network(running: Run, checkout: Path) -> None:
    servers = [process for process in processes_of(checkout) if process.name() == "postgres"]
    assert servers
    assert [address for server in servers for address in server.net_connections("inet")] == []


def test_second_start_beside_the_first_says_where_the_site_is(running: Run, checkout: Path) -> None:
    with Run(checkout) as second:
        output = second.end()
    assert f"ClubTornei è già avviato da questa cartella: {address_in(running.output)}" in output
    assert second.process.returncode != 0
    assert running.process.poll() is None


def test_after_a_power_cut_it_starts_again_with_its_data(running: Run, site: Site, checkout: Path) -> None:
    with psycopg.connect((checkout / "var" / "database-url").read_text()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 'Nicolò D’Angelo' AS name")
    cut_power(running, checkout)
    with number_given_to_somebody_else(postgres_lock(checkout)):
        run = site.start()
        with urllib.request.urlopen(address_in(run.output)) as page:
            assert page.status == 200
        # Seconds of work, not of the clock: they are the same whatever else this machine does.
        assert sum(map(work, processes_of(checkout))) < 5
        assert "password" not in run.output
        with psycopg.connect((checkout / "var" / "database-url").read_text()) as connection:
            assert connection.execute("SELECT name FROM kept").fetchone() == ("Nicolò D’Angelo",)


def test_ctrl_c_stops_everything_even_when_impatient(running: Run, checkout: Path) -> None:
    assert len(processes_of(checkout)) > 3
    running.interrupt()
    running.interrupt()
    assert "Fermato." in running.end()
    assert processes_of(checkout) == []
    assert not (checkout / "var" / "database-url").exists()


def test_when_postgres_dies_the_site_answers_again_with_what_was_confirmed(
    running: Run, checkout: Path
) -> None:
    with psycopg.connect(url_of(checkout)) as connection:
        connection.execute("CREATE TABLE confirmed AS SELECT 'uno a zero' AS result")
    at_work = [process for process in processes_of(checkout) if process.name() == "postgres"]
    next(process for process in at_work if process.parent() not in at_work).kill()
    assert "Si è fermato da sé: PostgreSQL." in running.wait_for("PostgreSQL lavora di nuovo")
    assert answers(running)
    with psycopg.connect(url_of(checkout)) as connection:
        assert connection.execute("SELECT result FROM confirmed").fetchone() == ("uno a zero",)


def test_when_gunicorn_dies_the_site_answers_again(running: Run, checkout: Path) -> None:
    before = len(running.output)
    kill_gunicorn(checkout)
    assert "Si è fermato da sé: gunicorn." in running.wait_for("Il sito risponde di nuovo.", before)
    assert answers(running)


def test_a_backup_is_restored_into_the_site_at_work(running: Run, checkout: Path) -> None:
    make(checkout, "backup", "KEY=1")
    backup = newest_backup(checkout, "command")
    name = "Circolo cambiato"
    with psycopg.connect(url_of(checkout)) as connection:
        connection.execute("UPDATE accounts_club SET name = %s", [name])
        connection.execute("UPDATE events_event SET published = true, version = version + 1")
        row = connection.execute("SELECT slug FROM events_event ORDER BY id LIMIT 1").fetchone()
        assert row
    public = f"t/{row[0]}/"
    assert name in page(running, public)  # and is cached now
    before = len(running.output)
    told = make(checkout, "restore", f"FILE={backup.relative_to(checkout)}", "YES=1")
    assert "Ripristinato" in told
    running.wait_for("Si ripristina una copia", before)
    running.wait_for("Il sito risponde di nuovo.", before)
    assert name not in page(running, public)
    assert str(newest_backup(checkout, "restore").relative_to(checkout)) in told
    assert stat.S_IMODE((checkout / "var" / "secret-key").stat().st_mode) == 0o600


def test_a_backup_is_made_and_restored_while_the_site_does_not_run(
    running: Run, site: Site, checkout: Path
) -> None:
    running.stop()
    make(checkout, "backup")
    make(checkout, "restore", f"FILE={newest_backup(checkout, 'command')}", "YES=1")
    assert processes_of(checkout) == []
    assert answers(site.start())
    assert newest_backup(checkout, "start")


def test_what_dies_again_and_again_ends_everything() -> None:
    deaths = Deaths()
    for _time in range(MOST_DEATHS):
        deaths.count("gunicorn")
    with pytest.raises(SiteFailed, match="gunicorn"):
        deaths.count("gunicorn")


def newest_backup(checkout: Path, reason: str) -> Path:
    return max((checkout / "var" / "backups").glob(f"*_{reason}.tar"))


def url_of(checkout: Path) -> str:
    return (checkout / "var" / "database-url").read_text()


def page(run: Run, path: str = "") -> str:
    """The page, as soon as the site can show it: until then it may fail."""
    while True:
        try:
            with urllib.request.urlopen(address_in(run.output) + path, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError:
            time.sleep(0.1)


def answers(run: Run) -> bool:
    return "ClubTornei" in page(run)


def kill_gunicorn(checkout: Path) -> None:
    """Kill the process that started the workers, if it is there."""
    with suppress(psutil.NoSuchProcess, StopIteration):
        gunicorn = [process for process in processes_of(checkout) if "gunicorn" in process.cmdline()]
        next(process for process in gunicorn if process.parent() not in gunicorn).kill()


def cut_power(run: Run, checkout: Path) -> None:
    """End everything at once, with no chance to tidy up."""
    processes = [psutil.Process(run.process.pid), *processes_of(checkout)]
    for process in processes:
        process.kill()
    psutil.wait_procs(processes, timeout=10)


def postgres_lock(checkout: Path) -> Path:
    return (checkout / "var" / "postgres").resolve() / "data" / "postmaster.pid"


@contextmanager
def number_given_to_somebody_else(lock: Path) -> Iterator[None]:
    """PostgreSQL's lock, left over, holds a number that now belongs to another process of the same user."""
    owner = lock.stat().st_uid if os.geteuid() == 0 else None
    _number, *rest = lock.read_text().split("\n")
    with psutil.Popen(["sleep", "600"], user=owner) as somebody:
        try:
            lock.write_text("\n".join([str(somebody.pid), *rest]))
            yield
        finally:
            somebody.kill()


def work(process: psutil.Process) -> float:
    """Seconds the processor has worked for `process` and for those it has seen end."""
    times = process.cpu_times()
    return times.user + times.system + times.children_user + times.children_system
