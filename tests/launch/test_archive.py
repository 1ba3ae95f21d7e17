"""PostgreSQL's archive on a server, kept by pgBackRest: a restore to a moment is played, its age is known."""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from clubtornei.backups.programs import packaged_programs, servers
from clubtornei.backups.site_backups import age_of_archive, is_too_old
from clubtornei.launch.environment import ROOT
from clubtornei.launch.system import find_program

pytestmark = pytest.mark.integration

DEPLOY = ROOT / "deploy" / "pgbackrest"
PGBACKREST = find_program("pgbackrest")
PROGRAMS = next((folder for _version, folder in servers() if folder != packaged_programs()), None)
"""Of the system's PostgreSQL, which the system's pgBackRest knows."""
ACCOUNT = "nobody" if os.geteuid() == 0 else None
PATIENCE = 60.0  # seconds


class Database(NamedTuple):
    """A PostgreSQL with its archive."""

    folder: Path
    environment: dict[str, str]

    def server(self, *command: str) -> None:
        data, log = self.folder / "data", self.folder / "log"
        self.run(PROGRAMS / "pg_ctl", "--pgdata", data, "--wait", "--log", log, *command)  # type: ignore[operator]

    def run(self, *command: str | Path, script: str = "") -> str:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            user=ACCOUNT,
            input=script,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(host=str(self.folder), user="postgres", dbname="clubtornei", autocommit=True)


@pytest.fixture
def database() -> Iterator[Database]:
    """Set up with the files in deploy/, but for the places."""
    assert PROGRAMS
    with tempfile.TemporaryDirectory(prefix="clubtornei-archive-", dir="/tmp") as name:
        folder = Path(name)
        config = (DEPLOY / "pgbackrest.conf").read_text()
        config = re.sub("pg1-path=.*", f"pg1-path={folder}/data\npg1-socket-path={folder}", config)
        config = config.replace("repo1-path=/var/lib/pgbackrest", f"repo1-path={folder}/repository")
        config = config.replace(
            "[global]\n", f"[global]\nlog-path={folder}\nlock-path={folder}\nspool-path={folder}\n"
        )
        (folder / "pgbackrest.conf").write_text(config)
        if ACCOUNT:
            for path in (folder, folder / "pgbackrest.conf"):
                os.chown(path, 65534, 65534)
        environment = os.environ | {"PGBACKREST_CONFIG": f"{folder}/pgbackrest.conf", "TMPDIR": name}
        environment |= {"PGHOST": name, "PGUSER": "postgres", "PGBACKREST_PG1_USER": "postgres"}
        made = Database(folder, environment)
        made.run(
            PROGRAMS / "initdb", "--pgdata", folder / "data", "--username", "postgres", "--auth", "trust"
        )
        with open(folder / "data" / "postgresql.conf", "a") as settings:
            settings.write((DEPLOY / "archive.conf").read_text())
            settings.write(f"listen_addresses = ''\nunix_socket_directories = '{folder}'\n")
        made.server("start")
        try:
            made.run(PROGRAMS / "createdb", "clubtornei")
            yield made
        finally:
            made.server("--mode", "immediate", "stop")


def age(connection: psycopg.Connection) -> timedelta | None:
    return age_of_archive(connection.cursor())


def last_step_of_a_restore() -> str:
    """As deploy.md has it, but for the account."""
    _before, _sentence, after = (ROOT / "docs/en/deploy.md").read_text().partition("So the last\nstep")
    return after.split("```\n")[1].replace("runuser -u postgres -- ", "")


needs_pgbackrest = pytest.mark.skipif(
    PGBACKREST is None or PROGRAMS is None,
    reason="no pgBackRest here (`apt-get install pgbackrest`), or no PostgreSQL of the system",
)


@needs_pgbackrest
def test_a_restore_to_a_moment_has_what_was_there_and_nothing_later(database: Database) -> None:
    with database.connect() as site:
        assert is_too_old(age(site)), "nothing was archived yet"
        database.run("sh", "-s", script=(ROOT / "deploy" / "postgres" / "stanza.sh").read_text())
        database.run("pgbackrest", "--stanza=clubtornei", "check")
        assert is_too_old(age(site)), "the log is archived, but continues no base backup"
        database.run("pgbackrest", "--stanza=clubtornei", "backup")
        site.execute("CREATE TABLE rounds_resultentry (at timestamptz DEFAULT now())")
        site.execute("INSERT INTO rounds_resultentry DEFAULT VALUES")
        time.sleep(1)
        before = datetime.now().astimezone()
        time.sleep(1)
        site.execute("DELETE FROM rounds_resultentry")

        told = database.run("sh", "-s", before.isoformat(" "), script=(DEPLOY / "drill.sh").read_text())

        restored, running = re.findall(r"^(\d+), ", told, re.MULTILINE)
        assert (restored, running) == ("1", "0")
        assert list(database.folder.glob("clubtornei-drill-*")) == []
        assert not is_too_old(age(site))
        found = age(site)
        assert found is not None
        assert found <= timedelta(minutes=1), "an idle night makes it no older"


@needs_pgbackrest
def test_after_a_restore_upgrades_wait_for_the_base_backup_with_which_it_ends(database: Database) -> None:
    database.run("sh", "-s", script=(ROOT / "deploy" / "postgres" / "stanza.sh").read_text())
    database.run("pgbackrest", "--stanza=clubtornei", "backup")
    database.server("stop")
    database.run("pgbackrest", "--stanza=clubtornei", "--delta", "restore")
    database.server("start")
    with database.connect() as site:
        assert is_too_old(age(site)), "a restore leaves out the history file"
        database.run("sh", "-s", script=last_step_of_a_restore())
        assert not is_too_old(age(site))
