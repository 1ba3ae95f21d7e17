"""A club's year in a browser: from the arbiter's forms to the ranking on anybody's phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_played_event, make_user
from tests.season.years import make_evenings, play

pytestmark = pytest.mark.django_db(transaction=True)

WITHOUT_HTTPS = "Object.defineProperty(navigator.clipboard, 'write', { value: undefined })"
"""A browser in a hall, where the site has no https, has no clipboard but that of a selection."""


def test_a_correction_in_february_changes_december(visit: Visit, live_server: LiveServer) -> None:
    owner = make_user()
    club = make_club("Circolo dei Dadi", owner=owner)
    february = make_evenings(club)[1]
    february.stages.update(options={"rounds": 2})
    play(february, 2, [45, 60, 15, 30])  # so that the first round is only changed by a correction
    context = visit(reduced_motion="reduce")
    sign_in(context, owner, live_server.url)
    page = context.new_page()

    tag_all_evenings(page, club)
    make_circuit(page, club)
    type_results_from_elsewhere(page)

    phone = visit(**PHONE, reduced_motion="reduce").new_page()
    phone.goto(f"/t/circuits/{club.circuits.get().slug}/")
    # Bea 7 10 7 (12,5 = 10 × 1,25 away) 10 7; Ada 10 at most 7, 10 (8,75) 7 5; the best four count.
    shows(phone, "1 Bea Bassi 39,50", "2 Ada Alti 35,75")
    expect(phone.get_by_text("fonte: organizzatore, 2 giugno")).to_be_visible()
    opened = open_line(phone, "1. Bea Bassi")
    expect(opened).to_contain_text("Davanti a Ada Alti per: Punti")
    expect(opened.get_by_role("row", name="Open di Roma 1 10 1,25 12,5 sì")).to_be_visible()
    expect(opened.get_by_role("row", name="Febbraio 1 10 10 sì")).to_be_visible()
    expect(opened.get_by_text("Oltre i risultati migliori che contano.")).to_have_count(2)
    assert phone.evaluate("document.documentElement.scrollWidth") == 390

    correct_first_round(page, february)
    phone.reload()
    shows(phone, "1 Ada Alti 38,75", "2 Bea Bassi 36,50")
    opened = open_line(phone, "1. Ada Alti")
    expect(opened.get_by_role("row", name="Febbraio 1 10 10 sì")).to_be_visible()


def tag_all_evenings(page: Page, club: Club) -> None:
    page.goto(f"/c/{club.slug}/circuits/")
    page.get_by_role("link", name="Etichette dei tornei").first.click()
    expect(page.locator("main input[id^=event-]")).to_have_count(5)
    for field in page.locator("main input[id^=event-]").all():
        field.fill("campionato")
    save(page)
    expect(page.get_by_text("Le etichette sono salvate.")).to_be_visible()


def make_circuit(page: Page, club: Club) -> None:
    page.goto(f"/c/{club.slug}/circuits/new/")
    page.get_by_label("Nome", exact=True).fill("Giocatore dell’anno")
    page.locator("#id_published").check()
    page.get_by_label("Etichetta").fill("campionato")
    page.get_by_label("Che cosa conta").select_option("places")
    page.get_by_label("Punti per posto").fill("10 7 5 3")
    page.get_by_label("Migliori risultati").fill("4")
    page.get_by_label("Peso degli esterni").fill("1.25")
    page.get_by_label("Un altro criterio").select_option("firsts")
    page.locator("#add-criterion").click()
    expect(page.locator("#ranking .ordered li")).to_have_count(2)
    save(page)
    expect(page.get_by_role("row", name="Bea Bassi")).to_contain_text("34")
    expect(page.get_by_role("link", name="La pagina pubblica")).to_be_visible()


def type_results_from_elsewhere(page: Page) -> None:
    page.get_by_role("link", name="Giocato altrove, o da giocare").click()
    page.get_by_label("Nome", exact=True).fill("Open di Roma")
    page.locator("#id_day").fill("2026-06-01")
    page.locator("#id_results").fill("1; Bea Bassi\n2; Ada Alti\n3; Zoe Zani")
    page.get_by_label("Fonte").fill("organizzatore, 2 giugno")
    save(page)
    shows(page, "1 Bea Bassi 39,50", "2 Ada Alti 35,75")


def correct_first_round(page: Page, event: Event) -> None:
    """Ada had won the table, and Bea was last."""
    page.goto(f"/e/{event.slug}/rounds/1/")
    page.locator(".multiplayer-table").click()
    page.get_by_role("link", name="Correggi il tavolo 1").click()
    for seat, points in ((1, "60"), (2, "15")):
        page.locator(f"input[id$='-{seat}-points']").fill(points)
    page.get_by_role("button", name="Guarda che cosa cambia").click()
    page.get_by_role("button", name="Correggi", exact=True).click()
    expect(page.get_by_text("Tavolo 1: risultato corretto")).to_be_visible()


def save(page: Page) -> None:
    page.locator("main").get_by_role("button", name="Salva", exact=True).last.click()


def shows(page: Page, *rows: str) -> None:
    """These are the first of the ranking."""
    for number, row in enumerate(rows):
        expect(page.locator("table.standings tbody tr").nth(number)).to_have_text(
            re.compile(r"^\s*" + r"\s*".join(map(re.escape, row.split())))
        )


def open_line(page: Page, name: str) -> Locator:
    page.get_by_text(name).tap()
    return page.locator("details[open]")


def test_the_text_for_a_chat_is_copied_on_a_phone(visit: Visit) -> None:
    event = make_played_event(4, 1)
    context = visit(**PHONE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"/t/{event.slug}/standings/")
    for script in ("", WITHOUT_HTTPS):
        page.evaluate(f"navigator.clipboard.writeText(''); {script}")
        page.get_by_role("button", name="Copia per una chat").tap()
        expect(page.get_by_text("Copiato: incollalo nella chat.")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert "1. Giocatore 001" in copied
        assert f"/t/{event.slug}/standings/" in copied
