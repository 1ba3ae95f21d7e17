"""The Dutch system: the engine's answer for what the document says, its reasons, the acceleration."""

import json
import subprocess
import sys
from decimal import Decimal
from typing import Any

import pytest
from gacrux.gacruxexeptions import GacruxInvariantError
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json
from hypothesis import given, settings, strategies as st

from pairing import reasons
from pairing.by_hand import objections
from pairing.checking import check
from pairing.reasons import no_round, why
from pairing.registry import SYSTEM_SPECS, pair
from pairing.simulate import Chances, SimulationRequest, simulate
from pairing.system import NoLegalPairing
from pairing.systems.dutch import MOST, Options, acceleration
from scoring.reasons import issue_text
from scoring.record import Document, DocumentError, Record, read, record_before, write
from scoring.texts import LANGUAGES, texts_beside
from tests.documents import players, raw, record, stage
from tests.pairing.rounds import line_of, round_of
from tests.pairing.trf_text import VIRTUAL, trf_text

LIVELY = Chances(forfeits=Decimal(6), absences=Decimal(10), withdrawals=Decimal(8))


def entered(count: int, *rounds: str, more: dict[str, Any] | None = None, **options: Any) -> Record:
    options = {"rounds": 5, "first_white": True, **options}
    played = [round_of(line) for line in rounds]
    return record(raw(players(count, **(more or {})), stage("dutch", played, options=options)))


def simulated(count: int, rounds: int, seed: str, **options: Any) -> Document:
    return simulate(
        SimulationRequest(
            system="dutch", players=count, rounds=rounds, seed=seed, options=options, chances=LIVELY
        )
    )


def by_report(seen: Record) -> tuple[set[tuple[int, ...]], list[int]]:
    """The round as the engine gives it for a report file: tables and byes, by id."""
    virtual, last = acceleration(seen, seen.options)
    points = {number: (last, VIRTUAL[Decimal(worth)]) for number, worth in enumerate(virtual, 1)}
    reader = trf2json()
    reader.parse_file(trf_text(seen, points), 0)
    tournament = reader.get_tournament(1)
    line = [player for player in seen.by_number if player.joined <= seen.next_round]
    for competitor in tournament["competitors"]:
        competitor["present"] = line[competitor["cid"] - 1].plays_in(seen.next_round)
    engine = pairing_dutch(tournament, seen.next_round, {"experimental": (), "verbose": 0})
    pairs = [edge for bracket in engine.compute_pairing(False, 0) for edge in bracket["pairs"]]
    tables = {(line[pair["w"] - 1].id, line[pair["b"] - 1].id) for pair in pairs if pair["b"]}
    return tables, [line[pair["w"] - 1].id for pair in pairs if not pair["b"]]


@settings(max_examples=5)
@given(st.integers(20, 60), st.integers(3, 7), st.integers(0, 10**6), st.sampled_from(["none", "baku"]))
def test_whole_tournaments_agree_with_the_engines_own_reading_of_the_report(
    count: int, rounds: int, seed: int, accelerated: str
) -> None:
    document = simulated(count, rounds, str(seed), acceleration=accelerated)
    assert document.stages[0].rounds
    for number, played in enumerate(document.stages[0].rounds, 1):
        tables = {table.seats for table in played.tables}
        byes = [bye.player for bye in played.byes if not bye.requested]
        before = record_before(document, SYSTEM_SPECS, 1, number)
        assert by_report(before) == (tables, byes), write(document)


def test_check_accepts_what_was_simulated_and_every_table_says_why() -> None:
    said: set[str] = set()
    for seed in range(3):
        document = simulated(24, 7, f"why {seed}", acceleration=("none", "baku")[seed % 2])
        for checked in check(read(write(document), SYSTEM_SPECS)):
            assert checked.ok
            for place in (*checked.expected.tables, *checked.expected.byes):
                said |= {reason.code for reason in place.why}
                for language in LANGUAGES:
                    sentences = [why(reason, "Player {}".format, language) for reason in place.why]
                    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
    texts = texts_beside(reasons.__file__)
    dutch = {code for code in texts["why"] | texts["colours"] if code.startswith("dutch_")}
    assert len(dutch) > 15
    assert dutch - said <= {"dutch_not_prohibited"}


def test_the_same_document_gives_the_same_round() -> None:
    def first_round(seed: str) -> str:
        return line_of(pair(record(raw(players(4), stage("dutch", options={"rounds": 3}), seed=seed))))

    assert first_round("a seed") == first_round("a seed")
    assert {first_round(str(seed)) for seed in range(12)} == {"1-3 4-2", "3-1 2-4"}


def test_a_colour_reason_tells_the_colours_had_in_the_readers_letters() -> None:
    granted = pair(entered(4, "1-3:1 4-2:0")).tables[0].why[-1]
    assert granted.code == "dutch_granted"
    assert "Bianco (finora N)" in why(granted, str)
    assert "White (so far B)" in why(granted, str, "en")


def test_the_opponent_of_the_same_place_who_was_met_is_named_with_the_round() -> None:
    reasons = [
        reason for table in pair(entered(4, "1-3:= 4-2:=", "2-1:= 3-4:=")).tables for reason in table.why
    ]
    met = next(reason for reason in reasons if reason.code == "dutch_not_met")
    assert met.facts == {"player": 1, "opponent": 3, "round": 1}


# The acceleration


def test_baku_of_161_players_the_last_with_virtual_points_is_number_82() -> None:
    assert acceleration(entered(161), Options(rounds=9, acceleration="baku"))[1] == 82


@pytest.mark.parametrize(
    ("rounds", "virtual"),
    [(9, ("1", "1", "1", "0.5", "0.5")), (7, ("1", "1", "0.5", "0.5")), (5, ("1", "1", "0.5")), (2, ("1",))],
)
def test_baku_gives_a_point_and_then_half_a_point(rounds: int, virtual: tuple[str, ...]) -> None:
    points, _ = acceleration(entered(8), Options(rounds=rounds, acceleration="baku"))
    assert [str(Decimal(worth).normalize()) for worth in points] == list(virtual)


def test_baku_a_late_entry_before_the_last_of_the_first_half_belongs_to_it() -> None:
    more = {"p1": {"joined": 2, "number": 2}, "p2": {"number": 1}}
    seen = entered(9, "2-4:1 3-5:1 6-8:1 7-9:1", more=more, acceleration="baku")
    assert acceleration(seen.at(0), seen.options)[1] == 4
    assert acceleration(seen, seen.options)[1] == 5


def test_baku_who_left_before_round_1_is_in_no_half() -> None:
    seen = entered(9, more={"p9": {"withdrawn": 1}}, acceleration="baku")
    assert acceleration(seen, seen.options)[1] == 4


@pytest.mark.parametrize("system", ["amalfi", "club-swiss", "round-robin", "knockout", "seating"])
def test_acceleration_is_refused_in_every_other_system_naming_the_options_it_has(system: str) -> None:
    with pytest.raises(DocumentError) as caught:
        record(raw(players(8), stage(system, options={"acceleration": "baku"})))
    issue = next(issue for issue in caught.value.issues if issue.code == "unknown_option")
    assert issue.path == "stages[0].options.acceleration"
    assert "acceleration" in issue_text(issue)


def test_an_acceleration_that_nobody_knows_is_refused_naming_those_there_are() -> None:
    with pytest.raises(DocumentError) as caught:
        entered(8, acceleration="oslo")
    assert "none, baku" in issue_text(caught.value.issues[0])


# Late entries and byes


def test_a_late_entry_starts_with_the_points_of_the_option() -> None:
    more = {"p5": {"joined": 2}}
    zero = pair(entered(5, "1-3:1 4-2:0", more=more))
    half = pair(entered(5, "1-3:1 4-2:0", more=more, late_points=0.5))
    assert line_of(zero) == "2-1 3-5 4"
    assert line_of(half) == "2-1 3-5 4"
    assert zero.tables[1].why[0].code == "dutch_halves"
    assert half.tables[1].why[0].code == "dutch_float"
    assert half.tables[1].why[0].facts["points"] == "0.5"


def test_a_bye_is_worth_what_the_scoring_says() -> None:
    seen = record(
        raw(players(3), stage("dutch", options={"rounds": 3}, scoring_options={"bye": Decimal("0.5")}))
    )
    assert [bye.points for bye in pair(seen).byes] == [Decimal("0.5")]


# By hand


def test_by_hand_two_with_the_same_absolute_colour_are_objected_to() -> None:
    seen = entered(4, "1-3:1 2-4:1", "1-4:1 2-3:1")
    assert [reason.code for reason in objections(seen, (1, 2))] == ["hand_white_three"]
    assert objections(entered(4, "1-3:1 2-4:1", "1-4:1 2-3:1", rounds=3), (1, 2)) == ()
    half = entered(4, "1-3:1 2-4:1", "1-4:0 2-3:0", rounds=3)  # neither has more than half of the points
    assert [reason.code for reason in objections(half, (1, 2))] == ["hand_white_three"]


def test_by_hand_a_second_bye_is_objected_to_and_one_after_a_win_without_playing() -> None:
    seen = entered(5, "1-3:1 2-4:+- 5:1")
    assert [reason.code for reason in objections(seen, (5,))] == ["hand_bye_had"]
    assert [reason.code for reason in objections(seen, (2,))] == ["hand_bye_had"]
    assert objections(seen, (4,)) == ()
    assert objections(entered(5, "1-3:1 2-4:1 5:0.5r"), (5,)) == ()
    assert [reason.code for reason in objections(entered(5, "1-3:1 2-4:1 5:1r"), (5,))] == ["hand_bye_had"]


# What goes wrong


def test_more_players_than_the_engine_can_weigh_are_refused() -> None:
    with pytest.raises(DocumentError) as caught:
        pair(entered(MOST + 1))
    assert caught.value.issues[0].facts["maximum"] == MOST


def test_without_gacrux_the_system_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pairing.dutch_engine", None)
    monkeypatch.delattr("pairing.dutch_engine", raising=False)
    with pytest.raises(DocumentError) as caught:
        pair(entered(4))
    for language in LANGUAGES:
        assert "pip install gacrux" in issue_text(caught.value.issues[0], language)


@pytest.mark.parametrize("fault", [KeyError("n"), GacruxInvariantError("weight")])
def test_a_fault_of_the_engine_is_no_traceback_but_a_round_to_pair_by_hand(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr(pairing_dutch, "compute_pairing", broken)
    with pytest.raises(NoLegalPairing) as caught:
        pair(entered(4))
    assert caught.value.code == "engine_failed"
    assert "a mano" in no_round(caught.value, str)
    assert "by hand" in no_round(caught.value, str, "en")


def test_nothing_loads_the_engine_but_pairing_a_round_of_this_system() -> None:
    program = (
        "import sys; from pairing.registry import SYSTEMS; list(SYSTEMS.values());"
        " import pairing.reasons, pairing.by_hand, pairing.checking, pairing.simulate;"
        " import json; print(json.dumps([name in sys.modules for name in ('gacrux', 'networkx')]))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [False, False]
