"""Two people of the roster who are one: everything follows, and it can be undone."""

from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import SignUp
from clubtornei.events.writing import ActionRefused
from clubtornei.players.models import Player
from clubtornei.rounds.privacy.queries import everything_of
from clubtornei.season.circuits import actions as circuits
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.merging.actions import merge, part
from clubtornei.season.merging.queries import plan_of, suggested
from clubtornei.season.models import Circuit, ClubPages, TypedResult
from tests.factories import make_club, make_event, make_player, signed_in
from tests.season.years import make_circuit, make_evening, make_external, make_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club("Circolo dei Dadi")


def twice(club: Club) -> tuple[Player, Player]:
    """Ada is on the roster twice: as Ada Alti, who played in January, and as Alti Ada, in March."""
    ada, again, *others = make_people(club, "Ada Alti", "Alti Ada", "Bea Bassi", "Ciro Corti")
    make_evening(club, "Gennaio", 1, [ada, *others], [60, 45, 30])
    make_evening(club, "Marzo", 3, [again, *others], [60, 45, 30])
    return ada, again


def ranking(circuit: Circuit) -> list[tuple[str, int]]:
    """Everybody with the number of his events."""
    circuit.refresh_from_db()
    return sorted((row.person.name, row.events) for row in snapshot_of(circuit).standings.rows)


def test_everything_follows_and_comes_back(club: Club) -> None:
    ada, again = twice(club)
    circuit = make_circuit(club)
    item = make_external(circuit, **{"Bea Bassi": 1})
    typed = TypedResult.objects.create(event=item, player=again, name="Alti A.", place=2)
    event = make_event(club, "Maggio")
    sign_up = SignUp.objects.create(event=event, player=again, name="Alti Ada", key="k")
    Player.objects.filter(pk=again.pk).update(
        member=True, birth_date=date(1980, 5, 1), birth_year=1980, notes="Gioca il Nero"
    )
    Player.objects.filter(pk=ada.pk).update(contact="ada@example.org")
    again.refresh_from_db()
    row_before = Player.objects.filter(pk=again.pk).values().get()
    before, found = ranking(circuit), fingerprint_of(circuit)
    version = again.entries.get().event.version

    row = merge(ada, again)
    ada = Player.objects.get(pk=ada.pk)
    assert sorted(ada.entries.values_list("event__name", flat=True)) == ["Gennaio", "Marzo"]
    assert (ada.birth_year, ada.birth_date, ada.notes, ada.contact) == (
        *(1980, date(1980, 5, 1), "Gioca il Nero"),
        "ada@example.org",
    )
    sign_up.refresh_from_db()
    typed.refresh_from_db()
    assert sign_up.player == typed.player == ada and ada.member
    assert ada.entries.get(event__name="Marzo").event.version > version
    assert fingerprint_of(circuit) != found
    assert ("Ada Alti", 3) in ranking(circuit) and "Alti Ada" not in dict(ranking(circuit))
    history = apps.get_model("events", "EntryEvent").objects
    assert not history.filter(player_id=again.pk).exists()
    assert everything_of(ada)["merged"].rows[0]["name"] == "Alti Ada"

    part(row)
    restored = Player.objects.get(pk=again.pk)
    assert Player.objects.filter(pk=again.pk).values().get() == row_before
    assert [restored.entries.get().event.name, restored.member] == ["Marzo", True]
    ada = Player.objects.get(pk=ada.pk)
    assert (ada.birth_year, ada.notes, ada.member) == (None, "", False)
    sign_up.refresh_from_db()
    assert sign_up.player == restored and ranking(circuit) == before
    assert history.filter(player_id=again.pk).exists()


def test_the_old_public_address_leads_to_who_stays(club: Club) -> None:
    ada, again = twice(club)
    ClubPages.objects.create(club=club, people=True)
    Player.objects.filter(pk=again.pk).update(public_page=True)
    old, new = (reverse("public:person", args=[club.slug, one.pk]) for one in (again, ada))
    row = merge(ada, again)
    assert Client().get(old).url == new
    assert Client().get(new).status_code == 200
    ClubPages.objects.update(people=False)
    assert Client().get(old).status_code == 404
    ClubPages.objects.update(people=True)
    part(row)
    assert [Client().get(address).status_code for address in (old, new)] == [200, 404]


def test_in_a_closed_circuit_too(club: Club) -> None:
    ada, again = twice(club)
    Player.objects.filter(pk=again.pk).update(member=True)
    circuit = make_circuit(club)
    circuits.close(circuit, fingerprint_of(circuit))
    before = ranking(circuit)
    frozen = Circuit.objects.get(pk=circuit.pk).frozen
    row = merge(ada, again)
    assert ("Ada Alti", 2) in ranking(circuit)
    assert Circuit.objects.get(pk=circuit.pk).frozen["members"] == sorted([again.pk, ada.pk])
    part(row)
    assert ranking(circuit) == before and Circuit.objects.get(pk=circuit.pk).frozen == frozen


def test_what_both_have_in_one_event_is_refused_by_its_name(club: Club) -> None:
    ada, again = make_people(club, "Ada Alti", "Alti Ada")
    event = make_evening(club, "Gennaio", 1, [ada, again], [60, 45])
    circuit = make_circuit(club)
    item = make_external(circuit, "Open di Roma", **{"Bea Bassi": 1})
    for player in (ada, again):
        TypedResult.objects.create(event=item, player=player, name=player.name, place=2)
    with pytest.raises(ActionRefused, match=r"«Gennaio».*«Open di Roma»"):
        merge(ada, again)
    assert again.entries.get().event == event and Player.objects.filter(pk=again.pk).exists()


def test_two_numbers_of_a_federation_are_two_people(club: Club) -> None:
    ada, again = make_player(club, "Ada Alti", fide_id=1), make_player(club, "Ada Alti", fide_id=2)
    with pytest.raises(ActionRefused, match="due numeri diversi"):
        merge(ada, again)


def test_the_ratings_of_a_list_go_over_with_their_month_or_not_at_all(club: Club) -> None:
    ada = make_player(club, "Ada Alti", fide_rating=1500, fide_month="2026-01")
    other = {"fide_blitz": 1600, "fide_month": "2026-11", "fsi_rating": 1700, "fsi_month": "2026-10"}
    again = make_player(club, "Ada Alti", **other)
    filled = plan_of(ada, again).filled
    assert filled == {"fsi_rating": 1700, "fsi_month": "2026-10"}


def test_undone_it_leaves_what_was_changed_since(club: Club) -> None:
    ada, again = make_player(club, "Ada Alti"), make_player(club, "Alti Ada", fide_id=7, birth_year=1990)
    row = merge(ada, again)
    Player.objects.filter(pk=ada.pk).update(birth_year=1991)
    part(row)
    ada.refresh_from_db()
    assert (ada.fide_id, ada.birth_year) == (None, 1991)
    assert Player.objects.get(pk=again.pk).fide_id == 7


def test_it_is_not_undone_where_somebody_else_has_the_number_or_before_a_later_one(club: Club) -> None:
    ada, again, third = make_people(club, "Ada Alti", "Alti Ada", "Alti A.")
    Player.objects.filter(pk=again.pk).update(fide_id=7)
    first = merge(ada, again)
    second = merge(third, Player.objects.get(pk=ada.pk))
    first.refresh_from_db()
    with pytest.raises(ActionRefused, match="Prima annulla l’unione con Ada Alti"):
        part(first)
    part(second)
    first.refresh_from_db()
    assert first.kept == ada
    Player.objects.filter(pk=ada.pk).update(fide_id=None)
    Player.objects.filter(pk=third.pk).update(fide_id=7)
    with pytest.raises(ActionRefused, match=r"Alti A\. ha ora il numero 7"):
        part(first)


def test_a_minor_has_initials_until_undone(club: Club, django_capture_on_commit_callbacks: Any) -> None:
    ada = make_player(club, "Alti Ada", birth_year=2015)
    again, *others = make_people(club, "Alti Ada", "Bea Bassi", "Ciro Corti")
    event = make_evening(club, "Marzo", 3, [again, *others], [60, 45, 30])
    with django_capture_on_commit_callbacks(execute=True):
        row = merge(ada, again)
    assert event.entries.get(entry_no=1).name == "A. A."
    with django_capture_on_commit_callbacks(execute=True):
        part(row)
    assert event.entries.get(entry_no=1).name == "Alti Ada"


def test_whom_he_may_be(club: Club) -> None:
    ada, again, sister, _other = make_people(club, "Alti Ada", "Ada Alti", "Alti Bea", "Bea Bassi")
    assert suggested(ada, "") == [again, sister]


def pages(club: Club, player: Player, *more: int) -> tuple[Client, str]:
    name = "season:merge" if more else "season:merge_with"
    return signed_in(club, Role.ARBITER), reverse(name, args=[club.slug, player.pk, *more])


def test_the_pages_choose_preview_merge_and_undo(club: Club) -> None:
    ada, again = twice(club)
    client, address = pages(club, ada)
    assert reverse("season:merge", args=[club.slug, ada.pk, again.pk]) in client.get(address).text
    _client, address = pages(club, ada, again.pk)
    assert "Marzo" in client.get(address).text
    after: Any = client.post(address, follow=True)
    assert "Unito con Alti Ada" in after.text
    row = Player.objects.get(pk=ada.pk).merges.get()
    after = client.post(reverse("season:part", args=[club.slug, row.pk]), follow=True)
    assert "Alti Ada è di nuovo in elenco" in after.text and "Unito con" not in after.text


def test_nobody_of_another_club(club: Club) -> None:
    ada = make_player(club, "Ada Alti")
    stranger = make_player(make_club(), "Ada Alti")
    client, address = pages(club, ada, stranger.pk)
    assert (client.get(address).status_code, client.post(address).status_code) == (404, 404)
