"""What the JSON columns of a round hold, typed: they give records and take records.

`TableState` is the result of a table as it is recorded, whatever the number of its seats; what makes it of
rows and of the document's records, and the way back, is `core/table_state.py`.
"""

from typing import TYPE_CHECKING, Any, cast

import msgspec
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from msgspec import Struct

from clubtornei.events.exact import ExactJSONField
from pairing.system import Reason
from scoring.document import Number, SeatScore, Shares

Score = Number | SeatScore | None
"""What is recorded of a seat: a share of the game (two seats), what was counted (more), the points of a bye.

Never tournament points: those are always computed by `scoring`. None: nothing yet.
"""

Games = tuple[Shares, ...]
"""Of each game of a match what the two seats have."""


class TableState(Struct, frozen=True, kw_only=True):
    """The result of a table; `scores`: one a seat, in their order. Two that say the same are equal."""

    scores: tuple[Score, ...]
    forfeit: bool = False
    adjourned: bool = False
    games: Games = ()

    @property
    def scored(self) -> bool:
        """Is there a result? The seats of a table are scored together, or not at all."""
        return None not in self.scores

    @property
    def result(self) -> Shares | tuple[SeatScore, ...] | None:
        """The scores as the document has them; None: not known yet."""
        return cast(Shares | tuple[SeatScore, ...], self.scores) if self.scored else None


class _TypedColumn(ExactJSONField):
    holds: Any

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Any:
        found = super().from_db_value(value, expression, connection)
        return None if found is None else msgspec.convert(found, self.holds)


if TYPE_CHECKING:

    class ScoreField(models.JSONField[Score, Score]): ...

    class TableStateField(models.JSONField[TableState, TableState]): ...

    class ReasonsField(models.JSONField[list[Reason], list[Reason]]): ...

else:

    class ScoreField(_TypedColumn):
        """What is recorded of a seat."""

        holds = Score

    class TableStateField(_TypedColumn):
        """The result of a table."""

        holds = TableState

    class ReasonsField(_TypedColumn):
        """Why something is so: codes with facts."""

        holds = list[Reason]
