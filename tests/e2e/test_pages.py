"""Every page of the site, in every state that looks different, is for everybody to read."""

from collections.abc import Iterator, Mapping

import pytest
from django.core.files.storage import FileSystemStorage
from django.test import Client

from clubtornei.backups import site_backups
from tests.addresses import BACKUP, addresses, path_of
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
    ORGANISERS,
    PUBLIC,
    REFUSED,
    path_in,
    states,
)
from tests.e2e.world import World

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


def test_every_page_is_looked_at_and_what_is_none_answers_no_reader(world: World) -> None:
    """What is neither looked at nor listed only takes what is posted."""
    looked_at = {*ORGANISERS, *PUBLIC, *FIRST_RUN, *DEMO, *MAILING}
    others = FRAGMENTS | FILES | ELSEWHERE | ALIKE
    assert looked_at | others <= set(addresses())
    assert not looked_at & others
    client = Client()
    client.force_login(world.owner)
    for name in addresses().keys() - looked_at - others:
        assert client.get(path_of(name, world.events["playing"])).status_code in {302, 405}, name
    for name in FILES:
        answer = client.get(path_of(name, world.events["closed"]))
        assert not answer["Content-Type"].startswith("text/html"), name


def test_organisers_pages(world: World, inspectors: Inspectors) -> None:
    inspector = inspectors["owner"]
    for name, state in states(ORGANISERS):
        inspector.visit(path_in(world, name, state), kind=name)
    assert inspector.faults() == []


def test_public_pages(world: World, inspectors: Inspectors) -> None:
    inspector = inspectors["anybody"]
    for name, state in states(PUBLIC):
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
