"""What an arbiter does in the hall with tables of three to six, evening after evening."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.multiplayer_actions import record_scores
from scoring.document import SeatScore
from tests.commands import run_on
from tests.e2e.rankings import ranking_by_the_engines, ranking_on


def tab(page: Page, name: str) -> Locator:
    return page.locator(".tabs").get_by_role("link", name=name, exact=True)


def make_by_formula(
    page: Page, club: Club, formula: str, name: str, players: int, chosen: Mapping[str, str] | None = None
) -> Event:
    """Through the wizard: the formula of RisiKo! by its name, for so many; `chosen`: what else is typed."""
    page.goto(f"/c/{club.slug}/")
    page.get_by_role("main").get_by_role("link", name="Nuovo torneo").first.click()
    page.get_by_text("RisiKo!", exact=True).click()
    page.get_by_label("Quanti giocatori aspetti?").fill(str(players))
    page.locator(f"#offers a[href$='players={players}']").get_by_text(formula, exact=True).click()
    page.get_by_label("Nome", exact=True).fill(name)
    expect(page.get_by_label("Giocatori previsti")).to_have_value(str(players))
    if chosen:
        page.get_by_text("Altri dati e regole", exact=True).click()
    for label, value in (chosen or {}).items():
        page.get_by_label(re.compile(f"^{label}")).fill(value)
    expect(page.locator("#plan tbody tr").first).to_contain_text(str(players))
    page.get_by_role("button", name="Crea il torneo").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Iscritti")
    return club.events.get(name=name)


def enter_all(page: Page, count: int) -> None:
    page.get_by_role("button", name=f"Iscrivi tutti e {count}").click()
    expect(page.get_by_role("heading", name=f"{count} iscritti", exact=True)).to_be_visible()


def publish(page: Page) -> None:
    page.get_by_role("button", name="Pubblica il turno").click()
    expect(page.locator("[data-multiplayer]")).to_be_visible()
    page.wait_for_load_state()  # before its scripts are there, Enter in a field would send the form as it is


def playing(event: Event) -> Round:
    """The round that was drawn last, of any stage."""
    return Round.objects.filter(stage__event=event).latest("stage__number", "number")


def points_at(table: Table, chance: Random) -> list[int]:
    """So many points at each seat, all different."""
    return chance.sample(range(5, 95), table.seats.count())


def open_tables(round_: Round) -> Iterator[Table]:
    for table in round_.tables.games().select_related("round__stage__event"):
        if all(score is None for score in table.seats.values_list("score", flat=True)):
            yield table


def type_table(page: Page, table: Table, points: Sequence[int]) -> None:
    """The points of a table by the keyboard alone, downwards."""
    page.locator(f"#t{table.pk}-1-points").focus()
    for number in points:
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#table-{table.pk}.done")).to_be_visible()


def note_the_rest(event: Event, chance: Random) -> None:
    """All tables that are still open, by the action that the page's form calls."""
    user = event.club.memberships.earliest("pk").user
    for table in open_tables(playing(event)):
        record_scores(
            event, user, table.pk, [SeatScore(points=points) for points in points_at(table, chance)]
        )


def exported(page: Page, event: Event) -> Any:
    return page.request.get(f"/e/{event.slug}/export/").json()


def close(page: Page, event: Event) -> None:
    page.goto(f"/e/{event.slug}/")
    page.get_by_role("link", name="Chiudi", exact=True).click()
    expect(page.get_by_role("button", name="Chiudi il torneo")).to_be_visible()
    for level in page.get_by_role("checkbox", name="Chiudi così").all():  # where several are first
        level.check()
    page.get_by_role("button", name="Chiudi il torneo").click()
    expect(page.get_by_role("heading", name="Classifica finale")).to_be_visible()


def assert_final(page: Page, document: Any) -> None:
    """The page's final ranking is that of the engines, who also derive all rounds again."""
    checked = run_on(document, "pairing", "check", "-")
    assert checked.status == 0, checked.answer
    assert ranking_on(page) == ranking_by_the_engines(document, "--final")
