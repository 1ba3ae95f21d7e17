"""The command `python -m scoring circuit` (rules/commands.md#circuit)."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from scoring.circuit import CircuitResult, CircuitStandings, Needs, circuit_standings
from scoring.circuit_criteria import CIRCUIT_CRITERIA
from scoring.circuit_document import CircuitRules, DocumentCircuit, RankedPerson
from scoring.circuit_points import WAYS
from scoring.circuit_reading import FileReader, read_circuit
from scoring.circuit_reasons import (
    needs_text,
    outcome_text,
    place_reason,
    similar_text,
    use_reason,
    value_text,
)
from scoring.circuit_results import EventOutcome, event_outcome
from scoring.command_line import DIFFERENT, DONE, MOST_BYTES, Answer, Arguments, read_input
from scoring.document import DocumentError, ValidationIssue, fields_as_plain
from scoring.options import as_json
from scoring.standings import decimal_text
from scoring.system_spec import SystemSpec

CHECK = "--check"


def show_circuit(systems: Mapping[str, SystemSpec], arguments: Arguments) -> Answer:
    name, language = arguments.words[0], arguments.language
    folder = Path() if name == "-" else Path(name).parent
    circuit = read_circuit(read_input(name), systems, _files_in(folder))
    outcomes = [
        event_outcome(event, systems, f"events[{place}]") for place, event in enumerate(circuit.events)
    ]
    standings = circuit_standings(circuit, [outcome.entries for outcome in outcomes])
    if CHECK in arguments.flags:
        return _checked(circuit, standings)
    return circuit_as_json(circuit, outcomes, standings, language), DONE


def _checked(circuit: DocumentCircuit, standings: CircuitStandings) -> Answer:
    """The ranking as announced against the one computed: every row in which they differ."""
    if circuit.final_ranking is None:
        raise DocumentError(ValidationIssue("final_ranking", "no_final_ranking"))
    announced, computed = circuit.final_ranking, ranked_people(standings)
    differences = [
        {"row": number, "announced": _as_plain(one), "computed": _as_plain(other)}
        for number, (one, other) in enumerate(zip_longest(announced, computed), 1)
        if one != other
    ]
    return {"rows": len(computed), "differences": differences}, DIFFERENT if differences else DONE


def _as_plain(row: RankedPerson | None) -> Mapping[str, Any] | None:
    return row if row is None else fields_as_plain(row, ("name",))


def ranked_people(standings: CircuitStandings) -> tuple[RankedPerson, ...]:
    """The ranking as a document announces it."""
    return tuple(
        RankedPerson(
            name=row.person.name,
            rank=row.rank,
            person=row.person.id,
            values={name: value_text(value) for name, value in row.values.items()},
        )
        for row in standings.rows
    )


def _files_in(folder: Path) -> FileReader:
    """Reads documents by their paths from the folder; all of them together no more than one input may be."""
    bytes_left = MOST_BYTES

    def read_file(name: str) -> bytes:
        nonlocal bytes_left
        if not name.strip() or Path(name).is_absolute():
            raise DocumentError(ValidationIssue(name, "file_outside"))
        path = folder / name
        try:
            # A pipe or a device may have no end, or never begin.
            if path.exists() and not path.is_file():
                raise DocumentError(ValidationIssue(name, "not_regular_file"))
        except (OSError, ValueError) as error:
            raise DocumentError(ValidationIssue(name, "unreadable", {"cause": str(error)})) from None
        text = read_input(str(path))
        bytes_left -= len(text)
        if bytes_left < 0:
            raise DocumentError(ValidationIssue(name, "too_long", {"maximum": MOST_BYTES}))
        return text

    return read_file


def circuit_as_json(
    circuit: DocumentCircuit, outcomes: Sequence[EventOutcome], standings: CircuitStandings, language: str
) -> Mapping[str, Any]:
    """The ranking as the command prints it."""
    rows = [_row_as_json(circuit, standings, place, language) for place in range(len(standings.rows))]
    warnings = [
        *(outcome_text(*each, language) for each in zip(circuit.events, outcomes, strict=True)),
        *(similar_text(people, language) for people in standings.similar),
    ]
    return {
        "rows": rows,
        "to_come": [
            {"event": number, "name": circuit.events[number - 1].name} for number in standings.to_come
        ],
        "warnings": [text for text in warnings if text],
    }


def settings_as_json(language: str) -> Mapping[str, Any]:
    """All that can be set for a circuit: rules, ways of counting, ranking criteria."""
    ways = [
        {
            "name": way.name,
            "title": way.title[language],
            "meaning": way.meaning[language],
            "options": as_json(way.options, language),
        }
        for way in WAYS.values()
    ]
    criteria = [
        {"name": row.name, "title": row.title[language], "meaning": row.meaning[language]}
        for row in CIRCUIT_CRITERIA.values()
    ]
    return {"rules": as_json(CircuitRules, language), "ways": ways, "criteria": criteria}


def _row_as_json(
    circuit: DocumentCircuit, standings: CircuitStandings, place: int, language: str
) -> Mapping[str, Any]:
    row = standings.rows[place]
    facts: dict[str, Any] = {"rank": row.rank, "name": row.person.name}
    if row.person.id is not None:
        facts["person"] = row.person.id
    if row.person.birth_year is not None:
        facts["birth_year"] = row.person.birth_year
    facts |= {
        "values": {name: value_text(value) for name, value in row.values.items()},
        "events": row.events,
        "played": row.games,
        "results": [_result_as_json(result, language) for result in row.results],
        "why": place_reason(standings.rows, place, language),
    }
    if row.needs is not None:
        next_event = circuit.events[standings.to_come[0] - 1]
        text = needs_text(standings.rows, place, next_event, language)
        facts["needs"] = {**_needs_as_json(row.needs), "text": text}
    return facts


def _needs_as_json(needs: Needs) -> Mapping[str, Any]:
    """What the person needs, without what there is not."""
    facts: dict[str, Any] = {"best_rank": needs.best_rank, "worst_rank": needs.worst_rank}
    if needs.most is not None:
        facts["most"] = decimal_text(needs.most)
    if needs.above is not None:
        facts |= {"gap": decimal_text(needs.gap), "reachable": needs.reachable}
        if needs.single is not None:
            facts["single"] = decimal_text(needs.single)
    return facts


def _result_as_json(result: CircuitResult, language: str) -> Mapping[str, Any]:
    facts: dict[str, Any] = {"event": result.event}
    if result.kind != "internal":
        facts["kind"] = result.kind
    if result.game is not None:
        facts["game"] = result.game
    if result.place is not None:
        facts["place"] = result.place
    facts["points"] = decimal_text(result.points)
    if result.weight != 1:
        facts |= {"worth": decimal_text(result.worth), "weight": decimal_text(result.weight)}
    facts["counted"] = not (why := use_reason(result, language))
    return {**facts, "why": why} if why else facts
