"""Typed look-ups in the plain values of a document: what is wrong becomes a fault with its path."""

from decimal import Decimal
from typing import Any

from scoring.document import Number, ValidationIssue
from scoring.json_text import DEEPEST, BadNumber, member, too_deep


class Fields:
    """The typed look-ups all readers share: a wrong value is noted as a fault and its default is given
    back.
    """

    def __init__(self, faults: list[ValidationIssue]) -> None:
        self.faults = faults

    def fault(self, path: str, code: str, **facts: Any) -> None:
        self.faults.append(ValidationIssue(path, code, facts))

    def wrong(self, path: str, value: Any, expected: str) -> None:
        """A value of the wrong type; a number that cannot be held has its fault already."""
        if type(value) is not BadNumber:
            self.fault(path, "type", expected=expected)

    def members(self, value: Any, path: str) -> dict[str, Any] | None:
        if isinstance(value, dict):
            return value
        self.wrong(path, value, "object")
        return None

    def list_at(self, raw: dict[str, Any], key: str, path: str) -> list[Any]:
        value = raw.get(key, [])
        if type(value) is list:
            return value
        self.wrong(member(path, key), value, "list")
        return []

    def object_at(self, raw: dict[str, Any], key: str, path: str) -> dict[str, Any]:
        value = raw.get(key, {})
        if isinstance(value, dict):
            if value and too_deep(value):
                self.fault(member(path, key), "too_deep", maximum=DEEPEST)
            return value
        self.wrong(member(path, key), value, "object")
        return {}

    def text_at(self, raw: dict[str, Any], key: str, path: str) -> str:
        value = raw.get(key, "")
        if type(value) is str:
            return value
        self.wrong(member(path, key), value, "text")
        return ""

    def text_or_null_at(self, raw: dict[str, Any], key: str, path: str) -> str | None:
        return None if raw.get(key) is None else self.text_at(raw, key, path)

    def flag_at(self, raw: dict[str, Any], key: str, path: str) -> bool:
        value = raw.get(key, False)
        if type(value) is bool:
            return value
        self.wrong(member(path, key), value, "boolean")
        return False

    def integer(self, value: Any, path: str, least: int) -> int | None:
        if type(value) is int:
            if value >= least:
                return value
            self.fault(path, "too_small", minimum=least, found=value)
        else:
            self.wrong(path, value, "integer")
        return None

    def integer_at(self, raw: dict[str, Any], key: str, path: str, default: int, least: int) -> int:
        if key not in raw:
            return default
        value = self.integer(raw[key], member(path, key), least)
        return default if value is None else value

    def number(self, value: Any, path: str, least: int | None = None) -> Number | None:
        if type(value) is int or type(value) is Decimal:
            if least is None or value >= least:
                return value
            self.fault(path, "too_small", minimum=least, found=str(value))
        else:
            self.wrong(path, value, "number")
        return None

    def integers(self, values: Any, path: str, least: int = 1) -> tuple[int, ...]:
        if type(values) is not list:
            self.wrong(path, values, "list")
            return ()
        numbers = (self.integer(value, f"{path}[{place}]", least) for place, value in enumerate(values))
        return tuple(value for value in numbers if value is not None)

    def kept(self, raw: dict[str, Any], known: frozenset[str], path: str) -> dict[str, Any]:
        """The keys nobody here knows, which are kept and written back."""
        if raw.keys() <= known:
            return {}
        unknown = {key: value for key, value in raw.items() if key not in known}
        for key, value in unknown.items():
            if type(value) in (dict, list) and too_deep(value):
                self.fault(member(path, key), "too_deep", maximum=DEEPEST)
        return unknown

    def id_key(self, key: str, path: str, ids: frozenset[int]) -> int | None:
        """The player's id that a key of an object names, in plain decimal."""
        if not (key.isascii() and key.isdigit() and len(key) <= 10 and not key.startswith("0")):
            self.fault(path, "id_key", key=key)
            return None
        if int(key) not in ids:
            self.fault(path, "unknown_player", player=int(key))
            return None
        return int(key)
