"""Looking at a page as everybody who reads it does: by light, by night, on a phone, with a screen reader."""

from functools import cached_property
from typing import Any, ClassVar, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page

from tests.e2e.watching import Watcher

Scheme = Literal["light", "dark"]

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

VIOLATIONS = f"""async ([options, looks]) => {{
    {UNFOLDED};
    const seen = looks && looks.flatMap(look => window.lookedAt.get(look));
    const {{ violations }} = await axe.run(seen || document, options);
    const placesOf = nodes => nodes.map(node => node.html.slice(0, 120));
    return violations.map(({{ id, nodes }}) => ({{ id, places: placesOf(nodes) }}));
}}"""
"""Only what is wrong, in the page unfolded or in the texts that look so. The answer of axe holds much more,
and takes longer to bring over than to find.
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
        const size = parseFloat(style.fontSize), large = size >= (style.fontWeight >= 700 ? 18.66 : 24);
        const { color, textDecorationLine, textShadow } = style;
        const look = [color, large, textDecorationLine, textShadow, around, ...behind].join();
        looks.set(look, [...(looks.get(look) || []), element]);
    }
    return [...looks.keys()];
}"""
"""How each text of the page looks: its colour, whether it is large, and the colours behind and around it."""


class Inspector:
    """Goes from page to page, and keeps what is wrong with them until it is asked for the `faults`.

    A page is looked at on the laptop, by light and by night, and its width on the phone. Another page of the
    same kind, which only shows another event, is looked at on the phone alone.
    """

    judged: ClassVar[set[tuple[str, str]]] = set()
    """The looks that axe has judged the colours of. They need no second judgement on another page."""
    kinds: ClassVar[set[str]] = set()
    """The kinds of page that the laptop has shown."""

    def __init__(self, context: BrowserContext, site: str, watcher: Watcher) -> None:
        context.add_init_script(AXE_SCRIPT)
        self.context = context
        self.page = context.new_page()
        self.site = site
        self.watcher = watcher
        self.schemes: list[Scheme] = ["light", "dark"]
        self.lit: dict[Page, Scheme] = {}
        self.found: list[str] = []

    @cached_property
    def phone(self) -> Page:
        phone = self.context.new_page()
        phone.set_viewport_size(PHONE)
        return phone

    def faults(self) -> list[str]:
        """What was wrong since the last time it was asked."""
        faults = self.found + self.watcher.faults
        self.found, self.watcher.faults = [], []
        return faults

    def visit(self, path: str, status: int = 200, kind: str | None = None) -> None:
        """Open the page, which is to answer with that status, and look at it."""
        if status >= 400:
            self.watcher.expect_refusal(self.site + path)
        page = self.phone if kind in self.kinds else self.page
        answer = page.goto(path)
        if answer is None or answer.status != status:
            self.found.append(f"{path}: {answer and answer.status} instead of {status}")
        if page is self.page:
            self.look(path)
        else:
            self._read(page, path)
            self._measure(page, path)
        if kind:
            self.kinds.add(kind)

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
        """The page as it is now, with all that can be unfolded."""
        self._read(self.page, what)
        self.page.set_viewport_size(PHONE)
        self._measure(self.page, what)
        self.page.set_viewport_size(LAPTOP)

    def _read(self, page: Page, what: str) -> None:
        """All that axe finds. It comes by the light of the one before; by the other if anything looks new."""
        self._ask_axe(page, what, THE_REST)
        for _ in self.schemes:
            if self.lit.get(page, "light") != self.schemes[0]:
                page.emulate_media(color_scheme=self.schemes[0])
                self.lit[page] = self.schemes[0]
            new = [look for look in page.evaluate(LOOKS) if (self.schemes[0], look) not in self.judged]
            if not new:
                return
            self._ask_axe(page, f"{what}, {self.schemes[0]}", COLOURS, new)
            self.judged.update((self.schemes[0], look) for look in new)
            self.schemes.reverse()

    def _measure(self, page: Page, what: str) -> None:
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            self.found.append(f"{what}: {width} px wide on a phone")

    def _ask_axe(
        self, page: Page, what: str, options: dict[str, Any], looks: list[str] | None = None
    ) -> None:
        for violation in page.evaluate(VIOLATIONS, [options, looks]):
            places = ", ".join(violation["places"][:3])
            self.found.append(f"{what}: {violation['id']} ({len(violation['places'])}): {places}")
