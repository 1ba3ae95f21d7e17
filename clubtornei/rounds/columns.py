"""Typed JSON columns: they give records and take records.

`TableState` is the recorded result of a table, whatever the number of its seats; `state/table_state.py`
converts it from and to rows and document records.

What an event has most of is stored narrow. Rows of before are wider; they are read as they are.
"""

from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast

import msgspec
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.exact import ExactEncoder, ExactJSONField
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


LETTERS = {
    "player": "p",
    "opponent": "o",
    "players": "P",
    "place": "l",
    "sought": "s",
    "round": "r",
    "rounds": "R",
    "number": "n",
    "games": "g",
    "blacks": "b",
    "other_games": "G",
    "other_blacks": "B",
}
"""How rows call facts of Reasons; no letter may ever get another meaning."""
FACTS = {letter: name for name, letter in LETTERS.items()}

_pairs = msgspec.json.Decoder(list[tuple[str, dict[str, Any]]], float_hook=Decimal)


class TypedColumn(ExactJSONField):
    record_type: object

    def unpacked(self, plain: object) -> object:
        """What is stored, in the form of the record."""
        return plain

    def packed(self, plain: object) -> object:
        """What is stored of a record that a file has, in plain values. Raises msgspec.ValidationError."""
        return self.get_prep_value(msgspec.convert(plain, self.record_type))

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> object:
        plain = super().from_db_value(value, expression, connection)
        return None if plain is None else msgspec.convert(self.unpacked(plain), self.record_type)


if TYPE_CHECKING:

    class ScoreField(models.JSONField[Score, Score]): ...

    class TableStateField(models.JSONField[TableState, TableState]): ...

    class ReasonsField(models.JSONField[list[Reason], list[Reason]]): ...

    class ReportedField(models.JSONField[Reported | None, Reported | None]): ...

else:

    class ScoreField(TypedColumn):
        """A Score."""

        record_type = Score

    class TableStateField(TypedColumn):
        """A TableState; of one that has nothing but scores, the list of them."""

        record_type = TableState

        def unpacked(self, plain: object) -> object:
            return {"scores": plain} if isinstance(plain, list) else plain

        def get_prep_value(self, value: object) -> object:
            state = super().get_prep_value(value)
            return state.scores if state == TableState(scores=state.scores) else state

    class ReasonsField(TypedColumn):
        """A list of Reasons: codes with facts. They are one text, as jsonb takes twelve bytes for a number:
        a list of pairs, the code and its facts, the most frequent of which have a letter for their name.
        """

        record_type = list[Reason]

        def unpacked(self, plain: object) -> object:
            if not isinstance(plain, str):
                return plain
            return [
                {"code": code, "facts": {FACTS.get(name, name): fact for name, fact in facts.items()}}
                for code, facts in _pairs.decode(plain)
            ]

        def get_prep_value(self, value: object) -> object:
            reasons = super().get_prep_value(value)
            return reasons and ExactEncoder().encode(
                [
                    (reason.code, {LETTERS.get(name, name): fact for name, fact in reason.facts.items()})
                    for reason in reasons
                ]
            )

    class ReportedField(TypedColumn):
        """A Reported."""

        record_type = Reported
