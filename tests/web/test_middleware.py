"""What every response has in common: it is kept nowhere unless it says so."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.club_actions import put_logo
from clubtornei.accounts.logos import read_logo
from clubtornei.accounts.models import Role
from tests.factories import make_played_event, photograph, signed_in

pytestmark = pytest.mark.django_db


def test_a_private_page_is_kept_nowhere() -> None:
    event = make_played_event(4, 1)
    owner = signed_in(event.club, Role.OWNER)
    for name in ("rounds:event", "rounds:entries", "rounds:standings", "rounds:export"):
        assert "no-store" in owner.get(reverse(name, args=[event.slug]))["Cache-Control"], name
    for name in ("players:roster", "accounts:members", "rounds:club"):
        assert "no-store" in owner.get(reverse(name, args=[event.club.slug]))["Cache-Control"], name
    for refused in (Client().get("/e/none/"), owner.get("/e/none/"), Client().get("/login/")):
        assert "no-store" in refused["Cache-Control"]


def test_htmx_keeps_no_page_either() -> None:
    """Who signs in at a shared laptop next would find it in the browser's storage. Who goes back to an
    address that htmx has written gets its whole page anew, where htmx itself would ask for a part.
    """
    page = signed_in(make_played_event(4, 1).club, Role.OWNER).get(reverse("accounts:account")).text
    assert '"historyCacheSize": 0' in page
    assert '"refreshOnHistoryMiss": true' in page


def test_a_public_page_is_asked_for_again_and_its_pictures_are_not() -> None:
    event = make_played_event(4, 1)
    put_logo(event.club, read_logo(photograph()))
    page = Client().get(reverse("public:event", args=[event.slug]))
    assert "max-age=0" in page["Cache-Control"]
    picture = Client().get(page.context["sharing"].picture)
    assert "immutable" in picture["Cache-Control"]


def test_a_page_that_is_kept_for_everybody_sets_no_cookie() -> None:
    """What would sign out whoever got it from the cache."""
    client = Client()
    client.cookies["sessionid"] = "short"
    page = client.get(reverse("public:event", args=[make_played_event(4, 1).slug]))
    assert "public" in page["Cache-Control"]
    assert not page.cookies
