"""The commands on a knockout, as rules/knockout.md#plan and rules/commands.md#commands have them."""

from typing import Any

from tests.commands import run, run_on
from tests.documents import players, raw, stage
from tests.pairing.rounds import round_of


def four(*lines: str, **options: Any) -> dict[str, Any]:
    entered = players(4, p1={"name": "Ada"}, p2={"name": "Bea"}, p3={"name": "Ciro"}, p4={"name": "Dario"})
    return raw(entered, stage("knockout", [round_of(line) for line in lines], options=options))


def test_plan_prints_the_rounds_before_anything_is_played() -> None:
    entered = players(31, **{f"p{player}": {"exempt": 1} for player in range(1, 7)})
    ran = run_on(raw(entered, stage("knockout")), "pairing", "plan", "-")
    assert (ran.status, ran.err) == (0, "")
    assert ran.answer == {
        "rounds": [
            {"name": "Preliminare", "players": 10},
            {"name": "Sedicesimi di finale", "players": 20},
            {"name": "Ottavi di finale", "players": 16},
            {"name": "Quarti di finale", "players": 8},
            {"name": "Semifinali", "players": 4},
            {"name": "Finale", "players": 2},
        ]
    }


def test_plan_is_the_same_once_rounds_are_played_and_speaks_english() -> None:
    value = four("1-4:1 3-2:=", third_place=True)
    assert run_on(value, "pairing", "plan", "-", "--language", "en").answer == {
        "rounds": [{"name": "Semi-finals", "players": 4}, {"name": "Final", "players": 2}]
    }


def test_plan_of_a_system_without_a_bracket_is_a_wrong_command() -> None:
    ran = run_on(raw(players(4), stage("round-robin")), "pairing", "plan", "-")
    assert ran.status == 2
    assert ran.err.startswith("stages[0].system: ")


def test_too_few_without_exemption_is_exit_3_and_names_the_exempt() -> None:
    value = raw(
        players(3, p1={"exempt": 1, "name": "Ada"}, p2={"exempt": 1, "name": "Bea"}), stage("knockout")
    )
    for command in ("plan", "next"):
        ran = run_on(value, "pairing", command, "-")
        assert ran.status == 3
        assert "Ada e Bea" in ran.err


def test_next_prints_the_final_and_the_match_for_third_place_as_table_2() -> None:
    answer = run_on(four("1-4:1 3-2:1", third_place=True), "pairing", "next", "-").answer
    assert [(table["number"], table["seats"]) for table in answer["tables"]] == [(1, [3, 1]), (2, [2, 4])]
    assert answer["tables"][1]["why"] == [
        "Finale per il 3° posto: si incontrano i perdenti delle semifinali, Dario (quella sopra) e Bea"
        " (quella sotto).",
        "Hanno avuto gli stessi colori e il turno è pari (2): il Bianco tocca a chi è nominato per secondo,"
        " Bea.",
    ]


def test_next_says_which_slots_meet_and_why_white_in_the_first_round() -> None:
    answer = run_on(four(games=2), "pairing", "next", "-").answer
    assert answer["tables"][1] == {
        "number": 2,
        "seats": [3, 2],
        "why": [
            "Tabellone da 4: la casella 3 (Ciro) incontra la casella 2 (Bea).",
            "Primo turno: ha il Bianco chi è nominato per primo nel tabellone, Ciro.",
            "L’incontro è di 2 partite: dopo la prima i colori si alternano.",
        ],
    }


def test_next_is_exit_3_while_a_match_is_open_and_names_it() -> None:
    for line in ("1-4:= 3-2:1", "1-4 3-2:1", "1-4:== 3-2:1"):
        ran = run_on(four(line), "pairing", "next", "-")
        assert ran.status == 3
        assert "Ada – Dario (turno 1)" in ran.err
        assert "Ciro" not in ran.err


def test_standings_rank_by_the_round_reached_whatever_the_criteria() -> None:
    # 4 won two games and 3 one, but 3 reached the final; 2 and 4 are level although 2 won none.
    value = four("1-4:00111 3-2:1", "3-1:0")
    value["stages"][0]["ranking"] = ["games_won", "points"]
    answer = run_on(value, "scoring", "standings", "-").answer
    assert [(row["rank"], row["player"]) for row in answer["rows"]] == [(1, 1), (2, 3), (3, 2), (3, 4)]
    assert [row["values"]["games_won"] for row in answer["rows"]] == ["4", "1", "0", "2"]
    assert answer["rows"][2]["values"] == {"round_reached": "1", "games_won": "0", "points": "0"}


def test_systems_and_simulate_know_the_knockout() -> None:
    system = next(one for one in run("pairing", "systems").answer["systems"] if one["name"] == "knockout")
    assert [(option["name"], option["default"]) for option in system["options"]] == [
        ("games", 1),
        ("third_place", False),
        ("draw", False),
    ]
    made = run("pairing", "simulate", "knockout", "--players", "11", "--rounds", "4", "--seed", "x").answer
    assert run_on(made, "pairing", "check", "-").status == 0
    assert run_on(made, "scoring", "standings", "-").answer["rows"][0]["values"]["round_reached"] == "4"
