"""Whom of the roster somebody means who signs up; and the public list of those who have."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event, SignUp
from clubtornei.rounds.participation.signups.actions import enter_sign_ups, sign_up
from clubtornei.rounds.participation.signups.queries import public_list, settings_of
from clubtornei.rounds.privacy.actions import show_initials
from tests.factories import make_player, signed_in
from tests.rounds.participation.signups.signing_up import asked, make_sign_ups, open_event, send, unhurried

__all__ = ["unhurried"]
pytestmark = pytest.mark.django_db
BY_AGE = {"categories": [{"name": "Under 16", "age_to": 15, "places": [{"thing": "coppa"}]}]}


def born(event: Event, name: str, year: int | None, number: int = 0) -> SignUp:
    return sign_up(event, asked(name, number, birth_year=year)).sign_up


def test_the_year_of_birth_is_asked_where_minors_play(client: Client, club: Club, unhurried: None) -> None:
    event = open_event(club)
    assert not client.get(f"/t/{event.slug}/sign-up/").context["form"].fields["birth_year"].required
    Event.objects.filter(pk=event.pk).update(prizes=BY_AGE)
    assert send(client, event).context["form"].errors.keys() == {"birth_year"}
    assert send(client, event, birth_year="2999").context["form"].errors.keys() == {"birth_year"}
    send(client, event, birth_year="2012")
    enter_sign_ups(event)
    assert club.players.get().birth_year == 2012
    assert event.entries.get().name == "R. A."


def test_of_two_with_the_name_the_year_says_who_it_is(club: Club) -> None:
    event = open_event(club)
    old, young = (make_player(club, "Rossi Mario", birth_year=year) for year in (1960, 2012))
    assert born(event, "Rossi Mario", 2012).player == young
    assert born(event, "Rossi Mario", 1960, 1).player == old
    assert born(event, "Rossi Mario", 1999, 2).player is None
    assert born(event, "Rossi Mario", None, 3).player is None


def test_a_name_turned_round_is_the_same_person_or_asked(club: Club) -> None:
    event = open_event(club)
    known = make_player(club, "Rossi Mario", birth_year=1960)
    same, unsure = born(event, "Mario Rossi", 1960), born(event, "Mario Rossi", None, 1)
    enter_sign_ups(event, [same.pk, unsure.pk])
    assert [entry.player for entry in event.entries.all()] == [known]
    assert club.players.count() == 1


def test_nobody_of_the_same_name_is_made_unasked(club: Club) -> None:
    event = open_event(club)
    old = make_player(club, "Rossi Mario", birth_year=1960)
    young = born(event, "Rossi Mario", 2012)
    make_sign_ups(event, "Bianchi Ada")
    enter_sign_ups(event)
    assert [entry.name for entry in event.entries.all()] == ["Bianchi Ada"]
    page = signed_in(club, Role.ARBITER).get(reverse("rounds:sign_ups", args=[event.slug])).text
    assert "in elenco c’è chi ha questo nome: chi è?" in page and f'value="{old.pk}"' in page
    enter_sign_ups(event, [young.pk], {young.pk: "new"})
    assert sorted(club.players.named("Rossi Mario").values_list("birth_year", flat=True)) == [1960, 2012]


def test_father_and_son_who_are_both_new_are_two(club: Club) -> None:
    event = open_event(club)
    born(event, "Rossi Mario", 1980)
    son = born(event, "Rossi Mario", 2012, 1)
    enter_sign_ups(event)
    assert event.entries.count() == 1
    enter_sign_ups(event, [son.pk], {son.pk: "new"})
    assert event.entries.count() == 2


def names(event: Event) -> list[tuple[str, int | None]]:
    return [(one.name, one.waiting) for one in public_list(event, settings_of(event))]


def test_the_list_has_names_as_they_are_in_public_and_who_waits(client: Client, club: Club) -> None:
    event = open_event(club, limit=3)
    shy = make_player(club, "Bianchi Ada", initials=True)
    make_player(club, "Verdi Ugo", birth_year=date.today().year - 12)
    make_player(club, "Verdi Ugo")
    make_sign_ups(event, "Rossi Ada", "Bianchi Ada", "Verdi Ugo", "Neri Zoe")
    assert names(event) == [("Rossi Ada", None), ("B. A.", None), ("V. U.", None), ("Neri Zoe", 1)]
    text = client.get(f"/t/{event.slug}/").text
    assert "Neri Zoe" in text and "in attesa, n. 1" in text and shy.name not in text


def test_a_minor_who_is_new_and_who_is_to_be_approved(club: Club) -> None:
    event = open_event(club)
    born(event, "Rossi Ada", date.today().year - 12)
    assert names(event) == [("R. A.", None)]
    strict = open_event(club, approval=True)
    make_sign_ups(strict, "Rossi Ada")
    assert names(strict) == []


def test_who_asks_for_initials_is_no_longer_named_on_the_page(
    client: Client, club: Club, django_capture_on_commit_callbacks: Any
) -> None:
    event = open_event(club)
    player = make_player(club, "Rossi Ada")
    make_sign_ups(event, "Rossi Ada")
    assert "Rossi Ada" in client.get(f"/t/{event.slug}/").text
    with django_capture_on_commit_callbacks(execute=True):
        show_initials(player, wanted=True)
    assert "Rossi Ada" not in client.get(f"/t/{event.slug}/").text
