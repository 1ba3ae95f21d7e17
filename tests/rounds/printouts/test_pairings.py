"""Where do I sit: the tables of a round by name."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.snapshot.calendar import ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.alphabet import ranges
from clubtornei.rounds.tables.by_name import PlayerPlace
from clubtornei.rounds.tables.name_boards import FROM_AFAR, IN_COMMON, name_boards
from clubtornei.rounds.typesetting.paper_format import A4
from scoring.record import Player
from tests.factories import make_all_results, make_drawn_event, make_round
from tests.rounds.printouts.reading import pages, words

pytestmark = pytest.mark.django_db
COMMON = ("Rossi Marco", "Bianchi Chiara", "Conti Elena", "Gallo Stefano", "Greco Paolo")


def places(count: int) -> list[PlayerPlace]:
    players = (
        Player(id=number, number=number, name=f"Giocatore {number:03}") for number in range(1, count + 1)
    )
    return [PlayerPlace(player=player) for player in players]


def test_names_run_down_a_column_then_down_the_next_and_the_last_page_is_even() -> None:
    pages = name_boards(places(75)).pages
    listed = [
        row[column].player.number
        for page in pages
        for column in range(2)
        for row in page.rows
        if row[column] is not None
    ]
    assert listed == list(range(1, 76))
    assert [row[1] is None for row in pages[-1].rows].count(True) <= 1
    assert pages[0].last.name < pages[1].first.name


def test_few_names_stand_in_one_column_in_larger_type_than_many() -> None:
    few, many = name_boards(places(8)), name_boards(places(60))
    assert (few.columns, len(few.pages)) == (1, 1)
    assert few.size > many.size >= FROM_AFAR


@pytest.mark.parametrize(("count", "columns", "least"), [(12, 2, 26), (16, 2, 26), (24, 2, 20)])
def test_a_long_name_takes_two_lines_rather_than_keep_the_others_small(
    count: int, columns: int, least: float
) -> None:
    names = ("Montecuccoli degli Erri Maria Vittoria", *COMMON * 5)
    players = [Player(id=number, number=number, name=name) for number, name in enumerate(names[:count], 1)]
    tables = [ShownTable(number=number, seats=(player, players[1])) for number, player in enumerate(players)]
    boards = name_boards([PlayerPlace(player=table.seats[0], table=table) for table in tables])
    assert (boards.columns, len(boards.pages)) == (columns, 1) and 1 <= boards.broken <= 2
    assert boards.size >= least


def test_what_is_noted_of_a_name_takes_the_room_that_names_leave() -> None:
    boards = name_boards(places(3))
    assert boards.note_size >= 0.75 * boards.size and len(boards.pages) == 1


def test_two_pages_that_share_an_initial_say_so_many_letters_as_tell_them_apart() -> None:
    def letters(*names: tuple[str, str]) -> list[tuple[str, str]]:
        players = [tuple(Player(id=1, number=1, name=name) for name in of_page) for of_page in names]
        return ranges([(first, last) for first, last in players])

    assert letters(("Amato Rosa", "D’Angelo Nicolò")) == [("A", "D")]
    found = letters(("Barone Luca", "Mancini Sara"), ("Mariani Ada", "Vitale Ugo"))
    assert found == [("B", "Man"), ("Mar", "V")]


@pytest.mark.parametrize(
    ("last", "first", "ends"),
    [
        ("Martini Ada", "Martino Ugo", ("Martini", "Martino")),
        ("Lombardi Ada", "Lombardo Ugo", ("Lombardi", "Lombardo")),
        ("De Santis Ada", "Del Bene Ugo", ("De S", "Del")),
        ("Rosa Ada", "Rosati Ugo", ("Ros. A", "Rosat")),
        ("Rossi Mario", "Rossi Sara", ("Ros. M", "Ros. S")),
    ],
)
def test_no_two_sheets_share_an_end(last: str, first: str, ends: tuple[str, str]) -> None:
    names = ("Abate Ada", last), (first, "Zanetti Ugo")
    sheets = [(Player(id=1, number=1, name=name), Player(id=2, number=2, name=end)) for name, end in names]
    assert ranges(sheets, IN_COMMON) == [("A", ends[0]), (ends[1], "Z")]


def test_each_sheet_by_name_is_headed_by_letters_of_no_other() -> None:
    names = [f"{surname} Ada" for surname in ("Barone", "Mancini", "Mariani", "Vitale") for _ in range(25)]
    players = [Player(id=number, number=number, name=name) for number, name in enumerate(names, 1)]
    pages = name_boards([PlayerPlace(player=player) for player in players]).pages
    assert len(pages) == len({page.letters for page in pages}) > 1
    assert max(len(page.letters) for page in pages) <= 7, "of a surname on two pages three letters"


def test_everybody_finds_table_colour_and_opponent_by_name(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(5, club)
    event.entries.filter(entry_no=2).update(name="Àbaco Zeno")
    event.entries.filter(entry_no=5).update(name="D’Angelo Nicolò")
    make_round(event)
    (text,) = pages(arbiter, event, "by-name")
    assert "Turno 1" in text
    assert "À" not in text.split("Àbaco")[0] and "A–G" in text
    assert re.search(
        "1 2 Àbaco Zeno ?Bianco · 5 D’Angelo Nicolò 1 5 D’Angelo Nicolò ?Nero · 2 Àbaco Zeno", text
    )
    assert re.search("– 1 Giocatore 001 ?riposa 2 3 Giocatore 003 ?Bianco · 4 Giocatore 004 2 4 Gioc", text)


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


def test_two_hundred_listed_stay_large_on_six_pages_that_say_who_is_on_them(club: Club) -> None:
    event = make_drawn_event(200, club)
    event.entries.filter(entry_no=7).update(name="Giocatore Massimiliano Maria di Santacroce-Bentivoglio")
    make_round(event)
    boards = SHEETS["by-name"].context(EventSnapshot(event), 1, A4)["boards"]
    assert len(boards.pages) == 6 and boards.size >= 12
    assert len({page.letters for page in boards.pages}) == 6


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
def test_the_match_for_third_place_is_named_on_every_sheet_and_page(
    arbiter: Client, client: Client, club: Club
) -> None:
    event = make_drawn_event(
        4,
        club,
        system="knockout",
        ranking=["round_reached"],
        options={"third_place": True},
        published=True,
    )
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    for sheet in ("pairings", "by-name", "slips"):
        assert "Finale per il 3° posto" in words(arbiter, event, sheet), sheet
    assert "Per il 3° posto" in words(arbiter, event, "bracket")
    page = client.get(reverse("public:pairings", args=[event.slug, 2])).content.decode()
    assert page.count("Finale per il 3° posto") == 1


def test_draw_numbers_have_a_column_apart_from_the_points(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club)
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    (text,) = pages(arbiter, event, "pairings")
    assert "Tav. Punti N. Bianco Risultato N. Nero Punti" in text


def test_pairings_of_a_round_without_tables_have_no_rows(club: Club) -> None:
    event = make_drawn_event(4, club)
    make_round(event).tables.all().delete()
    assert SHEETS["pairings"].context(EventSnapshot(event), 1, A4)["leaves"] == [[]]
