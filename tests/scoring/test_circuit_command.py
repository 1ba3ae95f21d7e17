"""python -m scoring circuit, as rules/commands.md#circuit has it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.circuits import circuit, results, to_come
from tests.commands import run, run_on
from tests.documents import players, raw, stage, table

DOCUMENT = raw(
    players(2, p1={"name": "Ada", "person": "a"}, p2={"name": "Ugo"}),
    stage(rounds=[{"tables": [table(1, 2, (1, 0))]}]),
)


def written(folder: Path, name: str, value: Any) -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_it_prints_rows_events_to_come_and_warnings() -> None:
    value = circuit(
        {"name": "Torneo sociale", "document": DOCUMENT},
        results("Esterno", Ugo=0.5, Adá={"points": 0.1, "person": "a"}) | {"kind": "external"},
        to_come("Finale"),
        rules={"best": 1, "external_weight": 1.25},
    )
    ran = run_on(value, "scoring", "circuit", "-", "--language", "en")
    assert (ran.status, ran.err) == (0, "")
    assert ran.answer == {
        "rows": [
            {
                "rank": 1,
                "name": "Ada",
                "person": "a",
                "values": {"points": "1"},
                "events": 2,
                "played": 1,
                "results": [
                    {"event": 1, "place": 1, "points": "1", "counted": True},
                    {
                        "event": 2,
                        "kind": "external",
                        "points": "0.125",
                        "worth": "0.1",
                        "weight": "1.25",
                        "counted": False,
                        "why": "Beyond the best results that count.",
                    },
                ],
                "why": "Ahead of Ugo on: Points (1 against 0.625).",
                "needs": {"best_rank": 1, "worst_rank": 2, "text": "Places still possible: 1 to 2."},
            },
            {
                "rank": 2,
                "name": "Ugo",
                "values": {"points": "0.625"},
                "events": 2,
                "played": 1,
                "results": [
                    {
                        "event": 1,
                        "place": 2,
                        "points": "0",
                        "counted": False,
                        "why": "Beyond the best results that count.",
                    },
                    {
                        "event": 2,
                        "kind": "external",
                        "points": "0.625",
                        "worth": "0.5",
                        "weight": "1.25",
                        "counted": True,
                    },
                ],
                "why": "Behind Ada on: Points (0.625 against 1).",
                "needs": {
                    "best_rank": 1,
                    "worst_rank": 2,
                    "gap": "0.375",
                    "reachable": True,
                    "single": "1",
                    "text": "Places still possible: 1 to 2. One result of more than 1 in Finale is enough to"
                    " pass Ada (0.375 points ahead).",
                },
            },
        ],
        "to_come": [{"event": 3, "name": "Finale"}],
        "warnings": [],
    }


def test_people_who_may_be_one_are_a_warning() -> None:
    value = circuit(results("A", **{"Rossi Ada": 1}), results("B", **{"Ada Rossi": 1}))
    warnings = run_on(value, "scoring", "circuit", "-").answer["warnings"]
    assert len(warnings) == 1
    assert "Rossi Ada" in warnings[0]
    assert "Ada Rossi" in warnings[0]


def test_documents_are_found_from_the_folder_of_the_circuit(tmp_path: Path) -> None:
    written(tmp_path, "2026/marzo.json", DOCUMENT)
    name = written(tmp_path, "anno.json", circuit({"name": "Marzo", "file": "2026/marzo.json"}))
    answer = run("scoring", "circuit", name).answer
    assert [(row["rank"], row["name"]) for row in answer["rows"]] == [(1, "Ada"), (2, "Ugo")]


def test_a_fault_in_a_file_names_the_event_and_the_place(tmp_path: Path) -> None:
    written(tmp_path, "marzo.json", {**DOCUMENT, "players": [{"id": 1}]})
    name = written(tmp_path, "anno.json", circuit({"name": "Marzo", "file": "marzo.json"}))
    ran = run("scoring", "circuit", name, "--language", "en")
    assert ran.status == 2
    assert ran.err.splitlines()[0] == "events[0].file.players[0].name: is missing"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("aprile.json", "events[0].file: cannot be read: No such file or directory"),
        ("/etc/hostname", "events[0].file: give the file’s path relative to the circuit’s folder"),
        ("", "events[0].file: give the file’s path relative to the circuit’s folder"),
        ("pipe", "events[0].file: this is not a file"),
        (".", "events[0].file: this is not a file"),
        ("anno.json", "events[0].file.clubtornei: is missing"),
        ("x" * 5000, "events[0].file: cannot be read: "),
        ("not.json", "events[0].file: not JSON: line 1, column 1"),
    ],
)
def test_a_file_that_cannot_be_read_is_status_2(tmp_path: Path, file: str, line: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "not.json").write_text("<html>", encoding="utf-8")
    name = written(tmp_path, "anno.json", circuit({"name": "Aprile", "file": file}))
    ran = run("scoring", "circuit", name, "--language", "en")
    assert ran.status == 2
    assert ran.err.startswith(line)


ANNOUNCED = [
    {"name": "Ada", "rank": 1, "values": {"points": "3"}},
    {"name": "Ugo", "rank": 2, "values": {"points": "2"}},
]


def test_check_compares_the_ranking_announced_with_the_one_computed() -> None:
    value = circuit(results("A", Ada=3, Ugo=2), final_ranking=ANNOUNCED)
    ran = run_on(value, "scoring", "circuit", "--check", "-")
    assert (ran.status, ran.answer) == (0, {"rows": 2, "differences": []})
    wrong = {**ANNOUNCED[1], "values": {"points": "2.5"}}
    value = circuit(results("A", Ada=3, Ugo=2), final_ranking=[ANNOUNCED[0], wrong])
    ran = run_on(value, "scoring", "circuit", "--check", "-")
    assert (ran.status, ran.answer["differences"]) == (
        1,
        [{"row": 2, "announced": wrong, "computed": ANNOUNCED[1]}],
    )


def test_check_sees_a_row_that_is_not_announced_and_a_circuit_that_announces_nothing() -> None:
    value = circuit(results("A", Ada=3, Ugo=2), final_ranking=ANNOUNCED[:1])
    ran = run_on(value, "scoring", "circuit", "--check", "-")
    assert ran.answer["differences"] == [{"row": 2, "announced": None, "computed": ANNOUNCED[1]}]
    ran = run_on(circuit(results("A", Ada=3)), "scoring", "circuit", "--check", "-", "--language", "en")
    assert (ran.status, ran.err) == (2, "final_ranking: the document has no announced standings to check\n")


def test_an_announced_ranking_of_another_form_is_refused_with_its_place() -> None:
    value = circuit(results("A", Ada=3), final_ranking=[{"rank": 0, "values": {"points": 3}}])
    ran = run_on(value, "scoring", "circuit", "--check", "-", "--language", "en")
    assert ran.status == 2
    assert {line.partition(":")[0] for line in ran.err.splitlines()} == {
        "final_ranking[0].name",
        "final_ranking[0].rank",
        "final_ranking[0].values.points",
    }


def test_methods_lists_what_can_be_set_for_a_circuit() -> None:
    settings = run("scoring", "methods", "--language", "en").answer["circuits"]
    assert {rule["name"] for rule in settings["rules"]} > {"best", "members_only", "least_games"}
    ways = {way["name"]: way for way in settings["ways"]}
    assert [option["name"] for option in ways["places"]["options"]] == [
        "table",
        "rest",
        "shared",
        "ranked_by",
    ]
    assert "average" in {criterion["name"] for criterion in settings["criteria"]}
    assert all(each["title"] and each["meaning"] for each in (*settings["ways"], *settings["criteria"]))
