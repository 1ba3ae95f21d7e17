"""One stylesheet and one script for each surface, and type that a phone loads quickly."""

import gzip
import os
import re
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from fontTools.ttLib import TTFont

from clubtornei.accounts.club_actions import change_colour, put_logo
from clubtornei.accounts.logos import read_logo
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Entry, Event
from clubtornei.web.made_files import FONTS, MORE_CHARACTERS, SCRIPTS, STYLES, STYLESHEETS, MadeFiles
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_round,
    photograph,
    signed_in,
)

BASE_DIR = settings.BASE_DIR
STATIC = BASE_DIR / "static"
SURFACES = (*STYLESHEETS, "js/organisers.js", "js/public.js", "js/hall_screen.js")
MORE_LETTERS = "ễịơưƠỳạāķėųħ"
NAMES = "Zoë Čapek, Łukasz Ågren, Đorđe Şahin Ștefan, Ñandú, L’Aquila – «½»"


def stripped(text: str) -> str:
    """Without comments and spaces, and without the exports of a script."""
    return re.sub(r"(?s)/\*.*?\*/|(?m:(^| +)//[^\n]*$)|\bexport |\s", "", text).rstrip(";")


def made(path: str) -> Path:
    found = finders.find(path)
    assert found
    return Path(found)


def imports_of(path: Path) -> list[Path]:
    """What a file imports, and what that imports, in order: only files that import nothing."""
    names = re.findall(r'^@?import "(?:\./)?([^"]+)";$', path.read_text(), re.MULTILINE)
    return [leaf for name in names for leaf in imports_of(path.parent / name) or [path.parent / name]]


def test_a_surface_is_one_file_with_all_that_it_imports_in_order() -> None:
    for path in SURFACES:
        text = made(path).read_text()
        sources = imports_of(STATIC / path)
        assert len(sources) > 1, path
        joined = stripped(text)
        places = [joined.index(stripped(source.read_text())) for source in sources]
        assert places == sorted(places), path
        assert '@import "' not in text, path
        assert '\nimport "' not in text, path


def test_a_script_goes_out_without_its_comments() -> None:
    for path in SCRIPTS:
        text = made(path).read_text()
        assert not re.search(r"^ *//", text, re.MULTILINE), path
        own = (STATIC / path).read_text()
        if "import " not in own:
            assert stripped(text) == stripped(own), path


def test_every_stylesheet_belongs_to_a_surface_or_to_a_page() -> None:
    sheets = set((STATIC / "css").glob("*.css"))
    imported = {leaf for path in SURFACES for leaf in imports_of(STATIC / path)}
    imported |= {sheet for sheet in sheets if '@import "' in sheet.read_text()}
    templates = "".join(page.read_text() for page in (BASE_DIR / "templates").rglob("*.html"))
    imported |= {STATIC / "css" / name for name in re.findall(r"css/([\w-]+\.css)", templates)}  # of one page
    assert sheets <= imported


def test_a_font_older_than_what_it_is_made_of_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    path, *_others = FONTS
    font = Path(str(MadeFiles().find(path)))
    content = font.read_bytes()
    font.write_bytes(b"old")
    assert Path(str(MadeFiles().find(path))).read_bytes() == b"old"
    os.utime(font, (0, 0))
    assert Path(str(MadeFiles().find(path))).read_bytes() == content


def test_no_script_runs_twice_on_a_page() -> None:
    """What is joined imports nothing; and where it is imported by others, too, its page has none of them."""
    folder = STATIC / "js"
    scripts = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.glob("**/*.js")}
    shared = set(re.findall(r'from "\./([\w./]+)"', "".join(scripts.values())))
    for path in SURFACES:
        for name in (STATIC / path).read_text().split('"')[1::2]:
            name = name.removeprefix("./")
            if name.endswith(".js"):
                assert not re.search("^import ", scripts[name], re.MULTILINE), name
                assert name not in shared or path != "js/organisers.js", name
    pages = [(page.name, page.read_text()) for page in (BASE_DIR / "templates").rglob("*.html")]
    public = {name: scripts for name, text in pages if (scripts := re.findall(r"js/public\w*\.js", text))}
    # One of the two, of which the longer one has the other in it.
    assert public == {
        "page.html": ["js/public_long.js", "js/public.js"],
        "clinch.html": ["js/public_long.js"],
    }


def test_a_changed_source_is_seen_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    css = tmp_path / "static" / "css"
    css.mkdir(parents=True)
    (css / "organisers.css").write_text('@import "a.css";\n')
    (css / "a.css").write_text("a {}\n")
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "var")
    finder = MadeFiles()
    assert Path(str(finder.find("css/organisers.css"))).read_text() == "a {}"
    (css / "a.css").write_text("b {}\n")
    assert Path(str(finder.find("css/organisers.css"))).read_text() == "b {}"


def test_a_font_has_the_letters_of_names_and_is_small() -> None:
    for path in FONTS:
        content = made(path).read_bytes()
        assert len(content) < 30_000, path
        letters = MORE_LETTERS if path.endswith("-More.woff2") else NAMES
        assert {ord(letter) for letter in letters} <= set(TTFont(BytesIO(content)).getBestCmap()), path


def test_more_letters_are_fetched_only_where_there_are_any() -> None:
    """A face says for which letters it is, and these are all that its file has and no other file has."""
    ranges = re.findall(
        r"-More\.woff2.*?unicode-range: ([^;]*);", (STATIC / "css/tokens.css").read_text(), re.DOTALL
    )
    assert [" ".join(each.split()) for each in ranges] == [MORE_CHARACTERS] * len(STYLES)


@pytest.fixture(scope="module")
def kept_event(kept_db: None) -> Event:
    """Two hundred players in round 6."""
    event = make_played_event(200, 5, system="amalfi", options={"rounds": 9}, published=True)
    give_names(event, 6)
    make_round(event)
    return event


def give_names(event: Event, letters: int) -> None:
    """Names none of which is like another."""
    for number, entry in enumerate(entries := list(event.entries.order_by("entry_no"))):
        entry.name = f"{sha256(b'%d' % number).hexdigest()[:letters].title()} {NAMES.split()[number % 8]}"
    Entry.objects.bulk_update(entries, ["name"])


def test_a_first_public_page_of_two_hundred_is_light(kept_event: Event, db: None) -> None:
    for path in ("", "calendar/", "crosstable/", "rounds/6/", "rounds/6/?by=name", "players/1/"):
        assert weight_of(Client(), f"/t/{kept_event.slug}/{path}") <= 70 * 1024, path


def test_so_it_is_with_the_look_of_a_club(kept_event: Event, db: None) -> None:
    """The logo is a photograph, of which nothing compresses well."""
    club = Club.objects.get(pk=kept_event.club_id)
    change_colour(club, "#8b1a2b")
    put_logo(club, read_logo(photograph()))
    paths = ["", "standings/", "standings/needs/", "crosstable/", "calendar/", "rounds/6/?by=name"]
    paths += ["players/1/", f"overlay/{kept_event.public_key}/", "rules/", "verify/", "screen/", "clock/"]
    for path in paths:
        surface = "screen" if path in ("screen/", "clock/") else "public"
        weight = weight_of(Client(), f"/t/{kept_event.slug}/{path}", own=[surface, "small"])
        assert weight <= 73 * 1024, path


def weight_of(client: Client, path: str, own: Sequence[str] = ()) -> int:
    """In bytes, what a phone loads that has never been here: the page and what it names, compressed as it
    goes out. `own`: the club's stylesheet, by its surface, and its logo, by its size. There are no more than
    eight files.

    The icon for its screen, and the manifest, are fetched by whoever puts the page there.
    """
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    page = gzip.decompress(answer.content).decode()
    look = re.findall(r'(?:href|src)="(/t/(?:colours/\w+/(\w+)/\w+\.css|logos/\w+/(small)\.webp))"', page)
    assert {surface or size for _path, surface, size in look} == set(own)
    looks = {path for path, *_names in look}
    named = set(re.findall(r'(?:href|src)="/static/([^"#]+\.(?:css|js|svg))', page))
    styles = "".join(made(path).read_text() for path in named if path.endswith(".css"))
    styles += "".join(client.get(one).text for one in looks if one.endswith(".css"))
    fonts = {f"fonts/SourceSans-{style}.woff2" for style in ("Regular", "Semibold")}  # no other type is there
    assert all(font in styles for font in fonts)
    assert len(named | fonts | looks) + 1 <= 8  # the logo is the icon, too
    files = [made(path).read_bytes() for path in named] + [client.get(one).content for one in looks]
    compressed = sum(len(gzip.compress(file)) for file in files)
    return len(answer.content) + compressed + sum(len(made(path).read_bytes()) for path in fonts)


@pytest.mark.django_db
def test_the_desk_of_a_round_is_light() -> None:
    """A hundred tables, no name like another: compressed, as it goes out, with its styles and scripts."""
    event = make_drawn_event(200, system="amalfi", options={"rounds": 9})
    give_names(event, 9)
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    answer = signed_in(event.club, Role.ARBITER).get(
        f"/e/{event.slug}/rounds/2/", headers={"Accept-Encoding": "gzip"}
    )
    assert answer["Content-Encoding"] == "gzip"
    page = gzip.decompress(answer.content).decode()
    assert page.count('class="table"') == 100
    named = set(re.findall(r'(?:href|src)="/static/([^"#]+\.(?:css|js|svg))', page))
    named |= {"js/desk/queue.js", "js/desk/hall.js"}
    files = sum(len(gzip.compress(made(path).read_bytes())) for path in named)
    # Django's middleware adds up to a hundred random bytes to an answer: the page is counted without them.
    assert len(gzip.compress(page.encode())) + files <= 64 * 1024


def test_another_file_is_left_to_the_other_finders() -> None:
    assert MadeFiles().find("css/base.css") == []
    assert made("css/base.css") == STATIC / "css" / "base.css"
