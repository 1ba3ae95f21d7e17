"""The words of the command `formula`, and what they ask for."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pairing.formulas import FORMULAS, Planned
from scoring.command_line import number
from scoring.document import Fault, Faulty
from scoring.options import Option, describe

_FLAGS = {"true": True, "false": False}


def asked(
    words: Sequence[str], texts: Mapping[str, str], language: str
) -> tuple[str, int, tuple[Planned, ...]]:
    """Name of the formula, number of players, stages. Faulty: with the option's name as it was typed."""
    name, size = words
    if name not in FORMULAS:
        raise Faulty(Fault("command", "unknown_formula", {"name": name, "known": list(FORMULAS)}))
    formula, players = FORMULAS[name], number("N", size)
    chosen = {text: value for text, value in texts.items() if text != "--scoring"}
    options = _options(formula.options, chosen)
    try:
        planned = formula.stages(players, options, texts.get("--scoring"), language)
    except Faulty as error:
        raise Faulty(*(Fault(_typed(one.path), one.code, one.facts) for one in error.faults)) from None
    return name, players, planned


def _typed(path: str) -> str:
    """`options.final_rounds` as it is typed: `--final-rounds`."""
    if path == "scoring":
        return "--scoring"
    part, _, option = path.partition(".")
    return f"--{option.replace('_', '-')}" if part == "options" else path


def _options(record: type[Struct], texts: Mapping[str, str]) -> dict[str, Any]:
    known = {f"--{option.name.replace('_', '-')}": option for option in describe(record)}
    for text in texts:
        if text not in known:
            names = ["--scoring", *known]
            raise Faulty(Fault("command", "unknown_flag", {"name": text, "known": names}))
    return {known[text].name: _value(known[text], value) for text, value in texts.items()}


def _value(option: Option, text: str) -> Any:
    """The value of the option's type; what is none of that type stays a text, and is refused as such."""
    if option.type == "integer" and text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    return _FLAGS.get(text, text) if option.type == "boolean" else text
