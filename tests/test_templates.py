"""What all templates have in common."""

import re
from collections.abc import Iterator
from pathlib import Path

from clubtornei.launch.environment import ROOT
from clubtornei.rounds.printing.catalogue import SHEETS

TEMPLATES = ROOT / "templates"
PATHS = sorted(TEMPLATES.rglob("*.html"))

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
INLINE = re.compile(r"<style\b|<script\b(?![^>]*\bsrc=)|\son[a-z]+=\W|\sstyle=")


def name_of(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


def offences(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Where the pattern is found in templates: their names, and what was found."""
    for path in PATHS:
        for found in pattern.finditer(path.read_text(encoding="utf-8")):
            yield name_of(path), found[0]


def test_every_template_is_used() -> None:
    sources = [*(ROOT / "clubtornei").rglob("*.py"), *PATHS]
    named = {name for path in sources for name in NAME.findall(path.read_text(encoding="utf-8"))}
    views = (ROOT / "clubtornei/rounds/reports/views.py").read_text(encoding="utf-8")
    named |= {f"rounds/reports/{page}.html" for page in PAGE.findall(views)}
    named |= {f"{PAPER}{sheet.template}.html" for sheet in SHEETS.values()}
    screen = (ROOT / "clubtornei/public/screen.py").read_text(encoding="utf-8")
    named |= {f"public/screen/{kind}.html" for kind in SECTION.findall(screen)}
    assert {name_of(path) for path in PATHS} - named == FOUND_BY_DJANGO


def test_no_script_and_no_style_stands_in_a_page() -> None:
    assert [found for found in offences(INLINE) if not found[0].startswith(PAPER)] == []


def test_a_sentence_to_be_translated_has_no_layout() -> None:
    assert list(offences(ON_SEVERAL_LINES)) == []
