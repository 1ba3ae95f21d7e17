"""What all templates have in common."""

import re
from collections.abc import Iterator
from pathlib import Path

from clubtornei.launch.environment import ROOT
from clubtornei.rounds.printing.catalogue import SHEETS

TEMPLATES = ROOT / "templates"
PATHS = sorted(TEMPLATES.rglob("*.html"))
COLUMNS = 120

FOUND_BY_DJANGO = {
    "403_csrf.html",
    "404.html",
    "500.html",
    "django/forms/div.html",
    "django/forms/field.html",
}
PAPER = "rounds/printing/sheets/"
"""Sheets are read by WeasyPrint, not by a browser: no content security policy, and computed positions."""

NAME = re.compile(r"[\w/-]+\.html")
PAGE = re.compile(r'"(\w+)"')
SECTION = re.compile(r'kind="(\w+)"')
ON_SEVERAL_LINES = re.compile(r"{% blocktranslate(?! trimmed)((?!{% endblocktranslate).)*?\n", re.DOTALL)
CONDITION = re.compile(r"{% (?:el)?if (.*?) %}")
POINT_BEFORE_LINK = re.compile(r"(?<!&nbsp;)·\s*(?:{%[^%]*%}\s*)*<a\b")
INLINE = re.compile(r"<style\b|<script\b(?![^>]*\bsrc=)|\son[a-z]+=\W|\sstyle=")


def name_of(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


def offences(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Where the pattern is found in templates: their names, and what was found."""
    for path in PATHS:
        for found in pattern.finditer(path.read_text(encoding="utf-8")):
            yield name_of(path), found[0]


def test_no_line_is_longer_than_the_screen() -> None:
    long = [
        f"{name_of(path)}:{number}"
        for path in PATHS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > COLUMNS
    ]
    assert long == []


def test_every_template_is_used() -> None:
    sources = [*(ROOT / "clubtornei").rglob("*.py"), *PATHS]
    named = {name for path in sources for name in NAME.findall(path.read_text(encoding="utf-8"))}
    views = (ROOT / "clubtornei/rounds/reports/views.py").read_text(encoding="utf-8")
    named |= {f"rounds/reports/{page}.html" for page in PAGE.findall(views)}
    named |= {f"{PAPER}{sheet.template}.html" for sheet in SHEETS.values()}
    screen = (ROOT / "clubtornei/public/screen.py").read_text(encoding="utf-8")
    named |= {f"public/screen/{kind}.html" for kind in SECTION.findall(screen)}
    assert {name_of(path) for path in PATHS} - named == FOUND_BY_DJANGO


def test_no_line_has_two_conditions() -> None:
    assert list(offences(re.compile(r"{% if .*{% (?:el)?if .*"))) == []


def test_what_a_role_may_do_has_a_name() -> None:
    assert [found for found in offences(CONDITION) if re.search(r'\brole [=!]= ["\']', found[1])] == []


def test_no_line_begins_with_a_point_before_a_link() -> None:
    """Links stand in a .row; or the point cannot leave what stands before it."""
    assert [path.name for path in PATHS if POINT_BEFORE_LINK.search(path.read_text())] == []


def test_no_script_and_no_style_stands_in_a_page() -> None:
    assert [found for found in offences(INLINE) if not found[0].startswith(PAPER)] == []


def test_a_sentence_to_be_translated_has_no_layout() -> None:
    assert list(offences(ON_SEVERAL_LINES)) == []
