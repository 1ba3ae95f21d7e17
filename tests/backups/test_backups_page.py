"""The page with the backups of the whole site: who may have the files, and what it says of them."""

import logging
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from clubtornei.accounts.models import AuditEntry, Club, Role
from clubtornei.backups import automatic, site_backups
from clubtornei.backups.archive import NAME, ZONE, BackupFailed, backups_in, clubs_in, opened
from tests.backups.written import write_backup
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_member,
    make_round,
    make_user,
    signed_in,
)
from tests.rounds.drafts.draft_steps import current_token

pytestmark = pytest.mark.django_db

CLOSING = "2026-11-21_18-30-00_closing.tar"
QUERIES = 4
DOWNLOAD = "Scarica"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    """Where the site has its backups, which are two."""
    folder = tmp_path / "backups"
    folder.mkdir()
    storage = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": folder}}
    settings.STORAGES = settings.STORAGES | {"backups": storage}
    settings.AUTOMATIC_BACKUPS = True
    write_backup(folder / CLOSING, {}, size=1_300_000)
    (folder / "2026-11-20_09-05-00_upgrade.tar").write_bytes(b"y" * 2048)
    return folder


@pytest.fixture
def owner() -> User:
    return make_user()


@pytest.fixture
def club(owner: User, folder: Path) -> Club:
    """In the newest backup, alone."""
    made = make_club(owner=owner)
    write_backup(folder / CLOSING, {"clubs": [made.pk]}, size=1_300_000)
    return made


@pytest.fixture
def browser(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def page(client: Client, club: Club) -> str:
    return client.get(reverse("accounts:backups", args=[club.slug])).text


@pytest.mark.parametrize(
    ("age", "said"), [(timedelta(minutes=5), "fino a 5 minuti fa"), (None, "PostgreSQL non archivia nulla")]
)
def test_on_a_server_the_page_says_until_when_everything_is_archived(
    browser: Client, club: Club, age: timedelta | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "AUTOMATIC_BACKUPS", False)
    monkeypatch.setattr(site_backups, "archive_age", lambda: age)
    text = " ".join(page(browser, club).replace("\xa0", " ").split())
    assert said in text
    assert "quando si pubblica" not in text


def file_of(club: Club, name: str = CLOSING) -> str:
    return reverse("accounts:backup", args=[club.slug, name])


def test_it_says_when_why_and_how_large_and_gives_the_file(club: Club, browser: Client, folder: Path) -> None:
    shown = page(browser, club)
    for words in ("21 novembre 2026, 18:30", "alla chiusura di un torneo", "1,2 MB"):
        assert words in shown.replace("\xa0", " ")
    assert shown.index("21 nov") < shown.index("20 nov")
    answer = browser.get(file_of(club))
    assert b"".join(answer) == (folder / CLOSING).read_bytes()
    assert answer["Content-Disposition"] == f'attachment; filename="{CLOSING}"'
    assert "no-store" in answer["Cache-Control"]
    assert [entry.facts for entry in AuditEntry.objects.of_club(make_club())] == [{"name": CLOSING}]


def test_it_names_each_file_and_the_command_that_restores_it(club: Club, browser: Client) -> None:
    shown = page(browser, club)
    assert "<code>make restore FILE=…</code>" in shown
    assert f'<code class="soft">{CLOSING}</code>' in shown
    assert '<code class="soft">2026-11-20_09-05-00_upgrade.tar</code>' in shown
    make_club()
    assert "upgrade.tar" not in page(browser, club)


def test_it_tells_the_age_of_the_newest(club: Club, browser: Client, folder: Path) -> None:
    at = datetime.now(ZONE) - timedelta(hours=3, minutes=1)
    for path in folder.iterdir():
        path.unlink()
    (folder / f"{at.strftime(NAME)}_start.tar").touch()
    assert "L’ultima è di 3 ore, 1 minuto fa." in page(browser, club).replace("\xa0", " ")


def test_before_the_first_one_it_says_when_that_comes(club: Club, browser: Client, folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    shown = page(browser, club)
    empty = shown.partition('<div class="empty">')[2].partition("</div>")[0]
    assert "drawings/no-results" in empty and "Non ce n’è ancora nessuna" in empty
    assert shown.count("make backup") == 1


def test_the_owner_of_one_of_two_clubs_gets_nothing_of_the_other(club: Club, browser: Client) -> None:
    other = make_club()
    shown = page(browser, club)
    assert "alla chiusura di un torneo" in shown
    assert DOWNLOAD not in shown
    assert browser.get(file_of(club)).url == reverse("accounts:backups", args=[club.slug])
    assert "solo chi è titolare di tutti" in page(browser, club)
    make_member(other, User.objects.get(memberships__club=club), Role.ARBITER)
    assert DOWNLOAD not in page(browser, club)


def test_who_owns_all_clubs_but_the_demo_gets_the_file(owner: User, club: Club, browser: Client) -> None:
    make_club(owner=owner)
    make_club(demo=True)
    assert DOWNLOAD in page(browser, club)
    assert browser.get(file_of(club)).status_code == 200


def test_nobody_gets_a_backup_with_a_club_that_was_anothers(
    owner: User, club: Club, browser: Client, folder: Path
) -> None:
    other = make_club()
    write_backup(folder / CLOSING, {"clubs": [club.pk, other.pk]})
    other.delete()
    assert DOWNLOAD in page(browser, club)
    assert browser.get(file_of(club)).status_code == 302
    assert "un circolo che non è tuo" in page(browser, club)
    write_backup(folder / CLOSING, {})  # of before that was written
    assert browser.get(file_of(club)).status_code == 302
    User.objects.filter(pk=owner.pk).update(is_superuser=True)
    assert browser.get(file_of(club)).status_code == 200


def test_the_owner_of_the_demo_gets_nothing_of_a_club(club: Club) -> None:
    demo = make_club(demo=True)
    stranger = signed_in(demo, Role.OWNER)
    assert DOWNLOAD not in page(stranger, demo)
    assert stranger.get(file_of(demo)).status_code == 302


def test_only_what_the_page_lists_is_given(club: Club, browser: Client, folder: Path) -> None:
    (folder.parent / "secret-key").write_text("k")
    for name in ("lock", "2026-11-21_18-30-00_other.tar", "..", "..%2Fsecret-key", "2026-11-19_closing.tar"):
        path = reverse("accounts:backups", args=[club.slug]) + f"{name}/"
        assert browser.get(path).status_code == 404, name


@pytest.mark.parametrize("more", [0, 15])
def test_more_backups_are_no_more_queries(
    club: Club, browser: Client, folder: Path, more: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(more):
        (folder / f"2026-10-{number + 10}_18-30-00_start.tar").touch()
    with django_assert_num_queries(QUERIES):
        page(browser, club)


def test_a_failure_is_logged_and_shown_until_one_succeeds(
    club: Club, browser: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise BackupFailed("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(automatic, "back_up", fail)
        site_backups.back_up_now("closing")
    assert caplog.record_tuples == [
        (automatic.__name__, logging.ERROR, "The automatic backup (closing) failed: No space left on device")
    ]
    assert "No space left on device" in page(browser, club)
    monkeypatch.setattr(automatic, "back_up", lambda *_arguments, **_options: None)
    site_backups.back_up_now("closing")
    assert "No space left" not in page(browser, club)


def test_publishing_and_closing_let_a_backup_fall_due(
    club: Club,
    browser: Client,
    folder: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def fell_due(path: str, **words: str) -> str | None:
        (folder / automatic.DUE).unlink(missing_ok=True)
        with django_capture_on_commit_callbacks(execute=True):
            browser.post(path, words)
        return automatic.due(site_backups.files(), datetime.now(ZONE))

    event = make_drawn_event(4, club)
    make_round(event, published=False)
    assert fell_due(f"/e/{event.slug}/publish/", published="1") == "publication"
    shown = current_token(event)
    assert fell_due(f"/e/{event.slug}/rounds/1/publish/", expected=shown) == "publication"
    assert fell_due(f"/e/{event.slug}/close/", version="0") is None, "that was refused"
    make_all_results(event, event.stages.get().rounds.get())
    assert fell_due(f"/e/{event.slug}/close/", unfinished="1", level="1") == "closing"


def test_it_tells_the_space_that_they_take_and_where_that_ends(club: Club, browser: Client) -> None:
    shown = page(browser, club).replace("\xa0", " ")
    assert "Occupano 1,3 MB; quelle fatte da sé 1,3 MB, e mai più di 5,0 GB" in shown


@pytest.mark.django_db(transaction=True)
def test_the_site_backs_up_its_own_database_to_where_all_machines_look(
    club: Club, browser: Client, settings: Any, tmp_path: Path
) -> None:
    shared = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = settings.STORAGES | {"backups": shared}
    site_backups.back_up_now("start")
    (made,) = backups_in(site_backups.files())
    assert (made.reason, clubs_in(site_backups.files(), made.name)) == ("start", [club.pk])
    assert made.name in page(browser, club)
    (tmp_path / made.name).write_bytes(b"".join(browser.get(file_of(club, made.name))))
    with opened(tmp_path / made.name) as contents:
        assert contents.description.rows["accounts_club"] == 1


@pytest.mark.django_db(transaction=True)
def test_of_several_workers_one_makes_the_backup_that_is_due(club: Club, folder: Path) -> None:
    before = {path.name for path in folder.iterdir()}
    site_backups.back_up_if_due()
    assert {path.name for path in folder.iterdir()} == before, "none was due"
    automatic.schedule(site_backups.files(), "publication")
    with psycopg.connect(site_backups.conninfo()) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [site_backups.LOCK])
        site_backups.back_up_if_due()
        assert {path.name for path in folder.iterdir()} == {*before, automatic.DUE}
    for _worker in range(2):
        site_backups.back_up_if_due()
    (made,) = {path.name for path in folder.iterdir()} - before
    assert made.endswith("_publication.tar")
