"""Tables of more than two: their seat scores, and what is wrong with them."""

import json
from typing import Any

import pytest

from scoring.record import DocumentError, read, write
from tests.documents import players, raw
from tests.scoring.system_specs import MANY

KINDS = {MANY.name: MANY}


def seat_score(points: Any = 10, **more: Any) -> dict[str, Any]:
    return {"points": points, **more}


def value(result: Any, seats: Any = (1, 2, 3, 4), **more: Any) -> dict[str, Any]:
    played = {"seats": list(seats), "result": result, **more}
    return raw(players(6), {"system": MANY.name, "rounds": [{"tables": [played]}]})


def four(**more: Any) -> list[dict[str, Any]]:
    return [seat_score(1), seat_score(2), seat_score(3), seat_score(4, **more)]


TABLE = "stages[0].rounds[0].tables[0]"
WRONG: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    (value(four()[:3]), [(f"{TABLE}.result", "result_length")]),
    (value([1, 0, 0, 0]), [(f"{TABLE}.result[{seat}]", "type") for seat in range(4)]),
    (value([{}, *four()[1:]]), [(f"{TABLE}.result[0].points", "missing")]),
    (value([seat_score(-1), *four()[1:]]), [(f"{TABLE}.result[0].points", "too_small")]),
    (value([seat_score("1"), *four()[1:]]), [(f"{TABLE}.result[0].points", "type")]),
    (value(four(outside=-1)), [(f"{TABLE}.result[3].outside", "too_small")]),
    (value(four(order=0)), [(f"{TABLE}.result[3].order", "too_small")]),
    (value(four(risiko=1)), [(f"{TABLE}.result[3].risiko", "type")]),
    (value(four(penalty=-1)), [(f"{TABLE}.result[3].penalty", "too_small")]),
    (value(four(dice=-1)), [(f"{TABLE}.result[3].dice", "too_small")]),
    (value(four(dice=True)), [(f"{TABLE}.result[3].dice", "type")]),
    (value([*four()[:3], seat_score(0, eliminated=2)]), [(f"{TABLE}.result", "eliminations")]),
    (
        value([seat_score(0, eliminated=1), seat_score(0, eliminated=1), *four()[2:]]),
        [(f"{TABLE}.result", "eliminations")],
    ),
    (
        value([seat_score(0, eliminated=1), seat_score(0, eliminated=3), *four()[2:]]),
        [(f"{TABLE}.result", "eliminations")],
    ),
    (
        value([seat_score(risiko=True), seat_score(risiko=True), *four()[2:]]),
        [(f"{TABLE}.result", "two_risiko")],
    ),
    (
        value([*four()[:3], seat_score(0, risiko=True, eliminated=1)]),
        [(f"{TABLE}.result[3].risiko", "risiko_eliminated")],
    ),
    (
        value([seat_score(0, eliminated=place) for place in (1, 2, 3, 4)]),
        [(f"{TABLE}.result", "all_eliminated")],
    ),
    (value(four(eliminated=1)), [(f"{TABLE}.result[3].points", "eliminated_holds")]),
    (
        value([seat_score(0, eliminated=1, outside=1, armies_in=0, armies_out=2, cards=1), *four()[1:]]),
        [(f"{TABLE}.result[0].{name}", "eliminated_holds") for name in ("outside", "armies_out", "cards")],
    ),
    (
        value([seat_score(0, eliminated=1, territories_in=1, territories_out=1), *four()[1:]]),
        [(f"{TABLE}.result[0].{name}", "eliminated_holds") for name in ("territories_in", "territories_out")],
    ),
    (
        value([seat_score(order=2), seat_score(order=1), seat_score(order=2), seat_score()]),
        [(f"{TABLE}.result[2].order", "order_twice")],
    ),
    (value(four(order=5)), [(f"{TABLE}.result[3].order", "order_range")]),
    (value(four(), forfeit=True), [(f"{TABLE}.forfeit", "forfeit_many")]),
    (value(four(), games=[[1, 0]]), [(f"{TABLE}.games", "games_many")]),
    (value([1, 0], seats=(1, 2)), [(f"{TABLE}.seats", "seats_many")]),
    (value(four(), seats=(1, 2, 3, 3)), [(f"{TABLE}.seats", "two_seats")]),
]


def test_every_fault_of_seat_scores_is_told_with_its_path() -> None:
    for wrong, expected in WRONG:
        with pytest.raises(DocumentError) as caught:
            read(json.dumps(wrong), KINDS)
        assert [(fault.path, fault.code) for fault in caught.value.issues] == expected


def test_seat_scores_are_read_and_written_back() -> None:
    result = [
        seat_score(54, outside=12, armies_in=3, order=2, dice=7, note="late"),
        seat_score(0, eliminated=2),
        seat_score(0, eliminated=1, penalty=1.5),
        seat_score(20, risiko=True, cards=0),
    ]
    document = read(json.dumps(value(result)), KINDS)
    seat_scores = document.stages[0].rounds[0].tables[0].seat_scores
    assert seat_scores is not None
    assert [one.eliminated for one in seat_scores] == [None, 2, 1, None]
    assert (seat_scores[3].cards, seat_scores[0].cards) == (0, None)
    assert json.loads(write(document))["stages"][0]["rounds"][0]["tables"][0]["result"] == result
    assert read(write(document), KINDS) == document
