"""From the first run to the final ranking of six players, on a laptop whose mouse is not there."""

import hashlib
from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, Page, expect

from clubtornei.accounts.setup_code import setup_code
from clubtornei.events.models import Event
from tests.commands import run_on
from tests.e2e.conftest import Visit
from tests.e2e.keyboard import Keyboard
from tests.e2e.rankings import ranking_by_the_engines, ranking_on
from tests.e2e.watching import Watcher
from tests.factories import make_result

FROM_A_SPREADSHEET = """Cognome\tNome\tElo FIDE\tCircolo
D’Angelo\tNicolò\t1890\tTorre
Zappalà\tAgata\t1877\tTorre
De Cillis\tBeatrice\t1402\tPedone
Fumagalli\tAda\t\tPedone
Accorsi\tEnea\t2044\t
Bianchi\tUgo\t1533\tAlfiere
"""


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit(reduced_motion="reduce").new_page()


@pytest.fixture
def keys(page: Page) -> Keyboard:
    return Keyboard(page)


def test_from_the_first_run_to_the_final_ranking(page: Page, keys: Keyboard, watcher: Watcher) -> None:
    start_the_club(page, keys)
    sign_out_and_in(page, keys)
    paste_the_roster(page, keys)
    make_the_event(page, keys)
    enter_the_players(page, keys)
    call_the_roll(page, keys)
    draw_the_numbers(page, keys)
    publish_the_calendar(page, keys)
    play_the_first_round(page, keys)
    play_the_second_round(page, keys)
    enter_with_the_mouse(3, {1: "1-0", 2: "0-1", 3: "1-0"})
    enter_with_the_mouse(4, {1: "=-=", 2: "=-=", 3: "0-1"})
    be_told_of_the_missing_game(page, keys)
    enter_with_the_mouse(5, {1: "1-0", 2: "0-1", 3: "1-0"})
    correct_an_old_result(page, keys)
    close_the_event(page, keys)
    assert_ranking_is_the_engines(page)


def tab(page: Page, name: str) -> Locator:
    """A tab of the club or the event."""
    return page.locator(".tabs").get_by_role("link", name=name, exact=True)


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)


def start_the_club(page: Page, keys: Keyboard) -> None:
    page.goto("/")
    heading(page, "Benvenuti")
    keys.follow(page.get_by_role("link", name="Crea il circolo"))
    expect(page.get_by_label("Codice di avvio")).to_be_focused()  # ready for it, with the first picture
    page.keyboard.type(setup_code())
    keys.write(page.get_by_label("Nome del circolo"), "Circolo Alfiere")
    keys.write(page.get_by_label("Nome utente"), "arbitro")
    keys.write(page.get_by_label("Password", exact=True), "quattro-cavalli-neri")
    keys.write(page.get_by_label("Conferma password"), "quattro-cavalli-neri")
    keys.enter()
    heading(page, "Circolo Alfiere")


def sign_out_and_in(page: Page, keys: Keyboard) -> None:
    keys.press(page.locator("summary", has_text="Menu"))
    keys.follow(page.get_by_role("button", name="Esci"))
    keys.follow(page.get_by_role("link", name="Entra come organizzatore"))
    keys.write(page.get_by_label("Nome utente"), "arbitro")
    keys.write(page.get_by_label("Password", exact=True), "quattro-cavalli-neri")
    keys.enter()
    heading(page, "Circolo Alfiere")


def paste_the_roster(page: Page, keys: Keyboard) -> None:
    keys.follow(tab(page, "Giocatori"))
    keys.follow(page.get_by_role("link", name="Incolla o carica un elenco"))
    keys.paste(page.get_by_label("Righe incollate"), FROM_A_SPREADSHEET)
    keys.follow(page.get_by_role("button", name="Mostra l’anteprima"))
    heading(page, "Anteprima")
    expect(page.get_by_text("6 nuovi")).to_be_visible()
    keys.follow(page.get_by_role("button", name="Importa"))
    names = page.locator("#listed tbody th").all_inner_texts()
    assert " ".join(names) == (
        "Accorsi Enea Bianchi Ugo D’Angelo Nicolò De Cillis Beatrice Fumagalli Ada Zappalà Agata"
    )


def make_the_event(page: Page, keys: Keyboard) -> None:
    keys.follow(tab(page, "Tornei"))
    keys.follow(page.get_by_role("main").get_by_role("link", name="Nuovo torneo").first)
    keys.press(page.locator("summary", has_text="Girone semplice"))
    keys.follow(page.get_by_role("link", name="Girone semplice"))
    keys.write(page.get_by_label("Nome", exact=True), "Torneo d’autunno")
    keys.press(page.get_by_text("Altri dati e regole", exact=True))
    criteria = page.locator("#ranking .ordered strong")
    before = criteria.all_inner_texts()
    keys.press(page.get_by_role("button", name=f"Sposta su: {before[2]}"))
    expect(criteria).to_have_text([before[0], before[2], before[1], *before[3:]])
    expect(page.get_by_role("button", name=f"Sposta su: {before[2]}")).to_be_focused()
    keys.follow(page.get_by_role("button", name="Crea il torneo").last)
    heading(page, "Iscritti")


def enter_the_players(page: Page, keys: Keyboard) -> None:
    entered = page.get_by_role("region", name="iscritt").get_by_role("row")
    expect(page.locator("input:focus")).to_have_count(1)  # as soon as the page is drawn
    for count, letters in enumerate(["d'ang", "zappala", "acc"], 1):
        page.keyboard.type(letters)
        expect(page.get_by_text("Invio iscrive il primo.")).to_be_visible()
        page.keyboard.press("Enter")
        expect(entered).to_have_count(count + 1)
        expect(page.get_by_label("Cerca nell’elenco")).to_be_focused()
    keys.press(page.locator(".page-head .more > summary"))
    keys.follow(page.get_by_role("link", name="Tutto l’elenco"))
    keys.press(page.get_by_role("button", name="Iscrivi tutti e 3"))
    expect(page.get_by_role("heading", name="6 iscritti", exact=True)).to_be_visible()


def call_the_roll(page: Page, keys: Keyboard) -> None:
    keys.follow(page.get_by_role("link", name="Appello", exact=True))
    chips = page.locator(".presence button")
    for place in range(6):
        keys.press(chips.nth(place), "Space")
        expect(page.get_by_text(f"{place + 1} di 6 presenti")).to_be_visible()
        expect(chips.nth(place)).to_have_attribute("aria-pressed", "true")
    keys.follow(page.get_by_role("link", name="Vai al sorteggio"))


def draw_the_numbers(page: Page, keys: Keyboard) -> None:
    keys.follow(page.get_by_role("button", name="Annuncia il sorteggio"))
    announced = "".join(page.locator("#commitment").inner_text().split())  # it stands in groups
    page.emulate_media(reduced_motion="no-preference")  # else all numbers are shown at once
    keys.follow(page.get_by_role("button", name="Sorteggia i numeri"))
    expect(page.locator(".drawn-numbers .veiled").first).to_be_attached()
    keys.press(page.get_by_role("button", name="Mostra tutto"))
    expect(page.locator(".drawn-numbers > li:not(.veiled)")).to_have_count(6)
    expect(page.get_by_role("link", name="Avanti")).to_be_focused()
    page.emulate_media(reduced_motion="reduce")
    keys.enter()
    keys.press(page.get_by_text("Controllare l’impronta"))
    text = page.get_by_label("Il testo dell’impronta").text_content() or ""
    assert hashlib.sha256(text.encode()).hexdigest() == announced


def publish_the_calendar(page: Page, keys: Keyboard) -> None:
    """All rounds at once, unasked."""
    keys.follow(page.get_by_role("button", name="Pubblica il calendario"))
    expect(page.get_by_text("5 turni pubblicati.")).to_be_visible()


def play_the_first_round(page: Page, keys: Keyboard) -> None:
    """A wrong key, and a slip that is taken back."""
    open_round(page, keys, 1)
    rows = page.locator("[data-table]")
    expect(rows.first).to_be_focused()
    page.keyboard.press("y")
    expect(page.locator("[data-announce]")).to_have_text(
        "Il tasto y non è un risultato: 1, 0, 5 per la patta."
    )
    # However fast the keys are, nothing overtakes anything: the undo takes back the slip before it.
    page.keyboard.type("155u0")
    expect(shown_results(page)).to_have_text(["1 – 0", "½ – ½", "0 – 1"])
    # One key too many changes nothing, until c says that it is meant.
    page.keyboard.press("1")
    expect(page.locator("[data-announce]")).to_contain_text("c per correggere")
    expect(shown_results(page)).to_have_text(["1 – 0", "½ – ½", "0 – 1"])
    page.keyboard.type("c1")
    expect(shown_results(page)).to_have_text(["1 – 0", "½ – ½", "1 – 0"])
    page.keyboard.press("u")
    expect(shown_results(page)).to_have_text(["1 – 0", "½ – ½", "0 – 1"])
    expect(page.get_by_role("region", name="turno 2").get_by_role("link")).to_be_visible()


def play_the_second_round(page: Page, keys: Keyboard) -> None:
    """As fast as the keys go: one a table, the focus moves by itself."""
    open_round(page, keys, 2)
    expect(page.locator("[data-table]").first).to_be_focused()
    page.keyboard.type("+1a")
    expect(page.locator("[data-table].done")).to_have_count(3)
    expect(page.locator("#progress")).to_contain_text("2 di 3")
    expect(page.locator("#progress")).to_contain_text("aggiornate: 1")
    expect(page.get_by_role("list").filter(has=page.locator("[data-table]"))).to_contain_text("1 – 0 f.")


def enter_with_the_mouse(number: int, results: Mapping[int, str]) -> None:
    """Results that somebody else has entered: by the actions that the pages call."""
    event = Event.objects.get()
    round_ = event.stages.get().rounds.get(number=number)
    for table, result in results.items():
        make_result(event, round_, table, result)


def open_round(page: Page, keys: Keyboard, number: int) -> None:
    keys.follow(tab(page, "Turni"))
    keys.follow(page.get_by_role("link", name=f"Turno {number}", exact=True))


def shown_results(page: Page) -> Locator:
    """What is pressed at each table."""
    return page.locator('[data-table] button[aria-pressed="true"] [aria-hidden]')


def be_told_of_the_missing_game(page: Page, keys: Keyboard) -> None:
    """The last round waits to be played for the game that was adjourned in the second."""
    open_round(page, keys, 5)
    asked = page.get_by_role("region", name="Giocare l’ultimo turno?")
    expect(asked.get_by_role("link", name="Turno 2")).to_be_visible()
    enter_with_the_mouse(2, {3: "1-0"})
    page.reload()
    expect(asked).to_have_count(0)


def correct_an_old_result(page: Page, keys: Keyboard) -> None:
    open_round(page, keys, 1)
    page.keyboard.type("t2")
    page.keyboard.press("Enter")
    keys.follow(page.get_by_role("link", name="Altra decisione dell’arbitro").locator("visible=true"))
    keys.choose(page.get_by_label("1 – 0 · Vince", exact=False).first)
    changed = page.get_by_role("region", name="Che cosa cambia in classifica").get_by_role("row")
    expect(changed.filter(has_text="→").first).to_be_visible()
    keys.follow(page.get_by_role("button", name="Correggi in 1 – 0"))
    expect(page.get_by_text("Tavolo 2: risultato corretto")).to_be_visible()
    expect(page.locator("li.table").nth(1)).to_contain_text("1 – 0")


def close_the_event(page: Page, keys: Keyboard) -> None:
    keys.follow(page.get_by_role("link", name="Chiudi il torneo"))
    heading(page, "Chiudere il torneo?")
    keys.follow(page.get_by_role("button", name="Chiudi il torneo"))
    expect(page.get_by_text("La classifica è quella finale.").first).to_be_visible()
    keys.follow(tab(page, "Classifica"))
    heading(page, "Classifica finale")
    expect(page.get_by_text("Classifica finale").first).to_be_visible()


def assert_ranking_is_the_engines(page: Page) -> None:
    """The command gives the same ranking from the exported document, and finds every round as it must be."""
    document = page.request.get(page.url.replace("standings", "export")).json()
    ranking = ranking_on(page)
    assert ranking == ranking_by_the_engines(document)
    assert len(ranking) == 6
    checked = run_on(document, "pairing", "check", "-")
    assert checked.status == 0
    assert len(checked.answer["rounds"]) == 5
