"""What sheets are laid out with: their typeface, nothing from outside, and sizes of type."""

import logging
import subprocess
from io import BytesIO

import pdfplumber
import pytest

from clubtornei.rounds.printing.paper_format import WALL
from clubtornei.rounds.printing.rendering import FONTS, SheetHtml, letters, render


def sizes(*sheets: SheetHtml) -> list[float]:
    """The size of type of each sheet, in points."""
    with pdfplumber.open(BytesIO(render(sheets))) as pdf:
        return [round(page.chars[0]["size"], 1) for page in pdf.pages]


def test_lists_of_one_file_have_the_type_of_the_longest_and_others_their_own() -> None:
    style = "<style>p { margin: 0; font-size: var(--type) }</style>"
    short, long = (SheetHtml(style + "<p>Rossi</p>" * lines, sizes=WALL) for lines in (3, 30))
    slip = SheetHtml(style + "<p>Rossi</p>", sizes=(11.0,))
    assert sizes(short) == [28] and sizes(long) < [28]
    assert sizes(short, long, slip) == [*sizes(long) * 2, 11]


def test_what_has_many_pages_is_laid_out_once(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("weasyprint.progress")
    log.addHandler(caplog.handler)
    try:
        with caplog.at_level(logging.INFO, log.name):
            render([SheetHtml('<p style="break-after: page">Rossi</p>' * 5 + "<i></i>" * 300, sizes=WALL)])
    finally:
        log.removeHandler(caplog.handler)
    begun = {id(record) for record in caplog.records if record.getMessage().endswith("Page 1")}
    assert len(begun) == 1


def test_letters_that_the_typeface_lacks_are_drawn_in_a_font_of_the_system() -> None:
    georgian = "გიორგი"
    assert not letters().issuperset(georgian)
    if not subprocess.run(["fc-list", f":charset={ord(georgian[0]):x}"], capture_output=True).stdout:
        pytest.skip("the system has no font with these letters")
    with pdfplumber.open(BytesIO(render([SheetHtml(f"<p>Rossi {georgian}</p>")]))) as pdf:
        (page,) = pdf.pages
        assert georgian in page.extract_text()


@pytest.mark.parametrize(
    "address",
    ["http://example.org/x.png", "ftp://example.org/", "file:///etc/passwd", f"{FONTS.as_uri()}/x.otf"],
)
def test_a_sheet_fetches_nothing(address: str, caplog: pytest.LogCaptureFixture) -> None:
    render([SheetHtml(f'<link rel="stylesheet" href="{address}"><p>Rossi <img src="{address}"></p>')])
    refused = {record.msg for record in caplog.records if "disallowed protocol" in record.getMessage()}
    assert len(refused) == 2
