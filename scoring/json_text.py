"""JSON text to plain Python values, strictly: what the standard decoder lets pass is found here, with its
path.
"""

import json
import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

from scoring.document import DocumentError, ValidationIssue

LARGEST = 10**9
"""No number in a document may be larger, nor smaller than its negative."""
FINEST = 30
"""Digits after the point a number may have; more could not be kept as an exact fraction at a sane price."""
DEEPEST = 100
"""How far lists and objects may be nested."""

WHOLE = "document"
"""The path of a fault of the document as a whole."""


class BadNumber:
    """Stands where a number stood that no document may have."""

    def __init__(self, code: str) -> None:
        self.code = code


class Twice(dict[str, Any]):
    """An object in which `names` were given more than once."""

    names: tuple[str, ...] = ()


def parse(text: str | bytes) -> tuple[Any, list[ValidationIssue]]:
    """The value of the text (ints and Decimals), with the faults of its numbers, texts and keys.

    DocumentError: it is no JSON at all. A `BadNumber` stands in the value where a number is among the faults.
    """
    decoded = _decode(text)
    state = _State()
    try:
        value = json.loads(
            decoded,
            parse_int=state.integer,
            parse_float=state.decimal,
            parse_constant=state.constant,
            object_pairs_hook=state.members,
        )
    except json.JSONDecodeError as error:
        raise DocumentError(
            ValidationIssue(WHOLE, "not_json", {"line": error.lineno, "column": error.colno})
        ) from None
    except RecursionError:
        raise DocumentError(ValidationIssue(WHOLE, "too_deep", {"maximum": DEEPEST})) from None
    return value, _walk(value) if state.doubtful or _SUSPECT.search(decoded) else []


def _decode(text: str | bytes) -> str:
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(ValidationIssue(WHOLE, "not_utf8", {"byte": error.start + 1})) from None


class _State:
    """The decoder's callbacks, which remember whether anything needs a second look."""

    doubtful = False

    def integer(self, digits: str) -> int | BadNumber:
        if len(digits) <= 9:
            return int(digits)
        if len(digits) <= 11 and abs(int(digits)) <= LARGEST:
            return int(digits)
        return self._bad("number_too_large")

    def decimal(self, digits: str) -> Decimal | BadNumber:
        # An exponent may have any size: it is looked at before any arithmetic is done with the number.
        if len(digits) > 100:
            return self._bad("number_too_fine")
        try:
            number = Decimal(digits)
        except InvalidOperation:
            return self._bad("number_too_large")
        if not number:
            return Decimal(0)
        if number.adjusted() > 9 or abs(number) > LARGEST:
            return self._bad("number_too_large")
        if int(number.as_tuple().exponent) < -FINEST:
            return self._bad("number_too_fine")
        return number

    def constant(self, name: str) -> BadNumber:
        return self._bad("number_not_finite")

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) == len(pairs):
            return members
        self.doubtful = True
        seen: set[str] = set()
        twice = Twice(members)
        twice.names = tuple(dict.fromkeys(name for name, _ in pairs if name in seen or seen.add(name)))  # type: ignore[func-returns-value]
        return twice

    def _bad(self, code: str) -> BadNumber:
        self.doubtful = True
        return BadNumber(code)


# A control character or half a surrogate pair can stand in a JSON string only as one of these.
_SUSPECT = re.compile(r"[\x7f-\x9f\ud800-\udfff]|\\[nrtbfu]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_PLAIN_KEY = re.compile(r"[\w-]+", re.ASCII)


def member(path: str, key: str) -> str:
    """The path of a key of the object at `path`; a key that is no plain word is quoted, so it stays on one
    line.
    """
    if _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key)}]"


def too_deep(value: Any) -> bool:
    """Is the value nested more than `DEEPEST` deep?"""
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _walk(value: Any) -> list[ValidationIssue]:
    """The faults of numbers, texts and keys, wherever they stand."""
    faults: list[ValidationIssue] = []
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, dict):
            if isinstance(item, Twice):
                faults += [
                    ValidationIssue(member(path, name), "key_twice", {"key": name}) for name in item.names
                ]
            for key in item:
                faults += _text_faults(member(path, key), key)
            waiting += [(member(path, key), inner) for key, inner in reversed(item.items())]
        elif isinstance(item, list):
            waiting += [(f"{path}[{place}]", item[place]) for place in range(len(item) - 1, -1, -1)]
        elif isinstance(item, str):
            faults += _text_faults(path, item)
        elif isinstance(item, BadNumber):
            faults.append(ValidationIssue(path or WHOLE, item.code, {"largest": LARGEST, "digits": FINEST}))
    return faults


def _text_faults(path: str, text: str) -> list[ValidationIssue]:
    faults = []
    if surrogate := _SURROGATE.search(text):
        faults.append(
            ValidationIssue(path or WHOLE, "text_surrogate", {"code": f"U+{ord(surrogate[0]):04X}"})
        )
    if control := _CONTROL.search(text):
        faults.append(ValidationIssue(path or WHOLE, "text_control", {"code": f"U+{ord(control[0]):04X}"}))
    return faults
