"""Who may reach the members of a club."""

import pytest
from django.urls import reverse

from clubtornei.accounts.models import Role
from tests.factories import make_club, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    """The club of the arbiter who is signed in."""
    club, user = make_club("Centurini"), make_user("ada")
    make_member(club, user, Role.ARBITER)
    client.force_login(user)
    return club


@pytest.mark.parametrize("name", ["members", "invite"])
def test_only_owners_reach_the_members(client, club, name):
    url = reverse(f"accounts:{name}", args=[club.slug])
    assert (client.get if name == "members" else client.post)(url).status_code == 403


@pytest.mark.parametrize("name", ["member_role", "member_remove"])
def test_members_of_another_club_are_not_reached_through_ones_own(client, name):
    owner = make_user()
    own = make_club(owner=owner)
    stranger = make_member(make_club())
    client.force_login(owner)
    url = reverse(f"accounts:{name}", args=[own.slug, stranger.pk])
    assert client.post(url, {"role": Role.OWNER}).status_code == 404
    stranger.refresh_from_db()
    assert stranger.role == Role.ARBITER


def test_the_only_owner_is_not_offered_what_is_refused(client):
    owner = make_user()
    club = make_club(owner=owner)
    client.force_login(owner)
    page, remove = reverse("accounts:members", args=[club.slug]), "/remove/"
    assert remove not in client.get(page).text
    make_member(club, make_user("bea"), Role.OWNER)
    assert client.get(page).text.count(remove) == 2
