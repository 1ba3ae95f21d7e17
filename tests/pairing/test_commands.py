"""python -m pairing, as rules/commands.md#commands has it: output, exit status, one line for each fault."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import ROOT, run, run_on
from tests.documents import players, raw, stage, table

DRAWN = (0.5, 0.5)


def four(*rounds: Any, **more: Any) -> dict[str, Any]:
    return raw(players(4, p1={"name": "Ada"}, p2={"name": "Bea"}), stage(rounds=rounds, **more))


ROUNDS = (
    {"tables": [table(1, 4, DRAWN), table(2, 3, DRAWN)]},
    {"tables": [table(4, 3, DRAWN), table(1, 2, DRAWN)]},
    {"tables": [table(2, 4, DRAWN), table(3, 1, DRAWN)]},
)


def test_next_prints_the_round_with_reasons() -> None:
    ran = run_on(four(ROUNDS[0]), "pairing", "next", "-")
    assert ran.status == 0
    assert ran.err == ""
    answer = ran.answer
    assert (answer["stage"], answer["round"], answer["byes"], answer["quality"]) == (1, 2, [], {})
    assert [(one["number"], one["seats"]) for one in answer["tables"]] == [(1, [4, 3]), (2, [1, 2])]
    assert all(set(one) == {"number", "seats", "why"} and one["why"] for one in answer["tables"])


def test_next_speaks_english_when_asked() -> None:
    ran = run_on(four(), "pairing", "next", "-", "--language", "en")
    assert ran.answer["tables"][0]["why"][0] == "Round 1 of the Berger tables for 4: no. 1 meets no. 4."


def test_next_prints_rests_and_forfeits() -> None:
    # Three players: 1 rests in round 1 (1-4 in the table for four); 2 has left, with no game of two.
    value = raw(players(3), stage())
    assert run_on(value, "pairing", "next", "-").answer["byes"][0] == {
        "player": 1,
        "points": 0,
        "why": ["I giocatori sono dispari: chi incontra il n. 4, che manca, riposa. Tocca al n. 1."],
    }
    left = raw(players(4, p4={"withdrawn": 3}), stage(rounds=ROUNDS[:2]))
    tables = run_on(left, "pairing", "next", "-").answer["tables"]
    assert (tables[0]["seats"], tables[0]["forfeit"], tables[0]["result"]) == ([2, 4], True, [1, 0])
    assert "result" not in tables[1]


def test_next_all_prints_the_rounds_to_come() -> None:
    ran = run_on(four({"tables": [table(1, 4), table(2, 3)]}), "pairing", "next", "-", "--all")
    assert [(one["round"], [table["seats"] for table in one["tables"]]) for one in ran.answer["rounds"]] == [
        (2, [[4, 3], [1, 2]]),
        (3, [[2, 4], [3, 1]]),
    ]
    assert ran.answer["quality"] == {}


def test_next_all_is_a_wrong_command_where_nobody_knows_the_rounds() -> None:
    value = raw(players(4), stage(system="amalfi", options={"rounds": 3}))
    ran = run_on(value, "pairing", "next", "-", "--all")
    assert ran.status == 2
    assert ran.err.startswith("stages[0].system: ")


def test_next_is_the_last_stage() -> None:
    value = raw(players(4), stage(rounds=ROUNDS), stage(entrants=[4, 2, 1]))
    answer = run_on(value, "pairing", "next", "-").answer
    assert (answer["stage"], answer["round"]) == (2, 1)
    assert {player for one in answer["tables"] for player in one["seats"]} == {2, 4}


def test_when_all_rounds_are_played_the_status_is_3() -> None:
    for more in ((), ("--all",)):
        ran = run_on(four(*ROUNDS), "pairing", "next", "-", *more)
        assert ran.status == 3
        assert "3 turni" in ran.err


def test_a_missing_result_before_the_last_round_is_status_3_and_named() -> None:
    missing = {"tables": [table(1, 4, DRAWN), table(2, 3)]}
    ran = run_on(four(missing, ROUNDS[1]), "pairing", "next", "-", "--language", "en")
    assert ran.status == 3
    assert "Bea – Player 3 (round 1)" in ran.err
    assert run_on(four(missing, ROUNDS[1]), "pairing", "next", "-", "--all").status == 0


def test_check_says_ok_and_0_or_the_differences_and_1() -> None:
    assert run_on(four(*ROUNDS), "pairing", "check", "-").answer == {
        "ok": True,
        "rounds": [{"stage": 1, "round": number, "ok": True} for number in (1, 2, 3)],
    }
    ran = run_on(four({"tables": [table(1, 2), table(3, 4)]}), "pairing", "check", "-")
    assert ran.status == 1
    assert ran.answer["ok"] is False
    assert ran.answer["rounds"][0]["expected"]["tables"] == [{"seats": [1, 4]}, {"seats": [2, 3]}]


def test_draw_prints_a_number_for_every_id() -> None:
    value = raw(players(9, p1={"club": "a"}, p2={"club": "a"}), stage())
    for more in ((), ("--varma",)):
        answer = run_on(value, "pairing", "draw", "-", *more).answer
        assert sorted(answer["numbers"].values()) == list(range(1, 10))
        assert set(answer["numbers"]) == {str(player) for player in range(1, 10)}
    assert answer["clashes"] == 0


def test_systems_lists_every_system_with_its_options() -> None:
    systems = {system["name"]: system for system in run("pairing", "systems").answer["systems"]}
    options = {option["name"]: option for option in systems["round-robin"]["options"]}
    assert options["cycles"]["type"] == "integer"
    assert options["cycles"]["default"] == 1
    assert options["cycles"]["meaning"].startswith("Quante volte")
    assert options["exchange_last_two"]["default"] is False


def test_each_fault_is_one_line_with_its_path() -> None:
    value = four({"tables": [table(1, 4), table(4, 3, (1, 1))]})
    ran = run_on(value, "pairing", "next", "-", "--language", "en")
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "stages[0].rounds[0].tables[1].seats: player 4 sits at two tables",
        "stages[0].rounds[0].tables[1].result: impossible result: 1-0, ½-½, 0-1, ½-0, 0-½, 0-0 are allowed",
    ]


def test_a_size_out_of_range_is_a_fault_of_the_players() -> None:
    for command in (("next", "-"), ("next", "-", "--all"), ("draw", "-"), ("draw", "-", "--varma")):
        ran = run_on(raw(players(2), stage()), "pairing", *command)
        assert ran.status == 2
        assert ran.err.startswith("players: ")


WRONG = [
    (),
    ("nothing",),
    ("next",),
    ("next", "-", "-"),
    ("next", "-", "--al"),
    ("next", "-", "--all", "--all"),
    ("next", "-", "--all=yes"),
    ("next", "-", "--language", "fr"),
    ("next", "-", "--language"),
    ("next", "--varma", "-"),
    ("systems", "-"),
    ("next", "no/such/file.json"),
    ("next", "tests"),
    ("next", ""),
    ("next", "/dev/zero"),
]


def test_a_wrong_command_is_status_2_in_one_line() -> None:
    for words in WRONG:
        ran = run("pairing", *words, given=b"")
        assert (ran.status, len(ran.err.splitlines())) == (2, 1), words


def test_an_unknown_command_names_those_there_are() -> None:
    err = run("pairing", "formulas").err
    assert err.startswith("command: ") and "check" in err and "formula" in err


@pytest.mark.parametrize(
    "text", [b"", b"\xff", b"[", b"[" * 10**6, b"1" * 10**5, b'{"clubtornei": 1}', b"\x00"]
)
def test_broken_input_is_status_2(text: bytes) -> None:
    for command in ("next", "check", "draw"):
        assert run("pairing", command, "-", given=text).status == 2


def test_a_file_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "il torneo.json"
    file.write_text(json.dumps(four()), encoding="utf-8-sig")
    assert run("pairing", "next", str(file)).status == 0


def run_raw(**streams: Any) -> int:
    command = [sys.executable, "-m", "pairing", "systems"]
    return subprocess.run(command, cwd=ROOT, timeout=60, check=False, **streams).returncode


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    errors = tmp_path / "errors"
    with errors.open("wb") as stderr:
        status = run_raw(stdout=write_end, stderr=stderr)
    os.close(write_end)
    assert status == 0
    assert errors.read_bytes() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_disk_is_status_2_in_one_line(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with open("/dev/full", "wb") as full, errors.open("wb") as stderr:
        assert run_raw(stdout=full, stderr=stderr) == 2
    assert errors.read_text().startswith("output: ")
    assert len(errors.read_text().splitlines()) == 1


def test_the_output_is_utf8_whatever_the_terminal() -> None:
    value = raw(players(3, p2={"withdrawn": 1, "name": "Nicolò"}), stage())
    done = subprocess.run(
        [sys.executable, "-m", "pairing", "next", "-"],
        input=json.dumps(value).encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=60,
        check=True,
    )
    assert "Nicolò" in done.stdout.decode("utf-8")
