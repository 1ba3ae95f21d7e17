"""A table read alone shows what it shows on the page of the whole round."""

import pytest

from clubtornei.events.models import Event
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.round_view import RoundView, round_view_of, rows_of, tables_of
from clubtornei.rounds.state.event_state import RoundProgress, event_state_of, recorded_progress
from scoring.document import SeatScore
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_result,
    make_round,
    make_seated_event,
    make_user,
)

pytestmark = pytest.mark.django_db


def shown(view: RoundView) -> dict[int, list[object]]:
    """By table, what its row shows."""
    rows: dict[int, list[object]] = {
        game.table.pk: [game.label, game.annulled, game.locked, game.enterable, game.done, game.in_words]
        for game in view.games
    }
    for table in view.multiplayer_tables:
        seats = [(seat.entry.name, seat.place, seat.points) for seat in table.seat_rows]
        rows[table.table.pk] = [seats, table.annulled, table.locked, table.enterable, table.done]
    return rows


def assert_rows_agree(event: Event, round_: Round) -> None:
    whole = shown(round_view_of(event, round_))
    for table in tables_of(round_):
        alone = rows_of(event, round_, tables_of(round_, [table.pk]))
        assert shown(alone)[table.pk] == whole[table.pk]


@pytest.mark.parametrize("scoring", ["conversion-150", "winds"])
def test_with_the_points_of_the_scoring(scoring: str) -> None:
    """The winds are ranked over all tables: there the others are read too."""
    if scoring == "winds":
        event = make_drawn_event(8, system="rotation", scoring=scoring, options={"rounds": 3})
    else:
        event = make_seated_event(8)
    round_ = make_round(event)
    for number, table in enumerate(round_.tables.games(), 1):
        record_scores(event, make_user(), table.pk, [SeatScore(points=number * seat) for seat in range(1, 5)])
    assert_rows_agree(event, round_)
    make_round(event)
    assert_rows_agree(event, round_)


def test_with_annulled_results_and_their_count() -> None:
    event = make_drawn_event(6)
    rounds = [make_round(event) for _number in range(2)]
    make_all_results(event, rounds[0], "1-0")
    make_result(event, rounds[1], 1, "adjourned")
    make_result(event, rounds[1], 2, "+--")
    withdraw(event, event.entries.get(entry_no=2).pk, 2)
    for round_ in rounds:
        assert_rows_agree(event, round_)
    annulled = round_view_of(event, rounds[0]).annulled_players
    assert annulled == {2}
    alone, together = [recorded_progress(round_, annulled) for round_ in rounds], event_state_of(event).rounds
    assert [counts(progress) for progress in alone] == [counts(progress) for progress in together]


def counts(progress: RoundProgress) -> tuple[int, int, int]:
    return progress.games, progress.finished, progress.adjourned
