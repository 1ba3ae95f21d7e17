"""The help on the site: every page in both languages, where the ? of a page leads, and the pictures."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from clubtornei import VERSION
from clubtornei.help.pages import DEPLOY, DOCS, FOLDERS, HelpPage, help_pages
from clubtornei.help.rendering import ELSEWHERE, IMAGES, text_of
from clubtornei.help.topics import FIRST_TOPIC_OF, TOPIC_OF, TOPICS
from tests.addresses import addresses
from tests.e2e.pages import DEMO, FIRST_RUN, MAILING, ORGANISERS
from tests.factories import make_club, make_event, make_user
from tests.pictures import BY_NIGHT, LANGUAGES, PICTURES

PAGES = list(help_pages().values())
IDS = [f"{page.language}/{page.name}" for page in PAGES]
LED_TO = re.compile(r'(?:href|src)="([^"]+)"')
FORMS = ("headings", "rows", "pictures", "programs")


def form_of(page: HelpPage) -> dict[str, int]:
    """How many of each a page has."""
    text = text_of(page.path)
    marks = ("<h", "<tr", "<img", "<pre")
    return {form: text.html.count(mark) for form, mark in zip(FORMS, marks, strict=True)}


@cache
def pages_by_url() -> dict[str, HelpPage]:
    return {page.url: page for page in PAGES}


@cache
def anchors_of(page: HelpPage) -> set[str]:
    return set(re.findall(r'id="([^"]+)"', text_of(page.path).html))


def test_every_page_for_organisers_is_served_in_both_languages() -> None:
    for folder in FOLDERS.values():
        assert {path.stem for path in folder.glob("*.md")} == {
            page.name for page in PAGES if page.path.parent == folder
        }
    assert {page.twin for page in PAGES} == set(PAGES) - {HelpPage("en", DEPLOY)}


def test_what_runs_a_server_is_a_page_of_the_help_too(db: None) -> None:
    for path in ("/aiuto/server/", "/help/server/"):
        assert 'href="/help/deploy/#with-systemd"' in Client().get(path).text
    assert '<a href="/aiuto/server/" lang="it"' in Client().get("/help/deploy/").text


def test_no_page_names_a_file_that_the_site_does_not_show() -> None:
    for page in PAGES:
        assert "(<code>docs/" not in text_of(page.path).html, page


def test_the_english_page_has_all_that_the_italian_one_has() -> None:
    for page in PAGES[: len(PAGES) // 2]:
        assert form_of(page) == form_of(page.twin), page


def test_a_page_leads_only_to_what_is_there() -> None:
    for page in PAGES:
        text = text_of(page.path)
        assert text.title, page
        for target in LED_TO.findall(text.html):
            path, _mark, anchor = target.partition("#")
            if target.startswith(ELSEWHERE):
                continue
            if path.startswith(("/static/", "static/")):
                assert finders.find(path.split("static/", 1)[1]), target
                continue
            led_to = pages_by_url()[path] if path else page
            assert not anchor or anchor in anchors_of(led_to), target


def test_each_step_of_the_quick_guide_is_a_heading_that_the_page_lists() -> None:
    for name in ["guida-rapida", "quick-guide"]:
        page = next(page for page in PAGES if page.name == name)
        numbers = [heading.title.split(".")[0] for heading in text_of(page.path).headings]
        assert numbers == list("123456789"), name


def test_the_help_is_for_anybody_and_asks_the_database_nothing(django_assert_num_queries, db: None) -> None:
    with django_assert_num_queries(0):
        index = Client().get("/help/")
        page = Client().get("/aiuto/risultati/")
        rule = Client().get("/help/rules/knockout/")
    assert "<h1>For organisers</h1>" in index.text
    assert index.text.count("/help/") > len(PAGES) // 4
    assert "<h1>Risultati e correzioni</h1>" in page.text
    assert "<h1>Knockout</h1>" in rule.text, "what a document calls it is for programs"
    assert Client().get("/help/nothing/").status_code == 404
    assert Client().get("/help/../README/").status_code == 404


@pytest.mark.parametrize(("path", "language"), [("/aiuto/stampe/", "it"), ("/help/print/", "en")])
def test_a_page_is_in_the_language_of_its_address(path: str, language: str, db: None) -> None:
    reader = {"it": "en", "en": "it"}[language]
    answer = Client(headers={"accept-language": reader}).get(path)
    assert answer["Content-Language"] == language
    assert f'<html lang="{language}">' in answer.text
    assert f'hreflang="{reader}"' in answer.text


def test_every_page_of_organisers_has_its_place_in_the_help() -> None:
    assert {*ORGANISERS, *FIRST_RUN, *DEMO, *MAILING} <= set(TOPIC_OF)
    assert set(TOPIC_OF) <= set(addresses())
    assert len(TOPIC_OF) == sum(len(names.split()) for names in TOPICS.values())


def test_the_mark_of_each_page_leads_to_a_part_that_is_there() -> None:
    assert set(FIRST_TOPIC_OF) <= set(TOPIC_OF)
    for topic in {*TOPIC_OF.values(), *FIRST_TOPIC_OF.values()}:
        for language in LANGUAGES:
            url, _mark, anchor = topic.url(language).partition("#")
            page = pages_by_url()[url]
            assert page.language == language
            assert not anchor or anchor in anchors_of(page)


@pytest.mark.parametrize(
    ("drawn", "leads_to"), [(False, "guida-rapida/#3-iscrivi-i-giocatori"), (True, "iscrizioni-in-corsa/")]
)
def test_the_mark_of_the_entries_leads_to_the_quick_guide_until_the_draw(drawn, leads_to, db: None) -> None:
    event = make_event(make_club(owner=make_user("ada")), drawn_at=timezone.now() if drawn else None)
    client = Client(headers={"accept-language": "it"})
    client.force_login(event.club.memberships.get().user)
    page = client.get(reverse("rounds:entries", args=[event.slug]))
    assert f'<a class="help-mark" href="/aiuto/{leads_to}">' in page.text


def test_the_mark_of_a_page_is_in_the_language_of_the_reader(db: None) -> None:
    event = make_event(make_club(owner=make_user("ada")))
    for reader, leads_to in (("it", "/aiuto/stampe/"), ("en", "/help/print/")):
        client = Client(headers={"accept-language": reader})
        client.force_login(event.club.memberships.get().user)
        page = client.get(reverse("rounds:prints", args=[event.slug]))
        assert f'<a class="help-mark" href="{leads_to}">' in page.text


@pytest.mark.parametrize(
    ("path", "new", "licence"),
    [
        ("/aiuto/versione/", "<h2>Novità</h2>", "non è ancora stata scelta una licenza"),
        ("/help/version/", "<h2>What is new</h2>", "This program has no licence yet"),
    ],
)
def test_a_page_tells_version_news_and_that_there_is_no_licence(path, new, licence, db: None) -> None:
    page = Client().get(path).text
    assert f"<h1>ClubTornei {VERSION}</h1>" in page
    assert new in page and licence in page
    assert 8 <= page.partition('class="prose"')[2].count("<li>") <= 12


def test_every_picture_is_made_by_the_command_in_both_languages_and_small() -> None:
    names = [*PICTURES, *(f"{name}{BY_NIGHT}" for name, picture in PICTURES.items() if not picture.sheet)]
    made = {IMAGES / language / f"{name}.webp" for language in LANGUAGES for name in names}
    assert {path for path in IMAGES.rglob("*") if path.is_file()} == made
    for path in made:
        with Image.open(path) as image:
            assert min(image.size) > 300
        assert path.stat().st_size < 100_000
    assert {picture.address for picture in PICTURES.values()} <= set(addresses())


def test_every_picture_of_a_page_has_its_dark_one_beside_it() -> None:
    for page in PAGES:
        html = text_of(page.path).html
        for name in re.findall(r'<img src="[^"]*help/(\w+/[\w-]+)\.webp"', html):
            source = rf'<source media="\(prefers-color-scheme: dark\)" srcset="[^"]*{name}-dark\.webp">'
            night = re.search(f"<picture>{source}<img", html)
            assert bool(night) == (PICTURES[name.split("/")[1]].sheet is None), name


def test_a_page_shows_the_pictures_of_its_language() -> None:
    for page in PAGES:
        shown = re.findall(r"help/(\w+)/[\w-]+\.webp", text_of(page.path).html)
        assert set(shown) <= {page.language}
    assert Path(DOCS / "images" / "it") in {path.parent for path in IMAGES.rglob("*.webp")}
