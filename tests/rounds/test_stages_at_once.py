"""Two arbiters at the same moment at the stages of an event, at its formula, and at the clock of a round."""

from datetime import date

import pytest

from clubtornei.events.actions import enter
from clubtornei.events.formula_actions import apply_formula, create_by_formula
from clubtornei.events.plans import Choice
from clubtornei.events.writing import Refused
from clubtornei.rounds.actions import clock
from clubtornei.rounds.actions.attendance import announce
from clubtornei.rounds.actions.stages import begin_stage, decline
from clubtornei.rounds.models import Clock, EndOfGame, Round
from clubtornei.rounds.presence import presences
from tests.factories import make_club, make_drawn_event, make_player, make_round, make_seated_event
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play
from tests.rounds.test_at_once import TIMES, at_once
from tests.rounds.test_clock import first_table, make_timed_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("attempt", range(TIMES))
def test_two_who_begin_a_stage_get_one_draft(attempt: int) -> None:
    event = make_staged_event(9, FIRST_FOUR)
    play(event, 1, 1)

    first, second = at_once(
        lambda: begin_stage(event, 2, seen=event.version), lambda: begin_stage(event, 2, seen=event.version)
    )

    assert first.pk == second.pk
    assert Round.objects.filter(stage__event=event, stage__number=2).count() == 1


@pytest.mark.parametrize("attempt", range(TIMES))
def test_who_declines_while_the_stage_begins_is_out_or_the_one_to_come_second_is_told(attempt: int) -> None:
    event = make_staged_event(9, FIRST_FOUR)
    play(event, 1, 1)

    begun, declined = at_once(
        lambda: begin_stage(event, 2, seen=event.version), lambda: decline(event, 2, 1, True)
    )

    entrants = event.stages.get(number=2).entrants
    assert isinstance(begun, Refused) != isinstance(declined, Refused)
    assert entrants is None if isinstance(begun, Refused) else 1 in (entrants or ())


@pytest.mark.parametrize("attempt", range(TIMES))
def test_a_formula_applied_twice_makes_its_stages_once(attempt: int) -> None:
    club = make_club()
    details = {"name": "Campionato", "starts_on": date(2026, 11, 21), "game": "RisiKo!", "place": ""}
    chosen = Choice(name="rtu-two-days", players=20, options={}, scoring="")
    event = create_by_formula(club, details, chosen)
    enter(event, [make_player(club) for _place in range(24)])
    more = Choice(name="rtu-two-days", players=24, options={}, scoring="")
    stages = event.stages.count()

    answers = at_once(lambda: apply_formula(event, more), lambda: apply_formula(event, more))

    assert answers == [None, None]
    numbers = list(event.stages.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, stages + 1))
    event.refresh_from_db()
    assert event.formula is not None
    assert event.formula["players"] == 24


@pytest.mark.parametrize("attempt", range(TIMES))
def test_two_taps_for_two_players_are_both_kept(attempt: int) -> None:
    event = make_drawn_event(8, system="amalfi", options={"rounds": 4})

    at_once(lambda: announce(event, 1, {1: "absent"}), lambda: announce(event, 2, {1: "absent"}))

    away = {one.entry.ident for one in presences(event.stages.get()) if 1 in one.absent}
    assert away == {1, 2}


@pytest.mark.parametrize("attempt", range(TIMES))
def test_two_who_set_the_clock_set_one(attempt: int) -> None:
    event = make_seated_event(4)
    round_ = make_round(event)

    at_once(
        lambda: clock.set_clock(event, round_, 90, "2014"), lambda: clock.set_clock(event, round_, 90, "2014")
    )

    assert Clock.objects.filter(round=round_).count() == 1


@pytest.mark.parametrize("attempt", range(TIMES))
def test_of_two_who_begin_the_end_of_a_game_the_second_to_come_is_told(attempt: int) -> None:
    event, round_ = make_timed_round(4, up=True)
    table = first_table(round_)

    answers = at_once(
        lambda: clock.begin_end(event, table, 1, 1, ()), lambda: clock.begin_end(event, table, 2, 3, ())
    )

    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert EndOfGame.objects.filter(table=table).count() == 1
