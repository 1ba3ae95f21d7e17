"""Tables of more than two in few words.

A seat is its points and what else was noted: `54 outside=12 order=1`, `70 risiko`, `out2` (second out).
"""

from collections.abc import Sequence
from typing import Any

from scoring.method import Scored
from scoring.record import Record
from scoring.standings import decimal_text
from tests.documents import players, raw, record
from tests.scoring.system_specs import MANY

KINDS = {MANY.name: MANY}
Seats = Sequence[str]


def seat_score(text: str) -> dict[str, Any]:
    first, *rest = text.split()
    if first.startswith("out"):
        return {"points": 0, "eliminated": int(first.removeprefix("out"))}
    noted: dict[str, Any] = {"points": float(first) if "." in first else int(first)}
    for word in rest:
        name, _, value = word.partition("=")
        noted[name] = int(value) if value else True
    return noted


def table(scores: Seats | None, seats: Sequence[int]) -> dict[str, Any]:
    return {"seats": list(seats), "result": None if scores is None else [seat_score(text) for text in scores]}


def a_round(*scores: Seats) -> dict[str, Any]:
    """A round at tables of which players 1, 2, … sit at the first, the next at the second, and so on."""
    tables, first = [], 1
    for seats in scores:
        tables.append(table(seats, range(first, first + len(seats))))
        first += len(seats)
    return {"tables": tables}


def stage(*rounds: dict[str, Any], count: int = 4, **more: Any) -> Record:
    """A stage of tables with these rounds."""
    entered = more.pop("entered", None) or players(count)
    return record(raw(entered, {"system": MANY.name, "rounds": list(rounds), **more}), KINDS)


def scored(method: str, options: dict[str, Any], tables: Sequence[Seats | None]) -> list[Scored | None]:
    """The places and points of one round; a table that is None has no result yet and three seats."""
    seated, first = [], 1
    for scores in tables:
        size = 3 if scores is None else len(scores)
        seated.append(table(scores, range(first, first + size)))
        first += size
    seen = stage({"tables": seated}, count=first, scoring=method, scoring_options=options)
    return seen.method.score(seen.rounds[0].tables, seen.scoring_options)


def shown(one: Scored | None) -> tuple[list[int], list[str]] | None:
    return None if one is None else (list(one.places), [decimal_text(points) for points in one.points])
