"""python -m scoring: standings, tables, qualify, methods (rules/commands.md#commands)."""

import sys
from collections.abc import Mapping
from typing import Any

from pairing.system import KINDS
from scoring import view
from scoring.command_line import DONE, Answer, Arguments, Command, contents, main
from scoring.criteria import CRITERIA
from scoring.entry_reasons import why_entered
from scoring.final import final_standings
from scoring.methods import METHODS
from scoring.options import as_json
from scoring.qualification import Undecided
from scoring.record import Document, Fault, Faulty, Record, Table, read, record_of
from scoring.stages import qualified_for
from scoring.standings import Row, exact, standings
from scoring.withdrawals import annulled


def _document(arguments: Arguments) -> Document:
    return read(contents(arguments.words[0]), KINDS)


def show_standings(arguments: Arguments) -> Answer:
    numbers = arguments.numbers
    if "--final" in arguments.flags:
        for other in numbers:
            raise Faulty(Fault("command", "flags_together", {"name": "--final", "other": other}))
        rows = final_standings(_document(arguments), KINDS)
    else:
        document = _document(arguments)
        rows = standings(record_of(document, KINDS, numbers.get("--stage"), numbers.get("--after")))
    return {"rows": [_row(row) for row in rows]}, DONE


def _row(row: Row) -> Mapping[str, Any]:
    return {"rank": row.rank, "player": row.player, "values": row.values, "played": row.played}


def show_tables(arguments: Arguments) -> Answer:
    document = _document(arguments)
    stages = [_stage(document, number) for number in range(1, len(document.stages) + 1)]
    return {"stages": [{"rounds": _rounds(stage)} for stage in stages]}, DONE


def _stage(document: Document, number: int) -> Record:
    """The stage; while nobody can say who enters it, as if everybody did: points are the same."""
    try:
        return record_of(document, KINDS, number)
    except Undecided:
        return view.record_of(document, KINDS, number)


def _rounds(record: Record) -> list[Mapping[str, Any]]:
    gone = annulled(record)
    rounds: list[Mapping[str, Any]] = []
    for played in record.rounds:
        scored = record.method.score(played.tables, record.scoring_options)
        tables = [
            _table(table, counted if gone.isdisjoint(table.seats) else None)
            for table, counted in zip(played.tables, scored, strict=True)
        ]
        rounds.append({"tables": tables})
    return rounds


def _table(table: Table, counted: Any) -> Mapping[str, Any]:
    if counted is None:
        return {"seats": table.seats, "places": None, "points": None}
    return {
        "seats": table.seats,
        "places": counted.places,
        "points": [exact(value) for value in counted.points],
    }


def show_qualified(arguments: Arguments) -> Answer:
    document = _document(arguments)
    last = len(document.stages)
    found = qualified_for(document, KINDS, last)
    if found is None:
        raise Faulty(Fault(f"stages[{last - 1}].entry", "no_entry"))
    why = {
        str(player): why_entered(found.why[player], document, arguments.language) for player in found.entrants
    }
    return {"entrants": found.entrants, "direct": found.direct, "why": why}, DONE


def show_methods(arguments: Arguments) -> Answer:
    language = arguments.language
    methods = [
        {
            "name": method.name,
            "title": method.title[language],
            "meaning": method.meaning[language],
            "seats": method.seats,
            "options": as_json(method.options, language),
            "ranking": method.ranking,
        }
        for method in METHODS.values()
    ]
    criteria = [
        {
            "name": criterion.name,
            "title": criterion.title[language],
            "meaning": criterion.meaning[language],
            "seats": criterion.seats,
            "offered": criterion.offered,
        }
        for criterion in CRITERIA.values()
    ]
    return {"methods": methods, "criteria": criteria}, DONE


COMMANDS = {
    "standings": Command(run=show_standings, flags=("--final",), numbers=("--stage", "--after")),
    "tables": Command(run=show_tables),
    "qualify": Command(run=show_qualified),
    "methods": Command(run=show_methods, words=()),
}

if __name__ == "__main__":
    sys.exit(main(COMMANDS, sys.argv[1:]))
