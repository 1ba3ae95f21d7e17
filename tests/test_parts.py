"""Pages of which htmx gets parts: a browser gets all of the page at the same address."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Role
from tests.addresses import path_of
from tests.factories import make_drawn_event, signed_in

pytestmark = pytest.mark.django_db

BY_HTMX = {"HX-Request": "true"}


def test_who_is_not_htmx_gets_a_whole_page() -> None:
    """tests/test_access.py asks each for its page."""
    event = make_drawn_event(4)
    arbiter, page = signed_in(event.club, Role.ARBITER), reverse("exchange:tables", args=[event.slug])
    assert "</html>" not in arbiter.get(page, headers=BY_HTMX).text
    assert "</html>" in arbiter.get(page).text


def test_no_page_begins_with_the_keyboard_of_a_touch_screen() -> None:
    """static/js/focus.js lets typing begin where there is another one."""
    event = make_drawn_event(4)
    arbiter = signed_in(event.club, Role.ARBITER)
    for name in ("login", "accounts:start", "players:player_add", "rounds:entries"):
        browser = arbiter if name.startswith(("players", "rounds")) else Client()
        assert " autofocus" not in browser.get(path_of(name, event)).text, name
