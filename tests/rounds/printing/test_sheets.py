"""The sheets for the wall: how many pages, what stands on them, who gets them."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils.timezone import localdate
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.club_actions import change_colour, put_logo
from clubtornei.accounts.logos import read_logo
from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.templatetags.dates import day
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.stages.entrant_actions import begin_stage
from tests.caches import forget_everything
from tests.factories import (
    logo_file,
    make_drawn_event,
    make_entries,
    make_event,
    make_played_event,
    make_result,
    make_round,
)
from tests.rounds.printing.reading import pages, printed, sheet_pages, words
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = pytest.mark.django_db

# Of a round robin. The slips also need to know which table is which, for their codes.
QUERIES = {
    "announcement": 9,
    "players": 9,
    "players-by-name": 9,
    "acceptance": 9,
    "pairings": 9,
    "by-name": 9,
    "slips": 12,
    "standings": 9,
    "crosstable": 9,
    "calendar": 9,
    "numbers": 9,
    "envelopes": 9,
}


def rename(event: Event, entry_no: int, name: str) -> None:
    event.entries.filter(entry_no=entry_no).update(name=name)


@pytest.mark.usefixtures("not_laid_out")
def test_the_envelopes_of_the_varma_draw_hold_their_numbers(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(9, club)
    text = words(arbiter, event, "envelopes")
    for envelope in ("Busta A", "3, 4, 8", "Busta B", "5, 7, 9", "Busta C", "1, 6", "Busta D"):
        assert envelope in text
    assert text.split("Busta D")[1].split()[0] == "2"  # nine players: the last number is not used


def test_the_header_names_club_event_round_place_and_date(arbiter: Client, club: Club) -> None:
    event = make_played_event(
        4, 2, club, name="Sociale d’autunno", place="Sala del Tè", starts_on=date(2026, 3, 3)
    )
    (text,) = pages(arbiter, event, "pairings")
    for word in (
        "CIRCOLO DI PROVA",
        "Sociale d’autunno",
        "Sala del Tè",
        "Turno 2",
        day(localdate()),  # of the round
        "pagina 1 di 1",
    ):
        assert word in text
    assert "3 marzo 2026" in pages(arbiter, event, "standings")[0]


@pytest.mark.usefixtures("not_laid_out")
def test_the_standings_of_a_round_are_printed_after_the_next_one_is_paired(
    arbiter: Client, club: Club
) -> None:
    event = make_played_event(6, 2, club)
    before = words(arbiter, event, "standings")
    make_round(event)
    assert "Classifica dopo il turno 2" in before
    assert words(arbiter, event, "standings", 2) == before
    listed = arbiter.get(f"/e/{event.slug}/prints/?round=2").text
    assert f"/e/{event.slug}/prints/standings.pdf?paper=A4&amp;round=2" in listed


@pytest.mark.usefixtures("not_laid_out")
def test_a_board_shows_tables_players_points_and_results(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 2, club)
    rename(event, 1, "D’Angelo Nicolò")
    first = words(arbiter, event, "pairings", 1)
    second = words(arbiter, event, "pairings", 2)
    assert "1 1 D’Angelo Nicolò 1 – 0 4 Giocatore 004 2" in first, "nobody has points yet"
    assert "2 1 1 D’Angelo Nicolò ½ – ½ 2 Giocatore 002 ½" in second


@pytest.mark.usefixtures("not_laid_out")
def test_a_board_leaves_room_for_results_and_names_who_rests(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(5, club)
    make_round(event)
    text = words(arbiter, event, "pairings")
    assert "1 2 Giocatore 002 ___ – ___ 5 Giocatore 005" in text
    assert "Riposa: 1 Giocatore 001" in text


@pytest.mark.usefixtures("not_laid_out")
def test_annulled_games_stay_on_the_crosstable(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club)
    withdraw(event, event.entries.get(entry_no=1).pk, 3)
    event.refresh_from_db()
    text = words(arbiter, event, "standings")
    assert "– Giocatore 001" in text
    crosstable = words(arbiter, event, "crosstable")
    assert crosstable.index("Giocatore 006") < crosstable.index("Giocatore 001")


@pytest.mark.usefixtures("not_laid_out")
def test_a_calendar_by_name_has_days_draw_numbers_and_room_for_results(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(5, club)
    event.stages.update(days={"1": "2026-10-03", "4": "2026-10-24"})
    make_result(event, make_round(event), 1, "1-0")
    text = words(arbiter, event, "calendar")
    assert "Turno 1 3 ottobre 2026" in text
    assert "Turno 4 24 ottobre 2026" in text
    assert "1 1 – 0 2 Giocatore 002 – 5 Giocatore 005" in text
    assert "2 ___ – ___ 3 Giocatore 003 – 4 Giocatore 004" in text
    assert "Riposa: 1 Giocatore 001" in text


@pytest.mark.usefixtures("not_laid_out")
def test_the_list_of_players_goes_by_number_and_by_name(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(3, club)
    rename(event, 3, "Àbaco Zeno")
    event.entries.filter(entry_no=1).update(title="CM", affiliation="La Torre", rating=1850)
    text = words(arbiter, event, "players")
    assert "N. Nome Circolo Elo 1 CM Giocatore 001 La Torre 1850 2 Giocatore 002 3 Àbaco Zeno" in text
    assert "3 iscritti" in text
    by_name = words(arbiter, event, "players-by-name")
    assert "3 Àbaco Zeno 1 CM Giocatore 001 La Torre 1850 2 Giocatore 002" in by_name


@pytest.mark.usefixtures("not_laid_out")
def test_before_the_draw_players_are_listed_by_name_without_numbers(arbiter: Client, club: Club) -> None:
    event = make_event(club)
    make_entries(event, 2)
    assert arbiter.get(f"/e/{event.slug}/prints/players.pdf").status_code == 404
    assert re.search(r"Nome Giocatore \d+ Giocatore \d+", words(arbiter, event, "players-by-name"))


@pytest.mark.usefixtures("not_laid_out")
def test_players_sign_below_the_title_of_the_rules(arbiter: Client, club: Club) -> None:
    event = make_event(club, name="Torre", notices={"rules": "RTU 2014"})
    make_entries(event, 2)
    text = words(arbiter, event, "acceptance")
    assert re.search(r"regole del torneo «Torre».* RTU 2014 Nome Firma Giocatore 001 Giocatore 002", text)


@pytest.mark.usefixtures("not_laid_out")
def test_a_crosstable_numbers_its_rows_as_the_site_does_and_marks_both_colours(
    arbiter: Client, club: Club
) -> None:
    event = make_played_event(4, 1, club)
    text = words(arbiter, event, "crosstable")
    page = arbiter.get(f"/e/{event.slug}/crosstable/").text
    on_site = re.findall(r'class="row-number">(\d+)<.*?>(Giocatore \d+)<', page, re.DOTALL)
    assert [number for number, _name in on_site] == ["1", "2", "3", "4"]
    assert re.findall(r"(\d) (Giocatore \d+)", text) == on_site
    sheet = printed(arbiter, f"/e/{event.slug}/prints/crosstable.pdf").getvalue().decode()
    table = sheet.partition("<tbody>")[2].partition("</table>")[0]
    assert [table.count(disc) for disc in "○●"] == [2, 2]  # two games


@pytest.mark.usefixtures("not_laid_out")
def test_the_public_address_is_on_the_sheet_only_when_the_event_is_published(
    arbiter: Client, club: Club
) -> None:
    shown, hidden = (make_played_event(4, 1, club, published=published) for published in (True, False))
    assert f" testserver/t/{shown.slug} " in words(arbiter, shown, "pairings")
    assert "testserver" not in words(arbiter, hidden, "pairings")


def test_nothing_is_printed_before_there_is_something(arbiter: Client, club: Club) -> None:
    event = make_event(club)
    for name in SHEETS.keys() - {"announcement"}:
        assert arbiter.get(f"/e/{event.slug}/prints/{name}.pdf").status_code == 404, name


def test_what_can_be_printed_is_offered_and_the_rest_says_what_it_waits_for(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(4, club)
    text = arbiter.get(f"/e/{event.slug}/prints/").content.decode()
    assert f"/e/{event.slug}/prints/calendar.pdf" in text
    assert f"/e/{event.slug}/prints/pairings.pdf" not in text
    assert "Quando il primo turno è pubblicato." in text


def test_a_round_that_is_not_there_and_a_sheet_that_is_not_there_are_not_found(
    arbiter: Client, club: Club
) -> None:
    event = make_played_event(4, 1, club)
    for address in ("?round=2", "pairings.pdf?round=2", "pairings.pdf?round=0", "poster.pdf"):
        assert arbiter.get(f"/e/{event.slug}/prints/{address}").status_code == 404


def test_the_page_says_before_whose_letters_the_typeface_lacks(arbiter: Client, club: Club) -> None:
    event, other = make_drawn_event(4, club), make_drawn_event(4, club)
    rename(event, 2, "王伟")
    rename(event, 3, "Đoković Ștefan")
    event.entries.filter(entry_no=4).update(affiliation="नई दिल्ली")
    page, of_other = (arbiter.get(f"/e/{one.slug}/prints/").text for one in (event, other))
    assert "mancano lettere di questi nomi: 王伟, नई दिल्ली." in page
    assert "mancano lettere" not in of_other


def test_a_draft_is_not_printed(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club)
    make_round(event, published=False)
    assert arbiter.get(f"/e/{event.slug}/prints/pairings.pdf").status_code == 404


def test_a_final_of_risiko_has_no_sheets_of_before_play_and_no_words_of_chess(
    arbiter: Client, club: Club
) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club, game="risiko")
    play(event, 1, 1)
    begin_stage(event, 2)
    play(event, 1, 2)
    shown = {}
    for stage in (1, 2):
        shown[stage] = arbiter.get(f"/e/{event.slug}/stages/{stage}/prints/").text
        assert "Elo" not in shown[stage]
    for title in ("Bando e regole", "Accettazione del regolamento", "Numeri per il sorteggio"):
        assert title in shown[1] and title not in shown[2]


@pytest.mark.parametrize("players", [9, 16])
def test_a_sheet_asks_the_database_as_often_for_few_as_for_multiplayer(
    arbiter: Client, club: Club, players: int, not_laid_out: None, django_assert_num_queries
) -> None:
    event = make_played_event(players, 2, club)
    for name, queries in QUERIES.items():
        forget_everything()
        with django_assert_num_queries(queries):
            assert arbiter.get(f"/e/{event.slug}/prints/{name}.pdf").status_code == 200
    applying = {name for name, sheet in SHEETS.items() if sheet.applies(EventSnapshot(event))}
    assert applying == {*QUERIES, "cards", "certificates"}


@pytest.mark.parametrize("colour", ["#8b1a2b", "#f2c200"])
def test_a_sheet_has_the_look_of_its_club(
    colour: str, arbiter: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """One query more, for the logo. A light colour draws lines; words have a darker tone of it."""
    change_colour(club, colour)
    put_logo(club, read_logo(logo_file()))
    event = make_played_event(4, 1, club)
    with django_assert_num_queries(QUERIES["pairings"] + 1):
        (page,) = sheet_pages(arbiter, event, "pairings")
    assert len(page.images) == 2  # with the code of the public page
    content = page.get_contents()
    assert content is not None
    found = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG|scn?|SCN?)\b", content.get_data())
    drawn = {"#" + bytes(round(float(one) * 255) for one in parts).hex() for parts in found}
    assert colour in drawn and "#1d4d3a" not in drawn


@pytest.mark.parametrize(
    ("system", "sheets"),
    [
        ("round-robin", {"envelopes", "crosstable"}),
        ("rotation", set()),
        ("knockout", {"bracket"}),
        ("amalfi", {"swiss-crosstable"}),
    ],
)
def test_each_system_has_its_own_sheets(system: str, sheets: set[str], club: Club) -> None:
    snapshot = EventSnapshot(make_drawn_event(12, club, system=system))
    own = {"bracket", "crosstable", "envelopes", "swiss-crosstable"}
    assert {name for name in own if SHEETS[name].applies(snapshot)} == sheets
