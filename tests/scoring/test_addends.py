"""Criteria that are sums give their addends, and these add up to the value of the ranking."""

import json
from fractions import Fraction
from typing import Any

import pytest

from scoring.addends import Addend, total
from scoring.standings import addends_of, decimal_text, standings
from tests.commands import run_on
from tests.documents import a_round, players, raw, record, stage, table
from tests.scoring.system_specs import SWISS
from tests.scoring.tables import a_round as many, stage as larger
from tests.scoring.test_criteria import DRAWN, FOUR, WHITE_WINS
from tests.scoring.test_tournaments import GOLDEN, played

SUMS = ["points", "buchholz", "buchholz_cut1", "buchholz_cut2", "median", "sonneborn_berger", "progressive"]
HALF = Fraction(1, 2)

# 1 beats 2, draws 3, has a bye, asks for one, and is absent; 2 and 3 then lose to nobody.
ROUNDS = (
    a_round(table(1, 2, WHITE_WINS), byes=[{"player": 3}]),
    a_round(table(3, 1, DRAWN), byes=[{"player": 2}]),
    a_round(table(2, 3, DRAWN), byes=[{"player": 1}]),
    a_round(table(2, 3, DRAWN), byes=[{"player": 1, "points": 0.5, "requested": True}]),
    a_round(table(3, 2, DRAWN)),
)


def swiss(ranking: list[str]) -> Any:
    return raw(players(3), stage(system=SWISS.name, rounds=ROUNDS, ranking=ranking, options={"rounds": 9}))


def of_first(ranking: list[str]) -> dict[str, list[Addend]]:
    value = record(swiss(ranking), {SWISS.name: SWISS})
    return {name: list(addends) for name, addends in addends_of(value, [1])[1].items()}


def test_buchholz_names_every_opponent_and_the_dummy() -> None:
    """2 has 2½ points and 3 has 3; 1 has 3 himself, more than five draws, so the dummy has 2½."""
    assert of_first(["points", "buchholz"]) == {
        "buchholz": [
            Addend(points=5 * HALF, round=1, opponent=2),
            Addend(points=Fraction(3), round=2, opponent=3),
            *(Addend(points=5 * HALF, round=number, dummy=True) for number in (3, 4, 5)),
        ]
    }


def test_what_a_cut_leaves_out_is_marked() -> None:
    """Voluntarily unplayed rounds (4 and 5) go first, then the lowest; the median leaves out the highest."""
    found = of_first(["points", "buchholz_cut1", "buchholz_cut2", "median"])
    cut = {name: [addend.round for addend in addends if addend.cut] for name, addends in found.items()}
    assert cut == {"buchholz_cut1": [4], "buchholz_cut2": [4, 5], "median": [2, 4]}


def test_sonneborn_berger_has_products_and_the_progressive_score_a_sum_a_round() -> None:
    found = of_first(["points", "sonneborn_berger", "progressive"])
    assert [(addend.points, addend.share) for addend in found["sonneborn_berger"]] == [
        (5 * HALF, 1),
        (3, HALF),
        (5 * HALF, 1),
        (5 * HALF, HALF),
        (5 * HALF, 0),
    ]
    running = [addend.points for addend in found["progressive"]]
    assert running == [1, 3 * HALF, 5 * HALF, 3, 3]


def test_direct_encounter_and_koya_name_those_against_whom_points_were_made() -> None:
    """3 and 4 are level with one point, and 3 has won; Koya: against 1 and 2, who have half of the points."""
    value = record(raw(players(4), stage(rounds=FOUR, ranking=["points", "direct", "koya"])))
    found = addends_of(value, [3, 4])
    assert found[3]["direct"] == [Addend(points=Fraction(1), opponent=4)]
    assert found[4]["direct"] == [Addend(points=Fraction(0), opponent=3)]
    assert found[4]["koya"] == [
        Addend(points=HALF, round=1, opponent=1),
        Addend(points=HALF, round=3, opponent=2),
    ]


def test_penalties_are_listed_by_round() -> None:
    rounds = (many(["10 penalty=2", "10", "5", "1"]), many(["10 penalty=1", "10 penalty=1", "5", "1"]))
    value = larger(*rounds, scoring="places", ranking=["points", "penalty"])
    assert addends_of(value, [1, 3]) == {
        1: {"penalty": [Addend(points=Fraction(2), round=1), Addend(points=Fraction(1), round=2)]},
        3: {},
    }


def test_they_add_up_to_the_value_of_the_ranking() -> None:
    value = record(swiss(SUMS), {SWISS.name: SWISS})
    found = addends_of(value, [1, 2, 3])
    for row in standings(value):
        sums = {name: decimal_text(total(addends)) for name, addends in found[row.player].items()}
        assert sums == {name: row.values[name] for name in SUMS[1:]}


def test_those_of_one_player_are_the_same_without_the_others() -> None:
    ranking = ["points", "direct", "koya", "sonneborn_berger"]
    value = record(raw(players(4), stage(rounds=FOUR, ranking=ranking)))
    found = addends_of(value, [1, 2, 3, 4])
    assert [addends_of(value, [player]) for player in found] == [
        {player: addends} for player, addends in found.items()
    ]


def test_the_annulled_have_none() -> None:
    value = record(raw(players(4, p2={"withdrawn": 2}), stage(rounds=FOUR[:1], ranking=["points", "koya"])))
    assert addends_of(value, [2]) == {}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_published_sonneborn_berger_is_a_sum_of_published_points(path: Any) -> None:
    """Each opponent's points as published, times what the published crosstable has against him."""
    golden = json.loads(path.read_text())
    found = addends_of(record(played(golden)), range(1, len(golden["players"]) + 1))
    worth = {"1": Fraction(1), "½": HALF, "0": Fraction(0)}
    for name, value in golden["sonneborn_berger"].items():
        player = golden["players"].index(name) + 1
        games = golden["crosstable"][player - 1].split()
        expected = sorted(
            (opponent, Fraction(golden["points"][opponent - 1]), worth[game])
            for opponent, cell in enumerate(games, 1)
            if opponent != player
            for game in cell
        )
        addends = found[player]["sonneborn_berger"]
        listed = sorted((addend.opponent or 0, addend.points, addend.share) for addend in addends)
        assert listed == expected
        assert decimal_text(total(addends)) == value


def test_the_command_lists_them() -> None:
    value = raw(players(4), stage(rounds=FOUR, ranking=["points", "direct", "sonneborn_berger"]))
    rows = run_on(value, "scoring", "standings", "-", "--addends").answer["rows"]
    assert rows[3]["player"] == 4
    assert rows[3]["addends"] == {
        "direct": [{"points": "0", "opponent": 3}],
        "sonneborn_berger": [
            {"points": "2.5", "share": "0.5", "round": 1, "opponent": 1},
            {"points": "1", "share": "0", "round": 2, "opponent": 3},
            {"points": "1.5", "share": "0.5", "round": 3, "opponent": 2},
        ],
    }
    assert run_on(value, "scoring", "standings", "-", "--final", "--addends").status == 2
