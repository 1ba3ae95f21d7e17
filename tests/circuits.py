"""Circuits for the engines' tests, in as few words as they take."""

from typing import Any

from pairing.registry import SYSTEM_SPECS
from scoring.circuit import CircuitRow, CircuitStandings, circuit_standings
from scoring.circuit_criteria import CircuitValue
from scoring.circuit_document import DocumentCircuit
from scoring.circuit_reading import read_circuit
from scoring.circuit_results import event_outcome
from scoring.record import to_json

Raw = dict[str, Any]

POINTS: Raw = {"way": "points"}


def results(name: str, **points: Any) -> Raw:
    """An event whose results are typed: `Ada=3`, or `Ada={"points": 3, "place": 1}`."""
    lines = [
        {"name": person, **(result if isinstance(result, dict) else {"points": result})}
        for person, result in points.items()
    ]
    return {"name": name, "source": "published by the club", "results": lines}


def to_come(name: str, **more: Any) -> Raw:
    return {"name": name, **more}


def circuit(*events: Raw, counting: Raw = POINTS, **more: Any) -> Raw:
    return {"circuit": 1, "counting": counting, "events": list(events), **more}


def read(value: Any) -> DocumentCircuit:
    return read_circuit(to_json(value), SYSTEM_SPECS)


def standings_of(read_in: DocumentCircuit) -> CircuitStandings:
    outcomes = [
        event_outcome(event, SYSTEM_SPECS, f"events[{place}]") for place, event in enumerate(read_in.events)
    ]
    return circuit_standings(read_in, [outcome.entries for outcome in outcomes])


def standings(value: Any) -> CircuitStandings:
    return standings_of(read(value))


def by_name(value: Any) -> dict[str, CircuitRow]:
    return {row.person.name: row for row in standings(value).rows}


def ranks(value: Any) -> list[tuple[int | None, str]]:
    return [(row.rank, row.person.name) for row in standings(value).rows]


def totals(value: Any) -> dict[str, CircuitValue]:
    return {name: row.values["points"] for name, row in by_name(value).items()}
