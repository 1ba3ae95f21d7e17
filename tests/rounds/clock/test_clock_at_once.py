"""Two arbiters at the same moment at the clock of a round, and at the end of a game."""

import pytest

from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.clock import actions
from clubtornei.rounds.models import Clock, EndOfGame
from tests.at_once import at_once
from tests.factories import make_round, make_seated_event
from tests.rounds.clock.test_clock import first_table, make_timed_round

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_who_set_the_clock_set_one() -> None:
    event = make_seated_event(4)
    round_ = make_round(event)

    answers = at_once(
        lambda: actions.set_clock(event, round_, 90, "2014"),
        lambda: actions.set_clock(event, round_, 90, "2014"),
    )

    assert [answer.minutes for answer in answers] == [90, 90]
    assert Clock.objects.of(round_).count() == 1


def test_of_two_who_begin_the_end_of_a_game_the_second_to_come_is_told() -> None:
    event, round_ = make_timed_round(4, up=True)
    table = first_table(round_)

    answers = at_once(
        lambda: actions.begin_end_of_game(event, table, 1, 1, ()),
        lambda: actions.begin_end_of_game(event, table, 2, 3, ()),
    )

    assert sum(isinstance(answer, ActionRefused) for answer in answers) == 1
    assert EndOfGame.objects.filter(table=table).count() == 1
