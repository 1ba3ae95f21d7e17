from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection

from clubtornei.accounts import actions
from clubtornei.accounts.models import Club, Role
from clubtornei.players.models import Player
from tests.factories import make_club, make_member, make_player, make_user

pytestmark = pytest.mark.django_db


def test_the_first_run_makes_the_club_and_its_owner():
    make_club(demo=True)
    club, user = actions.start_club("Circolo D’Angelo", "ada", "parola segreta")
    assert (club.name, club.slug, club.demo) == ("Circolo D’Angelo", "circolo-dangelo", False)
    assert user.check_password("parola segreta")
    assert [(member.user, member.role) for member in club.memberships.all()] == [(user, Role.OWNER)]


def test_a_started_site_cannot_be_started_again():
    make_club()
    with pytest.raises(actions.AlreadyStarted):
        actions.start_club("Un altro", "ada", "parola segreta")
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"), [("Prova", "prova-2"), ("国际象棋", "circolo"), ("x" * 99, "x" * 50)]
)
def test_a_club_gets_a_free_slug(name, slug):
    Club.objects.create(name="Prova", slug="prova", demo=True)
    club, _user = actions.start_club(name, "ada", "parola segreta")
    assert club.slug == slug


@pytest.mark.django_db(transaction=True)
def test_two_first_runs_at_once_make_one_club():
    both = Barrier(2)

    def run(name: str) -> str:
        both.wait(timeout=10)
        try:
            actions.start_club(name, name, "parola segreta")
        except actions.AlreadyStarted:
            return "late"
        finally:
            connection.close()
        return "started"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(run, ["ada", "eva"])) == ["late", "started"]
    assert Club.objects.count() == User.objects.count() == 1


def test_the_last_owner_can_neither_go_nor_step_down():
    club = make_club()
    owner = make_member(club, role=Role.OWNER)
    make_member(club, role=Role.ARBITER)
    make_member(make_club(), role=Role.OWNER)
    with pytest.raises(ValidationError):
        actions.remove_member(owner, owner.user)
    with pytest.raises(ValidationError):
        actions.change_role(owner, Role.ARBITER, owner.user)
    owner.refresh_from_db()
    assert owner.role == Role.OWNER


def test_an_owner_beside_another_can_step_down_or_go():
    club = make_club()
    first, second, third = (make_member(club, role=Role.OWNER) for _ in range(3))
    actions.change_role(first, Role.HELPER, first.user)
    actions.remove_member(second, second.user)
    assert list(club.memberships.by_role().values_list("pk", "role")) == [
        (third.pk, Role.OWNER),
        (first.pk, Role.HELPER),
    ]
    assert User.objects.filter(pk=second.user_id).exists()


@pytest.mark.django_db(transaction=True)
def test_two_owners_leaving_at_once_leave_one():
    club = make_club()
    owners = [make_member(club, role=Role.OWNER) for _ in range(2)]
    both = Barrier(2)

    def leave(member) -> bool:
        both.wait(timeout=10)
        try:
            actions.remove_member(member, member.user)
        except ValidationError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(leave, owners)) == [False, True]
    assert club.memberships.count() == 1


def test_leaving_the_demo_takes_all_of_it_and_nothing_else():
    demo, club = make_club(demo=True), make_club()
    make_player(demo)
    kept = make_player(club)
    guest, both, own = make_user("guest"), make_user("both"), make_user("own")
    for user, clubs in [(guest, [demo]), (both, [demo, club]), (own, [club])]:
        for one in clubs:
            make_member(one, user, Role.OWNER)
    actions.delete_demo_clubs()
    assert list(Club.objects.all()) == [club]
    assert list(Player.objects.all()) == [kept]
    assert set(User.objects.values_list("username", flat=True)) == {"both", "own"}
