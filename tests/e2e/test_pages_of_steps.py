"""Pages that only a step of the arbiter's brings up: by light, by night, on a phone, with a screen reader."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.drafts.edit_actions import draw_by_hand
from clubtornei.rounds.results.multiplayer_actions import record_scores
from scoring.document import SeatScore
from tests.e2e.conftest import new_inspector
from tests.e2e.inspecting import LAPTOP, UNFOLDED, Inspector
from tests.e2e.signing_in import sign_in
from tests.e2e.visiting import EMPTY
from tests.factories import (
    make_drawn_event,
    make_member,
    make_played_event,
    make_player,
    make_round,
    make_seated_event,
    make_user,
)
from tests.rounds.multiplayer import table_of


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


def test_a_correction_at_a_larger_table(inspector: Inspector, club: Club) -> None:
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


def test_the_list_of_keys(inspector: Inspector, club: Club) -> None:
    round_ = make_round(make_drawn_event(6, club))
    inspector.page.goto(f"/e/{round_.stage.event.slug}/rounds/1/")
    inspector.page.keyboard.press("?")
    expect(inspector.page.get_by_role("dialog", name="Tasti")).to_be_visible()
    inspector.look("the list of keys")
