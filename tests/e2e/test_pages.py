"""Every page of the site, in every state that looks different, is for everybody to read."""

from collections.abc import Iterator, Mapping

import pytest
from django.core.files.storage import FileSystemStorage
from django.test import Client

from clubtornei.backups import site_backups
from tests.addresses import BACKUP, OURS, addresses, path_of
from tests.backups.written import write_backup
from tests.e2e.inspecting import Inspector
from tests.e2e.pages import (
    ALIKE,
    DEMO,
    ELSEWHERE,
    FILES,
    FIRST_RUN,
    FRAGMENTS,
    MAILING,
    ONLY_POSTED,
    ORGANISERS,
    PUBLIC,
    REFUSED,
    path_in,
    states,
)
from tests.e2e.world import World
from tests.test_query_counts import ELSEWHERE as READ
from tests.test_query_counts import QUERIES

Inspectors = Mapping[str, Inspector]

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def backups(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The site has some backups, and could not make the last one."""
    folder = tmp_path_factory.mktemp("backups")
    for name in (BACKUP, "2026-11-20_09-05-00_upgrade.tar"):
        write_backup(folder / name, {"clubs": []}, size=1_300_000)
    (folder / "failed").write_text("[Errno 28] No space left on device")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_backups, "files", lambda: FileSystemStorage(folder))
        yield


def test_every_address_is_a_page_that_is_looked_at_or_none() -> None:
    """Which of a club's are read is known from tests/test_query_counts.py, where each is counted."""
    looked_at = {*ORGANISERS, *PUBLIC, *FIRST_RUN, *DEMO, *MAILING}
    others = ONLY_POSTED | FRAGMENTS | FILES | ELSEWHERE | ALIKE
    assert looked_at | others == set(addresses())
    assert not looked_at & others
    assert not ONLY_POSTED & READ.union(*QUERIES.values())


def test_what_is_no_page_answers_no_reader(world: World) -> None:
    client = Client()
    client.force_login(world.owner)
    for name in ONLY_POSTED.difference(OURS):
        assert client.get(path_of(name, world.events["playing"])).status_code in {302, 405}, name
    for name in FILES:
        answer = client.get(path_of(name, world.events["closed"]))
        assert not answer["Content-Type"].startswith("text/html"), name


def test_organisers_pages(world: World, inspectors: Inspectors) -> None:
    inspector = inspectors["owner"]
    for name, state in states(ORGANISERS, seen=True):
        inspector.visit(path_in(world, name, state), kind=name)
    assert inspector.faults() == []


BEGINNINGS = """() => {
  const left = (all) => [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect())
    .filter((box) => box.width > 1 && box.height > 1)[0].left;
  const padding = parseFloat(getComputedStyle(document.querySelector(".tabs a")).paddingInlineStart);
  const begins = [left(".brand"), left("h1"), left(".tabs a") + padding];
  // The tiles of the hall fill the window.
  if (!document.querySelector("main.hall")) begins.push(left("main > :not(header), #listed"));
  return begins.map(Math.round);
}"""


def test_tabs_of_an_event_begin_at_the_same_line(world: World, inspectors: Inspectors) -> None:
    page = inspectors["owner"].context.new_page()
    events = world.events
    tabs = "entries presence round standings crosstable prints settings mail prizes history entry_new"
    paths = [path_of(f"rounds:{name}", events["playing"]) for name in tabs.split()]
    found = set()
    for path in (*paths, path_of("rounds:round", events["draft"])):
        page.goto(path)
        for width, left in ((1280, 40), (1600, 192)):
            page.set_viewport_size({"width": width, "height": 800})
            found |= {(path, width, begins) for begins in page.evaluate(BEGINNINGS) if begins != left}
    page.close()
    assert found == set()


def test_public_pages(world: World, inspectors: Inspectors) -> None:
    inspector = inspectors["anybody"]
    for name, state in states(PUBLIC, seen=True):
        inspector.visit(path_in(world, name, state), kind=name.removesuffix("_en").removesuffix("_it"))
    assert inspector.faults() == []


def test_forms_that_come_back(world: World, inspectors: Inspectors) -> None:
    inspector = inspectors["owner"]
    for name, state, form in REFUSED:
        inspector.refuse(path_in(world, name, state), form)
    assert inspector.faults() == []


def test_pages_of_a_helper(world: World, inspectors: Inspectors) -> None:
    inspector = inspectors["helper"]
    for name in ("rounds:club", "rounds:round", "rounds:standings"):
        inspector.visit(path_of(name, world.events["playing"]), kind=name)
    inspector.visit(path_of("rounds:settings", world.events["playing"]), status=403)
    inspector.visit(path_of("rounds:club", world.events["playing"], club=world.bare_club), status=404)
    assert inspector.faults() == []


def test_for_whom_there_is_nothing_here(world: World, inspectors: Inspectors) -> None:
    inspector = inspectors["stranger"]
    inspector.visit("/")
    inspector.visit(path_of("rounds:event", world.events["playing"]), status=404)
    assert inspector.faults() == []
