"""What a server is set up with: the files of the container, of compose and of systemd fit the program."""

import http.server
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import threading
from configparser import ConfigParser
from pathlib import Path

import psycopg
import pytest
import yaml

from clubtornei.backups.programs import program
from clubtornei.launch import system
from clubtornei.launch.postgres import temporary_postgres
from clubtornei.launch.ready import ready
from tests.launch.test_postgres import powers
from tests.test_docs import variables_read

ROOT = Path(__file__).parents[1]
CONTAINERFILE = (ROOT / "Containerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
MODULE = re.compile(r"-m\"?,? \"?([\w.]+)")


def is_a_program(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def test_the_image_has_the_packages_that_the_launcher_would_install() -> None:
    installed = re.search(r"--no-install-recommends (.+?) \\", CONTAINERFILE)
    assert installed
    assert installed[1] == system.PANGO["apt-get"]


def test_the_image_has_what_the_site_runs_on_and_no_more() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    let_in = {line[1:] for line in lines if line.startswith("!")}
    assert {path.name for path in ROOT.iterdir()} >= let_in
    assert let_in == {
        *("clubtornei", "pairing", "scoring", "static", "templates", "docs"),
        *("manage.py", "requirements.txt", "CHANGELOG.md"),
    }


def test_the_programs_that_the_image_starts_are_there() -> None:
    named = [name for name in MODULE.findall(CONTAINERFILE) if name.startswith("clubtornei")]
    assert named == ["clubtornei.launch.ready", "clubtornei.launch.serve"]
    assert all(is_a_program(name) for name in named)


def test_compose_gives_the_site_only_variables_that_it_reads() -> None:
    site = COMPOSE["services"]["site"]["environment"]
    assert {"DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "CACHE_URL"} <= set(site)
    assert set(site) <= variables_read()


def test_the_cache_asks_for_the_password_that_the_site_gives() -> None:
    password = "${CACHE_PASSWORD:?is missing in .env}"
    assert f"--requirepass {password}" in COMPOSE["services"]["cache"]["command"]
    assert f":{password}@cache" in COMPOSE["services"]["site"]["environment"]["CACHE_URL"]


def test_an_audit_fails_for_a_package_about_which_it_got_no_answer() -> None:
    """Without --strict, pip-audit skips it, says that no fault is known, and succeeds."""
    told = subprocess.run(
        ["make", "--dry-run", "audit"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert re.search(r"-m pip_audit .*--strict.* \|\| exit 1", told.stdout)


def test_compose_keeps_what_must_not_be_lost_in_volumes() -> None:
    kept = {
        volume.split(":")[0]: volume.split(":")[1]
        for service in COMPOSE["services"].values()
        for volume in service.get("volumes", ())
        if not volume.startswith(".")
    }
    assert set(kept) == set(COMPOSE["volumes"])
    assert kept["var"] == re.search(r"^VOLUME (.+)$", CONTAINERFILE, re.MULTILINE)[1]  # type: ignore[index]


@pytest.mark.integration
def test_in_containers_the_role_of_the_site_owns_its_tables_and_nothing_more() -> None:
    database = COMPOSE["services"]["database"]
    folder = next(volume.split(":")[0] for volume in database["volumes"] if "initdb.d" in volume)
    with temporary_postgres() as server:
        with psycopg.connect(
            server.administrator_url.replace("/clubtornei", "/postgres"), autocommit=True
        ) as new:
            for statement in (
                "DROP DATABASE clubtornei",
                "DROP ROLE clubtornei",
                "CREATE DATABASE clubtornei",
            ):
                new.execute(statement)
        environment = {
            name: value for name, value in database["environment"].items() if name != "POSTGRES_PASSWORD"
        }
        environment |= {"POSTGRES_PASSWORD": "it's", "PGHOST": str(server.cluster.sockets)}
        environment |= {"PATH": f"{Path(program('psql')).parent}:{os.environ['PATH']}"}
        for script in sorted((ROOT / folder).iterdir()):
            subprocess.run(["sh", script], env=environment, check=True)
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE one (id int)")
            assert powers(connection) == (False,) * 5
        with psycopg.connect(server.administrator_url) as connection:
            passwords = connection.execute("SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL")
            assert passwords.fetchall() == [("clubtornei",)], "nobody comes in as the superuser"


def test_the_proxy_asks_the_site_where_it_listens() -> None:
    port = re.search(r"^EXPOSE (\d+)$", CONTAINERFILE, re.MULTILINE)[1]  # type: ignore[index]
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert f"site:{port}" in caddy
    assert f"PORT={port}" in CONTAINERFILE
    mounted = [volume.split(":")[0] for volume in COMPOSE["services"]["proxy"]["volumes"]]
    assert (ROOT / mounted[0]).exists()


def test_a_unit_starts_what_is_there() -> None:
    for path in UNITS:
        if path.suffix == ".timer":
            assert path.with_suffix(".service").exists()
            continue
        unit = ConfigParser(interpolation=None)
        unit.read(path)
        service = unit["Service"]  # names of options are read in small letters
        program, *words = shlex.split(service["execstart"])
        assert program == f"{service['workingdirectory']}/.venv/bin/python"
        if words[0] == "-m":
            assert is_a_program(words[1])
        else:
            assert (ROOT / words[0]).exists()
            assert list((ROOT / "clubtornei").rglob(f"management/commands/{words[1]}.py"))
        assert service["environmentfile"] == "/etc/clubtornei.env"


class Health(http.server.BaseHTTPRequestHandler):
    """Answers as a site does that knows one name."""

    def do_GET(self) -> None:
        known = (self.path, self.headers["Host"]) == ("/health/", "tornei.example.org")
        self.send_response(200 if known else 503)
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        pass


def test_a_container_asks_the_site_by_a_name_that_it_answers_to() -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), Health) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        port = server.server_port
        assert ready(port, "tornei.example.org")
        assert not ready(port, "localhost")
        server.shutdown()
    assert not ready(port, "tornei.example.org")


def test_on_a_server_the_database_has_to_be_named() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "clubtornei.launch.serve"],
        cwd=ROOT,
        env={"LANG": "en"},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert "DATABASE_URL is missing" in ended.stderr
