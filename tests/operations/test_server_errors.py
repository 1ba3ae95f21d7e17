"""What browsers and organisers are told when the machine fails."""

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

from clubtornei import urls
from clubtornei.web.file_cache import FileCache


def caused(error: Exception, cause: Exception) -> Exception:
    """As Django raises what psycopg has raised."""
    error.__cause__ = cause
    return error


FAILED = {
    "La base di dati non risponde": [
        caused(OperationalError("gone"), psycopg.OperationalError("gone")),
        caused(OperationalError("ends"), errors.AdminShutdown("ends")),
        caused(OperationalError("deadlock"), errors.DeadlockDetected("deadlock")),
        caused(InterfaceError("closed"), psycopg.InterfaceError("closed")),
    ],
    "Il disco è pieno": [caused(OperationalError("full"), errors.DiskFull("full"))],
}


def answer_to(error: Exception, monkeypatch: pytest.MonkeyPatch) -> HttpResponse:
    """Of a site with one page, whose view raises that."""

    def fail(_request: HttpRequest) -> HttpResponse:
        raise error

    site = ModuleType("failing_site")
    site.urlpatterns, site.handler500 = [path("", fail)], urls.handler500  # type: ignore[attr-defined]
    monkeypatch.setattr(settings, "ROOT_URLCONF", site)
    return Client(raise_request_exception=False).get("/")


@pytest.mark.parametrize(("said", "error"), [(said, one) for said, some in FAILED.items() for one in some])
def test_where_the_database_fails_the_page_may_send_again_and_says_so(
    said: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = answer_to(error, monkeypatch)
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    assert said in answer.content.decode()


def test_any_other_error_is_ours_and_not_to_be_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_to(ZeroDivisionError(), monkeypatch).status_code == 500


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
