"""python -m pairing: next, check, draw, plan, formula, simulate, systems, trf, read-trf
(rules/commands.md#commands).
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pairing.event_formats import EVENT_FORMATS, PlannedStage
from pairing.reasons import no_round, why
from pairing.registry import SYSTEM_SPECS, SYSTEMS, calendar, pair, plan
from pairing.system import Draw, NoLegalPairing, Reason
from scoring.command_line import (
    DIFFERENT,
    DONE,
    Answer,
    Arguments,
    Command,
    NoRoundPossible,
    main,
    read_input,
    report,
    whole_number,
)
from scoring.document import DocumentError, ValidationIssue
from scoring.options import Option, as_json, describe
from scoring.reasons import issue_line
from scoring.record import Document, Record, as_plain, read, record_of
from scoring.stages import numbered_field

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


def _document(arguments: Arguments) -> Document:
    """The document in the file; that of a report file where its name ends in .trf."""
    name = arguments.words[0]
    if name.lower().endswith(".trf"):
        return _read_report(arguments)
    return read(read_input(name), SYSTEM_SPECS)


def _read_report(arguments: Arguments) -> Document:
    """The document of a report file; every default that is taken is said on standard error."""
    # Only report files need it: the commands start faster without it.
    from pairing.trf_document import document_in

    document, notes = document_in(read_input(arguments.words[0]))
    report(*(issue_line(note, arguments.language) for note in notes))
    return document


def _name_of(document: Document) -> Callable[[int], str]:
    names = {player.id: player.name for player in document.players}
    return names.__getitem__


def show_next(arguments: Arguments) -> Answer:
    document = _document(arguments)
    record = record_of(document, SYSTEM_SPECS)
    name, language = _name_of(document), arguments.language

    def explained(reasons: tuple[Reason, ...]) -> list[str]:
        return [why(reason, name, language) for reason in reasons]

    try:
        if "--all" in arguments.flags:
            draws = calendar(record)
            numbered = enumerate(draws, record.next_round)
            rounds = [_round(record, number, draw, explained) for number, draw in numbered]
            return {"rounds": rounds, "quality": draws[0].quality}, DONE
        draw = pair(record)
    except NoLegalPairing as error:
        raise NoRoundPossible(no_round(error, name, language)) from None
    answer = {**_round(record, record.next_round, draw, explained), "quality": draw.quality}
    return answer | ({"provisional": draw.provisional} if draw.provisional else {}), DONE


def _round(
    record: Record, number: int, draw: Draw, explained: Callable[[tuple[Reason, ...]], list[str]]
) -> Mapping[str, Any]:
    return {
        "stage": record.number,
        "round": number,
        "tables": [
            {
                "number": board,
                "seats": table.seats,
                **({"forfeit": True} if table.forfeit else {}),
                **({"result": table.result} if table.result is not None else {}),
                "why": explained(table.why),
            }
            for board, table in enumerate(draw.tables, 1)
        ],
        "byes": [
            {"player": bye.player, "points": bye.points, "why": explained(bye.why)} for bye in draw.byes
        ],
    }


def show_check(arguments: Arguments) -> Answer:
    # Only this command re-derives rounds: the others start faster without it.
    from pairing.checking import as_json as compared, check

    rounds = list(check(_document(arguments)))
    ok = all(checked.ok for checked in rounds)
    return {"ok": ok, "rounds": [compared(checked) for checked in rounds]}, DONE if ok else DIFFERENT


def show_draw(arguments: Arguments) -> Answer:
    # Only this command draws numbers: the others start faster without it.
    from pairing.draws import by_lot, restricted

    document = _document(arguments)
    record = numbered_field(document, SYSTEM_SPECS, len(document.stages))
    drawn = restricted(record) if "--varma" in arguments.flags else by_lot(record)
    numbers = {str(player): number for player, number in drawn.numbers.items()}
    return {"numbers": numbers, "clashes": drawn.clashes}, DONE


def show_plan(arguments: Arguments) -> Answer:
    document = _document(arguments)
    name, language = _name_of(document), arguments.language
    try:
        rounds = plan(record_of(document, SYSTEM_SPECS))
    except NoLegalPairing as error:
        raise NoRoundPossible(no_round(error, name, language)) from None
    planned = [
        {"name": why(planned_round.name, name, language), "players": planned_round.players}
        for planned_round in rounds
    ]
    return {"rounds": planned}, DONE


def show_systems(arguments: Arguments) -> Answer:
    language = arguments.language
    systems = [
        {
            "name": system.name,
            "title": system.title[language],
            "meaning": system.meaning[language],
            "options": as_json(system.spec.options, language),
        }
        for system in SYSTEMS.values()
    ]
    return {"systems": systems}, DONE


def show_simulation(arguments: Arguments) -> Answer:
    # Only this command plays: the others start faster without it.
    from pairing.simulate import parse_request, simulate

    document = simulate(parse_request(arguments.words[0], arguments.numbers, arguments.texts))
    return as_plain(document), DONE


def show_formula(arguments: Arguments) -> Answer:
    # Only this command needs event formats: the others start faster without them.
    from pairing.__main__ import parse_request

    name, players, planned = parse_request(arguments.words, arguments.texts, arguments.language)
    stages = [
        {
            "name": stage.stage.name,
            "system": stage.stage.system,
            "options": stage.stage.options,
            "scoring": stage.stage.scoring,
            "scoring_options": stage.stage.scoring_options,
            "ranking": stage.stage.ranking,
            "entry": stage.stage.entry,
            "sizes": stage.sizes,
        }
        for stage in planned
    ]
    return {"name": name, "players": players, "stages": stages}, DONE


def show_report(arguments: Arguments) -> Answer:
    # Only this command writes report files: the others start faster without it.
    from pairing.trf import NoReport, report_of
    from scoring.trf_writing import write_trf

    format_ = {"": 26, "16": 16, "26": 26}.get(arguments.texts.get("--format", ""))
    if format_ is None:
        raise DocumentError(
            ValidationIssue("command", "flag_value", {"name": "--format", "expected": "report_format"})
        )
    try:
        trf, missing = report_of(_document(arguments), arguments.numbers.get("--stage"))
    except NoReport as error:
        raise NoRoundPossible(issue_line(error.issue, arguments.language)) from None
    report(*(issue_line(issue, arguments.language) for issue in missing))
    return write_trf(trf, extended=format_ == 26), DIFFERENT if missing else DONE


def show_document(arguments: Arguments) -> Answer:
    return as_plain(_read_report(arguments)), DONE


COMMANDS = {
    "next": Command(run=show_next, flags=("--all",)),
    "check": Command(run=show_check),
    "draw": Command(run=show_draw, flags=("--varma",)),
    "plan": Command(run=show_plan),
    "formula": Command(run=show_formula, words=("NAME", "N"), any_text=True),
    "simulate": Command(
        run=show_simulation,
        words=("SYSTEM",),
        numbers=("--players", "--rounds"),
        texts=("--seed", "--forfeits", "--absences", "--late", "--withdrawals"),
    ),
    "systems": Command(run=show_systems, words=()),
    "trf": Command(run=show_report, numbers=("--stage",), texts=("--format",)),
    "read-trf": Command(run=show_document),
}

if __name__ == "__main__":
    sys.exit(main(COMMANDS, sys.argv[1:]))
