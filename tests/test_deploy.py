"""What a server is set up with: the files of the container, of compose and of systemd fit the program."""

import http.server
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from configparser import ConfigParser
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import psycopg
import pytest
import yaml
from django.db.models import F
from pytest_django.live_server_helper import LiveServer

from bench import nginx
from bench.nginx import temporary_nginx
from clubtornei.accounts.models import Role
from clubtornei.backups.programs import program
from clubtornei.backups.site_backups import BASE_BACKUP
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.launch import system
from clubtornei.launch.postgres import temporary_postgres
from clubtornei.launch.ready import ready
from tests.factories import make_event, make_played_event, signed_in
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
    assert named == [f"clubtornei.launch.{name}" for name in ("compile", "ready", "serve")]
    assert all(is_a_program(name) for name in named)


def test_compose_gives_the_site_only_variables_that_it_reads() -> None:
    site = COMPOSE["services"]["site"]["environment"]
    assert {"DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "CACHE_URL", "TIME_ZONE"} <= set(site)
    assert set(site) <= variables_read()


def test_the_cache_asks_for_the_password_that_the_site_gives() -> None:
    password = "${CACHE_PASSWORD:?is missing in .env}"
    cache = COMPOSE["services"]["cache"]
    assert cache["command"] == f"valkey-server {cache['configs'][0]['target']}", (
        "a password would show in `ps`"
    )
    assert f"requirepass {password}\n" in COMPOSE["configs"][cache["configs"][0]["source"]]["content"]
    assert f":{password}@cache" in COMPOSE["services"]["site"]["environment"]["CACHE_URL"]


def test_no_log_of_compose_fills_the_disk() -> None:
    assert {service["logging"]["driver"] for service in COMPOSE["services"].values()} == {"local"}


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
        subprocess.run(["sh", ROOT / folder / "role.sh"], env=environment, check=True)
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE one (id int)")
            assert powers(connection) == (False,) * 5
            connection.execute(BASE_BACKUP)
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


needs_nginx = pytest.mark.skipif(nginx.program() is None, reason="nginx is not installed")


@needs_nginx
def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    command = [nginx.program() or "", "-t", "-c", nginx.written(tmp_path, 8080, 8000)]
    tried = subprocess.run(command, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr


@needs_nginx
@pytest.mark.django_db(transaction=True)
def test_nginx_keeps_a_public_page_for_all_of_a_language_and_no_other_page(live_server: LiveServer) -> None:
    event = make_played_event(4, 1)
    organiser = signed_in(event.club, Role.OWNER).cookies["sessionid"].value

    with temporary_nginx(int(live_server.url.rpartition(":")[2])) as front:

        def got(path: str, **headers: str) -> str:
            request = Request(
                f"http://localhost:{front.port}{path}", headers={"Accept-Language": "it", **headers}
            )
            with urlopen(request) as answer:
                return str(answer.read().decode())

        public, desk = f"/t/{event.slug}/", f"/e/{event.slug}/"
        assert 'lang="en"' in got(public, Cookie="django_language=en")
        shown = got(public)
        assert 'lang="it"' in shown
        Event.objects.filter(pk=event.pk).update(name="Un altro nome", version=F("version") + 1)
        assert got(public, Cookie=f"sessionid={organiser}; django_language=it") == shown, "no longer kept"
        assert "Un altro nome" in got(desk, Cookie=f"sessionid={organiser}")
        assert "Un altro nome" not in got(desk), "kept for whoever comes next"


@needs_nginx
@pytest.mark.django_db(transaction=True)
def test_nginx_hands_the_forms_of_public_pages_the_cookie_that_they_need(live_server: LiveServer) -> None:
    """Without it every sign-up is refused (CSRF)."""
    event = make_event(published=True)
    SignUpSettings.objects.create(event=event, enabled=True)
    with temporary_nginx(int(live_server.url.rpartition(":")[2])) as front:
        address = f"http://localhost:{front.port}/t/{event.slug}/sign-up/"
        with urlopen(address) as page:
            cookie = page.headers["Set-Cookie"].partition(";")[0]
        body = urlencode({"csrfmiddlewaretoken": cookie.partition("=")[2]}).encode()
        with pytest.raises(HTTPError) as answer:
            urlopen(Request(address, body, {"Cookie": cookie}))
        assert answer.value.code == 422, "the form comes back, as nothing is filled in"


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


def test_the_site_as_a_service_writes_only_its_data_and_root_owns_the_program() -> None:
    """Whoever gets into the site cannot change what root and postgres run from its folder."""
    unit = ConfigParser(interpolation=None)
    unit.read(ROOT / "deploy" / "systemd" / "clubtornei.service")
    service = unit["Service"]
    assert service["protectsystem"] == "strict"
    assert service["readwritepaths"] == f"{service['workingdirectory']}/var"
    page = (ROOT / "docs" / "en" / "deploy.md").read_text()
    steps = page.partition("\n## With systemd\n")[2].partition("\n## ")[0]
    owned = re.findall(rf"chown (?:-R )?{service['user']}: (\S+)", steps)
    assert owned == ["var"]
    prepared = re.findall(r"^(.*)\.venv/bin/python (.+)$", steps, re.MULTILINE)
    assert [words for before, words in prepared if not before] == [
        "-m pip install --require-hashes -r requirements.txt",
        "-m clubtornei.launch.compile",
    ]


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if not (analyze := shutil.which("systemd-analyze")):
        pytest.skip("systemd-analyze is not installed")
    for unit in UNITS:
        text = unit.read_text().replace("/srv/clubtornei/.venv/bin/python", sys.executable)
        (tmp_path / unit.name).write_text(text)
    units = [tmp_path / unit.name for unit in UNITS]
    tried = subprocess.run([analyze, "verify", "--man=no", *units], capture_output=True, text=True)
    assert (tried.returncode, tried.stderr) == (0, "")


def test_caddy_takes_its_configuration() -> None:
    if not (caddy := shutil.which("caddy")):
        pytest.skip("caddy is not installed")
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", ROOT / "deploy" / "Caddyfile"]
    environment = os.environ | {"DOMAIN": "tornei.example.org"}
    tried = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr


def test_compose_keeps_to_its_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    tried = subprocess.run([*command, ROOT / "compose.yaml"], capture_output=True, text=True)
    assert tried.returncode == 0, tried.stdout


@pytest.mark.integration
def test_the_statements_of_the_page_make_a_role_that_can_serve_and_nothing_more() -> None:
    page = (ROOT / "docs" / "en" / "deploy.md").read_text()
    statements = re.findall(r'psql (?:-d (\w+) )?-c "([^"]+)"', page)
    assert len(statements) == 4
    with temporary_postgres() as server:
        main = server.administrator_url.replace("/clubtornei", "/postgres")
        with psycopg.connect(main, autocommit=True) as new:
            new.execute("DROP DATABASE clubtornei")
            new.execute("DROP ROLE clubtornei")
        for database, statement in statements:
            url = server.administrator_url if database else main
            with psycopg.connect(url, autocommit=True) as administrator:
                administrator.execute(statement)
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE one (id int)")
            assert powers(connection) == (False,) * 5
            connection.execute(BASE_BACKUP)


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"ALLOWED_HOSTS": "tornei.example.org,b.example.org", "HTTPS": "1"}, "https://tornei.example.org/"),
        ({"PORT": "9000"}, "http://127.0.0.1:9000/"),
    ],
)
def test_the_log_begins_with_the_address_and_how_to_get_the_code(
    environment: dict[str, str], named: str
) -> None:
    unreachable = {"LANG": "en", "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "k" * 50}
    ended = subprocess.run(
        [sys.executable, "-m", "clubtornei.launch.serve"],
        cwd=ROOT,
        env=unreachable | environment,
        capture_output=True,
        text=True,
    )
    first = ended.stdout.splitlines()[0]
    assert first.startswith(f"ClubTornei: {named} ") and first.endswith("manage.py setup_code")


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
