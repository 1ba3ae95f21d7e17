"""Colours are spoken of where there are some: where seats mean nothing, neither words nor pieces show any."""

import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.systems import offered_criteria
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.table_links import address_of
from tests.factories import make_all_results, make_played_event, make_round

pytestmark = pytest.mark.django_db

COLOURS = re.compile(r"\b(bianco|nero|white|black|color[ei]|colours?)\b", re.IGNORECASE)
SPEAKING = [
    "e/{}/rounds/2/", "e/{}/rounds/4/", "e/{}/crosstable/", "e/{}/players/1/", "t/{}/", "t/{}/rounds/3/",
    "t/{}/rounds/3/?by=name", "t/{}/rounds/3/tables/1/", "t/{}/crosstable/", "t/{}/players/1/",
    "t/{}/screen/",
]  # fmt: skip
OTHERS = [
    "e/{}/", "e/{}/entries/", "e/{}/rounds/", "e/{}/rounds/1/", "e/{}/standings/", "e/{}/calendar/",
    "e/{}/prints/", "e/{}/settings/", "e/{}/draw/", "e/{}/history/", "e/{}/withdraw/", "t/{}/standings/",
    "t/{}/standings/2/",
]  # fmt: skip


def event_of(club: Club, system: str) -> Event:
    """Three rounds played, with a forfeit, and a fourth as a draft."""
    ranking = ["points", "buchholz"]
    event = make_played_event(8, 2, club, system=system, options={"rounds": 5}, ranking=ranking)
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


def test_where_seats_mean_nothing_no_page_speaks_of_colours(club: Club, arbiter: Client) -> None:
    event = event_of(club, "club-swiss")
    pages = [f"/{page}".format(event.slug) for page in (*SPEAKING, *OTHERS)]
    said = {address: colours_on(arbiter, address) for address in (*pages, *at_tables(event))}
    assert {address: words for address, words in said.items() if words} == {}


def test_where_there_are_colours_every_page_of_games_speaks_of_them(club: Club, arbiter: Client) -> None:
    event = event_of(club, "amalfi")
    for page in SPEAKING:
        assert {"white", "black"} <= colours_on(arbiter, f"/{page}".format(event.slug)), page


def test_who_wins_is_told_by_name(club: Club, arbiter: Client) -> None:
    event = event_of(club, "club-swiss")
    first, second = (seat.entry.name for seat in Table.objects.get(round__number=1, number=1).seats.all())
    shown = arbiter.get(at_tables(event)[0]).content.decode()
    assert f"Vince {first}" in shown  # as it is marked
    for words in (f"Vince {second}", f"Forfait: vince {first}", f"Forfait: vince {second}"):
        assert words in shown


def test_criteria_about_colours_are_offered_where_there_are_some() -> None:
    asked = {"black_games", "black_wins"}
    assert asked <= {one.name for one in offered_criteria("amalfi")}
    assert asked.isdisjoint(one.name for one in offered_criteria("club-swiss"))
    chosen = [one.name for one in offered_criteria("club-swiss", ["points", "black_wins"])]
    assert "black_wins" in chosen and "black_games" not in chosen


def test_everybody_sees_which_table_was_made_by_hand(club: Club, client: Client) -> None:
    event = make_played_event(8, 2, club, system="club-swiss", options={"rounds": 5})
    Table.objects.filter(round__number=2, number=1).update(by_hand=True)
    shown = client.get(f"/t/{event.slug}/rounds/2/").content.decode()
    assert shown.count(">a mano<") == 1
