"""Typed look-ups in the plain values of a document: whatever is wrong becomes an issue with its path."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct, structs

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
Item = TypeVar("Item")
UNREAD = object()
"""In the place of a value that is wrong, and has an issue."""


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

    def is_there(self, raw: dict[str, Any], key: str, path: str) -> bool:
        """Adds an issue where a required key is missing."""
        if key not in raw:
            self.add_issue(member(path, key), "missing", key=key)
        return key in raw

    def check_version(self, raw: dict[str, Any], key: str, known: int) -> None:
        """Checks the key that names the format and its version."""
        if self.is_there(raw, key, "") and type(raw[key]) is not int:
            self.add_type_issue(key, raw[key], "integer")
        elif key in raw and raw[key] != known:
            self.add_issue(key, "version", found=raw[key], known=known)

    def each(
        self, values: Iterable[Any], path: str, read: Callable[[Any, str], Item | None]
    ) -> tuple[Item, ...]:
        """What `read` makes of each value of the list at this path, without those that are wrong."""
        found = [read(value, f"{path}[{index}]") for index, value in enumerate(values)]
        return tuple(item for item in found if item is not None)

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
        found = self.record(raw[key], member(path, key), kind) if key in raw else None
        return found or kind()

    def record(self, value: Any, path: str, kind: type[Facts]) -> Facts | None:
        """A record of this kind by the types of its fields, with the unknown keys as `extra`; None: it is no
        object.
        """
        raw = self.members(value, path)
        return None if raw is None else kind(**self.read(raw, path, kind))

    def read(
        self, raw: dict[str, Any], path: str, kind: type[Struct], leave: Collection[str] = ()
    ) -> dict[str, Any]:
        """The fields of such a record by name, but for those in `leave`. What is wrong is left out, for its
        default; where it is required there is something empty.
        """
        found: dict[str, Any] = {}
        types = _types(kind)
        for name, (form, required) in types.items():
            if name in leave:
                continue
            value = self.value(raw[name], member(path, name), form) if name in raw else UNREAD
            if name not in raw and required:
                self.add_issue(member(path, name), "missing", key=name)
            if value is not UNREAD:
                found[name] = value
            elif required:
                found[name] = _empty(form)
        return {**found, "extra": self.unknown_keys(raw, frozenset(types), path)}

    def value(self, value: Any, path: str, form: Any) -> Any:
        """A value of this type: a record, a tuple of one type, a whole number, a number, a text, one of a few
        texts, yes or no, or None. UNREAD: it is none, and has an issue.
        """
        meta = Meta()
        if get_origin(form) is Annotated:
            form, meta = get_args(form)[:2]
        parts = [part for part in get_args(form) if part is not NoneType]
        if get_origin(form) in (Union, UnionType):
            if value is None and NoneType in get_args(form):
                return None
            if Decimal not in parts:
                return self.value(value, path, parts[0])
            number = self.number(value, path, (meta.extra or {}).get("minimum"))
            return UNREAD if number is None else number
        if get_origin(form) is tuple:
            if type(value) is not list:
                self.add_type_issue(path, value, "list")
                return UNREAD
            values = (self.value(each, f"{path}[{index}]", parts[0]) for index, each in enumerate(value))
            return tuple(each for each in values if each is not UNREAD)
        found: Any
        if isinstance(form, type) and issubclass(form, Struct):
            found = self.record(value, path, form)
        elif form is int:
            low, high = int(meta.ge or 0), LARGEST_NUMBER if meta.le is None else int(meta.le)
            found = self.integer(value, path, low, high)
        else:
            found = self._of_one_word(value, path, form, meta)
        return UNREAD if found is None else found

    def _of_one_word(self, value: Any, path: str, form: Any, meta: Meta) -> str | bool | None:
        """A text, one of several texts, yes or no; None: it is none."""
        if form is not str and form is not bool:
            if type(value) is str and value not in get_args(form):
                self.add_issue(path, "unknown_kind", name=value, known=list(get_args(form)))
                return None
            form = str
        if type(value) is not form:
            self.add_type_issue(path, value, "text" if form is str else "boolean")
            return None
        if form is bool:
            return bool(value)
        if meta.min_length and not value.strip():
            self.add_issue(path, "name_blank")
        elif meta.max_length and len(value) > meta.max_length:
            self.add_issue(path, "name_long", length=len(value), maximum=meta.max_length)
        elif value and not re.search(meta.pattern or "", value):
            self.add_issue(path, "fact_form", found=value, examples=meta.examples)
        return str(value)


@cache
def _types(kind: type[Struct]) -> dict[str, tuple[Any, bool]]:
    """By the name of each field its type, and whether it is required."""
    return {item.name: (item.type, item.required) for item in structs.fields(kind) if item.name != "extra"}


def _empty(form: Any) -> Any:
    while get_origin(form) in (Annotated, Union, UnionType):
        form = get_args(form)[0]
    return form()


def facts_from(plain: Mapping[str, Any], kind: type[Facts]) -> Facts:
    """The record of what `facts_as_plain` of document.py has given."""
    return (Fields([]).record(dict(plain), "", kind) if plain else None) or kind()
