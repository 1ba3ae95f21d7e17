"""Arguments, input, output and exit statuses of the commands of both engines.

Exit status: 0 done; 1 a difference was found; 2 the document or the command is wrong; 3 the rules allow no
round. Standard output holds one JSON object, or nothing with 2 and 3; errors go to standard error, one line
each.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

from msgspec import Struct, field

from scoring.document import DocumentError, ValidationIssue, to_json
from scoring.qualification import Undecided
from scoring.qualification_reasons import undecided_text
from scoring.reasons import issue_line
from scoring.texts import LANGUAGES

DONE, DIFFERENT, WRONG, NO_ROUND = 0, 1, 2, 3
INTERRUPTED = 130
MOST_BYTES = 64 * 1024 * 1024
"""The largest input; more than any tournament needs. The limit is for files without end, such as devices."""


class Arguments(Struct, frozen=True, kw_only=True):
    """The arguments of a command: the file or other words, flags set, options with numbers and texts,
    language.
    """

    words: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    language: str = "it"


class NoRoundPossible(Exception):
    """The rules allow no round; `lines` name the rule, the players, and what the arbiter can do."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


Answer = tuple[Mapping[str, Any] | str, int]
"""The object that a command prints, or the text as it is, and its exit status."""


class Command(Struct, frozen=True, kw_only=True):
    """A command with the words, flags, and options with whole numbers and texts that it takes.

    `any_text`: it takes options of any name with a text, which it checks itself.
    """

    run: Callable[[Arguments], Answer]
    words: tuple[str, ...] = ("FILE",)
    flags: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    any_text: bool = False


def main(commands: Mapping[str, Command], words: Sequence[str]) -> int:
    """Runs the command given by these words; returns the exit status."""
    language = LANGUAGES[0]
    try:
        command, arguments = _parse(commands, words)
        language = arguments.language
        answer, status = command.run(arguments)
        _print(answer if isinstance(answer, str) else f"{to_json(answer)}\n")
    except DocumentError as error:
        lines = [issue_line(issue, language) for issue in error.issues]
        status = WRONG
    except NoRoundPossible as error:
        lines = list(error.lines)
        status = NO_ROUND
    except Undecided as error:
        lines = [undecided_text(error, language)]
        status = NO_ROUND
    except KeyboardInterrupt:
        return INTERRUPTED
    else:
        return status
    report(*lines)
    return status


def report(*lines: str) -> None:
    """Writes lines to standard error: faults, or what was noticed beside an answer."""
    if sys.stderr is not None:
        sys.stderr.write("".join(f"{line}\n" for line in lines))


class _Parser(ArgumentParser):
    """argparse, whose errors are one line like all others."""

    def error(self, message: str) -> NoReturn:
        raise DocumentError(ValidationIssue("command", "usage", {"message": message}))


def _parse(commands: Mapping[str, Command], words: Sequence[str]) -> tuple[Command, Arguments]:
    parser = _Parser(allow_abbrev=False)
    by_name = parser.add_subparsers(dest="command", required=True)
    for name, command in commands.items():
        of_command = by_name.add_parser(name, allow_abbrev=False)
        of_command.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
        for word in command.words:
            of_command.add_argument(word)
        for flag in command.flags:
            of_command.add_argument(flag, action="store_true", dest=flag)
        for number in command.numbers:
            of_command.add_argument(number, type=partial(whole_number, number), dest=number)
        for text in command.texts:
            of_command.add_argument(text, dest=text)
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    if twice := next((option for option in options if options.count(option) > 1), None):
        parser.error(f"{twice} is given twice")
    parsed, others = parser.parse_known_args(words)
    given = {name: value for name, value in vars(parsed).items() if value is not None and value is not False}
    command = commands[given["command"]]
    if others and not command.any_text:
        parser.error(f"unknown: {' '.join(others)}")
    return command, Arguments(
        words=tuple(given[word] for word in command.words),
        flags=frozenset(command.flags) & given.keys(),
        numbers={name: given[name] for name in command.numbers if name in given},
        texts={name: given[name] for name in command.texts if name in given} | _pairs(parser, others),
        language=given["language"],
    )


def _pairs(parser: _Parser, others: Sequence[str]) -> dict[str, str]:
    """The values of options of any name."""
    words = [part for word in others for part in word.split("=", 1)]
    names, values = words[::2], words[1::2]
    if len(names) != len(values) or not all(name.startswith("--") for name in names):
        parser.error(f"not a name and a value each: {' '.join(others)}")
    return dict(zip(names, values, strict=True))


def whole_number(name: str, text: str) -> int:
    """The text of the option as a whole number. DocumentError: it is none, or has more than nine digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise DocumentError(ValidationIssue("command", "flag_value", {"name": name, "expected": "integer"}))
    return int(text)


def read_input(name: str) -> bytes:
    """The bytes of the file; `-` is standard input. DocumentError: it cannot be read, or is too long."""
    try:
        if name == "-":
            text = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin is not None else b""
        else:
            with open(name, "rb") as file:
                text = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise DocumentError(ValidationIssue(_printable_name(name), "unreadable", {"cause": cause})) from None
    if len(text) > MOST_BYTES:
        raise DocumentError(ValidationIssue(_printable_name(name), "too_long", {"maximum": MOST_BYTES}))
    return text


def _printable_name(name: str) -> str:
    return name if name.isprintable() else ascii(name)


def _print(text: str) -> None:
    """Prints the text in UTF-8, whatever the terminal; that the reader closed the pipe is no error."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except OSError as error:
        # The interpreter flushes standard output once more at its end, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise DocumentError(
                ValidationIssue("output", "unwritable", {"cause": error.strerror or ""})
            ) from None
