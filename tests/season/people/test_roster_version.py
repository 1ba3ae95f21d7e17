"""The version of a roster: a new one with every write that public pages show, whoever writes."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection, transaction

from clubtornei.accounts.models import Club
from clubtornei.players.actions import delete_player, save_player, save_players
from clubtornei.players.models import Player, roster_version
from clubtornei.rounds.privacy.actions import forget, show_initials
from clubtornei.season.people.actions import set_marks
from tests.factories import make_club
from tests.season.years import make_people


@pytest.fixture
def club() -> Club:
    club = make_club("Circolo dei Dadi")
    make_people(club, "Ada Alti", "Bea Bassi")
    return club


def ada(club: Club) -> Player:
    return Player.objects.select_related("club").get(club=club, name="Ada Alti")


def renamed(club: Club) -> Player:
    player = ada(club)
    player.name = "Ada Bassi"
    return player


def mark(club: Club) -> None:
    pks = {ada(club).pk}
    set_marks(club, shown=pks, members=pks, public=pks, pages=True)


WRITES: dict[str, Callable[[Club], object]] = {
    "a new player": lambda club: save_player(Player(club=club, name="Ciro Corti")),
    "another name": lambda club: save_player(renamed(club)),
    "an import": lambda club: save_players(club, [Player(name="Ciro Corti"), renamed(club)]),
    "a year of birth": lambda club: club.players.update(birth_year=2014),
    "initials": lambda club: show_initials(ada(club), wanted=True),
    "a player deleted": lambda club: delete_player(ada(club)),
    "a player forgotten": lambda club: forget(ada(club)),
    "members and pages": mark,
    "no member any more": lambda club: club.players.update(member=False),
}


@pytest.mark.django_db
@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_it_changes_with_what_public_pages_show(club: Club, write: Callable[[Club], object]) -> None:
    other = make_club()
    before = roster_version(club.pk), roster_version(other.pk)
    write(club)
    after = roster_version(club.pk), roster_version(other.pk)
    assert after[0] != before[0]
    assert after[1] == before[1]


@pytest.mark.django_db(transaction=True)
def test_two_who_write_at_a_time_do_not_wait_and_both_are_counted(transactional_db: None, club: Club) -> None:
    before, both = roster_version(club.pk), Barrier(2, timeout=10)

    def rename(pk: int) -> None:
        with transaction.atomic():
            Player.objects.filter(pk=pk).update(name=f"Persona {pk}")
            both.wait()
        connection.close()

    threads = [Thread(target=rename, args=[pk]) for pk in club.players.values_list("pk", flat=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert club.players.filter(name__startswith="Persona").count() == 2
    assert roster_version(club.pk) == before + 2
    club.delete()
