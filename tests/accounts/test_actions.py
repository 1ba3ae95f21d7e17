from functools import partial

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from clubtornei.accounts import actions
from clubtornei.accounts.models import Club, Role
from clubtornei.players.models import Player
from tests.at_once import at_once
from tests.factories import make_club, make_member, make_player, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "slug"), [("Prova", "prova-2"), ("国际象棋", "circolo"), ("x" * 99, "x" * 50)]
)
def test_a_club_gets_a_free_slug(name, slug):
    Club.objects.create(name="Prova", slug="prova", demo=True)
    club, _user = actions.start_club(name, "ada", "parola segreta")
    assert club.slug == slug


@pytest.mark.django_db(transaction=True)
def test_two_first_runs_at_once_make_one_club():
    starts = [partial(actions.start_club, name, name, "parola segreta") for name in ("ada", "eva")]
    answers = at_once(*starts, refusal=actions.AlreadyStarted)
    assert [isinstance(answer, actions.AlreadyStarted) for answer in answers].count(True) == 1
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
    leaving = [partial(actions.remove_member, owner, owner.user) for owner in owners]
    answers = at_once(*leaving, refusal=ValidationError)
    assert [isinstance(answer, ValidationError) for answer in answers].count(True) == 1
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
