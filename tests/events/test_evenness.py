"""Where winners go on: the tables they come from should be a multiple of the finalists (RTU 1997)."""

import pytest
from msgspec.structs import asdict

from clubtornei.events.evenness import StageSizes, uneven_tables
from clubtornei.events.models import Stage
from clubtornei.events.plans import FormulaChoice, plan_stages, planned_details
from pairing.event_formats import EVENT_FORMATS

WINNERS = {"winners_of": 1}


def stages(*given: tuple[str, dict[str, int], dict[str, object] | None]) -> list[Stage]:
    return [
        Stage(number=number, system=system, options=options, qualification=rule)
        for number, (system, options, rule) in enumerate(given, 1)
    ]


@pytest.mark.parametrize(
    ("players", "tables", "said"),
    [(32, 4, ""), (36, 4, "8 o 12"), (40, 5, ""), (40, 4, "8 o 12"), (12, 4, "qui 4"), (16, 4, "")],
)
def test_the_tables_winners_come_from_are_a_multiple_of_the_finalists(
    players: int, tables: int, said: str
) -> None:
    event = stages(
        ("seating", {"rounds": 1}, None),
        ("seating", {"tables": tables}, WINNERS),
        ("bands", {"tables": 1}, {"winners_of": 2}),
    )
    found = uneven_tables(event, players)
    assert list(found) == ([2] if said else [])
    assert said in found.get(2, "")


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
    assert "3 vincitori" in uneven_tables(event, 16)[2]
