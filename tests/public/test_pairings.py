"""Finding one's table, and why it is that one."""

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.models import Table
from clubtornei.rounds.participation.entries.actions import enter
from tests.factories import (
    make_drawn_event,
    make_event,
    make_played_event,
    make_player,
    make_result,
    make_round,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Five with Italian names; round 1: 2-5 at table 1, 3-4 at table 2 … as Berger has it, 1 rests."""
    event = make_drawn_event(5, published=True)
    names = ["Zanetti Ugo", "D’Angelo Nicolò", "Dangelo Ada", "De Santis Pia", "Élite René"]
    for entry, name in zip(event.entries.order_by("entry_no"), names, strict=True):
        entry.name = name
        entry.save()
    make_round(event)
    return event


def names_at(response: object) -> list[str]:
    return [row.name for row in response.context["places"].rows]  # type: ignore[attr-defined]


def test_who_is_entered_is_listed_by_name_until_there_are_numbers(client: Client, club: Club) -> None:
    event = make_event(club, published=True)
    for name in ("Zanetti Ugo", "Élite René", "D’Angelo Nicolò"):
        enter(event, [make_player(club, name, affiliation="Dopolavoro Ferroviario", title="FM")])
    listed = client.get(f"/t/{event.slug}/")
    assert [row.name for row in listed.context["entrants"].rows] == [
        "D’Angelo Nicolò",
        "Élite René",
        "Zanetti Ugo",
    ]
    assert "Titolo" not in listed.text and '<small class="soft">FM</small>' in listed.text
    numbered = make_drawn_event(3, club, published=True)
    numbers = [row.values["number"] for row in client.get(f"/t/{numbered.slug}/").context["entrants"].rows]
    assert numbers == [1, 2, 3]


def test_tables_still_played_come_first_as_a_line_says_while_there_are_both_kinds(client: Client) -> None:
    event = make_drawn_event(8, published=True)
    round_ = make_round(event)
    for results, order in (((), [1, 2, 3, 4]), ((1, 3), [2, 4, 1, 3]), ((2, 4), [1, 2, 3, 4])):
        for table in results:
            make_result(event, round_, table, "1-0")
        for page in ("", "rounds/1/"):
            answer = client.get(f"/t/{event.slug}/{page}")
            assert [row.values["table"] for row in answer.context["shown"].pairings.rows] == order
            assert ("ancora senza risultato." in answer.text) == (order != [1, 2, 3, 4])


def test_everybody_is_found_in_the_order_of_an_italian_index(event: Event, client: Client) -> None:
    response = client.get(f"/t/{event.slug}/rounds/1/?by=name")
    assert names_at(response) == [
        "Dangelo Ada",
        "D’Angelo Nicolò",
        "De Santis Pia",
        "Élite René",
        "Zanetti Ugo",
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("d'angelo", ["Dangelo Ada", "D’Angelo Nicolò"]),
        ("nicolo", ["D’Angelo Nicolò"]),
        ("ELITE", ["Élite René"]),
        ("santis pia", ["De Santis Pia"]),
        ("zan", ["Zanetti Ugo"]),
    ],
)
def test_a_name_is_found_without_accents_and_apostrophes(
    asked: str, found: list[str], event: Event, client: Client
) -> None:
    assert names_at(client.get(f"/t/{event.slug}/rounds/1/", {"by": "name", "q": asked})) == found


def test_the_list_by_table_keeps_only_the_tables_asked_for(event: Event, client: Client) -> None:
    response = client.get(f"/t/{event.slug}/rounds/1/", {"q": "Santis"})
    (row,) = response.context["shown"].pairings.rows
    assert "De Santis Pia" in (row.values["white"].name, row.values["black"].name)
    assert response.context["shown"].rests.rows == ()


def test_nobody_of_that_name_is_said_so_and_what_was_typed_is_escaped(event: Event, client: Client) -> None:
    page = client.get(f"/t/{event.slug}/rounds/1/", {"q": "<b>Rossi"}).content.decode()
    assert "Nessuno si chiama «&lt;b&gt;Rossi»" in page
    assert "<b>Rossi" not in page


def test_each_table_says_by_which_rule_it_was_made(event: Event, client: Client) -> None:
    for table in Table.objects.games().filter(round__stage__event=event):
        page = client.get(f"/t/{event.slug}/rounds/1/tables/{table.number}/").content.decode()
        assert "Turno 1 delle tabelle di Berger per 6" in page
    english = client.get(f"/t/{event.slug}/rounds/1/tables/1/", headers={"Accept-Language": "en"})
    assert "Round 1 of the Berger tables for 6" in english.content.decode()


def test_a_table_arranged_by_hand_says_so(event: Event, client: Client) -> None:
    Table.objects.filter(number=1).update(by_hand=True, why=[])
    assert "composto a mano" in client.get(f"/t/{event.slug}/rounds/1/tables/1/").content.decode()


@pytest.mark.parametrize(
    ("language", "legend"),
    [
        ("it", "agg.: aggiornata, si finisce un altro giorno"),
        ("en", "adj.: postponed or adjourned, to be played another day"),
    ],
)
def test_adjourned_is_explained_below_the_tables_that_have_it(
    language: str, legend: str, client: Client
) -> None:
    event = make_drawn_event(4, published=True)
    round_ = make_round(event)
    page, headers = f"/t/{event.slug}/rounds/1/", {"Accept-Language": language}
    assert legend not in client.get(page, headers=headers).text
    make_result(event, round_, 1, "adjourned")
    assert client.get(page, headers=headers).text.count(legend) == 1


def test_why_a_place_names_the_neighbours_and_what_parts_them(client: Client) -> None:
    played = make_played_event(4, 3, ranking=["points", "wins"])
    rows = client.get(f"/t/{played.slug}/standings/").context["report"].rows
    for above, row, below in zip([None, *rows], rows, [*rows[1:], None], strict=False):
        page = client.get(f"/t/{played.slug}/standings/{row.player}/").content.decode()
        assert row.why in page
        assert below is None or below.why in page
        assert above is None or above.name in page
