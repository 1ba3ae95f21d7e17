"""Typed JSON columns: they give records and take records.

`TableState` is the recorded result of a table, whatever the number of its seats; `state/table_state.py`
converts it from and to rows and document records.
"""

from typing import TYPE_CHECKING, cast

import msgspec
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.exact import ExactJSONField
from pairing.system import Reason
from scoring.document import GameScore, Number, Reported, SeatScore

Score = Number | SeatScore | None
"""What is recorded for a seat: its share of the game (two seats), its counts (more), or the points of a bye.

Never tournament points: `scoring` always computes those. None: nothing yet.
"""

Games = tuple[GameScore, ...]
"""The shares of both seats in each game of a match."""


class TableState(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The recorded result of a table; `scores`: one a seat, in seat order. `unrated`: it counts, but for no
    rating, as the game ended before both had moved. `score`: what each of two scored in the game.
    """

    scores: tuple[Score, ...]
    forfeit: bool = False
    adjourned: bool = False
    unrated: bool = False
    games: Games = ()
    score: tuple[Number, Number] | None = None

    @property
    def scored(self) -> bool:
        """Whether there is a result: the seats of a table are scored together, or not at all."""
        return None not in self.scores

    def counts_as(self, other: "TableState") -> bool:
        """Whether both count the same, be they rated or not."""
        return replace(self, unrated=other.unrated) == other

    @property
    def result(self) -> GameScore | tuple[SeatScore, ...] | None:
        """The scores as the document has them; None without a result."""
        return cast(GameScore | tuple[SeatScore, ...], self.scores) if self.scored else None


class _TypedColumn(ExactJSONField):
    record_type: object

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> object:
        plain = super().from_db_value(value, expression, connection)
        return None if plain is None else msgspec.convert(plain, self.record_type)


if TYPE_CHECKING:

    class ScoreField(models.JSONField[Score, Score]): ...

    class TableStateField(models.JSONField[TableState, TableState]): ...

    class ReasonsField(models.JSONField[list[Reason], list[Reason]]): ...

    class ReportedField(models.JSONField[Reported | None, Reported | None]): ...

else:

    class ScoreField(_TypedColumn):
        """A Score."""

        record_type = Score

    class TableStateField(_TypedColumn):
        """A TableState."""

        record_type = TableState

    class ReasonsField(_TypedColumn):
        """A list of Reasons: codes with facts."""

        record_type = list[Reason]

    class ReportedField(_TypedColumn):
        """A Reported."""

        record_type = Reported
