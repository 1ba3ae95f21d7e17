"""Reading the document of a circuit: every fault with its path, nothing that ends in a traceback."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.registry import SYSTEM_SPECS
from scoring.circuit_document import circuit_as_plain, write_circuit
from scoring.circuit_reading import MOST_RESULTS, read_circuit
from scoring.reasons import issue_line
from scoring.record import DocumentError
from tests.circuits import POINTS, Raw, circuit, results, standings_of, to_come
from tests.documents import players, raw, stage, table
from tests.strategies import broken

DOCUMENT = raw(players(2), stage(rounds=[{"tables": [table(1, 2, (1, 0))]}]))
ROSSI: Raw = {"name": "Rossi", "points": 1}
EVENT: Raw = {"name": "A", "source": "the club", "results": [ROSSI]}


def refused(value: Any) -> list[str]:
    with pytest.raises(DocumentError) as error:
        read_circuit(value if isinstance(value, str) else json.dumps(value), SYSTEM_SPECS)
    return [issue_line(issue, "en") for issue in error.value.issues]


def event(**changes: Any) -> Raw:
    return circuit({**EVENT, **changes})


def typed(**changes: Any) -> Raw:
    return event(results=[{**ROSSI, **changes}])


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ([], "document: must be an object"),
        ({**circuit(), "circuit": 2}, "circuit: unknown version 2: this program knows version 1"),
        ({"events": [], "counting": POINTS}, "circuit: is missing"),
        ({"circuit": 1, "events": []}, "counting: is missing"),
        ({"circuit": 1, "counting": POINTS}, "events: is missing"),
        (circuit(counting={}), "counting.way: is missing"),
        ({"circuit": 1, "counting": None, "events": []}, "counting: is missing"),
        (
            circuit(counting={"way": "luck"}),
            "counting.way: unknown way of counting: luck. Known: points, games, places, field",
        ),
        (circuit(counting={"way": "places"}), "counting.table: is missing"),
        (circuit(counting={"way": "places", "table": []}), "counting.table: must be a list of numbers"),
        (
            circuit(counting={"way": "normalised", "scale": -1}),
            "counting.scale: must be a number from 0 to 100000",
        ),
        (circuit(rules={"best": 0}), "rules.best: must be a whole number from 1 to 10000"),
        (circuit(rules={"external_weight": -1}), "rules.external_weight: must be a number from 0 to 100000"),
        (circuit(ranking=[]), "ranking: at least one criterion is needed"),
        (circuit(ranking=["luck"]), "ranking[0]: unknown criterion: luck. Known: points, average,"),
        (circuit(people=[{"name": "Ada"}]), "people[0].id: is missing"),
        (
            circuit(people=[{"id": 1, "name": "Ada"}, {"id": "1", "name": "Ugo"}]),
            "people[1].id: another person already has the id 1",
        ),
        (
            circuit(people=[{"id": [], "name": "Ada"}]),
            "people[0].id: must be an id: a text that is not blank, or a whole number",
        ),
        (circuit(people=[{"id": 1, "name": "Ada", "also": [""]}]), "people[0].also[0]: the name is blank"),
        (circuit({}), "events[0].name: is missing"),
        (event(kind="party"), "events[0].kind: unknown kind: party. Known: internal, friendly, external"),
        (event(weight=-1), "events[0].weight: -1 is less than 0"),
        (event(games=1001), "events[0].games: 1001 is more than 1000"),
        (
            event(document=DOCUMENT),
            "events[0]: a tournament has a document, a file or results entered by hand, not more than one of"
            " them: found document, results",
        ),
        (
            event(source=" "),
            "events[0].source: name the source of results entered by hand (who published them, and when)",
        ),
        (typed(points=None), "events[0].results[0].points: missing, and points needs it"),
        (typed(birth_year=19), "events[0].results[0].birth_year: must be a year from 1800 to 2999"),
        (typed(place=0), "events[0].results[0].place: 0 is less than 1"),
        (typed(games=["x"]), "events[0].results[0].games[0]: must be a number"),
        (typed(name=""), "events[0].results[0].name: the name is blank"),
        (
            circuit(EVENT, counting={"way": "normalised", "against": "possible"}),
            "events[0].possible: normalised needs the maximum points of this tournament, more than 0",
        ),
        (
            circuit({"name": "A", "document": {**DOCUMENT, "clubtornei": 9}}),
            "events[0].document.clubtornei: unknown version 9: this program knows version 1",
        ),
        (circuit({"name": "A", "document": 3}), "events[0].document: must be an object"),
        (
            circuit({"name": "A", "document": DOCUMENT, "people": {"9": "a"}}),
            "events[0].people.9: there is no player 9",
        ),
        (
            circuit({"name": "A", "document": raw(players(1, p1={"person": 1.5}), stage())}),
            "events[0].document.players[0].person: must be an id: a text that is not blank",
        ),
        (
            circuit({"name": "A", "file": "a.json"}),
            "events[0].file: a tournament cannot be read from a file here: put its document in the circuit",
        ),
        ('{"circuit": 1, "circuit": 1}', "circuit: the key circuit appears twice"),
        ('{"rules": {"external_weight": 1e99}}', "rules.external_weight: number beyond 1000000000"),
        ("", "document: not JSON: line 1, column 1"),
    ],
)
def test_a_fault_is_one_line_with_its_path(value: Any, line: str) -> None:
    assert any(found.startswith(line) for found in refused(value)), refused(value)


def test_more_results_than_a_circuit_may_have_are_refused_before_they_are_read() -> None:
    assert refused(event(results=[0] * (MOST_RESULTS + 1))) == [
        "events[0].results: more than 100000 results entered in the circuit"
    ]


def test_everything_is_written_again() -> None:
    value = circuit(
        {"name": "A", "document": DOCUMENT, "people": {"1": "a"}, "kind": "friendly", "weight": 0.5},
        results("B", Ada={"points": 1, "birth_year": 1970, "games": [1], "played": 1}),
        to_come("C", most=3, games=2, counting={"way": "places", "table": [3]}),
        name="Anno 2026",
        rules={"best": 3, "members_only": True},
        ranking=["points", "firsts"],
        people=[{"id": "a", "name": "Ada", "member": True, "also": ["A."]}],
        season=2026,
    )
    found = read_circuit(json.dumps(value), SYSTEM_SPECS)
    assert read_circuit(write_circuit(found), SYSTEM_SPECS) == found
    assert circuit_as_plain(found)["season"] == 2026


WHOLE = circuit(
    EVENT,
    {"name": "B", "document": DOCUMENT, "people": {"1": "a"}},
    {"name": "C", "most": 3, "weight": 2, "players": 4, "possible": 3},
    name="x",
    rules={"best": 2, "members_only": False},
    ranking=["points"],
    people=[{"id": 1, "name": "Ada", "also": ["A"], "birth_year": 1990}],
)


@given(broken(st.just(WHOLE)))
def test_whatever_stands_in_a_place_there_is_a_ranking_or_a_sentence(text: str) -> None:
    try:
        standings_of(read_circuit(text, SYSTEM_SPECS))
    except DocumentError as error:
        assert all(issue_line(issue, language) for issue in error.issues for language in ("it", "en"))
