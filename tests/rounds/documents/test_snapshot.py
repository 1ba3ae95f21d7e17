"""What is cached for each version of an event."""

import pytest
from pytest_django import DjangoAssertNumQueries

from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.stages.closing_actions import close, reopen
from scoring.record import DocumentError
from tests.caches import forget_everything
from tests.factories import (
    make_all_results,
    make_event,
    make_played_event,
    make_result,
    make_round,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cold_cache() -> None:
    forget_everything()


def fresh(event: Event) -> EventSnapshot:
    """The event as the next visitor finds it."""
    return EventSnapshot(Event.objects.get(pk=event.pk))


def test_the_database_is_read_once_for_a_version(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = make_played_event(6, 2)
    with django_assert_num_queries(5):
        first = EventSnapshot(event)
        rows, rounds, players = first.standings(), first.calendar, first.players
    with django_assert_num_queries(0):
        second = EventSnapshot(event)
        assert (second.standings(), second.calendar, second.players) == (rows, rounds, players)


def test_a_write_makes_everything_new() -> None:
    event = make_played_event(4, 1)
    before = fresh(event).standings()
    make_result(event, make_round(event), 1, "1-0")
    assert fresh(event).standings() != before


def test_drafts_are_not_seen() -> None:
    event = make_played_event(4, 1)
    make_round(event, published=False)
    snapshot = fresh(event)
    assert snapshot.progress.rounds == 1
    assert [round_.published for round_ in snapshot.calendar] == [True, False, False]


def test_progress_counts_the_games_of_the_round_being_played() -> None:
    event = make_played_event(6, 1)
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    make_result(event, round_, 2, "adjourned")
    progress = fresh(event).progress
    assert (progress.rounds, progress.total) == (2, 5)
    assert (progress.current.games, progress.current.finished, progress.current.adjourned) == (3, 1, 1)
    assert not progress.complete
    assert not progress.over


def test_it_is_over_with_the_last_result() -> None:
    event = make_played_event(4, 2)
    round_ = make_round(event)
    assert not fresh(event).progress.over
    make_all_results(event, round_)
    assert fresh(event).progress.over


def test_before_the_draw_nobody_knows_the_calendar() -> None:
    event = make_event()
    assert fresh(event).calendar == ()
    assert fresh(event).standings() == []
    assert fresh(event).progress.total is None


def test_a_closed_event_shows_the_ranking_that_was_announced() -> None:
    event = make_played_event(4, 3)
    computed = fresh(event).standings()
    close(event)
    closed = Event.objects.get(pk=event.pk)
    assert EventSnapshot(closed).standings() == computed
    closed.final_ranking[0]["values"]["points"] = "99"
    assert EventSnapshot(closed).standings()[0].values["points"] == "99"
    assert EventSnapshot(closed).standings(3) == computed
    reopen(closed)
    assert fresh(event).standings() == computed


def test_the_ranking_after_any_round() -> None:
    event = make_played_event(4, 3)
    snapshot = fresh(event)
    assert [sum(row.played for row in snapshot.standings(after)) for after in range(4)] == [0, 4, 8, 10]
    with pytest.raises(DocumentError):
        snapshot.standings(4)


def test_a_correction_of_an_earlier_round_is_seen_in_its_standings() -> None:
    event = make_played_event(6, 2)
    before = fresh(event).standings(1)
    table = event.stages.get().rounds.get(number=1).tables.games().first()
    assert table
    record_result(event, make_user(), table.pk, "0-1", correcting=True)
    assert fresh(event).standings(1) != before


def test_games_annulled_by_a_withdrawal_are_seen_in_rounds_played_before() -> None:
    event = make_played_event(6, 1)
    make_all_results(event, make_round(event))
    before = fresh(event).calendar
    withdraw(event, event.entries.get(entry_no=1).pk, 3)
    after = fresh(event).calendar
    assert [sum(table.annulled for table in round_.tables) for round_ in before[:2]] == [0, 0]
    assert [sum(table.annulled for table in round_.tables) for round_ in after[:2]] == [1, 1]
