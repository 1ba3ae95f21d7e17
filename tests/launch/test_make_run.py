"""`make run` in a checkout whose folder has a space in its name, from the first start to a power cut."""

import os
import re
import socket
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import psutil
import psycopg
import pytest

from bench.faults import run
from bench.faults_people import enter_at_once, sign_in
from bench.faults_site import FaultySite, address_in, own_disk
from tests.launch.checkout import PATIENCE, Run, copied_checkout, make, processes_of
from tests.loops import result_of

pytestmark = pytest.mark.e2e

PROGRAMS = ("server", "servers", "launcher", "postgres", "backend")
SURROUNDINGS = ("disk", "cut network", "held network", "request")
PASSWORD_KEPT = Path("var/demo-password")


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    with copied_checkout("un circolo") as copy, own_disk(copy / "var"):
        yield copy


@pytest.fixture(scope="module")
def taken_port() -> Iterator[int]:
    """A port on which somebody else listens already."""
    with socket.create_server(("", 0)) as somebody:
        yield somebody.getsockname()[1]


@pytest.fixture(scope="module")
def site(checkout: Path, taken_port: int) -> Iterator[FaultySite]:
    site = FaultySite(checkout, taken_port)
    yield site
    site.stop()


@pytest.fixture
def running(site: FaultySite) -> Run:
    """The site at work: started now, unless the test before has left it so."""
    if not site.starts or site.starts[-1].process.poll() is not None:
        site.start()
    return site.starts[-1]


def test_it_serves_on_the_next_free_port_and_says_so(running: Run, taken_port: int) -> None:
    address = address_in(running.output)
    port = int(address.rsplit(":", 1)[1].strip("/"))
    assert port > taken_port
    assert f"La porta {taken_port} è occupata: uso la {port}." in running.output
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
        assert "ClubTornei" in page.read().decode()


def test_first_start_shows_the_demo_password_and_keeps_it_private(
    running: Run, site: FaultySite, checkout: Path
) -> None:
    kept = checkout / PASSWORD_KEPT
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert f"password  {kept.read_text().strip()}\n" in site.starts[0].output
    assert str(PASSWORD_KEPT) in site.starts[0].output


def test_first_start_shows_the_code_of_the_first_owner(running: Run, site: FaultySite) -> None:
    output = site.starts[0].output
    told = output.partition("chiede il codice, è ")[2].partition(":")[0]
    assert re.fullmatch(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){2}", told)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(f"{address_in(running.output)}start/?code={told}") as page:
        assert f'value="{told}"' in page.read().decode()


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


def test_after_a_power_cut_it_starts_again_with_its_data(
    running: Run, site: FaultySite, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = site.start

    def start_again() -> Run:
        with number_given_to_somebody_else(postgres_lock(checkout)):
            run = start()
        # Seconds of work, not of the clock; making everything anew takes more than fifteen.
        assert sum(map(work, processes_of(checkout))) < 8
        assert "password" not in run.output
        return run

    monkeypatch.setattr(site, "start", start_again)
    ill_treat(site, "group")


@pytest.mark.parametrize("names", [PROGRAMS, SURROUNDINGS], ids=["programs", "surroundings"])
def test_whatever_fails_the_site_comes_back_with_what_was_confirmed(
    running: Run, site: FaultySite, names: Sequence[str]
) -> None:
    ill_treat(site, *names)


def test_workers_run_beside_the_site_and_a_dead_one_is_started_again(running: Run, checkout: Path) -> None:
    def workers() -> dict[int, psutil.Process]:
        found, parents = {}, {}
        for one in processes_of(checkout):
            with suppress(psutil.NoSuchProcess):  # it may have died, or be about to be buried
                if "worker" in one.cmdline():
                    found[one.pid], parents[one.pid] = one, one.ppid()
        # A task's own process has its worker's command line until it executes another.
        return {pid: one for pid, one in found.items() if parents[pid] not in found}

    def two_but(gone: Collection[int] = ()) -> dict[int, psutil.Process]:
        until = time.monotonic() + 30
        while len(found := workers()) < 2 or found.keys() & gone:
            assert time.monotonic() < until
            time.sleep(0.1)
        return found

    first = [one for one in two_but().values() if "--queue-name=prints" in one.cmdline()]
    assert len(first) == 1
    first[0].kill()
    two_but({first[0].pid})


def test_of_many_results_at_once_none_is_lost_or_doubled(running: Run, site: FaultySite) -> None:
    async def enter() -> tuple[int, list[str]]:
        browser = await sign_in(site)
        return await enter_at_once(site, browser, clients=20, players=15, rng=Random(1))

    assert result_of(enter()) == (98, [])


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
    with psycopg.connect(url_of(checkout)) as connection:
        logged = connection.execute(
            "SELECT facts FROM accounts_auditentry WHERE what = 'restored' ORDER BY id DESC"
        ).fetchone()
    assert logged == ({"name": backup.name},)
    assert stat.S_IMODE((checkout / "var" / "secret-key").stat().st_mode) == 0o600


def test_after_ctrl_c_backups_are_made_and_restored(running: Run, site: FaultySite, checkout: Path) -> None:
    assert len(processes_of(checkout)) > 3
    running.interrupt()
    running.interrupt()
    assert "Fermato." in running.end()
    assert processes_of(checkout) == []
    assert not (checkout / "var" / "database-url").exists()
    make(checkout, "backup")
    make(checkout, "restore", f"FILE={newest_backup(checkout, 'command')}", "YES=1")
    assert processes_of(checkout) == []
    for file in (checkout / "var" / "backups").iterdir():
        file.unlink()  # one of the last quarter of an hour, or its failure, keeps the next from being made
    assert answers(site.start())
    assert newest_backup(checkout, "start")


def ill_treat(site: FaultySite, *names: str) -> None:
    """While people work, who have results to enter until the last of it is over; the long form, by the
    hundred, is `bench/faults.py`.
    """
    result_of(run(site, names, "in short", players=40, pause=0.25))


def newest_backup(checkout: Path, reason: str) -> Path:
    """The automatic one is made behind the start."""
    until = time.monotonic() + 3 * PATIENCE  # a worker makes it, when it has nothing else to do
    while not (found := sorted((checkout / "var" / "backups").glob(f"*_{reason}.tar"))):
        assert time.monotonic() < until, f"There is no backup ({reason})."
        time.sleep(0.1)
    return found[-1]


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
