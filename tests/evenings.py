"""Evenings of tables for more than two: events as an organiser would have them, in few words."""

from collections.abc import Sequence
from typing import Any

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.multiplayer_actions import record_scores
from scoring.document import SeatScore
from tests.factories import make_drawn_event, make_round, make_user

CLUBS = ("La Torre", "Alfiere", "Il Cavallo")
POINTS = (60, 45, 30, 15, 5)


def make_evenings(players: int, rounds: int, club: Club | None = None, **stage: Any) -> Event:
    """A published event of tables with so many rounds and all results in: the seats have 60, 45, 30, 15 (5).

    Everybody is of one of three clubs in turn.
    """
    stage = {"system": "seating", "scoring": "standard", **stage}
    scoring_options = stage.pop("scoring_options", {})
    event = make_drawn_event(players, club, published=True, **stage)
    event.stages.update(scoring_options=scoring_options)
    for place, entry in enumerate(event.entries.order_by("entry_no")):
        entry.affiliation = CLUBS[place % len(CLUBS)]
        entry.save(update_fields=["affiliation"])
    for _number in range(rounds):
        make_scores(event, make_round(event))
    event.refresh_from_db()
    return event


def make_scores(event: Event, round_: Round, tables: int | None = None) -> None:
    """The usual scores at the first so many tables of the round (None: at all)."""
    user = make_user()
    for table in list(round_.tables.games())[:tables]:
        score_table(event, table, POINTS[: table.seats.count()], user=user)


def score_table(event: Event, table: Table, points: Sequence[int], user: Any = None) -> None:
    """So many points at each seat of the table."""
    record_scores(event, user or make_user(), table.pk, [SeatScore(points=number) for number in points])
