"""Kinds of systems for tests of scoring, which knows no system of its own."""

from typing import Annotated

from msgspec import Struct

from scoring.options import meta
from scoring.system_spec import SystemSpec


class SwissOptions(Struct, frozen=True):
    rounds: Annotated[int, meta(("Turni", ""), ("Rounds", ""), minimum=1)]


class ManyOptions(Struct, frozen=True):
    pass


SWISS = SystemSpec(
    name="swiss-of-the-tests",
    multiplayer=False,
    family="swiss",
    options=SwissOptions,
    scoring="game",
    late_points=lambda options: 0.5,  # type: ignore[arg-type,return-value]
)
MANY = SystemSpec(
    name="many-of-the-tests",
    multiplayer=True,
    family="tables",
    options=ManyOptions,
    scoring="table-points",
    winds=lambda options: True,
)
