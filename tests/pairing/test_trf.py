"""Stages as report files and back (rules/trf.md#writing, rules/trf.md#reading)."""

import json
import re
from decimal import Decimal
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.checking import check
from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair
from pairing.simulate import Chances, SimulationRequest, simulate
from pairing.trf import NoReport, report_of
from pairing.trf_document import document_in
from scoring.reasons import issue_line, issue_text
from scoring.record import Document, DocumentError, record_of
from scoring.standings import standings
from scoring.texts import LANGUAGES
from scoring.trf import AbnormalLine, AccelerationLine, ByeLine, ProhibitionLine, Trf
from scoring.trf_reading import read_trf
from scoring.trf_writing import write_trf
from tests.commands import run, run_on
from tests.documents import a_round, document, players, raw, stage, table

GOLDEN = Path(__file__).parents[1] / "golden" / "trf"
WON, DRAWN, LOST = (1, 0), (0.5, 0.5), (0, 1)


def written(value: Any, **how: Any) -> Trf:
    return report_of(document(value), **how)[0]


def text_of(made: Document) -> str:
    return write_trf(report_of(made)[0])


def ranked(made: Document) -> list[tuple[Any, ...]]:
    """The standings, players by their starting numbers."""
    record = record_of(made, SYSTEM_SPECS)
    numbers = {player.id: number for number, player in enumerate(record.by_number, 1)}
    return [(row.rank, numbers[row.player], row.played, dict(row.values)) for row in standings(record)]


def again(made: Document) -> Document:
    """The document written and read; nothing that a file can say is lost on the way."""
    text = text_of(made)
    back, notes = document_in(text.encode())
    assert notes == []
    assert ranked(back) == ranked(made)
    assert text_of(back) == text
    return back


def cells(trf: Trf, number: int) -> str:
    return " ".join(f"{cell.opponent}{cell.colour}{cell.result}" for cell in trf.players[number - 1].rounds)


def points(trf: Trf) -> list[str]:
    return [f"{line.points:f}" for line in trf.players]


def assert_comes_back(value: Any) -> Document:
    """With every round as it was."""
    made = document(value)
    back = again(made)
    assert back.stages[0].rounds == made.stages[0].rounds
    return back


def amalfi(*rounds: Any, count: int = 4, total: int = 5, **more: Any) -> dict[str, Any]:
    return raw(players(count), stage("amalfi", rounds, options={"rounds": total}, **more))


# Golden files


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.json")))
def test_a_golden_document_is_written_to_the_letter_and_read_again(name: str) -> None:
    made = document(json.loads((GOLDEN / f"{name}.json").read_text()))
    expected = (GOLDEN / f"{name}.trf").read_text()
    assert text_of(made).replace("\r\n", "\n") == expected
    assert [checked.ok for checked in check(again(made))] == [True] * len(made.stages[0].rounds)


def test_a_file_of_before_2016_is_read() -> None:
    made, notes = document_in((GOLDEN / "before-2016.trf06").read_bytes())
    assert (made.name, made.report.city, made.report.starts_on) == ("Torneo d'autunno", "Forlì", "2005-10-08")
    ada, ugo, eva = made.players
    assert (ada.name, ada.identity.family, ada.title, ada.identity.born) == (
        "Neri Ada",
        "Neri",
        "WFM",
        "1980",
    )
    assert (ugo.name, ugo.identity.family) == ("Verdi Ugo", "")
    assert [ada.rating, ugo.rating, eva.rating] == [2105, None, 1980]
    assert [(one.seats, one.result) for one in made.stages[0].rounds[1].tables] == [((2, 3), (1, 0))]
    assert [(bye.player, bye.points) for bye in made.stages[0].rounds[1].byes] == [(1, 0)]
    assert {note.code for note in notes} == {"trf_latin", "trf_system_taken", "trf_ranking_taken"}


# Round trips


@st.composite
def calendars(draw: st.DrawFn) -> Document:
    """A round robin after some rounds, from which one player may have withdrawn."""
    count, cycles = draw(st.integers(3, 8)), draw(st.integers(1, 2))
    left = {"withdrawn": draw(st.integers(2, 6))} if draw(st.booleans()) else {}
    criteria = ["direct", "wins", "sonneborn_berger_cut1", "koya", "elected_rounds", "tpr", "number"]
    entered = players(count, p1={"rating": 2000}, p2=left)
    part = stage(options={"cycles": cycles}, ranking=["points", *draw(st.permutations(criteria))])
    for _ in range(draw(st.integers(2, cycles * (count - 1)))):
        drawn = pair(record_of(document(raw(entered, part)), SYSTEM_SPECS))
        outcomes = [(WON, False), (DRAWN, False), (LOST, False), (LOST, True)]
        # A file cannot say that games which brought nothing are annulled.
        outcomes += [] if left else [((0, 0), True)]
        tables = [
            table(*one.seats, one.result, forfeit=True)
            if one.result
            else table(*one.seats, result, forfeit=forfeit)
            for one in drawn.tables
            for result, forfeit in [draw(st.sampled_from(outcomes))]
        ]
        byes = [{"player": bye.player, "points": 0} for bye in drawn.byes]
        part["rounds"].append(a_round(*tables, byes=byes))
    if left.get("withdrawn", 0) > len(part["rounds"]):
        left["withdrawn"] = None  # which a file could not say
    return document(raw(entered, part))


@given(calendars())
def test_a_round_robin_comes_back_the_same(made: Document) -> None:
    assert all(checked.ok for checked in check(again(made)))


@given(
    st.integers(2, 17),
    st.integers(1, 6),
    st.integers(0, 10**6),
    st.sampled_from(["amalfi", "dutch", "knockout"]),
)
def test_simulated_tournaments_come_back_the_same(count: int, rounds: int, seed: int, system: str) -> None:
    ten = Decimal(10)
    # Of a bracket a file does not say who has left it.
    leaving = Decimal(0) if system == "knockout" else ten
    chances = Chances(forfeits=ten, absences=ten, late=ten, withdrawals=leaving)
    options: dict[str, Any] = {
        "amalfi": {},
        "dutch": {"acceleration": ("none", "baku")[seed % 2]},
        "knockout": {"games": 1 + seed % 2},
    }[system]
    entered = max(count, 5) if system == "dutch" else count  # who come late must leave some to begin
    request = SimulationRequest(
        system=system, players=entered, rounds=rounds, seed=str(seed), options=options, chances=chances
    )
    again(simulate(request))


# What is written


def test_a_rest_of_a_round_robin_is_a_bye_worth_nothing() -> None:
    value = raw(players(3), stage(rounds=[a_round(table(2, 3, WON), byes=[{"player": 1, "points": 0}])]))
    trf = written(value)
    assert [cells(trf, number) for number in (1, 2, 3)] == ["0U", "3w1", "2b0"]
    assert (trf.scoring, trf.system, trf.rounds) == ({"P": 0}, "BERGER_ROUNDROBIN", 3)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({}, "BERGER_ROUNDROBIN"),
        ({"exchange_last_two": True}, "BERGER_ROUNDROBIN"),
        ({"cycles": 2}, "BERGER_DOUBLEROUNDROBIN"),
        ({"cycles": 2, "exchange_last_two": True}, "FIDE_DOUBLEROUNDROBIN"),
        ({"cycles": 4}, "BERGER_ROUNDROBIN_G4"),
        ({"cycles": 4, "exchange_last_two": True}, "FIDE_ROUNDROBIN_G4"),
    ],
)
def test_a_round_robin_is_called_by_its_cycles(options: dict[str, Any], code: str) -> None:
    made = document(raw(players(4), stage(options=options)))
    assert report_of(made)[0].system == code
    read = again(made).stages[0].options
    assert (read["cycles"], read.get("exchange_last_two", False)) == (
        options.get("cycles", 1),
        options.get("exchange_last_two", False) and options["cycles"] > 1 if "cycles" in options else False,
    )


def test_annulled_games_stay_as_played_and_are_worth_nothing() -> None:
    # Four has played one of three games: fewer than half.
    value = raw(
        players(4, p4={"withdrawn": 2}),
        stage(
            rounds=[
                a_round(table(1, 4, WON), table(2, 3, DRAWN)),
                a_round(table(1, 2, WON), byes=[{"player": 3, "points": 0}]),
            ]
        ),
    )
    trf = written(value)
    assert [cells(trf, number) for number in (1, 3, 4)] == ["4w1 2w1", "2b= 4b+", "1b0 3w-"]
    assert trf.abnormal == (AbnormalLine("W", Decimal(0), 1, (1,)), AbnormalLine("+", Decimal(0), 2, (3,)))
    assert (points(trf), [line.rank for line in trf.players]) == (["1", "0.5", "0.5", "0"], [1, 2, 2, 4])
    back = assert_comes_back(value)
    assert [player.withdrawn for player in back.players] == [None, None, None, 2]
    assert all(checked.ok for checked in check(back))


def test_after_half_the_remaining_games_are_forfeits_that_count() -> None:
    rounds = [
        a_round(table(1, 4, LOST), table(2, 3, DRAWN)),
        a_round(table(4, 3, DRAWN), table(1, 2, WON)),
        a_round(table(2, 4, WON, forfeit=True), table(3, 1, DRAWN)),
    ]
    value = raw(players(4, p4={"withdrawn": 3}), stage(rounds=rounds))
    trf = written(value)
    assert (cells(trf, 4), trf.abnormal, trf.players[3].points) == ("1b1 3w= 2b-", (), Decimal("1.5"))
    again(document(value))


def test_byes_and_absences_have_letters_and_what_they_are_worth() -> None:
    value = amalfi(
        a_round(table(1, 2, WON), byes=[{"player": 3, "points": 1}]),
        a_round(
            table(2, 3, DRAWN),
            byes=[
                {"player": 1, "points": 0.5, "requested": True},
                {"player": 4, "points": 1, "requested": True},
            ],
        ),
        a_round(table(1, 3, (0, 0), forfeit=True), byes=[{"player": 2, "points": 0.5}]),
    )
    value["players"][0]["absent"] = [4]
    trf = written(value)
    assert [cells(trf, number) for number in (1, 2, 3, 4)] == [
        "2w1 0H 3w-",
        "1b0 3w= 0U",
        "0U 2b= 1b-",
        "0Z 0F 0Z",
    ]
    assert trf.byes == (ByeLine("F", 2, (4,)), ByeLine("H", 2, (1,)), ByeLine("Z", 4, (1,)))
    assert trf.abnormal == (AbnormalLine("", Decimal("-0.5"), 3, (2,)),)
    back = assert_comes_back(value)
    assert [player.joined for player in back.players] == [1, 1, 1, 2]
    assert [player.absent for player in back.players] == [(4,), (), (), (3,)]


def test_points_of_another_scoring_and_of_forfeits_are_said() -> None:
    scoring = {"win": 3, "draw": 1, "bye": 2, "forfeit_win": 2}
    rounds = [
        a_round(table(1, 2, WON), table(3, 4, DRAWN), byes=[{"player": 5, "points": 3}]),
        a_round(table(3, 1, WON, forfeit=True), table(5, 2, LOST), byes=[{"player": 4, "points": 3}]),
    ]
    value = raw(
        players(5),
        stage(
            "amalfi",
            rounds,
            options={"rounds": 5, "bye_points": 3},
            scoring_options=scoring,
            ranking=["points", "sonneborn_berger", "buchholz"],
        ),
    )
    trf = written(value)
    assert trf.scoring == {"W": 3, "D": 1}
    assert trf.abnormal == (AbnormalLine("+", Decimal(2), 2, (3,)),)
    # FIDE's Sonneborn-Berger multiplies by points, ours by the share: not the same here.
    assert trf.standings == ("PTS", "OTHER_SONNEBORN_BERGER", "BH")
    assert again(document(value)).stages[0].scoring_options == {"win": 3, "draw": 1, "forfeit_win": 2}


def test_a_game_that_hardly_began_is_not_rated() -> None:
    value = amalfi(a_round(table(1, 2, WON, unrated=True), table(3, 4, DRAWN, unrated=True)))
    trf = written(value)
    assert [cells(trf, number) for number in (1, 2, 3)] == ["2wW", "1bL", "4wD"]
    assert [one.unrated for one in again(document(value)).stages[0].rounds[0].tables] == [True, True]


def test_what_the_arbiter_decides_counts_for_each_and_comes_back() -> None:
    for result, letters in [((0.5, 0), "=0"), ((0, 0.5), "0="), ((0, 0), "00")]:
        value = amalfi(a_round(table(1, 2, result), table(3, 4, DRAWN)))
        trf = written(value)
        assert "".join(line.rounds[0].result for line in trf.players[:2]) == letters
        assert points(trf)[:2] == [str(share) for share in result]
        back, notes = document_in(text_of(document(value)))
        assert back.stages[0].rounds[0].tables[0].shares == result
        assert [note.code for note in notes] == ["trf_by_arbiter"]  # it may as well be a slip


@pytest.mark.parametrize(
    ("counts", "reported", "letters", "counting"),
    [
        ({"result": WON}, {"result": LOST}, "01", "1 0"),
        ({"result": WON}, {"result": WON, "unrated": True}, "WL", "1 0"),
        ({"result": WON, "unrated": True}, {"result": WON}, "10", "W L"),
        ({"result": LOST}, {"result": WON, "forfeit": True}, "+-", "0 1"),
        ({"result": DRAWN}, {"result": [0, 0], "forfeit": True}, "--", "= ="),
        ({"result": WON, "forfeit": True}, {"result": DRAWN}, "==", "+ -"),
        ({"result": WON}, {"result": [0, 0.5]}, "0=", "1 0"),
    ],
)
def test_whatever_the_arbiter_may_enter_is_reported_while_another_result_counts(
    counts: dict[str, Any], reported: dict[str, Any], letters: str, counting: str
) -> None:
    value = amalfi(a_round({"seats": [1, 2], **counts, "reported": reported}, table(3, 4, DRAWN)))
    trf = written(value)
    assert "".join(line.rounds[0].result for line in trf.players[:2]) == letters
    assert points(trf)[:2] == [str(share) for share in counts["result"]]
    assert trf.comments == (f"Correction @ Round 1: 1 - 2 for the rating report only, {counting} counts",)
    back, _notes = document_in(text_of(document(value)))
    assert back.stages[0].rounds[0].tables == document(value).stages[0].rounds[0].tables


def test_each_game_of_a_match_has_its_column_but_for_those_after_it_was_decided() -> None:
    decided = table(1, 4, WON, games=[WON, WON, DRAWN])
    value = raw(
        players(4),
        stage("knockout", [a_round(decided, table(2, 3, LOST, games=[LOST, DRAWN]))], options={"games": 3}),
    )
    trf = written(value)
    assert [cells(trf, number) for number in (1, 2, 3, 4)] == [
        "4w1 4b1 0",
        "3w0 3b= 0",
        "2b1 2w= 0",
        "1b0 1w0 0",
    ]
    assert trf.comments == ("Round 1: game 3 of 1 - 4 not rated, the match was decided",)
    assert (trf.system, trf.rounds, trf.players[0].points) == ("CUSTOM_KNOCKOUT", 3, 2)


def test_a_match_comes_back_with_its_games() -> None:
    rounds = [
        a_round(table(1, 4, WON, games=[DRAWN, WON]), table(2, 3, LOST, games=[LOST, LOST])),
        a_round(table(3, 1, WON, games=[WON, DRAWN]), table(2, 4, WON, games=[WON, LOST, WON])),
    ]
    value = raw(players(4), stage("knockout", rounds, options={"games": 2, "third_place": True}))
    assert assert_comes_back(value).stages[0].options == {"games": 2, "third_place": True}


def test_what_the_arbiter_did_stands_in_comments_and_comes_back() -> None:
    rounds = [
        a_round(table(1, 3, WON), table(2, 4, DRAWN)),
        {**a_round(table(3, 2, WON, by_hand=True), table(4, 1, WON)), "provisional": [[1, 2]]},
    ]
    value = amalfi(*rounds)
    assert written(value).comments == (
        "MPA @ Round 2: 3 - 2",
        "Adjournment @ Round 2: 2 - 4 of round 1 paired as a draw",
    )
    back = again(document(value)).stages[0].rounds[1]
    assert [one.seats for one in back.tables if one.by_hand] == [(3, 2)]
    assert back.provisional == ((1, 2),)


def test_imports_corrections_and_other_rules_stand_in_comments_and_come_back() -> None:
    interventions = [
        {"kind": "import", "round": 1, "text": "rounds 1 to 1 of a report file"},
        {"kind": "correction", "round": 1, "players": [3, 1], "text": "1-0 instead of 0-1"},
        {"kind": "configuration", "round": 2, "text": "Accordo con i giocatori"},
    ]
    value = amalfi(a_round(table(1, 3, WON), table(2, 4, DRAWN, by_hand=True)), interventions=interventions)
    assert written(value).comments == (
        "MPA @ Round 1: 2 - 4",
        "Import @ Round 1: rounds 1 to 1 of a report file",
        "Correction @ Round 1: 3 - 1 1-0 instead of 0-1",
        "Configuration @ Round 2: Accordo con i giocatori",
    )
    assert assert_comes_back(value).stages[0].interventions == document(value).stages[0].interventions
    first = {**a_round(table(1, 2, WON)), "numbers": {"1": 1, "2": 2}}
    late = players(3, p1={"number": 2}, p2={"number": 3}, p3={"number": 1, "joined": 2})
    value = raw(late, stage("amalfi", [first], options={"rounds": 3}))
    assert written(value).comments == ("Configuration @ Round 2: starting numbers assigned again",)
    assert again(document(value)).stages[0].interventions[0].kind == "configuration"


def dutch(**more: Any) -> dict[str, Any]:
    options = {"rounds": 9, "first_white": False, "acceleration": "baku"}
    rounds = [a_round(table(5, 1, LOST), table(2, 6, WON), table(7, 3, LOST), table(4, 8, WON))]
    return raw(players(8), stage("dutch", rounds, options=options, **more))


def test_the_dutch_system_has_its_code_its_acceleration_and_prohibited_meetings() -> None:
    prohibited = [{"players": [3, 8]}, {"players": [1, 2, 4], "first": 2, "last": 3}]
    trf = written(dutch(prohibited=prohibited))
    assert (trf.system, trf.first_colour) == ("FIDE_DUTCH_BAKU", "b")
    # Baku in nine rounds: one point in rounds 1 to 3, half a point in 4 and 5, for the upper half.
    assert trf.accelerations == (
        AccelerationLine(Decimal(1), 1, 3, 1, 4),
        AccelerationLine(Decimal("0.5"), 4, 5, 1, 4),
    )
    assert trf.prohibited == (ProhibitionLine(1, 9, (3, 8)), ProhibitionLine(2, 3, (1, 2, 4)))
    back = again(document(dutch(prohibited=prohibited)))
    assert back.stages[0].prohibited == document(dutch(prohibited=prohibited)).stages[0].prohibited
    assert back.stages[0].options == {"rounds": 9, "acceleration": "baku", "first_white": False}


def test_the_last_with_virtual_points_tells_who_was_there_from_who_came_late() -> None:
    """Of ten entered for round 1 six have them, of nine too, of eight only four; 1 missed it, 7 came late."""
    rounds = [a_round(table(2, 5, WON), table(6, 3, LOST), table(4, 8, WON), table(10, 9, WON))]
    options = {"rounds": 5, "first_white": True, "acceleration": "baku"}
    late = players(10, p1={"absent": [1]}, p7={"joined": 2})
    value = raw(late, stage("dutch", rounds, options=options))
    back = again(document(value))
    assert [(player.joined, player.absent) for player in (back.players[0], back.players[6])] == [
        (1, (1,)),
        (2, ()),
    ]


def test_what_a_system_cannot_have_is_left_out_with_a_note() -> None:
    text = text_of(document(dutch())).replace("250       1.0 001 003", "250       1.0 001 002")
    assert [note.code for note in document_in(text)[1]] == ["trf_acceleration_dropped"]
    calendar = text_of(document(raw(players(4), stage()))) + "XXP 1 2\r\n"
    made, notes = document_in(calendar)
    assert ([note.code for note in notes], made.stages[0].prohibited) == (["trf_prohibited_dropped"], ())


# Which stages have a file, and which not


def test_every_system_has_a_file_or_a_reason_why_not() -> None:
    for system in SYSTEMS.values():
        count = max(system.fewest, 4)
        made = document(
            raw(players(count), stage(system.name, options={**_rounds(system), **system.fitted(count)}))
        )
        if system.report is not None:
            assert read_trf(text_of(made))[0].system
            continue
        with pytest.raises(NoReport) as refused:
            report_of(made)
        multiplayer = system.spec.multiplayer
        assert refused.value.issue.code == ("report_multiplayer" if multiplayer else "report_no_colours")
        for language in LANGUAGES:
            assert not re.search(rf"\b{system.name}\b", issue_text(refused.value.issue, language))


def _rounds(system: Any) -> dict[str, Any]:
    return {"rounds": 3} if "rounds" in system.spec.options.__struct_fields__ else {}


@pytest.mark.parametrize(("more", "code"), [({"adjourned": True}, "report_adjourned"), ({}, "report_open")])
def test_without_every_result_there_is_no_file(more: dict[str, Any], code: str) -> None:
    games = [(first, first + 1) for first in range(3, 16, 2)]
    value = amalfi(a_round(table(1, 2, WON), *(table(*game, None, **more) for game in games)), count=16)
    ran = run_on(value, "pairing", "trf", "-")
    assert ran.status == 3
    assert all(f"Player {first} – Player {second} (1)" in ran.err for first, second in games)
    with pytest.raises(NoReport) as refused:
        written(value)
    assert refused.value.issue.code == code


def test_a_stage_of_several_has_a_file_of_its_own() -> None:
    value = raw(
        players(6),
        stage(
            "amalfi", [a_round(table(1, 2, WON), table(3, 4, WON), table(5, 6, WON))], options={"rounds": 1}
        ),
        stage(rounds=[a_round(table(1, 5, DRAWN), table(3, 6, WON))], entrants=[1, 3, 5, 6]),
    )
    first, second = written(value, stage=1), written(value, stage=2)
    assert (len(first.players), first.system) == (6, "CUSTOM_SWISS")
    assert [(line.number, line.name) for line in second.players] == [
        (1, "Player 1"),
        (2, "Player 3"),
        (3, "Player 5"),
        (4, "Player 6"),
    ]
    assert cells(second, 3) == "1b="


# Who the players are

IDENTITY = {
    "family": "Bianchi",
    "given": "Ada",
    "sex": "w",
    "born": "1990-05-31",
    "federation": "ITA",
    "fide_id": 812345,
    "fide_title": "WFM",
    "national_id": "A12",
    "category": "1N",
    "origin": "RM",
}
REPORT = {
    "city": "Roma",
    "federation": "ITA",
    "starts_on": "2026-11-07",
    "ends_on": "2026-11-08",
    "chief_arbiter": {"name": "Rossi Mario", "title": "IA", "fide_id": 800001},
    "deputies": [{"name": "Neri Anna"}],
    "time_control": "90 min + 30 s",
    "time_control_code": "5400+30",
    "national": "ITA",
    "rating_lists": ["fide", "national"],
}


FACTS = {"family": "F", "given": "G", "sex": "w", "born": "1990", "federation": "ITA"}
RATED = raw(
    players(3, **{f"p{number}": {"identity": {**FACTS, "fide_id": number}} for number in (1, 2, 3)}),
    stage(rounds=[a_round(table(2, 3, WON))], dates={"1": "2026-11-07"}),
    report=REPORT,
    name="Torneo",
)


def test_identity_and_report_go_out_and_come_back() -> None:
    entered = players(
        4, p1={"name": "Bianchi Ada", "rating": 2010, "other_ratings": [1950], "identity": IDENTITY}
    )
    made = document(
        raw(
            entered,
            stage(rounds=[a_round(table(1, 4, WON), table(2, 3, WON))], dates={"1": "2026-11-07"}),
            report=REPORT,
            name="Torneo",
        )
    )
    trf = report_of(made)[0]
    assert (trf.players[0].name, trf.players[0].rating, trf.players[0].title) == ("Bianchi, Ada", 2010, "WFM")
    assert (trf.national[0].rating, trf.national[0].category, trf.rank_method) == (
        1950,
        "1N",
        ("ITA", "OTHER"),
    )
    assert (trf.chief_arbiter, trf.deputies) == ("IA Rossi Mario (800001)", ("Neri Anna",))
    back = again(made)
    assert back.report == made.report
    assert back.players[0].identity == made.players[0].identity
    assert (back.players[0].rating, back.players[0].other_ratings) == (2010, (1950,))
    assert (back.name, back.stages[0].dates) == ("Torneo", {1: "2026-11-07"})


def test_a_title_is_fides_only_where_it_can_be_no_other() -> None:
    titles = {"GMI": "GM", "MF": "FM", "WIM": "WIM", "CM": "", "1N": "", None: ""}
    for title, fide in titles.items():
        assert written(raw(players(3, p1={"title": title}), stage())).players[0].title == fide


def test_ratings_are_those_of_the_events_lists() -> None:
    entered = players(3, p1={"rating": 1500, "other_ratings": [1600], "identity": {"national_id": "1"}})
    for lists, ratings, code in [
        (["fide"], (1500, None), "FIDE"),
        (["fide", "national", "club"], (1500, 1600), "FIDE"),
        (["national", "fide"], (1600, 1500), "NRO"),
        (["fide-national", "club"], (1500, None), "FIDON"),
        (["club"], (None, None), "OTHER"),
        (["club", "fide"], (1600, None), "OTHER"),
        (["national-fide"], (None, 1500), "NIDOF"),
        ([], (1500, None), "FIDE"),
    ]:
        report = {"rating_lists": lists, "federation": "ITA"}
        trf = written(raw(entered, stage("amalfi", options={"rounds": 3}), report=report))
        national = trf.national[0].rating if trf.national else None
        assert (trf.players[0].rating, national, trf.rank_method[1]) == (*ratings, code), lists


def test_a_rating_of_the_events_rate_comes_first() -> None:
    listed = [{"list": "fide", "rating": 1500}, {"list": "fide", "rate": "rapid", "rating": 1444}]
    entered = players(3, p1={"rating": 1500, "identity": {"ratings": listed}})
    trf = written(raw(entered, stage(), report={"rating_lists": ["fide"], "rate": "rapid"}))
    assert trf.players[0].rating == 1444


def test_what_rating_needs_is_listed_before_the_file_with_its_path() -> None:
    bare = raw(players(3, p1={"rating": 1500}), stage(rounds=[a_round(table(2, 3, WON))]))
    missing = report_of(document(bare))[1]
    paths = [issue.path for issue in missing]
    assert paths[:9] == [
        "name",
        "report.city",
        "report.federation",
        "report.starts_on",
        "report.ends_on",
        "report.chief_arbiter.name",
        "report.time_control",
        "report.rating_lists",
        "stages[0].dates",
    ]
    assert [path.removeprefix("players[0].identity.") for path in paths[9:14]] == [
        *("fide_id", "sex", "born", "federation", "family")
    ]
    assert all(issue_line(issue, language).isprintable() for issue in missing for language in LANGUAGES)
    assert report_of(document(RATED))[1] == []


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("dutch", {"late_points": 0.5}),
        ("dutch", {"late_points": 1, "acceleration": "baku"}),
        ("amalfi", {"late_points": 0.5, "late_in_standings": True}),
    ],
)
def test_the_points_of_late_entries_come_back(system: str, options: dict[str, Any]) -> None:
    entered = players(9, p7={"joined": 2}, p8={"joined": 3}, p9={"absent": [1, 3]})
    part = stage(system, options={"rounds": 5, "first_white": True, **options})
    for _ in range(3):
        drawn = pair(record_of(document(raw(entered, part)), SYSTEM_SPECS))
        byes = [{"player": bye.player, "points": 1} for bye in drawn.byes]
        part["rounds"].append(a_round(*(table(*one.seats, WON) for one in drawn.tables), byes=byes))
    made = document(raw(entered, part))
    back = again(made)
    assert back.stages[0].options == made.stages[0].options
    assert [(player.joined, player.absent) for player in back.players[6:]] == [(2, ()), (3, ()), (1, (1, 3))]


def test_a_late_entry_who_rests_in_his_first_round_has_the_points_of_the_bye_alone() -> None:
    entered = players(5, p5={"joined": 2})
    rounds = [
        a_round(table(1, 3, WON), table(2, 4, WON)),
        a_round(table(2, 1, WON), table(3, 4, WON), byes=[{"player": 5, "points": 1}]),
    ]
    options = {"rounds": 5, "first_white": True, "late_points": 0.5}
    back = again(document(raw(entered, stage("dutch", rounds, options=options))))
    assert [(bye.player, bye.points) for bye in back.stages[0].rounds[1].byes] == [(5, 1)]


def test_a_fide_number_that_two_players_have_is_named_with_both() -> None:
    identities = {f"p{number}": {"identity": {"fide_id": 800 + number // 2}} for number in (1, 2, 3)}
    missing = report_of(document(raw(players(3, **identities), stage(rounds=[a_round(table(2, 3, WON))]))))[1]
    same = [issue for issue in missing if issue.code == "report_same_id"]
    assert [issue.path for issue in same] == [f"players[{place}].identity.fide_id" for place in (1, 2)]
    assert all("801" in issue_line(issue, language) for issue in same for language in LANGUAGES)


# What is read


def player_line(number: int, name: str, points: str, rank: int, *rounds: str) -> str:
    return (
        f"001 {number:4}      {name:33}{points:>37} {rank:4}" + "".join(f"  {one:8}" for one in rounds) + "\n"
    )


HEAD = "012 Torneo\n142 3\n152 B\n212 PTS\n"
FOUR = (
    player_line(1, "Uno, A", "1.0", 1, "   3 w 1", "0000 - Z")
    + player_line(2, "Due, B", "0.5", 2, "   4 b =", "0000 - H")
    + player_line(3, "Tre, C", "0.0", 4, "   1 b 0")
    + player_line(4, "Quattro, D", "0.5", 2, "   2 w =")
)


def read(text: str) -> tuple[Document, list[str]]:
    made, notes = document_in(text.encode())
    assert all(issue_line(note, language).isprintable() for note in notes for language in LANGUAGES)
    return made, [note.code for note in notes]


def test_the_system_is_that_of_the_file_or_a_likely_one_that_is_noted() -> None:
    swiss, taken = {"rounds": 3, "first_white": False}, ["trf_system_taken"]
    for line, system, options, notes in [
        ("192 BERGER_ROUNDROBIN", "round-robin", {"cycles": 1}, []),
        ("192 FIDE_DOUBLEROUNDROBIN", "round-robin", {"cycles": 2, "exchange_last_two": True}, []),
        ("192 CUSTOM_SWISS", "amalfi", swiss, []),
        ("192 CUSTOM_KNOCKOUT", "knockout", {}, []),
        ("192 FIDE_DUTCH_2026", "dutch", swiss, []),
        ("092 Girone all'italiana", "round-robin", {"cycles": 1}, taken),
        ("092 Knock-out", "knockout", {}, taken),
        ("192 FIDE_DUBOV", "dutch", swiss, taken),
        ("", "dutch", swiss, taken),
    ]:
        made, found = read(f"{HEAD}{line}\n{FOUR}")
        assert (made.stages[0].system, made.stages[0].options, found) == (system, options, notes), line


@pytest.mark.parametrize(("colours", "first_white"), [("wb", True), ("bw", False)])
def test_without_record_152_the_first_colour_is_that_of_the_first_who_played_round_1(
    colours: str, first_white: bool
) -> None:
    lines = [
        player_line(1, "Uno, A", "0.0", 3, "0000 - Z"),
        player_line(2, "Due, B", "1.0", 1, f"   3 {colours[0]} 1"),
        player_line(3, "Tre, C", "0.0", 3, f"   2 {colours[1]} 0"),
    ]
    made, _notes = read("012 Torneo\n192 FIDE_DUTCH\n142 3\n212 PTS\n" + "".join(lines))
    assert made.stages[0].options == {"rounds": 3, "first_white": first_white}
    assert [checked.ok for checked in check(made)] == [True]


def test_where_everybody_has_met_everybody_a_file_is_a_round_robin() -> None:
    rounds = [a_round(table(2, 3, WON)), a_round(table(3, 1, WON)), a_round(table(1, 2, WON))]
    text = text_of(document(raw(players(3), stage(rounds=rounds))))
    kept = [line for line in text.splitlines() if line[:3] not in ("192", "092")]
    made, notes = read("\n".join(kept))
    assert (made.stages[0].system, notes) == ("round-robin", ["trf_system_taken"])


def test_absences_and_byes_of_rounds_to_come_are_read() -> None:
    swiss = HEAD + "192 CUSTOM_SWISS\nXXZ 4\n240 Z 003    3\n"
    made, notes = read(swiss + FOUR)
    assert [player.absent for player in made.players] == [(2,), (2,), (3,), (2,)]
    assert len(made.stages[0].rounds) == 1
    assert notes == []
    made, notes = read(swiss + "240 H 003    1\n" + FOUR)
    assert (made.players[0].absent, notes) == ((2, 3), [])
    assert made.stages[0].requested_byes == {1: {3: Decimal("0.5")}, 2: {2: Decimal("0.5")}}


def test_a_bye_allocated_beforehand_is_read_as_one() -> None:
    lines = [
        player_line(1, "Uno, A", "1.0", 1, "   2 w 1", "0000 - U"),
        player_line(2, "Due, B", "0.0", 2, "   1 b 0"),
        player_line(3, "Tre, C", "1.0", 1, "0000 - U"),
    ]
    made, notes = read(HEAD + "192 CUSTOM_SWISS\n" + "".join(lines))
    assert len(made.stages[0].rounds) == 1
    assert made.players[0].absent == (2,)
    assert (made.stages[0].requested_byes, notes) == ({1: {2: 1}}, [])


def test_bonus_and_penalty_points_go_out_and_come_back() -> None:
    given = [{"players": [1, 4], "round": 1, "points": -0.5}, {"players": [2], "round": 2, "points": 1}]
    rounds = [a_round(table(1, 4, WON), table(2, 3, WON)), a_round(table(4, 2, DRAWN), table(3, 1, DRAWN))]
    swiss = stage(system="amalfi", options={"rounds": 3}, rounds=rounds, adjustments=given)
    made = document(raw(players(4), swiss))
    rows = {row.player: row.values["points"] for row in standings(record_of(made, SYSTEM_SPECS))}
    assert rows == {1: "1", 2: "2.5", 3: "0.5", 4: "0"}
    assert [(line.kind, line.points, line.round, line.players) for line in report_of(made)[0].abnormal] == [
        ("", Decimal("-0.5"), 1, (1, 4)),
        ("", Decimal(1), 2, (2,)),
    ]
    assert again(made).stages[0].adjustments == made.stages[0].adjustments


def test_absences_before_the_first_round_are_a_late_entry_where_there_are_such() -> None:
    lines = [
        player_line(1, "Uno, A", "2.0", 1, "0000 - U", "   2 w 1"),
        player_line(2, "Due, B", "0.5", 2, "   3 b =", "   1 b 0"),
        player_line(3, "Tre, C", "0.5", 2, "   2 w ="),
        player_line(4, "Quattro, D", "0.0", 4),
    ]
    swiss, _notes = read(HEAD + "192 CUSTOM_SWISS\n" + "".join(lines))
    assert [(player.joined, player.absent) for player in swiss.players] == [
        (1, ()),
        (1, ()),
        (1, (2,)),
        (3, ()),
    ]
    robin, _notes = read(HEAD + "192 BERGER_ROUNDROBIN\n" + "".join(lines))
    assert {player.joined for player in robin.players} == {1}


def test_points_that_are_not_those_of_the_results_are_named() -> None:
    _made, notes = document_in(
        (HEAD + "192 CUSTOM_SWISS\n" + FOUR.replace(" 0.0    4", " 2.0    4")).encode()
    )
    assert [issue_line(note, "en") for note in notes] == [
        "file: the points of the file are not those of the results (number, in the file, by the results):"
        " 3 (2.0, 0.0)"
    ]


def test_tie_breaks_come_from_the_file_and_what_is_not_known_is_named() -> None:
    swiss = "192 CUSTOM_SWISS\n" + FOUR
    made, notes = read(HEAD.replace("212 PTS", "212 PTS,DE,bh/c1,AOB,OTHER_LOT") + swiss)
    assert (made.stages[0].ranking, notes) == (
        ("points", "direct", "buchholz_cut1", "lot"),
        ["trf_tie_breaks_dropped"],
    )
    made, notes = read(HEAD.replace("212 PTS", "202 KS/L+1 RTNG") + swiss)
    assert (made.stages[0].ranking, notes) == (("points", "koya_plus1", "rating"), [])
    made, notes = read(HEAD.replace("212 PTS\n", "") + swiss)
    assert (made.stages[0].ranking, notes) == (SYSTEMS["amalfi"].ranking, ["trf_ranking_taken"])


def test_of_a_team_tournament_players_and_games_are_read() -> None:
    made, notes = read(HEAD + "192 CUSTOM_SWISS\n310   1 Torre\n013 Torre   1 2\n" + FOUR)
    assert (len(made.players), len(made.stages[0].rounds), notes) == (4, 1, ["trf_teams"])


def test_more_rounds_than_the_system_has_are_refused_in_a_sentence() -> None:
    with pytest.raises(DocumentError) as caught:
        read(HEAD.replace("142 3", "142 900") + "192 FIDE_DUTCH\n" + FOUR)
    assert [issue.path for issue in caught.value.issues] == ["stages[0].options.rounds"]
    assert all(issue_line(issue, "it").isprintable() for issue in caught.value.issues)


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("299 H        0.3  002    2\n", [Decimal("0.3"), 1]),
        ("299 H        0.3  000    2\n", [Decimal("0.3"), 1]),
        ("299 H        0.3  002\n", [Decimal("0.3"), 1]),
        ("299 H        0.3\n", [Decimal("0.3"), 1]),
        ("299          0.3  002\n", [Decimal("0.8"), Decimal("1.3")]),
        ("299 F        2.0\n", [Decimal("0.5"), 2]),
    ],
)
def test_abnormal_points_are_of_all_rounds_and_players_where_none_is_named(
    line: str, points: list[Any]
) -> None:
    played = FOUR.replace("0000 - Z", "0000 - F").replace("1 b 0", "1 b 0     4 w 1")
    made, _notes = read(HEAD + "192 CUSTOM_SWISS\n" + line + played.replace("2 w =", "2 w =     3 b 0"))
    byes = {bye.player: bye.points for bye in made.stages[0].rounds[1].byes}
    assert [byes[2], byes[1]] == points


def test_virtual_points_of_another_kind_are_dropped_in_no_time() -> None:
    lines = [
        player_line(number, f"P{number}, A", "", 1, "0000 - Z", f"{number + one:4} {colour} {result}")
        for number in range(1, 400)
        for one, colour, result in [(1, "w", "1") if number % 2 else (-1, "b", "0")]
    ]
    lines.append(player_line(400, "P400, A", "", 1, "0000 - U", " 399 b 0"))
    odd = "192 FIDE_DUTCH_BAKU\n250      1.0  001 002 0001 0199\n"
    began = process_time()
    _made, notes = read(HEAD.replace("142 3", "142 9") + odd + "".join(lines))
    assert notes == ["trf_acceleration_dropped"]
    assert process_time() - began < 5


def test_a_document_that_could_not_be_is_refused_by_its_path() -> None:
    with pytest.raises(DocumentError) as caught:
        read(HEAD.replace("142 3", "142 0") + FOUR)
    assert [issue.code for issue in caught.value.issues] == ["trf_value"]


@given(st.integers(0, 10**6), st.data())
def test_a_broken_file_ends_in_faults_or_a_document(seed: int, data: st.DataObject) -> None:
    request = SimulationRequest(system="amalfi", players=3 + seed % 5, rounds=3, seed=str(seed))
    text = list(text_of(simulate(request)))
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from(["", " ", "9", "-", "\n", "w", "=", "Z", "+"]))
    try:
        made, _notes = document_in("".join(text))
    except DocumentError as error:
        assert error.issues
    else:
        try:
            report_of(made)
        except NoReport as refused:
            assert refused.issue.code in ("report_open", "report_adjourned")


# The commands


def test_trf_prints_the_file_and_nothing_else() -> None:
    ran = run_on(RATED, "pairing", "trf", "-")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("012 Torneo")
    assert ran.out == text_of(document(RATED)).replace("\r\n", "\n")
    short = run_on(RATED, "pairing", "trf", "-", "--format", "16")
    assert "192 " not in short.out
    assert run_on(RATED, "pairing", "trf", "-", "--format", "26", "--stage", "1").out == ran.out


def test_trf_says_what_is_missing_on_standard_error_and_ends_with_1() -> None:
    ran = run_on({**RATED, "name": ""}, "pairing", "trf", "-", "--language", "en")
    assert ran.status == 1
    assert ran.err == "name: missing, and needed for rating. Enter it in the document\n"
    assert ran.out.startswith("012")


def test_trf_refuses_other_formats_stages_and_systems_in_a_sentence() -> None:
    assert "16 o 26" in run_on(RATED, "pairing", "trf", "-", "--format", "15").err
    assert run_on(RATED, "pairing", "trf", "-", "--stage", "2").status == 2
    club = raw(players(4), stage("club-swiss"))
    ran = run_on(club, "pairing", "trf", "-")
    assert ran.status == 3
    assert "nessuno ha il Bianco" in ran.err


def test_read_trf_prints_a_document_and_says_every_default(tmp_path: Path) -> None:
    ran = run("pairing", "read-trf", "-", "--language", "en", given=(HEAD + FOUR).encode())
    assert ran.status == 0
    assert document(ran.answer).players[1].name == "Due B"
    assert ran.err.startswith("file: the file gives the system as “–”: read as ")
    wrong = run("pairing", "read-trf", "-", given=FOUR.replace("3 w 1", "9 w 1").encode())
    assert wrong.status == 2
    assert wrong.err.startswith("riga 1, colonne 92–99: turno 1: il n. 1")


def test_check_and_next_take_a_report_file(tmp_path: Path) -> None:
    rounds = [a_round(table(1, 4, WON), table(2, 3, WON)), a_round(table(4, 3, WON), table(1, 2, WON))]
    file = tmp_path / "torneo.TRF"
    file.write_text(text_of(document(raw(players(4), stage(rounds=rounds)))), newline="")
    checked = run("pairing", "check", str(file))
    assert (checked.status, checked.answer["ok"], checked.err) == (0, True, "")
    following = run("pairing", "next", str(file))
    assert [one["seats"] for one in following.answer["tables"]] == [[2, 4], [3, 1]]
    others = [a_round(table(1, 3, WON), table(2, 4, WON))]
    file.write_text(text_of(document(raw(players(4), stage(rounds=others)))), newline="")
    assert run("pairing", "check", str(file)).status == 1


def test_an_adjourned_game_of_an_annulled_player_blocks_no_file() -> None:
    # 4 withdraws after one of three games: his results are annulled, and his adjourned game with 3 too.
    rounds = [
        a_round(table(1, 4, WON), table(2, 3, WON)),
        {"tables": [{"seats": [4, 3], "result": None, "adjourned": True}, table(1, 2, WON)]},
    ]
    trf = written(raw(players(4, p4={"withdrawn": 2}), stage(rounds=rounds)))
    assert [line.rounds[1].result for line in trf.players] == ["1", "0", "+", "-"]


def test_the_last_day_follows_the_days_of_the_rounds() -> None:
    rounds = [a_round(table(2, 3, WON))]
    report = {"starts_on": "2026-11-07", "ends_on": "2026-11-07"}
    trf = written(raw(players(3), stage(rounds=rounds, dates={"1": "2026-11-14"}), report=report))
    assert (trf.starts_on, trf.ends_on) == ("2026-11-07", "2026-11-14")
