"""Looking at a page as everybody who reads it does: by light, by night, on a phone, with a screen reader."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext

from tests.e2e.watching import Watcher

EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

SENT_EMPTY = """form => {
    for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) field.value = "";
    form.noValidate = true;
    form.requestSubmit();
}"""
UNFOLDED = "document.querySelectorAll('details').forEach(details => (details.open = true))"


class Inspector:
    """Goes from page to page, and keeps in `faults` what is wrong with them."""

    def __init__(self, context: BrowserContext, site: str, watcher: Watcher) -> None:
        self.page = context.new_page()
        self.site = site
        self.watcher = watcher
        self.axe = Axe()
        self.faults: list[str] = []

    def visit(self, path: str, status: int = 200) -> None:
        """Open the page, which is to answer with that status, and look at it."""
        if status >= 400:
            self.watcher.expect_refusal(self.site + path)
        answer = self.page.goto(path)
        if answer is None or answer.status != status:
            self.faults.append(f"{path}: {answer and answer.status} instead of {status}")
        self.look(path)

    def refuse(self, path: str, form: str) -> None:
        """Send a form of the page empty, and look at the page that says what is wrong."""
        self.page.goto(path)
        found = self.page.locator(form).first
        self.watcher.expect_refusal(found.evaluate("form => form.action"))
        with self.page.expect_navigation() as navigation:
            found.evaluate(SENT_EMPTY)
        self.look(f"{path} refused")
        if navigation.value.status < 400 and not self.page.locator(".errorlist, [role=alert]").count():
            self.faults.append(f"{path}: {form} was taken as it was")

    def look(self, what: str) -> None:
        """The page as it is now, with all that can be unfolded."""
        self.page.evaluate(UNFOLDED)
        self._ask_axe(what, EVERYTHING)
        self.page.emulate_media(color_scheme="dark")
        self._ask_axe(f"{what} by night", COLOURS)
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(PHONE)
        width = self.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            self.faults.append(f"{what}: {width} px wide on a phone")
        self.page.set_viewport_size(LAPTOP)

    def _ask_axe(self, what: str, options: dict[str, Any]) -> None:
        for violation in self.axe.run(self.page, options=options).response["violations"]:
            places = ", ".join(node["html"][:120] for node in violation["nodes"][:3])
            self.faults.append(f"{what}: {violation['id']} ({len(violation['nodes'])}): {places}")
