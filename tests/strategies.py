"""Hypothesis strategies for documents, right ones and broken ones."""

import json
from typing import Any

from hypothesis import strategies as st

from pairing.registry import calendar
from tests.documents import players, raw, record, stage

RESULTS = st.sampled_from([None, (1, 0), (0.5, 0.5), (0, 1)])
RANKINGS = st.lists(
    st.sampled_from(
        [
            "points",
            "wins",
            "direct",
            "sonneborn_berger",
            "koya",
            "buchholz_cut1",
            "previous",
            "progressive",
            "tpr",
            "lot",
        ]
    ),
    unique=True,
)


@st.composite
def round_robins(draw: st.DrawFn, most: int = 9) -> dict[str, Any]:
    """A round robin somewhere in its calendar, with results, withdrawals and clubs."""
    count = draw(st.integers(3, most))
    options = {"cycles": draw(st.integers(1, 2)), "exchange_last_two": draw(st.booleans())}
    by_id: dict[str, Any] = {}
    for player in range(1, count + 1):
        by_id[f"p{player}"] = {
            "club": draw(st.sampled_from([None, "a", "b"])),
            "rating": draw(st.sampled_from([None, 0, 1500, 2100.5])),
            "withdrawn": draw(st.sampled_from([None, None, None, 1, 2, 4])),
        }
    entered = players(count, **by_id)
    draws = calendar(record(raw(entered, stage(options=options))))
    rounds = []
    for drawn in draws[: draw(st.integers(0, len(draws)))]:
        tables = [
            {"seats": one.seats, "result": one.result, "forfeit": True}
            if one.forfeit
            else {"seats": one.seats, "result": draw(RESULTS)}
            for one in drawn.tables
        ]
        rounds.append({"tables": tables, "byes": [{"player": bye.player, "points": 0} for bye in drawn.byes]})
    return raw(
        entered,
        stage(rounds=rounds, options=options, ranking=draw(RANKINGS)),
        seed=draw(st.text("ab", max_size=3)),
    )


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        found += _places(below, (*path, key))
    return found


@st.composite
def broken(draw: st.DrawFn, right: st.SearchStrategy[Any] | None = None) -> str:
    """The text of a document in which some values are replaced, doubled, or gone, and perhaps cut off."""
    value: Any = json.loads(json.dumps(draw(round_robins(most=6) if right is None else right)))
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(_places(value)))
        if not path:
            value = draw(JUNK)
            continue
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        match draw(st.sampled_from(["replace", "remove", "copy"])):
            case "replace":
                holder[path[-1]] = draw(JUNK)
            case "remove":
                del holder[path[-1]]
            case _:
                other: Any = value
                for key in draw(st.sampled_from(_places(value))):
                    other = other[key]
                holder[path[-1]] = json.loads(json.dumps(other))
    text = json.dumps(value)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text
