"""What is computed of an event is kept for its version, and taken over where what it rests on is the same."""

from threading import Barrier, Thread

import pytest

from clubtornei.events import version_cache
from clubtornei.events.models import Event
from clubtornei.events.version_cache import version_cache_of


def event(pk: int = 1, version: int = 1) -> Event:
    return Event(pk=pk, version=version)


def test_nothing_is_kept_for_another_version() -> None:
    assert version_cache_of(event()).get("what", lambda: "old") == "old"
    assert version_cache_of(event()).get("what", lambda: "new") == "old"
    assert version_cache_of(event(version=2)).get("what", lambda: "new") == "new"
    assert version_cache_of(event(pk=2)).get("what", lambda: "another") == "another"


def test_who_read_the_event_earlier_does_not_get_what_is_newer_nor_replaces_it() -> None:
    assert version_cache_of(event(version=2)).get("what", lambda: "new") == "new"
    assert version_cache_of(event(version=1)).get("what", lambda: "old") == "old"
    assert version_cache_of(event(version=2)).get("what", lambda: "never") == "new"


def test_two_threads_compute_a_value_once() -> None:
    both, made, shared = Barrier(2), [], version_cache_of(event())

    def make() -> str:
        made.append(1)
        return "value"

    def ask() -> None:
        both.wait(5)
        shared.get("what", make)

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert made == [1]


def test_only_the_events_asked_for_last_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_cache, "MOST_EVENTS", 2)
    for pk in (1, 2, 1, 3):
        version_cache_of(event(pk)).get("what", lambda: pk)  # noqa: B023
    assert list(version_cache.memory) == [1, 3]
