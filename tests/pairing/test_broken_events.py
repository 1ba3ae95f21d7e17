"""Documents of several stages, right ones and broken ones, and formulas asked for anything: an answer, faults
with a path, or why there is none yet.
"""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.__main__ import parse_request
from pairing.checking import as_json, check
from pairing.event_formats import EVENT_FORMATS
from pairing.reasons import no_round
from pairing.registry import SYSTEM_SPECS, pair
from pairing.system import NoLegalPairing
from scoring.final import final_standings
from scoring.qualification import Undecided
from scoring.qualification_reasons import qualification_text, undecided_text
from scoring.reasons import issue_line
from scoring.record import Document, DocumentError, read, record_of, to_json, write
from scoring.stages import qualified_for
from scoring.standings import standings
from scoring.texts import LANGUAGES
from tests.documents import players, raw
from tests.strategies import JUNK, broken

PLAYERS = 9
IDS = range(1, PLAYERS + 1)
SYSTEMS: dict[str, dict[str, Any]] = {
    "seating": {},
    "rotation": {"rounds": 2},
    "bands": {"tables": 2},
    "round-robin": {},
    "club-swiss": {"rounds": 3},
    "knockout": {},
}


pytestmark = pytest.mark.usefixtures("short_search")


@st.composite
def rules(draw: st.DrawFn, earlier: int) -> dict[str, Any]:
    """Parts of a qualification rule, mostly such as make sense."""
    stages = st.integers(1, earlier)
    several = stages | st.lists(stages, max_size=3)
    parts = {
        "direct": st.fixed_dictionaries({"stage": stages, "to": st.integers(1, 3)}),
        "ranked": st.fixed_dictionaries(
            {"stage": stages, "from": st.integers(1, 3), "to": st.integers(3, 9)}
        ),
        "best_of": st.fixed_dictionaries(
            {
                "stage": stages,
                "count": st.integers(1, 9),
                "groups": st.sampled_from(["winds", "tables", "none"]),
            }
        ),
        "winners_of": several,
        "losers_of": several,
        "wildcards": st.fixed_dictionaries(
            {"stage": stages, "count": st.integers(1, 3), "min_games": st.integers(0, 2)}
        ),
        "first_of": st.fixed_dictionaries({"stages": st.lists(stages, max_size=3), "to": st.integers(1, 3)}),
        "deal": st.fixed_dictionaries(
            {
                "group": st.integers(1, 2),
                "of": st.integers(2, 3),
                "by": st.sampled_from(["serpentine", "numbers", "lot"]),
            }
        ),
        "play_off": st.fixed_dictionaries({"stage": stages}),
        "set": st.sampled_from([[1, 2], [2, 2], [1, 1], [3, 3]]),
    }
    chosen = draw(st.lists(st.sampled_from(sorted(parts)), unique=True, min_size=1, max_size=4))
    return {name: draw(parts[name]) for name in chosen}


@st.composite
def rounds(draw: st.DrawFn, multiplayer: bool) -> list[dict[str, Any]]:
    found = []
    for _ in range(draw(st.integers(0, 2))):
        waiting = draw(st.permutations(IDS))
        tables = []
        for size in draw(st.sampled_from([(4, 4), (4, 5), (3, 3, 3)])) if multiplayer else (2, 2, 2, 2):
            seated, waiting = waiting[:size], waiting[size:]
            result: Any = draw(st.sampled_from([[1, 0], [0.5, 0.5], [0, 1]]))
            if multiplayer:
                result = [{"points": draw(st.integers(0, 4))} for _ in seated]
            tables.append({"seats": list(seated), "result": result if draw(st.integers(0, 9)) else None})
        found.append({"tables": tables, "byes": [{"player": player} for player in waiting]})
    return found


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    """Two to four stages, of which the later ones have a rule and sometimes their entrants written down."""
    stages: list[dict[str, Any]] = []
    for number in range(draw(st.integers(2, 4))):
        system = draw(st.sampled_from(sorted(SYSTEMS)))
        stage: dict[str, Any] = {"system": system, "options": SYSTEMS[system]}
        if number == 0 or draw(st.booleans()):
            stage["rounds"] = draw(rounds(SYSTEM_SPECS[system].multiplayer))
        if number:
            stage["entry"] = draw(rules(number))
            stage["declined"] = draw(st.lists(st.sampled_from(IDS), max_size=4))
            stage["decided"] = draw(st.lists(st.sampled_from(IDS), max_size=4))
            if "rounds" in stage and draw(st.booleans()):
                stage["entrants"] = draw(st.permutations(IDS))
        if SYSTEM_SPECS[system].multiplayer:
            stage["scoring"] = draw(st.sampled_from(["table-points", "winds", "medals", "places", "master"]))
        stages.append(stage)
    return raw(players(PLAYERS, p3={"withdrawn": 2}), *stages)


def answer(text: str) -> None:
    """Whatever the commands are asked of this text."""
    try:
        document = read(text, SYSTEM_SPECS)
        assert read(write(document), SYSTEM_SPECS) == document
        to_json([as_json(one) for one in check(document)])
        for number in range(1, len(document.stages) + 1):
            ask(document, number)
        final_standings(document, SYSTEM_SPECS)
    except DocumentError as error:
        told(error)
    except Undecided as error:
        assert all(undecided_text(error, language).isprintable() for language in LANGUAGES)


def ask(document: Document, number: int) -> None:
    try:
        found = qualified_for(document, SYSTEM_SPECS, number)
        if found is not None:
            assert len(set(found.entrants)) == len(found.entrants)
            assert set(found.direct) <= set(found.entrants)
            assert not set(found.entrants) & set(document.stages[number - 1].declined)
            for player in found.entrants:
                assert all(qualification_text(found.why[player], document, one) for one in LANGUAGES)
        seen = record_of(document, SYSTEM_SPECS, number)
        standings(seen)
        pair(seen)
    except DocumentError as error:
        told(error)
    except Undecided as error:
        assert all(undecided_text(error, language).isprintable() for language in LANGUAGES)
    except NoLegalPairing as error:
        assert all(no_round(error, lambda player: f"{player}", language) for language in LANGUAGES)


def told(error: DocumentError) -> None:
    assert error.issues
    for fault in error.issues:
        assert all(issue_line(fault, language).isprintable() for language in LANGUAGES)


@given(events())
def test_events_with_any_rules_are_answered(value: dict[str, Any]) -> None:
    answer(json.dumps(value))


@given(broken(events()))
def test_broken_events_end_in_faults_or_an_answer(text: str) -> None:
    answer(text)


TEXTS = st.text(max_size=4) | st.integers().map(str) | st.sampled_from(["true", "false", "winds"])


@given(st.sampled_from(sorted(EVENT_FORMATS)), st.integers() | st.integers(0, 140), st.data())
def test_a_formula_asked_for_anything_answers_or_refuses(name: str, size: int, data: st.DataObject) -> None:
    options = EVENT_FORMATS[name].options.__struct_fields__
    texts = {
        f"--{option.replace('_', '-')}": data.draw(TEXTS) for option in options if data.draw(st.booleans())
    }
    try:
        parse_request((name, str(size)), texts, "it")
    except DocumentError as error:
        told(error)
    junk = data.draw(st.dictionaries(st.sampled_from([*options, "x"]), JUNK, max_size=2))
    try:
        assert EVENT_FORMATS[name].stages(size, junk)
    except DocumentError as error:
        told(error)
