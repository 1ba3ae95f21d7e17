"""The private PostgreSQL, by itself."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from clubtornei.backups import programs
from clubtornei.backups.programs import PACKAGE, packaged_programs, program, servers
from clubtornei.launch.postgres import PostgresUnavailable, private_postgres, temporary_postgres

pytestmark = pytest.mark.integration

ROOT = Path(__file__).resolve().parents[2]

START_AND_WAIT = """
import signal, sys
from pathlib import Path
from clubtornei.launch.postgres import private_postgres
with private_postgres(Path(sys.argv[1]), durable=False) as server:
    print(server.process.pid, flush=True)
    signal.pause()
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """A new folder which every user may enter; pytest's own are closed to the one PostgreSQL may run as."""
    with tempfile.TemporaryDirectory(prefix="clubtornei-tests-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def answer(url: str, query: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return row[0]


def at_work(pid: int) -> bool:
    """Whether the process is there, and not only waiting for somebody to take note of its end."""
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def test_its_letters_are_those_of_unicode_and_it_ends_with_the_block() -> None:
    with temporary_postgres() as server:
        assert answer(server.url, "SELECT upper('nicolò d’angelo')") == "NICOLÒ D’ANGELO"
        sockets = Path(str(answer(server.url, "SHOW unix_socket_directories")))
    assert server.process.returncode is not None
    assert not sockets.exists()


@pytest.mark.skipif(
    not [place for version, place in servers() if place != packaged_programs()],
    reason="the system has no PostgreSQL of its own",
)
def test_without_the_package_it_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_the_package(monkeypatch)
    with temporary_postgres() as server:
        assert answer(server.url, "SELECT upper('nicolò d’angelo')") == "NICOLÒ D’ANGELO"
        assert int(str(answer(server.url, "SHOW server_version_num"))) // 10_000 == next(servers())[0]
    assert Path(program("pg_dump")).exists()


def test_without_any_it_says_what_installs_one(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    hide_the_package(monkeypatch)
    monkeypatch.setattr(programs, "PLACES", ())
    monkeypatch.setenv("PATH", str(place))
    with pytest.raises(PostgresUnavailable, match="postgresql"), private_postgres(place / "postgres"):
        pytest.fail("It started.")


def test_data_of_a_version_that_is_gone_is_left_alone(place: Path) -> None:
    data = place / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("99\n")
    with (
        pytest.raises(PostgresUnavailable, match="PostgreSQL 99 has made the data"),
        private_postgres(place / "postgres"),
    ):
        pytest.fail("It started.")
    assert [path.name for path in data.iterdir()] == ["PG_VERSION"]


def hide_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a platform for which there is no wheel."""
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == PACKAGE else find(name))


def test_a_killed_starter_leaves_nothing_in_the_way(place: Path) -> None:
    home = place / "postgres"
    starter = subprocess.Popen(
        [sys.executable, "-c", START_AND_WAIT, home], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout
    abandoned = int(starter.stdout.readline())
    starter.kill()
    with private_postgres(home, durable=False) as server:
        assert answer(server.url, "SELECT 1") == 1
        assert not at_work(abandoned)
    starter.wait()
    starter.stdout.close()


def test_an_interrupted_making_is_made_anew(place: Path) -> None:
    home = place / "postgres"
    (home / "data.new").mkdir(parents=True)
    (home / "data.new" / "PG_VERSION").write_text("18\n")
    with private_postgres(home, durable=False) as server:
        assert answer(server.url, "SELECT 1") == 1


def test_broken_data_is_reported_with_the_servers_own_words(place: Path) -> None:
    home = place / "postgres"
    with private_postgres(home, durable=False):
        pass
    (home / "data" / "PG_VERSION").write_text("9.6\n")
    with (
        pytest.raises(PostgresUnavailable, match="database files are incompatible"),
        private_postgres(home, durable=False),
    ):
        pytest.fail("It started.")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must run PostgreSQL as somebody else")
def test_as_root_in_a_closed_folder_the_data_goes_where_postgres_can_reach_it(place: Path) -> None:
    place.chmod(0o700)
    home = place / "postgres"
    try:
        for _start in range(2):
            with private_postgres(home, durable=False) as server:
                assert answer(server.url, "SELECT 1") == 1
        assert home.is_symlink()
        assert home.resolve().parent == Path("/var/lib")
    finally:
        shutil.rmtree(home.resolve())


def test_a_link_to_nowhere_is_not_taken_for_a_first_start(place: Path) -> None:
    home = place / "postgres"
    home.symlink_to(place / "elsewhere")
    with pytest.raises(PostgresUnavailable, match="should be and is not"), private_postgres(home):
        pytest.fail("It started.")
