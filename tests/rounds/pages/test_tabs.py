"""The tabs of an event and of a club lead nowhere that the member may not go."""

import re

import pytest

from clubtornei.accounts.models import Club, Role
from tests.factories import make_drawn_event, make_round, signed_in

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a\s[^>]*href="(/[^"]*)"')


@pytest.mark.parametrize("role", Role)
def test_each_tab_opens_for_who_sees_it(club: Club, role: Role) -> None:
    event = make_drawn_event(6, club)
    make_round(event)
    member = signed_in(club, role)

    for page in (f"/e/{event.slug}/", f"/c/{club.slug}/"):
        tabs = re.findall(r'<ul class="tabs">.*?</ul>', member.get(page, follow=True).content.decode(), re.S)
        addresses = [address for part in tabs for address in LINK.findall(part)]
        assert addresses
        assert [address for address in addresses if member.get(address, follow=True).status_code != 200] == []
