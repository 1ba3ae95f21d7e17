"""Simulated tournaments: check accepts them all, and finds every change planted in one."""

import copy
import json
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

import pytest

from pairing.checking import check, check_round
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from pairing.simulate import Chances, SimulationRequest, parse_request, simulate
from scoring.record import Document, DocumentError, read, write
from scoring.standings import standings
from tests.documents import record

SIMULATED = ("amalfi", "club-swiss", "round-robin")
MANY = 120
FULLY = 5  # of them are checked in the rounds after a planted change, too
LIVELY = Chances(forfeits=Decimal(8), absences=Decimal(8), late=Decimal(12), withdrawals=Decimal("6.5"))


@cache
def tournament(system: str, number: int) -> Document:
    """Simulated once: several tests look at each."""
    size = 4 + number % 17
    return simulate(
        SimulationRequest(
            system=system, players=size, rounds=1 + number % 8, seed=f"{system} {number}", chances=LIVELY
        )
    )


def tournaments(system: str, count: int) -> Iterator[Document]:
    return (tournament(system, number) for number in range(count))


@pytest.mark.parametrize("system", SIMULATED)
def test_check_accepts_every_tournament(system: str) -> None:
    rounds = 0
    for document in tournaments(system, MANY):
        found = list(check(read(write(document), SYSTEM_SPECS)))
        assert all(checked.ok for checked in found), write(document)
        rounds += len(found)
    assert rounds > 2 * MANY


def test_tournaments_are_lively() -> None:
    documents = list(tournaments("amalfi", MANY))
    rounds = [played for document in documents for played in document.stages[0].rounds]
    assert any(table.forfeit for played in rounds for table in played.tables)
    assert any(bye.requested for played in rounds for bye in played.byes)
    assert any(not bye.requested for played in rounds for bye in played.byes)
    assert any(played.numbers for played in rounds)
    players = [player for document in documents for player in document.players]
    assert any(player.joined > 1 for player in players)
    assert any(player.absent for player in players)
    assert any(player.withdrawn for player in players)


def test_documents_read_back_are_the_same_and_can_be_ranked() -> None:
    for document in tournaments("amalfi", 10):
        assert read(write(document), SYSTEM_SPECS) == document
        ranked = standings(record(json.loads(write(document), parse_float=Decimal)))
        assert len(ranked) == len(document.players)


def test_the_same_seed_gives_the_same_tournament() -> None:
    assert write(tournament("amalfi", 7)) == write(tournament.__wrapped__("amalfi", 7))
    other = simulate(SimulationRequest(system="amalfi", players=11, rounds=8, seed="another"))
    assert write(other) != write(
        simulate(SimulationRequest(system="amalfi", players=11, rounds=8, seed="amalfi 7"))
    )


Raw = dict[str, Any]


def swapped_colours(played: Raw, random: Random) -> None:
    random.choice(played["tables"])["seats"].reverse()


def exchanged_opponents(played: Raw, random: Random) -> None:
    one, other = random.sample(played["tables"], 2)
    one["seats"][1], other["seats"][1] = other["seats"][1], one["seats"][1]


def bye_to_another(played: Raw, random: Random) -> None:
    bye, table = (
        next(bye for bye in played["byes"] if not bye.get("requested")),
        random.choice(played["tables"]),
    )
    bye["player"], table["seats"][0] = table["seats"][0], bye["player"]


def can_be(planted: Any, played: Raw) -> bool:
    if planted is bye_to_another:
        return bool(played["tables"]) and any(not bye.get("requested") for bye in played["byes"])
    return len(played["tables"]) > 1


@pytest.mark.parametrize("system", SIMULATED)
@pytest.mark.parametrize("planted", [swapped_colours, exchanged_opponents, bye_to_another])
def test_check_finds_every_planted_change(system: str, planted: Any) -> None:
    random = Random(f"{system} {planted.__name__}")
    tried = 0
    for document in tournaments(system, MANY // 2):
        raw = json.loads(write(document), parse_float=Decimal)
        possible = [
            place for place, played in enumerate(raw["stages"][0]["rounds"]) if can_be(planted, played)
        ]
        if not possible:
            continue
        changed = copy.deepcopy(raw)
        place = random.choice(possible)
        planted(changed["stages"][0]["rounds"][place], random)
        document = read(json.dumps(changed, default=float), SYSTEM_SPECS)
        found = check_round(document, 1, place + 1)
        if tried < FULLY:
            assert list(check(document))[place] == found
        # Who sits first means nothing in the club's own Swiss.
        assert found.ok == (planted is swapped_colours and not SYSTEMS[system].seat_order)
        tried += 1
    assert tried > 8


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ({"--players": 0}, {}),
        ({"--players": 10_001}, {}),
        ({"--rounds": 1_001}, {}),
        ({}, {"--late": "101"}),
        ({}, {"--late": "NaN"}),
        ({}, {"--forfeits": "-1"}),
        ({}, {"--absences": "ten"}),
        ({}, {"--seed": "\x01"}),
    ],
)
def test_words_that_cannot_be_are_faulty(numbers: dict[str, int], texts: dict[str, str]) -> None:
    with pytest.raises(DocumentError):
        parse_request("amalfi", numbers, texts)


def test_an_unknown_system_is_faulty() -> None:
    with pytest.raises(DocumentError):
        simulate(parse_request("no-such-system", {}, {}))
