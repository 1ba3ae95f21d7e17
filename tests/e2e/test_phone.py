"""A hall with two phones: the arbiter's, which enters results, and a player's, which follows."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Proposal, Round
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.table_links import address_of
from scoring.document import SeatScore
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.e2e.world import PEOPLE, drawn
from tests.factories import (
    make_club,
    make_drawn_event,
    make_entries,
    make_event,
    make_member,
    make_played_event,
    make_player,
    make_result,
    make_results,
    make_round,
    make_seated_event,
    make_user,
)
from tests.rounds.multiplayer import table_of


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Six players, the first round on the boards, for everybody to follow."""
    club = make_club("Circolo Alfiere")
    event = drawn("Sociale", club, [make_player(club, name, affiliation=where) for name, where in PEOPLE[:6]])
    make_round(event)
    settings_actions.publish(event)
    return event


@pytest.fixture
def phone(visit: Visit) -> Page:
    """Of somebody whom the site does not know yet."""
    return visit(**PHONE).new_page()


@pytest.fixture
def arbiter(event: Event, phone: Page, live_server: LiveServer) -> Page:
    sign_in(phone.context, make_member(event.club, role=Role.HELPER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/rounds/1/")
    return phone


@pytest.fixture
def player(event: Event, phone: Page) -> Page:
    """On the public page."""
    phone.goto(f"/t/{event.slug}/")
    return phone


def test_one_tap_and_everybody_sees_the_result(event: Event, arbiter: Page, visit: Visit) -> None:
    player = visit(alone=True, **PHONE).new_page()
    player.clock.install()
    player.goto(f"/t/{event.slug}/")
    result = player.locator("#live table.pairings tbody tr").first.locator(".outcome")
    expect(result).to_be_empty()

    arbiter.get_by_role("group", name="Risultato del tavolo 1").get_by_role("button", name="Patta").tap()
    expect(arbiter.locator("[data-table].done")).to_have_count(1)
    expect(arbiter.locator("#progress")).to_contain_text("1 di 3")

    player.evaluate("window.sameAsBefore = true")
    player.clock.fast_forward(15_000)  # until the page asks again
    expect(result).to_contain_text("½")
    assert player.evaluate("window.sameAsBefore"), "the page was loaded anew"


def test_after_the_last_result_of_a_long_list_the_phone_shows_what_comes_next(
    phone: Page, live_server: LiveServer
) -> None:
    round_ = make_round(make_drawn_event(24))
    event = round_.stage.event
    make_results(event, round_, ["1-0"] * 11, make_user())
    sign_in(phone.context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/rounds/1/")
    phone.get_by_role("group", name="Risultato del tavolo 12").get_by_role("button", name="Patta").tap()
    expect(phone.get_by_role("button", name="Abbina il turno 2")).to_be_in_viewport()


def test_tables_of_three_columns_in_the_help_fit_a_phone(phone: Page) -> None:
    for address in ("/aiuto/parole/", "/help/words/", "/aiuto/stampe/"):
        phone.goto(address)
        hidden = phone.locator(".prose .scroll").evaluate_all(
            "all => all.map(one => one.scrollWidth - one.clientWidth)"
        )
        assert hidden and not any(hidden), address


def test_the_box_for_several_names_opens_where_it_was_tapped(phone: Page, live_server: LiveServer) -> None:
    """Above the roster, which stands open until somebody has entered."""
    event = make_event(make_club("Circolo Nuovo", owner=make_user()))
    for name, _affiliation in PEOPLE:
        make_player(event.club, name)
    sign_in(phone.context, event.club.memberships.get().user, live_server.url)
    phone.goto(f"/e/{event.slug}/entries/")
    box = phone.get_by_text("Incolla più nomi")
    before = box.bounding_box()
    box.tap()
    expect(phone.get_by_label("Nomi, uno per riga")).to_be_visible()
    assert box.bounding_box()["y"] == before["y"]


def test_a_name_of_an_entry_has_one_line_and_what_can_be_done_is_behind_three_dots(
    event: Event, phone: Page, live_server: LiveServer
) -> None:
    event.entries.update(name="Bertolotti Pier Giorgio", rating=1440)
    sign_in(phone.context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/entries/")
    row = phone.locator(".entered tbody tr").last
    box = row.locator("th a").bounding_box()
    assert box
    assert box["height"] < 40
    withdraw = row.get_by_role("link", name="Ritira")
    expect(withdraw).to_be_hidden()
    row.locator("summary").tap()
    withdraw.tap()
    phone.wait_for_url("**/withdraw/**")


def test_at_the_table_a_tap_chooses_and_the_button_sends(event: Event, phone: Page) -> None:
    table = event.stages.get().rounds.get().tables.select_related("round__stage").get(number=1)
    white, black = (seat.entry.name for seat in table.seats.select_related("entry").order_by("position"))
    phone.goto(address_of(table))
    phone.get_by_role("radio", name=f"Vince {white}").tap()
    expect(phone.get_by_role("button", name=f"Invia: vince {white}")).to_be_visible()
    phone.get_by_role("radio", name=f"Vince {black}").tap()
    assert Proposal.objects.count() == 0
    phone.get_by_role("button", name=f"Invia: vince {black}").tap()
    expect(phone.locator(".score li")).to_have_text(
        [re.compile(f"{white}\\s+0"), re.compile(f"{black}\\s+1")]
    )
    assert Proposal.objects.count() == 1


def test_the_arbiter_has_a_line_for_the_site_and_a_line_for_the_round(event: Event, arbiter: Page) -> None:
    """No keyboard is offered where there is none, and a game to be finished another day takes no room from
    the number of the round.
    """
    expect(arbiter.get_by_text("Da tastiera")).to_be_hidden()
    assert arbiter.evaluate("document.activeElement === document.body")
    menu = arbiter.locator(".account summary")
    brand = arbiter.locator(".site .brand").bounding_box()
    site = arbiter.locator(".site").bounding_box()
    assert brand and site and site["height"] < 2 * brand["height"]
    expect(arbiter.get_by_role("button", name="Esci")).to_be_hidden()
    menu.tap()
    expect(arbiter.get_by_role("button", name="Esci")).to_be_visible()
    entries = arbiter.locator(".account .menu :is(a, button)").evaluate_all(f"all => all.map({MIDDLE})")
    assert len({round(lower - upper) for upper, lower in pairwise(entries)}) == 1, "equally far apart"
    menu.tap()

    arbiter.locator("#tables > li:visible").last.scroll_into_view_if_needed()
    arbiter.mouse.wheel(0, 2000)
    line = arbiter.locator(".round-line .here")
    expect(line).to_be_in_viewport(ratio=1)
    box = line.bounding_box()
    assert box and box["height"] <= 48

    make_result(event, Round.objects.get(stage__event=event), 1, "adjourned")
    arbiter.reload()
    count = arbiter.locator("#progress").get_by_text("aggiornate: 1", exact=True)
    assert (count.bounding_box() or {"width": 0})["width"] > 48, "in sight, and not read out alone"
    title = arbiter.locator(".here h1")
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth")
    assert arbiter.locator("#progress progress").bounding_box()["width"] >= 48


def test_a_message_begins_in_the_line_of_its_icon(phone: Page, live_server: LiveServer) -> None:
    owner = make_user()
    club = make_club("Circolo di prova", owner=owner, demo=True)
    sign_in(phone.context, owner, live_server.url)
    phone.goto(f"/c/{club.slug}/")
    icon, words = phone.locator(".message .icon").bounding_box(), phone.locator(".message p")
    first_line = words.evaluate(FIRST_LINE)
    assert abs(icon["y"] + icon["height"] / 2 - first_line) < 2


def test_the_own_row_is_marked_alike_in_a_round_and_in_the_calendar(event: Event, player: Page) -> None:
    player.evaluate(f"localStorage.setItem('seat:/t/{event.slug}/', 'seat-1')")
    for path in ("rounds/1/", "calendar/"):
        player.goto(f"/t/{event.slug}/{path}")
        own = player.locator(".mine").first
        assert own.evaluate(BLEEDS), path
    row = player.locator(".rounds .by-table tbody tr:not(.mine)").first
    names = [seat.bounding_box() for seat in row.locator(".seat").all()]
    between = (names[0]["y"] + names[-1]["y"] + names[-1]["height"]) / 2
    number = row.locator(".table-number")
    assert abs(number.evaluate(MIDDLE) - between) < 3, "the number of a table is between its names"


def test_black_is_a_black_disc_with_a_light_ring_in_a_dark_crosstable(event: Event, phone: Page) -> None:
    make_results(event, Round.objects.get(stage__event=event), ["1-0", "=-=", "0-1"], make_user())
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"/t/{event.slug}/crosstable/")
    fill, ring = phone.locator(".game-symbol.black").first.evaluate(PIECE)
    assert max(fill) < min(phone.locator("html").evaluate(GROUND)), "darker than the cell: no empty ring"
    assert min(ring) > 127
    phone.goto(f"/t/{event.slug}/rounds/1/")
    assert phone.locator(".seat.black").first.evaluate(PIECE) == [fill, ring], "as everywhere"


def test_a_crosstable_shows_the_colours_of_the_round_that_is_played(phone: Page) -> None:
    """Of a whole calendar only those of the games played."""
    swiss = make_drawn_event(4, published=True, system="amalfi", options={"rounds": 3})
    league = make_drawn_event(4, published=True)
    for event, shown in ((swiss, True), (league, False)):
        make_round(event)
        phone.goto(f"/t/{event.slug}/crosstable/")
        piece = "one => getComputedStyle(one, '::before').content"
        assert (phone.locator(".game-symbol").first.evaluate(piece) != "none") == shown


COLOUR = "const of = (style, name) => style[name].match(/\\d+/g).map(Number)"
PIECE = f"""one => {{
  {COLOUR};
  const piece = getComputedStyle(one, "::before");
  return [of(piece, "backgroundColor"), of(piece, "borderTopColor")];
}}"""
GROUND = f"root => {{ {COLOUR}; return of(getComputedStyle(document.body), 'backgroundColor') }}"


def test_the_choices_of_a_crosstable_are_all_in_sight_and_names_keep_off_the_rule(phone: Page) -> None:
    event = make_played_event(70, 1, published=True)
    phone.goto(f"/t/{event.slug}/crosstable/")
    chips = [chip.bounding_box() for chip in phone.locator("#live .chip:visible").all()]
    assert len({chip["y"] for chip in chips if chip}) == 3, "a line each: order, rows, columns"
    assert all(chip and chip["x"] + chip["width"] <= PHONE["viewport"]["width"] for chip in chips)
    name = phone.locator(".crosstable tbody .name").first
    assert name.evaluate("name => parseFloat(getComputedStyle(name).paddingInlineEnd)") >= 4


def test_the_steps_before_an_event_are_one_line_of_one_green(phone: Page, live_server: LiveServer) -> None:
    event = make_drawn_event(4)
    phone.emulate_media(color_scheme="dark")
    sign_in(phone.context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/")
    steps = phone.locator(".steps > li")
    assert steps.evaluate_all(f"all => new Set(all.map({MIDDLE})).size") == 1
    green = "one => getComputedStyle(one, '::before').borderTopColor"
    done, current = phone.locator(".steps > .done").first, phone.locator(".steps > [aria-current]")
    assert done.evaluate(green) == current.evaluate(green)


def test_of_points_with_decimals_the_next_column_shows_that_it_is_there(phone: Page) -> None:
    event = make_seated_event(8, published=True)
    for _number in range(2):
        for table in make_round(event).tables.games():
            scores = [SeatScore(points=points) for points in (33, 44, 22, 15)]
            record_scores(event, make_user(), table.pk, scores)
    phone.goto(f"/t/{event.slug}/standings/")
    assert phone.locator(".scroll").evaluate(FIGURE_CUT) >= 8


def test_a_recorded_table_is_two_lines_and_may_be_left_out_and_another_forfeited(
    arbiter: Page,
) -> None:
    first = arbiter.locator("#tables > li").first
    keys = arbiter.get_by_role("group", name="Risultato del tavolo 1")
    keys.get_by_role("button", name="Patta").tap()
    expect(keys).to_be_hidden()
    expect(first.locator(".state")).to_be_visible()
    box = first.bounding_box()
    assert box and box["height"] < 80
    arbiter.get_by_label("Altri risultati del tavolo 1").tap()
    expect(keys).to_be_visible()  # to correct it
    arbiter.get_by_label("Solo mancanti").check()
    expect(first).to_be_hidden()
    expect(arbiter.locator("#tables > li:visible")).to_have_count(2)

    arbiter.get_by_label("Solo mancanti").uncheck()
    arbiter.get_by_label("Altri risultati del tavolo 2").tap()
    arbiter.locator("[data-table]").nth(1).get_by_role("button", name="non si è presentato").last.tap()
    expect(arbiter.locator("[data-table]").nth(1)).to_contain_text("forfait")


def test_a_table_of_five_is_folded_until_it_is_entered_or_corrected(
    phone: Page, live_server: LiveServer
) -> None:
    round_ = make_round(make_seated_event(10, make_club("Circolo")))
    event = round_.stage.event
    first = table_of(round_, 1)
    record_scores(event, make_user(), first.pk, [SeatScore(points=points) for points in (1, 22, 33, 44, 5)])
    sign_in(phone.context, make_member(event.club, role=Role.HELPER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/rounds/1/")
    row, points = phone.locator(f"#table-{first.pk}"), phone.locator(f"#t{first.pk}-1-points")
    expect(points).to_be_hidden()
    expect(row.locator(".seats > .winner")).to_be_visible()
    ends = row.locator(".seats b").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    assert len(ends) == 5
    assert len(set(ends)) == 1
    row.locator(".unfold").tap()
    expect(points).to_be_visible()
    expect(row.locator(".seats")).to_be_hidden()
    points.fill("2")
    row.get_by_role("button", name="Salva").tap()
    expect(points).to_be_hidden()
    phone.reload()
    second = table_of(round_, 2)
    points = phone.locator(f"#t{second.pk}-1-points")
    expect(points).to_be_hidden()
    phone.locator(f"#table-{second.pk}").get_by_text("Inserisci").tap()
    expect(points).to_be_visible()


def test_a_player_finds_himself_and_whom_he_meets(event: Event, player: Page) -> None:
    me = event.entries.get(name="De Cillis Beatrice")
    seat = me.seats.select_related("table").get(round__number=1)
    opponent = seat.table.seats.exclude(pk=seat.pk).get().entry

    player.get_by_role("link", name="Turni").tap()
    player.get_by_role("link", name="Per nome").tap()
    expect(player.locator("#live table.by-name")).to_be_visible()  # the page before has such a field, too
    player.get_by_placeholder("Il tuo cognome…").fill("cillis")
    expect(player.locator("#live table.by-name tbody tr")).to_have_count(1)
    player.get_by_role("rowheader", name=me.name).get_by_role("link").tap()

    expect(player.get_by_role("heading", name=me.name)).to_be_visible()
    card = player.locator("section.next")
    expect(card).to_contain_text("Si gioca adesso")
    expect(card).to_contain_text(opponent.name)
    expect(card).to_contain_text("col Bianco" if seat.position == 1 else "col Nero")
    expect(card.get_by_role("heading")).to_have_text(f"Tavolo {seat.table.number}")


def test_why_this_pairing_and_a_crosstable_whose_names_stay_while_it_is_swiped(player: Page) -> None:
    player.get_by_role("link", name="Perché il tavolo 2").tap()
    expect(player.get_by_role("heading", name="Perché questo tavolo?")).to_be_visible()
    expect(player.locator("ol.reasons")).to_contain_text("tabelle di Berger")
    player.get_by_role("link", name="Tabella", exact=True).tap()
    expect(player.locator("table.crosstable tbody tr")).to_have_count(6)

    player.set_viewport_size({"width": 320, "height": 700})
    row = player.locator("table.crosstable tbody tr").first
    kept = [row.locator(one) for one in (".row-number", ".name")]

    def left_edges() -> list[float]:
        return [round(cell.bounding_box()["x"]) for cell in kept]

    before, game = left_edges(), row.locator("td").last
    was = game.bounding_box()["x"]
    player.locator(".crosstable-scroll").evaluate("region => region.scrollTo(region.scrollWidth, 0)")
    expect(player.locator(".crosstable-scroll")).not_to_have_js_property("scrollLeft", 0)
    assert left_edges() == before
    assert game.bounding_box()["x"] < was, "all else moves"
    assert before == sorted(before)
    head = player.locator("table.crosstable thead .name")
    assert round(head.bounding_box()["x"]) == before[1], "its head goes along"


def test_long_names_do_not_break_and_a_table_says_that_it_goes_on(event: Event, player: Page) -> None:
    event.entries.filter(entry_no__lte=2).update(name="Squarcialupi Massimiliano")
    event.refresh_from_db()
    event.version += 1
    event.save()
    player.goto(f"/t/{event.slug}/rounds/1/")
    heights = {name.bounding_box()["height"] for name in player.locator(".pairings .seat").all()}
    assert len(heights) == 1
    player.get_by_role("link", name="Per nome").tap()
    expect(player.locator(".by-name tbody tr")).to_have_count(6)
    assert {name.bounding_box()["height"] for name in player.locator(".pairings .seat").all()} == heights

    player.set_viewport_size({"width": 320, "height": 700})
    player.goto(f"/t/{event.slug}/crosstable/")
    region = player.locator(".crosstable-scroll")
    assert region.evaluate("region => region.scrollHeight <= region.clientHeight")
    faded = "region => getComputedStyle(region).getPropertyValue('--more')"
    assert region.evaluate(faded) == "20px"
    region.evaluate("region => region.scrollTo(region.scrollWidth, 0)")
    expect(player.locator(".crosstable-scroll")).not_to_have_js_property("scrollLeft", 0)
    expect(region).to_have_css("--more", "0px")


def test_on_a_tablet_a_tap_on_a_line_of_the_standings_is_that_line_s(
    visit: Visit, live_server: LiveServer
) -> None:
    event = make_played_event(4, 1)
    page = visit(**PHONE | {"viewport": {"width": 820, "height": 1180}}).new_page()
    page.goto(f"/t/{event.slug}/standings/")
    link = page.locator(".standings tbody th a").first
    to = link.get_attribute("href")
    link.tap()
    expect(page).to_have_url(re.compile(f"{to}$"))


def test_typing_begins_at_once_but_on_a_touch_screen(phone: Page, visit: Visit) -> None:
    for page, begins in ((phone, "BODY"), (visit().new_page(), "INPUT")):
        page.goto("/login/")
        expect(page.locator("[data-focus]")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.activeElement.tagName") == begins


def test_standings_scrolled_sideways_keep_names_readable_and_heads_whole(event: Event, phone: Page) -> None:
    make_results(event, Round.objects.get(stage__event=event), ["1-0", "=-=", "0-1"], make_user())
    phone.goto(f"/t/{event.slug}/standings/")
    assert phone.locator(".scroll").evaluate("region => region.scrollWidth > region.clientWidth")
    heads = phone.locator(".standings thead .num").evaluate_all(SHOWN)
    assert {tuple(head) for head in heads} == {(False, True), (True, False)}
    for distance in (70, 9999):
        phone.locator(".scroll").evaluate("(region, x) => region.scrollTo(x, 0)", distance)
        assert phone.evaluate(COVERED) == []
        assert phone.evaluate(CUT) == []


def test_on_a_score_sheet_names_begin_beside_the_places_and_a_ring_is_off_its_label(
    phone: Page, live_server: LiveServer
) -> None:
    event = make_seated_event(4, published=True)
    event.entries.filter(entry_no=1).update(name="Squarcialupi Massimiliano Maria")
    table = make_round(event).tables.select_related("round__stage").get()
    phone.goto(address_of(table))
    for row in phone.locator(".scores tbody tr").all():
        name, place = row.locator("th"), row.locator(".scored").first
        assert name.bounding_box()["y"] == place.bounding_box()["y"]
        label, field = (row.locator(".cell-number").first.locator(one) for one in ("label", "input"))
        box = label.bounding_box()
        assert field.bounding_box()["y"] - box["y"] - box["height"] >= 4


def test_the_roll_call_begins_high(phone: Page, live_server: LiveServer) -> None:
    event = make_event()
    make_entries(event, 6)
    sign_in(phone.context, make_member(event.club).user, live_server.url)
    phone.goto(f"/e/{event.slug}/entries/presence/")
    assert phone.locator("#players button").first.bounding_box()["y"] < 480


def test_of_a_long_table_that_is_swiped_the_heads_stay_and_its_lines_are_whole(
    phone: Page, live_server: LiveServer
) -> None:
    event = make_played_event(40, 1, system="amalfi", options={"rounds": 3})
    event.entries.filter(entry_no=1).update(name="Squarcialupi Massimiliano Maria")
    make_round(event)
    for path in ("standings/", "standings/needs/", "crosstable/"):
        phone.goto(f"/t/{event.slug}/{path}")
        heights = phone.locator(".scroll tbody tr").evaluate_all(HEIGHTS)
        assert len(heights) == 40
        assert [height for height in heights if height % 1] == [], path
        assert phone.locator(".scroll").evaluate("region => region.scrollHeight <= region.clientHeight"), path
        phone.locator(".scroll").evaluate("region => { scrollTo(0, 900); region.scrollTo(60, 0); }")
        head = phone.locator("thead .name")
        expect(head).to_be_in_viewport()
        assert round(head.bounding_box()["y"]) == 0, path
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(phone.locator("footer")).to_be_in_viewport(ratio=0.9)


def test_bars_have_their_scale_and_surnames_are_whole(phone: Page) -> None:
    event = make_played_event(8, 1, system="amalfi", options={"rounds": 3}, published=True)
    event.entries.filter(entry_no=1).update(name="Degl’Innocenti Guido")
    phone.goto(f"/t/{event.slug}/standings/needs/")
    expect(phone.locator("thead").get_by_text("A quanti punti può finire")).to_be_visible()
    scale, bar = (phone.locator(of).first.bounding_box() for of in ("thead .reach-words", "tbody .reach"))
    assert (scale["x"], scale["width"]) == (bar["x"], bar["width"])
    phone.goto(f"/t/{event.slug}/crosstable/")
    name = phone.locator("tbody .name", has_text="Degl’Innocenti")
    assert name.evaluate(LINES_OF_SURNAME) == 1


LINES_OF_SURNAME = """cell => {
  const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const begins = words.currentNode.data.indexOf("Degl");
    if (begins < 0) continue;
    const surname = document.createRange();
    surname.setStart(words.currentNode, begins);
    surname.setEnd(words.currentNode, begins + "Degl’Innocenti".length);
    return surname.getClientRects().length;
  }
}"""


def test_two_figures_stand_beside_a_name_below_short_heads(phone: Page, live_server: LiveServer) -> None:
    ranking = ["points", "buchholz_cut1", "buchholz", "progressive"]
    event = make_played_event(8, 2, system="amalfi", options={"rounds": 3}, ranking=ranking)
    phone.goto(f"/t/{event.slug}/standings/")
    edge = phone.locator(".scroll").bounding_box()
    for head in phone.locator("thead .num").all()[:2]:
        box = head.bounding_box()
        assert box["x"] + box["width"] <= edge["x"] + edge["width"] - 20, "what fades is not among them"
    cut = phone.locator("thead abbr", has_text="Buchholz Cut 1")
    assert cut.evaluate("head => getComputedStyle(head, '::before').content").startswith('"BH-C1"')
    assert phone.locator("thead").bounding_box()["height"] < 44
    phone.get_by_text("Come si leggono le colonne?").tap()
    expect(phone.get_by_text("Buchholz Cut 1 (BH-C1):")).to_be_visible()


MIDDLE = """cell => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  const { y, height } = words.getBoundingClientRect();
  return y + height / 2;
}"""

FIRST_LINE = """words => {
  const text = document.createRange();
  text.selectNodeContents(words);
  const { y, height } = text.getClientRects()[0];
  return y + height / 2;
}"""

HEIGHTS = "rows => rows.map(row => row.getBoundingClientRect().height)"

COVERED = """[...document.querySelectorAll(".standings tbody .name")].filter(name => {
  const { left, top, width, height } = name.getBoundingClientRect();
  const at = document.elementFromPoint(left + width - 12, top + height / 2);
  return at && !name.contains(at);
}).map(name => name.textContent.trim())"""

SHOWN = """heads => {
  const edge = heads[0].closest(".scroll").getBoundingClientRect().right;
  return heads.map(head => [head.getBoundingClientRect(), getComputedStyle(head).color]).filter(
    ([{ left }]) => left < edge).map(([{ right }, colour]) => [right > edge, !colour.endsWith(", 0)")]);
}"""

BLEEDS = """row => {
  const { left, top, height } = row.getBoundingClientRect();
  return left < row.parentElement.getBoundingClientRect().left
    && document.elementFromPoint(left + 2, top + height / 2).closest(".mine") === row;
}"""

FIGURE_CUT = """region => {
  const edge = region.getBoundingClientRect().right;
  const figures = [...region.querySelectorAll("tbody td.num")].map(cell => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getBoundingClientRect();
  });
  return Math.max(...figures.map(({ left, right }) => left < edge && right > edge ? edge - left : 0));
}"""

CUT = """(() => {
  const names = document.querySelector(".standings thead .name").getBoundingClientRect().right;
  return [...document.querySelectorAll(".standings thead .num")].filter(head => {
    const { left, right } = head.getBoundingClientRect();
    return left + parseFloat(getComputedStyle(head).paddingLeft) < names - 2 && right > names + 2;
  }).map(head => head.textContent.trim());
})()"""


def test_in_a_roll_call_of_a_round_names_come_early_and_what_is_next_stays(
    phone: Page, live_server: LiveServer
) -> None:
    event = make_seated_event(24)
    sign_in(phone.context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/attendance/")
    first = phone.locator("#players li").first.bounding_box()
    assert first and first["y"] < 460
    expect(phone.get_by_role("button", name="Abbina il turno 1")).to_be_in_viewport(ratio=1)
