"""A club's year, as far as only a browser shows it: the form that follows what one chooses."""

import pytest
from playwright.sync_api import expect

from clubtornei.season.circuits.snapshot import snapshot_of
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_played_event, make_user
from tests.season.years import make_evening, make_people

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_circuit_is_made_with_another_way_of_counting_and_an_event_elsewhere(
    visit: Visit, live_server: object
) -> None:
    owner = make_user()
    club = make_club("Circolo dei Dadi", owner=owner)
    people = make_people(club, "Ada Alti", "Bea Bassi", "Ciro Corti", "Dino Dossi")
    make_evening(club, "Gennaio", 1, people, [60, 45, 30, 15])
    context = visit()
    sign_in(context, owner, str(live_server.url))  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"/c/{club.slug}/circuits/new/")
    page.get_by_label("Nome", exact=True).fill("Giocatore dell’anno")
    page.locator("#id_first_day").fill("2026-01-01")
    page.get_by_label("Che cosa conta").select_option("places")
    page.get_by_label("Punti per posto").fill("10 7 5 3")
    page.get_by_label("Migliori risultati").fill("1")
    page.get_by_label("Un altro criterio").select_option("firsts")
    page.locator("#add-criterion").click()
    expect(page.locator("#ranking .ordered li")).to_have_count(2)
    page.locator("main").get_by_role("button", name="Salva", exact=True).last.click()
    expect(page.get_by_role("row", name="1 Ada Alti")).to_contain_text("10")
    page.get_by_role("link", name="Giocato altrove, o da giocare").click()
    page.get_by_label("Nome", exact=True).fill("Open di Roma")
    page.get_by_label("Fonte").fill("organizzatore")
    page.locator("#id_results").fill("1; Zoe Zani\n2; Bea Bassi")
    page.locator("main").get_by_role("button", name="Salva", exact=True).last.click()
    expect(page.get_by_role("row", name="3 Bea Bassi")).to_contain_text("7")
    page.get_by_text("3. Bea Bassi").click()
    expect(page.get_by_text("Oltre i risultati migliori che contano.").first).to_be_visible()
    assert [row.person.name for row in snapshot_of(club.circuits.get()).standings.rows][:2] == [
        "Ada Alti",
        "Zoe Zani",
    ]


@pytest.mark.parametrize("secure", [True, False], ids=["with a clipboard", "as in a hall without https"])
def test_the_text_for_a_chat_is_copied_on_a_phone(visit: Visit, secure: bool) -> None:
    event = make_played_event(4, 1)
    context = visit(**PHONE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"/t/{event.slug}/standings/")
    if not secure:
        page.evaluate("Object.defineProperty(navigator.clipboard, 'write', { value: undefined })")
    page.get_by_role("button", name="Copia per una chat").tap()
    expect(page.get_by_text("Copiato: incollalo nella chat.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "1. Giocatore 001" in copied
    assert f"/t/{event.slug}/standings/" in copied
