"""What processes share through a Valkey, and what happens when it is lost: nothing but that it takes time."""

import logging
import signal
import socket
from collections.abc import Iterator
from time import perf_counter

import pytest
from redis import Redis

from bench.valkey import Valkey, temporary_valkey
from clubtornei import shared_cache
from clubtornei.shared_cache import PATIENCE, SharedCache

CLOSED = "redis://127.0.0.1:1"


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with temporary_valkey() as running:
        yield running


@pytest.fixture(autouse=True)
def nothing_lost_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_cache, "server", shared_cache.Server())


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage().partition(";")[0] for record in caplog.records]


def test_what_one_process_keeps_another_finds(valkey: Valkey) -> None:
    one, other = SharedCache(valkey.url, {}), SharedCache(valkey.url, {})
    one.set("page", {"body": b"\x00"})
    one.set_many({"a": 1, "b": 2}, timeout=60)
    assert other.get("page") == {"body": b"\x00"}
    assert other.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert other.delete("a")
    assert one.get("a", "gone") == "gone"


@pytest.mark.parametrize("lost", ["closed", "silent"])
def test_a_lost_server_has_nothing_and_keeps_nobody_waiting(
    lost: str, silent: str, caplog: pytest.LogCaptureFixture
) -> None:
    cache = SharedCache(silent if lost == "silent" else CLOSED, {})
    begun = perf_counter()
    for _ in range(50):
        cache.set("page", "body")
        assert cache.get("page", "nothing") == "nothing"
    assert cache.get_many(["page"]) == {}
    assert cache.set_many({"page": "body"}) == []
    assert not cache.add("page", "body")
    assert not cache.has_key("page")
    assert not cache.touch("page")
    assert not cache.delete("page")
    assert not cache.clear()
    assert perf_counter() - begun < PATIENCE + 0.5
    assert said(caplog) == ["The shared cache does not answer"]


def test_a_server_that_is_back_is_used_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(shared_cache, "PAUSE", 0.0)
    with temporary_valkey() as first:
        cache = SharedCache(first.url, {})
        cache.set("page", "body")
        assert cache.get("page") == "body"
    assert cache.get("page") is None
    with temporary_valkey(port=int(first.url.rpartition(":")[2])):
        assert cache.get("page") is None
        cache.set("page", "body")
        assert cache.get("page") == "body"
    assert said(caplog) == ["The shared cache does not answer", "The shared cache answers again."]


def test_within_the_pause_it_is_not_asked(valkey: Valkey) -> None:
    cache = SharedCache(valkey.url, {})
    cache.set("page", "body")
    lost = SharedCache(CLOSED, {})
    assert lost.get("page") is None
    assert cache.get("page") is None


def test_a_server_that_stands_still_is_lost_as_well(valkey: Valkey) -> None:
    cache = SharedCache(valkey.url, {})
    cache.set("page", "body")
    valkey.process.send_signal(signal.SIGSTOP)
    try:
        assert cache.get("page") is None
    finally:
        valkey.process.send_signal(signal.SIGCONT)


def test_a_server_that_refuses_commands_is_lost_as_well(valkey: Valkey) -> None:
    """Full, say, or still loading what it had."""
    with Redis.from_url(valkey.url) as client:
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", 1)
        try:
            SharedCache(valkey.url, {}).set("page", "body")
            assert shared_cache.server.lost
        finally:
            client.config_set("maxmemory", "64mb")
            client.config_set("maxmemory-policy", "allkeys-lru")
