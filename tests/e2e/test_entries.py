"""The pages around the rounds: what a colleague changes comes, what is typed stays, and Enter leads on."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.numbers.actions import enter_numbers
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.participation.entries import actions as entries
from tests.e2e.conftest import Open
from tests.e2e.network import ASKING_ALL_THE_TIME, answers_lost, lose_network
from tests.e2e.watching import Watcher
from tests.factories import make_entered_event, make_event, make_player, make_seated_event

KEY = 20  # milliseconds from key to key: nobody is faster


@pytest.fixture
def page(opened: Open) -> Page:
    """An arbiter's laptop whose clock is moved by hand."""
    page = opened("/", alone=True, reduced_motion="reduce")
    page.clock.install()
    return page


def poll(page: Page) -> int:
    """The status of the answer to the next poll."""
    with page.expect_response(lambda response: "shown=" in response.url) as got:
        page.clock.run_for(6_000)
    return got.value.status


def test_what_a_colleague_changes_comes_and_what_is_typed_stays(page: Page, club: Club) -> None:
    event = make_entered_event(6, club, system="amalfi", options={"rounds": 5})
    make_player(club, "Tardi Ugo")

    # Before the first round.
    page.goto(f"/e/{event.slug}/")
    expect(page.get_by_text("6 iscritti")).to_be_visible()
    assert poll(page) == 204
    entries.enter(event, club.players.filter(name="Tardi Ugo"))
    assert poll(page) == 200
    expect(page.get_by_text("7 iscritti")).to_be_visible()
    assert poll(page) == 204

    # The entries, while a name is typed.
    page.goto(f"/e/{event.slug}/entries/")
    page.get_by_role("searchbox").press_sequentially("Gioc")
    entries.remove_entry(event, 7)
    assert poll(page) == 200
    page.keyboard.type("atore 003")
    expect(page.get_by_role("searchbox")).to_have_value("Giocatore 003")
    expect(page.get_by_role("heading", name="6 iscritti", exact=True)).to_be_visible()

    # The roll call.
    page.goto(f"/e/{event.slug}/entries/presence/")
    page.get_by_role("searchbox").press_sequentially("002")
    entries.check_in(event, 2, True)
    assert poll(page) == 200
    expect(page.get_by_role("button", name="Giocatore 002")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Giocatore 003")).to_be_hidden()
    expect(page.get_by_role("searchbox")).to_have_value("002")
    page.get_by_role("button", name="Giocatore 002").click()
    expect(page.get_by_text("0 di 6 presenti")).to_be_visible()

    # Who plays, then the first round.
    enter_numbers(event, {one.entry_no: one.entry_no for one in event.entries.all()})
    page.goto(f"/e/{event.slug}/attendance/")
    page.get_by_role("searchbox").press_sequentially("004")
    set_plans(event, 4, {1: "absent"})
    assert poll(page) == 200
    expect(page.get_by_role("button", name="Giocatore 004")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("searchbox")).to_have_value("004")
    page.goto(f"/e/{event.slug}/")
    publish(event, draw_round(event, 1).number)
    poll(page)
    page.wait_for_url("**/rounds/1/")


def test_names_typed_faster_than_they_are_entered(
    opened: Open, club: Club, slow: None, watcher: Watcher, live_server: LiveServer
) -> None:
    """The second before the first is in, and the third stays in the box; then one who is not on the list."""
    for name in ("Gatti Anna", "Neri Dora", "Rossi Bea", "Verdi Carlo"):
        make_player(club, name)
    event = make_event(club)
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/entries/add/")
    page = opened(f"/e/{event.slug}/entries/", script=ASKING_ALL_THE_TIME)
    box, found = page.locator("#q"), page.locator("#found")
    new = page.get_by_role("link", name="come persona nuova")
    page.keyboard.type("rossi", delay=KEY)
    page.keyboard.press("Enter")
    page.keyboard.type("gatti", delay=KEY)
    page.keyboard.press("Enter")
    page.keyboard.type("ner", delay=KEY)
    expect(page.get_by_role("heading", name="2 iscritti", exact=True)).to_be_visible()
    expect(box).to_have_value("ner")
    expect(box).to_be_focused()
    expect(found).to_contain_text("Neri Dora")
    expect(found).not_to_contain_text("Verdi")
    assert set(event.entries.values_list("name", flat=True)) == {"Gatti Anna", "Rossi Bea"}

    box.fill("nuovo ugo")
    page.keyboard.press("Enter")
    expect(new).to_be_focused()
    page.keyboard.type("verdi")
    expect(box).to_have_value("verdi")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 iscritti", exact=True)).to_be_visible()
    page.keyboard.type("Nuovo Ugo")
    page.keyboard.press("Enter")
    expect(new).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Cognome e nome")).to_have_value("Nuovo Ugo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="4 iscritti", exact=True)).to_be_visible()
    expect(box).to_be_focused()


def test_names_typed_without_network_are_entered_once_it_is_back(unwatched: Page, club: Club) -> None:
    """In order, and nobody twice: the answer to the first is lost as well."""
    for name in ("Gatti Anna", "Gatti Zeno", "Neri Dora", "Rossi Bea"):
        make_player(club, name)
    event, page = make_event(club), unwatched
    gone = page.get_by_text("La rete non risponde. Quello che è segnato «non ancora inviato» resta qui")
    page.goto(f"/e/{event.slug}/entries/")
    with answers_lost(page, "**/entries/add/"):
        page.keyboard.type("gat")
        page.keyboard.press("Enter")
        expect(gone).to_be_visible()
        lose_network(page)
    for name in ("nobody", "ros"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.keyboard.type("ner")
    expect(page.locator("#search")).to_contain_text("non ancora inviato gat · nobody · ros")
    expect(gone).to_be_visible()
    expect(page.locator("#q")).to_have_value("ner")

    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="2 iscritti", exact=True)).to_be_visible()
    expect(page.locator("#missed")).to_have_text("Non iscritti, cercali di nuovo: nobody.")
    expect(page.get_by_text("non ancora inviato")).to_have_count(0)
    expect(page.get_by_text("La rete non risponde")).to_have_count(0)
    expect(page.locator("#q")).to_have_value("ner")
    entered = event.entries.order_by("entry_no").values_list("name", flat=True)
    assert list(entered) == ["Gatti Anna", "Rossi Bea"]

    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 iscritti", exact=True)).to_be_visible()
    expect(page.locator("#missed")).to_be_hidden()


def test_the_search_for_who_plays(opened: Open, club: Club, slow: None) -> None:
    """Others are searched for while a tap is on its way: its answer finds its place, and the figures."""
    event = make_seated_event(8, club)
    for number, name in ((2, "D’Angelo Nicolò"), (5, "Zanè")):
        entry = event.entries.get(entry_no=number)
        entry.name = name
        entry.save()
    page = opened(f"/e/{event.slug}/attendance/", script=ASKING_ALL_THE_TIME)
    search, shown = page.locator("#q"), page.locator("#players [data-key]:visible")
    chip = page.get_by_role("button", name="D’Angelo Nicolò")
    search.press_sequentially("nicolo dan", delay=KEY)
    expect(shown).to_have_count(1)
    chip.click()
    search.fill("zane")
    expect(shown).to_have_text(["Zanè"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Zanè")).to_be_focused()
    search.fill("giocatore")
    page.keyboard.press("Enter")
    expect(search).to_be_focused()
    assert "Più d’uno con questo nome" in search.evaluate("field => field.validationMessage")
    search.fill("zz")
    expect(page.get_by_text("Nessuno con questo nome.")).to_be_visible()
    expect(page.locator("#figures dd").nth(1)).to_have_text("1")
    search.fill("")
    expect(chip).to_have_attribute("aria-pressed", "false")


def test_at_the_money_desk_who_pays_is_found_and_marked(opened: Open, club: Club) -> None:
    event = make_entered_event(130, club, entry_fee=10)
    page = opened(f"/e/{event.slug}/fees/")
    search, rows = page.get_by_role("searchbox"), page.locator("#listed tbody tr:visible")
    for player in ("017", "129"):
        search.fill(player)
        expect(rows).to_have_count(1)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(rows).to_contain_text("pagati")
    search.fill("")
    expect(rows).to_have_count(130)
    assert event.entries.filter(paid=True).count() == 2
