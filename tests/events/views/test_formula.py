"""The page that makes an event by a named formula."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from pairing.event_formats import EVENT_FORMATS
from tests.events.formula_events import DETAILS


def test_the_first_step_leads_to_every_named_formula(club: Club, arbiter: Client) -> None:
    first = arbiter.get(reverse("events:new", args=[club.slug]), {"game": "risiko", "players": "20"}).text
    for name in EVENT_FORMATS:
        assert f"{reverse('events:new_by_formula', args=[club.slug, name])}?players=20" in first


@pytest.mark.parametrize("name", EVENT_FORMATS)
def test_the_page_fills_everything_in_and_creates(name: str, club: Club, arbiter: Client) -> None:
    address = reverse("events:new_by_formula", args=[club.slug, name])
    page = arbiter.get(address)
    forms = page.context["forms"]
    assert ("plan-box" in page.text) == (len(forms.plan.stages) > 1)
    assert ("Le fasi, una dopo l’altra" in page.text) == (len(forms.plan.stages) > 1)
    fields = {bound.html_name: bound.value() for bound in [*forms.size, *forms.options]}
    sent = {key: value for key, value in fields.items() if value is not None and value is not False}
    made = arbiter.post(address, {**DETAILS, **sent})
    assert made.status_code == 302
    event = club.events.get()
    assert event.stages.count() == len(forms.plan.stages)


@pytest.mark.parametrize(("name", "beside"), [("rtu-two-days", True), ("rtu-one-day", False)])
def test_a_formula_of_two_days_asks_for_both(name: str, beside: bool, club: Club, arbiter: Client) -> None:
    page = arbiter.get(reverse("events:new_by_formula", args=[club.slug, name])).text
    assert page.count('name="ends_on"') == 1
    assert (page.index('name="ends_on"') < page.index('id="rules"')) is beside


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


def test_a_number_of_players_that_does_not_fit_is_told_beside_it(club: Club, arbiter: Client) -> None:
    address = reverse("events:new_by_formula", args=[club.slug, "labyrinth"]) + "?players=2"
    page = arbiter.get(address)
    assert page.text.index("Con 2 giocatori questa formula non va") < page.text.index('class="primary"')
    forms = page.context["forms"]
    sent = {bound.html_name: bound.value() or "0" for bound in [*forms.size, *forms.options]}
    assert arbiter.post(address, {**DETAILS, **sent}).context["forms"].size.errors.keys() == {"players"}


def test_an_option_that_does_not_fit_says_so_beside_it(club: Club, arbiter: Client) -> None:
    address = reverse("events:new_by_formula", args=[club.slug, "rtu-two-days"])
    sent = {"players": "12", "scoring": "table-points", "wildcards": "0", "formula-rounds": "2"}
    sent |= {"formula-semifinals": "4"}
    refused = arbiter.post(address, {**DETAILS, **sent})
    assert refused.status_code == 422
    assert "semifinals" in refused.context["forms"].options.errors


def test_four_semi_finals_for_few_are_warned_of(club: Club, arbiter: Client) -> None:
    address = reverse("events:new_by_formula", args=[club.slug, "master-2016"])
    sent = {"players": "20", "scoring": "master", "wildcards": "0", "formula-direct": "0"}
    page = arbiter.get(address, sent)
    assert "Quattro semifinali con meno di 32 giocatori" in page.text
    assert "Tre semifinali e un finalista diretto" in page.text
    three = arbiter.post(address, {**DETAILS, **sent, "direct": "1"})
    assert three.status_code == 200 and not club.events.exists()
    assert three.context["forms"].options["direct"].value() == "1"
    assert DETAILS["name"] in three.text
    assert "Quattro semifinali" not in three.text
