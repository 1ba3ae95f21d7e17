"""Two at the same moment at one table of more than two, or at its paper, each in a thread of his own."""

import pytest

from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import ResultEntry
from clubtornei.rounds.results.actions import Overtaken
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.proposal_actions import confirm, propose_scores
from scoring.document import SeatScore
from tests.at_once import at_once
from tests.factories import make_user
from tests.rounds.multiplayer import FOUR, expected, make_table, scores_at

pytestmark = pytest.mark.django_db(transaction=True)
OTHER = [SeatScore(points=10), *FOUR[1:]]


def test_of_two_results_for_one_table_the_second_to_come_is_told() -> None:
    event, table = make_table()
    blank, first, second = expected(table), make_user(), make_user()
    answers = at_once(
        lambda: record_scores(event, first, table.pk, FOUR, expected=blank),
        lambda: record_scores(event, second, table.pk, OTHER, expected=blank),
    )
    told = [isinstance(answer, Overtaken) for answer in answers]
    assert sorted(told) == [False, True]
    assert scores_at(table) == (OTHER if told[0] else FOUR)
    assert ResultEntry.objects.count() == 1


def test_of_two_proposals_one_waits() -> None:
    event, table = make_table()
    at_once(
        lambda: propose_scores(event, table.pk, FOUR),
        lambda: propose_scores(event, table.pk, OTHER),
    )
    statuses = list(table.proposals.order_by("pk").values_list("status", flat=True))
    assert statuses == ["replaced", "waiting"]
    assert scores_at(table) == [None] * 4


def test_confirming_while_the_arbiter_saves_his_own() -> None:
    """Whoever comes second is told; nothing is overwritten that he has not seen."""
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    proposal, blank = table.proposals.get(), expected(table)
    first, second = make_user(), make_user()
    answers = at_once(
        lambda: confirm(event, first, table.pk, proposal.pk),
        lambda: record_scores(event, second, table.pk, OTHER, expected=blank),
    )
    told = [isinstance(answer, ActionRefused) for answer in answers]
    assert sorted(told) == [False, True]
    proposal.refresh_from_db()
    if told[1]:
        assert (scores_at(table), proposal.status) == (FOUR, "confirmed")
    else:
        assert (scores_at(table), proposal.status) == (OTHER, "waiting")


def test_two_clicks_confirm_once() -> None:
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    proposal, user = table.proposals.get(), make_user()
    answers = at_once(*[lambda: confirm(event, user, table.pk, proposal.pk)] * 2)
    assert sum(isinstance(answer, ActionRefused) for answer in answers) == 1
    assert ResultEntry.objects.count() == 1


def test_a_new_proposal_while_the_old_one_is_confirmed() -> None:
    """Either the arbiter took what he saw, or he is told that it has changed."""
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    proposal, user = table.proposals.get(), make_user()
    taken, _said = at_once(
        lambda: confirm(event, user, table.pk, proposal.pk),
        lambda: propose_scores(event, table.pk, OTHER),
    )
    expected = [None] * 4 if isinstance(taken, ActionRefused) else FOUR
    assert scores_at(table) == expected
    assert table.proposals.get(status="waiting").state.scores == tuple(OTHER)
