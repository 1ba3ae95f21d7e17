"""Where do I sit: the tables of a round by name."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.rounds.participation.attendance.actions import set_plans
from tests.factories import make_drawn_event, make_round
from tests.rounds.printing.reading import pages, words

pytestmark = pytest.mark.django_db
COMMON = ("Rossi Marco", "Bianchi Chiara", "Conti Elena", "Gallo Stefano", "Greco Paolo")


@pytest.mark.parametrize("sheet", ["by-name", "players-by-name"])
def test_pages_by_name_say_from_where_to_where_in_letters_of_no_other(
    sheet: str, arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(96, club)
    surnames = ("Barone", "Mancini", "Mariani", "Vitale")
    for entry in event.entries.all():
        entry.name = f"{surnames[entry.entry_no % 4]} Ada {entry.entry_no}"
        entry.save()
    make_round(event)
    texts = pages(arbiter, event, sheet)
    found = [re.search(r"[BMV]\w*–[BMV]\w*", text) for text in texts]
    letters = [one[0] for one in found if one]
    assert letters[-1].split("–")[1].startswith("V")
    assert len(set(letters)) == len(texts) > 1


def test_everybody_finds_table_colour_and_opponent_by_name(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(5, club)
    event.entries.filter(entry_no=2).update(name="Àbaco Zeno")
    event.entries.filter(entry_no=5).update(name="D’Angelo Nicolò")
    make_round(event)
    (text,) = pages(arbiter, event, "by-name")
    assert "Turno 1" in text
    assert re.search(
        "1 2 Àbaco Zeno ?○ Bianco · 5 D’Angelo Nicolò 1 5 D’Angelo Nicolò ?● Nero · 2 Àbaco Zeno", text
    )
    assert re.search("– 1 Giocatore 001 ?riposo 2 3 Giocatore 003 ?○ Bianco · 4 Giocatore 004 2 4 Gioc", text)


def test_forty_five_have_one_page(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(45, club, system="amalfi", options={"rounds": 5})
    make_round(event)
    assert len(pages(arbiter, event, "by-name")) == 1


@pytest.mark.usefixtures("not_laid_out")
def test_without_colours_there_is_only_the_opponent(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, system="club-swiss")
    make_round(event)
    text = words(arbiter, event, "by-name")
    assert re.search("1 1 Giocatore 001 ?3 Giocatore 003 2 2 Giocatore 002 ?4 Giocatore 004", text)
    assert "Bianco" not in text + words(arbiter, event, "pairings")


@pytest.mark.usefixtures("not_laid_out")
def test_in_a_bracket_nobody_rests_and_points_say_nothing(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(3, club, system="knockout", ranking=["round_reached"])
    make_round(event)
    text = words(arbiter, event, "pairings")
    assert "Passa il turno: 1 Giocatore 001" in text
    assert "Punti" not in text
    listed = words(arbiter, event, "by-name")
    assert "passa il turno" in listed
    assert "riposa" not in listed


@pytest.mark.usefixtures("not_laid_out")
def test_who_is_absent_is_listed_on_every_page_and_sheet_of_the_round(
    arbiter: Client, client: Client, club: Club
) -> None:
    event = make_drawn_event(7, club, system="amalfi", options={"rounds": 3}, published=True)
    event.entries.filter(entry_no__in=[2, 5]).update(absent=[1])
    event.entries.filter(entry_no=3).update(withdrawn=1)
    make_round(event)
    for visitor, view in ((arbiter, "rounds:round"), (client, "public:pairings")):
        page = visitor.get(reverse(view, args=[event.slug, 1])).content.decode()
        said = " ".join(re.sub(r"<[^>]+>", "", page).split())
        assert "Assenti: 2 Giocatore 002, 5 Giocatore 005" in said, view
    by_name = client.get(reverse("public:pairings", args=[event.slug, 1]) + "?by=name").content.decode()
    assert by_name.count("assente") == 2
    assert "Giocatore 003" not in by_name
    text = words(arbiter, event, "by-name")
    assert text.count("assente") == 2
    text = words(arbiter, event, "pairings")
    assert "Assenti: 2 Giocatore 002, 5 Giocatore 005" in text


@pytest.mark.usefixtures("not_laid_out")
def test_who_rests_at_his_request_is_told_from_who_has_a_bye(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    set_plans(event, 4, {1: Decimal("0.5")})
    make_round(event)
    text = words(arbiter, event, "pairings")
    assert "4 Giocatore 004 (½ a richiesta)" in text and text.count("a richiesta") == 1
    assert "riposo (½ a richiesta)" in words(arbiter, event, "by-name")
