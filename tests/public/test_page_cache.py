"""A page is rendered once a change, by one request, while the others wait for it."""

import re
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils.timezone import now

from clubtornei.accounts.models import Club
from clubtornei.events.models import SignUpSettings
from clubtornei.public import page_cache, views
from clubtornei.public.page_cache import CachedPage, cached_page
from clubtornei.web import local_hosts
from tests.caches import forget_everything
from tests.factories import make_club, make_event, make_played_event, make_result, make_round
from tests.public.pages import PAGES, page_of

pytestmark = pytest.mark.django_db(transaction=True)


def page_at(version: int) -> CachedPage:
    return CachedPage(version=version, etag=f'W/"{version}"', headers={}, body=b"")


def test_a_page_is_rendered_again_only_for_a_newer_version() -> None:
    rendered = []

    def ask(version: int, key: str = "page") -> int:
        def render() -> CachedPage:
            rendered.append((key, version))
            return page_at(version)

        return cached_page((key,), version, render).version

    assert [ask(2), ask(2), ask(1), ask(3), ask(3, "other")] == [2, 2, 2, 3, 3]
    assert rendered == [("page", 2), ("page", 3), ("other", 3)]


def counted_renderings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows with each page that is rendered."""
    rendered: list[object] = []
    render = page_cache.rendered
    monkeypatch.setattr(page_cache, "rendered", lambda *given: rendered.append(given) or render(*given))
    return rendered


def test_a_failure_while_rendering_leaves_the_page_to_the_next() -> None:
    with pytest.raises(ZeroDivisionError):
        cached_page(("page",), 1, lambda: page_at(1 // 0))
    assert cached_page(("page",), 1, lambda: page_at(1)).version == 1


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
    rendered = counted_renderings(monkeypatch)

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

    forget_everything()
    phones = [Thread(target=visit, args=[page], daemon=True) for page in pages]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(20)
    assert not any(phone.is_alive() for phone in phones)
    assert answers == [200] * len(pages)


@pytest.mark.parametrize(
    ("queries", "renderings"),
    [
        (["", "?fbclid=x", "?utm_source=y&fbclid=z", "?&", "?&&"], 1),
        (["?by=name", "?fbclid=x&by=name", "?by=name&"], 1),
        (["", "?by=name"], 2),
    ],
)
def test_what_others_add_to_an_address_makes_no_other_page(
    queries: list[str], renderings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(make_played_event(6, 2), "pairings")
    rendered = counted_renderings(monkeypatch)
    for query in queries:
        assert Client().get(page + query).status_code == 200
    assert len(rendered) == renderings


@pytest.mark.parametrize("name", ["standings", "pairings", "crosstable", "event"])
def test_values_that_anybody_makes_up_push_out_no_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(make_played_event(6, 2), name)
    kept: list[object] = []
    monkeypatch.setattr(page_cache, "cached_page", lambda *given: kept.append(given) or cached_page(*given))
    for parameter in page_cache.PARAMETERS:
        for value in ("7", "zap", "name, number"):
            assert Client().get(page, {parameter: value}).status_code in (200, 404)
    assert kept == []


READS = re.compile(r"""query(?:\.get\(|, )"([a-z]+)\"""")


def test_all_that_pages_read_of_an_address_is_kept_in_it() -> None:
    rounds = settings.BASE_DIR / "clubtornei" / "rounds"
    sources = [rounds / "reports" / "contexts.py", rounds / "state" / "listing.py", Path(views.__file__)]
    read = {name for source in sources for name in READS.findall(source.read_text())}
    parts = {"rows", "columns"}  # of a large table: see rounds/reports/crosstable_parts.py
    assert read | parts == set(page_cache.PARAMETERS)


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


def ask(page: str, hosts: list[str]) -> None:
    for host in hosts:
        assert Client().get(page, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("of_club", [False, True])
def test_however_a_host_is_spelt_its_page_is_kept_once(
    of_club: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_played_event(4, 1)
    page = f"/t/clubs/{event.club.slug}/" if of_club else page_of(event, "event")
    rendered = counted_renderings(monkeypatch)
    ask(page, ["testserver", "TestServer", "testserver.", "testserver:80", "testserver:00080"])
    assert len(rendered) == 1


@pytest.mark.parametrize("of_club", [False, True])
def test_hosts_that_anybody_makes_up_push_out_no_page(of_club: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each private address is accepted, and each port: there are millions of them."""
    event = make_played_event(4, 1)
    page = f"/t/clubs/{event.club.slug}/" if of_club else page_of(event, "event")
    rendered = counted_renderings(monkeypatch)
    ask(page, 2 * ["10.1.2.3", "10.1.2.4", "testserver:8001"])
    assert len(rendered) == 6  # none is kept


def test_sign_ups_end_on_pages_that_were_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(make_club(), published=True)
    SignUpSettings.objects.create(event=event, enabled=True, closes_at=now() + timedelta(hours=1))
    page = page_of(event, "event")
    assert "Le iscrizioni sono chiuse" not in Client().get(page).text
    later = now() + timedelta(hours=2)
    monkeypatch.setattr(page_cache, "now", lambda: later)
    monkeypatch.setattr("clubtornei.rounds.participation.signups.queries.now", lambda: later)
    assert "Le iscrizioni sono chiuse" in Client().get(page).text


def test_a_club_that_closes_takes_no_sign_ups_on_pages_that_were_kept() -> None:
    event = make_event(make_club(), published=True)
    SignUpSettings.objects.create(event=event, enabled=True)
    page = page_of(event, "event")
    sign_up = f"/t/{event.slug}/sign-up/"
    assert sign_up in Client().get(page).text
    Club.objects.update(closed_at=now())
    assert sign_up not in Client().get(page).text
