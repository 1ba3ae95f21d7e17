"""`/metrics/`: for a token, what all processes have counted, and what is looked up."""

import os
import re
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings as site_settings
from django.core.files.base import ContentFile
from django.test import Client
from django.utils.timezone import localtime

from clubtornei.backups import site_backups
from clubtornei.backups.archive import NAME
from clubtornei.jobs.actions import request_job
from tests.factories import make_club

pytestmark = pytest.mark.django_db
TOKEN = {"authorization": "Bearer lungo-e-a-caso"}


@pytest.fixture(autouse=True)
def token(settings) -> None:
    settings.METRICS_TOKEN = "lungo-e-a-caso"
    settings.STORAGES = dict(settings.STORAGES)  # what is in memory goes with the test
    site_settings.METRICS_DIR.mkdir(exist_ok=True)


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0


def read(client: Client) -> str:
    answer = client.get("/metrics/", headers=TOKEN)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer falso", "lungo-e-a-caso", "Basic lungo-e-a-caso", "Bearer é"]
)
def test_without_the_token_nobody_reads_them_not_even_from_this_machine(client: Client, given: str) -> None:
    answer = client.get("/metrics/", headers={"authorization": given}, REMOTE_ADDR="127.0.0.1")
    assert (answer.status_code, answer.content, answer["WWW-Authenticate"]) == (401, b"", "Bearer")


def test_where_no_token_is_set_there_is_no_such_page(client: Client, settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics/", headers={"authorization": "Bearer "}).status_code == 404


def test_requests_are_counted_with_their_time_by_room_and_outcome(client: Client) -> None:
    counted = 'clubtornei_request_seconds_count{room="accounts",status="3xx"}'
    before = value(read(client), counted)
    assert client.get("/account/").status_code == 302
    assert value(read(client), counted) == before + 1


def test_what_another_process_has_counted_is_among_them(client: Client) -> None:
    counted = 'clubtornei_request_seconds_count{room="elsewhere",status="2xx"}'
    before = value(read(client), counted)
    words = ["import django; django.setup()", "from clubtornei.operations.metrics import REQUESTS"]
    words.append('REQUESTS.labels("elsewhere", "2xx").observe(0.3)')
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
    subprocess.run([sys.executable, "-c", "; ".join(words)], env=environment, check=True)
    assert value(read(client), counted) == before + 1


def test_the_age_of_the_last_backup_is_told_once_there_is_one(client: Client) -> None:
    assert "clubtornei_backup_age_seconds " not in re.sub("^#.*$", "", read(client), flags=re.MULTILINE)
    for hours in (3, 30):
        made = localtime() - timedelta(hours=hours)
        site_backups.files().save(f"{made.strftime(NAME)}_start.tar", ContentFile(b""))
    assert 10_799 <= value(read(client), "clubtornei_backup_age_seconds") < 10_900


def test_the_connections_of_the_database_are_told(client: Client) -> None:
    assert value(read(client), 'clubtornei_database_connections{state="active"}') >= 1


def test_the_queue_of_jobs_is_told(client: Client) -> None:
    request_job(make_club(), "print", "key", {})
    assert value(read(client), 'clubtornei_jobs{state="waiting"}') == 1
