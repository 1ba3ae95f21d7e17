"""The ranking of stages whose tables seat more than two: discards, and the criteria made for tables."""

from typing import Any

import pytest

from scoring.document import DocumentError
from scoring.ledger import Ledger
from scoring.methods import METHODS
from scoring.standings import Row, standings
from tests.documents import players, raw, record, stage as two_seats
from tests.scoring.system_specs import SWISS
from tests.scoring.tables import KINDS, a_round, stage, table

POINTS = {"scoring": "table-points", "scoring_options": {"bonus": 0}}


def values(rows: list[Row], criterion: str) -> dict[int, str]:
    return {row.player: row.values[criterion] for row in rows}


def points(*rounds: dict[str, Any], discards: int, count: int = 4, **more: Any) -> dict[int, str]:
    options = {"bonus": 0, "discards": discards}
    seen = stage(*rounds, count=count, scoring="table-points", scoring_options=options, **more)
    return values(standings(seen), "points")


THREE = (a_round(["10", "20", "30", "40"]), a_round(["50", "20", "30", "1"]), a_round(["60", "5", "30", "2"]))


def test_the_worst_results_do_not_count() -> None:
    assert points(*THREE, discards=0) == {1: "120", 2: "45", 3: "90", 4: "43"}
    assert points(*THREE, discards=1) == {1: "110", 2: "40", 3: "60", 4: "42"}
    assert points(*THREE, discards=2) == {1: "60", 2: "20", 3: "30", 4: "40"}


def discarded(*rounds: dict[str, Any], discards: int, **more: Any) -> dict[int, tuple[int, ...]]:
    options = {"bonus": 0, "discards": discards}
    ledger = Ledger(stage(*rounds, scoring="table-points", scoring_options=options, **more))
    return {player: ledger.discarded(player) for player in ledger.players}


def test_the_ledger_says_which_rounds_are_discarded() -> None:
    assert discarded(*THREE, discards=0) == {1: (), 2: (), 3: (), 4: ()}
    assert discarded(*THREE, discards=1) == {1: (1,), 2: (3,), 3: (1,), 4: (2,)}
    assert discarded(*THREE, discards=2) == {1: (1, 2), 2: (1, 3), 3: (1, 2), 4: (2, 3)}
    assert discarded(THREE[0], discards=1) == {1: (), 2: (), 3: (), 4: ()}


def test_an_absence_is_discarded_before_a_0_that_was_played() -> None:
    rounds = (a_round(["0", "20", "30"]), {"tables": [table(["5", "6", "7"], (2, 3, 4))]})
    assert discarded(*rounds, discards=1) == {1: (2,), 2: (2,), 3: (2,), 4: (1,)}


def test_a_table_that_is_still_open_is_not_discarded() -> None:
    open_here = {"tables": [table(None, (1, 2, 3)), table(["9", "8", "7"], (4, 5, 6))]}
    rounds = (a_round(["10", "20", "30"], ["1", "2", "3"]), open_here)
    assert discarded(*rounds, discards=1, count=6)[1] == (1,)


def test_one_result_always_counts() -> None:
    assert points(*THREE, discards=7) == points(*THREE, discards=2)
    assert points(THREE[0], discards=1) == {1: "10", 2: "20", 3: "30", 4: "40"}
    assert points(discards=1) == {1: "0", 2: "0", 3: "0", 4: "0"}


def test_an_absence_is_a_0_and_can_be_discarded() -> None:
    rounds = (a_round(["10", "20", "30"]), {"tables": [table(["5", "6", "7"], (2, 3, 4))]})
    assert points(*rounds, discards=0) == {1: "10", 2: "25", 3: "36", 4: "7"}
    assert points(*rounds, discards=1) == {1: "10", 2: "20", 3: "30", 4: "7"}


def test_who_joined_later_was_absent_before() -> None:
    rounds = (a_round(["10", "20", "30"]), a_round(["1", "2", "3", "4"]))
    late = players(4, p4={"joined": 2})
    assert points(*rounds, discards=1, entered=late) == {1: "10", 2: "20", 3: "30", 4: "4"}


def test_a_bye_is_a_result_of_0_points() -> None:
    rest = {"tables": [table(["5", "6", "7"], (1, 2, 3))], "byes": [{"player": 4}]}
    assert points(a_round(["10", "20", "30", "40"]), rest, discards=1)[4] == "40"
    assert points(a_round(["10", "20", "30", "40"]), rest, discards=0)[4] == "40"


def test_an_open_table_is_no_result_and_a_round_without_results_is_no_round() -> None:
    done, unfinished = a_round(["9", "8", "7"]), {"tables": [table(None, (1, 2, 3))]}
    assert points(done, unfinished, discards=1, count=3) == {1: "9", 2: "8", 3: "7"}
    half = {"tables": [table(None, (1, 2, 3)), table(["1", "2", "3"], (4, 5, 6))]}
    both = a_round(["9", "8", "7"], ["6", "5", "4"])
    three = (both, half, a_round(["2", "9", "1"], ["1", "1", "1"]))
    # Three rounds, of which 1, 2 and 3 have a result in two: of those the worse one goes.
    found = points(*three, discards=1, count=6)
    assert found == {1: "9", 2: "9", 3: "7", 4: "7", 5: "7", 6: "7"}


def test_a_round_without_results_gives_no_absence_to_discard() -> None:
    waiting = {"tables": [table(None, (2, 3, 4))]}
    rounds = (a_round(["9", "8", "7", "6"]), a_round(["1", "2", "3", "4"]), waiting)
    assert points(*rounds, discards=1) == {1: "9", 2: "8", 3: "7", 4: "6"}


def test_medals_are_never_discarded() -> None:
    seen = stage(*THREE, scoring="medals", scoring_options={"discards": 2}, ranking=["points", "fourths"])
    # Places: 4 3 2 1, then 1 3 2 4, then 1 3 2 4.
    assert values(standings(seen), "points") == {1: "6", 2: "9", 3: "6", 4: "9"}
    assert values(standings(seen), "fourths") == {1: "1", 2: "0", 3: "0", 4: "2"}


def test_medals_rank_by_firsts_then_seconds_then_thirds_then_fourths() -> None:
    rows = standings(stage(*THREE, scoring="medals", ranking=list(METHODS["medals"].ranking)))
    assert [row.player for row in rows] == [1, 4, 3, 2]
    assert [row.values["firsts"] for row in rows] == ["2", "1", "0", "0"]
    assert [row.values["seconds"] for row in rows] == ["0", "0", "3", "0"]
    assert rows[3].values["thirds"] == "3"


def test_discards_touch_nothing_but_the_points() -> None:
    ranking = ["points", "best_1", "best_2", "best_3", "wins", "penalty"]
    options = {"bonus": 0, "discards": 2}
    rows = standings(stage(*THREE, scoring="table-points", scoring_options=options, ranking=ranking))
    first = next(row for row in rows if row.player == 1)
    assert list(first.values.values()) == ["60", "60", "50", "10", "2", "0"]


def test_best_results_are_0_where_there_are_none() -> None:
    rows = standings(stage(THREE[0], **POINTS, ranking=["best_1", "best_2", "best_3"], count=5))
    assert rows[0].values == {"best_1": "40", "best_2": "0", "best_3": "0"}
    assert rows[-1].values == {"best_1": "0", "best_2": "0", "best_3": "0"}


def test_wins_are_first_places_sole_or_shared() -> None:
    rounds = (a_round(["10", "10", "5", "1"]), a_round(["1", "1", "1", "90 risiko"]))
    rows = standings(stage(*rounds, **POINTS, ranking=["wins", "firsts", "seconds", "thirds"]))
    assert values(rows, "wins") == values(rows, "firsts") == {1: "1", 2: "1", 3: "0", 4: "1"}
    assert values(rows, "seconds") == {1: "1", 2: "1", 3: "1", 4: "0"}
    assert values(rows, "thirds") == {1: "0", 2: "0", 3: "1", 4: "0"}


def test_wins_come_before_points_where_the_method_ranks_so() -> None:
    rounds = (a_round(["40", "39", "0", "0"]), a_round(["0", "39", "40", "0"]))
    rows = standings(stage(*rounds, scoring="triestino", ranking=list(METHODS["triestino"].ranking)))
    # 2 has the largest share of the points, but no win; 1 won before 3 did.
    assert [(row.rank, row.player) for row in rows] == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_fewer_penalties_are_better() -> None:
    rounds = (
        a_round(["10 penalty=2", "10", "5", "1"]),
        a_round(["10 penalty=1", "10 penalty=1", "5", "1 penalty=3"]),
    )
    rows = standings(stage(*rounds, scoring="places", ranking=list(METHODS["places"].ranking)))
    assert [(row.rank, row.player) for row in rows] == [(1, 2), (2, 1), (3, 3), (4, 4)]
    assert values(rows, "penalty") == {1: "3", 2: "1", 3: "0", 4: "3"}
    assert rows[1].decided_by == "penalty"


def test_who_only_catches_up_stays_behind() -> None:
    rounds = (a_round(["30", "20", "10", "0"]), a_round(["10", "20", "30", "0"]))
    rows = standings(stage(*rounds, **POINTS, ranking=["points", "previous"]))
    assert [(row.rank, row.player) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert values(rows, "previous") == {1: "1", 2: "2", 3: "3", 4: "4"}


def test_different_opponents_are_counted_over_all_tables() -> None:
    rounds = (
        a_round(["1", "2", "3"], ["1", "2", "3", "4"]),
        {"tables": [table(["1", "2", "3"], (1, 2, 4)), table(None, (3, 5, 6, 7))]},
    )
    rows = standings(stage(*rounds, **POINTS, ranking=["distinct_opponents"], count=7))
    assert values(rows, "distinct_opponents") == {1: "3", 2: "3", 3: "2", 4: "5", 5: "3", 6: "3", 7: "3"}
    assert {row.player: row.played for row in rows} == {1: 2, 2: 2, 3: 1, 4: 2, 5: 1, 6: 1, 7: 1}


def test_lots_part_the_rest() -> None:
    rows = standings(stage(a_round(["1", "1", "1", "1"]), **POINTS, ranking=["points", "lot"]))
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.values["lot"] for row in rows] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "criterion", ["direct", "buchholz", "sonneborn_berger", "koya", "tpr", "black_wins", "games_won", "aro"]
)
def test_criteria_of_two_seats_are_refused(criterion: str) -> None:
    with pytest.raises(DocumentError) as caught:
        stage(ranking=["points", criterion])
    assert [(fault.path, fault.code) for fault in caught.value.issues] == [
        ("stages[0].ranking[1]", "criterion_seats")
    ]


def test_methods_of_the_other_kind_of_table_are_refused() -> None:
    with pytest.raises(DocumentError) as caught:
        stage(scoring="game")
    assert caught.value.issues[0].code == "scoring_seats"
    with pytest.raises(DocumentError) as caught:
        record(raw(players(4), two_seats(scoring="master")))
    assert caught.value.issues[0].code == "scoring_seats"


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"ties": "rtu-1999"}, "ties"),
        ({"discards": -1}, "discards"),
        ({"discards": 1.5}, "discards"),
        ({"bonus": "50"}, "bonus"),
        ({"rest": 1}, "rest"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], path: str) -> None:
    with pytest.raises(DocumentError) as caught:
        stage(scoring="table-points", scoring_options=options)
    assert [fault.path for fault in caught.value.issues] == [f"stages[0].scoring_options.{path}"]


def test_criteria_made_for_tables_can_be_computed_where_two_sit() -> None:
    rounds = [{"tables": [{"seats": [1, 2], "result": [1, 0]}]}]
    ranking = ["best_1", "firsts", "seconds", "penalty"]
    options = {"rounds": 1}
    value = raw(players(2), two_seats(system=SWISS.name, rounds=rounds, ranking=ranking, options=options))
    rows = standings(record(value, {**KINDS, SWISS.name: SWISS}))
    assert [row.values for row in rows] == [
        {"best_1": "1", "firsts": "1", "seconds": "0", "penalty": "0"},
        {"best_1": "0", "firsts": "0", "seconds": "1", "penalty": "0"},
    ]
