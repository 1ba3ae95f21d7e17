"""What an old page may still do: every address that changes an event, by what keeps it from undoing unseen
what a colleague has done since the page was shown.

A new address stands in no row, and fails here until it does.
"""

import pytest
from django.db import transaction

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from tests.addresses import OF_MORE, OURS, addresses, path_of
from tests.factories import make_club, make_drawn_event, make_round, make_seated_event, signed_in
from tests.rounds.pages.test_old_forms import PAGES

pytestmark = pytest.mark.django_db


def _names(text: str) -> list[str]:
    return text.split()


REFUSED = _names("""
    rounds:arrange rounds:publish rounds:discard rounds:draw_next rounds:take_back
    rounds:result rounds:correct rounds:replay rounds:scores rounds:correct_scores
    rounds:begin_end rounds:take_turn rounds:confirm rounds:reject rounds:confirm_all
    rounds:withdraw rounds:stage_begin rounds:stage_add rounds:stage_follow_rules rounds:close
    rounds:entry_names rounds:prohibitions rounds:set_clock rounds:adjustments
    rounds:stage_decide rounds:stage_undecide
    rounds:prizes_change rounds:prizes_marks rounds:prizes_confirm rounds:by_hand_reason
    rounds:missed rounds:no_show
    rounds:sign_up_questions
""")
"""Carry what their page has shown, and do nothing where that is another by now: drafts (test_basis.py),
results (test_reseated.py), prizes, questions, what becomes of a withdrawal, who enters a stage, the final
ranking.
"""

MERGED = _names("""
    rounds:settings rounds:entry_change rounds:sign_up_settings rounds:days rounds:stage_change
    rounds:exemptions rounds:plans rounds:screens rounds:fees rounds:homologation
""")
"""Save what was changed on their page, and ask about a field that both have changed (test_old_forms.py)."""

ONCE = _names("""
    rounds:announce rounds:draw_numbers rounds:by_hand rounds:cancel_draw rounds:draw_by_hand
    rounds:publish_all rounds:play_early rounds:undo rounds:stage_confirm rounds:stage_take_back
    rounds:stage_remove rounds:stage_split rounds:stage_lots rounds:stage_add_round rounds:formula
    rounds:prizes_take_back rounds:mail_write rounds:mail_try_again
    rounds:come_back rounds:reopen rounds:delete rounds:enter rounds:entry_new rounds:entry_team
    rounds:entry_remove rounds:remove_absent rounds:enter_sign_ups
""")
"""Possible once, or only while nothing rests on it: late they find it done, or are refused."""

NAMED = _names("""
    rounds:tap rounds:everybody rounds:check_in rounds:check_all_in rounds:paid rounds:fee_change
    rounds:seat_latecomer
    rounds:stage_decline rounds:stage_invite rounds:decide_sign_up rounds:publish_event rounds:links
    rounds:prizes_decide rounds:prizes_give_up rounds:mail_organiser
    rounds:screen_message rounds:add_screen rounds:remove_screen rounds:turn_clock
""")
"""Buttons of one thing that say what it is to be: late they set that, and nothing beside it."""

NOTHING = _names("""
    rounds:trial rounds:copy rounds:save_preset rounds:cancel_print rounds:check_round
""")
"""Change nothing of the event."""


@pytest.fixture
def events() -> dict[bool, Event]:
    """Tables of more than two, or of two."""
    found = {}
    for more in (False, True):
        event = (make_seated_event if more else make_drawn_event)(4, make_club())
        make_round(event)
        event.stages.create(number=2, system="bands", scoring="table-points", options={"tables": 1})
        found[more] = event
    return found


def test_every_address_that_changes_an_event_stands_in_one_row(events: dict[bool, Event]) -> None:
    taking = []
    for name in OURS:
        if not (name.startswith("rounds:") and addresses()[name].startswith("e/")):
            continue
        event = events[name in OF_MORE]
        client = signed_in(event.club, Role.OWNER)
        with transaction.atomic():
            if client.post(path_of(name, event)).status_code != 405:
                taking.append(name)
            transaction.set_rollback(True)

    rows = [*REFUSED, *MERGED, *ONCE, *NAMED, *NOTHING]
    assert (sorted({*taking} - {*rows}), sorted({*rows} - {*taking})) == ([], [])
    assert len(rows) == len(set(rows))


def test_all_forms_that_merge_are_tried() -> None:
    others = {"rounds:fees"}  # one amount
    assert {*PAGES} | others == {*MERGED}
