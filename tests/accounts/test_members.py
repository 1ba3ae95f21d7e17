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


def test_the_only_owner_is_not_offered_what_is_refused(client):
    owner = make_user()
    club = make_club(owner=owner)
    client.force_login(owner)
    page, remove = reverse("accounts:members", args=[club.slug]), "/remove/"
    assert remove not in client.get(page).text
    make_member(club, make_user("bea"), Role.OWNER)
    assert client.get(page).text.count(remove) == 2
