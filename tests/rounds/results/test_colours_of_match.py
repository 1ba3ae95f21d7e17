"""A match that is level: whoever tells the colours, tells those of the game to be played next."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.cell_texts import write
from clubtornei.rounds.reports.pairings import results_report
from clubtornei.rounds.reports.report import ColumnKind
from clubtornei.rounds.results.round_view import round_view_of
from tests.factories import make_drawn_event, make_result, make_round
from tests.rounds.printing.reading import words

pytestmark = pytest.mark.django_db

IN_ORDER = [
    ("public:pairings", [1]),
    ("public:why_pairing", [1, 1]),
    ("public:pairings_text", [1]),
    ("api:round", [1]),
]
"""The pages that name White first."""


def level_match(club: Club, games: int = 1) -> tuple[Event, str, str]:
    """An event whose first match is level after a game; who has White and Black in its second game."""
    event = make_drawn_event(
        4,
        club,
        published=True,
        system="knockout",
        ranking=["round_reached"],
        options={"games": games, "third_place": False},
    )
    round_ = make_round(event)
    table = make_result(event, round_, 1, "=-=")
    black, white = (seat.entry.name for seat in table.seats.order_by("position"))
    game = round_view_of(event, round_).games[0]
    assert (game.white.name, game.black.name) == (white, black)
    return event, white, black


@pytest.mark.parametrize(("page", "arguments"), IN_ORDER)
def test_white_of_the_next_game_first(page: str, arguments: list[int], club: Club, client: Client) -> None:
    event, white, black = level_match(club)
    text = client.get(reverse(page, args=[event.slug, *arguments])).content.decode()
    text = text.partition("<main")[2] or text
    assert 0 <= text.index(white) < text.index(black)


def test_the_pages_of_a_player_say_his_colour_in_the_next_game(club: Club, client: Client) -> None:
    event, white, _black = level_match(club)
    entry_no = event.entries.get(name=white).entry_no
    card = client.get(reverse("public:card", args=[event.slug, entry_no])).context["card"]
    assert [line.colour for line in card.lines if line.is_next] == ["white"]
    seats = client.get(reverse("public:event", args=[event.slug])).context["seats"]
    [seat] = [seat for seat in seats if seat.row.player == entry_no]
    assert seat.row.colour == seat.now.colour == "white"


def test_the_spreadsheet_has_them_in_that_order(club: Club) -> None:
    event, white, black = level_match(club)
    row = results_report(EventSnapshot(event)).rows[0]
    assert [row.values[key].name for key in ("white", "black")] == [white, black]
    assert write(row.values["result"], ColumnKind.OUTCOME) == "½ – ½"


@pytest.mark.usefixtures("not_laid_out")
def test_an_adjourned_match_keeps_its_colours(club: Club, arbiter: Client, client: Client) -> None:
    event, white, black = level_match(club)
    round_ = event.stages.get().rounds.get()
    make_result(event, round_, 1, "adjourned")
    game = round_view_of(event, round_).games[0]
    assert (game.white.name, game.black.name) == (white, black)
    assert re.search(rf"{white} ○ Bianco · \d {black}", words(arbiter, event, "by-name"))
    slip = words(arbiter, event, "slips")
    assert f"{white} Bianco" in slip and "2ª partita" in slip
    page = client.get(reverse("public:pairings", args=[event.slug, 1]))
    assert page.text.index(f" {white}<") < page.text.index(f" {black}<")
    assert "2ª partita" not in page.text
