"""What browsers and organisers are told when the machine fails."""

import io
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import psycopg
import pytest
from django.conf import settings
from django.core.cache.backends.filebased import FileBasedCache
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from psycopg import errors

from clubtornei import interruptions, urls
from clubtornei.accounts.models import Role
from clubtornei.file_cache import FileCache
from clubtornei.whole_requests import whole_requests
from tests.factories import make_club, signed_in


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    return tmp_path


def caused(error: Exception, cause: Exception) -> Exception:
    """As Django raises what psycopg has raised."""
    error.__cause__ = cause
    return error


FAILED = {
    "database": [
        caused(OperationalError("gone"), psycopg.OperationalError("gone")),
        caused(OperationalError("ends"), errors.AdminShutdown("ends")),
        caused(InterfaceError("closed"), psycopg.InterfaceError("closed")),
    ],
    "disk": [caused(OperationalError("full"), errors.DiskFull("full"))],
    None: [caused(OperationalError("deadlock"), errors.DeadlockDetected("deadlock"))],
}


def answer_to(error: Exception, monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    """Of a site with one page, whose view raises that."""

    def fail(_request: HttpRequest) -> HttpResponse:
        raise error

    site = ModuleType("failing_site")
    site.urlpatterns, site.handler500 = [path("", fail)], urls.handler500  # type: ignore[attr-defined]
    monkeypatch.setattr(settings, "ROOT_URLCONF", site)
    return Client(raise_request_exception=False).get("/")


@pytest.mark.parametrize(("kind", "error"), [(kind, one) for kind, some in FAILED.items() for one in some])
def test_where_the_database_fails_the_page_may_send_again_and_says_so(
    kind: str | None, error: Exception, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = answer_to(error, monkeypatch)
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    said = "Il disco è pieno" if kind == "disk" else "La base di dati non risponde"
    assert said in answer.content.decode()
    told = interruptions.latest(folder)
    assert (told.kind if told else None) == kind


def test_any_other_error_is_ours_and_not_to_be_sent_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer_to(ZeroDivisionError(), monkeypatch).status_code == 500
    assert interruptions.latest(folder) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("site", "il sito si è riavviato da sé. Tutto ciò che era confermato è salvo"),
        ("database", "la base di dati non rispondeva. Tutto ciò che era confermato è salvo"),
        ("disk", "il disco era pieno, e non si poteva salvare. Tutto ciò che era confermato è salvo"),
        ("clock", "l’orologio del computer è saltato, o il computer era sospeso. Nulla è andato perso"),
    ],
)
def test_organisers_read_for_half_an_hour_what_has_happened(
    kind: interruptions.Kind, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    helper = signed_in(club, Role.HELPER)
    assert said not in helper.get(f"/c/{club.slug}/").text
    interruptions.record(folder, kind)
    page = helper.get(f"/c/{club.slug}/").text
    assert f"Alle {time.strftime('%H:%M')} {said}" in page
    assert said not in Client().get("/login/").text
    later = time.time() + interruptions.TOLD_FOR
    monkeypatch.setattr("clubtornei.interruptions.time.time", lambda: later)
    assert said not in helper.get(f"/c/{club.slug}/").text


def test_it_is_written_over_in_place_which_a_full_disk_allows(folder: Path) -> None:
    interruptions.make_room(folder)
    before = (folder / interruptions.NAME).stat()
    interruptions.record(folder, "disk")
    after = (folder / interruptions.NAME).stat()
    assert (before.st_ino, before.st_size) == (after.st_ino, after.st_size)
    told = interruptions.latest(folder)
    assert told and told.kind == "disk"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"kind": "site"}', '{"kind": "site", "at": null}', "\0"])
def test_half_a_note_is_none(folder: Path, text: str) -> None:
    (folder / interruptions.NAME).write_text(text)
    assert interruptions.latest(folder) is None


def test_what_cannot_be_noted_is_no_error(folder: Path) -> None:
    interruptions.record(folder / "nowhere", "disk")


def body_of(announced: int, sent: bytes) -> bytes:
    """What the site reads of a request."""
    read: list[bytes] = []

    def site(environment: dict[str, io.BytesIO], _start_response: object) -> Iterator[bytes]:
        read.append(environment["wsgi.input"].read(announced))
        return iter(())

    whole_requests(site)({"wsgi.input": io.BytesIO(sent)}, None)
    return read[0]


def test_half_a_request_is_not_taken_for_a_whole_one() -> None:
    assert body_of(22, b"result=1-0&expected=0-1") == b"result=1-0&expected=0-"
    with pytest.raises(ConnectionResetError):
        body_of(23, b"result=1-0")


def test_a_damaged_file_of_the_cache_is_as_good_as_none(tmp_path: Path) -> None:
    cache = FileCache(str(tmp_path), {})
    cache.set("page", "content" * 100)
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    for damaged in (whole[: len(whole) // 2], b"", bytes(len(whole))):
        file.write_bytes(damaged)
        assert cache.get("page", "none") == "none"
        cache.set("page", "new")
        assert cache.get("page") == "new"


def test_a_cache_on_a_full_disk_keeps_nothing_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    cache = FileCache(str(tmp_path), {})
    monkeypatch.setattr(FileBasedCache, "_write_content", full)
    cache.set("page", "text", 60)
    assert cache.get("page") is None
    assert "No space left" in caplog.text
