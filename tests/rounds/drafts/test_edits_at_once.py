"""Two arbiters at one draft at the same moment, on PostgreSQL."""

import pytest

from clubtornei.events.writing import ActionRefused, SentRequest, once
from clubtornei.rounds.drafts import edit_actions as drafting, edits
from clubtornei.rounds.drafts.round_actions import discard, publish
from clubtornei.rounds.models import Round, Seat
from tests.at_once import at_once
from tests.rounds.drafts.draft_steps import current_token, latest_round, make_draft, seating_of, table_at

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_swaps_the_second_to_come_is_told() -> None:
    event = make_draft(8)
    before, shown = seating_of(event), current_token(event)

    answers = at_once(
        lambda: drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=shown),
        lambda: drafting.change_draft(event, 1, edits.swap, before[1][0], before[3][0], expected=shown),
    )

    refused = [answer for answer in answers if isinstance(answer, ActionRefused)]
    assert len(refused) == 1
    assert "Intanto la bozza è cambiata" in str(refused[0])
    other = 3 if answers[0] in refused else 2
    assert seating_of(event)[1][0] == before[other][0]
    assert Seat.objects.filter(round=latest_round(event)).count() == 8


def test_a_swap_comes_before_publishing_or_not_at_all() -> None:
    event = make_draft(8)
    before, shown = seating_of(event), current_token(event)

    swapped, published = at_once(
        lambda: drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=shown),
        lambda: publish(event, 1),
    )

    assert published.published
    changed = seating_of(event) != before
    assert changed != isinstance(swapped, ActionRefused)


def test_who_is_being_unseated_is_not_forgotten_by_publishing() -> None:
    event = make_draft(8)
    shown, table = current_token(event), table_at(event, 1).pk

    broken, published = at_once(
        lambda: drafting.change_draft(event, 1, edits.break_table, table, expected=shown),
        lambda: publish(event, 1),
    )

    assert isinstance(broken, ActionRefused) != isinstance(published, ActionRefused)
    assert latest_round(event).published == (not isinstance(published, ActionRefused))


def test_a_draft_is_discarded_or_changed_first() -> None:
    event = make_draft(8)
    before, shown = seating_of(event), current_token(event)

    at_once(
        lambda: drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=shown),
        lambda: discard(event, 1),
    )

    assert not Round.objects.of(event).exists()
    assert not Seat.objects.filter(round__stage__event=event).exists()


def test_two_undos_of_one_page_undo_once() -> None:
    event = make_draft(8)
    before = seating_of(event)
    drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=current_token(event))
    between, shown = seating_of(event), ""
    drafting.change_draft(event, 1, edits.swap, before[3][0], before[4][0], expected=current_token(event))
    shown = current_token(event)

    answers = at_once(
        lambda: drafting.undo(event, 1, expected=shown), lambda: drafting.undo(event, 1, expected=shown)
    )

    assert sum(isinstance(answer, ActionRefused) for answer in answers) == 1
    assert seating_of(event) == between


def test_a_request_that_comes_twice_at_once_is_carried_out_once() -> None:
    event = make_draft(8)
    before = seating_of(event)

    def swap() -> bool:
        with once(event, SentRequest("a1", "")) as new:
            if new:
                shown = current_token(event)
                drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=shown)
        return new

    assert sorted(at_once(swap, swap)) == [False, True]
    assert seating_of(event)[1][0] == before[2][0]
