"""Colours are spoken of where there are some: where seats mean nothing, neither words nor pieces show any."""

import re
from typing import Any

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.games import plays_with_colours
from clubtornei.events.models import Event
from clubtornei.events.systems import offered_criteria
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.results.table_links import address_of
from tests.factories import make_all_results, make_drawn_event, make_played_event, make_round, make_user
from tests.rounds.printing.reading import words as words_on

pytestmark = pytest.mark.django_db

COLOURS = re.compile(r"\b(bianco|nero|white|black|color[ei]|colours?)\b", re.IGNORECASE)
SPEAKING = [
    "e/{}/rounds/2/", "e/{}/rounds/4/", "e/{}/crosstable/", "e/{}/players/1/", "t/{}/", "t/{}/rounds/3/",
    "t/{}/rounds/3/?by=name", "t/{}/rounds/3/tables/1/", "t/{}/crosstable/", "t/{}/players/1/",
    "t/{}/screen/",
]  # fmt: skip
OTHERS = [
    "e/{}/entries/", "e/{}/rounds/1/", "e/{}/standings/", "e/{}/calendar/",
    "e/{}/prints/", "e/{}/settings/", "e/{}/draw/", "e/{}/history/", "e/{}/withdraw/", "t/{}/standings/",
    "t/{}/standings/2/",
]  # fmt: skip


def event_of(club: Club, system: str, **fields: Any) -> Event:
    """Three rounds played, with a forfeit, and a fourth as a draft."""
    ranking = ["points"] if system == "round-robin" else ["points", "buchholz"]
    options = {} if system == "round-robin" else {"rounds": 5}
    event = make_played_event(8, 2, club, system=system, options=options, ranking=ranking, **fields)
    make_all_results(event, make_round(event), "1-0")
    make_round(event, published=False)
    return event


def colours_on(client: Client, address: str) -> set[str]:
    """What a page says of colours, in its words or its classes; its head is about dark and light."""
    shown = client.get(address)
    assert shown.status_code == 200, address
    return set(COLOURS.findall(shown.content.decode().partition("</head>")[2]))


def at_tables(event: Event) -> list[str]:
    """Where a result is corrected, and where the code on a table's paper leads to."""
    tables = Table.objects.games().filter(round__stage__event=event).select_related("round__stage")
    corrected, playing = (tables.filter(round__number=number).order_by("number")[0] for number in (1, 3))
    return [f"/e/{event.slug}/tables/{corrected.pk}/correct/", address_of(playing)]


@pytest.mark.parametrize(("system", "game"), [("club-swiss", ""), ("amalfi", "Burraco")])
def test_without_colours_no_page_speaks_of_them(system: str, game: str, club: Club, arbiter: Client) -> None:
    """The settings of Amalfi ask about White: there the game may be another one tomorrow."""
    event = event_of(club, system, game=game)
    pages = [page for page in (*SPEAKING, *OTHERS) if system != "amalfi" or "settings" not in page]
    addresses = [f"/{page}".format(event.slug) for page in pages]
    said = {address: colours_on(arbiter, address) for address in (*addresses, *at_tables(event))}
    assert {address: words for address, words in said.items() if words} == {}


def test_without_colours_no_sheet_speaks_of_them(club: Club, arbiter: Client, not_laid_out: None) -> None:
    without, with_some = (event_of(club, "round-robin", game=game) for game in ("Burraco", "Scacchi"))
    for sheet in ("pairings", "by-name", "slips"):
        assert COLOURS.findall(words_on(arbiter, without, sheet, 3)) == [], sheet
        assert COLOURS.findall(words_on(arbiter, with_some, sheet, 3)), sheet


@pytest.mark.parametrize(
    ("game", "colours"),
    [("", True), ("Scacchi", True), ("scacchi rapid", True), ("Dama internazionale", True), ("Go", True),
     ("Chess960", True), ("RisiKo!", False), ("Burraco", False), ("Catan", False), ("Gobblet", False),
     ("Giochi di carte e da tavolo", False), ("Briscola lampo", False)],
)  # fmt: skip
def test_which_games_have_colours(game: str, colours: bool) -> None:
    assert plays_with_colours(game) is colours


def test_the_games_of_a_match_without_colours_are_told_by_seat(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, system="knockout", options={"games": 2}, game="Briscola")
    table = make_round(event).tables.get(number=1)
    for code in ("1-0", "0-1"):
        record_result(event, make_user(), table.pk, code)
    shown = [f"/e/{event.slug}/rounds/1/", f"/e/{event.slug}/tables/{table.pk}/correct/", address_of(table)]
    assert {page: colours_on(arbiter, page) for page in shown} == {address: set() for address in shown}


def test_where_there_are_colours_every_page_of_games_speaks_of_them(club: Club, arbiter: Client) -> None:
    event = event_of(club, "amalfi")
    for page in SPEAKING:
        assert {"white", "black"} <= colours_on(arbiter, f"/{page}".format(event.slug)), page


def test_criteria_about_colours_are_offered_where_there_are_some() -> None:
    asked = {"black_games", "black_wins"}
    assert asked.isdisjoint(one.name for one in offered_criteria("amalfi", game="Burraco"))
    assert asked <= {one.name for one in offered_criteria("amalfi")}
    assert asked.isdisjoint(one.name for one in offered_criteria("club-swiss"))
    chosen = [one.name for one in offered_criteria("club-swiss", ["points", "black_wins"])]
    assert "black_wins" in chosen and "black_games" not in chosen
