"""Slow answers, none at all, and two people: nothing is lost, nothing arrives twice, and the page says so."""

import re
from collections.abc import Callable, Iterator
from time import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, Response, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import discard, take_back
from clubtornei.rounds.models import Proposal, ResultEntry, Round, Table
from clubtornei.rounds.results.actions import undo_result
from clubtornei.rounds.results.table_links import address_of
from scoring.document import SeatScore
from tests.caches import forget_everything
from tests.e2e.conftest import PHONE, Open, Visit
from tests.e2e.hands import (
    cell,
    codes,
    done,
    go_to,
    middle,
    news,
    on_its_way,
    progress,
    row,
    said,
    tables,
    title,
    write,
)
from tests.e2e.network import answers_lost, lose_network, stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.evenings import score_table
from tests.factories import (
    make_drawn_event,
    make_member,
    make_played_event,
    make_result,
    make_round,
    make_seated_event,
    make_user,
)
from tests.rounds.multiplayer import scores_at, table_of

GONE = "La rete non risponde. Quello che è segnato «non ancora inviato» resta qui"


@pytest.fixture
def refused(watcher: Watcher, live_server: LiveServer) -> Callable[[Table, str], str]:
    """Says that what is sent for that table will be refused, and returns where it is sent."""

    def expect_it(table: Table, what: str) -> str:
        address = f"/e/{table.round.stage.event.slug}/tables/{table.pk}/{what}/"
        watcher.expect_refusal(f"{live_server.url}{address}")
        return address

    return expect_it


# Two at the desk


def key_shown_on_tile(page: Page, key: str) -> str:
    """Press the key, and what the tile with the cursor says at once, before any answer."""
    page.evaluate("""() => {
        const state = document.querySelector("#tables > [aria-current] .state");
        const show = () => (window.shown = getComputedStyle(state, "::before").content);
        addEventListener("keyup", show, { once: true });
    }""")
    page.keyboard.press(key)
    return str(page.evaluate("window.shown")).strip('"')


def test_two_at_the_desk(opened: Open, club: Club, refused: Callable[[Table, str], str]) -> None:
    round_ = make_round(make_drawn_event(12, club))
    event = round_.stage.event
    page = opened(round_, late=True)
    make_result(event, round_, 1, "0-1")
    news(page)
    expect(tables(page).first).to_be_focused()  # it stays
    page.keyboard.type("1")
    expect(said(page)).to_have_text("Tavolo 1, intanto è già 0 – 1, e resta. Ora il tavolo 2.")
    expect(tables(page).nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("1")
    expect(said(page)).to_have_text("Tavolo 1, già 0 – 1: c per correggere, Invio per il prossimo.")
    page.keyboard.press("Enter")
    expect(said(page)).to_be_empty()

    def colleague_is_quicker(route: Route) -> None:
        make_result(event, round_, 3, "=-=")
        route.fallback()

    stop_requests(page, f"**{refused(table_of(round_, 3), 'result')}", colleague_is_quicker, times=1)
    assert key_shown_on_tile(page, "1") == "↑ 1 – 0"
    assert key_shown_on_tile(page, "+") == "↑ 1\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}0\N{NO-BREAK SPACE}f."
    page.keyboard.type("0")
    expect(tables(page).nth(4)).to_be_focused()
    expect(on_its_way(page)).to_have_count(0)
    expect(tables(page).nth(2)).to_contain_text("ha intanto registrato")
    expect(tables(page).nth(4)).to_be_focused()
    assert codes(round_) == {1: "0-1", 2: "1-0", 3: "=-=", 4: "0-1"}

    go_to(page, 3)
    expect(tables(page).nth(2)).to_contain_text("Tu avevi scritto «1")
    page.get_by_role("button", name="Registra il mio").click()
    expect(tables(page).nth(2)).not_to_contain_text("registrato «")
    assert codes(round_)[3] == "+--"
    page.keyboard.press("u")
    expect(on_its_way(page)).to_have_count(0)
    assert codes(round_)[3] == "=-="


def test_where_a_colleague_was_quicker_undo_takes_back_nothing_else_and_nobody_leaves(
    opened: Open, club: Club, refused: Callable[[Table, str], str], watcher: Watcher
) -> None:
    """Nor is a colleague's correction taken back, and why is said until the next click."""
    round_ = make_round(make_drawn_event(16, club))
    event = round_.stage.event
    for one in (2, 6):
        refused(table_of(round_, one), "result")
    page = opened(round_, late=True)
    for one in (2, 3):
        make_result(event, round_, one, "0-1")  # of which this page has not heard
    page.keyboard.type("11u")
    expect(tables(page).nth(1)).to_contain_text("ha intanto registrato")
    expect(tables(page).nth(1)).to_be_focused()
    expect(said(page)).to_be_empty()  # the table says it
    expect(progress(page)).to_contain_text("3 di 8")
    expect(done(page)).to_have_count(3)  # bar and tiles tell the same
    page.get_by_role("button", name="Lascia così").click()
    expect(page.locator("#tables > [data-refused]")).to_have_count(0)
    expect(tables(page).nth(1)).not_to_contain_text("intanto")
    go_to(page, 4)
    page.keyboard.press("0")
    expect(progress(page)).to_contain_text("4 di 8")

    make_result(event, round_, 6, "=-=")
    page.keyboard.type("11")
    page.get_by_role("link", name="Classifica", exact=True).click()
    expect(said(page)).to_have_text("Resto qui: il tavolo 6 non è registrato.")
    expect(tables(page).nth(5)).to_be_focused()
    assert codes(round_) == {1: "1-0", 2: "0-1", 3: "0-1", 4: "0-1", 5: "1-0", 6: "=-="}

    make_result(event, round_, 5, "0-1")
    watcher.expect_refusal(page.locator("[data-undo]").evaluate("one => one.form.action"))
    page.keyboard.press("u")
    why = page.locator("#messages").get_by_text("è stato cambiato da")
    expect(why).to_be_visible()
    page.locator(".legend").click()
    expect(why).to_have_count(0)


def test_a_link_waits_for_what_is_on_its_way_and_back_shows_what_is_so_now(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(round_, late=True)
    page.keyboard.type("15")
    page.get_by_role("link", name="Classifica", exact=True).click()
    expect(page.get_by_text("Aspetto che sia registrato")).to_be_visible()
    page.wait_for_url("**/standings/")
    assert codes(round_) == {1: "1-0", 2: "=-="}
    make_result(round_.stage.event, round_, 3, "0-1")
    page.go_back()
    expect(done(page)).to_have_count(3)
    expect(tables(page).nth(3)).to_be_focused()


def test_no_key_counts_on_a_page_that_a_colleague_has_replaced(opened: Open, club: Club) -> None:
    """Who types on, of a round taken back and seated anew, enters nothing until a table is chosen."""
    event = make_drawn_event(8, club)
    round_ = make_round(event)
    page = opened(round_)
    expect(tables(page).first).to_be_focused()
    take_back(event, 1)
    discard(event, 1)
    anew = make_round(event)
    page.keyboard.press("1")
    expect(page.locator("#messages > .error")).to_be_visible()
    expect(page.locator("[data-go]")).to_be_focused()
    expect(page.locator("[data-announce]")).to_contain_text("Ora si scrive nel campo «Tavolo»")
    page.keyboard.type("105")
    assert codes(anew) == {}
    page.locator("[data-go]").fill("2")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    expect(done(page)).to_have_count(1)
    assert codes(anew) == {2: "1-0"}


def test_results_on_their_way_to_a_round_taken_back_are_named_in_one_message(
    opened: Open, club: Club
) -> None:
    """The page leads on once all are answered, and the browser asks nothing."""
    event = make_drawn_event(8, club)
    round_ = make_round(event)
    page = opened(round_, late=True)
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    take_back(event, 1)
    with page.expect_response("**/result/"), page.expect_response("**/result/"):
        page.keyboard.type("15")
    expect(page.locator("#messages > *")).to_have_text(
        "Tavoli 1 e 2: non registrati, il turno è stato riportato in bozza."
    )
    assert asked == []
    assert codes(round_) == {}


def test_points_that_are_typed_stay_when_a_colleague_saves_the_same_table(opened: Open, club: Club) -> None:
    """And the next round waits for them."""
    event = make_seated_event(12, club)
    round_ = make_round(event)
    first, second, third = (table_of(round_, one) for one in (1, 2, 3))
    page = opened(round_)
    expect(cell(page, first)).to_be_focused()
    write(page, [10, 20])
    score_table(event, first, [54, 31, 22, 12])
    news(page)
    notice = row(page, first).locator(".conflict")
    expect(notice).to_contain_text("54")
    expect(cell(page, first)).to_have_value("10")
    expect(cell(page, first, 3)).to_be_focused()
    write(page, [30, 40])
    notice.get_by_role("button", name="Tieni il mio").click()
    page.keyboard.press("Control+Enter")
    expect(row(page, first)).to_have_class(re.compile("done"))
    assert scores_at(first)[0] == SeatScore(points=10)

    go_to(page, 3)
    expect(cell(page, third)).to_be_focused()
    score_table(event, third, [54, 31, 22, 12])
    news(page)  # nothing was typed
    expect(row(page, third)).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.type("60")
    page.keyboard.press("Control+Enter")
    expect(on_its_way(page)).to_have_count(0)

    go_to(page, 2)
    expect(cell(page, second)).to_be_focused()
    page.keyboard.type("7")
    score_table(event, second, [54, 31, 22, 12])
    news(page)
    keep, next_round = (
        page.get_by_role("link", name="Tieni quello salvato"),
        page.locator("#round-next .next"),
    )
    expect(keep).to_be_visible()
    expect(next_round).to_be_hidden()
    keep.click()
    expect(next_round).to_be_visible()
    expect(row(page, second)).to_be_focused()
    page.keyboard.type("5")
    expect(said(page)).to_have_text("Tavolo 2, già registrato: c per correggere, Invio per il prossimo.")
    expect(cell(page, second)).to_have_value("54")
    assert [scores_at(one)[0].points for one in (first, second, third)] == [10, 54, 60]


def test_a_table_that_is_not_saved_is_named_until_it_is(
    opened: Open, club: Club, refused: Callable[[Table, str], str]
) -> None:
    """One that is refused, and one with a box left empty, which is not left."""
    event = make_seated_event(16, club)
    round_ = make_round(event)
    first, second, third, fourth = (table_of(round_, one) for one in (1, 2, 3, 4))
    refused(first, "scores")
    page = opened(round_)
    expect(cell(page, first)).to_be_focused()
    write(page, [10, 20, 30, 40])
    score_table(event, first, [54, 31, 22, 12])
    page.keyboard.press("Control+Enter")
    expect(said(page)).to_have_text(
        re.compile(
            r"Non salvati, da aprire: Tavolo 1 \(Intanto al tavolo 1 [^:]* ha inserito il risultato\.\)"
        )
    )
    expect(cell(page, second)).to_be_focused()  # the cursor is where one has gone on to
    said(page).get_by_role("link").click()
    expect(page.locator(".conflict .finish > .first")).to_contain_text("54")
    page.get_by_role("link", name="Tieni quello salvato").click()
    expect(cell(page, first)).to_have_value("54")
    expect(row(page, first)).not_to_have_class(re.compile("unsaved"))
    assert scores_at(first)[0].points == 54

    go_to(page, 2)
    expect(cell(page, second)).to_be_focused()
    write(page, [10, 20])
    cell(page, second, 4).fill("40")
    page.keyboard.press("Control+Enter")
    expect(cell(page, second, 3)).to_be_focused()
    expect(said(page)).to_contain_text("Tavolo 2: mancano i punti di")
    page.keyboard.press("Escape")
    for number, there in ((3, third), (4, fourth)):
        go_to(page, number)
        expect(cell(page, there)).to_be_focused()
        page.keyboard.type("7")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(said(page)).to_have_text("Non salvati, da aprire: Tavolo 2 Tavolo 4")
    said(page).get_by_role("link", name="Tavolo 2").click()
    cell(page, second, 3).fill("30")
    page.keyboard.press("Control+Enter")
    expect(row(page, second)).to_have_class(re.compile("done"))
    expect(said(page)).to_have_text("Non salvati, da aprire: Tavolo 4")


# A slow server


def test_keys_while_the_page_arrives(visit: Visit, live_server: LiveServer, club: Club) -> None:
    """The row has the focus, and the last script is under way: nothing takes the buttons over yet."""
    round_ = make_round(make_drawn_event(6, club))
    context = visit()
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    under_way: list[Route] = []
    page.route("**/js/filter.js", lambda route: under_way.append(route))
    page.goto(f"/e/{round_.stage.event.slug}/rounds/1/", wait_until="commit")
    expect(tables(page).first).to_be_focused()
    for key in "105":
        page.keyboard.press(key)
    for route in under_way:
        route.continue_()
    expect(done(page)).to_have_count(3)
    assert codes(round_) == {1: "1-0", 2: "0-1", 3: "=-="}


# No network


def test_results_typed_without_network_are_sent_once_it_is_back(unwatched: Page, club: Club) -> None:
    """Once: the undo whose answer was lost, too. What others have entered meanwhile stays, and takes nobody's
    cursor.
    """
    page, round_ = unwatched, make_round(make_drawn_event(12, club))
    event = round_.stage.event
    page.goto(f"/e/{event.slug}/rounds/1/")
    expect(tables(page).first).to_be_focused()
    for number in (1, 3):
        make_result(event, round_, number, "0-1")
    for place in (0, 2):
        pressed = tables(page).nth(place).locator('button[aria-pressed="true"]')
        expect(pressed).to_contain_text("0 – 1")
    expect(tables(page).first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    expect(progress(page)).to_contain_text("3 di 6")
    fourth, fifth, sixth = (tables(page).nth(place) for place in (3, 4, 5))
    expect(fourth).to_be_focused()

    place = fourth.bounding_box()
    lose_network(page)
    winner = table_of(round_, 4).seats.get(position=1).entry.name
    page.keyboard.type("1")
    expect(fourth).to_contain_text(f"non ancora inviato Vince {winner}")
    expect(page.get_by_text(GONE)).to_be_in_viewport()
    assert fourth.bounding_box() == place, "the message moved the tiles"
    expect(fifth).to_be_focused()
    page.keyboard.type("5")
    expect(fifth).to_contain_text("non ancora inviato Patta")
    expect(sixth).to_be_focused()
    ada = make_member(club, role=Role.ARBITER).user
    make_result(event, round_, 4, "0-1", ada)
    assert codes(round_) == {1: "0-1", 2: "=-=", 3: "0-1", 4: "0-1"}

    page.context.set_offline(False)
    expect(fourth).to_have_attribute("data-refused", "")
    expect(said(page)).to_contain_text(f"Tavolo 4: {ada.username} ha intanto registrato")
    expect(page.get_by_text("non ancora inviato")).to_have_count(0)
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    expect(sixth).to_be_focused()
    expect(done(page)).to_have_count(5)
    assert codes(round_) == {1: "0-1", 2: "=-=", 3: "0-1", 4: "0-1", 5: "=-="}
    assert ResultEntry.objects.count() == 5

    # An undo that is sent again must not undo what was typed before it, too.
    with answers_lost(page, "**/undo/"):
        page.keyboard.type("u")
        expect(page.get_by_text(GONE)).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(done(page)).to_have_count(4)
    expect(page.get_by_text(GONE)).to_have_count(0)
    assert codes(round_) == {1: "0-1", 2: "=-=", 3: "0-1", 4: "0-1"}


def test_what_players_sent_without_network_is_sent_once_after_a_reload_too(
    unwatched: Page, club: Club
) -> None:
    """At a table of five, and at two tables from which the first attempt had arrived."""
    page = unwatched
    page.context.clear_cookies()
    page.on("dialog", lambda dialog: dialog.accept())
    five = table_of(make_round(make_seated_event(5, club)))
    proposal, status = page.locator("#proposal"), page.locator("#status")
    page.goto(address_of(five))
    lose_network(page)
    for seat in range(1, 6):
        cell(page, five, seat).fill(str(10 * seat))
    page.get_by_role("button", name="Invia all’arbitro").click()
    expect(proposal).to_contain_text("non ancora inviato")
    expect(cell(page, five, 5)).to_have_value("50")
    assert page.locator("[data-from-network] svg").evaluate("svg => svg.getBBox().width") > 0, "a blank icon"
    stop_requests(
        page, "**/q/**", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    page.context.set_offline(False)
    page.reload()
    expect(proposal).to_contain_text("non ancora inviato")
    expect(cell(page, five, 5)).to_have_value("50")
    page.unroute("**/q/**")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(status).to_contain_text("in attesa dell’arbitro")
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    assert [score.points for score in Proposal.objects.get().state.scores] == [10, 20, 30, 40, 50]

    round_ = make_round(make_drawn_event(4, club))
    page.goto(address_of(table_of(round_, 1)))
    page.get_by_role("radio", name="Patta").check()
    with answers_lost(page, "**/q/**"):
        page.get_by_role("button", name="Invia: patta").click()
        expect(page.get_by_text(GONE)).to_be_in_viewport()
        lose_network(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(proposal).to_contain_text("non ancora inviato Patta")
    expect(page.get_by_text(GONE)).to_be_in_viewport()
    page.context.set_offline(False)
    expect(status).to_contain_text("in attesa dell’arbitro")
    expect(page.get_by_text("non ancora inviato")).to_have_count(0)
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    assert Proposal.objects.filter(table__number=1, table__round=round_).count() == 1

    page.goto(address_of(table_of(round_, 2)))
    page.get_by_role("radio", name="Patta").check()
    with answers_lost(page, "**/q/**"):
        page.get_by_role("button", name="Invia: patta").click()
        expect(page.get_by_text(GONE)).to_be_visible()
    page.reload()
    expect(status).to_contain_text("in attesa dell’arbitro")
    expect(page.locator(".proposal-form[inert]")).to_have_count(0)
    kept = page.evaluate("Object.keys(window.sessionStorage)")
    assert not [key for key in kept if key.startswith("proposal")]
    assert Proposal.objects.filter(table__number=2, table__round=round_).count() == 1


# Who only looks

EVERY = 15_000  # milliseconds, as the pages poll


@pytest.fixture
def phone(chromium: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A telephone whose clock is moved by hand. Nobody watches it: it loses its network on purpose."""
    context = chromium.new_context(base_url=live_server.url, locale="it-IT", viewport=PHONE["viewport"])
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


def poll(page: Page) -> int:
    """The status of the answer to the next poll."""
    with page.expect_response(is_of_htmx) as got:
        page.clock.run_for(EVERY + 1_000)
    return got.value.status


def is_of_htmx(response: Response) -> bool:
    return response.request.headers.get("hx-request") == "true"


def test_a_page_that_has_not_changed_is_left_alone_and_a_changed_one_comes(phone: Page) -> None:
    forget_everything()
    event = make_played_event(4, 1, ranking=["points", "wins"])
    round_ = make_round(event)
    phone.set_viewport_size({"width": 280, "height": 700})  # the table is wider
    phone.goto(f"/t/{event.slug}/standings/")
    live, why, scroll = (phone.locator(one) for one in ("#live", "#why-columns", "#standings"))
    why.locator("summary").click()
    live.evaluate("live => live.dataset.kept = 'yes'")
    for _turn in range(2):
        assert poll(phone) == 304
    expect(live).to_have_attribute("data-kept", "yes")
    expect(why).to_have_attribute("open", "")

    # A result is entered and undone: the page is as it was.
    make_result(event, round_, 1, "1-0", user := make_user())
    undo_result(event, user, round_)
    assert poll(phone) == 304

    # A new one comes, and what was open stays open.
    scroll.evaluate("region => region.scrollLeft = 40")
    rests = scroll.evaluate("region => region.scrollLeft")
    assert rests > 0
    expect(phone.get_by_text("0 risultati su 2").first).to_be_visible()
    make_result(event, round_, 1, "1-0")
    assert poll(phone) == 200
    expect(phone.get_by_text("1 risultato su 2").first).to_be_visible()
    expect(live).to_have_count(1)
    expect(why).to_have_attribute("open", "")
    assert scroll.evaluate("region => region.scrollLeft") == rests
    assert poll(phone) == 304

    # Who searches for a name goes on polling for that name.
    phone.goto(f"/t/{event.slug}/rounds/2/?by=name")
    phone.get_by_role("searchbox").press_sequentially("003")
    with phone.expect_response(lambda response: "q=003" in response.url):
        phone.clock.run_for(1_000)
    expect(phone.locator("tbody tr")).to_have_text([re.compile(r"^\s*3\s+Giocatore 003")])
    expect(phone).to_have_url(re.compile("by=name.*q=003|q=003.*by=name"))
    assert poll(phone) == 304

    # Without network the page says so until it is back.
    lose_network(phone)
    phone.clock.run_for(EVERY + 1_000)
    expect(phone.get_by_text("La rete non risponde")).to_be_visible()
    phone.context.set_offline(False)
    assert poll(phone) == 304
    expect(phone.get_by_text("La rete non risponde")).to_have_count(0)


# Who presses twice

HOLD = 0.04  # seconds from down to up
CALM = 0.6  # seconds


class Hand:
    """Presses at a place, whatever the page has put there, and says itself when: nobody waits for it."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.browser = page.context.new_cdp_session(page)
        self.touch = touch
        self.now = time()

    def press(self, place: tuple[float, float], *, after: float = CALM, clicks: int = 1) -> None:
        self.now += after
        x, y = place
        for down, at in ((True, self.now), (False, self.now + HOLD)):
            if self.touch:
                event = {
                    "type": "touchStart" if down else "touchEnd",
                    "touchPoints": [{"x": x, "y": y}] * down,
                }
            else:
                event = {"type": "mousePressed" if down else "mouseReleased", "x": x, "y": y}
                event |= {"button": "left", "clickCount": clicks}
            name = "Input.dispatchTouchEvent" if self.touch else "Input.dispatchMouseEvent"
            self.browser.send(name, {**event, "timestamp": at})


def key(page: Page, code: str) -> tuple[float, float]:
    """Where that key is of the table that the hall shows."""
    return middle(page.locator(f"#tables > [aria-current] button[value='{code}']"))


def opened_alone(opened: Open, round_: Round, **options: Any) -> Page:
    page = opened(round_, alone=True, reduced_motion="reduce", **options)
    expect(page.locator("#tables > [aria-current]")).to_be_attached()
    return page


def test_a_second_click_makes_no_second_tournament(opened: Open, club: Club) -> None:
    page = opened(f"/c/{club.slug}/events/new/?formula=round-robin.single")
    on_their_way: list[Route] = []
    stop_requests(page, "**/events/new/**", lambda route: on_their_way.append(route))
    page.get_by_label("Nome", exact=True).fill("Coppa")
    button = page.get_by_role("button", name="Crea il torneo")
    button.scroll_into_view_if_needed()
    place = middle(button)
    with page.expect_request("**/events/new/**"):
        page.mouse.click(*place)
    page.mouse.click(*place)  # were it sent again, the browser would no longer wait for the first answer
    on_their_way[0].continue_()
    expect(page.get_by_text("Il torneo c’è")).to_be_visible()
    assert len(on_their_way) == 1
    assert Event.objects.count() == 1


def test_a_double_click_is_one_result_and_two_keys_pressed_quickly_are_two(opened: Open, club: Club) -> None:
    """The keys of the next table come beneath the mouse before its second press."""
    round_ = make_round(make_drawn_event(20, club))
    page = opened_alone(opened, round_)
    hand, place = Hand(page), key(page, "1-0")
    entered = 0
    for pause, clicks in ((0.06, 1), (0.15, 2), (0.35, 1)):  # some devices count clicks, some do not
        hand.press(place)
        entered += 1
        expect(title(page)).to_have_text(f"Tavolo {entered + 1}")
        hand.press(place, after=pause, clicks=clicks)
        expect(progress(page)).to_contain_text(f"{entered} di 10")
        expect(title(page)).to_have_text(f"Tavolo {entered + 1}")
        hand.press(place)
        entered += 1
        expect(title(page)).to_have_text(f"Tavolo {entered + 1}")

    second = key(page, "0-1")
    hand.press(place)
    hand.press(second, after=0.1)
    hand.press(place, after=0.1)
    expect(progress(page)).to_contain_text("9 di 10")
    assert codes(round_) == {table: "0-1" if table == 8 else "1-0" for table in range(1, 10)}
