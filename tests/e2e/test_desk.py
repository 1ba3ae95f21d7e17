"""The desk: keys go where the focus is, nothing is overwritten, and what is typed stays.

With a slow server or none, and with two people: test_network.py. At larger tables: test_tables.py.
"""

from playwright.sync_api import expect

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.results.proposal_actions import propose_result
from clubtornei.rounds.state.table_state import state_of
from tests.e2e.conftest import Open
from tests.e2e.hands import (
    codes,
    done,
    expect_places,
    go_to,
    news,
    on_its_way,
    places,
    progress,
    said,
    tables,
    title,
)
from tests.factories import make_all_results, make_drawn_event, make_result, make_round
from tests.rounds.multiplayer import table_of


def test_a_slip_is_entered_by_the_table_with_the_focus_by_its_number_or_by_its_names(
    opened: Open, club: Club
) -> None:
    event = make_drawn_event(60, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for number, position, name in ((4, 0, "Zanetti Ada"), (9, 0, "Zanetti Ugo"), (4, 1, "Verdi Ugo")):
        entry = table_of(round_, number).seats.select_related("entry")[position].entry
        event.entries.filter(pk=entry.pk).update(name=name)
    make_result(event, round_, 4, "1-0")
    page = opened(round_)
    expect(tables(page).first).to_be_focused()
    page.keyboard.type("15")
    page.keyboard.type("jx3")  # there is one set of keys
    expect(said(page)).to_contain_text("Il tasto 3 non è un risultato")
    expect(tables(page).nth(2)).to_be_focused()

    number = page.get_by_label("Tavolo", exact=True)
    page.keyboard.type("t12")
    expect(number).to_have_value("12")  # nothing completes itself
    page.keyboard.press("Enter")
    expect(tables(page).nth(11)).to_be_focused()
    page.keyboard.press("0")
    expect(tables(page).nth(12)).to_be_focused()
    go_to(page, 31)
    expect(said(page)).to_have_text("Non c’è un tavolo 31.")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.press("0")
    expect(said(page)).to_have_text("Tavolo 1, già 1 – 0: c per correggere, Invio per il prossimo.")
    expect(tables(page).first).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.press("Escape")  # to the next that is open
    expect(tables(page).nth(2)).to_be_focused()
    page.keyboard.type("+")
    expect(progress(page)).to_contain_text("5 di 30")

    # By the names: the search has the focus again, for the next slip, and the tray follows it.
    search, rows = page.get_by_role("searchbox"), page.locator("[data-table]:visible")
    search.fill("nobody")
    expect(page.get_by_text("Nessuno con questo nome.")).to_be_visible()
    search.fill("zanetti")
    expect(title(page)).to_have_text("Tavolo 9")  # which lacks a result
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("«zanetti» si trova a più tavoli: 4, 9.")
    expect(search).to_be_focused()
    search.fill("zanetti ugo")
    page.keyboard.press("Enter")
    expect(rows).to_be_focused()
    page.keyboard.press("1")
    expect(search).to_be_focused()
    expect(rows).to_have_class("table done")
    search.fill("zanetti")  # none lacks one: the first
    expect(title(page)).to_have_text("Tavolo 4")
    number.focus()
    page.keyboard.type("14")
    page.keyboard.press("Enter")
    page.keyboard.type("1")
    expect(tables(page).nth(14)).to_be_focused()
    expect(search).to_have_value("")
    expect(rows).to_have_count(30)
    expect(progress(page)).to_contain_text("7 di 30")
    assert codes(round_) == {
        1: "1-0",
        2: "=-=",
        3: "+--",
        4: "1-0",
        9: "1-0",
        12: "0-1",
        14: "1-0",
    }


def test_who_may_not_correct_a_result_reads_who_may(opened: Open, club: Club) -> None:
    event = make_drawn_event(4, club)
    round_ = make_round(event)
    make_all_results(event, round_)
    make_round(event)
    page = opened(round_, role=Role.HELPER)
    go_to(page, 1)
    for key in ("c", "1"):
        page.keyboard.press(key)
        expect(said(page)).to_have_text(
            "Il risultato del tavolo 1 ora lo corregge solo l’arbitro: dillo a lui."
        )
        page.keyboard.press("Escape")


def test_a_result_is_corrected_by_c_alone_and_taken_back_by_u(opened: Open, club: Club) -> None:
    """In an event of 2 1 0, whose keys these are, until the next round is drawn."""
    event = make_drawn_event(8, club, scoring_options={"win": 2, "draw": 1})
    round_ = make_round(event)
    page = opened(round_)
    for label in ("2 – 0", "1 – 1", "0 – 2"):
        expect(tables(page).first.locator("[aria-hidden=true]", has_text=label)).to_be_visible()
    page.keyboard.type("215")
    expect(said(page)).to_contain_text("Il tasto 5 non è un risultato")
    expect(done(page)).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    for key in ("0", "2", "+", "a", "n", "Delete"):
        page.keyboard.press(key)
        expect(said(page)).to_contain_text("già 1 – 1: c per correggere")
    page.keyboard.press("c")
    expect(said(page)).to_contain_text("scrivi il risultato giusto")
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    expect(said(page)).to_contain_text("c per correggere")
    state = tables(page).nth(1).locator(".state")
    page.keyboard.type("c0")
    expect(state).to_have_text("0 – 2")
    expect(tables(page).nth(2)).to_be_focused()
    page.keyboard.press("u")
    expect(state).to_have_text("1 – 1")
    expect(tables(page).nth(1)).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("Delete")
    expect(done(page)).to_have_count(1)
    page.keyboard.type("2")
    expect(progress(page)).to_contain_text("2 di 4")
    assert codes(round_) == {1: "1-0", 2: "1-0"}

    page.keyboard.type("02")
    step = page.get_by_role("region", name="Si può abbinare il turno 2")
    for width, height in ((1280, 800), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        expect(step.get_by_role("button", name="Abbina il turno 2")).to_be_visible()
        expect(step).to_be_in_viewport(ratio=1)
    tables(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(title(page)).to_have_text("Tavolo 2")
    page.keyboard.type("c1")
    expect(state).to_have_text("1 – 1")

    make_round(event)
    page.reload()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    expect(said(page)).to_have_text("Tavolo 2, già 1 – 1: c per correggere, Invio per il prossimo.")
    page.keyboard.press("c")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Correggi un risultato")


def test_a_proposal_that_is_confirmed_moves_on_before_it_is_answered(opened: Open, club: Club) -> None:
    """Beside the tiles, none of which moves, and all of them at once."""
    event = make_drawn_event(16, club)
    round_ = make_round(event)
    for one in (1, 4):
        propose_result(event, table_of(round_, one).pk, "1-0")
    page = opened(round_, late=True)
    expect(tables(page).first).to_be_focused()
    page.keyboard.press("Control+Enter")  # as printed on the button
    page.keyboard.type("00")
    expect(tables(page).nth(3)).to_be_focused()
    page.get_by_role("button", name="Rifiuta al tavolo 4").click()
    expect(progress(page)).to_contain_text("3 di 8")
    expect(on_its_way(page)).to_have_count(0)
    expect(page.locator("#proposals.none")).to_have_count(1)
    expect(tables(page).nth(3)).to_be_focused()
    assert codes(round_) == {1: "1-0", 2: "0-1", 3: "0-1"}

    make_result(event, round_, 5, "1-0")
    for one in (6, 7):
        propose_result(event, table_of(round_, one).pk, "1-0")
    news(page)  # which still arrive
    expect(progress(page)).to_contain_text("4 di 8")
    everything, told = page.get_by_role("button", name="Conferma tutte"), page.locator("[data-entered]")
    expect(everything).to_be_in_viewport(ratio=1)
    go_to(page, 6)
    expect(page.locator(".proposal.of-chosen")).to_be_visible()
    before = places(page)
    go_to(page, 8)
    page.keyboard.type("0")
    expect(told).to_contain_text("Tavolo 8:")
    everything.click()
    expect(told.locator("> span")).to_contain_text("2 proposte confermate. Tavolo 7:")
    expect(told).to_be_in_viewport(ratio=1)
    expect(done(page)).to_have_count(7)
    expect(progress(page)).to_contain_text("7 di 8")
    expect_places(page, before)
    go_to(page, 4)  # nothing has to be clicked first
    page.keyboard.type("0")
    expect(told).to_contain_text("Tavolo 4:")
    assert codes(round_) == {**dict.fromkeys((1, 5, 6, 7), "1-0"), **dict.fromkeys((2, 3, 4, 8), "0-1")}


def test_one_game_a_board_and_then_the_next_board(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club, system="knockout", options={"games": 2}))
    page = opened(round_, late=True)
    page.keyboard.type("1111")
    expect(tables(page).first).to_be_focused()
    expect(on_its_way(page)).to_have_count(0)
    page.keyboard.type("00")  # who had Black has White now
    expect(progress(page)).to_contain_text("2 di 4")
    expect(tables(page).nth(2)).to_be_focused()
    games = [table.games for table in round_.tables.games().order_by("number")]
    assert games == [[[1, 0], [1, 0]]] * 2 + [[[1, 0]]] * 2


def test_scores_are_typed_one_after_the_other(opened: Open, club: Club) -> None:
    """A digit goes into the field of the table with the cursor, and Enter on to the next one."""
    ranking = ["points", "score_difference"]
    event = make_drawn_event(6, club, game="Burraco", scoring="score", ranking=ranking)
    round_ = make_round(event)
    page = opened(round_, late=True)
    for typed in ("120-85", "9 13", "50:50"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    for place, expected in enumerate((["120", "85"], ["9", "13"], ["50", "50"])):
        expect(tables(page).nth(place).locator(".match-score")).to_have_text(expected)
    found = [state_of(round_.tables.get(number=number)).score for number in (1, 2, 3)]
    assert found == [(120, 85), (9, 13), (50, 50)]


def test_a_draft_is_published_in_two_keys_and_a_question_mark_lists_all(opened: Open, club: Club) -> None:
    event = make_drawn_event(6, club)
    event.entries.update(name="De Gasperi Sironi Maria Antonietta Elisabetta")
    page = opened(make_round(event, published=False), reduced_motion="reduce")
    page.keyboard.press(".")
    expect(page.get_by_role("button", name="Pubblica il turno")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    row, prints = tables(page).nth(1), page.get_by_role("link", name="Stampe").last
    expect(tables(page).first).to_be_focused()
    name = page.locator("[data-chosen-second]").bounding_box()  # a long one stays above the keys
    keys = page.locator("#tables > [aria-current] .at-hand").bounding_box()
    assert name and keys and name["y"] + name["height"] <= keys["y"] + 1
    prints.focus()
    published = page.locator(".just-published")
    expect(published).to_be_visible()
    tables(page).first.press("1")
    expect(row).to_be_focused()
    expect(published).to_have_count(0)  # it is no news any more
    expect(done(page)).to_have_count(1)
    prints.focus()
    page.keyboard.press(".")
    expect(row).to_be_focused()

    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Tasti")
    expect(listed).to_contain_text("vince il primo, patta, vince il secondo")
    expect(listed.get_by_role("button", name="Chiudi")).to_be_in_viewport(ratio=1)
    expect(said(page)).not_to_contain_text("?")
    listed.get_by_label("Senza i tasti ? e . in questo browser").check()
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    expect(row).to_be_focused()
    page.keyboard.press("?")
    expect(said(page)).to_contain_text("Il tasto ? non è un risultato")
    expect(listed).to_be_hidden()
