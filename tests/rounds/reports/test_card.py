"""Whom do I meet, with which colour, where, and what came of it."""

import html
from typing import Any

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Table
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.reports.card import Card, card
from clubtornei.rounds.stages.closing_actions import close
from tests.caches import forget_everything
from tests.factories import make_all_results, make_drawn_event, make_played_event, make_result, make_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cold_cache() -> None:
    forget_everything()


def card_of(event: Event, entry_no: int) -> Card:
    return card(EventSnapshot(Event.objects.get(pk=event.pk)), entry_no)


def test_all_rounds_of_a_player_with_colours_tables_and_running_points() -> None:
    # Berger's table of four: 1-4 2-3, 4-3 1-2, 2-4 3-1.
    event = make_drawn_event(4)
    for table, code in ((1, "1-0"), (2, "=-=")):
        round_ = make_round(event)
        make_result(event, round_, table, code)
        make_result(event, round_, 3 - table, "=-=")
    make_round(event)
    lines = [
        (line.round, line.colour, line.opponents[0].number, line.table, str(line.symbol), line.points)
        for line in card_of(event, 1).lines
    ]
    assert lines == [
        (1, "white", 4, 1, "1", "1"),
        (2, "white", 2, 2, "½", "1.5"),
        (3, "black", 3, 2, "", None),
    ]


def test_the_last_running_total_is_what_the_ranking_says() -> None:
    event = make_played_event(7, 7)
    for row in EventSnapshot(Event.objects.get(pk=event.pk)).standings():
        shown = card_of(event, row.player)
        assert shown.points == row.values["points"]
        assert [line.points for line in shown.lines if line.points is not None][-1] == row.values["points"]
        assert shown.rank == row.rank


def test_the_next_game_is_the_open_one_then_that_of_the_calendar() -> None:
    event = make_drawn_event(4)
    assert card_of(event, 1).next.round == 1
    assert not card_of(event, 1).next.published
    round_ = make_round(event)
    assert card_of(event, 1).next.published
    make_result(event, round_, 1, "adjourned")
    assert card_of(event, 1).next.round == 2  # the adjourned one is finished another day
    make_result(event, round_, 1, "1-0")
    assert card_of(event, 1).next.round == 2
    assert card_of(event, 1).next.table == 2


def test_a_rest_says_why(arbiter: Client, club: Club) -> None:
    event = make_played_event(5, 1, club)
    resting = next(bye.player.id for bye in EventSnapshot(event).calendar[0].byes)
    assert card_of(event, resting).lines[0].kind == "bye"
    assert "I giocatori sono dispari" in arbiter.get(f"/e/{event.slug}/players/{resting}/").content.decode()


def test_who_left_early_keeps_his_games_struck_through(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club)
    gone = event.entries.get(number=1)
    withdraw(event, gone.pk, 3)
    shown = card_of(event, gone.entry_no)
    assert shown.annulled
    assert (shown.rank, shown.points, shown.next) == (None, None, None)
    assert [line.kind for line in shown.lines] == ["game", "game", "withdrawn"]
    assert all(line.annulled and line.points is None for line in shown.lines[:2])
    page = arbiter.get(f"/e/{event.slug}/players/{gone.entry_no}/").content.decode()
    assert page.count("<del>") == 4  # opponent and result of two games


def test_his_opponent_has_no_game_and_no_points_from_him() -> None:
    event = make_played_event(6, 2)
    gone = event.entries.get(number=1)
    opponent = card_of(event, gone.entry_no).lines[0].opponents[0].id
    withdraw(event, gone.pk, 3)
    shown = card_of(event, opponent)
    assert shown.lines[0].annulled
    assert shown.lines[0].points == "0"
    assert gone.entry_no not in [
        other.id for line in shown.lines if not line.annulled for other in line.opponents
    ]


def test_a_forfeit_has_its_letter_behind_the_figure(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    round_ = make_round(event)
    make_result(event, round_, 1, "+--")
    winner = round_.tables.get(number=1).seats.get(position=1).entry.entry_no
    page = client.get(f"/t/{event.slug}/players/{winner}/").text
    assert "<strong>1\N{NO-BREAK SPACE}f.</strong>" in page


def test_who_leaves_late_loses_the_rest_by_forfeit() -> None:
    event = make_drawn_event(6)
    for _ in range(3):
        make_all_results(event, make_round(event))
    gone = event.entries.get(number=2)
    withdraw(event, gone.pk, 4)
    shown = card_of(event, gone.entry_no)
    assert not shown.annulled
    assert [str(line.symbol) for line in shown.lines[3:]] == ["0\N{NO-BREAK SPACE}f."] * 2
    assert shown.next is None


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("amalfi", "Chi si ritira non è più abbinato"),
        ("club-swiss", "Chi si ritira non è più abbinato"),
        ("knockout", "Chi si ritira perde per forfait"),
        ("round-robin", "Ritiro prima di metà delle partite"),
    ],
)
def test_a_card_says_what_the_system_does_with_who_leaves(
    system: str, said: str, arbiter: Client, club: Club
) -> None:
    options = {"rounds": 4} if system == "amalfi" else {}
    event = make_drawn_event(6, club, system=system, options=options)
    make_all_results(event, make_round(event), "1-0")
    gone = Table.objects.games().get(round__stage__event=event, number=1).seats.get(position=1).entry
    withdraw(event, gone.pk, 2)
    page = " ".join(arbiter.get(f"/e/{event.slug}/players/{gone.entry_no}/").content.decode().split())
    assert said in page
    assert ("Per la metà contano" in page) == (system == "round-robin")


def test_what_counts_for_the_half_is_said_before_somebody_leaves(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club)
    page = arbiter.get(f"/e/{event.slug}/withdraw/?player=1").content.decode()
    assert "Per la metà contano le partite dei turni abbinati prima del ritiro" in " ".join(page.split())


def test_a_closed_event_asks_nobody_to_a_table(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 2, club)
    page = f"/e/{event.slug}/players/1/"
    assert "Prossima partita" in arbiter.get(page).content.decode()
    close(event, unfinished=True, level=True)
    assert "Prossima partita" not in arbiter.get(page).content.decode()


def test_nobody_has_that_number(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    assert arbiter.get(f"/e/{event.slug}/players/5/").status_code == 404


@pytest.mark.parametrize(
    ("stage", "rule"),
    [
        ({"system": "amalfi", "options": {"rounds": 5}}, "non è più abbinato: i punti fatti restano"),
        (
            {"system": "seating", "scoring": "standard", "options": {"rounds": 3}},
            "ogni partita che manca vale 0",
        ),
        ({"system": "knockout"}, "perde per forfait l’incontro che gli tocca"),
    ],
)
def test_who_left_in_the_middle_has_a_mark_with_the_rule_of_the_system(
    client: Client, club: Club, stage: dict[str, Any], rule: str
) -> None:
    event = make_drawn_event(9, club, published=True, **stage)
    make_round(event)
    event.entries.filter(entry_no=3).update(withdrawn=2)
    assert rule in html.unescape(client.get(f"/t/{event.slug}/players/3/").content.decode())
    standings = html.unescape(client.get(f"/t/{event.slug}/standings/").content.decode())
    assert ">ritiro<" in standings
    assert rule in standings
