"""Whoever reads the page can check the draw: with the commands it gives, and with nothing of ours."""

import hashlib
import json
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubtornei.events.models import Event, NumberingMethod
from clubtornei.rounds.numbers.actions import announce_draw, draw_numbers
from clubtornei.web import local_hosts
from pairing.registry import SYSTEM_SPECS
from scoring.record import read
from tests.factories import make_drawn_event, make_entries, make_event, make_played_event, make_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Announced and drawn by lot, one round published, another as a draft."""
    event = make_event(published=True)
    make_entries(event, 6)
    announce_draw(event)
    draw_numbers(event, NumberingMethod.RANDOM)
    event.refresh_from_db()
    make_round(event)
    make_round(event, published=False)
    return event


def run(*arguments: str, document: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", *arguments, "-"]
    return subprocess.run(command, input=document, capture_output=True, cwd=settings.BASE_DIR, check=False)


def test_the_one_command_finds_every_round_as_the_rules_have_it(event: Event, client: Client) -> None:
    document = client.get(f"/t/{event.slug}/document.json")
    assert document["Content-Disposition"] == f'attachment; filename="{event.slug}.json"'
    checked = run("pairing", "check", document=document.content)
    assert checked.returncode == 0, checked.stderr
    assert json.loads(checked.stdout) == {"ok": True, "rounds": [{"stage": 1, "round": 1, "ok": True}]}
    drawn = run("pairing", "draw", document=document.content)
    numbers = {str(entry.entry_no): entry.number for entry in event.entries.all()}
    assert json.loads(drawn.stdout)["numbers"] == numbers


def test_the_one_command_finds_a_table_that_was_changed(event: Event, client: Client) -> None:
    document = json.loads(client.get(f"/t/{event.slug}/document.json").content)
    document["stages"][0]["rounds"][0]["tables"][0]["seats"].reverse()
    assert run("pairing", "check", document=json.dumps(document).encode()).returncode == 1


def test_the_file_of_the_text_has_a_name_in_the_reader_s_language(event: Event, client: Client) -> None:
    shown = {
        language: client.get(f"/t/{event.slug}/verify/", headers={"Accept-Language": language}).text
        for language in ("it", "en")
    }
    assert "sha256sum testo.txt" in shown["it"]
    assert "sha256sum text.txt" in shown["en"]


def test_the_document_is_one_that_the_engines_read(event: Event, client: Client) -> None:
    document = read(client.get(f"/t/{event.slug}/document.json").content, SYSTEM_SPECS)
    assert document.seed == event.seed
    assert [player.id for player in document.players] == [
        entry.entry_no for entry in event.entries.order_by("number")
    ]


def test_the_commitment_is_the_digest_of_the_text_on_the_page(event: Event, client: Client) -> None:
    response = client.get(f"/t/{event.slug}/verify/")
    text = response.context["verification"].text
    assert hashlib.sha256(text.encode()).hexdigest() == event.commitment
    page = response.content.decode()
    assert event.commitment in page
    assert f"{event.seed}\n1\tGiocatore 001\t" in page


def test_the_lots_on_the_page_give_the_numbers(event: Event, client: Client) -> None:
    page = client.get(f"/t/{event.slug}/verify/").content.decode()
    lots = sorted(
        (hashlib.sha256(f"{event.seed}\0001\0draw\0{entry.entry_no}".encode()).hexdigest(), entry.number)
        for entry in event.entries.all()
    )
    assert [number for _digest, number in lots] == [1, 2, 3, 4, 5, 6]
    assert [page.count(f"{digest[:16]}…") for digest, _number in lots] == [1] * 6


def test_the_page_of_an_announced_draw_makes_six_queries_and_the_document(
    event: Event, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(12):
        client.get(f"/t/{event.slug}/verify/")


def test_a_moment_late_in_the_evening_is_on_the_day_in_italy(event: Event, client: Client) -> None:
    Event.objects.update(drawn_at=datetime(2026, 11, 27, 23, 30, tzinfo=UTC))
    page = " ".join(client.get(f"/t/{event.slug}/verify/").content.decode().split())
    assert "Sorteggio fatto il 28 novembre 2026 alle 00:30" in page


def test_before_the_draw_there_is_only_the_commitment(client: Client) -> None:
    event = make_event(published=True)
    make_entries(event, 4)
    assert "non è ancora stato annunciato" in client.get(f"/t/{event.slug}/verify/").content.decode()
    announce_draw(event)
    event.refresh_from_db()
    page = client.get(f"/t/{event.slug}/verify/").content.decode()
    assert event.commitment in page
    assert event.seed not in page


def test_numbers_from_an_envelope_are_said_to_be_beyond_proof(client: Client) -> None:
    event = make_drawn_event(4, published=True, draw_method="hand")
    assert "scritti dall’arbitro" in client.get(f"/t/{event.slug}/verify/").content.decode()


def test_the_address_is_one_that_others_in_the_hall_can_open(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_hosts, "own_addresses", lambda: ["192.168.7.5"])
    event = make_played_event(4, 1)
    page = client.get(f"/t/{event.slug}/verify/", headers={"Host": "localhost:8123"}).content.decode()
    document = f"http://192.168.7.5:8123/t/{event.slug}/document.json"
    assert f"curl -s {document} | python -m pairing check -" in page
