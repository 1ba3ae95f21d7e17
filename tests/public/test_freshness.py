"""One query for a page that has not changed, and the same number for few and many players otherwise."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.pages import settings_actions
from tests.addresses import OF_THE_YEAR, addresses
from tests.factories import make_event, make_played_event, make_result, make_round, signed_in
from tests.public.pages import OTHERS, PAGES, page_of
from tests.taken_back import taken_back

# Two of them take the lock for rendering and give it back. Pages of a round look up how it was checked, and
# results that were corrected later; verify looks the draw up in the history as well. The clock is not in the
# document.
COLD = dict.fromkeys(PAGES, 7) | {
    "event": 9,
    "pairings": 9,
    "card": 8,
    "why_pairing": 9,
    "verify": 11,
    "clock": 10,
    "screen": 8,
    "screen_numbered": 8,
}
WARM = 1
VARY = {"Accept-Encoding", "Accept-Language"}
SHARED = "public, max-age=0, s-maxage=2, stale-while-revalidate=2"

# The third round is being played: these pages show its results, or the ranking.
SHOWS_RESULTS = {
    "event",
    "standings",
    "crosstable",
    "card",
    "why_place",
    "document",
} | {
    "screen",
    "screen_numbered",
    "overlay",
    "overlay_round",
}

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept_being_played(kept_db: None) -> Event:
    event = make_played_event(24, 2)
    settings_actions.publish(event)
    make_round(event)
    return event


@pytest.fixture
def being_played(kept_being_played: Event) -> Event:
    return Event.objects.get(pk=kept_being_played.pk)


def test_every_public_address_stands_in_the_list_of_pages() -> None:
    names = {name.removeprefix("public:") for name in addresses() if name.startswith("public:")}
    of_the_year = {name.removeprefix("public:") for name in OF_THE_YEAR}
    assert names - of_the_year == set(PAGES) | OTHERS


@pytest.mark.parametrize("kept_played_event", [4, 24], indirect=True)
def test_queries_do_not_grow_with_the_players(
    played_event: Event, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in PAGES:
        page = page_of(played_event, name)
        with taken_back():
            with django_assert_num_queries(COLD[name], info=name):
                cold = client.get(page)
            with django_assert_num_queries(WARM, info=name):
                warm = client.get(page)
            assert cold.status_code == warm.status_code == 200, name
            assert cold.content == warm.content, name
            with django_assert_num_queries(1, info=name):
                unchanged = client.get(page, headers={"If-None-Match": cold["ETag"]})
            assert unchanged.status_code == 304, name
            assert not unchanged.content, name


def test_a_page_is_the_same_for_everybody_and_says_so(
    played_event: Event, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pages = {name: page_of(played_event, name) for name in PAGES}
    anonymous = {name: client.get(page) for name, page in pages.items()}
    organiser = signed_in(played_event.club, Role.OWNER)
    # The seat that one follows is kept in the browser; a cookie of that or any other name changes nothing.
    organiser.cookies.load({"seat": "3", "csrftoken": "c" * 32, "messages": "x"})
    for name, page in pages.items():
        with django_assert_num_queries(1, info=name):
            own = organiser.get(page, headers={"User-Agent": "phone", "HX-Request": "true"})
        assert own.content == anonymous[name].content, name
        assert own.headers == anonymous[name].headers, name
        assert not own.cookies, name
        assert own["Cache-Control"] == SHARED, name
        with django_assert_num_queries(1, info=name):
            again = organiser.get(page, headers={"If-None-Match": anonymous[name]["ETag"]})
        assert again.status_code == 304, name
        assert again["Cache-Control"] == SHARED, name


def test_head_answers_as_get(played_event: Event, client: Client) -> None:
    for name in PAGES:
        page = page_of(played_event, name)
        for encoding in ("gzip", "identity"):
            accepted = {"Accept-Encoding": encoding}
            got = client.get(page, headers=accepted)
            head = client.head(page, headers=accepted)  # the client, as uvicorn, takes the body away
            assert head.status_code == 200, name
            assert head.headers == got.headers, name
        unchanged = client.head(page, headers={"If-None-Match": got["ETag"]})
        assert unchanged.status_code == 304, name
        assert client.post(page).status_code == 405, name


def answers_again(client: Client, event: Event, before: dict[str, Any]) -> dict[str, Any]:
    """What who has those pages gets when he asks whether they have changed."""
    return {
        name: client.get(page_of(event, name), headers={"If-None-Match": seen["ETag"]})
        for name, seen in before.items()
    }


def test_a_result_makes_every_page_new(played_event: Event, client: Client) -> None:
    before = {name: client.get(page_of(played_event, name)) for name in PAGES}
    make_result(played_event, make_round(played_event), 1, "1-0")
    for name, after in answers_again(client, played_event, before).items():
        assert after.status_code == 200, name
        assert after["ETag"] != before[name]["ETag"], name


def result_of(event: Event, player: int) -> None:
    """That player's game in the third round is won by White."""
    third = event.stages.get().rounds.get(number=3)
    make_result(event, third, third.tables.get(seats__entry__entry_no=player).number, "1-0")


def test_a_result_changes_only_the_pages_that_show_it(being_played: Event, client: Client) -> None:
    before = {name: client.get(page_of(being_played, name)) for name in PAGES}
    result_of(being_played, PAGES["card"][0])
    found = {name: after.status_code for name, after in answers_again(client, being_played, before).items()}
    assert found == {name: 200 if name in SHOWS_RESULTS else 304 for name in PAGES}


def test_where_one_sits_and_the_leaders_card_do_not_change_with_a_result_of_the_last(
    being_played: Event, client: Client
) -> None:
    first, *_, last = [row.player for row in EventSnapshot(being_played).standings()]
    pages = [f"/t/{being_played.slug}/{page}" for page in ("rounds/3/?by=name", f"players/{first}/")]
    before = [client.get(page) for page in pages]
    result_of(being_played, last)
    for page, seen in zip(pages, before, strict=True):
        after = client.get(page, headers={"If-None-Match": seen["ETag"]})
        assert after.status_code == 304, page


def test_each_language_has_its_own_page_and_caches_are_told(played_event: Event, client: Client) -> None:
    page = page_of(played_event, "standings")
    italian = client.get(page, headers={"Accept-Language": "it"})
    english = client.get(page, headers={"Accept-Language": "en", "If-None-Match": italian["ETag"]})
    assert english.status_code == 200
    assert b'lang="en"' in english.content
    unchanged = client.get(page, headers={"Accept-Language": "it", "If-None-Match": italian["ETag"]})
    assert (unchanged.status_code, unchanged["ETag"]) == (304, italian["ETag"])
    for response in (italian, english, unchanged):
        assert {part.strip() for part in response["Vary"].split(",")} == VARY
        assert response["Cache-Control"] == SHARED


def test_a_page_in_the_language_that_somebody_has_chosen_is_his_own(
    played_event: Event, client: Client
) -> None:
    """A shared cache would give it to all whose browsers ask for the language that his asks for."""
    page = page_of(played_event, "standings")
    client.get(f"{page}?language=en")
    chosen = client.get(page, headers={"Accept-Language": "it"})
    assert b'lang="en"' in chosen.content
    assert chosen["Cache-Control"] == "private, no-cache"


def test_the_language_is_changed_by_a_link_that_keeps_the_page(played_event: Event, client: Client) -> None:
    page = page_of(played_event, "standings")
    assert "after=1&amp;language=en" in client.get(f"{page}?after=1").content.decode()
    changed = client.get(f"{page}?after=1&language=en")
    assert (changed.status_code, changed["Location"]) == (302, f"{page}?after=1")
    assert b'lang="en"' in client.get(page).content
    assert client.get(f"{page}?language=xx").status_code == 200


def test_a_new_name_of_the_club_is_seen_at_once(client: Client) -> None:
    event = make_played_event(4, 1)
    before = client.get(page_of(event, "event"))
    event.club.name = "Circolo ribattezzato"
    event.club.save()
    after = client.get(page_of(event, "event"), headers={"If-None-Match": before["ETag"]})
    assert "Circolo ribattezzato" in after.content.decode()


def test_a_page_polls_itself_with_the_tag_it_has(played_event: Event, client: Client) -> None:
    page = page_of(played_event, "standings") + "?after=1"
    response = client.get(page)
    tag = response["ETag"].replace('"', "\\&quot;")
    assert f'hx-get="{page}"' in response.content.decode()
    assert f"{{&quot;If-None-Match&quot;: &quot;{tag}&quot;}}" in response.content.decode()


def test_what_is_not_published_is_not_found(played_event: Event, client: Client) -> None:
    before = {name: client.get(page_of(played_event, name)) for name in PAGES}
    settings_actions.unpublish(played_event)
    for name, again in answers_again(client, played_event, before).items():
        assert client.get(page_of(played_event, name)).status_code == 404, name
        assert again.status_code == 404, name


def test_an_event_without_anybody_has_its_pages(client: Client) -> None:
    event = make_event(published=True)
    for name in ("event", "standings", "crosstable", "calendar", "screen", "document", "verify"):
        assert client.get(page_of(event, name)).status_code == 200, name
