"""Arguments, input, output and exit statuses of the commands of both engines.

Exit status: 0 done; 1 a difference was found; 2 the document or the command is wrong; 3 the rules allow no
round. Standard output holds one JSON object, or nothing with 2 and 3; errors go to standard error, one line
each.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, field

from scoring.document import DocumentError, ValidationIssue, to_json
from scoring.qualification import Undecided
from scoring.qualification_reasons import undecided_text
from scoring.reasons import LANGUAGES, issue_line

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
    language = _language(words)
    try:
        answer, status = _run(commands, words)
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


def _run(commands: Mapping[str, Command], words: Sequence[str]) -> Answer:
    names = sorted(commands)
    if not words:
        raise DocumentError(ValidationIssue("command", "no_command", {"known": names}))
    if words[0] not in commands:
        raise DocumentError(ValidationIssue("command", "unknown_command", {"name": words[0], "known": names}))
    command = commands[words[0]]
    return command.run(_arguments(command, words[1:]))


def _language(words: Sequence[str]) -> str:
    """The language asked for, if there is such a one, so that issues of the command are written in it too."""
    languages = [value for word, value in pairwise(words) if word == "--language"]
    return languages[-1] if languages and languages[-1] in LANGUAGES else LANGUAGES[0]


def _arguments(command: Command, words: Sequence[str]) -> Arguments:
    known = ("--language", *command.flags, *command.numbers, *command.texts)
    option_values: dict[str, str] = {}
    command_words: list[str] = []
    remaining = list(words)
    while remaining:
        word = remaining.pop(0)
        if not word.startswith("--"):
            command_words.append(word)
            continue
        name, equals, value = word.partition("=")
        if name not in known and not command.any_text:
            raise DocumentError(ValidationIssue("command", "unknown_flag", {"name": name, "known": known}))
        if name in option_values:
            raise DocumentError(ValidationIssue("command", "flag_twice", {"name": name}))
        if name in command.flags:
            if equals:
                raise DocumentError(
                    ValidationIssue("command", "unknown_flag", {"name": word, "known": known})
                )
            option_values[name] = ""
        elif equals:
            option_values[name] = value
        else:
            option_values[name] = remaining.pop(0) if remaining and not remaining[0].startswith("--") else ""
    if len(command_words) > len(command.words):
        raise DocumentError(
            ValidationIssue("command", "too_many_arguments", {"name": command_words[len(command.words)]})
        )
    if len(command_words) < len(command.words) or "" in command_words:
        raise DocumentError(
            ValidationIssue("command", "missing_words", {"wanted": command.words[len(command_words) :]})
        )
    if option_values.get("--language", LANGUAGES[0]) not in LANGUAGES:
        raise DocumentError(
            ValidationIssue("command", "flag_value", {"name": "--language", "expected": "language"})
        )
    return Arguments(
        words=tuple(command_words),
        flags=frozenset(command.flags) & option_values.keys(),
        numbers={
            name: whole_number(name, option_values[name]) for name in command.numbers if name in option_values
        },
        texts={
            name: value
            for name, value in option_values.items()
            if name in command.texts or _is_any_text(command, name)
        },
        language=option_values.get("--language", LANGUAGES[0]),
    )


def _is_any_text(command: Command, name: str) -> bool:
    return command.any_text and name not in ("--language", *command.flags, *command.numbers)


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
