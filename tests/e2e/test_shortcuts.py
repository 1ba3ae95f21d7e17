"""A few keys to everything that is needed often, and what is being worked at stays in sight."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.drafts.round_actions import draw_round
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_drawn_event, make_member, make_round

Open = Callable[..., Page]


@pytest.fixture
def opened(visit: Visit, live_server: LiveServer, club: Club) -> Open:
    def open_(path: str, **options: object) -> Page:
        context = visit(reduced_motion="reduce", **options)
        sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
        page = context.new_page()
        page.goto(path)
        return page

    return open_


def test_a_draft_is_published_in_two_keys_and_a_question_mark_lists_all(opened: Open, club: Club) -> None:
    event = make_drawn_event(6, club)
    draw_round(event, 1)
    page = opened(f"/e/{event.slug}/rounds/1/")
    page.keyboard.press(".")
    expect(page.get_by_role("button", name="Pubblica il turno")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    row = page.locator("[data-table]").nth(1)
    page.get_by_role("link", name="Stampe").last.focus()
    published = page.locator(".just-published")
    expect(published).to_be_visible()
    page.locator("[data-table]").first.press("1")
    expect(row).to_be_focused()
    expect(published).to_have_count(0)  # it is no news any more
    expect(page.locator("[data-table].done")).to_have_count(1)
    page.get_by_role("link", name="Stampe").last.focus()
    page.keyboard.press(".")
    expect(row).to_be_focused()

    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Tasti")
    expect(listed).to_contain_text("vince il primo, patta, vince il secondo")
    expect(listed.get_by_role("button", name="Chiudi")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-announce]")).not_to_contain_text("?")
    listed.get_by_label("Senza i tasti ? e . in questo browser").check()
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    expect(row).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("[data-announce]")).to_contain_text("Il tasto ? non è un risultato")
    expect(listed).to_be_hidden()


def test_two_links_before_everything_lead_to_content_and_tables(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(6, club))
    page = opened(f"/e/{round_.stage.event.slug}/rounds/1/", **PHONE)  # where no row has the focus yet
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Vai al contenuto")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Vai ai tavoli")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("[data-table]").first).to_be_focused()
