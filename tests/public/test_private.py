"""What is private stays so: planted values are looked for on every public page, in both languages."""

import json
import re
from itertools import product

import pytest
from django.test import Client

from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import publish
from clubtornei.rounds.models import Proposal, Round, Table
from clubtornei.rounds.results.proposal_actions import propose_result
from clubtornei.rounds.stages.entrant_actions import begin_stage, decline, invite
from tests.factories import make_drawn_event, make_event, make_played_event, make_result, make_round
from tests.public.pages import PAGES, page_of
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

YEAR = "1931"
PLANTED = (
    YEAR,
    "planted@example.org",
    "soffre di cuore",
    "+39 333",
    "8800042",
    "TESSERA77",
    "chiave-ignota",
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept_event(kept_db: None) -> Event:
    """Two rounds played, a third as a draft, and something private wherever the database has room for it."""
    event = make_played_event(5, 2)
    for entry in event.entries.select_related("player"):
        player = entry.player
        player.birth_year, player.contact = 1931, "planted@example.org, +39 333"
        player.notes = "soffre di cuore"
        player.fide_id, player.fsi_id = 8800042 + entry.entry_no * 10**7, f"TESSERA77-{entry.entry_no}"
        player.save()
        entry.extra = {"chiave-ignota": "+39 333", "born": 1931}
        entry.present = True
        entry.save()
    event.extra = {"chiave-ignota": "soffre di cuore"}
    event.save()
    event.stages.update(extra={"chiave-ignota": 1931})
    Round.objects.filter(stage__event=event).update(extra={"chiave-ignota": 1931})
    Table.objects.filter(round__stage__event=event).update(extra={"chiave-ignota": "planted@example.org"})
    make_round(event, published=False)
    return event


@pytest.fixture
def event(kept_event: Event) -> Event:
    return Event.objects.get(pk=kept_event.pk)


def test_nothing_private_is_on_any_page(event: Event, client: Client) -> None:
    for name, language in product(PAGES, ("it", "en")):
        shown = client.get(page_of(event, name), headers={"Accept-Language": language}).text
        assert leaked(shown) == [], (name, language)


def leaked(shown: str) -> list[str]:
    """What is planted; the year as a word of its own: fingerprints have any four digits in them."""
    return [one for one in PLANTED if re.search(_A_WORD if one == YEAR else re.escape(one), shown)]


_A_WORD = rf"(?<![\w.:-]){YEAR}(?!\w)"


def test_what_is_planted_is_found_where_it_stands_but_not_in_a_fingerprint() -> None:
    assert leaked('{"born": 1931, "fide": 18800042, "contact": "+39 333"}') == [YEAR, "+39 333", "8800042"]
    assert leaked("<b>1931-05-02</b>") == leaked("nato nel 1931.") == [YEAR]
    assert leaked("a71931c torneo-1931 12:00:00.193100Z") == []


def test_the_document_says_nothing_of_who_was_called_present(event: Event, client: Client) -> None:
    document = json.loads(client.get(page_of(event, "document")).content)
    assert all("site" not in player for player in document["players"])


def test_no_draft_is_seen_anywhere(event: Event, client: Client) -> None:
    document = json.loads(client.get(page_of(event, "document")).content)
    assert len(document["stages"][0]["rounds"]) == 2
    assert client.get(f"/t/{event.slug}/rounds/3/").status_code == 404
    assert client.get(f"/t/{event.slug}/rounds/3/tables/1/").status_code == 404
    assert client.get(f"/t/{event.slug}/standings/?after=3").status_code == 404
    assert "Turno 2" in client.get(page_of(event, "event")).content.decode()
    assert "Turno 3" not in client.get(page_of(event, "event")).content.decode()
    assert "Turno 3" not in client.get(page_of(event, "screen")).content.decode()


def test_what_a_table_proposes_is_not_public(event: Event, client: Client) -> None:
    publish(event, 3)
    before = client.get(page_of(event, "document")).content

    propose_result(event, Table.objects.games().get(round__number=3, number=1).pk, "1-0")

    assert Proposal.objects.waiting().count() == 1
    assert client.get(page_of(event, "document")).content == before


def test_who_is_asked_about_a_stage_to_come_is_told_when_it_begins(client: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, published=True)
    play(event, 1, 1)
    decline(event, 2, 1, True)
    invite(event, 2, 9, True)

    def told() -> tuple[list[int], list[int]]:
        stage = json.loads(client.get(page_of(event, "document")).content)["stages"][1]
        return stage.get("declined", []), stage.get("site", {}).get("invited", [])

    assert told() == ([], [])
    invite(event, 2, 9, False)
    begin_stage(event, 2)
    assert told() == ([1], [])


def test_the_seed_is_told_only_after_the_draw(client: Client) -> None:
    announced = make_event(published=True, seed="nascosto-ancora", commitment="c" * 64)
    for name in ("event", "verify", "document", "screen"):
        assert "nascosto-ancora" not in client.get(page_of(announced, name)).content.decode()
    assert "c" * 64 in client.get(page_of(announced, "verify")).content.decode()

    drawn = make_drawn_event(4, published=True, seed="ora-si-sa")
    assert json.loads(client.get(page_of(drawn, "document")).content)["seed"] == "ora-si-sa"
    assert "ora-si-sa" in client.get(page_of(drawn, "verify")).content.decode()


@pytest.mark.parametrize(
    "page",
    ["rounds/0/", "rounds/9/", "rounds/1/tables/9/", "players/99/", "standings/99/", "standings/?after=9"],
)
def test_what_there_is_not_is_not_found(page: str, event: Event, client: Client) -> None:
    assert client.get(f"/t/{event.slug}/{page}").status_code == 404


def test_an_address_that_no_event_can_have_is_not_found(client: Client) -> None:
    assert client.get("/t/%00/").status_code == 404


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "9" * 5000, "²"])
def test_nonsense_for_a_round_is_not_found(after: str, event: Event, client: Client) -> None:
    assert client.get(f"/t/{event.slug}/standings/", {"after": after}).status_code == 404


def test_a_live_result_shows_where_the_round_is_played(client: Client) -> None:
    event = make_played_event(4, 1)
    round_ = make_round(event)
    assert "0 risultati su 2" in client.get(page_of(event, "event")).content.decode()
    make_result(event, round_, 1, "+--")
    shown = client.get(page_of(event, "event")).content.decode()
    assert "1 risultato su 2" in shown
    assert "Forfait: vince Giocatore " in shown
