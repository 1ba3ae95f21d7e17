"""Calendars of an event and of a player, and text to be pasted into a chat."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.public.appointments import mark_of_player
from clubtornei.web import local_hosts
from tests.evenings import make_scores, score_table
from tests.factories import make_drawn_event, make_result, make_round, make_seated_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova")


def calendar_of(event: Event, entry_no: int | None = None) -> str:
    """Of the event, or of a player."""
    if entry_no is None:
        return reverse("public:event_calendar", args=[event.slug, event.public_key])
    mark = mark_of_player(event, entry_no)
    return reverse("public:player_calendar", args=[event.slug, entry_no, mark])


def appointments(client: Client, path: str) -> list[Any]:
    answer = client.get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_an_event_is_one_appointment_until_its_rounds_have_days(client: Client, club: Club) -> None:
    event = make_drawn_event(4, club, name="Sociale", published=True, starts_on=date(2026, 5, 1))
    path = calendar_of(event)
    assert [str(one["uid"]) for one in appointments(client, path)] == [f"{event.slug}@prova.clubtornei"]
    assert path in client.get(f"/t/{event.slug}/rules/").text
    event.stages.update(days={"1": "2026-05-01", "10": "2026-07-01", "2": "2026-05-08"})
    Event.objects.update(version=2)
    found = appointments(client, path)
    assert [one.decoded("dtstart") for one in found] == [date(2026, 5, 1), date(2026, 5, 8), date(2026, 7, 1)]


def test_a_player_has_his_games_with_table_and_opponent(client: Client, club: Club) -> None:
    event = make_drawn_event(4, club, name="Sociale", published=True, system="amalfi", options={"rounds": 3})
    event.stages.update(days={"1": "2026-05-01"})
    make_round(event)
    path = calendar_of(event, 1)
    one = appointments(client, path)[0]
    assert str(one["uid"]) == f"{event.slug}-1-1-1@prova.clubtornei"
    assert str(one["description"]) == "Tavolo 1: 1 Giocatore 001 – 4 Giocatore 004"
    assert one.decoded("dtstart") == date(2026, 5, 1)
    assert client.get(path.replace("/1/", "/9/")).status_code == 404
    assert path in client.get(f"/t/{event.slug}/players/1/").text


def test_nobody_has_games_in_a_stage_without_him(client: Client, club: Club) -> None:
    event = make_drawn_event(4, club, published=True)
    mark = mark_of_player(event, 1)
    for path in ("", "stages/1/"):
        assert client.get(f"/t/{event.slug}/{path}players/999/{mark}/calendar.ics").status_code == 404
        assert client.get(f"/t/{event.slug}/{path}players/1/{mark}/calendar.ics").status_code == 200


def test_pairings_and_standings_as_text_for_a_chat(client: Client, club: Club) -> None:
    event = make_drawn_event(5, club, name="Sociale", published=True, system="amalfi", options={"rounds": 3})
    make_result(event, make_round(event), 1, "1-0")
    answer = client.get(f"/t/{event.slug}/rounds/1/pairings.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.text.splitlines()
    assert lines[:1] == ["Sociale"]
    assert lines[1].startswith("Turno 1")
    assert lines[3] == "Tav. 1: 1 Giocatore 001 – 4 Giocatore 004  1 – 0"
    assert lines.count("Riposo: 5 Giocatore 005") == 1
    assert lines[-1] == f"http://testserver/t/{event.slug}/rounds/1/"
    assert client.get(f"/t/{event.slug}/rounds/2/pairings.txt").status_code == 404
    standings = client.get(f"/t/{event.slug}/standings/standings.txt").text.splitlines()
    assert standings[0] == "Sociale"
    assert standings[3].startswith("1. Giocatore")
    assert standings[3].endswith("  1")
    assert standings[-1] == f"http://testserver/t/{event.slug}/standings/"
    for page, text in (("rounds/1/", "pairings.txt"), ("standings/", "standings.txt")):
        assert text in client.get(f"/t/{event.slug}/{page}").text


def test_larger_tables_as_text(client: Client, club: Club) -> None:
    event = make_seated_event(8, club, published=True)
    make_round(event)
    lines = client.get(f"/t/{event.slug}/rounds/1/pairings.txt").text.splitlines()
    assert lines[3].count("Giocatore") == 4
    event.stages.update(scoring="master")
    make_scores(event, event.stages.get().rounds.get())
    line = client.get(f"/t/{event.slug}/rounds/1/pairings.txt").text.splitlines()[3]
    assert [part.split()[-1] for part in line.split(", ")] == ["1,060", "0,045", "0,030", "0,015"]


def test_a_finished_larger_table_is_listed_by_place_in_the_text_and_on_a_stream(
    client: Client, club: Club
) -> None:
    event = make_seated_event(4, club, published=True)
    table = make_round(event).tables.get()
    score_table(event, table, (20, 30, 40, 50))
    names = [seat.entry.name for seat in table.seats.order_by("-position")]
    line = client.get(f"/t/{event.slug}/rounds/1/pairings.txt").text.splitlines()[3]
    stream = client.get(reverse("public:overlay_round", args=[event.slug, event.public_key])).text
    for text in (line, stream):
        assert re.findall("|".join(map(re.escape, names)), text) == names


def test_what_is_handed_on_leads_to_where_others_in_the_hall_can_open_it(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_hosts, "own_addresses", lambda: ["192.168.7.5"])
    event = make_drawn_event(4, club, name="Sociale", published=True, system="amalfi", options={"rounds": 3})
    make_round(event)
    for path in (
        f"/t/{event.slug}/rounds/1/pairings.txt",
        f"/t/{event.slug}/standings/standings.txt",
        calendar_of(event),
        calendar_of(event, 1),
        reverse("public:club_calendar", args=["prova"]),
    ):
        text = client.get(path, headers={"Host": "localhost:8123"}).text.replace("\r\n ", "")
        assert f"http://192.168.7.5:8123/t/{event.slug}/" in text
        assert "localhost" not in text
