"""The rounds as they were and as they will be."""

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.calendar import ShownSeat, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Table
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.reports.pairings import calendar_of
from scoring.record import DocumentPlayer, SeatScore
from tests.caches import forget_everything
from tests.factories import make_drawn_event, make_played_event, make_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cold_cache() -> None:
    forget_everything()


def test_what_was_foreseen_is_what_is_then_played() -> None:
    event = make_drawn_event(7, options={"cycles": 2, "exchange_last_two": True})
    foreseen = EventSnapshot(event).calendar
    assert [round_.number for round_ in foreseen] == list(range(1, 15))
    for _ in range(3):
        make_round(event)
    played = EventSnapshot(Event.objects.get(pk=event.pk)).calendar
    for was, is_now in zip(foreseen[:3], played[:3], strict=True):
        assert not was.published
        assert is_now.published
        assert [table.seats for table in was.tables] == [table.seats for table in is_now.tables]
        assert [bye.player for bye in was.byes] == [bye.player for bye in is_now.byes]
    assert played[3:] == foreseen[3:]


def test_a_table_keeps_its_number_when_one_before_it_goes() -> None:
    event = make_played_event(6, 2)
    make_round(event)
    first = Table.objects.get(round__number=3, number=1)
    withdraw(event, first.seats.first().entry_id, 3)
    numbers = list(Table.objects.games().filter(round__number=3).values_list("number", flat=True))
    assert numbers == [2, 3]
    shown = EventSnapshot(Event.objects.get(pk=event.pk)).calendar[2]
    assert [table.number for table in shown.tables] == numbers


def test_a_finished_table_for_more_than_two_is_listed_by_place() -> None:
    players = [
        DocumentPlayer(id=number, number=number, name=name)
        for number, name in enumerate(("Ada", "Bea", "Ciro"), 1)
    ]
    seats = tuple(
        ShownSeat(player=player, score=SeatScore(points=0), place=place)
        for player, place in zip(players, (2, 3, 1), strict=True)
    )
    table = ShownTable(number=1, seats=tuple(players), seat_rows=seats)
    assert [(number, seat.place) for number, seat in table.listed_seats] == [(3, 1), (1, 2), (2, 3)]
    assert [(number, seat.place) for number, seat in table.unplayed.listed_seats] == [
        (1, None),
        (2, None),
        (3, None),
    ]


def test_before_a_match_white_is_who_has_it_in_the_first_game() -> None:
    players = tuple(
        DocumentPlayer(id=number, number=number, name=name) for number, name in ((1, "Ada"), (2, "Bea"))
    )
    table = ShownTable(number=1, seats=players, match_score=("1", "0"), next_game=2)
    assert (table.white.name, table.unplayed.white.name) == ("Bea", "Ada")
    assert table.unplayed.result == table.unplayed.due_game_text == ""


@pytest.mark.parametrize(
    ("played", "under_way", "folded"),
    [
        (0, False, ([], [1, 2, 3, 4, 5], [])),
        (2, True, ([1, 2], [3], [4, 5])),
        (2, False, ([1, 2], [3], [4, 5])),
        (5, False, ([], [1, 2, 3, 4, 5], [])),
    ],
)
def test_all_but_one_round_are_folded(played: int, under_way: bool, folded: tuple[list[int], ...]) -> None:
    event = make_played_event(6, played) if played else make_drawn_event(6)
    if under_way:
        make_round(event)
    calendar = calendar_of(EventSnapshot(event))
    parts = (calendar.past, calendar.now, calendar.later)
    assert tuple([shown.round.number for shown in part] for part in parts) == folded
    assert [shown.is_current for shown in calendar.now if shown.is_current] == [True] * under_way


def test_the_public_calendar_leads_to_the_results_and_shows_none(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club, published=True)
    shown = arbiter.get(f"/t/{event.slug}/calendar/").text
    assert f'href="/t/{event.slug}/rounds/2/"' in shown
    assert f'href="/t/{event.slug}/rounds/3/"' not in shown  # it is not published yet
    assert "outcome" not in shown and "1 – 0" not in shown
    assert 'id="past-rounds"' in shown and 'id="rounds-to-come"' in shown
    own = arbiter.get(f"/e/{event.slug}/calendar/").text
    assert "1 – 0" in own and f'href="/e/{event.slug}/rounds/2/"' in own
