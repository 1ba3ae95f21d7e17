"""A stylesheet that has gone out says to a browser what we have written."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from clubtornei.made_files import STYLESHEETS, MadeFiles, with_imports

RULES = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText);
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Page:
    return chromium.new_page()


@pytest.mark.parametrize("path", STYLESHEETS)
def test_a_browser_reads_the_same_rules(path: str, page: Page) -> None:
    written = with_imports(settings.BASE_DIR / "static" / path)
    gone_out = Path(str(MadeFiles().find(path))).read_text()
    assert len(gone_out) < len(written)
    assert rules(page, gone_out) == rules(page, written)


def rules(page: Page, text: str) -> list[str]:
    """As Chromium writes them, without what it keeps of spaces and of noughts before a point."""
    return [re.sub(r"(?<=[,:\n])\s+|\b0(?=\.\d)", "", rule) for rule in page.evaluate(RULES, text)]
