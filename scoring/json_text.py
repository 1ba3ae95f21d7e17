"""JSON text to plain Python values, strictly: what the standard decoder accepts and a document may not
contain is found here, with its path.
"""

import json
import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

from scoring.document import DocumentError, ValidationIssue

LARGEST_NUMBER = 10**9
"""No number in a document may be larger, nor smaller than its negative."""
MOST_DECIMAL_PLACES = 30
"""How many decimal places a number may have; exact fractions of many more would be slow to compute with."""
DEEPEST_NESTING = 100
"""How far lists and objects may be nested."""

MOST_ISSUES = 1_000
"""After so many a document is read no further: a file can be made that has millions."""

WHOLE_DOCUMENT = "document"
"""The path of an issue of the document as a whole."""

MORE_ISSUES = ValidationIssue(WHOLE_DOCUMENT, "more_issues", {"maximum": MOST_ISSUES})


class BadNumber:
    """Placeholder for a number that no document may have; `code` says why."""

    def __init__(self, code: str) -> None:
        self.code = code


class ObjectWithDuplicates(dict[str, Any]):
    """An object in which each of `names` was given more than once."""

    names: tuple[str, ...] = ()


def parse(text: str | bytes) -> tuple[Any, list[ValidationIssue]]:
    """The value of the text (ints and Decimals), with the issues of its numbers, texts and keys.

    A number that has an issue is a `BadNumber` in the value. DocumentError: the text is not JSON at all.
    """
    decoded = _decode(text)
    callbacks = _DecoderCallbacks()
    try:
        value = json.loads(
            decoded,
            parse_int=callbacks.integer,
            parse_float=callbacks.decimal,
            parse_constant=callbacks.constant,
            object_pairs_hook=callbacks.members,
        )
    except json.JSONDecodeError as error:
        raise DocumentError(
            ValidationIssue(WHOLE_DOCUMENT, "not_json", {"line": error.lineno, "column": error.colno})
        ) from None
    except RecursionError:
        raise DocumentError(
            ValidationIssue(WHOLE_DOCUMENT, "too_deep", {"maximum": DEEPEST_NESTING})
        ) from None
    return value, _value_issues(value) if callbacks.doubtful or _MAY_NEED_CHECK.search(decoded) else []


def _decode(text: str | bytes) -> str:
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(ValidationIssue(WHOLE_DOCUMENT, "not_utf8", {"byte": error.start + 1})) from None


class _DecoderCallbacks:
    """The callbacks of the decoder; `doubtful`: whether they met anything that may be an issue."""

    doubtful = False

    def integer(self, digits: str) -> int | BadNumber:
        if len(digits) <= 9:
            return int(digits)
        if len(digits) <= 11 and abs(int(digits)) <= LARGEST_NUMBER:
            return int(digits)
        return self._bad("number_too_large")

    def decimal(self, digits: str) -> Decimal | BadNumber:
        # An exponent may have any size: it is checked before any arithmetic with the number.
        if len(digits) > 100:
            return self._bad("number_too_fine")
        try:
            number = Decimal(digits)
        except InvalidOperation:
            return self._bad("number_too_large")
        if not number:
            return Decimal(0)
        if number.adjusted() > 9 or abs(number) > LARGEST_NUMBER:
            return self._bad("number_too_large")
        if int(number.as_tuple().exponent) < -MOST_DECIMAL_PLACES:
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
        object_ = ObjectWithDuplicates(members)
        object_.names = tuple(dict.fromkeys(name for name, _ in pairs if name in seen or seen.add(name)))  # type: ignore[func-returns-value]
        return object_

    def _bad(self, code: str) -> BadNumber:
        self.doubtful = True
        return BadNumber(code)


# A control character or half a surrogate pair can stand in a JSON string only as one of these.
_MAY_NEED_CHECK = re.compile(r"[\x7f-\x9f\ud800-\udfff]|\\[nrtbfu]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_PLAIN_KEY = re.compile(r"[\w-]+", re.ASCII)


def member(path: str, key: str) -> str:
    """The path of a key of the object at `path`; a key that is no plain word is quoted."""
    if _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key)}]"


def too_deep(value: Any) -> bool:
    """Is the value nested more than `DEEPEST_NESTING` deep?"""
    level = [value]
    for _ in range(DEEPEST_NESTING):
        level = [inner for outer in level for inner in _children(outer) if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _value_issues(value: Any) -> list[ValidationIssue]:
    """The issues of all numbers, texts and keys in the value."""
    issues: list[ValidationIssue] = []
    to_visit: list[tuple[str, Any]] = [("", value)]
    while to_visit:
        if len(issues) >= MOST_ISSUES:
            return [*issues, MORE_ISSUES]
        path, item = to_visit.pop()
        if isinstance(item, dict):
            if isinstance(item, ObjectWithDuplicates):
                issues += [
                    ValidationIssue(member(path, name), "key_twice", {"key": name}) for name in item.names
                ]
            for key in item:
                issues += _text_issues(member(path, key), key)
            to_visit += [(member(path, key), inner) for key, inner in reversed(item.items())]
        elif isinstance(item, list):
            to_visit += [(f"{path}[{place}]", item[place]) for place in range(len(item) - 1, -1, -1)]
        elif isinstance(item, str):
            issues += _text_issues(path, item)
        elif isinstance(item, BadNumber):
            issues.append(
                ValidationIssue(
                    path or WHOLE_DOCUMENT,
                    item.code,
                    {"largest": LARGEST_NUMBER, "digits": MOST_DECIMAL_PLACES},
                )
            )
    return issues


def _text_issues(path: str, text: str) -> list[ValidationIssue]:
    issues = []
    if surrogate := _SURROGATE.search(text):
        issues.append(
            ValidationIssue(path or WHOLE_DOCUMENT, "text_surrogate", {"code": f"U+{ord(surrogate[0]):04X}"})
        )
    if control := _CONTROL.search(text):
        issues.append(
            ValidationIssue(path or WHOLE_DOCUMENT, "text_control", {"code": f"U+{ord(control[0]):04X}"})
        )
    return issues
