"""Option records: checking what a document says against them, and describing them for a form.

An option record is a frozen msgspec Struct. Each field is `Annotated` with a `Meta` whose `title` and
`description` are Italian and whose `extra["en"]` holds both in English; forms, `systems` and `methods` are
made from that.
"""

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from scoring.document import DocumentError, ValidationIssue
from scoring.json_text import BadNumber, member

MOST_POINTS = 100_000
"""A number with decimals is at most this, and at least its negative where `meta` gives no `least`."""
MOST_VALUES = 1_000
"""How many values a list may have."""


class Option(Struct, frozen=True, kw_only=True):
    """One option, ready for a form.

    `type`: integer, number, boolean, text, choice, integers, numbers or choices. `minimum`, `maximum`: of a
    number, or of each of a list. `not_empty`: whether a list must have values. `among`: the option with the
    list that a form wants it to be in. `choice_labels`: for each choice its label by language.
    `announced`, `empty`, `unsaid`: see `meta`.
    """

    name: str
    type: str
    title: dict[str, str]
    meaning: dict[str, str]
    default: Any = None
    required: bool = False
    nullable: bool = False
    minimum: int | None = None
    maximum: int | None = None
    not_empty: bool = False
    among: str = ""
    choices: tuple[str, ...] = ()
    choice_labels: Mapping[str, Mapping[str, str]] = {}
    announced: Mapping[str, str]
    empty: Mapping[str, str]
    unsaid: str = ""


def meta(
    it: tuple[str, str],
    en: tuple[str, str],
    *,
    minimum: int | None = None,
    maximum: int | None = None,
    least: int = -MOST_POINTS,
    among: str = "",
    choice_labels: Mapping[str, tuple[str, str]] | None = None,
    announced: tuple[str, str] | None = None,
    empty: tuple[str, str] = ("", ""),
    unsaid: str = "",
) -> Meta:
    """The annotation of an option: (title, meaning) in both languages, and the bounds of a whole number.

    `least`: the least that a number with decimals may be. `among`: the option with the list in which a form
    wants it. `choice_labels`: for each choice its label in Italian and English. `announced`: what players
    read beside the value, in both languages, where the meaning tells how a form is filled in. `empty`: what
    stands for a value left open, in both; without it nobody is told of the option then. `unsaid`: the value
    that says there is nothing of the kind, of which players are not told either. The numbers of a
    list, and a number that may be left open, have their `bounds` at their own type; after `meta` a list may
    have `NOT_EMPTY`.
    """
    return Meta(
        title=it[0],
        description=it[1],
        ge=minimum,
        le=maximum,
        extra={
            "en": en,
            "among": among,
            "choice_labels": choice_labels or {},
            "least": least,
            "announced": announced or (it[1], en[1]),
            "empty": empty,
            "unsaid": unsaid,
        },
    )


NOTHING_MORE = ("", "")
"""`announced` where the title says it all."""

NOT_EMPTY = Meta(min_length=1)
"""A list must have a value at least."""


def bounds(minimum: int, maximum: int) -> Meta:
    """The bounds of each number of a list, or of a number that may be left open."""
    return Meta(ge=minimum, le=maximum)


@cache
def describe(record: type[Struct]) -> tuple[Option, ...]:
    """The options of a record, in the order they are declared in."""
    return tuple(_option(item) for item in msgspec.structs.fields(record))


def _option(item: Any) -> Option:
    annotated, annotation = item.type, Meta()
    if get_origin(annotated) is Annotated:
        annotated, annotation = get_args(annotated)[:2]
    nullable = get_origin(annotated) in (Union, UnionType) and NoneType in get_args(annotated)
    if nullable:
        annotated = next(part for part in get_args(annotated) if part is not NoneType)
    kind, choices = _kind(annotated)
    inner = _bounded(get_args(annotated)[0] if kind == "integers" else annotated)[1]
    limits = inner or annotation
    exact = kind in ("number", "numbers")
    required = item.default is msgspec.NODEFAULT and item.default_factory is msgspec.NODEFAULT
    default = item.default if item.default_factory is msgspec.NODEFAULT else item.default_factory()
    extra = annotation.extra or {}
    title, meaning = extra.get("en", (item.name, ""))
    return Option(
        name=item.encode_name,
        type=kind,
        title={"it": annotation.title or item.name, "en": title},
        meaning={"it": annotation.description or "", "en": meaning},
        default=None if required else default,
        required=required,
        nullable=nullable,
        minimum=extra.get("least", -MOST_POINTS) if exact else _whole(limits.ge),
        maximum=MOST_POINTS if exact else _whole(limits.le),
        not_empty=NOT_EMPTY in get_args(item.type),
        among=extra.get("among", ""),
        choices=choices,
        choice_labels={
            choice: {"it": it, "en": en} for choice, (it, en) in extra.get("choice_labels", {}).items()
        },
        announced=_by_language(extra.get("announced", (annotation.description or "", meaning))),
        empty=_by_language(extra.get("empty", ("", ""))),
        unsaid=extra.get("unsaid", ""),
    )


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _by_language(words: tuple[str, str]) -> dict[str, str]:
    return dict(zip(("it", "en"), words, strict=True))


_KINDS: dict[Any, str] = {int: "integer", Decimal: "number", bool: "boolean", str: "text"}


def _kind(annotated: Any) -> tuple[str, tuple[str, ...]]:
    annotated = _bounded(annotated)[0]
    origin = get_origin(annotated)
    if origin is Literal:
        return "choice", get_args(annotated)
    if origin in (tuple, list):
        kind, choices = _kind(get_args(annotated)[0])
        return f"{kind}s", choices
    return _KINDS[annotated], ()


def _bounded(annotated: Any) -> tuple[Any, Meta | None]:
    """A type and its `bounds`."""
    return get_args(annotated)[:2] if get_origin(annotated) is Annotated else (annotated, None)


def build(record: type[Struct], raw: Any) -> Any:
    """The typed options for the `raw` ones of a document, which were checked. DocumentError: they do not fit,
    as those of an event stored before an option had its bounds.
    """
    try:
        return msgspec.convert(dict(raw), record)
    except msgspec.ValidationError:
        raise DocumentError(*check(record, dict(raw), "options")) from None


def check(record: type[Struct], raw: dict[str, Any], path: str) -> list[ValidationIssue]:
    """Every unknown key, wrong value and missing option, each with its path below `path`."""
    known = {option.name: option for option in describe(record)}
    types = _types(record)
    issues = [
        ValidationIssue(member(path, name), "unknown_option", {"option": name, "known": tuple(known)})
        for name in raw
        if name not in known
    ]
    for name, option in known.items():
        if name not in raw:
            if option.required:
                issues.append(ValidationIssue(member(path, name), "missing", {"key": name}))
        elif isinstance(raw[name], list) and len(raw[name]) > MOST_VALUES:
            facts = {"found": len(raw[name]), "maximum": MOST_VALUES}
            issues.append(ValidationIssue(member(path, name), "too_many_items", facts))
        elif not isinstance(raw[name], BadNumber) and not _fits(raw[name], option, types[name]):
            issues.append(ValidationIssue(member(path, name), "option_value", _expected(option)))
    return issues


@cache
def _types(record: type[Struct]) -> dict[str, Any]:
    """By the name of each option what it must be: asking takes longer than checking, for every stage read."""
    return {item.encode_name: item.type for item in msgspec.structs.fields(record)}


def _fits(value: Any, option: Option, annotated: Any) -> bool:
    if option.type in ("number", "numbers") and not _numeric(value, option):
        return False  # msgspec would read the text "0.5" as a number: the document's rules do not
    try:
        msgspec.convert(value, annotated)
    except (msgspec.ValidationError, UnicodeEncodeError):  # half a surrogate pair in a choice
        return False
    return True


def _numeric(value: Any, option: Option) -> bool:
    if value is None:
        return option.nullable
    values = value if option.type == "numbers" and isinstance(value, list) else [value]
    low, high = option.minimum or 0, option.maximum or 0
    return all(type(item) in (int, Decimal) and low <= item <= high for item in values)


def _expected(option: Option) -> dict[str, Any]:
    return {
        "option": option.name,
        "type": option.type,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "choices": option.choices,
    }


def as_json(record: type[Struct], language: str) -> list[dict[str, Any]]:
    """The options as `systems` and `methods` print them."""
    return [
        {
            "name": option.name,
            "type": option.type,
            "default": option.default,
            "title": option.title[language],
            "meaning": option.meaning[language],
            **{name: value for name, value in _limits(option).items() if value not in (None, (), False)},
        }
        for option in describe(record)
    ]


def _limits(option: Option) -> dict[str, Any]:
    return {
        "required": option.required,
        "nullable": option.nullable,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "choices": option.choices,
    }
