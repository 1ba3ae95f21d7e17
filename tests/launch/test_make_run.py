"""`make run` in a checkout whose folder has a space in its name, from the first start to a power cut."""

import os
import signal
import socket
import stat
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from tests.launch.checkout import Run, copied_checkout, processes_of

pytestmark = pytest.mark.xdist_group("make run")  # one start serves most of these tests

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


@pytest.fixture(scope="module")
def first_start(checkout: Path, taken_port: int) -> Iterator[Run]:
    """The first start, still running; stopped at the end, when a test has not done so."""
    run = Run(checkout, PORT=str(taken_port))
    run.wait_for(READY)
    yield run
    if run.process.poll() is None:
        run.interrupt()
        run.end()


def address_in(output: str) -> str:
    return next(word for word in output.split() if word.startswith("http://localhost:"))


def test_first_start_serves_on_the_next_free_port_and_says_so(first_start: Run, taken_port: int) -> None:
    address = address_in(first_start.output)
    port = int(address.rsplit(":", 1)[1].strip("/"))
    assert port > taken_port
    assert f"La porta {taken_port} è occupata: uso la {port}." in first_start.output
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
        assert "ClubTornei" in page.read().decode()


def test_first_start_shows_the_demo_password_and_keeps_it_private(first_start: Run, checkout: Path) -> None:
    kept = checkout / PASSWORD_KEPT
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert f"password  {kept.read_text().strip()}\n" in first_start.output
    assert str(PASSWORD_KEPT) in first_start.output


def test_keys_are_private(first_start: Run, checkout: Path) -> None:
    assert stat.S_IMODE((checkout / "var" / "secret-key").stat().st_mode) == 0o600


def test_postgres_listens_on_no_network(first_start: Run, checkout: Path) -> None:
    servers = [process for process in processes_of(checkout) if process.name() == "postgres"]
    assert servers
    assert [address for server in servers for address in server.net_connections("inet")] == []


def test_second_start_beside_the_first_says_where_the_site_is(first_start: Run, checkout: Path) -> None:
    second = Run(checkout)
    output = second.end()
    assert f"ClubTornei è già avviato da questa cartella: {address_in(first_start.output)}" in output
    assert second.process.returncode != 0
    assert first_start.process.poll() is None


def test_after_a_power_cut_it_starts_in_five_seconds_with_its_data(first_start: Run, checkout: Path) -> None:
    with psycopg.connect((checkout / "var" / "database-url").read_text()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 'Nicolò D’Angelo' AS name")
    lock = (checkout / "var" / "postgres").resolve() / "data" / "postmaster.pid"
    cut_power(first_start, checkout)
    # The number in PostgreSQL's lock now belongs to another process of the same user.
    somebody = processes_with_owner(lock.stat().st_uid)
    lock.write_text("\n".join([str(somebody.pid), *lock.read_text().split("\n")[1:]]))

    started = time.monotonic()
    run = Run(checkout)
    output = run.wait_for(READY)
    with urllib.request.urlopen(address_in(output)) as page:
        assert page.status == 200
    assert time.monotonic() - started < 5
    assert "password" not in output
    with psycopg.connect((checkout / "var" / "database-url").read_text()) as connection:
        assert connection.execute("SELECT name FROM kept").fetchone() == ("Nicolò D’Angelo",)
    somebody.kill()

    run.interrupt()
    run.interrupt()  # impatience
    assert "Fermato." in run.end()
    assert processes_of(checkout) == []
    assert not (checkout / "var" / "database-url").exists()


def cut_power(run: Run, checkout: Path) -> None:
    """Everything ends at once, with no chance to tidy up."""
    processes = processes_of(checkout)
    for process in [*processes, psutil.Process(run.process.pid)]:
        process.kill()
    psutil.wait_procs(processes, timeout=10)
    run.end()


def processes_with_owner(uid: int) -> psutil.Popen:
    """A harmless process of user `uid`."""
    return psutil.Popen(["sleep", "600"], user=uid if os.geteuid() == 0 else None)


def test_when_gunicorn_dies_everything_ends(checkout: Path) -> None:
    run = Run(checkout)
    run.wait_for(READY)
    gunicorn = [process for process in processes_of(checkout) if "gunicorn" in process.cmdline()]
    master = next(process for process in gunicorn if process.parent() not in gunicorn)
    master.send_signal(signal.SIGKILL)
    assert "Si è fermato da sé: gunicorn." in run.end()
    assert run.process.returncode != 0
    assert processes_of(checkout) == []
