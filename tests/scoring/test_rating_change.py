"""The rating change of an event, by FIDE's tables (rules/ratings.md#change)."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.rating_change import expected_score, rated_event
from tests import documents

table = documents.table


@pytest.mark.parametrize(
    ("own", "opponent", "hundredths"),
    [
        (1500, 1500, 50),
        (1503, 1500, 50),
        (1504, 1500, 51),
        (1500, 1504, 49),
        (1835, 1600, 79),
        (1836, 1600, 80),
        (1991, 1600, 91),
        (1992, 1600, 92),
        (2400, 1000, 92),
        (1000, 2400, 8),
        (2649, 1900, 92),
        (2650, 1915, 99),
        (2651, 1900, 100),
    ],
)
def test_the_table_of_expected_scores(own: int, opponent: int, hundredths: int) -> None:
    assert expected_score(Fraction(own), Fraction(opponent)) == Fraction(hundredths, 100)


def rated(*rounds: dict[str, Any], **by_id: dict[str, Any]) -> Any:
    entered = documents.players(4, **by_id)
    return documents.document(documents.raw(entered, documents.stage("round-robin", rounds)))


def test_change_and_performance_of_three_games_worked_out_by_hand() -> None:
    document = rated(
        {"tables": [table(1, 2, [1, 0])]},
        {"tables": [table(3, 1, [0.5, 0.5])]},
        {"tables": [table(1, 4, [1, 0])]},
        p1={"rating": 1600},
        p2={"rating": 1700},
        p3={"rating": 1550},
    )
    found = rated_event(document, {1: 20, 2: 40})
    # 1: against 1700 (D 100: 0.36) and 1550 (D 50: 0.57); player 4 has no rating.
    assert (found[1].games, found[1].score) == (2, Fraction(3, 2))
    assert found[1].expected == Fraction(93, 100)
    assert found[1].change == 20 * (Fraction(3, 2) - Fraction(93, 100)) == Fraction(57, 5)
    assert (found[1].average, found[1].performance) == (1625, 1625 + 193)
    assert found[2].change == 40 * (0 - Fraction(64, 100))
    assert found[3].change is None  # no K
    assert (found[4].expected, found[4].performance) == (None, 1600 - 800)


def test_forfeits_unrated_games_and_reported_results() -> None:
    document = rated(
        {"tables": [table(1, 2, [1, 0], forfeit=True)]},
        {"tables": [table(1, 2, [1, 0], unrated=True)]},
        {"tables": [table(1, 2, [1, 0], reported={"result": [0.5, 0.5]})]},
        p1={"rating": 1600},
        p2={"rating": 1600},
    )
    found = rated_event(document, {1: 10})
    assert (found[1].games, found[1].score, found[1].change) == (1, Fraction(1, 2), 0)
