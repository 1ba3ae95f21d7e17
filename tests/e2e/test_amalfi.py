"""Nine rounds of an Amalfi with all that happens on a long Sunday: what happens, through the pages alone."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import publish
from tests.commands import run_on
from tests.e2e.conftest import Visit
from tests.e2e.rankings import ranking_by_the_engines, ranking_on
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_player, make_results, make_round, make_user

PEOPLE = (
    "D’Angelo Nicolò", "Zappalà Agata", "De Cillis Beatrice", "Fumagalli Ada", "Accorsi Enea", "Bianchi Ugo",
    "Lo Turco Davide", "Dell’Orto Ines", "Manzi Pia", "Neri Teo", "Orsini Lea", "Pace Ivo",
)  # fmt: skip
LATE, MISSING, LEAVING = "Rossi Remo", "Manzi Pia", "Pace Ivo"
CODES = {"1": "1-0", "0": "0-1", "5": "=-=", "-": "--+"}
CORRECTED = 6  # the round with the wrong result
BY_HAND = 5


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """A club whose roster has everybody but the one who comes late; all ratings differ."""
    club = make_club("Circolo Alfiere", owner=make_user())
    for place, name in enumerate(PEOPLE):
        make_player(club, name, fide_rating=2_000 - 41 * place)
    return club


@pytest.fixture
def page(club: Club, visit: Visit, live_server: LiveServer) -> Page:
    context = visit(reduced_motion="reduce")
    sign_in(context, club.memberships.get().user, live_server.url)
    return context.new_page()


def test_nine_rounds_with_everything_that_happens(page: Page, club: Club) -> None:
    make_the_event(page, club)
    enter_all(page)
    give_numbers(page)

    event = club.events.get()
    play(event, "105110")

    # Somebody comes late, somebody is not there.
    tab(page, "Giocatori").click()
    page.get_by_text("Aggiungi", exact=True).click()
    page.get_by_role("link", name="Persona nuova").click()
    page.get_by_label("Cognome e nome").fill(LATE)
    page.get_by_label("Elo FIDE (facoltativo)", exact=True).fill("1733")
    page.get_by_role("button", name="Iscrivi").click()
    expect(page.get_by_role("heading", name="13 iscritti", exact=True)).to_be_visible()
    page.get_by_role("link", name="Chi gioca").click()
    page.get_by_role("button", name=MISSING).click()
    expect(page.get_by_role("button", name=MISSING)).to_have_attribute("aria-pressed", "false")
    draw(page, 2)
    expect(page.locator(".draft-seat")).to_have_count(12)
    expect(draft_seat(page, LATE)).to_have_count(1)
    expect(draft_seat(page, MISSING)).to_have_count(0)
    publish(event, 2)
    note(event, 2, "015101")

    # The absent one is back by himself; thirteen are odd.
    tab(page, "Turni").click()
    draw(page, 3)
    expect(draft_seat(page, MISSING)).to_have_count(1)
    expect(page.locator(".dependents .badge.bye")).to_have_text("riposo")
    publish_and_play(page, "1501+1")

    # A bye on request: it is typed where the player’s rounds stand.
    page.goto(reverse("rounds:attendance", args=[event.slug]))
    page.get_by_role("link", name="Altri turni di Neri Teo").click()
    page.get_by_label("Turno 4").select_option(label="riposo a richiesta (½)")
    page.get_by_role("button", name="Salva").click()
    draw(page, 4)
    expect(page.locator(".dependents .badge.bye")).to_have_text("riposo a richiesta")
    publish(event, 4)
    note(event, 4, "110-55")

    tab(page, "Turni").click()
    draw(page, BY_HAND)
    swap_by_keyboard(page)
    page.get_by_role("button", name="Pubblica il turno").click()
    expect(page.locator("[data-why]", has_text="Fatto a mano dall’arbitro.")).to_have_count(2)
    note(event, BY_HAND, "100151")

    withdraw(page, event)
    tab(page, "Turni").click()
    draw(page, 6)
    expect(draft_seat(page, LEAVING)).to_have_count(0)
    publish(event, 6)
    note(event, 6, "101010")
    play(event, "011501")
    play(event, "150110")
    before = exported(page)
    correct(page)

    play(event, "115010")
    tab(page, "Turni").click()
    close(page)

    # Everything derives again from the rules: before the correction all rounds but the one made by hand …
    assert refused_by_check(before) == {BY_HAND: 2}
    # … and after it also what was paired upon the old result; a round after it follows from the new one.
    document = exported(page)
    refused = refused_by_check(document)
    assert refused[BY_HAND] == 2
    assert refused.keys() <= {BY_HAND, CORRECTED + 1, CORRECTED + 2}
    assert sum(refused.values()) == 2
    assert ranking_on(page) == ranking_by_the_engines(document)


def tab(page: Page, name: str) -> Locator:
    return page.locator(".tabs").get_by_role("link", name=name, exact=True)


def draft_seat(page: Page, name: str) -> Locator:
    """Where the player sits in the draft."""
    return page.locator(".draft-seat", has_text=name)


def make_the_event(page: Page, club: Club) -> None:
    page.goto(f"/c/{club.slug}/events/new/")
    page.get_by_label("Quanti giocatori aspetti?").fill("12")
    page.locator("#offers a[href$='players=12']").get_by_text("Sistema Amalfi", exact=True).click()
    page.get_by_label("Nome", exact=True).fill("Amalfi d’autunno")
    page.get_by_label("Turni", exact=True).fill("9")
    page.get_by_text("Altri dati e regole", exact=True).click()
    page.get_by_label("Bianco al n. 1").select_option(label="Sì")
    expect(page.locator("#advice")).to_contain_text("sono troppi")
    page.get_by_role("button", name="Crea il torneo").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Iscritti")


def enter_all(page: Page) -> None:
    page.get_by_role("button", name="Iscrivi tutti e 12").click()
    expect(page.get_by_role("heading", name="12 iscritti", exact=True)).to_be_visible()


def give_numbers(page: Page) -> None:
    """By rating: the strongest is number 1."""
    page.locator(".views").get_by_role("link", name="Numeri").click()
    page.get_by_role("button", name="Annuncia il seme").click()
    page.get_by_role("button", name="Assegna i numeri").click()
    expect(page.locator("tbody tr").first).to_contain_text(PEOPLE[0])


def draw(page: Page, number: int) -> None:
    """It is offered wherever one says who plays, too."""
    page.get_by_role("button", name=f"Abbina il turno {number}").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Turno {number}")


def publish_and_play(page: Page, results: str) -> None:
    """A key for each table, as fast as they go."""
    page.get_by_role("button", name="Pubblica il turno").click()
    expect(page.locator("[data-table]").first).to_be_focused()
    for key in results:
        page.keyboard.press(key)
    expect(page.locator("[data-table].done")).to_have_count(len(results))
    expect(page.locator("#progress")).to_contain_text(f"{len(results)} di {len(results)}")


def play(event: Event, results: str) -> None:
    """A round in which nothing happens."""
    note(event, make_round(event).number, results)


def note(event: Event, number: int, results: str) -> None:
    """The results of a published round."""
    round_ = event.stages.get().rounds.get(number=number)
    make_results(event, round_, [CODES[key] for key in results], make_user())


def swap_by_keyboard(page: Page) -> None:
    """The first player of table 1 and the second of table 2 change places."""
    page.locator(".draft-seat input").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".badge.by-hand")).to_have_count(2)


def withdraw(page: Page, event: Event) -> None:
    page.goto(reverse("rounds:attendance", args=[event.slug]))
    page.get_by_role("link", name="Ritira un giocatore").click()
    page.get_by_role("link", name=LEAVING, exact=True).click()
    page.get_by_role("button", name=f"Ritira {LEAVING} dal turno 6").click()
    expect(page.get_by_text("ritirat").first).to_be_visible()


def correct(page: Page) -> None:
    """Two rounds later: the page says what rests on the result, and that it stays."""
    tab(page, "Turni").click()
    page.get_by_role("link", name=f"Turno {CORRECTED}", exact=True).click()
    page.locator("#tables > li").first.click()
    page.get_by_role("link", name="Correggi il risultato del tavolo 1").click()
    page.get_by_label("0 – 1 · Vince", exact=False).first.check()
    page.get_by_role("button", name="Guarda che cosa cambia").click()
    page.get_by_role("button", name="Correggi in 0 – 1").click()
    expect(page.get_by_text("Tavolo 1: risultato corretto")).to_be_visible()
    page.goto(page.url.split("#")[0].replace(f"/{CORRECTED}/", f"/{CORRECTED + 1}/"))
    stale = f"Turno {CORRECTED + 1}: abbinamento fatto quando il tavolo 1"
    expect(page.get_by_text(stale)).to_be_visible()


def close(page: Page) -> None:
    page.get_by_role("link", name="Chiudi", exact=True).click()
    expect(page.get_by_role("button", name="Chiudi il torneo")).to_be_visible()
    for level in page.get_by_role("checkbox", name="Chiudi così").all():  # where several are first
        level.check()
    page.get_by_role("button", name="Chiudi il torneo").click()
    expect(page.get_by_text("Classifica finale").first).to_be_visible()


def exported(page: Page) -> Any:
    address = tab(page, "Turni").get_attribute("href") or ""
    return page.request.get(f"{address}export/").json()


def refused_by_check(document: Any) -> dict[int, int]:
    """The rounds that differ from the rules, each with how many of its tables are marked as made by hand."""
    ran = run_on(document, "pairing", "check", "-")
    rounds = ran.answer["rounds"]
    assert ran.status == int(any(not one["ok"] for one in rounds))
    assert len(rounds) == len(document["stages"][0]["rounds"])
    return {
        one["round"]: sum(table.get("by_hand", False) for table in one["found"]["tables"])
        for one in rounds
        if not one["ok"]
    }
