import pytest
from django.test import Client

from clubtornei.accounts.models import Club, Role
from tests.factories import make_club, signed_in


@pytest.fixture
def club(db: None) -> Club:
    return make_club("Circolo di prova")


@pytest.fixture
def arbiter(club: Club) -> Client:
    """Signed in as an arbiter of the club."""
    return signed_in(club, Role.ARBITER)


@pytest.fixture
def helper(club: Club) -> Client:
    """Signed in as one who only enters results."""
    return signed_in(club, Role.HELPER)


@pytest.fixture
def owner(club: Club) -> Client:
    """Signed in as the owner of the club."""
    return signed_in(club, Role.OWNER)
