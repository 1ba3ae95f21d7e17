"""The network goes while something is typed: nothing is lost, nothing arrives twice, and the page says so."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.models import Proposal, ResultEntry, Round
from clubtornei.rounds.results.table_links import address_of
from tests.e2e.network import lose_network, stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.test_typing import ASKING_ALL_THE_TIME, results, row, tables_of
from tests.factories import (
    make_drawn_event,
    make_event,
    make_member,
    make_player,
    make_result,
    make_round,
    make_seated_event,
)

GONE = "La rete non risponde. Quello che è segnato «non ancora inviato» resta qui"


@pytest.fixture
def page(chromium: Browser, live_server: LiveServer, club: Club) -> Iterator[Page]:
    """An arbiter's laptop. Nobody watches it: it loses its network on purpose."""
    context = chromium.new_context(base_url=live_server.url, locale="it-IT", reduced_motion="reduce")
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    page.add_init_script(ASKING_ALL_THE_TIME)
    yield page
    context.close()


def open_round(page: Page, round_: Round) -> None:
    page.goto(f"/e/{round_.stage.event.slug}/rounds/1/")


@contextmanager
def answers_lost(page: Page, address: str) -> Iterator[None]:
    """The first request to it reaches the server, no later one does, and the page hears of none."""
    reached = []

    def handle(route: Route) -> None:
        if not reached:
            reached.append(route.fetch())
        route.abort()

    stop_requests(page, address, handle)
    yield
    page.unroute(address)


def test_results_typed_without_network_are_sent_once_it_is_back(page: Page, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club))
    open_round(page, round_)
    first, second, third, _fourth = tables_of(round_)
    place = row(page, first).bounding_box()
    lose_network(page)
    page.keyboard.type("15")
    winner = first.seats.get(position=1).entry.name

    expect(row(page, first)).to_contain_text(f"non ancora inviato Vince {winner}")
    expect(row(page, second)).to_contain_text("non ancora inviato Patta")
    expect(page.get_by_text(GONE)).to_be_in_viewport()
    assert row(page, first).bounding_box() == place, "the message moved the tiles"
    expect(row(page, third)).to_be_focused()
    page.keyboard.type("5")
    expect(row(page, third)).to_contain_text("non ancora inviato Patta")
    assert results(round_) == ["", "", "", ""]

    page.context.set_offline(False)
    expect(page.locator("[data-table].done")).to_have_count(3)
    expect(page.get_by_text("non ancora inviato")).to_have_count(0)
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    assert results(round_) == ["1-0", "=-=", "=-=", ""]
    assert ResultEntry.objects.count() == 3


def test_what_arrived_and_was_not_answered_does_not_arrive_twice(page: Page, club: Club) -> None:
    """An undo whose answer is lost: sent again, it must not undo what was typed before it too."""
    round_ = make_round(make_drawn_event(6, club))
    open_round(page, round_)
    page.keyboard.type("15")
    expect(page.locator("[data-table].done")).to_have_count(2)

    with answers_lost(page, "**/undo/"):
        page.keyboard.type("u")
        expect(page.get_by_text(GONE)).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-table].done")).to_have_count(1)
    expect(page.get_by_text(GONE)).to_have_count(0)
    assert results(round_) == ["1-0", "", ""]


def test_what_players_sent_without_network_is_sent_once_after_a_reload_too(page: Page, club: Club) -> None:
    """At a table of five, and at two tables from which the first attempt had arrived."""
    page.context.clear_cookies()
    page.on("dialog", lambda dialog: dialog.accept())
    five = tables_of(make_round(make_seated_event(5, club)))[0]
    page.goto(address_of(five))
    lose_network(page)
    for seat in range(1, 6):
        page.locator(f"#t{five.pk}-{seat}-points").fill(str(10 * seat))
    page.get_by_role("button", name="Invia all’arbitro").click()
    expect(page.locator("#proposal")).to_contain_text("non ancora inviato")
    expect(page.locator(f"#t{five.pk}-5-points")).to_have_value("50")
    assert page.locator("[data-from-network] svg").evaluate("svg => svg.getBBox().width") > 0, "a blank icon"
    stop_requests(
        page, "**/q/**", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#proposal")).to_contain_text("non ancora inviato")
    expect(page.locator(f"#t{five.pk}-5-points")).to_have_value("50")
    page.unroute("**/q/**")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#status")).to_contain_text("in attesa dell’arbitro")
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    assert [score.points for score in Proposal.objects.get().state.scores] == [10, 20, 30, 40, 50]

    one, two = tables_of(make_round(make_drawn_event(4, club)))
    page.goto(address_of(one))
    page.get_by_role("radio", name="Patta").check()
    with answers_lost(page, "**/q/**"):
        page.get_by_role("button", name="Invia: patta").click()
        expect(page.get_by_text(GONE)).to_be_in_viewport()
        lose_network(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#proposal")).to_contain_text("non ancora inviato Patta")
    expect(page.get_by_text(GONE)).to_be_in_viewport()
    page.context.set_offline(False)
    expect(page.locator("#status")).to_contain_text("in attesa dell’arbitro")
    expect(page.get_by_text("non ancora inviato")).to_have_count(0)
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    assert Proposal.objects.filter(table=one).count() == 1

    page.goto(address_of(two))
    page.get_by_role("radio", name="Patta").check()
    with answers_lost(page, "**/q/**"):
        page.get_by_role("button", name="Invia: patta").click()
        expect(page.get_by_text(GONE)).to_be_visible()
    page.reload()
    expect(page.locator("#status")).to_contain_text("in attesa dell’arbitro")
    expect(page.locator(".proposal-form[inert]")).to_have_count(0)
    kept = page.evaluate("Object.keys(window.sessionStorage)")
    assert not [key for key in kept if key.startswith("proposal")]
    assert Proposal.objects.filter(table=two).count() == 1


def test_what_others_enter_appears_takes_nobodys_cursor_and_stays(page: Page, club: Club) -> None:
    """Typed without network for the same table, a result is refused: the row says who was there first."""
    round_ = make_round(make_drawn_event(10, club))
    open_round(page, round_)
    first, _second, third, fourth, fifth = tables_of(round_)
    expect(row(page, first)).to_be_focused()
    for number in (1, 3):
        make_result(round_.stage.event, round_, number, "0-1")
    for table in (first, third):
        expect(row(page, table).locator('button[aria-pressed="true"]')).to_contain_text("0 – 1")
    expect(row(page, first)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    expect(page.locator("#progress")).to_contain_text("3 di 5")
    assert results(round_) == ["0-1", "=-=", "0-1", "", ""]

    lose_network(page)
    page.keyboard.type("1")
    expect(row(page, fourth)).to_contain_text("non ancora inviato")
    ada = make_member(club, role=Role.ARBITER).user
    make_result(round_.stage.event, round_, 4, "0-1", ada)

    page.context.set_offline(False)
    told = f"Tavolo 4: {ada.username} ha intanto registrato"
    expect(row(page, fourth)).to_have_attribute("data-refused", "")
    expect(page.locator("[data-announce]")).to_contain_text(told)
    expect(row(page, fifth)).to_be_focused()
    expect(page.get_by_text("non ancora inviato")).to_have_count(0)
    assert results(round_) == ["0-1", "=-=", "0-1", "0-1", ""]


def test_names_typed_without_network_are_entered_once_it_is_back(page: Page, club: Club) -> None:
    """In order, and nobody twice: the answer to the first is lost as well."""
    for name in ("Gatti Anna", "Gatti Zeno", "Neri Dora", "Rossi Bea"):
        make_player(club, name)
    event = make_event(club)
    page.goto(f"/e/{event.slug}/entries/")
    with answers_lost(page, "**/entries/add/"):
        page.keyboard.type("gat")
        page.keyboard.press("Enter")
        expect(page.get_by_text(GONE)).to_be_visible()
        lose_network(page)
    page.keyboard.type("nobody")
    page.keyboard.press("Enter")
    page.keyboard.type("ros")
    page.keyboard.press("Enter")
    page.keyboard.type("ner")

    expect(page.locator("#search")).to_contain_text("non ancora inviato gat · nobody · ros")
    expect(page.get_by_text(GONE)).to_be_visible()
    expect(page.locator("#q")).to_have_value("ner")

    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="2 iscritti", exact=True)).to_be_visible()
    expect(page.locator("#missed")).to_have_text("Non iscritti, cercali di nuovo: nobody.")
    expect(page.get_by_text("non ancora inviato")).to_have_count(0)
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    expect(page.locator("#q")).to_have_value("ner")
    assert list(event.entries.order_by("entry_no").values_list("name", flat=True)) == [
        "Gatti Anna",
        "Rossi Bea",
    ]

    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 iscritti", exact=True)).to_be_visible()
    expect(page.locator("#missed")).to_be_hidden()
