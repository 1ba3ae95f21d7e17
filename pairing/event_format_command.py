"""The arguments of the command `formula`."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pairing.event_formats import EVENT_FORMATS, PlannedStage
from scoring.command_line import whole_number
from scoring.document import DocumentError, ValidationIssue
from scoring.options import Option, describe

_FLAGS = {"true": True, "false": False}


def parse_request(
    words: Sequence[str], texts: Mapping[str, str], language: str
) -> tuple[str, int, tuple[PlannedStage, ...]]:
    """Name of the event format, number of players, stages. DocumentError: with options as typed."""
    name, size = words
    if name not in EVENT_FORMATS:
        raise DocumentError(
            ValidationIssue("command", "unknown_formula", {"name": name, "known": list(EVENT_FORMATS)})
        )
    event_format, players = EVENT_FORMATS[name], whole_number("N", size)
    chosen = {text: value for text, value in texts.items() if text != "--scoring"}
    options = _options(event_format.options, chosen)
    try:
        planned = event_format.stages(players, options, texts.get("--scoring"), language)
    except DocumentError as error:
        raise DocumentError(
            *(ValidationIssue(_as_typed(issue.path), issue.code, issue.facts) for issue in error.issues)
        ) from None
    return name, players, planned


def _as_typed(path: str) -> str:
    """The path of an issue as typed in the command: `--final-rounds` for `options.final_rounds`."""
    if path == "scoring":
        return "--scoring"
    part, _, option = path.partition(".")
    return f"--{option.replace('_', '-')}" if part == "options" else path


def _options(record: type[Struct], texts: Mapping[str, str]) -> dict[str, Any]:
    known = {f"--{option.name.replace('_', '-')}": option for option in describe(record)}
    for text in texts:
        if text not in known:
            names = ["--scoring", *known]
            raise DocumentError(ValidationIssue("command", "unknown_flag", {"name": text, "known": names}))
    return {known[text].name: _value(known[text], value) for text, value in texts.items()}


def _value(option: Option, text: str) -> Any:
    """The text as a value of the option's type; where it is none it stays a text, which `check` refuses."""
    if option.type == "integer" and text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    return _FLAGS.get(text, text) if option.type == "boolean" else text
