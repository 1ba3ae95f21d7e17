"""Kinds of systems for tests of scoring, which knows no system of its own."""

from typing import Annotated

from msgspec import Struct

from scoring.kinds import Kind
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
    name="many-of-the-tests", seats="many", family="tables", options=ManyOptions, scoring="table-points"
)
