"""Typed look-ups in the plain values of a document: whatever is wrong becomes an issue with its path."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from scoring.document import DocumentError, Number, ValidationIssue
from scoring.json_text import (
    DEEPEST_NESTING,
    LARGEST_NUMBER,
    MORE_ISSUES,
    MOST_ISSUES,
    WHOLE_DOCUMENT,
    BadNumber,
    member,
    too_deep,
)


def within(path: str, issues: Iterable[ValidationIssue]) -> list[ValidationIssue]:
    """The issues of a document that stands at this path of another one."""
    return [
        ValidationIssue(
            path if issue.path == WHOLE_DOCUMENT else f"{path}.{issue.path}", issue.code, issue.facts
        )
        for issue in issues
    ]


Facts = TypeVar("Facts", bound=Struct)


class Fields:
    """The typed look-ups all readers share: for a wrong value they add an issue and return a default."""

    def __init__(self, issues: list[ValidationIssue]) -> None:
        self.issues = issues

    def add_issue(self, path: str, code: str, **facts: Any) -> None:
        """Raises DocumentError if there are very many."""
        self.issues.append(ValidationIssue(path, code, facts))
        if len(self.issues) >= MOST_ISSUES:
            raise DocumentError(*self.issues, MORE_ISSUES)

    def add_type_issue(self, path: str, value: Any, expected: str) -> None:
        """Adds the issue of a wrong type; a number that no document may have has an issue already."""
        if type(value) is not BadNumber:
            self.add_issue(path, "type", expected=expected)

    def members(self, value: Any, path: str) -> dict[str, Any] | None:
        if isinstance(value, dict):
            return value
        self.add_type_issue(path, value, "object")
        return None

    def list_at(self, raw: dict[str, Any], key: str, path: str) -> list[Any]:
        value = raw.get(key, [])
        if type(value) is list:
            return value
        self.add_type_issue(member(path, key), value, "list")
        return []

    def short_list_at(self, raw: dict[str, Any], key: str, path: str, most: int) -> list[Any]:
        """The list, unless it is longer than any in a tournament."""
        values = self.list_at(raw, key, path)
        if len(values) <= most:
            return values
        self.add_issue(member(path, key), "too_many_items", found=len(values), maximum=most)
        return []

    def object_at(self, raw: dict[str, Any], key: str, path: str) -> dict[str, Any]:
        value = raw.get(key, {})
        if isinstance(value, dict):
            if value and too_deep(value):
                self.add_issue(member(path, key), "too_deep", maximum=DEEPEST_NESTING)
            return value
        self.add_type_issue(member(path, key), value, "object")
        return {}

    def text_at(self, raw: dict[str, Any], key: str, path: str) -> str:
        value = raw.get(key, "")
        if type(value) is str:
            return value
        self.add_type_issue(member(path, key), value, "text")
        return ""

    def text_or_null_at(self, raw: dict[str, Any], key: str, path: str) -> str | None:
        return None if raw.get(key) is None else self.text_at(raw, key, path)

    def flag_at(self, raw: dict[str, Any], key: str, path: str) -> bool:
        value = raw.get(key, False)
        if type(value) is bool:
            return value
        self.add_type_issue(member(path, key), value, "boolean")
        return False

    def integer(self, value: Any, path: str, minimum: int, maximum: int = LARGEST_NUMBER) -> int | None:
        """A whole number. What is counted with it gives its `maximum`; ids and the like have none of their
        own.
        """
        if type(value) is int:
            if minimum <= value <= maximum:
                return value
            if value < minimum:
                self.add_issue(path, "too_small", minimum=minimum, found=value)
            else:
                self.add_issue(path, "number_above", maximum=maximum, found=value)
        else:
            self.add_type_issue(path, value, "integer")
        return None

    def integer_at(
        self,
        raw: dict[str, Any],
        key: str,
        path: str,
        default: int,
        minimum: int,
        maximum: int = LARGEST_NUMBER,
    ) -> int:
        if key not in raw:
            return default
        value = self.integer(raw[key], member(path, key), minimum, maximum)
        return default if value is None else value

    def number(self, value: Any, path: str, minimum: int | None = None) -> Number | None:
        if type(value) is int or type(value) is Decimal:
            if minimum is None or value >= minimum:
                return value
            self.add_issue(path, "too_small", minimum=minimum, found=str(value))
        else:
            self.add_type_issue(path, value, "number")
        return None

    def integers(self, values: Any, path: str, maximum: int = LARGEST_NUMBER) -> tuple[int, ...]:
        if type(values) is not list:
            self.add_type_issue(path, values, "list")
            return ()
        numbers = (self.integer(value, f"{path}[{place}]", 1, maximum) for place, value in enumerate(values))
        return tuple(value for value in numbers if value is not None)

    def unknown_keys(self, raw: dict[str, Any], known: frozenset[str], path: str) -> dict[str, Any]:
        """The unknown keys of an object with their values, which are kept and written back."""
        if raw.keys() <= known:
            return {}
        unknown = {key: value for key, value in raw.items() if key not in known}
        for key, value in unknown.items():
            if type(value) in (dict, list) and too_deep(value):
                self.add_issue(member(path, key), "too_deep", maximum=DEEPEST_NESTING)
        return unknown

    def id_key(self, key: str, path: str, ids: frozenset[int]) -> int | None:
        """The player's id that a key of an object names, in plain decimal."""
        if not (key.isascii() and key.isdigit() and len(key) <= 10 and not key.startswith("0")):
            self.add_issue(path, "id_key", key=key)
            return None
        if int(key) not in ids:
            self.add_issue(path, "unknown_player", player=int(key))
            return None
        return int(key)

    def facts_at(self, raw: dict[str, Any], key: str, path: str, kind: type[Facts]) -> Facts:
        """The facts under a key, as a record of this kind; without the key its defaults."""
        return self.facts(raw[key], member(path, key), kind) if key in raw else kind()

    def facts(self, value: Any, path: str, kind: type[Facts]) -> Facts:
        raw = self.members(value, path) or {}
        fields = {item.name: item.type for item in msgspec.structs.fields(kind)}
        known = {
            name: self.fact(raw[name], member(path, name), fields[name])
            for name in raw
            if name in fields and name != "extra"
        }
        return kind(**known, extra=self.unknown_keys(raw, frozenset(fields) - {"extra"}, path))

    def fact(self, value: Any, path: str, kind: Any) -> Any:
        """A value of this kind: a record, a tuple of one kind, a whole number or None, or a text."""
        if isinstance(kind, type) and issubclass(kind, Struct):
            return self.facts(value, path, kind)
        if get_origin(kind) is tuple:
            values = value if type(value) is list else []
            if type(value) is not list:
                self.add_type_issue(path, value, "list")
            inner = get_args(kind)[0]
            return tuple(self.fact(each, f"{path}[{index}]", inner) for index, each in enumerate(values))
        if int in get_args(kind):
            return None if value is None else self.integer(value, path, 0)
        if type(value) is not str:
            self.add_type_issue(path, value, "text")
            return ""
        for form in getattr(kind, "__metadata__", ()):
            if isinstance(form, Meta) and value and not re.search(form.pattern or "", value):
                self.add_issue(path, "fact_form", found=value, examples=form.examples)
        return value


def facts_from(plain: Mapping[str, Any], kind: type[Facts]) -> Facts:
    """The record of what `facts_as_plain` of document.py has given."""
    return Fields([]).facts(dict(plain), "", kind) if plain else kind()
