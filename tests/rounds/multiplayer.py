"""What is sent and noted at tables of three to six."""

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from clubtornei.events.models import Event
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.results.multiplayer_tables import fingerprint
from scoring.document import SeatScore
from tests.factories import make_round, make_seated_event

FOUR = [SeatScore(points=54), SeatScore(points=31), SeatScore(points=0, eliminated=1), SeatScore(points=22)]

LEVEL = [SeatScore(points=75), SeatScore(points=75), SeatScore(points=40), SeatScore(points=20)]
TIED_FOR_FIRST = [SeatScore(points=75, outside=20), SeatScore(points=75, outside=10), *LEVEL[2:]]
"""As LEVEL, with what decides."""


def make_table(players: int = 4, **fields: Any) -> tuple[Event, Table]:
    """A published round at RisiKo! tables, and its first table."""
    event = make_seated_event(players, **fields)
    round_ = make_round(event)
    return event, table_of(round_)


def table_of(round_: Round, number: int = 1) -> Table:
    return Table.objects.select_related("round__stage__event").get(round=round_, number=number)


def scores_at(table: Table) -> list[Any]:
    return list(Seat.objects.filter(table=table).order_by("position").values_list("score", flat=True))


def expected(table: Table) -> str:
    return fingerprint(scores_at(table))


def sent(scores: Sequence[SeatScore | dict[str, Any]], **more: Any) -> dict[str, Any]:
    """The form's fields for these scores; what is typed and can be no score is a dictionary."""
    fields = {
        f"{seat}-{name}": "on" if value is True else str(value)
        for seat, score in enumerate(scores, 1)
        for name, value in to_builtins(score).items()
    }
    return fields | more
