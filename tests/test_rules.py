"""The rules one can look up: pages and anchors alike in both languages, and every citation leads to one."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
IT, EN = ROOT / "docs" / "it" / "rules", ROOT / "docs" / "en" / "rules"
ROOMS = ("bench", "clubtornei", "pairing", "scoring", "static", "templates", "tests")
NAMES = ROOT / "tests/golden/names"  # lists as people send them, in any encoding
SOURCES = sorted(
    path
    for room in ROOMS
    for ending in ("css", "html", "js", "json", "md", "po", "py", "svg", "txt")
    for path in (ROOT / room).rglob(f"*.{ending}")
    if path != Path(__file__) and NAMES not in path.parents
)
SOURCES += [ROOT / name for name in ("Makefile", "manage.py", "pyproject.toml")]

CITATION = re.compile(r"(?<![\w./-])rules/([\w.-]+\.md)(?:#([\w-]+))?")
"""As CONTRIBUTING has it: `rules/page.md#anchor`."""
PAGE = re.compile(r"[\w./-]+\.md\b")
ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
OUTSIDE = re.compile(r"\b(?:seed|documento) 0\d\d|\.\./shared|/shared/(?:rules|seeds)", re.IGNORECASE)
LINK = re.compile(r"\]\((?:([\w./-]+\.md))?(?:#([\w-]+))?\)")

POINTS = (("**Lettura nostra.**", "**Our reading.**"), ("**Non ancora fatto", "**Not yet done"))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def pages(folder: Path) -> dict[str, list[str]]:
    """The anchors of each page, in order."""
    return {path.name: ANCHOR.findall(text_of(path)) for path in sorted(folder.glob("*.md"))}


def citations() -> Iterator[tuple[str, str, str]]:
    """File, page, and anchor ("" where there is none) of each citation in the sources."""
    for path in SOURCES:
        for page, anchor in CITATION.findall(text_of(path)):
            yield path.relative_to(ROOT).as_posix(), page, anchor


def test_both_languages_have_the_same_pages_with_the_same_anchors_in_the_same_order() -> None:
    assert len(pages(EN)) > 15
    assert pages(IT) == pages(EN)


def test_an_anchor_is_unique_on_its_page() -> None:
    for folder in [IT, EN]:
        for page, anchors in pages(folder).items():
            assert [anchor for anchor, count in Counter(anchors).items() if count > 1] == [], page


def test_readings_and_what_is_not_done_yet_are_marked_alike_in_both_languages() -> None:
    """Anchor by anchor: between two of them stand as many marks, rows and points in one as in the other."""
    for page in sorted(path.name for path in EN.glob("*.md")):
        parts = zip(ANCHOR.split(text_of(IT / page)), ANCHOR.split(text_of(EN / page)), strict=True)
        for italian, english in parts:
            for one, other in POINTS:
                assert italian.count(one) == english.count(other), english[:80]
            for mark in (r"^\|", r"^(?:> )? *- ", r"^(?:> )? *\d+\. "):
                marks = [len(re.findall(mark, text, re.M)) for text in (italian, english)]
                assert marks[0] == marks[1], english[:80]


def test_links_among_the_pages_go_to_the_same_places_in_both_languages() -> None:
    def targets(path: Path) -> Counter[tuple[str, ...]]:
        return Counter(found for found in LINK.findall(text_of(path)) if "../" not in found[0])

    for page in sorted(path.name for path in EN.glob("*.md")):
        assert targets(IT / page) == targets(EN / page), page
        for file, anchor in targets(EN / page):
            assert not anchor or anchor in pages(EN)[file or page], f"{file}#{anchor}"


def test_every_citation_leads_to_an_anchor_in_both_languages() -> None:
    found = list(citations())
    assert len(found) > 200
    known = {(page, anchor) for page, anchors in pages(EN).items() for anchor in anchors}
    known &= {(page, anchor) for page, anchors in pages(IT).items() for anchor in anchors}
    assert [one for one in found if one[1:] not in known] == []


def test_no_page_of_the_rules_is_cited_in_another_form() -> None:
    """Not as `amalfi.md`, nor with the folder of a language; and any other page is one the project has."""
    others = {path.name for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]}
    others -= set(pages(EN)) - {"README.md"}
    named = [(path, *found.rpartition("/")) for path in SOURCES for found in PAGE.findall(text_of(path))]
    assert [one for one in named if one[1] != "rules" and one[3] not in others] == []


def test_sources_are_named_as_an_arbiter_names_them() -> None:
    written = [*SOURCES, *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    assert [path for path in written if OUTSIDE.search(text_of(path))] == []
