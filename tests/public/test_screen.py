"""The projector: ten rows a page at most, and pages that turn without JavaScript too."""

import pytest
from django.test import Client

from clubtornei.events.models import Event
from clubtornei.public.screen import ROWS
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.closing_actions import close
from tests.factories import make_drawn_event, make_played_event, make_result, make_round
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = pytest.mark.django_db


def kinds(client: Client, event: Event, query: str = "") -> list[tuple[str, int, int]]:
    pages = client.get(f"/t/{event.slug}/screen/{query}").context["pages"]
    return [(page.kind, page.part, page.parts) for page in pages]


def test_few_players_have_a_page_of_tables_and_one_of_the_ranking(client: Client) -> None:
    event = make_played_event(6, 1)
    assert kinds(client, event) == [("round", 1, 1), ("standings", 1, 1), ("address", 1, 1)]


def test_many_players_are_cut_into_pages_of_equal_length(client: Client) -> None:
    event = make_drawn_event(24, published=True)
    make_result(event, make_round(event), 1, "1-0")
    pages = client.get(f"/t/{event.slug}/screen/").context["pages"]
    tables = [len(page.round.tables) for page in pages if page.kind == "round"]
    lines = [len(page.standings.lines) for page in pages if page.kind == "standings"]
    assert (tables, lines) == ([6, 6], [8, 8, 8])
    assert max(tables + lines) <= ROWS


def test_nobody_is_ranked_before_the_first_result(client: Client) -> None:
    event = make_drawn_event(12, published=True)
    round_ = make_round(event)
    assert kinds(client, event) == [("round", 1, 1), ("address", 1, 1)]
    assert "Classifica</h2>" not in client.get(f"/t/{event.slug}/").text
    make_result(event, round_, 1, "1-0")
    assert "Classifica</h2>" in client.get(f"/t/{event.slug}/").text


def test_the_stage_is_named_where_there_are_several(client: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    shown = client.get(f"/t/{event.slug}/screen/").text.replace(" </", "</")
    assert "<h2>Finale · Turno 1</h2>" in shown
    assert "<h2>Finale · Classifica <small>Dopo il turno 1" in shown


def test_who_rests_takes_the_room_of_a_table(client: Client) -> None:
    event = make_drawn_event(21, published=True)
    make_round(event)
    pages = client.get(f"/t/{event.slug}/screen/").context["pages"]
    rounds = [(len(page.round.tables), len(page.round.byes)) for page in pages if page.kind == "round"]
    assert rounds == [(5, 0), (5, 1)]


def test_before_the_first_round_the_screen_shows_who_plays(client: Client) -> None:
    event = make_drawn_event(12, published=True)
    assert kinds(client, event) == [("players", 1, 2), ("players", 2, 2), ("address", 1, 1)]


def test_a_closed_event_shows_its_final_ranking(client: Client) -> None:
    event = make_played_event(4, 3)
    close(event)
    assert kinds(client, event) == [("standings", 1, 1), ("address", 1, 1)]
    assert "Classifica finale" in client.get(f"/t/{event.slug}/screen/").content.decode()


def test_without_javascript_each_page_leads_to_the_next(client: Client) -> None:
    event = make_played_event(6, 1)
    shown = []
    query = ""
    for _turn in range(4):
        page = client.get(f"/t/{event.slug}/screen/{query}")
        shown.append([one.kind for one in page.context["pages"]])
        refresh = page.content.decode().partition('http-equiv="refresh" content="')[2].partition('"')[0]
        seconds, _url, address = refresh.partition("; url=")
        assert int(seconds) > 0
        query = address.removeprefix(f"/t/{event.slug}/screen/")
    assert shown == [["round", "standings", "address"], ["round"], ["standings"], ["address"]]
    assert query == "?page=1"


@pytest.mark.parametrize("asked", ["0", "4", "x", "9" * 5000])
def test_a_page_there_is_not_shows_all(asked: str, client: Client) -> None:
    event = make_played_event(6, 1)
    assert len(kinds(client, event, f"?page={asked}")) == 3


def test_the_code_on_the_screen_leads_to_the_event(client: Client) -> None:
    event = make_played_event(4, 1)
    page = client.get(f"/t/{event.slug}/screen/").content.decode()
    assert f"<title>http://testserver/t/{event.slug}/</title>" in page
    assert "style=" not in page
