"""Entering, leaving and being marked absent while a round is drawn at the same moment, in either order."""

from collections.abc import Callable
from typing import Any

import pytest

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.actions import announce_draw, draw_numbers
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.participation.attendance.queries import attendances
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.at_once import at_once
from tests.factories import make_all_results, make_club, make_event, make_player, make_round

pytestmark = pytest.mark.django_db(transaction=True)


def playing() -> Event:
    """Eight players, the first round played."""
    event = make_event(make_club(), system="amalfi", options={"rounds": 4})
    entry_actions.enter(event, [make_player(event.club, fide_rating=1500 + 10 * place) for place in range(8)])
    announce_draw(event)
    draw_numbers(event, methods_of(event.stages.get())[0])
    event.refresh_from_db()
    make_all_results(event, make_round(event))
    return event


def in_round(event: Event, number: int) -> set[int]:
    round_ = Round.objects.get(stage__event=event, number=number)
    return set(round_.seats.values_list("entry__entry_no", flat=True))


def verified(event: Event) -> bool:
    return all(found.ok for found in check(read(write(exported(event)), SYSTEM_SPECS)))


def test_who_enters_while_a_round_is_drawn_is_in_it_or_plays_from_the_next() -> None:
    event = playing()
    late = make_player(event.club, "Tardivo", fide_rating=2400)

    change, _round = at_once(lambda: entry_actions.enter(event, [late]), lambda: draw_round(event, 2))

    entry = event.entries.get(player=late)
    assert entry.joined == change.late
    assert (entry.entry_no in in_round(event, 2)) == (entry.joined == 2)
    assert entry.joined in (2, 3)
    assert verified(event)


def test_two_who_enter_at_once_have_two_numbers() -> None:
    event = playing()
    first, second = (make_player(event.club, fide_rating=rating) for rating in (2400, 2300))

    at_once(lambda: entry_actions.enter(event, [first]), lambda: entry_actions.enter(event, [second]))

    assert sorted(event.entries.values_list("number", flat=True)) == list(range(1, 11))
    assert [event.entries.get(player=player).number for player in (first, second)] == [1, 2]
    kept = Round.objects.get(stage__event=event).numbers
    assert kept is not None and set(map(int, kept)) == set(range(1, 9))
    assert verified(event)


def leave(event: Event) -> Any:
    return withdraw(event, event.entries.get(entry_no=3).pk, 2)


def miss(event: Event) -> Any:
    return set_plans(event, 3, {2: "absent"})


@pytest.mark.parametrize("away", [leave, miss])
def test_who_is_away_is_not_paired_or_the_arbiter_is_told(away: Callable[[Event], Any]) -> None:
    event = playing()

    answer, _round = at_once(lambda: away(event), lambda: draw_round(event, 2))

    assert isinstance(answer, ActionRefused) == (3 in in_round(event, 2))
    assert verified(event)


def test_two_taps_for_two_players_are_both_kept() -> None:
    event = playing()

    at_once(lambda: set_plans(event, 1, {2: "absent"}), lambda: set_plans(event, 2, {2: "absent"}))

    assert {one.entry.entry_no for one in attendances(event.stages.get()) if 2 in one.absent} == {1, 2}
