"""The cache that machines share: when it is lost, nothing is lost but a moment."""

import importlib
import socket
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client, override_settings

from bench.valkey import temporary_valkey
from clubtornei import settings as settings_module
from tests.factories import make_played_event


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"


def caches_at(url: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The settings of the caches, as CACHE_URL makes them."""
    with monkeypatch.context() as environment:
        environment.setenv("CACHE_URL", url)
        made = importlib.reload(settings_module).CACHES
    importlib.reload(settings_module)
    return made


def test_what_one_process_keeps_another_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    with temporary_valkey() as valkey:
        for _process in range(2):
            with override_settings(CACHES=caches_at(valkey.url, monkeypatch)):
                assert caches["default"].get_or_set("page", {"body": b"\x00"}) == {"body": b"\x00"}


@pytest.mark.django_db
@pytest.mark.parametrize("server", ["closed", "silent"])
def test_without_its_server_a_page_takes_a_moment_longer(
    server: str, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_played_event(4, 1, published=True)
    page = f"/t/{event.slug}/standings/"
    usual = Client().get(page)
    url = silent if server == "silent" else "redis://127.0.0.1:1"
    with override_settings(CACHES=caches_at(url, monkeypatch)):
        begun = perf_counter()
        assert Client().get(page).content == usual.content
        took = perf_counter() - begun
    assert took < 1.0  # two commands of 0.1 s, and the page
