"""A page is rendered once a change, by one request, while the others get what was there or wait for it."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils.timezone import now

from clubtornei import local_hosts
from clubtornei.accounts.models import Club
from clubtornei.events.models import SignUpSettings
from clubtornei.public import freshness, kept_pages, page_cache, views
from clubtornei.public.page_cache import (
    CachedPage,
    EventVersion,
    Page,
    cached_page,
    memory,
    record_version,
    unshared,
)
from tests.caches import forget_everything
from tests.factories import make_club, make_event, make_played_event, make_result, make_round
from tests.public.pages import PAGES, POLL, page_of

pytestmark = pytest.mark.django_db(transaction=True)


def page_at(version: int, **changes: object) -> CachedPage:
    facts = {"version": version, "club": "Circolo", "etag": f'W/"{version}"', "headers": {}, "body": b""}
    return CachedPage(**(facts | changes))  # type: ignore[arg-type]


EVENT = 1


def ask(
    version: int,
    render: Callable[[object], CachedPage],
    *,
    key: str = "page",
    club: str = "Circolo",
    **how: Any,
) -> CachedPage:
    """A request for the page of an event at that version."""
    return cached_page(Page(key=key, event=EVENT, render=render), record_version(EVENT, version, club), **how)


def seen(version: int, *, seconds_ago: float) -> None:
    """When the event was last at that version, as far as this process knows."""
    at = monotonic() - seconds_ago
    page_cache.recent_versions.put(EVENT, [EventVersion(version=version, club="Circolo", at=at)])


class Renderer:
    """Renders a page of that version; waits in the middle for `go_on`, if it was made to."""

    def __init__(self, version: int, *, waits: bool = False) -> None:
        self.version, self.times = version, 0
        self.begun, self.go_on = Signal(), Signal()
        if not waits:
            self.go_on.set()

    def __call__(self, _snapshot: object) -> CachedPage:
        self.times += 1
        self.begun.set()
        assert self.go_on.wait(10)
        return page_at(self.version)


class Visitor(Thread):
    """Asks for the page in a thread, with a connection of its own."""

    def __init__(self, version: int, render: Renderer, *, newest: bool = False, at_least: int = 0) -> None:
        super().__init__(daemon=True)
        self.version, self.render, self.newest, self.at_least = version, render, newest, at_least
        self.page: CachedPage | None = None
        self.start()

    def run(self) -> None:
        with suppress(AssertionError):
            self.page = ask(self.version, self.render, must_be_newest=self.newest, at_least=self.at_least)
        connection.close()


@pytest.fixture
def busy() -> Iterator[Renderer]:
    """Somebody is rendering the second version; everybody has seen the first one just now."""
    ask(1, Renderer(1))
    renderer = Renderer(2, waits=True)
    visitor = Visitor(2, renderer)
    assert renderer.begun.wait(10)
    yield renderer
    renderer.go_on.set()
    visitor.join(10)


def test_a_page_that_shows_the_newest_is_not_rendered_again() -> None:
    render = Renderer(1)
    for version in (1, 1, 0):
        assert ask(version, render, must_be_newest=True).version == 1
    assert render.times == 1
    assert ask(1, render, club="Altro nome").version == 1
    assert render.times == 2


def test_who_polls_meanwhile_gets_what_was_there(busy: Renderer) -> None:
    other = Renderer(2)
    assert ask(2, other).version == 1
    assert other.times == 0


def test_who_polls_meanwhile_does_not_render_either_what_is_prepared(busy: Renderer) -> None:
    other = Renderer(2)
    assert ask(2, other, snapshot=object()).version == 1
    assert other.times == 0


def test_what_is_prepared_is_rendered_of_it() -> None:
    prepared, of = object(), []
    ask(1, lambda snapshot: of.append(snapshot) or page_at(1), snapshot=prepared)
    assert of == [prepared]


def test_who_must_have_the_newest_waits_for_it_and_does_not_render(busy: Renderer) -> None:
    other = Renderer(2)
    visitors = [Visitor(2, other, newest=True) for _ in range(3)]
    visitors[0].join(0.2)
    assert [visitor.page for visitor in visitors] == [None, None, None]
    busy.go_on.set()
    for visitor in visitors:
        visitor.join(10)
    assert [visitor.page and visitor.page.version for visitor in visitors] == [2, 2, 2]
    assert (busy.times, other.times) == (1, 0)


def test_nobody_gets_a_page_that_was_the_newest_too_long_ago(busy: Renderer) -> None:
    seen(1, seconds_ago=page_cache.OLDEST + 0.1)
    assert_waits(busy, Visitor(2, Renderer(2)))


def test_nobody_gets_an_older_page_than_he_has_seen(busy: Renderer) -> None:
    assert_waits(busy, Visitor(2, Renderer(2), at_least=2))


def assert_waits(busy: Renderer, visitor: Visitor) -> None:
    visitor.join(0.2)
    assert visitor.page is None
    busy.go_on.set()
    visitor.join(10)
    assert visitor.page
    assert visitor.page.version == 2


def test_the_newest_is_reckoned_from_when_the_event_was_read_not_the_page(busy: Renderer) -> None:
    """A card is asked for every ten seconds; other requests know that it was the newest a moment ago."""
    seen(1, seconds_ago=10)
    ask(1, Renderer(1), key="standings")
    assert ask(2, Renderer(2)).version == 1


def test_a_failure_while_rendering_leaves_the_page_to_the_next() -> None:
    def fails(_snapshot: object) -> CachedPage:
        raise ValueError

    with pytest.raises(ValueError):
        ask(1, fails, key="other")
    assert ask(1, Renderer(1), key="other").version == 1


def test_another_process_gets_the_page_that_this_one_rendered() -> None:
    render = Renderer(1)
    ask(1, render)
    memory.clear()  # what another process does not have
    assert ask(1, render).version == 1
    cache.clear()
    memory.clear()
    ask(1, render)
    assert render.times == 2


def test_only_the_pages_asked_for_last_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "most", 2)
    for key in ("a", "b", "a", "c"):
        memory.put(key, page_at(1))
    assert [memory.get(key) is not None for key in ("a", "b", "c")] == [True, False, True]


@pytest.mark.parametrize(
    ("headers", "cookies", "newest"),
    [
        (POLL, {}, False),
        ({}, {}, True),  # over plain HTTP a browser does not say that it navigates
        (POLL, {"sessionid": "x"}, True),
    ],
)
def test_who_opens_a_page_or_organises_must_have_the_newest(
    headers: dict[str, str], cookies: dict[str, str], newest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def spy(*arguments: Any, **how: Any) -> CachedPage:
        asked.append(how.get("must_be_newest", False))
        return cached_page(*arguments, **how)

    monkeypatch.setattr(freshness, "cached_page", spy)
    client = Client()
    client.cookies.load(cookies)
    client.get(page_of(make_played_event(4, 2), "standings"), headers=headers)
    assert asked == [newest]


def test_a_page_goes_out_compressed_to_who_takes_it_so(client: Client) -> None:
    page = page_of(make_played_event(4, 2), "standings")
    plain = client.get(page)
    packed = client.get(page, headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 2
    assert plain["ETag"] == packed["ETag"]


def test_one_result_is_rendered_once_for_thirty_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_played_event(6, 1)
    round_ = make_round(event)
    page = page_of(event, "standings")
    Client().get(page)
    make_result(event, round_, 1, "1-0")
    rendered = []
    render = freshness._rendered
    monkeypatch.setattr(freshness, "_rendered", lambda *given: rendered.append(given) or render(*given))

    def visit() -> None:
        answers.append(Client().get(page).status_code)
        connection.close()

    answers: list[int] = []
    phones = [Thread(target=visit) for _ in range(30)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(20)
    assert answers == [200] * 30
    assert len(rendered) == 1


def test_all_pages_of_an_event_may_be_rendered_at_once() -> None:
    """Nobody waits for a value that another computes, who waits for him."""
    event = make_played_event(12, 3)
    pages = [page_of(event, name) for name in PAGES] + [f"/t/{event.slug}/players/{n}/" for n in range(1, 9)]
    answers: list[int] = []

    def visit(page: str) -> None:
        try:
            answers.append(Client().get(page).status_code)
        finally:
            connection.close()

    for _ in range(3):
        forget_everything()
        phones = [Thread(target=visit, args=[page], daemon=True) for page in pages]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join(20)
        assert not any(phone.is_alive() for phone in phones)
    assert answers == [200] * 3 * len(pages)


def kept_after(*addresses: str) -> list[str]:
    """The pages kept, as their ETags, when these addresses have been opened."""
    forget_everything()
    for address in addresses:
        assert Client().get(address).status_code == 200
    return [page.etag for page in memory.all() + unshared.all()]


@pytest.mark.parametrize(
    ("queries", "kept"),
    [
        (["", "?fbclid=x", "?utm_source=y&fbclid=z", "?&", "?&&"], 1),
        (["?by=name", "?fbclid=x&by=name", "?by=name&"], 1),
        (["?after=1&fbclid=1", "?after=1"], 1),
        (["", "?by=name", "?by=number", "?after=1"], 4),
        (["?by=anything", "?q=Rossi", "?q=x&by=name", "?q=12"], 0),
    ],
)
def test_what_others_add_to_an_address_makes_no_other_page(queries: list[str], kept: int) -> None:
    page = page_of(make_played_event(6, 2), "standings")
    assert len(kept_after(*(page + query for query in queries))) == kept


def test_queries_of_numbers_fill_no_shared_cache_and_a_small_part_of_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = page_of(make_played_event(6, 2), "standings")
    named = [page, f"{page}?by=name", f"{page}?by=number"]
    monkeypatch.setattr(unshared, "most", 10)
    shared: list[str] = []
    keep = cache.set
    monkeypatch.setattr(cache, "set", lambda key, *how: (shared.append(key), keep(key, *how)))
    numbers = [f"{page}?{name}={number}" for name in ("page", "q") for number in range(12)]
    assert len(kept_after(*named, *numbers)) == len(named) + 10
    assert len(shared) == len(named)


READS = re.compile(r"""(?:query|GET)(?:\.get\(|, )"([a-z]+)\"""")


def test_all_that_pages_read_of_an_address_is_kept_in_it() -> None:
    rounds = settings.BASE_DIR / "clubtornei" / "rounds"
    sources = [rounds / "reports" / "contexts.py", rounds / "core" / "listing.py", Path(views.__file__)]
    read = {name for source in sources for name in READS.findall(source.read_text())}
    parts = {"rows", "columns"}  # of a large table: see rounds/reports/parts.py
    assert read | parts == set(freshness.PARAMETERS)


def test_a_shared_address_polls_without_what_was_added() -> None:
    page = page_of(make_played_event(6, 2), "pairings")
    text = Client().get(f"{page}?fbclid=x&by=name").text
    assert f'hx-get="{page}?by=name"' in text
    assert "fbclid" not in text


@pytest.mark.parametrize("name", ["screen", "verify"])
def test_in_another_network_other_addresses_are_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(make_played_event(4, 1), name)
    for own in ("192.168.1.20", "10.0.0.7"):
        monkeypatch.setattr(local_hosts, "own_addresses", lambda own=own: [own])
        assert f"http://{own}" in Client().get(page, headers={"Host": "localhost:8000"}).text


def kept_for(page: str, hosts: list[str]) -> tuple[int, int]:
    """How many pages are kept for all, and how many for few, once each of the hosts is asked."""
    forget_everything()
    for host in hosts:
        assert Client().get(page, headers={"Host": host}).status_code == 200
    return len(memory.all()), len(unshared.all())


def test_however_a_host_is_spelt_its_page_is_kept_once() -> None:
    page = page_of(make_played_event(4, 1), "event")
    assert kept_for(
        page, ["testserver", "TestServer", "testserver.", "testserver:80", "testserver:00080"]
    ) == (
        1,
        0,
    )


def test_hosts_that_anybody_makes_up_push_out_no_page_of_the_site() -> None:
    """Each private address is accepted, and each port: there are millions of them."""
    event = make_played_event(4, 1)
    hosts = ["10.1.2.3", "10.1.2.4", "testserver:8001"]
    assert kept_for(page_of(event, "event"), hosts) == (0, 3)
    kept_for(f"/t/clubs/{event.club.slug}/", hosts)
    assert len(kept_pages.memory.all()) == 0
    kept_for(f"/t/clubs/{event.club.slug}/", ["testserver", "TestServer"])
    assert len(kept_pages.memory.all()) == 1


def test_sign_ups_end_on_pages_that_were_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(make_club(), published=True)
    SignUpSettings.objects.create(event=event, enabled=True, closes_at=now() + timedelta(hours=1))
    page = page_of(event, "event")
    assert "Le iscrizioni sono chiuse" not in Client().get(page).text
    later = now() + timedelta(hours=2)
    monkeypatch.setattr(freshness, "now", lambda: later)
    monkeypatch.setattr("clubtornei.rounds.signups.queries.now", lambda: later)
    assert "Le iscrizioni sono chiuse" in Client().get(page).text


def test_a_club_that_closes_takes_no_sign_ups_on_pages_that_were_kept() -> None:
    event = make_event(make_club(), published=True)
    SignUpSettings.objects.create(event=event, enabled=True)
    page = page_of(event, "event")
    sign_up = f"/t/{event.slug}/sign-up/"
    assert sign_up in Client().get(page).text
    Club.objects.update(closed_at=now())
    assert sign_up not in Client().get(page).text
