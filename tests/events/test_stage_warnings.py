"""What is against good practice on the way to a final: tables that are no multiple of the finalists (1997),
and four semi-finals with fewer than 32 players (RTU 2014).
"""

import pytest
from msgspec.structs import asdict

from clubtornei.events.models import Stage
from clubtornei.events.plans import FormulaChoice, plan_stages, planned_details
from clubtornei.events.stage_warnings import StageSizes, stage_warnings
from pairing.event_formats import EVENT_FORMATS

WINNERS = {"winners_of": 1}


def stages(*given: tuple[str, dict[str, int], dict[str, object] | None]) -> list[Stage]:
    return [
        Stage(number=number, system=system, options=options, qualification=rule)
        for number, (system, options, rule) in enumerate(given, 1)
    ]


SEMI_FINALS = ("bands", {"tables": 4}, {"ranked": {"stage": 1, "to": 16}})
FINAL = ("bands", {"tables": 1}, {"winners_of": 2})


def said(event: list[Stage], players: int) -> dict[int, str]:
    found = stage_warnings(event, players)
    return {number: " ".join(one.text for one in warnings) for number, warnings in found.items()}


@pytest.mark.parametrize(
    ("players", "tables", "words"),
    [
        (32, 4, ""),
        (36, 4, "sono 9 in tutto e i finalisti 4"),
        (36, 4, "qui 8."),
        (40, 5, ""),
        (50, 5, "qui 10."),
        (64, 4, ""),
        (46, 4, "in 48 se ne fanno 12"),
    ],
)
def test_tables_are_a_multiple_of_the_finalists(players: int, tables: int, words: str) -> None:
    event = stages(
        ("seating", {"rounds": 1}, None), ("seating", {"rounds": 1, "tables": tables}, WINNERS), FINAL
    )
    assert words in said(event, players).get(2, "")
    assert bool(words) == (2 in said(event, players))


def test_the_tables_of_all_that_feed_the_semi_finals_are_counted_together() -> None:
    """Two groups with a semi-final each: 5 and 5 tables for a final of four are 10, and 8 would fit."""
    groups = [
        ("seating", {"rounds": 1}, {"deal": {"group": group, "of": 2, "by": "serpentine"}})
        for group in (1, 2)
    ]
    semi_finals = [
        ("seating", {"rounds": 1, "tables": 2}, {"winners_of": 1}),
        ("seating", {"rounds": 1, "tables": 2}, {"winners_of": 2}),
    ]
    final = ("bands", {"tables": 1}, {"winners_of": [3, 4]})
    found = said(stages(*groups, *semi_finals, final), 40)
    assert list(found) == [3] and "sono 10 in tutto e i finalisti 4" in found[3] and "qui 8." in found[3]
    assert not said(stages(*groups, *semi_finals, final), 32)


def test_a_second_chance_is_counted_with_the_first_game() -> None:
    plan = plan_stages(FormulaChoice(name="rtu-second-chance", players=40))
    [warning] = plan.warnings
    assert "sono 17 in tutto e i finalisti 4" in warning.text and "qui 16." in warning.text


def test_named_formulas_are_warned_of_too() -> None:
    [warning] = plan_stages(FormulaChoice(name="rtu-knockout", players=84)).warnings
    assert "sono 21 in tutto e i finalisti 5" in warning.text and "qui 20." in warning.text
    options = {"tables": 20}
    assert not plan_stages(FormulaChoice(name="rtu-knockout", players=84, options=options)).warnings


@pytest.mark.parametrize(
    ("players", "direct", "words"),
    [
        (32, (), ""),
        (31, (1, 2), "tre (posti 2–13)"),
        (12, (2,), "due (posti 3–10)"),
        (9, (), "la finale dei primi quattro"),
    ],
)
def test_four_semi_finals_are_for_32_players(players: int, direct: tuple[int, ...], words: str) -> None:
    for event in (
        stages(("seating", {}, None), SEMI_FINALS),
        stages(("seating", {}, None), SEMI_FINALS, FINAL),
    ):
        found = stage_warnings(event, players)
        assert list(found) == ([2] if words else [])
        assert all(words in warning.text and warning.direct == direct for warning in found.get(2, ()))


def test_four_semi_finals_are_not_warned_of_where_a_direct_finalist_declined() -> None:
    event = stages(("seating", {}, None), SEMI_FINALS, FINAL)
    event[1].declined = [3]
    assert not stage_warnings(event, 20)


def test_so_are_those_of_a_master_which_can_have_three_or_two() -> None:
    plan = plan_stages(FormulaChoice(name="master-2016", players=20))
    assert plan.direct == [1, 2]
    assert not plan_stages(FormulaChoice(name="master-2016", players=20, options={"direct": 2})).warnings
    assert not plan_stages(FormulaChoice(name="master-2016", players=32)).warnings


def test_who_enters_is_known_from_the_rules_of_all_formulas() -> None:
    for name, formula in EVENT_FORMATS.items():
        for players in (16, 40, 64, 110):
            if formula.fits(players):
                plan = plan_stages(FormulaChoice(name=name, players=players))
                made = [
                    Stage(number=number, **asdict(planned_details(one)))
                    for number, one in enumerate(plan.stages, 1)
                ]
                sizes = StageSizes(made, players)
                expected = [one.players for one in plan.stages]
                assert [sizes.players(stage.number) for stage in made] == expected
                tables = [sizes.tables(stage.number) for stage in made]
                assert tables[1:] == [len(one.sizes) for one in plan.stages[1:]], name


def test_who_has_entered_a_stage_counts() -> None:
    event = stages(("seating", {}, None), ("seating", {"tables": 2}, WINNERS))
    event[0].entrants = list(range(1, 13))
    assert "sono 3 in tutto e i finalisti 2" in said(event, 16)[2]
