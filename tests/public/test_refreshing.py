"""Pages that many ask for are rendered behind the answers when PostgreSQL says that an event has changed."""

from collections.abc import Iterator
from time import monotonic, sleep, time

import pytest
from django.conf import LazySettings
from django.db import connection
from django.http import Http404
from django.test import Client
from msgspec import structs

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.public import freshness, page_cache, refreshing
from clubtornei.public.page_cache import OLDEST, CachedPage, Page
from clubtornei.public.refreshing import RecentRequest
from clubtornei.rounds.models import Round
from tests.caches import forget_everything
from tests.factories import make_played_event, make_result, make_round
from tests.public.pages import POLL, page_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_() -> Round:
    forget_everything()
    return make_round(make_played_event(6, 1))


@pytest.fixture
def event(round_: Round) -> Event:
    return round_.stage.event


@pytest.fixture
def refresher(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[refreshing.Refresher]:
    """The thread, as in a process of the site."""
    settings.REFRESH_PAGES = True
    started = refreshing.Started()
    monkeypatch.setattr(refreshing, "started", started)
    thread = started.get()
    assert eventually(lambda: thread.listening)
    yield thread
    thread.stopped.set()
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def renderings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that were rendered."""
    versions: list[int] = []
    render = freshness._rendered

    def spy(event: Event, response: object) -> object:
        versions.append(event.version)
        return render(event, response)  # type: ignore[arg-type]

    monkeypatch.setattr(freshness, "_rendered", spy)
    return versions


def eventually(condition: object) -> bool:
    end = monotonic() + 10
    while not condition():  # type: ignore[operator]
        if monotonic() > end:
            return False
        sleep(0.01)
    return True


def kept_versions() -> list[int]:
    return [page.version for page in page_cache.memory.all()]


def version_of(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


def poll(page: str) -> str:
    """What the page shows to who polls it, as its ETag."""
    return Client().get(page, headers=POLL)["ETag"]


def test_a_page_that_many_ask_for_is_rendered_before_anybody_asks_again(
    event: Event, round_: Round, refresher: refreshing.Refresher, renderings: list[int]
) -> None:
    page = page_of(event, "standings")
    old = [poll(page) for _ in range(2)]
    make_result(event, round_, 1, "1-0")
    assert eventually(lambda: kept_versions() == [version_of(event)])
    before = list(renderings)
    assert poll(page) != old[0]
    assert renderings == before


@pytest.fixture
def heard_nothing_yet(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread listens, and is busy with another event."""
    settings.REFRESH_PAGES = True
    thread = refreshing.Refresher()
    thread.listening = True
    monkeypatch.setattr(thread, "start", lambda: None)
    monkeypatch.setattr(refreshing, "Refresher", lambda: thread)
    monkeypatch.setattr(refreshing, "started", refreshing.Started())


@pytest.mark.usefixtures("heard_nothing_yet")
@pytest.mark.parametrize("often", [True, False])
def test_who_polls_meanwhile_gets_what_was_prepared_before(
    event: Event, round_: Round, often: bool, monkeypatch: pytest.MonkeyPatch, renderings: list[int]
) -> None:
    monkeypatch.setattr(refreshing, "OFTEN", 5.0 if often else -1.0)
    standings, card = page_of(event, "standings"), f"/t/{event.slug}/players/1/"
    old = [poll(standings) for _ in range(2)]
    before = version_of(event)
    refreshing.refresh(event.pk)
    make_result(event, round_, 1, "1-0")
    assert poll(standings) == old[0]
    renderings.clear()
    poll(card)
    assert renderings == [before]
    seen = {"Clubtornei-Version": str(version_of(event))}
    assert Client().get(standings, headers=seen)["ETag"] != old[0]
    assert Client().get(card).status_code == 200
    assert renderings == [before, version_of(event), version_of(event)]


@pytest.mark.usefixtures("heard_nothing_yet")
def test_what_was_prepared_too_long_ago_is_shown_to_nobody(event: Event, round_: Round) -> None:
    page = page_of(event, "standings")
    old = poll(page)
    refreshing.refresh(event.pk)
    make_result(event, round_, 1, "1-0")
    [shown] = page_cache.recent_versions.get(event.pk) or []
    page_cache.recent_versions.put(event.pk, [structs.replace(shown, at=shown.at - OLDEST)])
    assert poll(page) != old


@pytest.mark.usefixtures("heard_nothing_yet")
def test_a_club_with_another_name_is_shown_with_it(event: Event) -> None:
    page = page_of(event, "standings")
    poll(page)
    refreshing.refresh(event.pk)
    Club.objects.update(name="Circolo della Torre")
    assert "Circolo della Torre" in Client().get(page, headers=POLL).content.decode()


@pytest.mark.usefixtures("heard_nothing_yet")
def test_nothing_is_prepared_of_an_event_at_which_nobody_looks(event: Event) -> None:
    refreshing.refresh(event.pk)
    assert refreshing.prepared.get(event.pk) is None
    poll(page_of(event, "standings"))
    refreshing.refresh(event.pk)
    assert refreshing.prepared.get(event.pk) is not None


def test_a_page_that_one_phone_asks_for_is_not_rendered_before(
    event: Event, round_: Round, refresher: refreshing.Refresher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refreshing, "OFTEN", -1.0)
    page = page_of(event, "standings")
    old = poll(page)
    make_result(event, round_, 1, "1-0")
    now = version_of(event)
    assert eventually(lambda: (p := refreshing.prepared.get(event.pk)) and p.event.version == now)
    assert max(kept_versions()) < now
    assert poll(page) != old


def test_a_page_tells_its_version_when_it_polls(event: Event, round_: Round) -> None:
    make_result(event, round_, 1, "1-0")
    page = Client().get(page_of(event, "standings")).content.decode()
    assert f"&quot;Clubtornei-Version&quot;: &quot;{version_of(event)}&quot;" in page


def test_a_write_is_told_once_it_is_certain(event: Event, round_: Round) -> None:
    listening = connection.copy()
    with listening.cursor() as cursor:
        cursor.execute("LISTEN event_changed")
    make_result(event, round_, 1, "1-0")
    heard = [notice.payload for notice in listening.connection.notifies(timeout=10, stop_after=1)]
    listening.close()
    assert heard == [str(event.pk)]


@pytest.mark.parametrize("fault", [Http404, ZeroDivisionError])
def test_a_page_that_cannot_be_shown_does_not_stop_the_others(
    fault: type[Exception], event: Event, round_: Round
) -> None:
    def gone(_snapshot: object) -> CachedPage:
        raise fault

    for _ in range(2):
        poll(page_of(event, "standings"))
    refreshing.recent_requests.put(
        "gone", RecentRequest(Page(key="gone", event=event.pk, render=gone), time(), 0.0)
    )
    make_result(event, round_, 1, "1-0")
    refreshing.refresh(event.pk)
    assert kept_versions() == [version_of(event)]


def test_after_the_database_has_gone_the_thread_listens_again(
    event: Event, refresher: refreshing.Refresher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refreshing, "AGAIN", 0.5)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query = 'LISTEN event_changed' AND datname = current_database()"
        )
    assert eventually(lambda: not refresher.listening)
    assert eventually(lambda: refresher.listening)


@pytest.mark.usefixtures("refresher")
def test_a_thread_that_has_ended_is_replaced() -> None:
    ended = refreshing.started.get()
    ended.stopped.set()
    ended.join(10)
    new = refreshing.started.get()
    assert new is not ended
    assert eventually(lambda: new.listening)
    new.stopped.set()
    new.join(10)


def test_what_names_no_event_does_not_end_the_thread(refresher: refreshing.Refresher) -> None:
    with connection.cursor() as cursor:
        cursor.execute("NOTIFY event_changed, ''")
    sleep(0.1)
    assert eventually(lambda: refresher.listening)
    assert refresher.is_alive()


@pytest.mark.usefixtures("heard_nothing_yet")
def test_one_browser_with_many_addresses_does_not_keep_the_thread_busy(
    event: Event, round_: Round, renderings: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refreshing, "MOST_PAGES", 3)
    for number in [*range(1, 6)] * 2:
        poll(f"/t/{event.slug}/players/{number}/")
    make_result(event, round_, 1, "1-0")
    renderings.clear()
    refreshing.refresh(event.pk)
    assert len(renderings) == 3
