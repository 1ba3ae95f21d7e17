"""A club's Saturday on a laptop that publishes on a server: two sites, and a network between them."""

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.actions import enter_numbers
from clubtornei.rounds.participation.signups.forms import QUICKEST
from clubtornei.rounds.prizes.actions import announce_prizes
from clubtornei.rounds.prizes.queries import digest_of
from clubtornei.rounds.stages.closing_actions import close
from scoring.prize_list import PrizeCategory, PrizeList, PrizePlace
from tests.e2e.conftest import PHONE, Visit, new_context
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.factories import make_all_results, make_club, make_event, make_user
from tests.publishing.conftest import network as network, running_server as running_server, server as server
from tests.publishing.sites import Network, RemoteSite
from tests.publishing.test_two_sites import deliver, fresh, open_sign_ups
from tests.rounds.participation.signups.signing_up import make_sign_ups

SWISS = {"system": "dutch", "options": {"rounds": 2}, "game": "chess"}


@pytest.fixture
def home(chromium: Browser, server: RemoteSite, watcher: Watcher) -> Iterator[Page]:
    """A phone at home, which reaches the server alone."""
    context = new_context(chromium, f"http://127.0.0.1:{server.port}", watcher, **PHONE)
    yield context.new_page()
    context.close()


def test_a_saturday_with_a_laptop_in_the_hall_and_a_server(
    visit: Visit, live_server: LiveServer, home: Page, server: RemoteSite, network: Network
) -> None:
    owner = make_user()
    club = make_club("Circolo della Torre", owner=owner)
    office = visit(reduced_motion="reduce")
    sign_in(office, owner, live_server.url)
    desk = office.new_page()

    # A week before: the club's laptop gets its second place.
    desk.goto(f"/c/{club.slug}/publishing/")
    desk.get_by_label("Indirizzo del server").fill(network.address)
    desk.get_by_label("Chiave").fill(server.key)
    desk.get_by_label("Nome di questo computer").fill("Portatile di sala")
    desk.get_by_role("button", name="Salva").click()
    deliver()
    desk.reload()
    expect(desk.get_by_text("risponde: là il circolo si chiama «Circolo in rete»")).to_be_visible()
    event = make_event(club, "Semilampo", published=True, **SWISS)
    open_sign_ups(event, limit=4, listed=True)
    prize = PrizeCategory(name="Assoluta", places=(PrizePlace(money=Decimal(100)),))
    announce_prizes(event, PrizeList(categories=(prize,)), shown=digest_of(event))
    make_sign_ups(event, "Bianchi Bea", "Conti Ciro", "Dini Dora")
    deliver()

    with server.sending_mail():
        # Monday: from home.
        anna = signed_up(home, event, "Rossi Anna", "anna@example.org")
        expect(home.get_by_text("Hai un posto.")).to_be_visible()
        home.goto(link_in(server, "/m/", "anna@", "conferma l’indirizzo"))
        home.get_by_role("button", name="Conferma").tap()
        assert anna in server.mailbox.wait_for("Rossi Anna, iscrizione")
        luca = signed_up(home, event, "Verdi Luca", "luca@example.org")
        expect(home.get_by_text("Sei in lista d’attesa: numero 1.")).to_be_visible()
        home.goto(link_in(server, "/m/", "luca@", "conferma l’indirizzo"))
        home.get_by_role("button", name="Conferma").tap()
        assert luca in server.mailbox.wait_for("lista d’attesa: numero 1")
        deliver()
        desk.goto(f"/e/{event.slug}/sign-ups/")
        expect(desk.get_by_role("link", name="Rossi Anna")).to_be_visible()

        # Friday: one cancels, and who waits has the place.
        bea = event.sign_ups.get(name="Bianchi Bea")
        home.goto(f"/i/{bea.link_key}/")
        home.get_by_text("Non vengo").tap()
        home.get_by_role("button", name="Annulla la mia iscrizione").tap()
        server.mailbox.wait_for("ed è tuo")
        deliver()

        # Saturday: the hall has no network until noon.
        network.cut = True
        desk.reload()
        desk.get_by_role("button", name="Iscrivi chi ha un posto: 4").click()
        expect(desk.get_by_text("4 iscrizioni fatte.")).to_be_visible()
        enter_numbers(fresh(event), {one.entry_no: one.entry_no for one in event.entries.all()})
        round_ = played(event, 1)
        deliver()
        desk.goto(f"/e/{event.slug}/publishing/")
        expect(desk.get_by_text("Il server non si raggiunge")).to_be_visible()
        hall = visit(**PHONE, reduced_motion="reduce").new_page()
        hall.goto(f"/t/{event.slug}/rounds/1/")
        expect(hall.get_by_text("Rossi Anna").first).to_be_visible()
        network.cut = False
        desk.get_by_role("button", name="Riprova adesso").click()
        deliver()
        desk.reload()
        expect(desk.get_by_text("pubblicato alle").first).to_be_visible()
        home.goto(link_in(server, "/t/", "anna@", "turno 1"))
        expect(home.get_by_text("Rossi Anna").first).to_be_visible()

        # At six: who gets which prize, and why.
        make_all_results(event, round_, "1-0")
        make_all_results(event, played(event, 2), "1-0")
        close(fresh(event))
        desk.goto(f"/e/{event.slug}/prizes/")
        desk.get_by_role("button", name="Conferma i premi").click()
        deliver()
    home.goto(f"/t/{event.slug}/")
    home.get_by_role("link", name="Chi ha vinto che cosa").tap()
    expect(home.get_by_role("heading", name="Premi")).to_be_visible()
    assert home.evaluate("document.documentElement.scrollWidth") == 390


def signed_up(phone: Page, event: Event, name: str, email: str) -> str:
    """Fill in the form as somebody at home does; the path of the personal page."""
    phone.goto(f"/t/{event.slug}/")
    phone.get_by_role("link", name="Iscriviti").tap()
    phone.get_by_label("Cognome e nome").fill(name)
    phone.get_by_label("Recapito").fill("333 1234567")
    phone.get_by_label("Email, per le notizie").fill(email)
    phone.get_by_label("Ho letto e accetto bando e regole del torneo").check()
    phone.wait_for_timeout(QUICKEST * 1_000 + 200)  # nobody types as quickly as this test
    phone.get_by_role("button", name="Iscriviti").tap()
    expect(phone.get_by_role("heading", name=name)).to_be_visible()
    return re.sub(r"^https?://[^/]+", "", phone.url)


def link_in(server: RemoteSite, path: str, *texts: str) -> str:
    """The path of the first link of this kind in the newest mail with these texts."""
    found = re.search(rf"https?://[^/\s]+({path}\S+)", server.mailbox.wait_for(*texts))
    assert found
    return found[1]


def played(event: Event, number: int) -> Round:
    draw_round(fresh(event), number)
    return publish(fresh(event), number)
