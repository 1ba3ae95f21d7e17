"""The own seat: chosen once on a phone, kept there, and told of a new round by itself."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import publish, take_back
from scoring.folded_names import folded
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.watching import Watcher
from tests.factories import make_all_results, make_drawn_event, make_played_event, make_result, make_round

OFTEN = """
document.addEventListener("DOMContentLoaded", () => {
  document.getElementById("live").setAttribute("hx-trigger", "every 200ms");
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  detail.serverResponse = detail.serverResponse.replace("every 15s", "every 200ms");
});
window.felt = [];
navigator.vibrate = (pattern) => window.felt.push(pattern);
"""
SHORT_MINUTES = """
const later = window.setTimeout;
window.setTimeout = (act, after, ...more) => later(act, after === 60_000 ? 3_000 : after, ...more);
"""


def test_the_chosen_seat(visit: Visit, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "EMAIL_URL", "console:///?from=torneo@example.org")
    event = make_drawn_event(6, published=True)
    first = make_round(event)
    context = visit(script=OFTEN, **PHONE)
    page = context.new_page()
    address = f"/t/{event.slug}/"
    page.goto(address)
    everybody = page.locator("table.pairings").first
    expect(everybody).to_be_visible()

    page.get_by_role("searchbox").fill("zzz")
    nobody = page.locator("[data-nobody-found]")
    expect(nobody).to_have_text("Nessuno si chiama «zzz» in questo torneo.")
    page.get_by_role("searchbox").fill("giocatore 00")
    expect(nobody).to_be_empty()
    page.get_by_role("searchbox").fill("giocatore 004")
    page.get_by_role("button", name="Giocatore 004").tap()
    seat = first.tables.get(seats__entry__entry_no=4)
    expect(page.get_by_role("heading", name=f"Tavolo {seat.number}")).to_be_visible()
    expect(page.locator("#seat-4")).to_be_focused()
    for name, leads_to in (
        ("La tua scheda", "players/4/"),
        ("Scrivimi quando esce", "follow/4/"),
        ("Perché", f"rounds/1/tables/{seat.number}/"),
    ):
        link = page.locator("#seat-4").get_by_role("link", name=name)
        expect(link).to_have_attribute("href", f"{address}{leads_to}")
    with page.expect_response(lambda response: response.url.endswith(address)):
        make_all_results(event, first)
    expect(page.locator(".strip:visible")).to_contain_text("½")
    expect(page.locator("#seat-4")).to_be_focused()
    expect(everybody).to_be_hidden()
    button = page.get_by_role("button", name="Tutti i tavoli")
    button.tap()
    expect(everybody).to_be_in_viewport()
    page.wait_for_function("button => button.getBoundingClientRect().top < 60", arg=button.element_handle())
    page.reload()
    expect(page.locator("#seat-4")).to_be_visible()
    expect(everybody).to_be_hidden()
    assert context.cookies() == []

    second = make_round(event, published=False)
    news = page.locator("[data-seat-news]")
    page.get_by_label("Suona e vibra").check()
    opponent = first.tables.get(pk=seat.pk).seats.exclude(entry__entry_no=4).get().entry
    expect(page.locator(".strip:visible")).to_have_text(f"½{opponent.name}")
    publish(event, 2)
    table = second.tables.get(seats__entry__entry_no=4).number
    expect(news).to_have_text(f"È uscito un turno nuovo: il tuo tavolo è il {table}.")
    expect(page.get_by_role("heading", name=f"Tavolo {table}")).to_be_visible()
    assert page.evaluate("window.felt") == [[200, 100, 200]]
    make_result(event, second, table, "adjourned")  # the word for it is as wide as a result
    games = page.locator(".strip:visible > li")
    expect(games).to_have_count(2)
    expect(games.last).to_contain_text("agg.")
    expect(news).not_to_be_empty()
    make_result(event, second, table, "1-0")
    expect(news).to_be_empty()  # with the result the round is no news any more

    page.get_by_role("button", name="Cambia nome").tap()
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(everybody).to_be_visible()


def test_a_phone_open_since_before_the_first_round_gets_its_tabs_and_the_news_for_a_minute(
    visit: Visit, live_server: LiveServer, watcher: Watcher
) -> None:
    event = make_drawn_event(6, published=True)
    page = visit(script=OFTEN + SHORT_MINUTES, **PHONE).new_page()
    page.goto(f"/t/{event.slug}/")
    tabs = page.locator(".tabs a")
    expect(tabs.first).to_have_text("Torneo")
    expect(tabs.filter(has_text="Turni")).to_have_count(0)
    news = page.locator("[data-seat-news]")
    expect(news).to_have_css("padding-top", "0px")  # nothing is seen of it as long as it is empty
    make_round(event)
    expect(news).to_have_text("È uscito un turno nuovo.")
    expect(tabs.first).to_have_text("In corso")
    expect(tabs.filter(has_text="Turni")).to_have_count(1)
    expect(news).to_be_empty()  # the minute of the news is three seconds here

    tabs.last.focus()
    make_result(event, event.stages.get().rounds.get(), 1, "1-0")
    expect(page.locator("#live")).to_contain_text("1 risultato su 3")
    expect(tabs.last).to_be_focused()

    reader = visit(script=OFTEN, **PHONE).new_page()
    reader.goto(f"/t/{event.slug}/rounds/1/")
    watcher.expect_refusal(f"{live_server.url}/t/{event.slug}/rounds/1/")
    watcher.expect_refusal(f"{live_server.url}/static/django_htmx/htmx-2.min.js")  # which says so, too
    take_back(event, 1, clearing=[1])
    taken_back = "Il turno 1 è stato ritirato: si riabbina."
    expect(news).to_have_text(taken_back)
    expect(reader.get_by_role("status").filter(has_text=taken_back)).to_be_visible()
    publish(event, 1)
    expect(news).to_have_text("È uscito un turno nuovo.")
    expect(reader.get_by_text(taken_back)).to_be_hidden()


def test_the_chosen_one_is_found_on_all_pages_and_comes_first(visit: Visit, live_server: LiveServer) -> None:
    event = make_played_event(6, 2, system="amalfi", options={"rounds": 3})
    third = make_round(event)
    page = visit(**PHONE).new_page()
    page.goto(f"/t/{event.slug}/standings/")
    rows = page.locator("#live tbody tr")
    expect(rows).to_have_count(6)
    expect(page.locator(".mine")).to_have_count(0)
    name = choose(page, event, rows.last)

    for path in ("standings/", "standings/needs/", "crosstable/", "rounds/3/?by=name", "rounds/3/"):
        page.goto(f"/t/{event.slug}/{path}")
        expect(page.locator(".mine")).to_have_count(1)
        expect(rows.first).to_have_class(re.compile("mine"))
        expect(rows.first).to_contain_text(name)
    number = third.tables.get(seats__entry__name=name).number
    expect(rows.first).to_contain_text(f"Perché il tavolo {number}")

    page.goto(f"/t/{event.slug}/")
    page.get_by_role("button", name="Cambia nome").tap()
    expect(page.locator(".mine")).to_have_count(0)


def choose(page: Page, event: Event, row: Locator) -> str:
    """On this device, him whose row it is: his name."""
    card = row.locator("th a").get_attribute("href")
    assert card
    page.evaluate(f"localStorage.setItem('seat:/t/{event.slug}/', 'seat-{card.split('/')[-2]}')")
    return row.locator("th a").inner_text()


def test_a_name_that_begins_so_is_offered_first_and_enter_takes_the_only_one(visit: Visit) -> None:
    event = make_drawn_event(4, published=True)
    for entry, name in zip(
        event.entries.order_by("entry_no"),
        ("Bertolotti Ada", "Di Bartolo Tea", "Lo Turco Ugo", "Rossi Lorena Tea"),
        strict=True,
    ):
        entry.name = name
        entry.save()
    make_round(event)
    page = visit(**PHONE).new_page()
    page.goto(f"/t/{event.slug}/")
    field = page.get_by_role("searchbox")
    field.fill("Lo T")
    names = [
        "Lo Turco Ugo",
        "Rossi Lorena Tea",
    ]  # whose words begin so: those of «Bertolotti» and «Bartolo» do not
    expect(page.locator("[data-found] button")).to_have_text(names)
    field.press("Enter")
    expect(page.get_by_text("Ci sono 2 nomi così")).to_be_visible()
    expect(page.locator("[data-found] button")).to_have_text(names)
    expect(page.locator("#seats")).to_be_hidden()
    field.fill("Lo Tu")
    expect(page.get_by_text("nomi così")).to_have_count(0)
    field.press("Enter")
    expect(page.locator("#seat-3")).to_be_visible()


def test_what_is_typed_is_folded_as_the_server_does_it(visit: Visit) -> None:
    page = visit().new_page()
    page.evaluate((settings.BASE_DIR / "static" / "js" / "key_of.js").read_text() + "; 0")
    names = ["Đurić Ana", "ŁUKASZ Weiß", "Bjørn  Ægir-Œil", "Þór Işık", "D’Angelo Ħŧ", "Ǿ ẞ ὈΔΥΣΣΕΎΣ ð"]
    assert page.evaluate("names => names.map(keyOf)", names) == [folded(name) for name in names]
