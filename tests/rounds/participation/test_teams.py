"""Teams of a club as entries: a name, a captain, players behind it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.forms import MOST_MEMBERS
from clubtornei.events.models import Event
from clubtornei.rounds.participation.entries import actions as entries
from tests.factories import make_event, make_player

pytestmark = pytest.mark.django_db

TEAM = {"name": "Torre A", "captain": "Rossi Mario", "members": "Bianchi Ada\nRossi  Mario\n\nVerdi Ugo"}
LINE = "Rossi Mario (cap.), Bianchi Ada, Verdi Ugo"


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club, published=True)


def add(client: Client, event: Event, **changes: str) -> str:
    """The messages, or what is wrong."""
    answer = client.post(reverse("rounds:entry_team", args=[event.slug]), TEAM | changes, follow=True)
    return " ".join(str(message) for message in answer.context["messages"]) or answer.text


def words(client: Client, path: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(path).text).split())


def test_a_team_is_entered_with_captain_and_players(arbiter: Client, event: Event) -> None:
    page = arbiter.get(reverse("rounds:entry_team", args=[event.slug]))
    assert page.context["form"]["affiliation"].value() == event.club.name
    assert add(arbiter, event) == "Torre A è fra gli iscritti."
    entry = event.entries.get()
    assert (entry.name, entry.captain, entry.player) == ("Torre A", "Rossi Mario", None)
    assert entry.members == ["Bianchi Ada", "Rossi Mario", "Verdi Ugo"]
    assert not event.club.players.exists(), "the roster is of people"


@pytest.mark.parametrize(
    ("typed", "captain", "members"),
    [
        ({"captain": ""}, "Bianchi Ada", ["Bianchi Ada", "Rossi Mario", "Verdi Ugo"]),
        ({"captain": "rossi mario"}, "Rossi Mario", ["Bianchi Ada", "Rossi Mario", "Verdi Ugo"]),
        ({"captain": "Neri Ivo", "members": "Verdi Ugo"}, "Neri Ivo", ["Neri Ivo", "Verdi Ugo"]),
        ({"members": "Ro\u202essi Mario"}, "Rossi Mario", ["Rossi Mario"]),
    ],
)
def test_the_captain_is_one_of_the_players(
    arbiter: Client, event: Event, typed: dict[str, str], captain: str, members: list[str]
) -> None:
    add(arbiter, event, **typed)
    entry = event.entries.get()
    assert (entry.captain, entry.members) == (captain, members)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": " "}, "obbligatorio"),
        ({"members": "\n \n"}, "obbligatorio"),
        ({"members": "123"}, "Non è un nome"),
        ({"members": "x" * 201}, "al massimo 200"),
        ({"members": "Bianchi Ada\nVerdi Ugo\nbianchi  adà"}, "«Bianchi Ada» c’è due volte"),
        ({"members": "\n".join(f"Uno {n}" for n in range(MOST_MEMBERS + 1))}, "al massimo 30"),
    ],
)
def test_a_wrong_team_is_refused(arbiter: Client, event: Event, typed: dict[str, str], told: str) -> None:
    assert told in add(arbiter, event, **typed)
    assert not event.entries.exists()


def test_a_second_click_enters_no_second_team(arbiter: Client, event: Event) -> None:
    add(arbiter, event)
    assert "Torre A è già tra gli iscritti." in add(arbiter, event)
    assert event.entries.count() == 1


def test_two_teams_of_one_name_are_told_apart(arbiter: Client, event: Event) -> None:
    add(arbiter, event, affiliation="Roma")
    add(arbiter, event, affiliation="Bari", members="Altri Due")
    assert list(event.entries.order_by("entry_no").values_list("name", flat=True)) == [
        "Torre A (Roma)",
        "Torre A (Bari)",
    ]


def test_players_of_a_team_can_be_changed_after_the_draw_too(arbiter: Client, event: Event) -> None:
    add(arbiter, event)
    address = reverse("rounds:entry_change", args=[event.slug, 1])
    assert "Verdi Ugo</textarea>" in arbiter.get(address).text
    Event.objects.filter(pk=event.pk).update(drawn_at="2026-01-01T10:00Z")
    form = arbiter.get(address).context["form"]
    assert list(form.fields) == ["name", "captain", "members", "mark", "rating", "title", "fixed_table"]
    arbiter.post(address, TEAM | {"members": "Rossi Mario\nGatti Ivo"})
    assert event.entries.get().members == ["Rossi Mario", "Gatti Ivo"]


def begun(arbiter: Client, event: Event) -> Event:
    add(arbiter, event)
    entries.enter(event, [make_player(event.club, name) for name in ("Gatti Ivo", "Neri Lea", "Sala Eva")])
    for entry in event.entries.all():
        event.entries.filter(pk=entry.pk).update(number=entry.entry_no)
    Event.objects.filter(pk=event.pk).update(drawn_at="2026-01-01T10:00Z", seed="seme", draw_method="lots")
    event.refresh_from_db()
    return event


def test_public_pages_show_who_plays_in_a_team(arbiter: Client, event: Event) -> None:
    assert LINE not in words(Client(), f"/t/{event.slug}/")
    begun(arbiter, event)
    assert LINE in words(Client(), f"/t/{event.slug}/")
    assert LINE in words(Client(), f"/t/{event.slug}/players/1/")
    assert LINE in words(arbiter, f"/e/{event.slug}/entries/")
