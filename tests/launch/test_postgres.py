"""The private PostgreSQL, by itself."""

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
