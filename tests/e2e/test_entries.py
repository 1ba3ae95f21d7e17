"""The pages around the rounds: what a colleague changes comes, what is typed stays, and Enter leads on."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.numbers.actions import enter_numbers
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.participation.entries import actions as entries
from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.factories import make_entered_event, make_event, make_member, make_player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(visit: Visit, live_server: LiveServer, club: Club) -> Page:
    """An arbiter's laptop whose clock is moved by hand."""
    visitor = visit(alone=True, reduced_motion="reduce")
    sign_in(visitor, make_member(club).user, live_server.url)
    page = visitor.new_page()
    page.clock.install()
    return page


def poll(page: Page) -> int:
    """The status of the answer to the next poll."""
    with page.expect_response(lambda response: "shown=" in response.url) as got:
        page.clock.run_for(6_000)
    return got.value.status


def test_what_a_colleague_changes_comes_and_what_is_typed_stays(page: Page, club: Club) -> None:
    event = make_entered_event(6, club, system="amalfi", options={"rounds": 5})
    make_player(club, "Tardi Ugo")

    # Before the first round.
    page.goto(f"/e/{event.slug}/")
    expect(page.get_by_text("6 iscritti")).to_be_visible()
    assert poll(page) == 204
    entries.enter(event, club.players.filter(name="Tardi Ugo"))
    assert poll(page) == 200
    expect(page.get_by_text("7 iscritti")).to_be_visible()
    assert poll(page) == 204

    # The entries, while a name is typed.
    page.goto(f"/e/{event.slug}/entries/")
    page.get_by_role("searchbox").press_sequentially("Gioc")
    entries.remove_entry(event, 7)
    assert poll(page) == 200
    page.keyboard.type("atore 003")
    expect(page.get_by_role("searchbox")).to_have_value("Giocatore 003")
    expect(page.get_by_role("heading", name="6 iscritti", exact=True)).to_be_visible()

    # The roll call.
    page.goto(f"/e/{event.slug}/entries/presence/")
    page.get_by_role("searchbox").press_sequentially("002")
    entries.check_in(event, 2, True)
    assert poll(page) == 200
    expect(page.get_by_role("button", name="Giocatore 002")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Giocatore 003")).to_be_hidden()
    expect(page.get_by_role("searchbox")).to_have_value("002")
    page.get_by_role("button", name="Giocatore 002").click()
    expect(page.get_by_text("0 di 6 presenti")).to_be_visible()

    # Who plays, then the first round.
    enter_numbers(event, {one.entry_no: one.entry_no for one in event.entries.all()})
    page.goto(f"/e/{event.slug}/attendance/")
    page.get_by_role("searchbox").press_sequentially("004")
    set_plans(event, 4, {1: "absent"})
    assert poll(page) == 200
    expect(page.get_by_role("button", name="Giocatore 004")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("searchbox")).to_have_value("004")
    page.goto(f"/e/{event.slug}/")
    publish(event, draw_round(event, 1).number)
    poll(page)
    page.wait_for_url("**/rounds/1/")


def test_a_name_that_nobody_has_is_a_new_person_with_the_next_enter(
    visit: Visit, club: Club, watcher: Watcher, live_server: LiveServer
) -> None:
    make_player(club, "Rossi Bea")
    event = make_event(club)
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/entries/add/")
    visitor = visit(reduced_motion="reduce")
    sign_in(visitor, make_member(club).user, live_server.url)
    page = visitor.new_page()
    page.goto(f"/e/{event.slug}/entries/")
    box = page.locator("#q")

    page.keyboard.type("nuovo ugo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="come persona nuova")).to_be_focused()
    page.keyboard.type("rossi")
    expect(box).to_have_value("rossi")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="1 iscritto", exact=True)).to_be_visible()
    page.keyboard.type("Nuovo Ugo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="come persona nuova")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Cognome e nome")).to_have_value("Nuovo Ugo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="2 iscritti", exact=True)).to_be_visible()
    expect(box).to_be_focused()
