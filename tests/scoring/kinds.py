"""Kinds of systems for tests of scoring, which knows no system of its own."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Struct

from scoring.document import Table
from scoring.kinds import Kind
from scoring.method import Method, Scored
from scoring.options import meta


class SwissOptions(Struct, frozen=True):
    rounds: Annotated[int, meta(("Turni", ""), ("Rounds", ""), minimum=1)]


class ManyOptions(Struct, frozen=True):
    pass


SWISS = Kind(
    name="swiss-of-the-tests",
    seats="two",
    family="swiss",
    options=SwissOptions,
    scoring="game",
    late_points=lambda options: 0.5,  # type: ignore[arg-type,return-value]
)
MANY = Kind(
    name="many-of-the-tests", seats="many", family="tables", options=ManyOptions, scoring="sum-of-the-tests"
)


def _sum_of_marks(tables: Sequence[Table], options: Any) -> list[Scored | None]:
    return [
        None
        if table.marks is None
        else Scored((1,) * len(table.marks), tuple(Fraction(mark.points) for mark in table.marks))
        for table in tables
    ]


SUM = Method(
    name="sum-of-the-tests",
    seats="many",
    options=ManyOptions,
    score=_sum_of_marks,
    bye=lambda options: 0,
    title={"it": "", "en": ""},
    meaning={"it": "", "en": ""},
)
