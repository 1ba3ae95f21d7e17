"""The stages of a named formula made anew for the players who have entered."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.stages import formula_actions
from tests.at_once import at_once
from tests.events.formula_events import choice, make
from tests.factories import make_player


def test_the_formula_is_applied_anew_to_the_stages_that_have_not_begun(club: Club) -> None:
    event = make(club, choice())
    formula_actions.apply_formula(event, choice(players=9))
    assert event.stages.count() == 2
    with pytest.raises(ActionRefused, match="non va bene per 3"):
        formula_actions.apply_formula(event, choice(players=3))
    event.stages.get(number=1).rounds.create(number=1)
    first = event.stages.get(number=1)
    event.stages.filter(number=2).update(declined=[3])
    formula_actions.apply_formula(event, choice(players=20))
    assert [stage.pk for stage in event.stages.filter(number=1)] == [first.pk]
    assert event.stages.count() == 3 and event.formula["players"] == 20
    second = event.stages.get(number=2)
    assert second.qualification == {"ranked": {"stage": 1, "from": 2, "to": 13}} and second.declined == [3]
    event.stages.filter(number=3).update(entrants=[1, 2, 3, 4])
    with pytest.raises(ActionRefused, match="già cominciate"):
        formula_actions.apply_formula(event, choice(players=9))
    assert event.stages.count() == 3


def test_more_or_fewer_entries_than_expected_offer_to_adapt(club: Club, arbiter: Client) -> None:
    event = make(club, choice(players=20))
    overview = reverse("rounds:event", args=[event.slug])
    address = reverse("rounds:formula", args=[event.slug])
    assert address not in arbiter.get(overview).text
    entry_actions.enter(event, [make_player(club) for _number in range(9)])
    assert address in arbiter.get(overview).text
    assert address in arbiter.get(reverse("rounds:draw", args=[event.slug])).text
    page = arbiter.get(address)
    assert page.context["plan"].players == 9
    sent = {"players": "9", "formula-rounds": "2", "scoring": "table-points", "wildcards": "0"}
    done = arbiter.post(address, sent)
    assert done["Location"] == reverse("rounds:stages", args=[event.slug])
    event.refresh_from_db()
    assert event.formula["players"] == 9 and event.stages.count() == 2
    assert address not in arbiter.get(overview).text


@pytest.mark.django_db(transaction=True)
def test_a_formula_applied_twice_at_once_makes_its_stages_once(club: Club) -> None:
    event = make(club, choice())
    stages = event.stages.count()

    answers = at_once(*[lambda: formula_actions.apply_formula(event, choice(players=24))] * 2)

    assert answers == [None, None]
    numbers = event.stages.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, stages + 1))
    event.refresh_from_db()
    assert event.formula is not None and event.formula["players"] == 24
