"""The tabs of an event and of a club lead nowhere that the member may not go."""

import re

import pytest

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event, SignUpSettings
from tests.factories import make_drawn_event, make_entered_event, make_round, signed_in

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


def views_on(page: str) -> list[str]:
    found = re.search(r'<nav class="views".*?</nav>', page, re.S)
    return re.findall(r">\s*([^<>]*?)\s*</(?:a|span)>", found[0]) if found else []


def test_sign_ups_fees_and_mail_are_views_of_the_players_once_they_are_used(club: Club) -> None:
    event, arbiter = make_entered_event(6, club), signed_in(club, Role.ARBITER)
    path = f"/e/{event.slug}/entries/"
    assert views_on(arbiter.get(path).text) == ["Iscritti", "Appello", "Sorteggio"]
    assert views_on(arbiter.get(f"{path}1/").text) == ["Iscritti", "Appello", "Sorteggio"]
    SignUpSettings.objects.create(event=event, enabled=True)
    Event.objects.update(entry_fee=10)
    event.addresses.create(entry=event.entries.get(entry_no=1), email="ada@example.org", language="it")
    used = ["Iscritti", "Preiscrizioni", "Appello", "Sorteggio", "Quote", "Posta"]
    for page in ("entries/", "sign-ups/", "mail/"):
        assert views_on(arbiter.get(f"/e/{event.slug}/{page}").text) == used


def test_a_tab_has_the_same_views_on_all_its_pages(club: Club) -> None:
    event, arbiter = make_drawn_event(6, club, system="round-robin"), signed_in(club, Role.ARBITER)
    make_round(event)
    for pages, views in (
        (("rounds/1/", "calendar/", "rounds/days/"), ["Turni", "Calendario"]),
        (("standings/", "crosstable/", "players/1/"), ["Classifica", "Tabella"]),
        (("settings/", "prints/", "prizes/", "stages/"), []),
    ):
        for page in pages:
            assert views_on(arbiter.get(f"/e/{event.slug}/{page}").text) == views, page
