"""Simulated tournaments at tables of three to six: check accepts them all, and finds what was planted."""

import json
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

import pytest

from pairing import rotations, seating_bound, seating_search
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from pairing.simulate import Chances, SimulationRequest, simulate
from scoring.record import Document, read, record_of, write
from scoring.standings import standings

TABLES = ("bands", "rotation", "seating")
MANY = {"bands": 40, "rotation": 12, "seating": 30}
"""Each change of the field makes a rotation anew, which takes a moment where nothing comes out even."""
LIVELY = Chances(absences=Decimal(8), late=Decimal(12), withdrawals=Decimal(4))
CALM = Chances()

Raw = dict[str, Any]


@pytest.fixture(autouse=True, scope="module")
def short_search() -> Iterator[None]:
    """What these tests show holds for a hasty plan too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rotations, "STEPS_A_GAME", 1_000)
        patch.setattr(seating_search, "EVALUATIONS", 10_000)
        patch.setattr(seating_search, "SEARCH_NODES", 2_000)
        patch.setattr(seating_bound, "EVALUATIONS", 5_000)
        yield


SIZES = {"bands": (4, 8, 12, 16, 20), "rotation": (4, 5, 8, 9, 6, 12), "seating": tuple(range(4, 21))}


@cache
def tournaments(system: str) -> tuple[Document, ...]:
    """Bands have a fixed field, so nobody comes or goes there."""
    chances = LIVELY if SYSTEMS[system].open_field else CALM
    return tuple(
        simulate(
            SimulationRequest(
                system=system,
                players=SIZES[system][number % len(SIZES[system])],
                rounds=1 + number % 4,
                seed=f"{system} {number}",
                chances=chances,
            )
        )
        for number in range(MANY[system])
    )


@pytest.mark.parametrize("system", TABLES)
def test_check_accepts_every_tournament(system: str) -> None:
    rounds = 0
    for document in tournaments(system):
        found = list(check(read(write(document), SYSTEM_SPECS)))
        assert all(checked.ok for checked in found), write(document)
        rounds += len(found)
    assert rounds > 1.5 * MANY[system]


def test_tournaments_are_lively() -> None:
    documents = [*tournaments("seating"), *tournaments("rotation")]
    rounds = [played for document in documents for played in document.stages[0].rounds]
    scores = [score for played in rounds for table in played.tables for score in table.seat_scores or ()]
    assert any(score.risiko for score in scores)
    assert {score.eliminated for score in scores} >= {None, 1, 2}
    players = [player for document in documents for player in document.players]
    assert any(player.joined > 1 for player in players)
    assert any(player.absent for player in players)
    assert any(player.withdrawn for player in players)


@pytest.mark.parametrize("system", TABLES)
def test_documents_read_back_are_the_same_and_can_be_ranked(system: str) -> None:
    for document in tournaments(system)[:8]:
        assert read(write(document), SYSTEM_SPECS) == document
        assert len(standings(record_of(document, SYSTEM_SPECS))) == len(document.players)


def exchanged(played: Raw, random: Random) -> None:
    one, other = random.sample(played["tables"], 2)
    one["seats"][0], other["seats"][-1] = other["seats"][-1], one["seats"][0]


def other_winds(played: Raw, random: Random) -> None:
    random.choice(played["tables"])["seats"].reverse()


def broken_up(played: Raw, random: Random) -> None:
    table = random.choice(played["tables"])
    table["seats"], table["result"] = table["seats"][:-1], None


def rest_of_another(played: Raw, random: Random) -> None:
    table = random.choice(played["tables"])
    rests = played["byes"][0]
    rests["player"], table["seats"][0] = table["seats"][0], rests["player"]


def can_be(planted: Any, played: Raw) -> bool:
    if planted is exchanged:
        return len(played["tables"]) > 1
    if planted is rest_of_another:
        return bool(played["byes"])
    return planted is other_winds or all(len(table["seats"]) > 3 for table in played["tables"])


@pytest.mark.parametrize("system", TABLES)
@pytest.mark.parametrize("planted", [exchanged, other_winds, broken_up])
def test_check_finds_every_planted_change(system: str, planted: Any) -> None:
    random = Random(f"{system} {planted.__name__}")
    tried = 0
    for document in tournaments(system):
        raw = json.loads(write(document), parse_float=Decimal)
        rounds = raw["stages"][0]["rounds"]
        possible = [place for place, played in enumerate(rounds) if can_be(planted, played)]
        if not possible:
            continue
        place = random.choice(possible)
        planted(rounds[place], random)
        found = list(check(read(json.dumps(raw, default=float), SYSTEM_SPECS)))
        # Where the seats are drawn for a table, their order says nothing.
        assert found[place].ok == (planted is other_winds and not SYSTEMS[system].seat_order), raw
        tried += 1
    assert tried > 5


def test_a_rest_given_to_another_is_found() -> None:
    random = Random("rests")
    tried = 0
    for players in (7, 11, 6):
        wanted = SimulationRequest(
            system="rotation",
            players=players,
            rounds=3,
            seed=f"{players}",
            options={"allow": [4, 5]},
        )
        raw = json.loads(write(simulate(wanted)), parse_float=Decimal)
        for place in range(len(raw["stages"][0]["rounds"])):
            changed = json.loads(json.dumps(raw))
            played = changed["stages"][0]["rounds"][place]
            if can_be(rest_of_another, played):
                rest_of_another(played, random)
                assert not list(check(read(json.dumps(changed), SYSTEM_SPECS)))[place].ok
                tried += 1
    assert tried >= 6
