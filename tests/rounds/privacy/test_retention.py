"""What a club keeps no longer is deleted, and nothing else."""

from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import override_settings
from django.urls import reverse
from django.utils.timezone import localdate, now
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.club_history import history_below, history_models
from clubtornei.accounts.models import Club, Invitation, Role, Session
from clubtornei.events.models import Entry, Event
from clubtornei.players.models import Player
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.models import Proposal, ResultEntry
from clubtornei.rounds.pages.settings_actions import delete_event
from clubtornei.rounds.participation.entries import actions as entries
from clubtornei.rounds.privacy.retention import delete_what_is_over
from clubtornei.rounds.results.proposal_actions import propose_result, reject
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.rounds.state.site_facts import Entered, table_facts
from tests.factories import (
    make_club,
    make_drawn_event,
    make_event,
    make_player,
    make_result,
    make_round,
    make_user,
    signed_in,
)

pytestmark = pytest.mark.django_db


def make_old_event(days: int, *, club: Club, closed: bool = True) -> Event:
    """With a result and a proposal, all of it so many days ago."""
    event, before = make_drawn_event(4, club, published=True), now() - timedelta(days=days)
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    table = round_.tables.get(number=2)
    propose_result(event, table.pk, "1-0")
    reject(event, make_user(), table.pk, table.proposals.get().pk)
    table.proposals.update(at=before)
    ResultEntry.objects.filter(table__round=round_).update(at=before)
    Event.objects.filter(pk=event.pk).update(closed_at=before if closed else None)
    for rows in history_below(Event, [event.pk]):
        rows.update(pgh_created_at=before)
    return event


def history_rows(event: Event) -> int:
    return sum(rows.count() for rows in history_below(Event, [event.pk]))


def test_a_club_begins_with_two_years_of_history_and_keeps_what_it_has_chosen() -> None:
    """Proposals are kept for ever."""
    old, young = (make_old_event(days, club=make_club()) for days in (731, 729))
    longer, for_ever = (make_old_event(731, club=make_club()) for _number in range(2))
    Club.objects.filter(pk=longer.club_id).update(history_days=36_500)
    Club.objects.filter(pk=for_ever.club_id).update(history_days=0)
    events = (old, young, longer, for_ever)
    before = [history_rows(event) for event in events]
    with override_settings(HISTORY_DAYS=None):
        delete_what_is_over()
    assert [history_rows(event) for event in events] == before
    delete_what_is_over()
    assert [history_rows(event) for event in events] == [0, *before[1:]]
    assert Proposal.objects.count() == len(events)


def test_it_takes_as_many_queries_for_any_number_of_clubs(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    """Whatever they have chosen."""
    for number in range(6):
        club = make_old_event(731, club=make_club()).club
        Club.objects.filter(pk=club.pk).update(history_days=365 + number, proposals_days=365 + number)
    with django_assert_max_num_queries(80):
        delete_what_is_over()
    assert not Proposal.objects.exists()


def test_the_document_of_a_closed_event_says_who_entered_its_results() -> None:
    event = make_drawn_event(4)
    arbiter = make_user("arbitro")
    round_ = make_round(event)
    for table in (1, 2):
        make_result(event, round_, table, "1-0", arbiter)
    make_result(event, round_, 1, "0-1", arbiter)
    close(event, unfinished=True, level=True)
    before = now() - timedelta(days=731)
    Event.objects.filter(pk=event.pk).update(closed_at=before)
    ResultEntry.objects.update(at=before)
    for rows in history_below(Event, [event.pk]):
        rows.update(pgh_created_at=before)
    delete_what_is_over()
    tables = exported(Event.objects.get(pk=event.pk)).stages[0].rounds[0].tables
    assert [table_facts(table).entered for table in tables] == [Entered("arbitro", before)] * 2
    assert ResultEntry.objects.count() == 2, "that of the corrected result is gone"


def test_the_history_of_events_closed_for_so_long_goes() -> None:
    club, other = make_club(), make_club()
    Club.objects.filter(pk=club.pk).update(history_days=100)
    old, young = make_old_event(101, club=club), make_old_event(99, club=club)
    running, others = make_old_event(101, club=club, closed=False), make_old_event(101, club=other)
    kept = [history_rows(event) for event in (young, running, others)]
    delete_what_is_over()
    assert history_rows(old) == 0
    assert [history_rows(event) for event in (young, running, others)] == kept
    assert history_models()[Event]._base_manager.filter(pgh_obj_id=old.pk).exists(), (
        "when the draw was announced"
    )


def test_the_history_of_events_deleted_for_so_long_goes_whole() -> None:
    club = make_club()
    Club.objects.filter(pk=club.pk).update(history_days=100)
    past, left = history_models()[Event]._base_manager, {}
    for days in (101, 99):
        event = make_old_event(200, club=club)
        pk = event.pk
        delete_event(event)
        before = now() - timedelta(days=days)
        for rows in (*history_below(Event, [pk]), past.filter(pgh_obj_id=pk)):
            rows.update(pgh_created_at=before)
        left[days] = pk
    delete_what_is_over()
    found = {
        days: sum(rows.count() for rows in (*history_below(Event, [pk]), past.filter(pgh_obj_id=pk)))
        for days, pk in left.items()
    }
    assert found[101] == 0
    assert found[99] > 0


def test_old_proposals_go_with_their_history_but_none_that_waits() -> None:
    club = make_club()
    Club.objects.filter(pk=club.pk).update(proposals_days=10)
    make_old_event(11, club=club, closed=False)
    make_old_event(9, club=club, closed=False)
    waiting = make_drawn_event(4, club)
    propose_result(waiting, make_round(waiting).tables.get(number=1).pk, "1-0")
    Proposal.objects.filter(table__round__stage__event=waiting).update(at=now() - timedelta(days=11))
    delete_what_is_over()
    assert Proposal.objects.count() == 2
    assert not history_models()[Proposal]._base_manager.exists()


def test_the_number_of_a_phone_goes_after_a_day_but_for_what_waits() -> None:
    event = make_drawn_event(4, published=True)
    table = make_round(event).tables.first()
    propose_result(event, table.pk, "1-0", phone="one")
    reject(event, make_user(), table.pk, table.proposals.get().pk)
    propose_result(event, table.pk, "0-1", phone="two")
    delete_what_is_over()
    assert set(table.proposals.values_list("phone", flat=True)) == {"one", "two"}
    table.proposals.update(at=now() - timedelta(days=1))
    delete_what_is_over()
    assert set(table.proposals.values_list("phone", flat=True)) == {"", "two"}


def test_ended_sessions_and_old_invitations_go() -> None:
    club = make_club()
    signed_in(club, Role.OWNER)
    signed_in(club, Role.OWNER)
    Session.objects.filter(pk=Session.objects.first().pk).update(expire_date=now() - timedelta(days=1))
    Invitation.objects.create(club=club, whom="Scaduto", expires_at=now() - timedelta(minutes=1))
    Invitation.objects.create(club=club, whom="Eva")
    call_command("tidy", verbosity=0)
    assert Session.objects.count() == 1
    assert Invitation.objects.get().whom == "Eva"


def test_a_minor_whose_birth_is_written_down_later_is_called_by_his_initials() -> None:
    event = make_event()
    entries.enter(event, [make_player(event.club, "Rossi Maria")])
    Player.objects.update(birth_year=F("birth_year"))
    delete_what_is_over()
    assert event.entries.get().name == "Rossi Maria"
    Player.objects.update(birth_year=localdate().year - 12)
    delete_what_is_over()
    assert event.entries.get().name == "R. M."


@pytest.mark.parametrize(
    ("years_ago", "birth"),
    [
        (0, {"birth_date": date(localdate().year - 12, 5, 1)}),
        (6, {"birth_year": localdate().year - 20}),
        (6, {"birth_date": date(localdate().year - 20, 5, 1)}),
    ],
)
def test_so_is_who_was_a_minor_then(years_ago: int, birth: dict[str, object]) -> None:
    event = make_event(starts_on=localdate() - timedelta(days=365 * years_ago))
    entries.enter(event, [make_player(event.club, "Rossi Maria")])
    Player.objects.update(**{"birth_year": None, "birth_date": None} | birth)
    delete_what_is_over()
    assert event.entries.get().name == "R. M."


def test_an_entry_without_its_player_is_called_by_initials_too() -> None:
    event = make_event()
    entries.enter(event, [make_player(event.club, "Rossi Maria"), make_player(event.club, "Bianchi Ugo")])
    Entry.objects.update(player=None)
    Entry.objects.filter(name="Bianchi Ugo").update(name="Bianchi Ugo (Roma)", mark="Roma")
    Player.objects.update(initials=True)
    delete_what_is_over()
    assert {entry.name for entry in event.entries.all()} == {"R. M.", "B. U."}


def test_a_night_asks_once_for_all_minors_whose_names_are_right(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = make_event()
    child = localdate().year - 12
    for minors in (1, 4):
        players = [make_player(event.club, birth_year=child) for _minor in range(minors)]
        entries.enter(event, players)
        with django_assert_num_queries(31):
            delete_what_is_over()


def test_an_owner_says_how_long() -> None:
    club = make_club()
    owner, path = signed_in(club, Role.OWNER), reverse("rounds:retention", args=[club.slug])
    assert owner.post(path, {"history_days": "29", "proposals_days": "0"}).status_code == 422
    assert owner.post(path, {"history_days": "365", "proposals_days": ""}).status_code == 302
    club.refresh_from_db()
    assert (club.history_days, club.proposals_days) == (365, None)
    shown = owner.get(path).text
    assert 'placeholder="730"' in shown and "come dice il sito, 730 giorni. 0: per sempre" in shown
    assert owner.post(path, {"history_days": "0", "proposals_days": ""}).status_code == 302
    club.refresh_from_db()
    assert club.history_days == 0
