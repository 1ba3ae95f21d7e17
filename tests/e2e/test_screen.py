"""The projector in the hall: read from ten metres, turns its pages by itself, and shows what is new."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils.timezone import now
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Ending, Event
from clubtornei.launch.system import find_chromium
from clubtornei.public.screen_names import name_width
from clubtornei.rounds.clock import actions as clock
from clubtornei.rounds.models import Clock, Screen, Table
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.screens import actions as screens
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.closing_actions import close
from tests.e2e.conftest import FLAGS, Visit, new_context
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.evenings import make_scores
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_member,
    make_played_event,
    make_result,
    make_round,
    make_seated_event,
    make_user,
)
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play
from tests.screens import set_screen

OpenScreen = Callable[..., Page]

HALL: ViewportSize = {"width": 1920, "height": 1080}
POLLED = 5_000  # milliseconds, as static/js/screen.js asks
AMBER, IVORY = "rgb(226, 184, 119)", "rgb(246, 239, 224)"
SMALLEST, NAMES = 36, 54
"""Pixels of 1,080, which can be read from ten metres."""

SIZES = """() => {
    const sizes = {smallest: 999, names: 999, lowest: 0, widest: 0};
    for (const page of document.querySelectorAll("[data-page]")) page.hidden = false;
    const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (text.nextNode()) {
        const parent = text.currentNode.parentElement;
        const unseen = parent.closest("script, template, noscript, title, .visually-hidden");
        if (unseen || !text.currentNode.data.trim()) continue;
        const size = parseFloat(getComputedStyle(parent).fontSize);
        sizes.smallest = Math.min(sizes.smallest, size);
        if (parent.closest("tbody .name, li .name, li.name")) sizes.names = Math.min(sizes.names, size);
    }
    for (const page of document.querySelectorAll("[data-page]")) {
        for (const other of document.querySelectorAll("[data-page]")) other.hidden = other !== page;
        sizes.lowest = Math.max(sizes.lowest, document.documentElement.scrollHeight);
        sizes.widest = Math.max(sizes.widest, document.documentElement.scrollWidth);
    }
    return sizes;
}"""


OUTSIDE_ROW = """() => [...document.querySelectorAll("[data-page]")].flatMap((page, _place, pages) => {
    for (const other of pages) other.hidden = other !== page;
    return [...page.querySelectorAll(".outcome:has(small), .word")].map((outcome) => {
        const row = outcome.closest("li").getBoundingClientRect(), box = outcome.getBoundingClientRect();
        return Math.max(0, row.top - box.top, box.bottom - row.bottom);
    });
})"""


OFF_BASELINE = """() => {
    const foot = (text) => {
        const mark = text.appendChild(document.createElement("i"));
        mark.style.display = "inline-block";  // without anything in it, it stands on the line
        const at = mark.getBoundingClientRect().bottom;
        mark.remove();
        return at;
    };
    const pages = [...document.querySelectorAll("[data-page]")];
    return pages.flatMap((page) => {
        for (const other of pages) other.hidden = other !== page;
        return [...page.querySelectorAll("[data-result]")].flatMap((row) => {
            const feet = [...row.querySelectorAll(".name")].map(foot);
            const own = [...row.querySelectorAll(".points")].map(foot);
            if (own.length) return feet.map((at, seat) => Math.abs(at - own[seat]));
            return [Math.abs((feet[0] + feet[1]) / 2 - foot(row.querySelector(".outcome")))];
        });
    });
}"""


CROWDED = """() => {
    const found = [], edge = innerWidth / 40;  // a projector may cut what is nearer
    const pages = [...document.querySelectorAll("[data-page]")];
    const foot = document.querySelector(".screen-foot").getBoundingClientRect().top;
    for (const page of pages) {
        for (const other of pages) other.hidden = other !== page;
        const texts = [...page.querySelectorAll(
            ".letter, .name, .points, .outcome, .table-number, .number, .rank > span, .board p")];
        const boxes = texts.filter((text) => text.textContent.trim()).map((text) => {
            const range = document.createRange();
            range.selectNode(text.lastChild);  // before it a word may stand that only screen readers have
            const box = range.getBoundingClientRect();
            const slack = box.height / 4;  // of a line, above and below the letters
            return [text.textContent.trim(), box.left, box.right, box.top + slack, box.bottom - slack];
        }).filter(([_text, left, right]) => left < right);
        for (const text of texts) {
            if (text.scrollWidth > text.clientWidth + 1) found.push(["cut", text.textContent.trim()]);
        }
        boxes.forEach(([text, left, right, top, bottom], place) => {
            const isOutside = left < edge - 1 || right > innerWidth - edge + 1 || bottom > foot;
            if (isOutside) found.push(["outside", text]);
            for (const [other, ...box] of boxes.slice(place + 1)) {
                if (left < box[1] - 1 && box[0] < right - 1 && top < box[3] - 1 && box[2] < bottom - 1) {
                    found.push(["overlaps", text, other]);
                }
            }
        });
        if (document.documentElement.scrollHeight > innerHeight) found.push(["longer than the screen"]);
    }
    return found;
}"""
CODES = """async () => {
    await document.fonts.ready;
    const pages = [...document.querySelectorAll("[data-page]")];
    const pen = document.createElement("canvas").getContext("2d");
    return pages.map((page) => {
        for (const other of pages) other.hidden = other !== page;
        const code = document.querySelector(".qr svg").getBoundingClientRect();
        const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
        let [room, nearest] = [innerHeight, ""];  // from the code down to the letters below it
        while (walker.nextNode()) {
            const text = walker.currentNode, parent = text.parentElement;
            const range = document.createRange();
            range.selectNode(text);
            if (range.getBoundingClientRect().right <= code.left) continue;  // none of its words is below
            const isSeen = parent.checkVisibility({opacityProperty: true});
            if (!isSeen || parent.closest(".visually-hidden")) continue;
            const {fontWeight, fontSize, fontFamily} = getComputedStyle(parent);
            pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
            for (const word of text.data.matchAll(/\\S+/g)) {
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                const box = range.getBoundingClientRect(), letters = pen.measureText(word[0]);
                const above = letters.fontBoundingBoxAscent - letters.actualBoundingBoxAscent;
                const below = box.top + above - code.bottom;
                const isBelow = box.width > 1 && box.right > code.left;
                if (isBelow && below < room) [room, nearest] = [below, word[0]];
            }
        }
        return [code.width * 1080 / innerHeight, room * 1080 / innerHeight, nearest];
    });
}"""
SHORT_MESSAGES = (
    "Sospendete le partite",
    "Premiazione alle 18",
    "Consegnate i risultati",
    "Appuntamento domenica",
    "Arrivederci",
    "Congratulazioni!",
)
BROKEN_WORDS = """async (message) => {
    await document.fonts.ready;
    const text = message.firstChild;
    return [...text.data.matchAll(/\\S+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
}"""
MATCH_HEIGHTS = """() => [...new Set(
    [...document.querySelectorAll(".match")].map((match) => match.offsetHeight)
)]"""
MATCH_GAPS = """() => {
    const boxes = [...document.querySelectorAll(".tree section:first-child .match")].map(
        (match) => match.getBoundingClientRect()
    );
    return [...new Set(boxes.slice(1).map((box, place) => Math.round(box.top - boxes[place].bottom)))];
}"""
WIDTH_IN_EM = """async (shown, name) => {
    shown.textContent = name;
    shown.getBoundingClientRect();  // with letters for which a file of the typeface is still to come
    await document.fonts.ready;
    const range = document.createRange();
    range.selectNodeContents(shown);
    return range.getBoundingClientRect().width / parseFloat(getComputedStyle(shown).fontSize);
}"""
NAMES_OF_ALL_LETTERS = (
    "Ruggiero Gianluca",
    "AVATI YVES",
    "Degl’Innocenti Massimiliano",
    "Łętowska Żaneta",
    "Fiorellini Raffaella",
    "van der Meulen-Castiglione Pier Francesco",
    "Nguyễn Thị Mai",
    "Ó Súilleabháin Domhnall",
)
FEET = """() => {
    const foot = (cell) => {
        const mark = (cell.querySelector("span") || cell).appendChild(document.createElement("i"));
        mark.style.display = "inline-block";
        const at = mark.getBoundingClientRect().bottom;
        mark.remove();
        return at;
    };
    return [...document.querySelectorAll(".ranking tbody tr")].map((row) => [...row.cells].map(foot));
}"""
BETWEEN = """([before, behind]) => {
    const edges = (selector) => [...document.querySelectorAll(selector)].filter(
        (text) => text.textContent.trim() && text.checkVisibility()
    ).map((text) => {
        const range = document.createRange();
        range.selectNode(text.lastChild);
        return range.getBoundingClientRect();
    });
    const ends = edges(before).map((box) => box.right), begins = edges(behind).map((box) => box.left);
    return Math.min(...begins) - Math.max(...ends);
}"""
SURNAMES = (
    "Degl'Innocenti",
    "Passalacqua",
    "Quattrocchi",
    "D'Alessandro",
    "Della Valle",
    "Nguyễn",
    "Santagostino",
)
GIVEN = (
    "Federica",
    "Francesco",
    "Maria Grazia",
    "Valentina",
    "Massimiliano",
    "Giovanni Battista",
    "Irene",
    "Thị",
)


def give_long_names(event: Event) -> None:
    for place, entry in enumerate(event.entries.order_by("entry_no")):
        entry.name = f"{SURNAMES[place % 7]} {GIVEN[place % 8]}"
        entry.save(update_fields=["name"])
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)


def assert_nothing_is_crowded(projector: Page, event: Event) -> None:
    projector.goto(f"/t/{event.slug}/screen/")
    for height in both_sizes(projector):
        projector.evaluate("document.fonts.ready")
        assert projector.evaluate(CROWDED) == [], (event.name, height)


def assert_code_is_read(projector: Page, event: Event) -> None:
    """Its side, and what is below it, in pixels of 1,080."""
    projector.goto(f"/t/{event.slug}/screen/")
    for height in both_sizes(projector):
        sizes = projector.evaluate(CODES)
        assert sizes
        assert all(side >= 174.9 and room >= 12 for side, room, _nearest in sizes), (height, sizes)


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Of 60 tables, more than fit on one page."""
    event = make_drawn_event(120)
    make_round(event)
    settings_actions.publish(event)
    return event


@pytest.fixture(scope="module")
def one_thread(chromium: Browser) -> Iterator[Browser]:
    """A browser that draws in the thread that lays out: half the work, but the mouse would move for ever."""
    flags = [*FLAGS, "--disable-threaded-compositing"]
    browser = chromium.browser_type.launch(executable_path=find_chromium(), args=flags)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def watched_projector(one_thread: Browser, live_server: LiveServer) -> Iterator[tuple[Page, Watcher]]:
    """The page of all tests that only look. Nothing moves on it: each step would be drawn for nobody."""
    watcher = Watcher()
    context = new_context(one_thread, live_server.url, watcher, reduced_motion="reduce", viewport=HALL)
    yield stop_the_clock(context.new_page()), watcher
    context.close()


@pytest.fixture
def projector(watched_projector: tuple[Page, Watcher]) -> Iterator[Page]:
    """A screen for tests that only look at what `show` opens on it: its time stands still."""
    page, watcher = watched_projector
    watcher.faults.clear()
    yield page
    page.evaluate("stop()")  # where time stands still, nothing will be asked of the event, which goes now
    assert watcher.faults == []


def show(projector: Page, event: Event, *, at: str = "screen") -> Page:
    projector.set_viewport_size(HALL)
    projector.goto(f"/t/{event.slug}/{at}/")
    return projector


def both_sizes(screen: Page) -> Iterator[int]:
    """The heights of projectors, for whose picture it is laid out: first that which it has already."""
    for height in sorted([1080, 720], key=lambda height: height != screen.viewport_size["height"]):
        screen.set_viewport_size({"width": height * 16 // 9, "height": height})
        yield height


@pytest.fixture
def open_screen(one_thread: Browser, live_server: LiveServer, watcher: Watcher) -> Iterator[OpenScreen]:
    """A maker of screens of the test's own, whose time it moves by hand."""
    with ExitStack() as closing:

        def open_(event: Event, *, at: str = "screen", **options: Any) -> Page:
            context = new_context(one_thread, live_server.url, watcher, viewport=HALL, **options)
            closing.callback(context.close)
            page = stop_the_clock(context.new_page())
            page.goto(f"/t/{event.slug}/{at}/")
            return page

        yield open_


def stop_the_clock(page: Page) -> Page:
    page.clock.install(time=datetime(2026, 11, 14, 15, 0))
    page.clock.pause_at(datetime(2026, 11, 14, 15, 1))
    return page


def has_fetched(screen: Page, at: str = "screen") -> None:
    """It has asked what is new, and shows it: not the answer to what it had asked before."""
    asks = screen.locator("[data-screen][aria-busy]")
    expect(asks).to_have_count(0)
    with screen.expect_response(lambda response: response.url.endswith(f"/{at}/")):
        screen.clock.run_for(POLLED)
    expect(asks).to_have_count(0)


def test_all_can_be_read_from_ten_metres(event: Event, projector: Page) -> None:
    few = make_drawn_event(8, published=True)
    make_round(few)
    for shown in (event, few):
        make_result(shown, shown.stages.get().rounds.get(), 1, "+--")
        for contents in (Screen.Contents.BOARD, Screen.Contents.RESULTS, Screen.Contents.STANDINGS):
            set_screen(shown, 1, contents, 12, "")
            sizes = show(projector, shown).evaluate(SIZES)
            assert sizes["smallest"] >= SMALLEST, (contents, sizes)
            assert sizes["names"] >= NAMES, (contents, sizes)
            assert (sizes["lowest"], sizes["widest"]) == (1080, 1920), (contents, sizes)


@pytest.mark.parametrize(("players", "size", "filled"), [(5, 45, 0.5), (8, 45, 0.6), (24, 30, 0.6)])
def test_who_sees_the_whole_draw_at_once_sees_it_over_the_whole_screen(
    players: int, size: int, filled: float, live_server: LiveServer, visit: Visit
) -> None:
    event = make_drawn_event(players)
    context = visit(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    sign_in(context, make_member(event.club).user, live_server.url)
    page = context.new_page()
    page.goto(reverse("rounds:ceremony", args=[event.slug]))
    rows = page.locator(".drawn-numbers > li")
    first, last = rows.first.bounding_box(), rows.last.bounding_box()
    assert first and last
    assert last["y"] + last["height"] - first["y"] >= filled * 800
    assert rows.first.evaluate("row => parseFloat(getComputedStyle(row).fontSize)") >= size
    assert page.evaluate("document.documentElement.scrollHeight") == 800
    assert page.locator(".drawn-numbers").evaluate("list => list.scrollHeight <= list.clientHeight")


def test_a_name_is_as_wide_as_is_reckoned(projector: Page) -> None:
    shown = show(projector, make_drawn_event(1, published=True)).locator("li .name")
    measured = {name: shown.evaluate(WIDTH_IN_EM, name) for name in NAMES_OF_ALL_LETTERS}
    assert measured == pytest.approx({name: name_width(name) for name in NAMES_OF_ALL_LETTERS}, rel=0.02)


@pytest.mark.parametrize("players", [5, 8, 16, 24, 26, 60, 120])
def test_the_code_is_read_from_three_metres_and_nothing_below_touches_it(
    players: int, projector: Page
) -> None:
    event = make_drawn_event(players, published=True)
    give_long_names(event)
    round_ = make_round(event)
    for outcome in ("", "+--"):
        if outcome:
            make_result(event, round_, 1, outcome)
        for contents in (Screen.Contents.BOARD, Screen.Contents.RESULTS, Screen.Contents.STANDINGS):
            set_screen(event, 1, contents, 12, "")
            assert_code_is_read(projector, event)


def test_beside_a_message_the_code_is_read_from_three_metres(projector: Page) -> None:
    event = make_drawn_event(8, published=True)
    screens.put_message(event, "Il turno 4 comincia alle 16")
    assert_code_is_read(projector, event)
    assert show(projector, event).evaluate(BETWEEN, [".screen-message", ".code-word"]) > 0


@pytest.mark.parametrize("players", [4, 12, 23, 60])
def test_beside_a_knockout_the_code_is_read_from_three_metres(players: int, projector: Page) -> None:
    event = make_drawn_event(players, published=True, system="knockout", ranking=["round_reached"])
    give_long_names(event)
    for _round in range(2):
        make_all_results(event, make_round(event), "1-0")
        for contents in (Screen.Contents.RESULTS, Screen.Contents.BRACKET, Screen.Contents.STANDINGS):
            set_screen(event, 1, contents, 12, "")
            assert_code_is_read(projector, event)


@pytest.mark.parametrize("players", [8, 24, 60])
def test_beside_larger_tables_the_code_is_read_from_three_metres(players: int, projector: Page) -> None:
    event = make_seated_event(players, published=True)
    give_long_names(event)
    make_scores(event, make_round(event), tables=2)
    for contents in (Screen.Contents.BOARD, Screen.Contents.RESULTS, Screen.Contents.STANDINGS):
        set_screen(event, 1, contents, 12, "")
        assert_code_is_read(projector, event)


def test_the_code_keeps_away_from_the_edge_and_a_disc_from_what_is_before_it(projector: Page) -> None:
    event = make_drawn_event(16, published=True)
    make_all_results(event, make_round(event), "1-0")
    screen = show(projector, event)
    code = screen.locator(".qr").bounding_box()
    score, second = (screen.locator(one).first.bounding_box() for one in (".outcome", ".second"))
    assert code and score and second
    assert code["y"] >= 20
    assert second["x"] - score["x"] - score["width"] >= 23


def test_before_the_clock_is_set_the_code_is_large(projector: Page) -> None:
    event = make_drawn_event(8, published=True, system="round-robin")
    make_round(event)
    code = show(projector, event, at="clock").locator(".code svg").bounding_box()
    assert code
    assert code["width"] > 320


def test_the_winner_alone_is_amber_in_the_final_standings(projector: Page) -> None:
    event = make_played_event(4, 3)
    close(event)
    names = show(projector, event).locator(".final tbody .name")
    colours = names.evaluate_all("names => names.map(name => getComputedStyle(name).color)")
    assert [colour == AMBER for colour in colours] == [True, False, False, False]


def test_in_a_bracket_the_table_stands_on_its_match(projector: Page) -> None:
    event = make_drawn_event(8, published=True, system="knockout")
    make_round(event)
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    screen = show(projector, event)
    word, match = (screen.locator(one).first.bounding_box() for one in (".match .word", ".match"))
    assert word
    assert match
    assert abs(match["y"] - word["y"] - word["height"]) < 5


def test_the_label_of_the_third_place_stands_on_the_line_of_its_table(projector: Page) -> None:
    event = make_drawn_event(8, published=True, system="knockout", options={"third_place": True})
    for _round in range(2):
        make_all_results(event, make_round(event), "1-0")
    make_round(event)
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    screen = show(projector, event)
    label, table = (screen.locator(one).bounding_box() for one in ("h3.third", ".third .word"))
    assert label and table
    assert label["y"] + label["height"] == pytest.approx(table["y"] + table["height"], abs=0.5)
    assert label["height"] == pytest.approx(table["height"], abs=0.5)


def test_what_stands_beside_the_results_begins_below_its_heading_whatever_the_words(projector: Page) -> None:
    event = make_drawn_event(60, published=True, system="knockout", options={"third_place": False})
    make_all_results(event, make_round(event), "1-0")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    screen = show(projector, event)
    heading, names = screen.locator(".side:visible h3"), screen.locator(".through:visible > li")
    assert heading.evaluate("heading => heading.clientHeight") < 65, "its own words stand in one line"
    for words in (heading.inner_text(), "Dieci parole che non stanno in una riga sola, ma in due"):
        heading.evaluate("(heading, words) => heading.textContent = words", words)
        above, first = heading.bounding_box(), names.first.bounding_box()
        last, foot = names.last.bounding_box(), screen.locator(".screen-foot").bounding_box()
        assert above and first and last and foot
        assert above["y"] + above["height"] <= first["y"] + 1
        assert last["y"] + last["height"] <= foot["y"]


def test_the_standings_of_few_have_the_width_beside_the_code(projector: Page) -> None:
    event = make_played_event(8, 1)
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    box = show(projector, event).locator(".ranking").bounding_box()
    assert box
    assert box["width"] > 0.7 * 1920


@pytest.mark.parametrize("tables", [1, 2, 6])
def test_the_ends_of_games_are_read_from_ten_metres(tables: int, projector: Page) -> None:
    event = make_seated_event(4 * tables, published=True)
    give_long_names(event)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    Clock.objects.of(round_).update(ends_at=now(), left=None)
    for table in round_.tables.games():
        clock.begin_end_of_game(event, table, 1, 1, [3])
    screen = show(projector, event, at="clock")
    for height in both_sizes(screen):
        sizes = screen.evaluate(SIZES)
        assert sizes["smallest"] * 1080 >= SMALLEST * height, sizes
        assert sizes["names"] * 1080 >= NAMES * height, sizes
        assert sizes["lowest"] == height, sizes
        screen.evaluate("document.fonts.ready")
        assert screen.evaluate(CROWDED) == []
        assert screen.evaluate(BETWEEN, [".clock-time p:last-child", ".code-word"]) > 0
        band, word = (screen.locator(one).bounding_box() for one in (".clock-time", ".code-word"))
        assert band and word
        assert band["y"] < word["y"]


def test_from_the_door_it_is_seen_that_time_is_up(live_server: LiveServer, open_screen: OpenScreen) -> None:
    event = make_seated_event(8, published=True)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    Clock.objects.of(round_).update(ends_at=now() + timedelta(minutes=9), left=None)
    for at in ("clock", "screen"):
        screen = open_screen(event, at=at)
        digits = screen.locator("[data-clock-digits]")
        ground = screen.locator("body" if at == "clock" else ".screen-clock")
        expect(digits).to_have_text(re.compile("^[89]:[0-9]{2}$"))
        expect(ground).not_to_have_css("background-color", AMBER)
        screen.clock.fast_forward(600_000)
        expect(digits).to_have_text("Tempo!")
        expect(ground).to_have_css("background-color", AMBER)
        word = screen.locator(".code-word").evaluate("word => getComputedStyle(word).color")
        title = screen.locator("h1").evaluate("title => getComputedStyle(title).color")
        assert (word == title) == (at == "clock")


def test_tables_of_four_five_and_six_stand_on_one_page(projector: Page) -> None:
    few, many = make_seated_event(15, published=True), make_seated_event(51, published=True)
    for event in (few, many):
        give_long_names(event)
        round_ = make_round(event)
        *_others, first, last = round_.tables.games()
        moved = first.seats.last()
        moved.table, moved.position = last, last.seats.count() + 1
        moved.save()
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        make_scores(event, round_, tables=2)
        assert {4, 5, 6} == {table.seats.count() for table in round_.tables.games()}
        assert_nothing_is_crowded(projector, event)


def test_at_larger_tables_all_names_are_semibold_and_numbers_larger(projector: Page) -> None:
    event = make_seated_event(16, published=True)
    make_scores(event, make_round(event), tables=4)
    page = show(projector, event)
    styles = page.locator(".larger-seat .name").evaluate_all(
        "names => names.map(name => getComputedStyle(name).fontWeight)"
    )
    assert set(styles) == {"600"}
    number, name = (
        page.locator(f".larger {one}").first.evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
        for one in (".table-number", ".larger-seat .name")
    )
    assert number > 1.3 * name


@pytest.mark.parametrize("players", [16, 17, 18, 56])
def test_long_names_are_shortened_and_not_cut(players: int, projector: Page) -> None:
    event = make_drawn_event(players, published=True)
    give_long_names(event)
    round_ = make_round(event)
    make_result(event, round_, 1, "+--")
    make_result(event, round_, 2, "=-=")
    for contents in (Screen.Contents.BOARD, Screen.Contents.RESULTS, Screen.Contents.STANDINGS):
        set_screen(event, 1, contents, 12, "")
        assert_nothing_is_crowded(projector, event)


def test_the_rounds_of_a_knockout_are_read_in_full(projector: Page) -> None:
    event = make_drawn_event(23, published=True, system="knockout", ranking=["round_reached"])
    give_long_names(event)
    make_result(event, make_round(event), 1, "1-0")
    for contents in (Screen.Contents.RESULTS, Screen.Contents.STANDINGS):
        set_screen(event, 1, contents, 12, "")
        assert_nothing_is_crowded(projector, event)


@pytest.mark.parametrize("players", [16, 24, 60])
def test_the_word_below_a_score_stays_in_its_row(players: int, projector: Page) -> None:
    event = make_drawn_event(players, published=True, system="knockout", options={"games": 2})
    round_ = make_round(event)
    for table, outcome in enumerate(("=-=", "1-0", "+--"), 1):
        make_result(event, round_, table, outcome)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    screen = show(projector, event)
    for _height in both_sizes(screen):
        assert set(screen.evaluate(OUTSIDE_ROW)) == {0}


@pytest.mark.parametrize("tables", [4, 12, 30, 60])
def test_a_score_stands_level_with_its_name_or_between_both(tables: int, projector: Page) -> None:
    event = make_drawn_event(2 * tables, published=True)
    make_all_results(event, make_round(event), "1-0")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    screen = show(projector, event)
    for height in both_sizes(screen):
        off = screen.evaluate(OFF_BASELINE)
        assert len(off) >= tables
        assert max(off) < 2, (height, max(off))


@pytest.mark.parametrize(("system", "players"), [("knockout", 8), ("round-robin", 8), ("round-robin", 40)])
def test_all_of_a_line_of_the_standings_stands_on_the_foot_of_its_name(
    system: str, players: int, projector: Page
) -> None:
    ranking = ["round_reached"] if system == "knockout" else ["points"]
    event = make_drawn_event(players, published=True, system=system, ranking=ranking)
    make_all_results(event, make_round(event), "1-0")
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    lines = show(projector, event).evaluate(FEET)
    assert len(lines) == players
    assert max(max(feet) - min(feet) for feet in lines) < 1


@pytest.mark.parametrize("players", [16, 40])
def test_what_the_numbers_are_is_said_above_the_first_column(players: int, projector: Page) -> None:
    event = make_drawn_event(players, published=True)
    make_round(event)
    heads = show(projector, event).locator(".board p")
    seen = heads.evaluate_all("all => all.map((head) => head.checkVisibility({opacityProperty: true}))")
    assert seen == [True, *[False] * (len(seen) - 1)]
    assert len(seen) > 1


def test_a_letter_of_the_board_belongs_to_its_name_and_to_no_number(projector: Page) -> None:
    event = make_drawn_event(60, published=True)
    for entry in event.entries.all():
        entry.name = f"{SURNAMES[entry.entry_no % 7]} Irene"
        entry.save(update_fields=["name"])
    make_round(event)
    screen = show(projector, event)
    first, second = (f".board section:nth-child({column})" for column in (1, 2))
    assert screen.evaluate(BETWEEN, [f"{first} .table-number", f"{second} .letter"]) >= 48
    assert screen.evaluate(BETWEEN, [f"{second} .letter", f"{second} .name"]) < 16
    letter, number = (screen.locator(f"{second} {part}").first for part in (".letter", ".table-number"))
    colour = "text => getComputedStyle(text).color"
    assert letter.evaluate(colour) != number.evaluate(colour)


@pytest.mark.parametrize("make", [make_drawn_event, make_seated_event])
@pytest.mark.parametrize("players", [5, 8])
def test_the_tables_of_few_are_read_in_full(
    make: Callable[..., Event], players: int, projector: Page
) -> None:
    event = make(players, published=True)
    give_long_names(event)
    make_round(event)
    assert_nothing_is_crowded(projector, event)


def test_values_of_the_standings_keep_apart(projector: Page) -> None:
    event = make_staged_event(13, FIRST_FOUR, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    screen = show(projector, event)
    column = ".ranking:first-child tbody td:nth-child({})"
    size = screen.locator("tbody .name").first.evaluate("name => parseFloat(getComputedStyle(name).fontSize)")
    assert screen.evaluate(BETWEEN, [column.format(3), column.format(4)]) >= 1.2 * size - 1


def test_few_lines_of_the_standings_stay_together(projector: Page) -> None:
    event = make_played_event(3, 1)
    rows = show(projector, event).locator(".side tbody tr")
    expect(rows).to_have_count(3)
    box = rows.first.bounding_box()
    assert box
    assert box["height"] < 140


def test_who_has_won_a_knockout_is_read_in_full_however_long_the_name(projector: Page) -> None:
    event = make_drawn_event(4, published=True, system="knockout", options={"third_place": True})
    event.entries.update(name="Papadimitriou-Konstantinopoulos Aikaterini Vasiliki")
    for _round in range(2):
        make_all_results(event, make_round(event), "1-0")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    assert_nothing_is_crowded(projector, event)
    champion = show(projector, event).locator(".champion .name")
    assert champion.evaluate("name => name.scrollHeight <= name.clientHeight")


def test_a_long_title_goes_as_far_as_what_stands_in_the_corner(projector: Page) -> None:
    event = make_drawn_event(8, published=True)
    round_ = make_round(event)
    Event.objects.filter(pk=event.pk).update(name="Campionato sociale " * 4, version=F("version") + 1)
    event.refresh_from_db()
    parts = """() => {
        const [title, code] = ["h1", ".qr"].map((part) => document.querySelector(part));
        const clock = document.querySelector(".screen-clock") ?? code;
        const [end, begin] = [title.getBoundingClientRect().right, clock.getBoundingClientRect().left];
        return {cut: title.scrollWidth > title.clientWidth, room: begin - end};
    }"""
    alone = show(projector, event).evaluate(parts)
    assert (alone["cut"], alone["room"] > 0) == (False, True)
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    assert show(projector, event).evaluate(parts)["room"] > 0


def test_on_a_phone_tables_stand_in_one_column(event: Event, open_screen: OpenScreen) -> None:
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    screen = open_screen(event)
    screen.set_viewport_size({"width": 390, "height": 844})
    lefts = "rows => rows.map((row) => row.getBoundingClientRect().left)"
    assert len(set(screen.locator("[data-result]:visible").evaluate_all(lefts))) == 1


def test_it_turns_its_pages_and_goes_to_a_result_that_comes_in(event: Event, open_screen: OpenScreen) -> None:
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    screen = open_screen(event)
    position, shown = screen.locator("[data-screen-position]"), screen.locator("[data-page]:visible")
    expect(position).to_have_text("1 / 3")
    expect(shown.get_by_role("listitem")).to_have_count(20)
    screen.clock.run_for(12_000)
    expect(position).to_have_text("2 / 3")
    record_result(event, make_user(), Table.objects.get(number=57).pk, "1-0")
    has_fetched(screen)
    landed = screen.locator(".landed:visible")
    expect(landed).to_have_attribute("data-value", "1 – 0")
    expect(landed.locator(".table-number")).to_contain_text("57")
    screen.clock.run_for(8_000)
    expect(landed).to_have_count(0)


def test_a_result_with_which_results_take_the_place_of_seats_is_turned_to(
    live_server: LiveServer, open_screen: OpenScreen
) -> None:
    event = make_drawn_event(24, published=True)
    make_round(event)
    screen = open_screen(event)
    early = screen.locator(".early .landed:visible")
    record_result(event, make_user(), Table.objects.get(number=1).pk, "1-0")
    has_fetched(screen)
    expect(early).to_contain_text("1 – 0")
    record_result(event, make_user(), Table.objects.get(number=12).pk, "1-0")
    has_fetched(screen)
    expect(screen.locator(".landed:visible .table-number")).to_have_text("Tavolo 12")
    expect(screen.locator("[data-screen-position]")).to_have_text("2 / 2")


def test_the_bracket_is_read_in_full(projector: Page) -> None:
    event = make_drawn_event(8, published=True, system="knockout", options={"games": 2, "third_place": True})
    give_long_names(event)
    round_ = make_round(event)
    for table, outcomes in enumerate((["+--"], ["1-0", "0-1"], ["=-="]), 1):
        for outcome in outcomes:
            make_result(event, round_, table, outcome)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    assert_nothing_is_crowded(projector, event)
    screen = show(projector, event)
    sizes = screen.evaluate(SIZES)
    assert sizes["smallest"] >= SMALLEST
    assert sizes["names"] >= NAMES
    assert len(screen.evaluate(MATCH_HEIGHTS)) == 1, "some have a word, some have not"
    assert len(screen.evaluate(MATCH_GAPS)) == 1


@pytest.mark.parametrize("players", [23, 60])
def test_the_parts_of_a_large_bracket_are_read_in_full(players: int, projector: Page) -> None:
    event = make_drawn_event(players, published=True, system="knockout", options={"games": 2})
    give_long_names(event)
    make_result(event, make_round(event), 1, "+--")
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    assert_nothing_is_crowded(projector, event)
    sizes = show(projector, event).evaluate(SIZES)
    assert sizes["smallest"] >= SMALLEST
    assert sizes["names"] >= NAMES


def test_a_result_glows_from_when_its_page_is_first_seen(event: Event, open_screen: OpenScreen) -> None:
    set_screen(event, 1, Screen.Contents.RESULTS, 11, "")
    screen = open_screen(event)
    for number in (57, 25):  # the first one is turned to, the second one waits for its page
        record_result(event, make_user(), Table.objects.get(number=number).pk, "1-0")
        has_fetched(screen)
        expect(screen.locator(f"[data-result='1-{number}']")).to_have_attribute("data-value", "1 – 0")
    position, glowing = (
        screen.locator("[data-screen-position]"),
        screen.locator(".landed:visible .table-number"),
    )
    expect(position).not_to_have_text("2 / 6")
    for _second in range(60):
        if position.inner_text() == "2 / 6":
            break
        screen.clock.run_for(1_000)
    expect(glowing).to_have_text("Tavolo 25")
    screen.clock.run_for(8_000)
    expect(glowing).to_have_count(0)


def test_pages_go_on_turning_while_results_come_in(event: Event, open_screen: OpenScreen) -> None:
    set_screen(event, 1, Screen.Contents.RESULTS, 7, "")
    screen = open_screen(event, reduced_motion="reduce")
    position, arbiter = screen.locator("[data-screen-position]"), make_user()
    seen = []
    for number in range(60, 43, -1):
        record_result(event, arbiter, Table.objects.get(number=number).pk, "1-0")
        has_fetched(screen)
        expect(screen.locator(f"[data-result='1-{number}']")).to_have_attribute("data-value", "1 – 0")
        seen.append(position.inner_text().partition(" ")[0])
    turns = [page for page, before in zip(seen, ["", *seen], strict=False) if page != before]
    assert turns == [*"3123456", *"31234"][: len(turns)]  # the results, then three of the standings
    assert len(turns) >= 11


def test_a_result_glows_its_whole_time_over_others(event: Event, open_screen: OpenScreen) -> None:
    set_screen(event, 1, Screen.Contents.RESULTS, 30, "")
    screen = open_screen(event)
    glowing = screen.locator(".landed:visible .table-number")
    for number in (1, 2):
        record_result(event, make_user(), Table.objects.get(number=number).pk, "1-0")
        has_fetched(screen)
        expect(glowing).to_have_count(number)
    screen.clock.run_for(3_000)
    expect(glowing).to_have_text("Tavolo 2")
    record_result(event, make_user(), Table.objects.get(number=15).pk, "1-0")
    has_fetched(screen)
    expect(glowing).to_contain_text("15")


def test_what_the_arbiter_sets_is_shown_by_itself(event: Event, open_screen: OpenScreen) -> None:
    screen = open_screen(event)
    expect(screen.locator("[data-page]:visible .letter").first).to_have_text("G")
    screens.put_message(event, "Si riprende alle 16")
    has_fetched(screen)
    expect(screen.locator("[data-page]:visible")).to_have_text("Si riprende alle 16")
    screens.put_message(event, "")
    set_screen(event, 1, Screen.Contents.RESULTS, 5, "")
    has_fetched(screen)
    expect(screen.locator("[data-page]:visible h2")).to_have_text("Turno 1 tavoli 1–20 di 60")
    screen.clock.run_for(5_000)
    expect(screen.locator("[data-page]:visible h2")).to_have_text("Turno 1 tavoli 21–40 di 60")


def test_a_message_covers_the_clock_too_with_the_time_in_the_corner(
    live_server: LiveServer, open_screen: OpenScreen
) -> None:
    event = make_seated_event(8, published=True)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    Clock.objects.of(round_).update(ends_at=now() + timedelta(minutes=9), left=None)
    screen = open_screen(event, at="clock")
    expect(screen.locator(".clock-digits")).to_be_visible()
    expect(screen.locator("[data-screen-pause]")).to_be_hidden()  # nothing turns
    screens.put_message(event, "Si riprende alle 16")
    has_fetched(screen, "clock")
    expect(screen.locator("[data-page]:visible")).to_have_text("Si riprende alle 16")
    expect(screen.locator(".clock-digits")).to_have_count(0)
    assert screen.evaluate(BETWEEN, [".screen-clock", ".code-word"]) > 0
    assert screen.evaluate(CROWDED) == []
    for height in both_sizes(screen):
        sizes = screen.evaluate(SIZES)
        assert (sizes["smallest"] * 1080 >= SMALLEST * height, sizes["lowest"]) == (True, height)
    words = screen.locator("h1, .code-word")
    colours = words.evaluate_all("words => words.map((word) => getComputedStyle(word).color)")
    screen.clock.fast_forward(600_000)
    expect(screen.locator(".screen-clock.up")).to_have_text("Tempo!")
    assert words.evaluate_all("words => words.map((word) => getComputedStyle(word).color)") == colours
    screens.put_message(event, "")
    has_fetched(screen, "clock")
    expect(screen.locator(".clock-digits")).to_be_visible()
    expect(screen.locator(".screen-message")).to_have_count(0)


@pytest.mark.parametrize("at", ["screen", "clock"])
def test_a_message_is_broken_between_its_words_alone(
    at: str, live_server: LiveServer, open_screen: OpenScreen
) -> None:
    event = make_seated_event(8, published=True)
    clock.set_clock(event, make_round(event), 90, Ending.EDITION_2014)
    screens.put_message(event, SHORT_MESSAGES[0])
    screen = open_screen(event, at=at)
    message = screen.locator(".screen-message")
    for text in SHORT_MESSAGES:
        screens.put_message(event, text)
        has_fetched(screen, at)
        expect(message).to_have_text(text)
        for height in both_sizes(screen):
            assert message.evaluate(BROKEN_WORDS) == []
            assert screen.evaluate("document.documentElement.scrollHeight") == height


def test_the_secret_minute_is_read_from_ten_metres(projector: Page) -> None:
    event = make_seated_event(8, published=True)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, Ending.SECRET, (90, 120), make_user())
    screen = show(projector, event, at="clock")
    expect(screen.locator(".clock-secret code")).to_have_text(re.compile("[0-9a-f]{64}"))
    assert screen.evaluate(SIZES)["smallest"] >= SMALLEST
    assert screen.evaluate(CROWDED) == []


def test_the_arbiter_reads_how_long_a_turn_of_each_screen_takes(
    event: Event, live_server: LiveServer, visit: Visit
) -> None:
    set_screen(event, 2, Screen.Contents.RESULTS, 20, "")
    arbiter = visit()
    sign_in(arbiter, make_member(event.club).user, live_server.url)
    page = arbiter.new_page()
    page.goto(reverse("rounds:screens", args=[event.slug]))
    turns = page.locator("[data-screen-turn]")
    expect(turns).to_have_text(
        [
            "Adesso 3 pagine di 12 secondi: un giro dura 36 secondi.",
            "Adesso 3 pagine di 20 secondi: un giro dura 60 secondi.",
        ]
    )
    controls = page.locator(".screens tbody tr:first-child :is(select, input)").all()
    boxes = [control.bounding_box() for control in controls]
    assert len(boxes) == 4
    assert {round(box["height"]) for box in boxes if box} == {44}
    assert len({round(box["y"]) for box in boxes if box}) == 1


def test_a_result_simply_appears_where_nothing_is_to_move(event: Event, open_screen: OpenScreen) -> None:
    set_screen(event, 1, Screen.Contents.RESULTS, 60, "")
    screen = open_screen(event, reduced_motion="reduce")
    record_result(event, make_user(), Table.objects.get(number=1).pk, "1-0")
    has_fetched(screen)
    expect(screen.locator(".landed:visible")).to_be_visible()
    assert screen.evaluate("document.getAnimations().length") == 0


def test_on_a_light_screen_discs_and_figures_are_told_from_the_ground_of_a_new_result(
    live_server: LiveServer, open_screen: OpenScreen
) -> None:
    event = make_drawn_event(16, published=True)
    round_ = make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 60, "", light=True)
    screen = open_screen(event, reduced_motion="reduce")
    record_result(event, make_user(), round_.tables.get(number=1).pk, "1-0")
    has_fetched(screen)
    landed = screen.locator(".landed:visible")
    ring = "disc => getComputedStyle(disc, '::before').borderTopColor"
    for colour in ("white", "black"):
        assert landed.locator(f".seat.{colour}").evaluate(ring) == IVORY
    for fate in ("won", "lost"):
        expect(landed.locator(f".outcome .{fate}")).to_have_css("color", IVORY)


def test_who_rests_stands_directly_below_the_tables(projector: Page) -> None:
    event = make_played_event(5, 1)
    screen = show(projector, event)
    line, name = (screen.locator(one).bounding_box() for one in (".byes", ".byes strong"))
    assert line and name
    assert name["y"] - line["y"] < 0.2 * line["height"]


def test_a_single_page_has_no_pause_and_a_short_message_fills_it(
    event: Event, open_screen: OpenScreen
) -> None:
    screen = open_screen(event)
    expect(screen.locator("[data-screen-pause]")).to_be_visible()
    screens.put_message(event, "Pausa")
    has_fetched(screen)
    screen.keyboard.press("ArrowRight")
    expect(screen.locator("[data-screen-pause]")).to_be_hidden()
    assert screen.evaluate(CROWDED) == []
    expect(screen.locator(".screen-message")).to_have_css("font-size", "475.2px")


def test_it_waits_when_it_is_told_to_and_hides_what_is_not_for_the_hall(
    event: Event, open_screen: OpenScreen
) -> None:
    screen = open_screen(event)
    position, pause = screen.locator("[data-screen-position]"), screen.locator("[data-screen-pause]")
    paused = screen.get_by_text("In pausa")
    screen.clock.run_for(3_000)
    expect(pause).not_to_be_visible()
    expect(paused).not_to_be_visible()
    assert screen.evaluate("getComputedStyle(document.body).cursor") == "none"
    screen.keyboard.press("Space")
    expect(pause).to_be_visible()
    expect(pause).to_have_text("Riprendi")
    screen.clock.run_for(12_000)
    expect(pause).not_to_be_visible()
    expect(paused).to_be_visible()  # for it to be known why nothing turns
    screen.keyboard.press("ArrowRight")
    expect(position).to_have_text("2 / 3")
    screen.keyboard.press("Space")
    expect(pause).to_have_text("Pausa")
    expect(paused).not_to_be_visible()
    screen.clock.run_for(12_000)
    expect(position).to_have_text("3 / 3")
