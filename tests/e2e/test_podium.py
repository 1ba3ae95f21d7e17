"""The podium on the projector, whatever the names are."""

import pytest
from django.db.models import F
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.stages.closing_actions import close
from tests.e2e.conftest import Visit
from tests.e2e.test_screen import both_sizes
from tests.factories import make_played_event

NAMES = [
    ["Castelnuovo della Rovere Massimiliano", "Pagano Gabriele", "Bellini Giovanni"],
    ["Degl’Innocenti Massimiliano Maria", "Neri Sara", "Riva Ada"],
    ["Rossi Marco", "Pagano Gabriele", "Bellini Giovanni"],
    ["Pagano Gabriele", "Castelnuovo della Rovere Massimiliano", "Riva Ada"],
]
HEIGHT = "() => document.documentElement.scrollHeight"

WINNER = """() => {
    const size = (element) => parseFloat(getComputedStyle(element).fontSize);
    const [rank, name, points] = document.querySelectorAll(".podium [data-rank='1'] > *");
    const range = document.createRange();
    range.selectNodeContents(name);
    const tops = [...range.getClientRects()].map((line) => line.top);
    const leading = (tops.at(-1) - tops[0]) / Math.max(1, tops.length - 1) / size(name);
    const others = [...document.querySelectorAll(".podium li:not([data-rank='1']) .name")].map(size);
    return {lines: tops.length, leading, sizes: [rank, name, points].map(size), others: Math.max(...others)};
}"""

WHOLES = """() => [...document.querySelectorAll(".podium .points")].map((points) => {
    const whole = document.createRange();
    whole.selectNode(points.firstChild);
    return Math.round(whole.getBoundingClientRect().right);
})"""


def test_podium_and_final_ranking_fit_whatever_the_names_are(live_server: LiveServer, visit: Visit) -> None:
    screen = visit(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce").new_page()
    for players in (6, 8):
        event = make_played_event(players, players - 1, system="round-robin")
        close(event)
        event.refresh_from_db()
        numbers = [row["player"] for row in event.final_ranking]
        for names in NAMES:
            for number, name in zip(numbers, names, strict=False):
                event.entries.filter(entry_no=number).update(name=name)
            Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
            open_podium(screen, event)
            winner = screen.evaluate(WINNER)
            assert winner["lines"] <= 2
            assert winner["leading"] <= 1.15
            assert len(set(winner["sizes"])) == 1, winner
            assert winner["sizes"][0] >= winner["others"]
            assert len(set(screen.evaluate(WHOLES))) == 1
            for height in both_sizes(screen):
                assert screen.evaluate(HEIGHT) == height

    event = make_played_event(8, 7, system="round-robin", ranking=["points", "wins", "buchholz"])
    event.entries.update(name="Degl’Innocenti Massimiliano Maria")
    close(event, level=True)
    open_podium(screen, event, page=2)
    ranking, code = (screen.locator(one).bounding_box() for one in (".ranking:visible", ".qr"))
    assert ranking and code
    assert ranking["x"] + ranking["width"] == pytest.approx(code["x"] + code["width"], abs=1), (
        "they end together"
    )


def open_podium(screen: Page, event: Event, page: int = 1) -> None:
    screen.goto(f"/t/{event.slug}/screen/?page={page}")
    screen.evaluate("document.fonts.ready")
