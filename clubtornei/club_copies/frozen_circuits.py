"""The results that a closed circuit keeps, which name rows by their keys: rewritten with other ones."""

from collections.abc import Mapping
from typing import Any

from clubtornei.text.untyped import JsonObject

Keys = Mapping[Any, object]


def with_other_numbers(frozen: JsonObject | None, keys: Mapping[str, Keys]) -> JsonObject | None:
    """`keys`: of "event", "player", "item" and "typed": each key with what is to stand for it. What is not
    among them is gone: nothing stands for it.
    """
    if frozen is None:
        return None
    known = keys["player"]
    return {
        **frozen,
        "members": [known[member] for member in frozen["members"] if member in known],
        "events": [_event(event, keys) for event in frozen["events"]],
    }


def _event(event: JsonObject, keys: Mapping[str, Keys]) -> JsonObject:
    changed = {**event, **_renamed(event, keys, "event", "item")}
    if event.get("reached") is not None:
        changed["reached"] = [{**one, **_renamed(one, keys, "player", "typed")} for one in event["reached"]]
    return changed


def _renamed(row: JsonObject, keys: Mapping[str, Keys], *names: str) -> JsonObject:
    return {name: keys[name].get(row[name]) for name in names if row.get(name) is not None}
