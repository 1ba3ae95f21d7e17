"""The results that a closed circuit keeps, which name rows by their keys: rewritten with other ones."""

from collections.abc import Callable, Mapping

from clubtornei.text.untyped import JsonObject

Renaming = Callable[[int], int | str | None]
"""What is to stand for a key; None: the row is gone."""


def with_other_numbers(frozen: JsonObject | None, keys: Mapping[str, Renaming]) -> JsonObject | None:
    """`keys`: of "event", "player", "item" and "typed"."""
    if frozen is None:
        return None
    members = map(keys["player"], frozen["members"])
    return {
        **frozen,
        "members": [member for member in members if member is not None],
        "events": [_event(event, keys) for event in frozen["events"]],
    }


def _event(event: JsonObject, keys: Mapping[str, Renaming]) -> JsonObject:
    changed = {**event, **_renamed(event, keys, "event", "item")}
    if event.get("reached") is not None:
        changed["reached"] = [{**one, **_renamed(one, keys, "player", "typed")} for one in event["reached"]]
    return changed


def _renamed(row: JsonObject, keys: Mapping[str, Renaming], *names: str) -> JsonObject:
    return {name: keys[name](row[name]) for name in names if row.get(name) is not None}
