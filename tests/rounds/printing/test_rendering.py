"""What sheets are laid out with: their typeface, nothing from outside, and sizes of type."""

import logging
import subprocess
from html import unescape
from io import BytesIO

import pdfplumber
import pytest
from fontTools.ttLib import TTFont

from clubtornei.rounds.printing.rendering import FONTS, WALL, WEIGHTS, Markup, letters, only_fonts, render
from clubtornei.rounds.templatetags.printing import HALF_ROOM


def sizes(*sheets: Markup) -> list[float]:
    """The size of type of each sheet, in points."""
    with pdfplumber.open(BytesIO(render(sheets))) as pdf:
        return [round(page.chars[0]["size"], 1) for page in pdf.pages]


def test_lists_of_one_file_have_the_type_of_the_longest_and_others_their_own() -> None:
    style = "<style>p { margin: 0; font-size: var(--type) }</style>"
    short, long = (Markup(style + "<p>Rossi</p>" * lines, sizes=WALL) for lines in (3, 30))
    slip = Markup(style + "<p>Rossi</p>", sizes=(11.0,))
    assert sizes(short) == [28] and sizes(long) < [28]
    assert sizes(short, long, slip) == [*sizes(long) * 2, 11]


def test_what_has_many_pages_is_laid_out_once(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("weasyprint.progress")
    log.addHandler(caplog.handler)
    try:
        with caplog.at_level(logging.INFO, log.name):
            render([Markup('<p style="break-after: page">Rossi</p>' * 5, sizes=WALL)])
    finally:
        log.removeHandler(caplog.handler)
    begun = {id(record) for record in caplog.records if record.getMessage().endswith("Page 1")}
    assert len(begun) == 1


@pytest.mark.parametrize("weight", WEIGHTS)
def test_points_without_a_half_leave_the_room_of_one(weight: str) -> None:
    font = TTFont(FONTS / f"SourceSansPro-{weight}.otf")
    width = {letter: font["hmtx"][glyph][0] / 1_000 for letter, glyph in font.getBestCmap().items()}
    room = unescape(HALF_ROOM)
    assert sum(width[ord(space)] for space in room) == pytest.approx(width[ord("½")], abs=0.02)  # em


def test_letters_that_the_typeface_lacks_are_drawn_in_a_font_of_the_system() -> None:
    georgian = "გიორგი"
    assert not letters().issuperset(georgian)
    if not subprocess.run(["fc-list", f":charset={ord(georgian[0]):x}"], capture_output=True).stdout:
        pytest.skip("the system has no font with these letters")
    with pdfplumber.open(BytesIO(render([Markup(f"<p>Rossi {georgian}</p>")]))) as pdf:
        (page,) = pdf.pages
        assert georgian in page.extract_text()


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/x.png", "https://example.org/", "ftp://example.org/", "file://example.org/etc"),
        *("file:///etc/passwd", f"{FONTS.as_uri()}/../../secret", f"{FONTS.as_uri()}-others/font.otf"),
        *(f"{FONTS.as_uri()}/%2e%2e/%2E%2e/secret", f"{FONTS.as_uri()}/%2e%2e%2fsecret"),
    ],
)
def test_a_sheet_fetches_nothing_from_outside(address: str) -> None:
    with pytest.raises(ValueError, match="nothing from outside"):
        only_fonts().fetch(address)
