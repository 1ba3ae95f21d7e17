"""Public pages of people, and the club's ratings: recomputed in the order of events, never official."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.players.models import Player
from clubtornei.rounds.privacy.actions import forget
from clubtornei.season.models import ClubPages
from clubtornei.season.people import actions, profiles
from tests.factories import make_club, make_played_event, signed_in
from tests.season.years import correct, make_evening, make_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club("Circolo dei Dadi")


def allow(club: Club, *players: Player) -> None:
    everybody = set(club.players.values_list("pk", flat=True))
    public = {player.pk for player in players}
    actions.set_marks(club, shown=everybody, members=set(), public=public, pages=True)


def page(player: Player, client: Client | None = None, **headers: str) -> Any:
    address = reverse("public:person", args=[player.club.slug, player.pk])
    return (client or Client()).get(address, headers=headers)


def test_a_page_needs_the_club_and_the_person(club: Club) -> None:
    ada, bea, ciro = people = make_people(club, "Ada Alti", "Bea Bassi", "Ciro Corti")
    make_evening(club, "Gennaio", 1, people, [60, 45, 30])
    assert page(ada).status_code == 404
    allow(club, ada)
    assert (page(ada).status_code, page(bea).status_code) == (200, 404)
    listed = Client().get(reverse("public:ratings", args=[club.slug])).text
    assert ("Ada Alti" in listed, bea.name in listed, ciro.name in listed) == (True, False, False)
    ClubPages.objects.update(people=False)
    assert page(ada).status_code == 404
    assert Client().get(reverse("public:ratings", args=[club.slug])).status_code == 404


def evenings(club: Club) -> tuple[list[Player], list[Any]]:
    people = make_people(club, "Ada Alti", "Bea Bassi", "Ciro Corti", "Dino Dossi")
    allow(club, *people)
    first = make_evening(club, "Gennaio", 1, people, [60, 45, 30, 15])
    second = make_evening(club, "Marzo", 3, people, [60, 15, 45, 30])
    return people, [first, second]


def cells(page: str, name: str) -> list[str]:
    """The figures in the first row of that name."""
    row = next(row for row in re.split(r"<tr\b", page) if f">{name}<" in row)
    return [part.split("<")[0] for part in row.split('class="num">')[1:]]


def test_it_has_events_opponents_and_a_graph_of_the_rating(club: Club) -> None:
    (ada, bea, *_others), _events = evenings(club)
    text = page(ada).text
    assert cells(text, "Gennaio")[:2] == ["1", "4"]
    assert 'points="12.0,' in text and 'cx="12.0"' in text  # no comma of the language
    assert "RisiKo!, tavoli di più di due" in text
    assert cells(text, "Bea Bassi") == ["2", "2", "0", "0"]
    assert reverse("public:person", args=[club.slug, bea.pk]) in text


def test_a_correction_in_an_old_event_rates_all_later_ones_again(club: Club) -> None:
    (_ada, bea, *_others), events = evenings(club)
    before = page(bea)
    assert page(bea, **{"If-None-Match": before["ETag"]}).status_code == 304
    correct(events[0], 15, 60, 45, 30)
    after = page(bea, **{"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    rating = [text.split("<strong>")[1].split("<")[0] for text in (before.text, after.text)]
    assert float(rating[0]) < float(rating[1])


def test_where_two_sit_it_is_an_elo_apart_from_official_ratings_and_other_games(club: Club) -> None:
    (ada, *_others), _events = evenings(club)
    Player.objects.filter(pk=ada.pk).update(fide_rating=2222)
    chess = make_played_event(4, 3, club, game="Scacchi", starts_on=date(2026, 5, 1))
    chess.entries.filter(entry_no=1).update(player=ada)
    text = page(ada).text
    assert "Scacchi" in text and "RisiKo!, tavoli" in text
    assert "2222" not in text
    people = Client().get(reverse("public:ratings", args=[club.slug])).text
    assert "si comincia da 1500, K è 40 nelle prime 30 partite e poi 20" in people


def test_minors_are_initials_on_their_own_page_and_on_those_of_others(club: Club) -> None:
    ada, bea = make_people(club, "Ada Alti", "Bea Bassi")
    Player.objects.filter(pk=bea.pk).update(birth_year=2014)
    bea.refresh_from_db()
    others = make_people(club, "Ciro Corti", "Dino Dossi")
    allow(club, ada, bea)
    make_evening(club, "Gennaio", 1, [ada, bea, *others], [60, 45, 30, 15])
    for text in (
        page(ada).text,
        page(bea).text,
        Client().get(reverse("public:ratings", args=[club.slug])).text,
    ):
        assert "B. B." in text
        assert "Bea" not in text


def test_who_is_forgotten_has_no_page_and_no_name_on_that_of_others(club: Club) -> None:
    (ada, bea, *_others), _events = evenings(club)
    forget(Player.objects.select_related("club").get(pk=bea.pk))
    assert page(bea).status_code == 404
    assert "Bea Bassi" not in page(ada).text


def test_an_arbiter_marks_members_and_pages_and_nobody_of_another_club(club: Club) -> None:
    ada, bea = make_people(club, "Ada Alti", "Bea Bassi")
    (stranger,) = make_people(make_club(), "Zoe Zani")
    arbiter = signed_in(club, Role.ARBITER)
    sent = {"pages": "on", "shown": f"{ada.pk} {bea.pk} {stranger.pk}", "public": [ada.pk, stranger.pk]}
    arbiter.post(reverse("season:people", args=[club.slug]), {**sent, "member": [bea.pk]})
    marked = {one.pk: (one.member, one.public_page) for one in club.players.all()}
    assert marked == {ada.pk: (False, True), bea.pk: (True, False)}
    stranger.refresh_from_db()
    assert not stranger.public_page


def test_it_lists_events_page_by_page_the_latest_first(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "ON_A_PAGE", 1)
    (ada, *_others), _events = evenings(club)
    address = reverse("public:person", args=[club.slug, ada.pk])
    behind = ada.entries.get(event__name="Marzo").pk
    first, second = page(ada).text, Client().get(f"{address}?page={behind}").text
    assert [(">Marzo<" in text, ">Gennaio<" in text) for text in (first, second)] == [
        (True, False),
        (False, True),
    ]
    assert f'href="?page={behind}"' in first
    assert cells(first, "Bea Bassi") == cells(second, "Bea Bassi") == ["2", "2", "0", "0"]
