"""The desk: keys go where the focus is, nothing is overwritten, and what is typed stays; with two people."""

import re
from collections.abc import Callable, Iterator
from time import sleep

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.proposal_actions import propose_result, propose_scores
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.table_state import state_of
from scoring.document import SeatScore
from tests.e2e.conftest import Visit
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.evenings import score_table
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_member,
    make_result,
    make_round,
    make_seated_event,
)
from tests.rounds.multiplayer import FOUR, scores_at, table_of
from tests.rounds.staged import make_staged_event

LATE = 0.6  # seconds from a request to its answer
PATIENCE = 30_000  # milliseconds, for several such answers

Open = Callable[..., Page]


@pytest.fixture
def opened(visit: Visit, live_server: LiveServer, club: Club) -> Iterator[Open]:
    """The page of a round, in the browser of one of its arbiters; `late`: answers come LATE."""
    late_pages = []

    def open_(round_: Round, *, late: bool = False) -> Page:
        context = visit(alone=late)
        sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
        page = context.new_page()
        page.goto(f"/e/{round_.stage.event.slug}/rounds/{round_.number}/")
        if late:
            late_pages.append(page)
            stop_requests(page, "**/e/**", lambda route: (sleep(LATE), route.continue_()))
        return page

    yield open_
    for page in late_pages:
        page.unroute_all(behavior="wait")


def tables(page: Page) -> Locator:
    return page.locator("#tables > li[id]")


def number(page: Page) -> Locator:
    return page.get_by_label("Tavolo", exact=True)


def said(page: Page) -> Locator:
    return page.locator("[data-announce]")


def news(page: Page) -> None:
    """What others have done, sooner than the next poll."""
    with page.expect_response("**/proposals/**"):
        page.evaluate("htmx.trigger('#proposals', 'decided')")


def key_shown_on_tile(page: Page, key: str) -> str:
    """Press the key, and what the tile with the cursor says at once, before any answer."""
    page.evaluate("""() => {
        const state = document.querySelector("#tables > [aria-current] .state");
        const show = () => (window.shown = getComputedStyle(state, "::before").content);
        addEventListener("keyup", show, { once: true });
    }""")
    page.keyboard.press(key)
    return str(page.evaluate("window.shown")).strip('"')


def codes(round_: Round) -> dict[int | None, str]:
    found = round_.tables.games().with_seats()
    return {table.number: code for table in found if (code := outcome_of(state_of(table)).code)}


def test_keys_are_for_the_table_with_the_focus(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(60, club, system="amalfi", options={"rounds": 3}))
    page = opened(round_)
    expect(tables(page).first).to_be_focused()
    page.keyboard.type("15")
    page.keyboard.type("jx3")  # there is one set of keys
    expect(said(page)).to_contain_text("Il tasto 3 non è un risultato")
    expect(tables(page).nth(2)).to_be_focused()

    page.keyboard.press("t")
    page.keyboard.type("12")
    expect(number(page)).to_have_value("12")  # nothing completes itself
    page.keyboard.press("Enter")
    expect(tables(page).nth(11)).to_be_focused()
    page.keyboard.press("0")
    expect(tables(page).nth(12)).to_be_focused()
    page.keyboard.type("t31")
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("Non c’è un tavolo 31.")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.press("0")
    expect(said(page)).to_have_text("Tavolo 1, già 1 – 0: c per correggere, Invio per il prossimo.")
    expect(tables(page).first).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.press("Escape")  # to the next that is open
    expect(tables(page).nth(1)).not_to_be_focused()
    expect(tables(page).nth(2)).to_be_focused()
    page.keyboard.type("+")
    expect(page.locator("#progress")).to_contain_text("4 di 30")
    assert codes(round_) == {1: "1-0", 2: "=-=", 3: "+--", 12: "0-1"}


def test_a_result_is_corrected_by_c_alone_and_taken_back_by_u(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(round_)
    page.keyboard.type("15")
    expect(page.locator("#tables > .done")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    for key in ("0", "1", "+", "a", "n", "Delete"):
        page.keyboard.press(key)
        expect(said(page)).to_contain_text("già ½ – ½: c per correggere")
    page.keyboard.press("c")
    expect(said(page)).to_contain_text("scrivi il risultato giusto")
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    expect(said(page)).to_contain_text("c per correggere")
    page.keyboard.type("c0")
    expect(tables(page).nth(1).locator(".state")).to_have_text("0 – 1")
    expect(tables(page).nth(2)).to_be_focused()
    page.keyboard.press("u")
    expect(tables(page).nth(1).locator(".state")).to_have_text("½ – ½")
    expect(tables(page).nth(1)).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("Delete")
    expect(page.locator("#tables > .done")).to_have_count(1)
    page.keyboard.type("1")
    expect(page.locator("#progress")).to_contain_text("2 di 4")
    assert codes(round_) == {1: "1-0", 2: "1-0"}


def test_a_long_name_stays_above_the_keys(opened: Open, club: Club) -> None:
    event = make_drawn_event(4, club)
    event.entries.update(name="De Gasperi Sironi Maria Antonietta Elisabetta")
    page = opened(make_round(event))
    expect(tables(page).first).to_be_focused()
    name = page.locator("[data-chosen-second]").bounding_box()
    keys = page.locator("#tables > [aria-current] .at-hand").bounding_box()
    assert name and keys
    assert name["y"] + name["height"] <= keys["y"] + 1


def test_two_at_the_desk(opened: Open, club: Club, watcher: Watcher, live_server: LiveServer) -> None:
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

    address = f"/e/{event.slug}/tables/{table_of(round_, 3).pk}/result/"
    watcher.expect_refusal(f"{live_server.url}{address}")

    def colleague_is_quicker(route: Route) -> None:
        make_result(event, round_, 3, "=-=")
        route.fallback()

    stop_requests(page, f"**{address}", colleague_is_quicker, times=1)
    assert key_shown_on_tile(page, "1") == "↑ 1 – 0"
    assert key_shown_on_tile(page, "+") == "↑ 1 – 0 f."
    page.keyboard.type("0")
    expect(tables(page).nth(4)).to_be_focused()
    expect(page.locator("#tables > [data-sending]")).to_have_count(0, timeout=PATIENCE)
    expect(tables(page).nth(2)).to_contain_text("ha intanto registrato", timeout=PATIENCE)
    expect(tables(page).nth(4)).to_be_focused()
    assert codes(round_) == {1: "0-1", 2: "1-0", 3: "=-=", 4: "0-1"}

    page.keyboard.press("t")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(tables(page).nth(2)).to_contain_text("Tu avevi scritto «1")
    page.get_by_role("button", name="Registra il mio").click()
    expect(tables(page).nth(2)).not_to_contain_text("registrato «", timeout=PATIENCE)
    assert codes(round_)[3] == "+--"
    page.keyboard.press("u")
    expect(page.locator("#tables > [data-sending]")).to_have_count(0, timeout=PATIENCE)
    assert codes(round_)[3] == "=-="


def test_what_a_colleague_was_quicker_to_enter_stays(
    opened: Open, club: Club, watcher: Watcher, live_server: LiveServer
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    event = round_.stage.event
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{table_of(round_, 1).pk}/result/")
    page = opened(round_)
    for one in (1, 3):
        make_result(event, round_, one, "0-1")  # of which this page has not heard
    page.keyboard.press("1")
    expect(tables(page).first).to_have_attribute("data-refused", "")
    expect(page.locator("#progress")).to_contain_text("2 di 4")
    expect(page.locator("#tables > .done")).to_have_count(2)  # bar and tiles tell the same
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Lascia così").click()
    expect(page.locator("#tables > [data-refused]")).to_have_count(0)
    expect(tables(page).first).not_to_contain_text("intanto")
    assert codes(round_) == {1: "0-1", 3: "0-1"}


def test_undo_takes_back_nothing_else_where_the_result_is_refused(
    opened: Open, club: Club, watcher: Watcher, live_server: LiveServer
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    event = round_.stage.event
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{table_of(round_, 2).pk}/result/")
    page = opened(round_, late=True)
    make_result(event, round_, 2, "0-1")  # of which this page has not heard
    page.keyboard.type("11u")
    expect(tables(page).nth(1)).to_contain_text("ha intanto registrato", timeout=PATIENCE)
    expect(tables(page).nth(1)).to_be_focused()
    expect(said(page)).to_be_empty()  # the table says it
    page.keyboard.press("ArrowRight")
    page.keyboard.press("0")
    expect(page.locator("#progress")).to_contain_text("3 di 4", timeout=PATIENCE)
    assert codes(round_) == {1: "1-0", 2: "0-1", 3: "0-1"}


def test_a_proposal_that_is_confirmed_moves_on_before_it_is_answered(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(12, club))
    for one in (1, 4):
        propose_result(round_.stage.event, table_of(round_, one).pk, "1-0")
    page = opened(round_, late=True)
    expect(tables(page).first).to_be_focused()
    page.keyboard.press("Control+Enter")  # as printed on the button
    page.keyboard.type("00")
    expect(tables(page).nth(3)).to_be_focused()
    page.get_by_role("button", name="Rifiuta al tavolo 4").click()
    expect(page.locator("#progress")).to_contain_text("3 di 6", timeout=PATIENCE)
    expect(page.locator("#tables > [data-sending]")).to_have_count(0)
    expect(page.locator("#proposals.none")).to_have_count(1, timeout=PATIENCE)
    expect(tables(page).nth(3)).to_be_focused()
    assert codes(round_) == {1: "1-0", 2: "0-1", 3: "0-1"}
    make_result(round_.stage.event, round_, 5, "1-0")
    news(page)  # which still arrive
    expect(page.locator("#progress")).to_contain_text("4 di 6", timeout=PATIENCE)


def test_the_notice_names_what_u_takes_back_and_the_proposal_returns(opened: Open, club: Club) -> None:
    event = make_seated_event(12, club)
    round_ = make_round(event)
    propose_scores(event, table_of(round_, 2).pk, FOUR)
    page = opened(round_)
    undo, notice = page.locator("[data-undo]"), page.locator("[data-entered]")
    expect(undo).to_be_disabled()
    expect(cell(page, table_of(round_, 1))).to_be_focused()
    write(page, [10, 20, 30, 40])
    page.keyboard.press("Control+Enter")
    expect(notice).to_contain_text("Tavolo 1: 1°")
    page.get_by_role("button", name="Conferma del tavolo 2").click()
    expect(notice).to_contain_text("Tavolo 2: 1°")
    undo.click()
    expect(notice).to_contain_text("Annullato. Tavolo 2: senza risultato.")
    expect(notice.get_by_role("button")).to_be_hidden()
    expect(page.get_by_role("button", name="Conferma del tavolo 2")).to_be_visible()
    assert scores_at(table_of(round_, 1))[0] == SeatScore(points=10)
    page.locator(".legend").click()
    expect(notice.locator("> span")).to_be_empty()


def test_why_an_undo_is_refused_is_said_until_the_next_click(
    opened: Open, club: Club, watcher: Watcher
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(round_)
    watcher.expect_refusal(page.locator("[data-undo]").evaluate("one => one.form.action"))
    page.keyboard.type("1")
    expect(page.locator("#tables > .done")).to_have_count(1)
    make_result(round_.stage.event, round_, 1, "0-1")
    page.keyboard.press("u")
    why = page.locator("#messages").get_by_text("è stato cambiato da")
    expect(why).to_be_visible()
    page.locator(".legend").click()
    expect(why).to_have_count(0)


def test_a_link_waits_for_what_is_on_its_way(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(round_, late=True)
    page.keyboard.type("15")
    page.get_by_role("link", name="Classifica", exact=True).click()
    expect(page.get_by_text("Aspetto che sia registrato")).to_be_visible()
    page.wait_for_url("**/standings/", timeout=PATIENCE)
    assert codes(round_) == {1: "1-0", 2: "=-="}
    make_result(round_.stage.event, round_, 3, "0-1")
    page.go_back()
    expect(page.locator("#tables > .done")).to_have_count(3, timeout=PATIENCE)
    expect(tables(page).nth(3)).to_be_focused()


def test_who_was_leaving_stays_at_a_table_that_is_refused(
    opened: Open, club: Club, watcher: Watcher, live_server: LiveServer
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    event = round_.stage.event
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{table_of(round_, 2).pk}/result/")
    page = opened(round_, late=True)
    make_result(event, round_, 2, "0-1")  # of which this page has not heard
    page.keyboard.type("11")
    page.get_by_role("link", name="Classifica", exact=True).click()
    expect(said(page)).to_have_text("Resto qui: il tavolo 2 non è registrato.", timeout=PATIENCE)
    expect(tables(page).nth(1)).to_be_focused()


def test_the_next_round_waits_for_what_is_not_saved(opened: Open, club: Club) -> None:
    event = make_seated_event(8, club)
    round_ = make_round(event)
    page = opened(round_)
    write(page, [10, 20])
    for one in (1, 2):
        score_table(event, table_of(round_, one), [54, 31, 22, 12])
    news(page)
    expect(page.locator(".conflict")).to_be_visible()
    expect(page.locator("#round-next .next")).to_be_hidden()
    page.get_by_role("link", name="Tieni quello salvato").click()
    expect(page.locator("#round-next .next")).to_be_visible()


def test_one_game_a_board_and_then_the_next_board(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club, system="knockout", options={"games": 2}))
    page = opened(round_, late=True)
    page.keyboard.type("1111")
    expect(tables(page).first).to_be_focused()
    expect(page.locator("#tables > [data-sending]")).to_have_count(0, timeout=PATIENCE)
    page.keyboard.type("00")  # who had Black has White now
    expect(page.locator("#progress")).to_contain_text("2 di 4", timeout=PATIENCE)
    expect(tables(page).nth(2)).to_be_focused()
    games = [table.games for table in round_.tables.games().order_by("number")]
    assert games == [[[1, 0], [1, 0]]] * 2 + [[[1, 0]]] * 2


def write(page: Page, points: list[int]) -> None:
    for one in points:
        page.keyboard.type(str(one))
        page.keyboard.press("Enter")


def cell(page: Page, table: Table, seat: int = 1) -> Locator:
    return page.locator(f"#t{table.pk}-{seat}-points")


def test_points_that_are_typed_stay_when_a_colleague_saves_the_same_table(opened: Open, club: Club) -> None:
    event = make_seated_event(12, club)
    round_ = make_round(event)
    first, second, third = (table_of(round_, one) for one in (1, 2, 3))
    page = opened(round_)
    expect(cell(page, first)).to_be_focused()
    write(page, [10, 20])
    score_table(event, first, [54, 31, 22, 12])
    news(page)
    notice = page.locator(f"#table-{first.pk} .conflict")
    expect(notice).to_contain_text("54")
    expect(cell(page, first)).to_have_value("10")
    expect(cell(page, first, 3)).to_be_focused()
    write(page, [30, 40])
    notice.get_by_role("button", name="Tieni il mio").click()
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#table-{first.pk}.done")).to_be_visible()
    assert scores_at(first)[0] == SeatScore(points=10)

    expect(cell(page, second)).to_be_focused()
    page.keyboard.type("7")
    score_table(event, second, [54, 31, 22, 12])
    news(page)
    page.get_by_role("link", name="Tieni quello salvato").click()
    row = page.locator(f"#table-{second.pk}")
    expect(row).to_be_focused()
    page.keyboard.type("5")
    expect(said(page)).to_have_text("Tavolo 2, già registrato: c per correggere, Invio per il prossimo.")
    expect(cell(page, second)).to_have_value("54")

    page.keyboard.press("t")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(cell(page, third)).to_be_focused()
    score_table(event, third, [54, 31, 22, 12])
    news(page)  # nothing was typed
    expect(page.locator(f"#table-{third.pk}")).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.type("60")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#tables > [data-sending]")).to_have_count(0)
    assert [scores_at(one)[0].points for one in (first, second, third)] == [10, 54, 60]


def test_what_is_recorded_may_stay_after_a_refused_save(
    opened: Open, club: Club, watcher: Watcher, live_server: LiveServer
) -> None:
    event = make_seated_event(12, club)
    round_ = make_round(event)
    first = table_of(round_, 1)
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{first.pk}/scores/")
    page = opened(round_)
    expect(cell(page, first)).to_be_focused()
    write(page, [10, 20, 30, 40])
    score_table(event, first, [54, 31, 22, 12])
    page.keyboard.press("Control+Enter")
    expect(said(page)).to_contain_text("Non salvati, da aprire: Tavolo 1 (Intanto al tavolo 1 ")
    expect(cell(page, table_of(round_, 2))).to_be_focused()  # the cursor is where one has gone on to
    said(page).get_by_role("link").click()
    expect(page.locator(".conflict .finish > .first")).to_contain_text("54")
    page.get_by_role("link", name="Tieni quello salvato").click()
    expect(cell(page, first)).to_have_value("54")
    expect(page.locator(f"#table-{first.pk}")).not_to_have_class(re.compile("unsaved"))
    assert scores_at(first)[0].points == 54


def test_a_table_with_a_box_left_empty_is_not_left(opened: Open, club: Club) -> None:
    round_ = make_round(make_seated_event(12, club))
    first, second, third = (table_of(round_, one) for one in (1, 2, 3))
    page = opened(round_)
    expect(cell(page, first)).to_be_focused()
    write(page, [10, 20])
    cell(page, first, 4).fill("40")
    page.keyboard.press("Control+Enter")
    expect(cell(page, first, 3)).to_be_focused()
    expect(said(page)).to_contain_text("Tavolo 1: mancano i punti di")
    page.keyboard.press("Escape")
    for number, there in ((2, second), (3, third)):
        page.keyboard.type(f"t{number}")
        page.keyboard.press("Enter")
        expect(cell(page, there)).to_be_focused()
        page.keyboard.type("7")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(said(page)).to_have_text("Non salvati, da aprire: Tavolo 1 Tavolo 3")
    said(page).get_by_role("link", name="Tavolo 1").click()
    cell(page, first, 3).fill("30")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#table-{first.pk}.done")).to_be_visible()
    expect(said(page)).to_have_text("Non salvati, da aprire: Tavolo 3")


def test_a_table_with_a_tie_that_must_be_decided_is_not_left(opened: Open, club: Club) -> None:
    round_ = make_round(make_staged_event(8, {"winners_of": 1}, club=club))
    first = table_of(round_, 1)
    page = opened(round_)
    expect(cell(page, first)).to_be_focused()
    write(page, [75, 75, 40, 20])
    expect(page.locator(f"#note-{first.pk}")).to_contain_text("che qui va deciso")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#t{first.pk}-1-outside")).to_be_focused()
    expect(said(page)).to_have_text("Tavolo 1: manca che cosa decide il pari.")
    write(page, [20, 10])
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#table-{first.pk}.done")).to_be_visible()


def test_at_a_locked_table_c_leads_to_the_correction(opened: Open, club: Club) -> None:
    event = make_drawn_event(8, club)
    round_ = make_round(event)
    make_all_results(event, round_)
    make_round(event)
    page = opened(round_)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(said(page)).to_have_text("Tavolo 2, già ½ – ½: c per correggere, Invio per il prossimo.")
    page.keyboard.press("c")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Correggi un risultato")


def test_scores_are_typed_one_after_the_other(opened: Open, club: Club) -> None:
    """A digit goes into the field of the table with the cursor, and Enter on to the next one."""
    ranking = ["points", "score_difference"]
    event = make_drawn_event(6, club, game="Burraco", scoring="score", ranking=ranking)
    round_ = make_round(event)
    page = opened(round_, late=True)
    for typed in ("120-85", "9 13", "50:50"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    shown = [
        row.locator(".match-score") for row in (tables(page).nth(0), tables(page).nth(1), tables(page).nth(2))
    ]
    for scores, expected in zip(shown, (["120", "85"], ["9", "13"], ["50", "50"]), strict=True):
        expect(scores).to_have_text(expected, timeout=PATIENCE)
    found = [state_of(round_.tables.get(number=number)).score for number in (1, 2, 3)]
    assert found == [(120, 85), (9, 13), (50, 50)]
