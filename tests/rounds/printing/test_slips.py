"""What lies on the tables: slips to cut, with the way to enter the result."""

import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.printing.sheet import sheet_html
from clubtornei.rounds.printing.slips import links_of, pages_to_cut
from tests.factories import make_drawn_event, make_result, make_round
from tests.rounds.printing.reading import pages, pdf_of, words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("count", [1, 4, 5, 7, 8, 9, 50])
def test_a_stack_of_pages_cut_through_lies_in_order(count: int) -> None:
    stack = pages_to_cut(range(1, count + 1), 4)
    assert all(1 <= len(page) <= 4 for page in stack)
    piles = [[page[strip] for page in stack if strip < len(page)] for strip in range(4)]
    assert [slip for pile in piles for slip in pile] == list(range(1, count + 1))


def test_seven_tables_take_two_pages(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(14, club, name="Sociale")
    make_round(event)
    texts = pages(arbiter, event, "slips")
    assert [re.findall(r"Tavolo (\d)", text) for text in texts] == [list("1357"), list("246")]


def test_a3_has_twice_as_many_of_the_same_size_side_by_side(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(20, club, name="Sociale")
    make_round(event)
    made = pdf_of(arbiter, f"/e/{event.slug}/prints/slips.pdf?paper=A3").pages
    assert [len(re.findall(r"Tavolo", page.extract_text())) for page in made] == [5, 5]
    assert {round(page.mediabox.width) for page in made} == {1191}


@pytest.mark.usefixtures("not_laid_out")
def test_a_slip_names_round_event_players_and_colours(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(3, club, name="Sociale")
    event.entries.filter(entry_no=2).update(name="D’Angelo Nicolò", affiliation="La Torre")
    make_round(event)
    text = words(arbiter, event, "slips")
    for phrase in (
        "Tavolo 1 Turno 1 Circolo di prova · Sociale",
        "D’Angelo Nicolò Bianco · La Torre",
        "Giocatore 003 Nero",
        "Firma",
        "lo conferma l’arbitro",
    ):
        assert phrase in text


@pytest.mark.usefixtures("not_laid_out")
def test_a_match_has_a_box_for_each_game_and_one_for_the_sum(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, system="knockout", options={"games": 2})
    make_round(event)
    text = words(arbiter, event, "slips")
    assert text.count("1ª 2ª Totale") == 2
    assert text.count("Bianco nella prima partita") == 2


@pytest.mark.usefixtures("not_laid_out")
def test_games_that_nobody_plays_have_no_slip(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club)
    make_result(event, make_round(event), 2, "+--")
    text = words(arbiter, event, "slips")
    assert re.findall(r"Tavolo (\d)", text) == ["1", "3"]


def test_the_code_on_a_slip_leads_to_its_table(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, published=True)
    make_round(event)
    make_round(event)
    links = links_of(EventSnapshot(event), 2)
    assert list(links) == [1, 2]
    for table, link in links.items():
        text = Client().get(link).content.decode()
        assert f"Tavolo {table}" in text
        assert "Turno 2" in text


@pytest.mark.parametrize("name", ["slips", "scores"])
def test_while_sending_waits_a_table_has_the_code_of_the_hall_too(name: str, club: Club) -> None:
    event = make_drawn_event(4, club, published=True)
    link = f"/q/{make_round(event).tables.get(number=1).link_key}/"

    def codes() -> list[str]:
        snapshot = EventSnapshot(event)
        context = SHEETS[name].context(snapshot, 1, A4)
        html = sheet_html(SHEETS[name], snapshot, context, "http://192.168.1.2:8000", "/t/torneo/").html
        return [one for one in re.findall(r'alt="([^"]+)"', html) if one.endswith(link)]

    event.public_site, event.public_slug = "https://rete.example", "torneo"
    assert codes() == [f"https://rete.example{link}"]
    event.unreached = True
    assert codes() == [f"https://rete.example{link}", f"http://192.168.1.2:8000{link}"]
