"""Writing and reading again; and no input that ends in anything but an answer or faults."""

import json
from typing import Any

from hypothesis import given, strategies as st

from pairing.checking import as_json, check
from pairing.draws import by_lot, restricted
from pairing.registry import SYSTEM_SPECS, calendar, pair
from pairing.system import NoLegalPairing
from scoring.reasons import issue_line
from scoring.record import DocumentError, read, record_of, to_json, write
from scoring.standings import standings
from scoring.texts import LANGUAGES
from tests.documents import document
from tests.strategies import broken, round_robins


@given(round_robins())
def test_a_document_written_and_read_is_the_same(value: dict[str, Any]) -> None:
    once = document(value)
    assert read(write(once), SYSTEM_SPECS) == once
    assert write(read(write(once), SYSTEM_SPECS)) == write(once)


@given(round_robins())
def test_the_same_document_gets_the_same_answers(value: dict[str, Any]) -> None:
    first, second = (standings(record_of(document(value), SYSTEM_SPECS)) for _ in range(2))
    assert first == second
    assert sorted(row.player for row in first) == [player["id"] for player in value["players"]]


def answer(text: str | bytes) -> None:
    """Everything the commands do with a document."""
    try:
        read_back = read(text, SYSTEM_SPECS)
        assert read(write(read_back), SYSTEM_SPECS) == read_back
        seen = record_of(read_back, SYSTEM_SPECS)
        to_json([row.values for row in standings(seen)])
        to_json([as_json(checked) for checked in check(read_back)])
        by_lot(seen)
        for ask in (pair, calendar, restricted):
            try:
                ask(seen)
            except NoLegalPairing:
                continue
    except DocumentError as error:
        assert error.issues
        for fault in error.issues:
            assert all(issue_line(fault, language).isprintable() for language in LANGUAGES)


@given(broken())
def test_a_broken_document_ends_in_faults_or_an_answer(text: str) -> None:
    answer(text)


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_what_is_no_document_ends_in_faults(text: str | bytes) -> None:
    answer(text)


def test_a_document_of_ten_thousand_players_is_read() -> None:
    crowd = {
        "clubtornei": 1,
        "players": [{"id": player, "name": "x"} for player in range(1, 10_001)],
        "stages": [{"system": "round-robin"}],
    }
    assert len(read(json.dumps(crowd), SYSTEM_SPECS).players) == 10_000
