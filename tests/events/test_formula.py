"""Events made by a named formula: the plan, its drawing, and the event."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.plan_drawing import drawing_of
from clubtornei.events.plans import plan_stages
from pairing.event_formats import EVENT_FORMATS
from tests.events.formula_events import DETAILS, choice, make


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
        "Qualificazione",
        "Semifinali",
        "Finale",
    ]
    assert event.stages.get(number=3).entry_rule == {"direct": {"stage": 1, "to": 1}, "winners_of": 2}
    assert event.formula["players"] == 20


def test_the_first_step_leads_to_the_named_formulas_at_once(club: Club, arbiter: Client) -> None:
    first = arbiter.get(reverse("events:new", args=[club.slug])).text
    assert 'href="#named"' in first and 'id="named"' in first
    for name in EVENT_FORMATS:
        assert reverse("events:new_by_formula", args=[club.slug, name]) in first


@pytest.mark.parametrize("name", EVENT_FORMATS)
def test_the_page_fills_everything_in_and_creates(name: str, club: Club, arbiter: Client) -> None:
    address = reverse("events:new_by_formula", args=[club.slug, name])
    page = arbiter.get(address)
    assert "<svg" in page.text and "plan-box" in page.text
    forms = page.context["forms"]
    fields = {bound.html_name: bound.value() for bound in [*forms.size, *forms.options]}
    sent = {key: value for key, value in fields.items() if value is not None and value is not False}
    made = arbiter.post(address, {**DETAILS, **sent})
    assert made.status_code == 302
    event = club.events.get()
    assert event.stages.count() == len(forms.plan.stages)


def test_a_change_draws_the_plan_anew_and_says_what_does_not_fit(club: Club, arbiter: Client) -> None:
    address = reverse("events:new_by_formula", args=[club.slug, "master-2016"])
    asked = {"players": "40", "scoring": "master", "wildcards": "0", "formula-direct": "0"}
    headers = {"HX-Request": "true"}
    drawn = arbiter.get(address, asked, headers=headers)
    assert drawn.text.lstrip().startswith('<div id="plan"')
    assert "40 giocatori" in drawn.text
    assert "2 partite" in drawn.text
    few = arbiter.get(address, asked | {"players": "10"}, headers=headers)
    assert "Con 10 giocatori questa formula non va" in few.text
    assert f"{reverse('events:new_by_formula', args=[club.slug, 'master-2020'])}?players=10" in few.text
    assert arbiter.post(address, {**DETAILS, **asked, "players": "10"}).status_code == 422
    assert not club.events.exists()
    elsewhere = arbiter.get(reverse("events:new_by_formula", args=[club.slug, "master-2020"]) + "?players=10")
    assert elsewhere.context["plan"].players == 10


def test_an_option_that_does_not_fit_says_so_beside_it(club: Club, arbiter: Client) -> None:
    address = reverse("events:new_by_formula", args=[club.slug, "rtu-two-days"])
    sent = {"players": "12", "scoring": "table-points", "wildcards": "0", "formula-semifinals": "4"}
    refused = arbiter.post(address, {**DETAILS, **sent})
    assert refused.status_code == 422
    assert "semifinals" in refused.context["forms"].options.errors
