"""A real browser: an unchanged page is left alone, a changed one comes by itself."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Response
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.results.actions import undo_result
from tests.caches import forget_everything
from tests.e2e.network import lose_network
from tests.factories import make_played_event, make_result, make_round, make_user

EVERY = 15_000  # milliseconds, as the pages poll

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A telephone whose clock is moved by hand. Nobody watches it: it loses its network on purpose."""
    forget_everything()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="it-IT")
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


@pytest.fixture
def event() -> Event:
    event = make_played_event(4, 1, ranking=["points", "wins"])
    make_round(event)
    return event


def poll(page: Page) -> Response:
    """The answer to the next poll."""
    with page.expect_response(lambda response: response.request.headers.get("hx-request") == "true") as got:
        page.clock.run_for(EVERY + 1_000)
    return got.value


def test_a_page_waits_for_news(page: Page, live_server: LiveServer, event: Event) -> None:
    page.set_viewport_size({"width": 280, "height": 700})  # the table is wider
    page.goto(f"{live_server}/t/{event.slug}/standings/")
    page.locator("#why-columns summary").click()
    page.locator("#live").evaluate("live => live.dataset.kept = 'yes'")
    for _turn in range(2):
        assert poll(page).status == 304
    assert page.locator("#live").get_attribute("data-kept") == "yes"
    assert page.locator("#why-columns").get_attribute("open") is not None

    # A result is entered and undone: the page is as it was.
    round_ = event.stages.get().rounds.get(number=2)
    make_result(event, round_, 1, "1-0", user := make_user())
    undo_result(event, user, round_)
    assert poll(page).status == 304

    # A new one comes, and what was open stays open.
    page.locator("#standings").evaluate("region => region.scrollLeft = 40")
    page.get_by_text("0 risultati su 2").first.wait_for()
    rests = page.locator("#standings").evaluate("region => region.scrollLeft")
    assert rests > 0
    make_result(event, round_, 1, "1-0")
    assert poll(page).status == 200
    page.get_by_text("1 risultato su 2").first.wait_for()
    assert page.locator("#live").count() == 1
    assert page.locator("#why-columns").get_attribute("open") is not None
    assert page.locator("#standings").evaluate("region => region.scrollLeft") == rests
    assert poll(page).status == 304

    # Who searches for a name goes on polling for that name.
    page.goto(f"{live_server}/t/{event.slug}/rounds/2/?by=name")
    page.get_by_role("searchbox").press_sequentially("003")
    with page.expect_response(lambda response: "q=003" in response.url):
        page.clock.run_for(1_000)
    page.locator("tbody tr").nth(1).wait_for(state="detached")
    assert page.locator("tbody tr").inner_text().startswith("3 Giocatore 003")
    assert "by=name" in page.url
    assert "q=003" in page.url
    assert poll(page).status == 304

    # Without network the page says so until it is back.
    lose_network(page)
    page.clock.run_for(EVERY + 1_000)
    page.get_by_text("La rete non risponde").wait_for()
    page.context.set_offline(False)
    assert poll(page).status == 304
    page.get_by_text("La rete non risponde").wait_for(state="detached")
