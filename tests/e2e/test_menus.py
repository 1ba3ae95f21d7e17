"""What opens near the lower edge of the window can be seen."""

import pytest
from playwright.sync_api import Locator, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_user
from tests.rounds.drafts.draft_steps import make_draft

LAST_IN_SIGHT = "all => all.findLastIndex(one => one.getBoundingClientRect().bottom <= innerHeight)"


def unfold(details: Locator) -> Locator:
    """Opens the last of them that is in sight, without scrolling; returns what it holds."""
    last = details.nth(details.locator("summary").evaluate_all(LAST_IN_SIGHT))
    last.locator("summary").click()
    return last.locator("> :last-child")


@pytest.mark.parametrize("kind", ["more", "why"])
def test_what_a_table_of_a_draft_opens_is_in_sight(visit: Visit, live_server: LiveServer, kind: str) -> None:
    event = make_draft(60, make_club("Circolo", owner=make_user()))
    context = visit()
    sign_in(context, event.club.memberships.get().user, live_server.url)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/rounds/1/")
    expect(unfold(page.locator(f".place details.{kind}"))).to_be_in_viewport(ratio=0.99)
