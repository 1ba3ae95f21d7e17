"""A player's fixed table: its number is his in every system of two, who meets whom stays
(rules/games.md#fixed-table).
"""

from typing import Any

import pytest

from pairing.registry import SYSTEM_SPECS, SYSTEMS, calendar, pair
from scoring.record import DocumentError, read, to_json, write
from tests import documents

OF_TWO = [name for name in SYSTEMS if not SYSTEMS[name].spec.multiplayer]


def players(**tables: int) -> list[dict[str, Any]]:
    return documents.players(8, **{player: {"table": table} for player, table in tables.items()})


def paired(system: str, **tables: int) -> Any:
    options = {"rounds": 5} if system in ("amalfi", "dutch") else {}
    value = documents.raw(players(**tables), documents.stage(system, options=options))
    return pair(documents.record(value))


def meetings(draw: Any) -> list[tuple[int, ...]]:
    return [table.seats for table in draw.tables]


def place_of(draw: Any, player: int) -> int:
    return next(place for place, seats in enumerate(meetings(draw), 1) if player in seats)


@pytest.mark.parametrize("system", OF_TWO)
def test_the_table_of_the_player_has_his_number_and_the_others_their_order(system: str) -> None:
    plain = paired(system)
    player = plain.tables[0].seats[0]
    draw = paired(system, **{f"p{player}": 3})
    first, second, third, fourth = meetings(plain)
    assert meetings(draw) == [second, third, first, fourth]
    assert draw.tables[2].why[-1].code == "fixed_table"


@pytest.mark.parametrize("system", ["seating", "rotation", "bands"])
def test_at_tables_of_more_it_is_the_same(system: str) -> None:
    scoring = {"bands": "places", "rotation": "places", "seating": "conversion-150"}[system]
    options = {"bands": {"tables": 2, "size": 4}}.get(system, {})
    stage = documents.stage(system, scoring=scoring, options=options)
    plain = pair(documents.record(documents.raw(players(), stage)))
    player = plain.tables[0].seats[0]
    draw = pair(documents.record(documents.raw(players(**{f"p{player}": 2}), stage)))
    assert meetings(draw) == meetings(plain)[::-1]
    assert draw.tables[1].why[-1].code == "fixed_table"


def test_tables_that_stay_together_keep_their_numbers_and_that_is_said() -> None:
    stage = documents.stage("bands", scoring="places", options={"tables": 2, "size": 4, "rounds": 2})
    first = pair(documents.record(documents.raw(players(), stage)))
    played = [{"seats": list(seats), "result": None} for seats in meetings(first)]
    player = first.tables[0].seats[0]
    second = stage | {"rounds": [{"tables": played, "byes": []}]}
    draw = pair(documents.record(documents.raw(players(**{f"p{player}": 2}), second)))
    assert place_of(draw, player) == 1
    assert draw.tables[0].why[-1].code == "fixed_table_kept"


def test_of_two_who_meet_the_lower_number_has_his_table_and_that_is_said() -> None:
    one, other = sorted(paired("round-robin").tables[0].seats)
    draw = paired("round-robin", **{f"p{one}": 4, f"p{other}": 2})
    assert place_of(draw, one) == 4
    reason = draw.tables[3].why[-1]
    facts = {"player": other, "number": 2, "opponent": one, "other": 4}
    assert (reason.code, reason.facts) == ("fixed_table_taken", facts)


def test_a_table_that_is_not_there_is_said_and_changes_nothing() -> None:
    plain, draw = paired("amalfi"), paired("amalfi", p1=20)
    assert meetings(draw) == meetings(plain)
    assert draw.tables[place_of(draw, 1) - 1].why[-1].code == "fixed_table_missing"


def test_a_calendar_has_it_in_every_round() -> None:
    value = documents.raw(players(p1=4), documents.stage())
    draws = calendar(documents.record(value))
    assert [place_of(draw, 1) for draw in draws] == [4] * 7


def test_the_final_stays_at_the_first_table_and_that_is_said() -> None:
    entered = documents.players(4, p1={"table": 2})
    options = {"third_place": True}
    table = documents.table
    semi_finals = {"tables": [table(2, 3, [0, 1]), table(1, 4, [1, 0])]}
    value = documents.raw(entered, documents.stage("knockout", [semi_finals], options=options))
    final = pair(documents.record(value))
    assert set(final.tables[0].seats) == {1, 3}
    assert final.tables[0].why[-1].code == "fixed_table_final"


def test_two_cannot_have_the_same_table_and_it_is_written_back() -> None:
    with pytest.raises(DocumentError) as refused:
        documents.document(documents.raw(players(p1=2, p5=2), documents.stage()))
    assert [(issue.path, issue.code) for issue in refused.value.issues] == [
        ("players[4].table", "table_twice")
    ]
    document = documents.document(documents.raw(players(p1=2), documents.stage()))
    assert read(write(document), SYSTEM_SPECS) == document
    with pytest.raises(DocumentError):
        read(to_json(documents.raw(players(p1=0), documents.stage())), SYSTEM_SPECS)
