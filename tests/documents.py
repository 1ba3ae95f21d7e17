"""Documents for the engines' tests, in as few words as they take."""

from collections.abc import Mapping, Sequence
from typing import Any

from pairing.registry import SYSTEM_SPECS
from scoring.record import Document, Record, read, record_of, to_json
from scoring.system_spec import SystemSpec

Raw = dict[str, Any]


def players(count: int, **by_id: Mapping[str, Any]) -> list[Raw]:
    """So many players with ids and numbers from 1; `p3={"club": "x"}` adds to player 3."""
    return [
        {"id": player, "name": f"Player {player}", **by_id.get(f"p{player}", {})}
        for player in range(1, count + 1)
    ]


def table(first: int, second: int, result: Sequence[float] | None = None, **more: Any) -> Raw:
    """A table of two, White first."""
    return {"seats": [first, second], "result": None if result is None else list(result), **more}


def a_round(*tables: Raw, byes: Sequence[Raw] = ()) -> Raw:
    return {"tables": list(tables), "byes": list(byes)}


def stage(system: str = "round-robin", rounds: Sequence[Raw] = (), **more: Any) -> Raw:
    return {"system": system, "rounds": list(rounds), **more}


def raw(entered: list[Raw], *stages: Raw, **more: Any) -> Raw:
    return {"clubtornei": 1, "seed": "seed", "players": entered, "stages": list(stages), **more}


def document(value: Any, kinds: Mapping[str, SystemSpec] = SYSTEM_SPECS) -> Document:
    return read(to_json(value), kinds)


def record(
    value: Any,
    kinds: Mapping[str, SystemSpec] = SYSTEM_SPECS,
    stage: int | None = None,
    after: int | None = None,
) -> Record:
    return record_of(document(value, kinds), kinds, stage, after)
