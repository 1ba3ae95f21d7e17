"""The look of a club on public pages, and what other sites and telephones are told of them."""

import html
import io
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from hypothesis import given, strategies as st
from PIL import Image

from clubtornei.accounts.club_actions import change_colour, put_logo
from clubtornei.accounts.logos import read_logo
from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.public.club_colours import DARK, LIGHT, stylesheet
from clubtornei.public.sharing_views import PAPER
from clubtornei.text.colours import READABLE, SITE_COLOUR, contrast
from clubtornei.web.build_id import build_id
from tests.factories import logo_file, make_club, make_event, make_user
from tests.markup import compact

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.fixture
def club(db: None) -> Club:
    return make_club("Circolo «Alfiere»", owner=make_user())


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club, 'Torneo "di" <Natale>', place="Sala civica", published=True)


def look(club: Club) -> Club:
    change_colour(club, "#8b1a2b")
    put_logo(club, read_logo(logo_file()))
    club.refresh_from_db()
    return club


def meta(page: str, name: str) -> str:
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)"', page)
    assert found, name
    return html.unescape(found[1]).strip()


# What a link is shown with


def test_a_link_has_a_title_a_sentence_and_a_picture(client: Client, event: Event) -> None:
    page = client.get(f"/t/{event.slug}/").text
    assert meta(page, "og:title") == 'Torneo "di" <Natale>'
    assert meta(page, "description") == meta(page, "og:description")
    assert "Sala civica" in meta(page, "og:description")
    assert meta(page, "og:url") == f"http://testserver/t/{event.slug}/"
    assert meta(page, "og:image") == "http://testserver/static/icons/icon.png"


def test_the_picture_is_the_logo_of_the_club(client: Client, event: Event) -> None:
    club = look(event.club)
    for page in (f"/t/{event.slug}/", f"/t/clubs/{club.slug}/"):
        assert meta(client.get(page).text, "og:image") == f"http://testserver/t/logos/{club.logo}/icon.png"


def test_a_telephone_gets_a_name_a_start_and_an_icon(client: Client, event: Event) -> None:
    look(event.club)
    page = compact(client.get(f"/t/{event.slug}/").text)
    named = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert named
    answer = client.get(named[1])
    assert answer["Content-Type"] == "application/manifest+json"
    described = json.loads(answer.content)
    assert (described["name"], described["start_url"]) == (event.name, f"/t/{event.slug}/")
    assert described["theme_color"] == "#8b1a2b"
    icon = client.get(described["icons"][0]["src"])
    assert Image.open(io.BytesIO(icon.content)).size == (512, 512)
    assert f'<link rel="apple-touch-icon" href="{described["icons"][0]["src"]}">' in page


def test_without_a_logo_the_icon_is_that_of_the_site(client: Client, event: Event) -> None:
    described = client.get(f"/t/{event.slug}/manifest.webmanifest").json()
    assert described["icons"][0]["src"] == "/static/icons/icon.png"
    assert Image.open(settings.BASE_DIR / "static" / "icons" / "icon.png").size == (512, 512)


# The look


def test_pages_show_the_look_as_soon_as_it_changes(client: Client, event: Event) -> None:
    paths = [f"/t/{event.slug}/", f"/t/{event.slug}/screen/", f"/t/clubs/{event.club.slug}/"]
    assert not any("club-logo" in client.get(path).text for path in paths)
    club = look(event.club)
    for path in paths:
        page = compact(client.get(path).text)
        assert f'src="/t/logos/{club.logo}/small.webp"' in page
        surface = "screen" if "/screen/" in path else "public"
        assert f'<link rel="stylesheet" href="/t/colours/{build_id()}/{surface}/8b1a2b.css">' in page
        assert f"css/{surface}." not in page
    change_colour(club, "")
    put_logo(club, None)
    assert not any("club-logo" in client.get(path).text for path in paths)


def test_a_logo_is_kept_for_ever_and_gone_with_its_club(client: Client, club: Club) -> None:
    address = f"/t/logos/{look(club).logo}/image.png"
    answer = client.get(address)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert "immutable" in answer["Cache-Control"]
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.get(address.replace("image", "password")).status_code == 404
    club.delete()
    assert client.get(address).status_code == 404


@pytest.mark.django_db
def test_a_stylesheet_is_of_a_colour_and_nothing_else(client: Client) -> None:
    answer = client.get(f"/t/colours/{build_id()}/public/8b1a2b.css")
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert "--felt: #8b1a2b;" in answer.text
    for name in ("public/red", "public/8B1A2B", "public/8b1a2b0", "public/---", "organisers/8b1a2b"):
        assert client.get(f"/t/colours/{build_id()}/{name}.css").status_code == 404


def test_a_stylesheet_has_all_of_its_surface_and_is_kept_with_its_build(client: Client) -> None:
    answer = client.get(f"/t/colours/{build_id()}/public/8b1a2b.css")
    assert answer.text.index(".seat-choice") < answer.text.index("--club: #8b1a2b")
    assert "immutable" in answer["Cache-Control"]
    assert set(re.findall(r'url\("(.*?)SourceSans', answer.text)) == {"/static/fonts/"}
    other = client.get("/t/colours/0123456789abcdef/public/8b1a2b.css")
    assert (other.content, "immutable" in other["Cache-Control"]) == (answer.content, False)


def test_the_grounds_are_those_of_the_pages() -> None:
    light, dark = Path(settings.BASE_DIR, "static/css/tokens.css").read_text().split("prefers-color-scheme")
    for text, grounds in ((light, LIGHT), (dark, DARK)):
        for name, ground in zip(("surface", "paper", "sunken"), grounds, strict=True):
            assert f"--{name}: {ground};" in text
    assert f"--felt: {SITE_COLOUR};" in light
    assert PAPER in LIGHT


@given(COLOURS)
def test_every_colour_is_read_wherever_it_stands(colour: str) -> None:
    light, dark = stylesheet(colour).splitlines()[1:]
    for text, grounds in ((light, LIGHT), (dark, DARK)):
        tokens = dict(re.findall(r"--([\w-]+): (#\w{6});", text))
        for ground in (*grounds, tokens["accent-wash"]):
            assert contrast(tokens["accent"], ground) >= READABLE
            assert contrast(tokens["accent-strong"], ground) >= READABLE
        for ink, ground in (("on-accent", "accent"), ("on-felt", "felt"), ("on-felt-soft", "felt")):
            assert contrast(tokens[ink], tokens[ground]) >= READABLE
