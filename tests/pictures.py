"""The pictures of the help, made again from the demo club: `make pictures`. They need Chromium and pdftoppm.

With a PostgreSQL and a site of their own, which go away again; no other site may run here meanwhile, as both
keep pages in var/. Each is made in Italian and in English, by day and by night.
"""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import django
from django.apps import apps
from django.core.cache import cache
from django.core.management import call_command
from django.urls import reverse
from django.utils.timezone import now
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from clubtornei.launch import supervisor
from clubtornei.launch.environment import ROOT
from clubtornei.launch.postgres import temporary_postgres
from clubtornei.launch.prepare import collect_static
from clubtornei.launch.site import DEMO_USER
from clubtornei.launch.system import find_chromium
from clubtornei.launch.translations import compile_catalogues

FOLDER = ROOT / "docs" / "images"
LANGUAGES = {"it": "it-IT", "en": "en-GB"}
LAPTOP, PHONE, PROJECTOR = (1120, 720), (390, 760), (1280, 720)
SHARPNESS = 1.5  # pixels of the picture for one of the page
PAPER_SHARPNESS = 80  # pixels an inch
QUALITY = 72
BY_NIGHT = "-dark"  # behind the name of a picture, as clubtornei/help/rendering.py looks for it

MINUTES = 90
MANY, NEXT, ARMIES = "Torneo sociale", "Coppa del Sabato", "Campionato RisiKo!"
AMALFI, CUP, CARDS = "Trofeo delle Quattro Torri", "Coppa di dama", "Serata di scopa"


class Picture(NamedTuple):
    """A page of an event of the demo club, and how it is seen.

    part: only this element, by its selector. unfold: what is pressed before. Of a sheet, its first page.
    """

    address: str
    event: str
    size: tuple[int, int] = LAPTOP
    query: str = ""
    part: str = ""
    unfold: str = ""
    number: int | None = None
    sheet: str | None = None

    def path(self) -> str:
        """Where the page is."""
        event = apps.get_model("events", "Event").objects.get(name__startswith=self.event)
        known = {"slug": event.slug, "number": self.number, "name": self.sheet}
        if self.address in OF_THE_CLUB:
            known["slug"] = event.club.slug
        given = {key: value for key, value in known.items() if value is not None}
        return reverse(self.address, kwargs=given) + self.query


OF_THE_CLUB = {"events:new", "accounts:members"}
PICTURES = {
    "wizard": Picture(
        "events:new", NEXT, query="?formula=amalfi", part="#ranking", unfold="#rules > summary"
    ),
    "ceremony": Picture("rounds:ceremony", NEXT, PROJECTOR, unfold="[data-reveal-skip]"),
    "draft": Picture("rounds:round", NEXT, number=1, unfold="main details.why summary"),
    "board": Picture("rounds:sheet", MANY, sheet="pairings"),
    "results": Picture("rounds:round", MANY, number=5),
    "phone": Picture("public:event", MANY, PHONE),
    "bracket": Picture("rounds:bracket", CUP),
    "clock": Picture("public:clock", ARMIES, PROJECTOR),
    "attendance": Picture("rounds:attendance", AMALFI),
    "stages": Picture("rounds:stages", CARDS),
    "members": Picture("accounts:members", NEXT),
}
"""By the names of their files."""


def main() -> int:
    """Make every picture; returns the exit status."""
    with temporary_postgres() as server, tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DATABASE_URL=server.url,
            DJANGO_SETTINGS_MODULE="clubtornei.settings",
            DJANGO_ALLOW_ASYNC_UNSAFE="1",  # Playwright’s loop runs in this thread
        )
        django.setup()
        password = prepare(Path(folder) / "password")
        with serving() as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
            for language in LANGUAGES:
                visitor = signed_in(browser, site, language, password)
                for name, picture in PICTURES.items():
                    for night in (False, True):
                        if night and picture.sheet:
                            continue
                        path = FOLDER / language / f"{name}{BY_NIGHT if night else ''}.webp"
                        make(visitor, picture, path, Path(folder) / name, night=night)
                        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} kB\n")
            browser.close()
    return 0


def prepare(password_file: Path) -> str:
    """A site with the demo club, a little further on than usually; returns its user's password."""
    compile_catalogues()
    call_command("migrate", verbosity=0, interactive=False)
    cache.clear()
    collect_static()
    call_command("demo", password_file=password_file)
    play_on()
    return password_file.read_text().strip()


def play_on() -> None:
    """A round robin is drawn and its first round a draft; at an evening of RisiKo! the time is up."""
    # These need Django set up.
    from clubtornei.events.models import Ending, Event
    from clubtornei.rounds.clock import actions as clock
    from clubtornei.rounds.demo.arbiter import DemoArbiter
    from clubtornei.rounds.drafts.round_actions import draw_round
    from clubtornei.rounds.models import Clock
    from clubtornei.rounds.state.stages import stage_of

    cup, championship = (Event.objects.get(name__startswith=name) for name in (NEXT, ARMIES))
    user = cup.club.memberships.get().user
    DemoArbiter(cup, user).give_numbers()
    draw_round(cup, 1)
    first, second, *_others = DemoArbiter(championship, user).next_round(4)
    clock.set_clock(championship, first.round, MINUTES, Ending.EDITION_2014)
    clock.start(championship, first.round)
    Clock.objects.filter(stage=stage_of(championship)).update(ends_at=now())
    for table, running in ((first, 2), (second, 4)):
        clock.begin_end_of_game(championship, table, first=1, running=running, out=())


@contextmanager
def serving() -> Iterator[str]:
    """The address of the site, which runs while the block does."""
    with socket.create_server(("127.0.0.1", 0)) as own:
        listener = supervisor.Listener(own)
        with supervisor.serving(listener, dict(os.environ)):
            yield f"http://127.0.0.1:{listener.port}"


def signed_in(browser: Browser, site: str, language: str, password: str) -> BrowserContext:
    """A browser of the demo club's owner, in that language."""
    visitor = browser.new_context(
        base_url=site,
        locale=LANGUAGES[language],
        extra_http_headers={"Accept-Language": LANGUAGES[language]},  # of what is fetched without a page, too
        device_scale_factor=SHARPNESS,
    )
    page = visitor.new_page()
    page.goto(reverse("login"))
    page.fill("[name=username]", DEMO_USER)
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "/login/" not in url)
    page.close()
    return visitor


def make(visitor: BrowserContext, picture: Picture, path: Path, raw: Path, *, night: bool) -> None:
    """Look at the page and keep what is seen as a small file."""
    if picture.sheet:
        sheet = raw.with_suffix(".pdf")
        sheet.write_bytes(visitor.request.get(picture.path()).body())
        command = ["pdftoppm", "-singlefile", "-png", "-r", str(PAPER_SHARPNESS), str(sheet), str(raw)]
        subprocess.run(command, check=True)
    else:
        width, height = picture.size
        page = visitor.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if night else "light")
        page.goto(picture.path(), wait_until="networkidle")
        if picture.unfold:
            page.locator(picture.unfold).first.click()
        seen = page.locator(picture.part) if picture.part else page
        if picture.part:  # its words are not to touch the frame that the help puts around
            page.locator(picture.part).evaluate("(part) => (part.style.padding = '1rem')")
        seen.screenshot(path=raw.with_suffix(".png"), animations="disabled")
        page.close()
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(raw.with_suffix(".png")) as image:
        image.convert("RGB").save(path, "WEBP", quality=QUALITY, method=6)


if __name__ == "__main__":
    sys.exit(main())
