"""A bracket on a phone."""

import re

from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import PHONE, Visit
from tests.factories import make_all_results, make_drawn_event, make_round

BEGINS_WITH_THE_PAGE = "round => Math.abs(round.getBoundingClientRect().x - 16) < 3"


def test_on_a_phone_the_bracket_is_swiped_by_round(visit: Visit, live_server: LiveServer) -> None:
    event = make_drawn_event(16, system="knockout", ranking=["round_reached"], published=True)
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    phone = visit(**PHONE).new_page()
    phone.goto(reverse("public:bracket", args=[event.slug]))
    now = phone.get_by_role("columnheader", name=re.compile("in corso")).element_handle()
    phone.wait_for_function(BEGINS_WITH_THE_PAGE, arg=now)
    lit = phone.locator(".bracket-rounds [aria-current]")
    expect(lit).to_have_text("Quarti")
    phone.goto(f"{reverse('public:bracket', args=[event.slug])}?player=1")  # from the first round on
    expect(phone.get_by_role("columnheader").first).to_contain_text("Ottavi")
    expect(lit).to_have_text("Quarti")
    lit.locator("xpath=../..").get_by_role("link", name="Ottavi").tap()
    expect(lit).to_have_text("Ottavi")
    rounds = phone.get_by_role("columnheader")
    phone.wait_for_function(BEGINS_WITH_THE_PAGE, arg=rounds.first.element_handle())

    expect(rounds).to_have_count(4)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "only the tree scrolls"
    region = phone.get_by_role("region", name=re.compile("Tabellone"))
    assert region.evaluate("tree => tree.scrollWidth > tree.clientWidth")
    region.evaluate("tree => tree.scrollTo(230, 0)")
    phone.wait_for_function(BEGINS_WITH_THE_PAGE, arg=rounds.nth(1).element_handle())
