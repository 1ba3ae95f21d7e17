"""The results that a closed circuit keeps, which name rows by their keys: rewritten with other ones."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.db.models import Model

from clubtornei.events.models import Event
from clubtornei.players.models import Player
from clubtornei.season.models import CircuitEvent, TypedResult
from clubtornei.text.untyped import JsonObject

Key = TypeVar("Key", int, int | str)
Renaming = Callable[[int], int | str | None]
"""What is to stand for a key; None: the row is gone."""


def renamings(keys: Mapping[type[Model], Mapping[Key, int | str]]) -> dict[str, Renaming]:
    """By the names that a circuit uses, from what stands for each row of a model."""
    models = {"event": Event, "player": Player, "item": CircuitEvent, "typed": TypedResult}
    return {name: keys[model].get for name, model in models.items()}


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
