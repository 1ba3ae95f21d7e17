"""Twenty people at the same moment, each in a thread with its own connection, on PostgreSQL."""

from contextlib import suppress
from functools import partial

import pytest

from clubtornei.events.models import SignUp
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.participation.signups.actions import cancel, enter_sign_ups, sign_up
from clubtornei.rounds.participation.signups.queries import placed_sign_ups, settings_of
from tests.at_once import at_once
from tests.factories import make_club
from tests.rounds.participation.signups.signing_up import asked, open_event

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_twenty_at_once_sixteen_have_a_place_and_four_wait_in_a_row() -> None:
    event = open_event(make_club(), limit=16)
    answers = at_once(
        *(partial(sign_up, event, asked(f"Giocatore {letter}")) for letter in "ABCDEFGHIJKLMNOPQRST")
    )
    assert sorted(one.waiting or 0 for one in answers) == [0] * 16 + [1, 2, 3, 4]

    # Everybody has been told what holds.
    told = {one.sign_up.pk: one.waiting for one in answers}
    assert told == {one.sign_up.pk: one.waiting for one in placed_sign_ups(event, settings_of(event))}

    # One cancels while the arbiter enters all: sixteen at most, and nobody before his turn.
    gone = SignUp.objects.earliest("pk")
    at_once(partial(cancel, gone), partial(enter_sign_ups, event))
    with suppress(ActionRefused):  # if all have entered already
        enter_sign_ups(event)
    assert event.entries.count() == 16
    assert [one.waiting for one in placed_sign_ups(event, settings_of(event)) if one.waiting] == [1, 2, 3]
