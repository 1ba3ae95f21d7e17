"""Tie-breaks that are sums are shown with their addends, to organisers and to everybody."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.reports.tie_breaks import tie_breaks_of
from tests.factories import make_all_results, make_drawn_event, make_round

pytestmark = pytest.mark.django_db
RANKING = ["points", "buchholz", "buchholz_cut1", "sonneborn_berger", "progressive"]


@pytest.fixture
def event(club: Club) -> Event:
    """Five players, three rounds: White wins twice, then all draw; somebody rests each time."""
    event = make_drawn_event(5, club, system="club-swiss", ranking=RANKING, published=True)
    for result in ("1-0", "1-0", "=-="):
        make_all_results(event, make_round(event), result)
    return event


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_card_of_organisers_and_public_adds_up_the_tie_breaks(
    event: Event, arbiter: Client, client: Client
) -> None:
    snapshot = EventSnapshot(event)
    rested = next(
        player
        for player, results in snapshot.ledger.round_results.items()
        if any(result.code == "bye" for result in results)
    )
    first, *_others, progressive = tie_breaks_of(snapshot, [rested])[rested]
    assert any(addend.endswith(" (avversario virtuale)") for addend in first.addends)
    assert progressive.addends[0].endswith("(turno 1)")
    expected = f"Buchholz: {first.value} = {' + '.join(first.addends)}"
    for browser, path in ((arbiter, "e"), (client, "t")):
        assert expected in words(browser.get(f"/{path}/{event.slug}/players/{rested}/").text)
    assert expected in words(client.get(f"/t/{event.slug}/standings/{rested}/").text)


def test_of_a_running_round_the_progressive_score_says_that_it_is_running(event: Event) -> None:
    make_round(event)
    *_others, progressive = tie_breaks_of(EventSnapshot(event), [1])[1]
    assert [addend.partition("(")[2] for addend in progressive.addends[-2:]] == [
        "turno 3)",
        "turno 4, in corso)",
    ]


def test_each_sum_is_the_value_in_the_standings(event: Event) -> None:
    snapshot = EventSnapshot(event)
    for line in written(standings_report(snapshot)):
        player = line.row.player or 0
        found = {each.title: each.value for each in tie_breaks_of(snapshot, [player])[player]}
        cells = {cell.column.key: cell.text for cell in line.cells}
        assert list(found.values()) == [cells[name] for name in RANKING[1:]]


def test_what_is_cut_is_listed_apart_and_products_are_written_out(event: Event, client: Client) -> None:
    snapshot = EventSnapshot(event)
    player = snapshot.order(by_rank=True)[0]
    _whole, cut, products, _running = tie_breaks_of(snapshot, [player])[player]
    assert len(cut.addends) == 2
    assert len(cut.cut) == 1
    assert all(" × " in addend for addend in products.addends)
    page = words(client.get(f"/t/{event.slug}/standings/{player}/?after=3").text)
    assert f"· lasciati fuori: {cut.cut[0]}" in page


def test_without_results_there_is_nothing_to_add_up(club: Club, client: Client) -> None:
    event = make_drawn_event(4, club, ranking=["points", "direct", "sonneborn_berger"], published=True)
    make_round(event)
    assert "addendo per addendo" not in client.get(f"/t/{event.slug}/players/1/").text


def test_the_queries_do_not_grow(
    club: Club, arbiter: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (6, 16):
        event = make_drawn_event(players, club, system="club-swiss", ranking=RANKING)
        make_all_results(event, make_round(event), "1-0")
        with django_assert_num_queries(8):
            arbiter.get(f"/e/{event.slug}/players/1/")
