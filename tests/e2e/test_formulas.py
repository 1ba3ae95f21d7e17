"""A championship by a formula with a name, from the wizard to the final ranking, as the engines find it."""

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.numbering_method import NumberingMethod
from clubtornei.rounds.models import Seat
from clubtornei.rounds.numbers.actions import draw_at_once
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.participation.entries.actions import enter
from tests.e2e.conftest import Visit
from tests.e2e.hall import (
    assert_final,
    close,
    enter_all,
    exported,
    make_by_formula,
    note_the_rest,
    open_tables,
    playing,
    points_at,
    publish,
    tab,
    type_table,
)
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_player, make_round, make_user

NAMES = (
    "Accorsi Enea", "Aiello Pio", "Bianchi Ugo", "Conti Pia", "D’Angelo Nicolò", "De Cillis Beatrice",
    "Dell’Orto Ines", "Esposito Gea", "Fumagalli Ada", "Greco Lia", "Leone Rita", "Lo Turco Davide",
    "Manzi Pia", "Monti Eva", "Neri Teo", "Orsini Lea", "Pace Ivo", "Quaglia Ezio",
)  # fmt: skip

MEMBERS, NEWCOMERS = NAMES[:16], {2: NAMES[16], 3: NAMES[17]}
ABSENT = {1: NAMES[:2], 2: NAMES[2:3], 3: (NAMES[0], *NAMES[3:5]), 4: ()}
PLAYING = {1: 14, 2: 16, 3: 15, 4: 18}
IN_THE_BROWSER = 2
"""A championship by evening: who comes for the first time, who does not come, how many play."""


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return make_club("Circolo Kamchatka", owner=make_user())


@pytest.fixture
def page(club: Club, visit: Visit, live_server: LiveServer) -> Page:
    context = visit(reduced_motion="reduce")
    sign_in(context, club.memberships.get().user, live_server.url)
    return context.new_page()


def test_a_championship_of_four_evenings(club: Club, page: Page) -> None:
    """The members change each time; one discard, a direct finalist, a wild card, semi-finals, final."""
    chance = Random("campionato")
    for name in MEMBERS:
        make_player(club, name)
    chosen = {"Partite": "4", "Scarti": "1", "Semifinali": "3", "Wild card": "1"}
    event = make_by_formula(page, club, "RTU in poche serate", "Campionato", 16, chosen)
    enter_all(page, 16)
    draw_at_once(event, NumberingMethod.RANDOM)
    for number in PLAYING:
        if number == IN_THE_BROWSER:
            welcome(page, number)
            page.get_by_role("button", name=f"Abbina il turno {number}").click()
            expect(page.locator(".draft-seat")).to_have_count(PLAYING[number])
            publish(page)
            table = next(open_tables(playing(event)))
            type_table(page, table, points_at(table, chance))
        else:
            play_as_announced(event, number)
        note_the_rest(event, chance)
    tab(page, "Classifica").click()
    expect(page.locator("table.standings tbody tr")).to_have_count(18)
    expect(page.locator("table.standings del")).to_have_count(18)

    # A semi-finalist declines, and the next one of the ranking comes in; it may be taken back.
    entrants = who_passes(page, event, 12)
    expect(entrants.last).to_contain_text("wild card")
    gone = entrants.nth(3).get_by_role("link").inner_text()
    entrants.nth(3).get_by_role("button", name="Rinuncia").click()
    expect(entrants.filter(has_text="ripescato")).to_have_count(1)
    page.get_by_role("button", name="Togli la rinuncia").click()
    expect(entrants.filter(has_text="ripescato")).to_have_count(0)
    expect(entrants.get_by_role("link", name=gone)).to_have_count(1)
    entrants.nth(3).get_by_role("button", name="Rinuncia").click()
    expect(entrants.filter(has_text="ripescato")).to_have_count(1)
    expect(entrants.get_by_role("link", name=gone)).to_have_count(0)
    expect(entrants).to_have_count(12)
    begin(page)
    expect(page.locator(".stage-switch [aria-current]")).to_have_text("Semifinali")
    note_the_rest(event, chance)

    finalists = who_passes(page, event, 4)
    expect(finalists.filter(has_text="entra direttamente")).to_have_count(1)
    expect(finalists.filter(has_text="Ha vinto il tavolo")).to_have_count(3)
    begin(page)
    [table] = open_tables(playing(event))
    type_table(page, table, (41, 73, 28, 56))
    close(page, event)
    assert_final(page, exported(page, event))


def play_as_announced(event: Event, number: int) -> None:
    """The same by the actions that the pages call."""
    if number in NEWCOMERS:
        enter(event, [make_player(event.club, NEWCOMERS[number])])
    for name in ABSENT[number]:
        set_plans(event, event.entries.get(name=name).entry_no, {number: "absent"})
    assert Seat.objects.filter(round=make_round(event)).count() == PLAYING[number]


def welcome(page: Page, number: int) -> None:
    """Who plays tonight: somebody new, and one tap for each who has not come."""
    tab(page, "Giocatori").click()
    page.get_by_role("link", name="Persona nuova").click()
    page.get_by_label("Cognome e nome").fill(NEWCOMERS[number])
    page.get_by_role("button", name="Iscrivi").click()
    page.get_by_role("link", name="Chi gioca").click()
    for name in ABSENT[number]:
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "false")


def who_passes(page: Page, event: Event, count: int) -> Locator:
    """Those who enter the next stage; so many."""
    page.goto(f"/e/{event.slug}/")
    page.get_by_role("link", name="Chi passa").click()
    entrants = page.locator("ol.entrants > li")
    expect(entrants).to_have_count(count)
    return entrants


def begin(page: Page) -> None:
    """The next stage with those who are shown: its first round is drawn, and published."""
    page.get_by_role("button", name="Conferma chi entra e abbina").click()
    publish(page)


def test_a_formula_is_chosen_for_the_number_in_the_field_before_its_answer_has_come(
    club: Club, page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/c/{club.slug}/events/new/?game=chess&players=8")
    offered = page.locator("#offers a").first
    expect(offered).to_be_visible()
    stop_requests(
        page, "**/new/**", lambda route: None if "hx-request" in route.request.headers else route.continue_()
    )
    page.get_by_label("Quanti giocatori aspetti?").fill("23")
    offered.click()
    expect(page).to_have_url(re.compile(r"[?&]players=23(&|$)"))
