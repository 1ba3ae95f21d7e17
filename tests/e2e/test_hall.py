"""The hall: all tables of a round as tiles, and the chosen one's keys beside them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.launch.system import find_chromium
from clubtornei.rounds.core.result_codes import outcome_of
from clubtornei.rounds.core.table_state import state_of
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.proposal_actions import propose_result, propose_scores
from scoring.document import SeatScore
from tests.e2e.conftest import FLAGS, Visit, new_context
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.evenings import score_table
from tests.factories import (
    make_club,
    make_drawn_event,
    make_member,
    make_result,
    make_round,
    make_seated_event,
)
from tests.rounds.multiplayer import scores_at, table_of

OUT_OF_SIGHT = """tiles => tiles.filter(tile => {
  const { top, bottom, left, right } = tile.getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
}).length"""

PLACES = """page => [...page.querySelectorAll(".floor > ol > li[id], .round-line .others > *")].map(part => {
  const { x, y, width } = part.getBoundingClientRect();
  return [x, y, width];
})"""

SENT_WITH_THE_KEY = """() => {
  let sent = false;
  document.addEventListener("htmx:beforeSend", () => { sent = true; });
  return new Promise(done => addEventListener("keydown", () => done(sent), { once: true }));
}"""


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return make_club("Circolo")


@pytest.fixture(scope="module")
def with_scroll_bars(chromium: Browser) -> Iterator[Browser]:
    """Those that take room, as on most arbiters' laptops."""
    browser = chromium.browser_type.launch(
        executable_path=find_chromium(), args=FLAGS, ignore_default_args=["--hide-scrollbars"]
    )
    yield browser
    browser.close()


def windows(page: Page, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The page in windows of these sizes (width, height), one after the other."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def places(page: Page) -> Any:
    """Where the tiles stand, and what is in the line above them."""
    return page.locator("body").evaluate(PLACES)


def top_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


def opened(visit: Visit, live_server: LiveServer, round_: Round) -> Page:
    event = round_.stage.event
    context = visit()
    sign_in(context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/")  # leads to the round
    return page


def codes(round_: Round) -> dict[int | None, str]:
    tables = round_.tables.games().with_seats()
    return {table.number: code for table in tables if (code := outcome_of(state_of(table)).code)}


def test_sixty_tables_are_in_sight_in_every_window(visit: Visit, live_server: LiveServer, club: Club) -> None:
    """Less high than its screen, by the bars of the browser."""
    round_ = make_round(make_drawn_event(120, club, system="amalfi", options={"rounds": 3}))
    page = opened(visit, live_server, round_)
    tiles = page.locator("#tables > li[id]")
    expect(tiles).to_have_count(60)
    for size in windows(page, (1280, 660), (1366, 650), (1600, 900), (1920, 950)):
        assert tiles.evaluate_all(OUT_OF_SIGHT) == 0, size
    for _size in windows(page, (1280, 800), (1920, 950)):
        expect(page.locator(".legend")).to_be_in_viewport(ratio=1)  # what the shapes of the tiles mean

    # What is beside the tiles grows as they do.
    parts = [
        page.locator(f"[aria-current] .at-hand {part}").first for part in (".result > button", ".menu > *")
    ]
    size_of = "part => parseFloat(getComputedStyle(part).fontSize)"
    small, large = (
        [part.evaluate(size_of) for part in parts] for _size in windows(page, (1280, 800), (1920, 1080))
    )
    assert all(after > 1.2 * before for before, after in zip(small, large, strict=True))
    last = tiles.last.bounding_box()
    assert last and last["y"] + last["height"] < 1080

    page.get_by_role("button", name="Elenco").click()
    expect(page.get_by_label("Solo mancanti")).to_be_visible()
    for size in windows(page, (1280, 800), (1920, 1080)):
        date = page.locator("h1 > small")
        assert date.evaluate("date => date.scrollWidth - date.clientWidth") == 0, size


def test_of_a_long_surname_the_tile_keeps_the_initial_behind_it(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    event = make_drawn_event(60, club, system="amalfi", options={"rounds": 3})
    event.entries.filter(entry_no=1).update(name="Montecuccoli degli Erri Ada")
    page = opened(visit, live_server, make_round(event))
    tile = page.locator("#tables > li[id]").filter(has_text="Montecuccoli")
    name, initial = tile.locator(".seat", has_text="Montecuccoli"), tile.locator(".given", has_text="Ada")
    box, letter = name.bounding_box(), initial.bounding_box()
    assert box and letter
    assert letter["width"] > 0
    assert letter["x"] + letter["width"] <= box["x"] + box["width"]


@pytest.mark.parametrize("players", [60, 120])
def test_of_two_who_share_surname_and_initial_the_tile_has_both_given_names(
    visit: Visit, live_server: LiveServer, club: Club, players: int
) -> None:
    event = make_drawn_event(players, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for number, names in enumerate((("Leone Sara", "Leone Sandro"), ("Leone Ada", "Leone Bruno")), 1):
        for seat, name in zip(table_of(round_, number).seats.order_by("position"), names, strict=True):
            event.entries.filter(pk=seat.entry_id).update(name=name)
    page = opened(visit, live_server, round_)
    given = page.locator("#tables > li .given")
    sizes = given.evaluate_all(
        "all => all.slice(0, 4).map(one => parseFloat(getComputedStyle(one).fontSize) > 0)"
    )
    assert sizes == [True, True, False, False]
    cut = "all => all.slice(0, 2).filter(one => one.scrollWidth > one.clientWidth).length"
    assert given.evaluate_all(cut) == 0


def test_of_few_larger_tables_no_name_is_cut_all_has_one_edge_and_three_sheets_stand_in_a_line(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_seated_event(24, club))
    round_.stage.event.entries.update(name="Bertolotti Pier Giorgio")
    score_table(round_.stage.event, table_of(round_, 2), [54, 31, 22, 10])
    page = opened(visit, live_server, round_)
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).length"
    for size in windows(page, (1280, 800), (1920, 1080)):
        assert page.locator(".seats :is(.surname, .given)").evaluate_all(cut) == 0, size
        tile = page.locator("#tables > li").first.bounding_box()
        title = page.get_by_role("heading", level=1).bounding_box()
        assert tile and title
        assert tile["x"] == title["x"], size
    page.get_by_role("button", name="Elenco").click()  # of the wide window
    tops = page.locator("#tables > li").evaluate_all(TOPS)
    assert len(tops) == 6
    assert len(set(tops)) == 2, "three sheets beside each other"


def test_results_at_larger_tables_move_no_tile(visit: Visit, live_server: LiveServer, club: Club) -> None:
    """Names of all widths, of which some just fill their line."""
    round_ = make_round(make_seated_event(36, club))
    for place, entry in enumerate(round_.stage.event.entries.order_by("entry_no")):
        entry.name = f"Benedetti Giova{'n' * (place // 4)}i"
        entry.save()
    page = opened(visit, live_server, round_)
    sizes, tiles = ((1280, 800), (1920, 1080)), page.locator("#tables > li")
    before = {size: tiles.evaluate_all(BOXES) for size in windows(page, *sizes)}
    assert [len(boxes) for boxes in before.values()] == [9, 9]
    for table in round_.tables.games():
        score_table(round_.stage.event, table, [12, 9, 7, 4])
    page.reload()
    expect(page.locator("#tables > .done")).to_have_count(9)
    assert {size: tiles.evaluate_all(BOXES) for size in windows(page, *sizes)} == before


BOXES = "all => all.map(one => one.getBoundingClientRect()).map(({ top, height }) => [top, height])"


def test_an_adjourned_game_is_shown_as_none_that_is_finished(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(6, club))
    page = opened(visit, live_server, round_)
    tiles, look = page.locator("#tables > li[id]"), "tile => getComputedStyle(tile).background"
    page.keyboard.type("1a1")
    expect(page.get_by_role("button", name="Abbina il turno 2")).to_be_visible()
    assert "gradient" in tiles.nth(1).evaluate(look)
    assert "gradient" not in tiles.nth(0).evaluate(look)
    expect(page.locator(".legend")).to_contain_text("aggiornata")
    page.keyboard.type("1")
    said = page.locator("[data-announce]")
    expect(said).to_contain_text("c per correggere")
    page.get_by_role("button", name="Elenco").click()
    next_ = page.locator("#round-next .next").bounding_box()
    assert next_ and next_["height"] < 140


def test_a_result_moves_no_name_and_leaves_no_colour_below_the_mouse(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    page = opened(visit, live_server, make_round(make_drawn_event(8, club)))
    tile, colour = page.locator("#tables > li").first, "part => getComputedStyle(part).backgroundColor"
    name = tile.locator(".seat").first
    before = name.bounding_box()
    press(page, page.locator("[aria-current] button[value='1-0']"))
    expect(tile.locator(".state")).to_have_text("1 – 0")
    assert name.bounding_box() == before
    below = page.locator("[aria-current] button[value='1-0']:hover")
    registered = tile.evaluate(colour)
    expect(below).to_have_css("background-color", re.compile(f"^(?!{re.escape(registered)})"))


def test_pages_are_centred_below_the_header_and_the_hall_is_as_wide_as_the_window(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    event = make_drawn_event(40, club, system="amalfi", options={"rounds": 3})
    page = opened(visit, live_server, make_round(event))
    sizes = ((1280, 800), (1920, 1080))
    for size in windows(page, *sizes):
        key = page.locator("[aria-current] .result > button").last.bounding_box()
        number = page.get_by_role("heading", level=1).bounding_box()
        assert key and number
        assert key["x"] + key["width"] == size[0] - number["x"], size
    for path in ("standings", "settings", "entries", "homologation"):
        page.goto(f"/e/{event.slug}/{path}/")
        for size in windows(page, *sizes):
            box = page.locator("main").bounding_box()
            assert box and box["x"] + box["width"] / 2 == pytest.approx(size[0] / 2, abs=1), (path, size)


def test_the_frame_stays_from_page_to_page(visit: Visit, live_server: LiveServer, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(visit, live_server, round_)
    tab = page.locator(".tabs").get_by_role("link", name="Classifica")

    def place() -> list[Any]:
        return [tab.bounding_box() for _size in windows(page, (1280, 800), (1920, 1080))]

    in_hall = place()
    assert all(in_hall)
    page.get_by_role("button", name="Elenco").click()
    in_list = place()
    tab.click()
    expect(page.get_by_role("heading", name="Classifica", level=1)).to_be_visible()
    assert in_hall == in_list == place()


def test_on_a_tablet_the_clubs_name_and_the_menu_share_a_line(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(name="Circolo scacchistico e di giochi da tavolo Alfiere e Pedone")
    page = opened(visit, live_server, make_round(make_drawn_event(4, club)))
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(f"/c/{club.slug}/")
    name, menu = page.locator(".site .club").bounding_box(), page.locator(".site .account").bounding_box()
    assert name and menu and name["y"] + name["height"] / 2 == pytest.approx(menu["y"] + menu["height"] / 2)


def test_the_second_game_of_a_match_is_told(visit: Visit, live_server: LiveServer, club: Club) -> None:
    round_ = make_round(make_drawn_event(4, club, system="knockout"))
    page = opened(visit, live_server, round_)
    white = page.locator("[data-chosen-first]").text_content()
    first, second = page.locator("#tables > li").first.locator(".seat").all()
    assert top_of(first) < top_of(second)
    page.keyboard.press("5")  # then the next board
    expect(page.locator("#tables > li").first.locator(".state")).to_have_text("2ª partita")
    expect(page.locator("#tables > li").nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-chosen-game]")).to_have_text("2ª partita (½ – ½)")
    expect(page.locator("[data-chosen-second]")).to_contain_text(str(white))
    assert top_of(first) < top_of(second), "the tile has White first, too"
    expect(page.locator("[data-entered]")).to_contain_text("partita 1: Patta")
    expect(page.locator("#tables > li").first.locator(".due")).to_be_hidden()  # said above, and why
    expect(page.locator("[data-chosen-game-why]")).to_contain_text("Si gioca la partita 2: sono ½ – ½")
    expect(page.locator("[data-chosen-why]")).to_contain_text("Prima partita. ")  # the reasons of the table


def test_a_result_by_hand_decides_the_proposal_that_says_the_same(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    propose_result(round_.stage.event, table_of(round_, 1).pk, "1-0")
    page = opened(visit, live_server, round_)
    proposal = page.locator(".proposal.of-chosen")
    expect(proposal).to_be_visible()
    keys = page.get_by_role("group", name="Risultato del tavolo 1")
    assert proposal.bounding_box()["y"] < keys.bounding_box()["y"]  # type: ignore[index]
    page.keyboard.press("1")
    expect(proposal).to_have_count(0)
    expect(page.locator("#tables > [data-proposed]")).to_have_count(0, timeout=2000)  # sooner than the poll


def test_a_key_waits_neither_for_a_picture_nor_for_other_tiles(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(visit, live_server, round_)
    second = page.locator("#tables > li").nth(1)
    expect(second).to_have_css("content-visibility", "visible")  # else a picture takes two layouts
    expect(second).to_have_css("contain", "layout paint")

    sent = page.evaluate_handle(f"({{ sent: ({SENT_WITH_THE_KEY})() }})")
    page.keyboard.press("1")
    assert sent.evaluate("({ sent }) => sent")
    expect(second).to_be_focused()


def test_where_there_is_no_mouse_keys_are_for_the_table_in_the_tray(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    """No table has the focus there, so that no keyboard comes up on the screen."""
    round_ = make_round(make_drawn_event(12, club))
    event = round_.stage.event
    context = visit(viewport={"width": 1280, "height": 800}, has_touch=True, is_mobile=True)
    sign_in(context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/rounds/1/")
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 1")
    expect(page.locator("body")).to_be_focused()
    page.keyboard.type("51")
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 3")
    expect(page.locator("#progress")).to_contain_text("2 di 6")
    assert codes(round_) == {1: "=-=", 2: "1-0"}


def press(page: Page, part: Locator) -> None:
    """As a hand does: down and up at one place, whatever the page does between them."""
    box = part.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.touchscreen.tap(x, y)
        return
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.up()


@pytest.mark.parametrize(
    "options",
    [{}, {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True}],
    ids=["mouse", "touch"],
)
def test_the_first_press_in_the_tray_counts(
    visit: Visit, live_server: LiveServer, club: Club, options: Any
) -> None:
    """It chooses the table, which the tray shows already: no key may move under the press."""
    round_ = make_round(make_drawn_event(24, club))
    address = f"/e/{round_.stage.event.slug}/rounds/1/"
    context = visit(**options)
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    chosen = page.locator("#tables > [aria-current]")

    page.goto(address)
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 1")
    press(page, chosen.locator("button[value='1-0']"))
    expect(page.locator("#progress")).to_contain_text("1 di 12")
    page.goto(address)
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 2")
    press(page, chosen.get_by_text("Altra decisione dell’arbitro"))
    page.wait_for_url("**/tables/**")
    assert codes(round_) == {1: "1-0"}


def test_the_line_of_the_round_stays_in_every_window(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(60, club))
    page = opened(visit, live_server, round_)
    for size in windows(page, (700, 800), (768, 1024), (1020, 800), (1280, 500)):
        page.evaluate("scrollTo({ top: 900, behavior: 'instant' })")
        assert page.evaluate("scrollY") > 400
        for part in ("#progress", "[data-undo]", "#go"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
            box = page.locator(part).bounding_box()
            assert box and box["y"] + box["height"] <= 48, f"one line: {size}"


def test_what_is_told_with_a_table_in_the_address_stays_in_sight(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(visit, live_server, round_)
    messages = page.locator("#messages")
    expect(messages).to_have_css("position", "static")
    page.goto(f"{page.url}#table-{table_of(round_, 3).pk}")
    expect(messages).to_have_css("position", "sticky")
    page.reload()
    expect(messages).to_have_css("position", "sticky")


def test_the_list_tells_its_keys_while_there_are_results_to_enter_and_room(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    page = opened(visit, live_server, make_round(make_drawn_event(4, club)))
    page.set_viewport_size({"width": 390, "height": 844})
    keys = page.get_by_text("Da tastiera:")
    expect(keys).to_be_hidden()
    page.set_viewport_size({"width": 768, "height": 1024})
    expect(keys).to_be_visible()
    page.keyboard.type("11")
    expect(page.get_by_role("button", name="Abbina il turno 2")).to_be_visible()
    expect(keys).to_be_hidden()


def test_the_list_is_left_to_what_is_missing(visit: Visit, live_server: LiveServer, club: Club) -> None:
    page = opened(visit, live_server, make_round(make_drawn_event(4, club)))
    missing = page.get_by_label("Solo mancanti")
    expect(missing).to_be_hidden()  # in the hall all tables are in sight
    page.keyboard.type("1")
    expect(page.locator("#tables > .done")).to_have_count(1)
    page.get_by_role("button", name="Elenco").click()
    expect(page.locator("#tables > li:visible")).to_have_count(2)
    box = missing.bounding_box()
    assert box and box["width"] == box["height"]
    missing.check()
    expect(page.locator("#tables > li:visible")).to_have_count(1)


def test_a_list_stands_still_while_results_are_entered_by_number(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    """However late the answer is: the number's box already waits for the next one. In a wide window the list
    has two columns.
    """
    page = opened(visit, live_server, make_round(make_drawn_event(120, club)))
    page.get_by_role("button", name="Elenco").click()
    rows = page.locator("#tables > li[id]")
    under_way: list[Route] = []
    stop_requests(page, "**/result/", lambda route: under_way.append(route))
    sizes = windows(page, (1280, 800), (1920, 950))
    for size, numbers in zip(sizes, ((40, 22), (41, 23)), strict=True):
        for number in numbers:
            row = rows.nth(number - 1)
            page.locator("#go").fill(str(number))
            page.keyboard.press("Enter")
            expect(row).to_be_focused()
            expect(row).to_be_in_viewport(ratio=1)
            before = top_of(row)
            with page.expect_request("**/result/"):
                page.keyboard.press("1")
            expect(page.locator("#go")).to_be_focused()
            assert top_of(row) == before, f"sent: {size}"
            under_way.pop().continue_()
            expect(row).to_have_class("table done")
            assert top_of(row) == before, f"recorded: {size}"


def test_in_a_wide_window_the_list_has_two_columns_and_arrows_follow_them(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    page = opened(visit, live_server, make_round(make_drawn_event(24, club)))
    page.get_by_role("button", name="Elenco").click()
    rows, line = page.locator("#tables > li[id]"), page.locator(".round-line")
    rows.first.locator(".table-number").click()
    page.keyboard.press("ArrowRight")
    expect(rows.first).to_be_focused()
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert rows.evaluate_all(TOPS)[:2] == [top_of(rows.first)] * 2
    page.keyboard.press("ArrowRight")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(3)).to_be_focused()
    edges = (
        "part => { const { left, right } = part.getBoundingClientRect(); return [left, innerWidth - right]; }"
    )
    left, right = line.evaluate(edges)
    assert left == right
    assert page.locator("#tables").evaluate(edges) == [left, right]


def test_all_that_is_noted_of_a_game_is_one_line_and_the_last_key_is_as_wide_as_all(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    make_result(round_.stage.event, round_, 1, "+--")
    round_.tables.filter(number=1).update(by_hand=True)
    page = opened(visit, live_server, round_)
    keys, other = page.locator("[aria-current] .result"), page.locator("[aria-current] .menu > a")
    for number in (0, 1):
        page.locator("#tables > li").nth(number).click()
        widths = [key.bounding_box()["width"] for key in (keys, other)]  # type: ignore[index]
        assert widths[0] == widths[1]
    page.get_by_role("button", name="Elenco").click()
    badges = page.locator("#tables > li").first.locator(".badge")
    expect(badges).to_have_count(2)
    assert len(set(badges.evaluate_all(TOPS))) == 1


def test_no_tile_moves_whatever_the_tray_shows(
    with_scroll_bars: Browser, watcher: Watcher, live_server: LiveServer, club: Club
) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event, published=False)
    context = new_context(with_scroll_bars, live_server.url, watcher)
    page = opened(lambda: context, live_server, round_)
    page.goto(f"/e/{event.slug}/rounds/1/")
    page.get_by_role("button", name=re.compile("^Pubblica")).click()
    told, tiles = page.locator(".just-published"), page.locator("#tables > li[id]")
    for link in ("Stampa gli abbinamenti", "pubblica il torneo", "Riportalo in bozza"):
        expect(told.get_by_role("link", name=link)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("link", name=link)).to_have_count(1)
    page.wait_for_load_state()
    assert tiles.evaluate_all(OUT_OF_SIGHT) == 0
    reasons = page.locator("[data-chosen-why]")
    expect(reasons).to_be_hidden()  # else it would cut them through a line
    published = places(page)

    page.keyboard.type("1")
    expect(told).to_have_count(0)
    expect(tiles.first).to_contain_text("1 – 0")
    assert places(page) == published, "after a result"
    expect(reasons).to_be_visible()
    assert places(page) == published, "with its reasons"
    page.reload()
    assert places(page) == published, "without the message"
    context.close()


def test_the_news_of_the_publication_covers_no_proposal(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    event = make_drawn_event(24, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event, published=False)
    page = opened(visit, live_server, round_)
    page.goto(f"/e/{event.slug}/rounds/1/")
    page.get_by_role("button", name=re.compile("^Pubblica")).click()
    told, buttons = page.locator(".just-published"), page.locator("#proposals button")
    expect(told).to_be_in_viewport(ratio=1)
    for number in range(1, 9):
        propose_result(event, table_of(round_, number).pk, "1-0")
    expect(page.locator(".proposal")).to_have_count(8, timeout=10_000)
    expect(page.locator(".proposal.of-chosen")).to_have_count(1)  # it is among the others no more
    for size in windows(page, (1920, 1080), (1280, 800)):
        assert max(buttons.evaluate_all(BOTTOMS)) <= top_of(told), size


BOTTOMS = "all => all.map(one => one.getBoundingClientRect().bottom)"


def test_the_hall_has_a_scroll_bar_only_when_there_is_something_to_scroll(
    with_scroll_bars: Browser, watcher: Watcher, live_server: LiveServer, club: Club
) -> None:
    context = new_context(with_scroll_bars, live_server.url, watcher)
    page = opened(lambda: context, live_server, make_round(make_drawn_event(24, club)))
    hall, key = page.locator(".hall"), page.locator("[aria-current] .result > button").last
    bar = "hall => hall.offsetWidth - hall.clientWidth"
    page.set_viewport_size({"width": 1280, "height": 900})
    assert hall.evaluate(bar) == 0
    before = key.bounding_box()
    page.set_viewport_size({"width": 1280, "height": 580})
    assert hall.evaluate(bar) > 0
    after = key.bounding_box()
    assert before and after
    assert (after["x"], after["width"]) == (before["x"], before["width"])
    context.close()


def test_proposals_begin_directly_below_the_keys_and_all_confirmed_at_once_is_told_there(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    """Beside the tiles, where a result typed by hand is told, and no tile moves."""
    event = make_drawn_event(24, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for number in (1, 7):
        propose_result(event, table_of(round_, number).pk, "1-0")
    page = opened(visit, live_server, round_)
    everything = page.get_by_role("button", name="Conferma tutte")
    expect(page.locator(".proposal.of-chosen")).to_be_visible()
    expect(everything).to_be_in_viewport(ratio=1)
    before = places(page)
    page.locator("#go").fill("11")
    page.keyboard.press("Enter")
    page.keyboard.type("0")
    expect(page.locator("[data-entered]")).to_contain_text("Tavolo 11:")
    everything.click()
    expect(page.locator("[data-entered] > span")).to_have_text("2 proposte confermate.")
    expect(page.locator("[data-entered]")).to_be_in_viewport(ratio=1)
    expect(page.locator("#tables > .done")).to_have_count(3)
    expect(page.locator("#progress")).to_contain_text("3 di 12")
    assert places(page) == before
    page.keyboard.type("2")  # nothing has to be clicked first
    page.keyboard.press("Enter")
    page.keyboard.type("0")
    expect(page.locator("[data-entered]")).to_contain_text("Tavolo 2:")
    assert codes(round_) == {1: "1-0", 7: "1-0", 11: "0-1", 2: "0-1"}


def test_no_tile_of_larger_tables_moves_with_a_proposal(
    with_scroll_bars: Browser, watcher: Watcher, live_server: LiveServer, club: Club
) -> None:
    round_, _first = two_tables_of_which_one_proposes(club)
    context = new_context(with_scroll_bars, live_server.url, watcher)
    page = opened(lambda: context, live_server, round_)
    expect(page.locator(".proposal.of-chosen")).to_be_visible()
    proposed = places(page)
    page.locator(".floor > ol > li").nth(1).click()
    expect(page.locator(f"#t{table_of(round_, 2).pk}-1-points")).to_be_visible()
    assert places(page) == proposed
    context.close()


def test_in_the_list_a_piece_takes_no_line_of_its_own(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    page = opened(visit, live_server, make_round(make_drawn_event(4, club)))
    page.set_viewport_size({"width": 768, "height": 1024})
    for seat in page.locator("#tables > li").first.locator(".seat").all():
        assert seat.evaluate(LINES_WITHOUT_NAME) == []


LINES_WITHOUT_NAME = """seat => [...Array(30).keys()].filter(letters => {
  seat.textContent = `Rossi ${"o".repeat(letters)}`;
  const text = document.createRange();
  text.selectNodeContents(seat);
  const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  return Math.round(seat.clientHeight / parseFloat(getComputedStyle(seat).lineHeight)) > lines;
})"""


def test_a_complete_round_offers_the_next_and_arrows_still_choose(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(visit, live_server, round_)
    keys = page.get_by_role("group", name="Risultato del tavolo 4")
    page.keyboard.type("105")
    expect(keys).to_be_visible()
    page.keyboard.type("1")
    draw = page.get_by_role("button", name="Abbina il turno 2")
    expect(draw).to_be_visible()
    expect(page.get_by_text("chiunque può rifarli")).to_be_visible()
    expect(keys).to_be_hidden()
    page.reload()
    expect(draw).to_be_visible()
    page.locator("#tables > li").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 2")
    page.keyboard.type("c5")
    expect(page.locator("#tables > li").nth(1).locator(".state")).to_have_text("½ – ½")


def test_tables_of_five_have_tiles_and_their_scores_in_the_tray(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_seated_event(10, club))
    second = table_of(round_, 2)
    page = opened(visit, live_server, round_)
    page.keyboard.type("t2")
    page.keyboard.press("Enter")
    expect(page.locator(f"#t{second.pk}-1-points")).to_be_focused()
    for points in (1, 22, 33, 44, 5):
        page.keyboard.type(str(points))
        page.keyboard.press("Enter")
    expect(page.locator(f"#place-{second.pk}-4")).to_have_text("1°")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_label("Tavolo", exact=True)).to_be_focused()
    winner = page.locator(f"#table-{second.pk} .seats > .winner")
    expect(winner).to_be_visible()
    told = page.locator("[data-entered] > span")
    expect(told).to_contain_text("Tavolo 2: ")
    assert scores_at(second) == [SeatScore(points=points) for points in (1, 22, 33, 44, 5)]
    page.keyboard.press("u")
    expect(page.locator(f"#t{second.pk}-1-points")).to_be_focused()
    assert scores_at(second) == [None] * 5


def test_once_a_table_of_five_is_the_last_what_is_next_takes_the_place_of_its_scores(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_seated_event(5, club))
    table = table_of(round_)
    page = opened(visit, live_server, round_)
    for points in (1, 22, 33, 44, 5):
        page.keyboard.type(str(points))
        page.keyboard.press("Enter")
    expect(page.locator(f"#table-{table.pk} .at-hand")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#round-next .next")).to_be_visible()
    expect(page.locator(f"#table-{table.pk} .at-hand")).to_be_hidden()


def two_tables_of_which_one_proposes(club: Club) -> tuple[Round, Table]:
    """A round of ten at tables of five, and its first table."""
    round_ = make_round(make_seated_event(10, club))
    first = table_of(round_, 1)
    propose_scores(round_.stage.event, first.pk, [SeatScore(points=points) for points in (1, 22, 33, 44, 5)])
    return round_, first


def test_a_proposal_is_corrected_from_its_own_points(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_, first = two_tables_of_which_one_proposes(club)
    page = opened(visit, live_server, round_)
    tile, box = page.locator(f"#table-{first.pk}"), page.locator(f"#t{first.pk}-1-points")
    own, why = page.locator(".proposal.of-chosen"), page.locator(".why-chosen")
    expect(tile).to_be_focused()
    expect(own).to_be_visible()
    expect(box).to_be_hidden()
    expect(why).to_be_in_viewport(ratio=0.9)
    proposal = own.bounding_box()
    assert proposal
    assert top_of(why) - (proposal["y"] + proposal["height"]) < 60

    page.keyboard.type("t2")
    page.keyboard.press("Enter")
    expect(page.locator(f"#t{table_of(round_, 2).pk}-1-points")).to_be_focused()
    expect(page.locator(".tray .proposal")).to_have_count(1)
    expect(own).to_have_count(0)
    page.keyboard.type("t1")
    page.keyboard.press("Enter")
    expect(own).to_be_visible()
    expect(tile).to_be_focused()
    page.keyboard.press("Enter")
    expect(box).to_be_focused()
    expect(box).to_have_value("1")
    expect(page.locator(".proposal")).to_have_count(1)  # and it waits still


def test_in_the_list_a_table_whose_proposal_waits_says_so_and_in_the_hall_it_ends_where_all_does(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_, first = two_tables_of_which_one_proposes(club)
    page = opened(visit, live_server, round_)
    page.get_by_role("button", name="Elenco").click()
    title, said = page.locator(f"#title-{first.pk}"), page.locator(f"#table-{first.pk} > .state")
    expect(said).to_have_text("1 · 22 · 33 · 44 · 5?")
    expect(said).to_be_visible()
    assert top_of(said) < top_of(title) + title.bounding_box()["height"]  # type: ignore[index]
    expect(page.locator(f"#table-{table_of(round_, 2).pk} > .state")).to_be_hidden()
    assert len(set(page.locator("#tables thead").evaluate_all(TOPS))) == 1, "beside each other"
    first_table = page.locator("#tables > li").first
    before = top_of(first_table)
    page.locator("#proposals").evaluate("panel => panel.remove()")
    assert top_of(first_table) == before, "the list did not make room for it"
    page.reload()

    page.get_by_role("button", name="Sala").click()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.locator("#tables > li").nth(1).click()
    ends = "all => all.map(one => one.getBoundingClientRect().right)"
    (form,) = page.locator("[aria-current] .scores table").evaluate_all(ends)
    (proposed,) = page.locator("#proposals .finish").evaluate_all(ends)
    assert proposed == form
    switch, title = page.locator("[aria-current] .aside-switch"), page.locator("[data-chosen-number]")
    assert abs(top_of(switch) - top_of(title)) < 8, "one line"
    for part in (".messages", ".round-line", "#proposals .proposal"):
        assert page.locator(part).evaluate_all(ends) == [1920], part


def test_in_the_list_eight_proposals_leave_room_for_the_tables_and_mark_theirs(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_drawn_event(24, club))
    for number in range(2, 10):
        propose_result(round_.stage.event, table_of(round_, number).pk, "1-0")
    page = opened(visit, live_server, round_)
    page.get_by_role("button", name="Elenco").click()
    proposals, rows = page.locator(".proposal"), page.locator("#tables > li[id]")
    page.locator(".just-published").evaluate("news => news.remove()")
    expect(proposals.nth(1)).to_be_in_viewport(ratio=1)
    expect(rows.first).to_be_in_viewport(ratio=1)
    amber = page.locator("#proposals").evaluate("panel => getComputedStyle(panel).backgroundColor")
    expect(rows.nth(1)).to_have_css("background-color", amber)
    expect(rows.first).not_to_have_css("background-color", amber)
    proposals.last.get_by_role("button", name="Conferma").click()
    expect(proposals).to_have_count(7)
    expect(rows.nth(8)).not_to_have_css("background-color", amber)


TOPS = "all => all.map(one => one.getBoundingClientRect().top)"


def test_what_is_beside_the_tiles_scrolls_as_one_piece_and_the_tiles_stay(
    visit: Visit, live_server: LiveServer, club: Club
) -> None:
    round_ = make_round(make_seated_event(10, club))
    page = opened(visit, live_server, round_)
    page.set_viewport_size({"width": 1280, "height": 580})
    tile, hand = page.locator("#tables > li").first, page.locator("#tables > li").first.locator(".at-hand")
    parts = [page.locator("[data-chosen-number]"), hand, page.locator(".why-chosen > summary")]
    hand.locator("input:visible").first.hover()
    before, tile_before = [top_of(part) for part in parts], top_of(tile)
    page.mouse.wheel(0, 40)
    expect(page.locator(".hall")).to_have_js_property("scrollTop", 40)
    assert [top_of(part) for part in parts] == [top - 40 for top in before]
    assert top_of(tile) == tile_before
    page.locator("#tables > li").nth(1).click()
    expect(page.locator(".hall")).to_have_js_property("scrollTop", 0)
