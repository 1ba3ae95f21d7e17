"""Simulated tournaments: check accepts them all, and finds every change planted in one."""

import json
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

import pytest

from pairing.checking import check, check_round
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from pairing.simulate import Chances, SimulationRequest, parse_request, simulate
from scoring.record import Document, DocumentError, read, record_of, write
from scoring.standings import standings

pytestmark = pytest.mark.usefixtures("short_search")

LIVELY = Chances(forfeits=Decimal(8), absences=Decimal(8), late=Decimal(12), withdrawals=Decimal("6.5"))
TWO = tuple(range(4, 21))
SIZES = {
    "amalfi": TWO,
    "club-swiss": TWO,
    "round-robin": TWO,
    "knockout": TWO,
    "bands": (4, 8, 12, 16, 20),
    "rotation": (4, 5, 8, 9, 6, 12),
    "seating": TWO,
}
MANY = {
    "amalfi": 70,
    "club-swiss": 70,
    "round-robin": 70,
    "knockout": 40,
    "bands": 25,
    "rotation": 12,
    "seating": 20,
}
"""Each change of the field makes a rotation anew, which takes a moment where nothing comes out even."""

Raw = dict[str, Any]


@cache
def tournaments(system: str) -> tuple[Document, ...]:
    """Bands have a fixed field, so nobody comes or goes there."""
    rounds = 4 if SYSTEMS[system].spec.multiplayer else 8
    return tuple(
        simulate(
            SimulationRequest(
                system=system,
                players=SIZES[system][number % len(SIZES[system])],
                rounds=1 + number % rounds,
                seed=f"{system} {number}",
                chances=Chances() if system == "bands" else LIVELY,
            )
        )
        for number in range(MANY[system])
    )


@pytest.mark.parametrize("system", SIZES)
def test_check_accepts_every_tournament(system: str) -> None:
    rounds = 0
    for document in tournaments(system):
        found = list(check(read(write(document), SYSTEM_SPECS)))
        assert all(checked.ok for checked in found), write(document)
        rounds += len(found)
    assert rounds > 1.5 * MANY[system]


@pytest.mark.parametrize("systems", [["amalfi"], ["seating", "rotation"]])
def test_tournaments_are_lively(systems: list[str]) -> None:
    documents = [document for system in systems for document in tournaments(system)]
    rounds = [played for document in documents for played in document.stages[0].rounds]
    players = [player for document in documents for player in document.players]
    assert any(player.joined > 1 for player in players)
    assert any(player.absent for player in players)
    assert any(player.withdrawn for player in players)
    if systems == ["amalfi"]:
        byes = [bye for played in rounds for bye in played.byes]
        assert {bye.requested for bye in byes} == {False, True}
        assert any(table.forfeit for played in rounds for table in played.tables)
        assert any(played.numbers for played in rounds)
    else:
        scores = [score for played in rounds for table in played.tables for score in table.seat_scores or ()]
        assert any(score.risiko for score in scores)
        assert {score.eliminated for score in scores} >= {None, 1, 2}


@pytest.mark.parametrize("system", SIZES)
def test_documents_read_back_are_the_same_and_can_be_ranked(system: str) -> None:
    for document in tournaments(system)[:8]:
        assert read(write(document), SYSTEM_SPECS) == document
        assert len(standings(record_of(document, SYSTEM_SPECS))) == len(document.players)


def test_the_same_seed_gives_the_same_tournament() -> None:
    wanted = [
        SimulationRequest(system="amalfi", players=11, rounds=8, seed=seed) for seed in ("a", "a", "another")
    ]
    one, again, other = (write(simulate(request)) for request in wanted)
    assert one == again != other


def turned(played: Raw, random: Random) -> bool:
    """Other colours, or other winds."""
    if played["tables"]:
        random.choice(played["tables"])["seats"].reverse()
    return bool(played["tables"])


def exchanged(played: Raw, random: Random) -> bool:
    if len(played["tables"]) < 2:
        return False
    one, other = random.sample(played["tables"], 2)
    one["seats"][0], other["seats"][0] = other["seats"][0], one["seats"][0]
    return True


def bye_to_another(played: Raw, random: Random) -> bool:
    bye = next((bye for bye in played["byes"] if not bye.get("requested")), None)
    if bye is None or not played["tables"]:
        return False
    table = random.choice(played["tables"])
    bye["player"], table["seats"][0] = table["seats"][0], bye["player"]
    return True


def bye_forgotten(played: Raw, random: Random) -> bool:
    byes = [place for place, bye in enumerate(played["byes"]) if not bye.get("requested")]
    if byes:
        del played["byes"][random.choice(byes)]
    return bool(byes)


def broken_up(played: Raw, random: Random) -> bool:
    if any(len(table["seats"]) < 4 for table in played["tables"]) or not played["tables"]:
        return False
    table = random.choice(played["tables"])
    table["seats"], table["result"] = table["seats"][:-1], None
    return True


@pytest.mark.parametrize("system", SIZES)
def test_check_finds_every_planted_change(system: str) -> None:
    larger = SYSTEMS[system].spec.multiplayer
    for planted in (turned, exchanged, *((broken_up,) if larger else (bye_to_another, bye_forgotten))):
        random, tried = Random(f"{system} {planted.__name__}"), 0
        for document in tournaments(system)[:30]:
            changed = json.loads(write(document), parse_float=Decimal)
            rounds = changed["stages"][0]["rounds"]
            places = random.sample(range(len(rounds)), len(rounds))
            place = next((place for place in places if planted(rounds[place], random)), None)
            if place is None:
                continue
            found = check_round(read(json.dumps(changed, default=float), SYSTEM_SPECS), 1, place + 1)
            # Where seats are drawn for a table, or colours mean nothing, who sits first does not either.
            assert found.ok == (planted is turned and not SYSTEMS[system].seat_order), changed
            tried += 1
        assert tried > 5, planted


def test_what_follows_a_planted_change_is_checked_from_there() -> None:
    for number in range(5):
        changed = json.loads(write(tournaments("amalfi")[number + 10]), parse_float=Decimal)
        turned(changed["stages"][0]["rounds"][0], Random(number))
        document = read(json.dumps(changed, default=float), SYSTEM_SPECS)
        assert next(iter(check(document))) == check_round(document, 1, 1)


def test_a_rest_given_to_another_is_found() -> None:
    random, tried = Random("rests"), 0
    options = {"allow": [4, 5]}
    for players in (7, 11, 6):
        wanted = SimulationRequest(
            system="rotation", players=players, rounds=3, seed=f"{players}", options=options
        )
        made = write(simulate(wanted))
        for place in range(3):
            changed = json.loads(made, parse_float=Decimal)
            if bye_to_another(changed["stages"][0]["rounds"][place], random):
                found = list(check(read(json.dumps(changed, default=float), SYSTEM_SPECS)))
                assert not found[place].ok
                tried += 1
    assert tried >= 6


@pytest.mark.parametrize(
    ("system", "numbers", "texts"),
    [
        ("amalfi", {"--players": 0}, {}),
        ("amalfi", {"--players": 10_001}, {}),
        ("amalfi", {"--rounds": 1_001}, {}),
        ("amalfi", {}, {"--late": "101"}),
        ("amalfi", {}, {"--late": "NaN"}),
        ("amalfi", {}, {"--forfeits": "-1"}),
        ("amalfi", {}, {"--absences": "ten"}),
        ("amalfi", {}, {"--seed": "\x01"}),
        ("no-such-system", {}, {}),
    ],
)
def test_words_that_cannot_be_are_faulty(system: str, numbers: dict[str, int], texts: dict[str, str]) -> None:
    with pytest.raises(DocumentError):
        simulate(parse_request(system, numbers, texts))
