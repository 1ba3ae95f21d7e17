"""The tabs of every page: the one that it belongs to is marked as current, and no other."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Role
from tests.factories import make_club, make_drawn_event, make_event, make_played_event, signed_in

pytestmark = pytest.mark.django_db

TABS = re.compile(r'<ul class="tabs">.*?</ul>', re.DOTALL)
CURRENT = re.compile(r'<a [^>]*aria-current="page"[^>]*>(.*?)</a>', re.DOTALL)

OF_A_CLUB = {
    "rounds:club": "Tornei",
    "season:circuits": "Tornei",
    "season:people": "Tornei",
    "players:roster": "Giocatori",
    "accounts:members": "Circolo",
    "accounts:audit": "Circolo",
    "accounts:backups": "Circolo",
    "club_copies:copies": "Circolo",
}
OF_AN_EVENT = {
    "rounds:entries": "Giocatori",
    "rounds:draw": "Giocatori",
    "rounds:calendar": "Turni",
    "rounds:standings": "Classifica",
    "rounds:crosstable": "Classifica",
    "rounds:prints": "Stampe",
    "rounds:settings": "Impostazioni",
}
PUBLIC = {
    "public:event": "In corso",
    "public:standings": "Classifica",
    "public:crosstable": "Tabella",
    "public:calendar": "Calendario",
    "public:rules": "Regole",
}

OPENED_THERE = ("prizes", "screens", "stages", "prohibitions", "sign_ups", "fees", "mail", "close", "history")


def current_tabs(client: Client, slug: str, views: dict[str, str]) -> dict[str, list[str]]:
    """The tabs marked as current on each page."""
    found = {}
    for view in views:
        tabs = TABS.search(client.get(reverse(view, args=[slug])).text)
        assert tabs, view
        found[view] = [re.sub("<[^>]*>", "", tab).strip() for tab in CURRENT.findall(tabs[0])]
    return found


def test_the_tab_of_the_page_is_the_current_one() -> None:
    club = make_club()
    event = make_played_event(4, 1, club, published=True)
    owner = signed_in(club, Role.OWNER)
    for client, slug, views in (
        (owner, club.slug, OF_A_CLUB),
        (owner, event.slug, OF_AN_EVENT),
        (Client(), event.slug, PUBLIC),
    ):
        assert current_tabs(client, slug, views) == {view: [tab] for view, tab in views.items()}


def test_before_the_first_round_no_tab_leads_to_an_empty_page(client: Client) -> None:
    event = make_drawn_event(4, published=True, system="amalfi", options={"rounds": 3})
    found = TABS.search(client.get(f"/t/{event.slug}/").text)
    assert found
    assert re.findall(r">\s*([^<>]*?)\s*</a>", found[0]) == ["Torneo", "Regole"]


def test_what_is_opened_from_the_settings_stays_in_the_settings() -> None:
    event = make_played_event(4, 1, published=True, system="amalfi", options={"rounds": 3})
    owner = signed_in(event.club, Role.OWNER)
    shown = owner.get(reverse("rounds:settings", args=[event.slug])).text.split("<aside")[1]
    paths = re.findall(rf'href="(/e/{event.slug}/[^"]*)"', shown)
    pages = [path for path in paths if "export" not in path]
    assert {reverse(f"rounds:{view}", args=[event.slug]) for view in OPENED_THERE} <= set(pages)
    for path in [*pages, reverse("rounds:prizes_change", args=[event.slug])]:
        text = owner.get(path).text
        tabs = TABS.search(text)
        assert tabs
        lit = [re.sub("<[^>]*>", "", tab).strip() for tab in CURRENT.findall(tabs[0])]
        assert (path, lit) == (path, ["Impostazioni"])
        assert 'class="views"' not in text


def test_who_had_signed_up_is_a_view_of_the_players_of_a_closed_event_too() -> None:
    event = make_played_event(4, 1)
    type(event).objects.filter(pk=event.pk).update(closed_at=now())
    event.sign_ups.create(name="Rossi Anna", key="1")
    owner = signed_in(event.club, Role.OWNER)
    assert current_tabs(owner, event.slug, {"rounds:sign_ups": ""}) == {"rounds:sign_ups": ["Giocatori"]}
    assert reverse("rounds:sign_ups", args=[event.slug]) in owner.get(f"/e/{event.slug}/entries/").text


def test_circuits_have_a_tab_once_there_is_one() -> None:
    club = make_club()
    owner = signed_in(club, Role.OWNER)
    page = reverse("rounds:club", args=[club.slug])
    circuits = f'href="{reverse("season:circuits", args=[club.slug])}"'
    assert circuits not in owner.get(page).text
    make_event(club, closed_at=now())
    shown = owner.get(page).text
    tabs = TABS.search(shown)
    assert tabs and circuits not in tabs[0] and circuits in shown
    club.circuits.create(name="Anno", slug="anno", first_day="2026-01-01")
    tabs = TABS.search(owner.get(page).text)
    assert tabs and circuits in tabs[0]
    assert current_tabs(owner, club.slug, {"season:circuits": ""}) == {"season:circuits": ["Circuiti"]}


@pytest.mark.parametrize("view", ["rounds:attendance", "rounds:withdraw"])
def test_who_plays_and_who_withdraws_are_pages_of_the_players(view: str) -> None:
    event = make_played_event(4, 1, system="amalfi", options={"rounds": 3})
    arbiter = signed_in(event.club, Role.ARBITER)
    assert current_tabs(arbiter, event.slug, {view: ""}) == {view: ["Giocatori"]}
