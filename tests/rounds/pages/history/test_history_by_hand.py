"""What the history tells of changes by hand, and of rounds taken back."""

import pytest

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts import edit_actions as drafting, edits
from clubtornei.rounds.drafts.round_actions import publish, take_back
from clubtornei.rounds.pages.history.history import history_page
from tests.rounds.drafts.draft_steps import current_token, make_draft, seating_of, table_at

pytestmark = pytest.mark.django_db(transaction=True)  # each change at a time of its own


def told(event: Event) -> list[str]:
    """Newest first, without what came before the draft."""
    lines, _page = history_page(event, None)
    said = [line.what for line in lines]
    return said[: said.index("Turno 1: abbinamenti in bozza.")]


def test_each_change_is_a_line_with_who_sits_where(club: Club) -> None:
    event = make_draft(5, club)
    (white, black), (other, last) = seating_of(event)[1], seating_of(event)[2]
    of = {entry.entry_no: entry.name for entry in event.entries.all()}

    drafting.change_draft(event, 1, edits.swap, white, other, expected=current_token(event))
    drafting.change_draft(event, 1, edits.swap, white, other, expected=current_token(event))

    assert told(event) == [
        "Turno 1, a mano: tavolo 1 di nuovo come abbinato; tavolo 2 di nuovo come abbinato.",
        f"Turno 1, a mano: tavolo 1 {of[other]} – {of[black]}; tavolo 2 {of[white]} – {of[last]}.",
    ]


def test_a_round_taken_back_and_changed_stays_in_the_history(club: Club) -> None:
    event = make_draft(5, club)
    dependents, playing = seating_of(event)[None][0], seating_of(event)[2][0]
    publish(event, 1)
    take_back(event, 1)
    drafting.change_draft(event, 1, edits.swap, dependents, playing, expected=current_token(event))

    said = told(event)

    assert said[1:] == ["Turno 1: di nuovo in bozza.", "Turno 1: abbinamenti pubblicati."]
    assert said[0].startswith("Turno 1, a mano: tavolo 2 ")
    assert said[0].endswith(" a riposo.")


def test_a_new_number_alone_is_no_change_of_who_meets_whom(club: Club) -> None:
    event = make_draft(6, club)

    drafting.change_draft(event, 1, edits.renumber, table_at(event, 2).pk, 1, expected=current_token(event))

    assert told(event) == []
