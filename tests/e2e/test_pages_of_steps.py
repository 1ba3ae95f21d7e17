"""Pages that only a step of the arbiter's brings up: by light, by night, on a phone, with a screen reader."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.drafts.edit_actions import draw_by_hand
from clubtornei.rounds.drafts.round_actions import publish_all
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.proposal_actions import propose_result
from scoring.document import SeatScore
from tests.e2e.conftest import new_inspector
from tests.e2e.inspecting import LAPTOP, UNFOLDED, Inspector
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.visiting import EMPTY
from tests.factories import (
    make_club,
    make_drawn_event,
    make_event,
    make_member,
    make_played_event,
    make_player,
    make_round,
    make_seated_event,
    make_user,
)
from tests.rounds.multiplayer import table_of


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return make_club("Circolo")


@pytest.fixture(scope="module")
def browser_of_the_inspector(chromium: Browser, live_server: LiveServer) -> Iterator[Inspector]:
    inspector = new_inspector(chromium, live_server.url)
    yield inspector
    inspector.page.context.close()


@pytest.fixture
def inspector(browser_of_the_inspector: Inspector, club: Club) -> Iterator[Inspector]:
    """The owner's, who has the styles and scripts already that the test before has asked for."""
    inspector = browser_of_the_inspector
    sign_in(inspector.context, make_member(club, role=Role.OWNER).user, inspector.site)
    inspector.page.set_viewport_size(LAPTOP)
    yield inspector
    inspector.page.goto(EMPTY)  # before what the page asks for has gone
    assert inspector.faults() == []


def test_a_change_of_the_rules_asks_for_its_reason(inspector: Inspector, club: Club) -> None:
    event = make_played_event(6, 2, club, name="Torneo", ranking=["points", "wins"])
    path = f"/e/{event.slug}/settings/"
    inspector.page.goto(path)
    inspector.watcher.expect_refusal(inspector.site + path)
    inspector.page.evaluate(UNFOLDED)
    inspector.page.get_by_label("Vittoria", exact=True).fill("3")
    inspector.page.get_by_role("button", name="Salva").first.click()
    expect(inspector.page.get_by_role("heading", name="Cambia le regole a torneo iniziato")).to_be_visible()
    inspector.look("a change of the rules")
    inspector.page.get_by_label("Motivo del cambiamento").fill("Così diceva il bando.")
    inspector.page.get_by_role("button", name="Cambia le regole").click()
    inspector.visit(f"/t/{event.slug}/rules/")


def test_tables_by_hand(inspector: Inspector, club: Club) -> None:
    """Nobody sits yet; then two tables, one of which breaks a rule."""
    event = make_seated_event(10, club)
    draw_by_hand(event, 1)
    inspector.visit(f"/e/{event.slug}/rounds/1/")
    page = inspector.page
    page.reload()
    for player in event.entries.values_list("entry_no", flat=True)[:5]:
        page.locator(f"#player-{player}").check()
    page.get_by_role("button", name="Nuovo tavolo").click()
    expect(page.locator(".place")).to_have_count(1)
    page.get_by_role("button", name="Siedi gli altri a sorte").click()
    expect(page.locator(".unseated")).to_have_count(0)
    inspector.look("tables by hand")


def test_a_correction_at_a_larger_table_shows_its_button_with_what_it_changes(
    inspector: Inspector, club: Club
) -> None:
    event = make_seated_event(10, club)
    round_ = make_round(event)
    user = make_user("ada")
    for number in (1, 2):
        scores = [SeatScore(points=points) for points in (50, 40, 30, 20, 10)]
        record_scores(event, user, table_of(round_, number).pk, scores)
    make_round(event)
    table = table_of(round_)
    inspector.visit(f"/e/{event.slug}/tables/{table.pk}/scores/correct/")
    page = inspector.page
    page.locator(f"#t{table.pk}-5-points").fill("99")
    page.get_by_role("button", name="Guarda che cosa cambia").click()
    expect(page.get_by_role("heading", name="Che cosa cambia in classifica")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Correggi", exact=True)).to_be_in_viewport(ratio=1)
    inspector.look("a correction")


def test_all_rounds_of_a_calendar(inspector: Inspector, club: Club) -> None:
    event = make_drawn_event(6, club)
    inspector.visit(f"/e/{event.slug}/rounds/publish-all/")
    publish_all(event)
    inspector.visit(f"/e/{event.slug}/rounds/publish-all/")
    inspector.visit(f"/e/{event.slug}/rounds/4/")


def test_results_that_two_phones_contradict(inspector: Inspector, club: Club) -> None:
    round_ = make_round(make_drawn_event(6, club))
    for phone, code in (("one", "1-0"), ("two", "0-1")):
        propose_result(round_.stage.event, table_of(round_).pk, code, phone=phone)
    inspector.visit(f"/e/{round_.stage.event.slug}/rounds/1/")
    expect(inspector.page.get_by_text("anche un altro risultato").first).to_be_visible()


def test_namesakes_in_a_list(inspector: Inspector, club: Club) -> None:
    make_player(club, "Rossi Mario")
    page = inspector.page
    page.goto(f"/c/{club.slug}/players/import/")
    page.locator("textarea").fill(
        "Giocatore;Elo\nRossi Mario;1500\nVerdi Ugo;1\nVerdi Ugo;2\n;3\nNERI DORA;x\n"
    )
    page.get_by_role("button", name="Mostra l’anteprima").click()
    expect(page.get_by_text("è un’altra persona").first).to_be_visible()
    inspector.look("a list with namesakes")


def test_a_name_of_200_letters_breaks_no_page(inspector: Inspector, club: Club) -> None:
    event = make_seated_event(8, club, published=True)
    event.entries.update(affiliation="La Torre")
    event.entries.filter(entry_no=1).update(name="M" * 200)
    make_round(event)

    for page in ("screen/", "standings/clubs/"):
        inspector.page.goto(f"/t/{event.slug}/{page}")
        expect(inspector.page.get_by_text("M" * 200).first).to_be_attached()
        assert inspector.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page


def test_what_waits_for_the_network(inspector: Inspector, club: Club) -> None:
    make_player(club, "Rossi Mario")
    event = make_event(club)
    page = inspector.page
    page.goto(f"/e/{event.slug}/entries/")
    stop_requests(page, "**/entries/add/", lambda route: route.abort(), times=1)
    page.locator("#q").fill("ros")
    page.keyboard.press("Enter")
    expect(page.get_by_text("non ancora inviato", exact=True)).to_be_visible()
    inspector.watcher.faults.clear()  # that the network has gone is no fault of the page
    inspector.look("a name that waits for the network")
    expect(page.get_by_role("heading", name="1 iscritto")).to_be_visible()


def test_the_list_of_keys(inspector: Inspector, club: Club) -> None:
    round_ = make_round(make_drawn_event(6, club))
    inspector.page.goto(f"/e/{round_.stage.event.slug}/rounds/1/")
    inspector.page.keyboard.press("?")
    expect(inspector.page.get_by_role("dialog", name="Tasti")).to_be_visible()
    inspector.look("the list of keys")


def test_on_a_laptop_a_correction_is_one_screen_and_keeps_names_and_figures_together(
    inspector: Inspector, club: Club
) -> None:
    event = make_played_event(6, 2, club)
    table = table_of(event.stages.get().rounds.get(number=1), 1)
    page = inspector.page
    page.goto(f"/e/{event.slug}/tables/{table.pk}/correct/")
    expect(page.get_by_role("button", name="Guarda che cosa cambia")).to_be_in_viewport(ratio=1)
    page.goto(f"/e/{event.slug}/tables/{table.pk}/correct/?result=0-1")
    assert page.locator("#changes + .scroll").bounding_box()["width"] <= 42 * 16


def test_what_a_correction_changes_is_shown_whole_where_there_is_room(
    inspector: Inspector, club: Club
) -> None:
    event = make_played_event(6, 2, club, ranking=["points", "buchholz", "progressive"])
    event.entries.filter(entry_no=1).update(name="Montecuccoli degli Erri Massimiliano")
    table = table_of(event.stages.get().rounds.get(number=1), 1)
    page = inspector.page
    page.goto(f"/e/{event.slug}/tables/{table.pk}/correct/?result=0-1")
    changes = page.locator("#changes + .scroll")
    for width in (1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert changes.evaluate("part => part.scrollWidth - part.clientWidth") == 0
        expect(page.locator("form.confirm")).to_have_css(
            "border-top-width", "1px"
        )  # no row is cut without a line
        heights = changes.locator("tbody tr").evaluate_all("rows => rows.map(row => row.offsetHeight)")
        assert len(set(heights)) == 1
