"""The bracket on paper: which paper, how many sheets, and how they hang together."""

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from tests.factories import make_all_results, make_drawn_event, make_event, make_result, make_round
from tests.rounds.printing.reading import sheet_pages, words

pytestmark = pytest.mark.django_db
A4 = (595, 842)  # points


def test_joints_say_to_which_sheet_winners_go_and_from_which_they_come(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(64, club, system="knockout")
    made = sheet_pages(arbiter, event, "bracket")
    sides = [tuple(sorted((round(page.mediabox.width), round(page.mediabox.height)))) for page in made]
    assert sides == [A4] * 3
    texts = [page.extract_text() for page in made]
    assert [text.count("→ foglio 3") for text in texts] == [2, 2, 0]
    for sheet, text in enumerate(texts, 1):
        assert f"Tabellone · Foglio {sheet} di 3" in " ".join(text.split())


@pytest.mark.usefixtures("not_laid_out")
def test_the_sheet_shows_results_who_goes_on_and_the_tables_still_playing(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(5, club, system="knockout", options={"third_place": True})
    make_all_results(event, make_round(event), "1-0")
    second = make_round(event)
    make_result(event, second, 1, "0-1")
    text = words(arbiter, event, "bracket")
    for phrase in ("Quarti di finale", "Semifinali", "Finale per il 3° posto", "Giocatore 005"):
        assert phrase in text


@pytest.mark.usefixtures("not_laid_out")
def test_the_sheet_says_who_went_through_without_playing_and_who_is_champion(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(3, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    text = words(arbiter, event, "bracket")
    assert text.count("1 Giocatore 001") == 2  # where he enters, and in the final
    assert "Ha vinto" not in text
    make_all_results(event, make_round(event), "0-1")
    text = words(arbiter, event, "bracket")
    winner = event.stages.get().rounds.get(number=2).tables.get().seats.get(position=2).entry
    assert f"Ha vinto {winner.number} {winner.name}" in text


def test_without_a_bracket_there_is_no_sheet(arbiter: Client, club: Club) -> None:
    assert "bracket.pdf" not in arbiter.get(f"/e/{make_drawn_event(8, club).slug}/prints/").content.decode()
    empty = make_event(club, system="knockout")
    assert arbiter.get(f"/e/{empty.slug}/prints/bracket.pdf").status_code == 404
    assert "Quando ci sono abbastanza iscritti." in arbiter.get(f"/e/{empty.slug}/prints/").content.decode()
