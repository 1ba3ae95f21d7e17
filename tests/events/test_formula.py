"""Events made by a named formula: the plan, its drawing, and the event."""

from dataclasses import replace

import pytest

from clubtornei.accounts.models import Club
from clubtornei.events.formula_forms import FormulaForms
from clubtornei.events.option_forms import initial_of
from clubtornei.events.plan_drawing import drawing_of
from clubtornei.events.plans import plan_stages
from pairing.event_formats import EVENT_FORMATS
from tests.events.formula_events import choice, make


@pytest.mark.parametrize("name", EVENT_FORMATS)
def test_every_formula_has_a_drawing_with_all_its_stages_apart(name: str) -> None:
    formula = EVENT_FORMATS[name]
    for players in (formula.fewest, 40, 64, 160):
        if not formula.fits(players):
            continue
        plan = plan_stages(choice(name, players))
        drawing = drawing_of(plan.stages)
        assert len(drawing.boxes) == len(plan.stages) == len(plan.lines)
        corners = {(box.x, box.y) for box in drawing.boxes}
        assert len(corners) == len(drawing.boxes)
        assert all(box.x + box.width < drawing.width for box in drawing.boxes)
        assert all(box.y > 0 and box.y + box.height < drawing.height for box in drawing.boxes)
        assert len(drawing.lines) >= len(plan.stages) - 1


def test_wild_cards_take_the_last_places_of_the_first_stage_that_has_some() -> None:
    plan = plan_stages(replace(choice(), wildcards=2))
    semi_finals = plan.stages[1].stage.entry
    assert semi_finals == {
        "ranked": {"stage": 1, "from": 2, "to": 11},
        "wildcards": {"stage": 1, "count": 2, "min_games": 1},
    }
    knockout = plan_stages(replace(choice("rtu-knockout", 64), wildcards=2))
    assert not knockout.stages and knockout.issues[0].code == "no_wildcards"


def test_the_event_has_all_stages_and_remembers_its_formula(club: Club) -> None:
    event = make(club, choice())
    assert [stage.name for stage in event.stages.order_by("number")] == [
        "Eliminatoria",
        "Semifinali",
        "Finale",
    ]
    assert event.stages.get(number=3).qualification == {"direct": {"stage": 1, "to": 1}, "winners_of": 2}
    assert event.formula["players"] == 20


def test_options_of_a_phase_that_so_few_do_not_play_are_refused_beside_their_fields() -> None:
    formula = EVENT_FORMATS["labyrinth"]
    usual = {f"formula-{name}": value for name, value in initial_of(formula.options, {}).items()}
    data = {"players": 16, "scoring": "places", "wildcards": 0, **usual}
    assert FormulaForms(formula, data).has_stages
    changed = FormulaForms(formula, {**data, "formula-intermediate_rounds": 3})
    assert not changed.has_stages
    assert "solo da 24 giocatori in su, e sono 16" in str(changed.options["intermediate_rounds"].errors)
