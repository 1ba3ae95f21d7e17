"""What the public sees of a club: what is on, what comes, the archive, people, records, calendar and feed."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any

import pgtrigger
import pytest
from django.apps import apps
from django.test import Client
from django.utils.timezone import localdate, now
from icalendar import Calendar

from clubtornei.accounts.club_actions import change_club
from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.events.writing import writing
from clubtornei.public import club_pages
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.privacy.actions import show_initials
from clubtornei.season.circuits.actions import change
from clubtornei.season.people.actions import set_marks
from tests.factories import make_club, make_drawn_event, make_entries, make_event, make_player, make_round
from tests.season.years import make_circuit

pytestmark = pytest.mark.django_db
TODAY = localdate()


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova")


def parts(page: str) -> dict[str, list[str]]:
    """The names of events by the heading they stand under."""
    sections = re.split(r'<h2 id="(\w+)">', page)[1:]
    named = zip(sections[::2], sections[1::2], strict=True)
    return {key: re.findall(r'href="/t/[\w-]+/">([^<]+)</a>', text) for key, text in named}


def close(event: Event) -> None:
    """With its first player in front."""
    ranking = [{"player": 1, "played": 1, "values": {}, "rank": 1}]
    Event.objects.filter(pk=event.pk).update(closed_at=now(), final_ranking=ranking)


def closed(club: Club, name: str, day: date, **fields: Any) -> Event:
    event = make_event(club, name, starts_on=day, published=True, closed_at=now(), **fields)
    Event.objects.filter(pk=event.pk).update(final_ranking=[])
    return event


def test_what_is_on_what_comes_and_the_archive(client: Client, club: Club) -> None:
    make_event(club, "Di oggi", published=True)
    begun = make_drawn_event(4, club, name="Cominciato prima", starts_on=TODAY + timedelta(3), published=True)
    make_round(begun)
    soon = make_event(club, "Fra poco", starts_on=TODAY + timedelta(5), published=True)
    SignUpSettings.objects.create(event=soon, enabled=True)
    make_event(club, "Segreto", published=False)
    make_event(make_club(), "D’altri", published=True)
    closed(club, "Di ieri", TODAY - timedelta(1))
    page = client.get("/t/clubs/prova/").text
    assert parts(page) == {
        "on": ["Cominciato prima", "Di oggi"],
        "coming": ["Fra poco"],
        "archive": ["Di ieri"],
    }
    assert f"/t/{soon.slug}/sign-up/" in page
    assert '<a href="/t/clubs/prova/">Circolo di prova</a>' in client.get(f"/t/{soon.slug}/").text


def test_the_archive_is_searched_by_words_and_years(client: Client, club: Club) -> None:
    closed(club, "Memorial Rossi", date(2024, 5, 1), place="Roma")
    closed(club, "Sociale", date(2025, 5, 1), place="Roma", game="Go")
    closed(club, "Lampo", date(2025, 9, 1))

    def archive(query: str) -> list[str]:
        return parts(client.get(f"/t/clubs/prova/{query}").text)["archive"]

    assert archive("") == ["Lampo", "Sociale", "Memorial Rossi"]
    assert archive("?year=2025") == ["Lampo", "Sociale"]
    assert archive("?q=roma+go") == ["Sociale"]
    assert archive("?year=2024&q=sociale") == []
    assert archive("?year=boh&page=boh") == ["Lampo", "Sociale", "Memorial Rossi"]


def test_a_long_archive_has_pages(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_pages, "ON_A_PAGE", 2)
    for number in range(3):
        closed(club, f"Numero {number}", date(2025, 1, 1))
    assert parts(client.get("/t/clubs/prova/").text)["archive"] == ["Numero 2", "Numero 1"]
    behind = Event.objects.get(name="Numero 1").pk
    assert parts(client.get(f"/t/clubs/prova/?page={behind}").text)["archive"] == ["Numero 0"]


def test_a_club_without_a_public_event_is_not_there(client: Client, club: Club) -> None:
    make_event(club, published=False)
    for page in ("", "people/", "calendar.ics", "feed.atom"):
        assert client.get(f"/t/clubs/prova/{page}").status_code == 404
        assert client.get(f"/t/clubs/nessuno/{page}").status_code == 404


def test_what_is_not_published_is_on_none_of_its_pages(client: Client, club: Club) -> None:
    """Calendar and feed are for whoever knows the club's address: they have no key."""
    event = make_drawn_event(4, club, name="Sociale", published=True)
    make_round(event, published=False)
    secret = make_drawn_event(4, club, name="Segreto", slug="segreto")
    secret.stages.update(days={"1": "2026-12-01"})
    make_round(secret)
    for page in ("", "people/", "calendar.ics", "feed.atom"):
        shown = client.get(f"/t/clubs/prova/{page}").text
        assert "egreto" not in shown, page
    assert "turno 1" not in client.get("/t/clubs/prova/feed.atom").text


def test_people_and_records(client: Client, club: Club) -> None:
    """By the names of the events: of minors and of who asks for it the initials only."""
    ada, ugo = make_player(club, "Rossi Ada"), make_player(club, "Verdi Ugo")
    for number in range(2):
        event = make_drawn_event(0, club, name=f"Sociale {number}", published=True)
        for entry_no, player in enumerate([ada, ugo] if number else [ada], 1):
            event.entries.create(player=player, entry_no=entry_no, number=entry_no, name=player.name)
        close(event)
    make_event(club, "Nascosto").entries.create(player=ugo, entry_no=1, name="Verdi Ugo")
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get("/t/clubs/prova/people/").text).split())
    assert re.search(r"Più tornei giocati Rossi Ada \(2\) ?, Verdi Ugo \(1\)", page)
    assert "Più tornei vinti Rossi Ada (2)" in page
    assert "I tornei più grandi Sociale 1 (2)" in page
    assert "Verdi Ugo 1 0" in page
    show_initials(ada, wanted=True)
    page = client.get("/t/clubs/prova/people/").text
    assert "Rossi" not in page
    assert "R. A. (2)" in page


def test_the_club_leads_to_its_circuits_its_ratings_and_the_pages_of_its_people(
    client: Client, club: Club
) -> None:
    """And these lead back to it; what has no page, or is not public, is not named."""
    pgtrigger.constraints(pgtrigger.Immediate, "players.Player:roster_version")
    ada, ugo = make_player(club, "Rossi Ada"), make_player(club, "Verdi Ugo")
    event = make_drawn_event(0, club, published=True)
    for entry_no, player in enumerate([ada, ugo], 1):
        event.entries.create(player=player, entry_no=entry_no, number=entry_no, name=player.name)
    before = client.get("/t/clubs/prova/").text
    assert "Circuiti" not in before and "/ratings/" not in before
    shown = make_circuit(club, "Anno 2026", published=True)
    make_circuit(club, "Segreto", published=False)
    ratings, own = "/t/clubs/prova/ratings/", f"/t/clubs/prova/people/{ada.pk}/"
    assert ratings not in client.get("/t/clubs/prova/").text
    set_marks(club, shown={ada.pk, ugo.pk}, members=set(), public={ada.pk}, pages=True)
    page, people = client.get("/t/clubs/prova/").text, client.get("/t/clubs/prova/people/").text
    assert f'<a href="/t/circuits/{shown.slug}/">Anno 2026</a>' in page
    assert "Segreto" not in page
    assert f'href="{ratings}"' in page
    assert f'<a href="{own}">Rossi Ada</a>' in people
    assert f"/people/{ugo.pk}/" not in people
    for there in (f"/t/circuits/{shown.slug}/", ratings, own):
        assert 'href="/t/clubs/prova/"' in client.get(there).text
    set_marks(club, shown={ada.pk, ugo.pk}, members=set(), public=set(), pages=True)
    assert own not in client.get("/t/clubs/prova/people/").text
    set_marks(club, shown=set(), members=set(), public=set(), pages=False)
    assert ratings not in client.get("/t/clubs/prova/").text


def test_a_club_with_a_public_circuit_alone_has_its_page(client: Client, club: Club) -> None:
    circuit = make_circuit(club, "Anno 2026", published=True)
    assert "Anno 2026" in client.get("/t/clubs/prova/").text
    for page in ("people/", "calendar.ics", "feed.atom"):
        assert client.get(f"/t/clubs/prova/{page}").status_code == 200
    circuit.published = False
    change(circuit, ["published"])
    assert client.get("/t/clubs/prova/").status_code == 404


def test_the_sites_that_the_club_names_may_embed_circuits_and_people_too(client: Client, club: Club) -> None:
    circuit, ada = make_circuit(club, published=True), make_player(club, "Rossi Ada")
    set_marks(club, shown={ada.pk}, members=set(), public={ada.pk}, pages=True)
    pages = (
        f"/t/circuits/{circuit.slug}/",
        "/t/clubs/prova/ratings/",
        f"/t/clubs/prova/people/{ada.pk}/",
    )
    for page in pages:
        assert client.get(page)["X-Frame-Options"] == "DENY"
    change_club(club, club.name, ["https://club.example"])
    for page in pages:
        assert "X-Frame-Options" not in client.get(page)
        assert "frame-ancestors https://club.example" in client.get(page)["Content-Security-Policy"]


def test_pages_are_kept_until_something_public_changes(
    client: Client, club: Club, django_assert_num_queries: Any
) -> None:
    event = make_event(club, published=True)
    make_entries(event, 3)
    for page in ("", "people/", "calendar.ics", "feed.atom"):
        first = client.get(f"/t/clubs/prova/{page}")
        with django_assert_num_queries(3):
            again = client.get(f"/t/clubs/prova/{page}", headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
    settings_actions.publish(make_event(club, "Un altro", starts_on=TODAY + timedelta(2)))
    assert "Un altro" in client.get("/t/clubs/prova/").text
    change_club(club, "Altro nome", [])
    assert "Altro nome" in client.get("/t/clubs/prova/").text


def test_one_event_hidden_and_another_published_are_not_taken_for_the_same(
    client: Client, club: Club
) -> None:
    """As many events as before, whose versions have the same sum, and the same latest one."""
    hidden = make_event(club, "Prima", published=True, version=9)
    shown = make_event(club, "Poi", version=9)
    make_event(club, "Ultimo", published=True)
    assert "Prima" in client.get("/t/clubs/prova/").text
    Event.objects.filter(pk=hidden.pk).update(published=False)
    Event.objects.filter(pk=shown.pk).update(published=True)
    text = client.get("/t/clubs/prova/").text
    assert ("Prima" in text, "Poi" in text) == (False, True)


@pytest.mark.parametrize("events", [2, 4])
def test_queries_do_not_grow_with_the_events(
    client: Client, club: Club, events: int, django_assert_num_queries: Any
) -> None:
    for number in range(events):
        event = make_drawn_event(4, club, published=True)
        make_round(event)
        if number % 2:
            close(event)
    for page, queries in (("", 6), ("people/", 10), ("calendar.ics", 7), ("feed.atom", 6)):
        with django_assert_num_queries(queries):
            assert client.get(f"/t/clubs/prova/{page}").status_code == 200


def test_the_calendar_has_events_under_a_name_that_stays(client: Client, club: Club) -> None:
    event = make_event(
        club,
        "Week end",
        starts_on=date(2026, 5, 1),
        ends_on=date(2026, 5, 3),
        place="Sala",
        published=True,
        notices={"address": "Via Roma 1\nTorino"},
    )
    evening = make_event(club, "Serate", published=True, minutes=90)
    evening.stages.update(days={"1": "2026-11-20T20:30", "2": "2026-11-27"})

    def events() -> dict[str, Any]:
        read = Calendar.from_ical(client.get("/t/clubs/prova/calendar.ics").content)
        return {str(one["uid"]): one for one in read.walk("VEVENT")}

    found = events()
    whole = found[f"{event.slug}@prova.clubtornei"]
    assert (whole.decoded("dtstart"), whole.decoded("dtend")) == (date(2026, 5, 1), date(2026, 5, 4))
    assert (str(whole["summary"]), str(whole["location"])) == ("Week end", "Sala, Via Roma 1 Torino")
    assert str(whole["url"]).endswith(f"/t/{event.slug}/")
    first, second = (found[f"{evening.slug}-1-{number}@prova.clubtornei"] for number in (1, 2))
    assert str(first["summary"]) == "Serate, turno 1"
    assert first.decoded("dtstart").isoformat() == "2026-11-20T19:30:00+00:00"
    assert first.decoded("dtend") - first.decoded("dtstart") == timedelta(minutes=90)
    assert second.decoded("dtstart") == date(2026, 11, 27)
    settings_actions.unpublish(evening)
    change_club(club, "Altro nome", [])
    assert set(events()) == {f"{event.slug}@prova.clubtornei"}


def test_the_calendar_has_no_event_that_was_closed_over_a_year_ago(client: Client, club: Club) -> None:
    for days in (364, 366):
        make_event(club, f"Chiuso {days}", published=True, closed_at=now() - timedelta(days=days))
    text = client.get("/t/clubs/prova/calendar.ics").content.decode()
    assert ("Chiuso 364" in text, "Chiuso 366" in text) == (True, False)


def test_an_appointment_is_as_old_as_the_last_change_of_its_event(client: Client, club: Club) -> None:
    """Not as the moment at which it was asked for: the file stays the same when a result comes in."""
    event = make_event(club, published=True)
    made, moved = datetime(2026, 5, 1, 10, tzinfo=UTC), datetime(2026, 5, 2, 10, tzinfo=UTC)
    for model, at in (("EventEvent", made), ("StageEvent", moved)):
        apps.get_model("events", model).objects.update(pgh_created_at=at)
    first = client.get("/t/clubs/prova/calendar.ics")
    assert [one.decoded("dtstamp") for one in Calendar.from_ical(first.content).walk("VEVENT")] == [moved]
    with writing(event):
        pass
    assert client.get("/t/clubs/prova/calendar.ics")["ETag"] == first["ETag"]


def test_the_feed_tells_what_has_happened(client: Client, club: Club) -> None:
    event = make_drawn_event(4, club, name="Sociale")
    settings_actions.publish(event)
    make_round(event)
    close(event)
    answer = client.get("/t/clubs/prova/feed.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    titles = re.findall(r"<title>([^<]+)</title>", answer.text)
    assert sorted(titles) == [
        "Circolo di prova",
        "Sociale, turno 1",
        "Sociale: classifica finale",
        "Sociale: il bando",
    ]
    keys = re.findall(r"<id>(tag:[^<]+)</id>", answer.text)
    year = event.starts_on.year
    assert sorted(keys) == [
        f"tag:prova.clubtornei,{year}:{event.slug}/{what}" for what in ("closed", "published", "round-1-1")
    ]
    assert f'href="http://testserver/t/{event.slug}/rules/"' in answer.text


def test_what_an_organiser_wrote_is_text_in_the_html_of_the_feed(client: Client, club: Club) -> None:
    settings_actions.publish(make_event(club, game="<b>Dama</b>", place="<script>alert(1)</script>"))
    summary = re.findall(r"<summary[^>]*>([^<]*)<", client.get("/t/clubs/prova/feed.atom").text)
    assert unescape(summary[0]) == "&lt;b&gt;Dama&lt;/b&gt; · &lt;script&gt;alert(1)&lt;/script&gt;"


def test_only_the_sites_that_the_club_names_may_embed_its_pages(client: Client, club: Club) -> None:
    event = make_event(club, published=True)
    other = make_event(make_club(), published=True)
    SignUpSettings.objects.create(event=event, enabled=True)
    pages = (f"/t/{event.slug}/", "/t/clubs/prova/")
    for page in pages:
        answer = client.get(page)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
    change_club(club, club.name, ["https://circolo.example.org", "https://lega.example.org"])
    for page in pages:
        answer = client.get(page)
        assert (
            "frame-ancestors https://circolo.example.org https://lega.example.org;"
            in answer["Content-Security-Policy"] + ";"
        )
        assert "default-src 'self'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
    for page in (f"/t/{other.slug}/", f"/t/{event.slug}/sign-up/", "/login/"):
        assert "frame-ancestors 'none'" in client.get(page)["Content-Security-Policy"]
        assert client.get(page)["X-Frame-Options"] == "DENY"
