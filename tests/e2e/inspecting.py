"""Looking at a page as everybody who reads it does: by light, by night, on a phone, with a screen reader."""

from typing import Any, ClassVar

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext

from tests.e2e.watching import Watcher

OF_COLOURS = ["color-contrast", "link-in-text-block"]
COLOURS = {"resultTypes": ["violations"], "preload": False, "runOnly": OF_COLOURS}
THE_REST = {
    "resultTypes": ["violations"],
    "preload": False,
    "rules": {rule: {"enabled": False} for rule in OF_COLOURS},
}
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

SENT_EMPTY = """form => {
    for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) field.value = "";
    form.noValidate = true;
    form.requestSubmit();
}"""
UNFOLDED = "document.querySelectorAll('details').forEach(details => (details.open = true))"


VIOLATIONS = """async ([options, looks]) => {
    const seen = looks && looks.flatMap(look => window.lookedAt.get(look));
    const { violations } = await axe.run(seen || document, options);
    return violations.map(({ id, nodes }) => ({ id, places: nodes.map(node => node.html.slice(0, 120)) }));
}"""
"""Only what is wrong, in the page or in the texts that look so. The answer of axe holds much more, and takes
longer to bring over than to find.
"""

LOOKS = """() => {
    const clear = colour => /^(transparent|rgba\\(.*, 0\\))$/.test(colour);
    const looks = (window.lookedAt = new Map());
    for (const element of document.body.querySelectorAll("*")) {
        const written = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!(written || element.matches("input, select, textarea")) || !element.checkVisibility()) continue;
        const style = getComputedStyle(element), behind = [];
        for (let under = element; under; under = under.parentElement) {
            const { backgroundColor, backgroundImage, opacity } = getComputedStyle(under);
            if (!clear(backgroundColor) || backgroundImage !== "none" || opacity !== "1")
                behind.push(backgroundColor, backgroundImage, opacity);
            if (/^rgb\\(/.test(backgroundColor)) break;
        }
        const around = element.matches("a") ? getComputedStyle(element.parentElement).color : "";
        const look = [element.localName, element.className, style.color, style.fontSize, style.fontWeight,
            style.textDecorationLine, around, ...behind].join();
        looks.set(look, [...(looks.get(look) || []), element]);
    }
    return [...looks.keys()];
}"""
"""How each text of the page looks: what it is, its colour, type, and the colours behind it."""


class Inspector:
    """Goes from page to page, and keeps what is wrong with them until it is asked for the `faults`."""

    judged: ClassVar[set[tuple[str, str]]] = set()
    """The looks that axe has judged the colours of. They need no second judgement on another page."""

    def __init__(self, context: BrowserContext, site: str, watcher: Watcher) -> None:
        context.add_init_script(AXE_SCRIPT)
        self.page = context.new_page()
        self.site = site
        self.watcher = watcher
        self.schemes = ["light", "dark"]
        self.found: list[str] = []

    def faults(self) -> list[str]:
        """What was wrong since the last time it was asked."""
        faults = self.found + self.watcher.faults
        self.found, self.watcher.faults = [], []
        return faults

    def visit(self, path: str, status: int = 200) -> None:
        """Open the page, which is to answer with that status, and look at it."""
        if status >= 400:
            self.watcher.expect_refusal(self.site + path)
        answer = self.page.goto(path)
        if answer is None or answer.status != status:
            self.found.append(f"{path}: {answer and answer.status} instead of {status}")
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
            self.found.append(f"{path}: {form} was taken as it was")

    def look(self, what: str) -> None:
        """The page as it is now, with all that can be unfolded. It comes by the light of the one before."""
        self.page.evaluate(UNFOLDED)
        self._ask_axe(what, THE_REST)
        self.schemes.reverse()
        for scheme in self.schemes:
            self.page.emulate_media(color_scheme=scheme)
            new = [look for look in self.page.evaluate(LOOKS) if (scheme, look) not in self.judged]
            if new:
                self._ask_axe(f"{what}, {scheme}", COLOURS, new)
                self.judged.update((scheme, look) for look in new)
        self.page.set_viewport_size(PHONE)
        width = self.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            self.found.append(f"{what}: {width} px wide on a phone")
        self.page.set_viewport_size(LAPTOP)

    def _ask_axe(self, what: str, options: dict[str, Any], looks: list[str] | None = None) -> None:
        for violation in self.page.evaluate(VIOLATIONS, [options, looks]):
            places = ", ".join(violation["places"][:3])
            self.found.append(f"{what}: {violation['id']} ({len(violation['places'])}): {places}")
