"""An arbiter without a mouse: what he wants to use he must reach with the Tab key."""

from playwright.sync_api import Locator, Page, expect

LONGEST_WAY = 200  # controls on one page
PLACE = """element => {
    const focused = document.activeElement;
    if (!element.isConnected) return "replaced";  // by an answer
    if (element === focused) return "reached";
    return focused.matches("[href='#content']") && element.closest("#content") ? "skip" : "elsewhere";
}"""


class Keyboard:
    """The keyboard of a page. Nothing here clicks, nor puts the focus anywhere by a script."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, target: Locator) -> None:
        """Press Tab until `target` has the focus; the first link of a page leads past its header.

        AssertionError: one cannot get there.
        """
        expect(target).to_be_visible()
        element = target.element_handle()
        for _ in range(LONGEST_WAY):
            place = element.evaluate(PLACE)
            if place == "reached":
                return
            if place == "replaced":
                element = target.element_handle()
            self.page.keyboard.press("Enter" if place == "skip" else "Tab")
        raise AssertionError(f"the Tab key does not lead to {target}")

    def press(self, target: Locator, key: str = "Enter") -> None:
        """Reach the target and press the key, on a page that stays."""
        self.reach(target)
        self.page.keyboard.press(key)

    def follow(self, target: Locator) -> None:
        """Reach a link or button that leads to another page, and wait until that is there."""
        self.reach(target)
        self.enter()

    def enter(self) -> None:
        """Press Enter where the focus is, and wait for the page it leads to."""
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def write(self, target: Locator, text: str) -> None:
        """Put the text into a field, in place of what it held."""
        self.reach(target)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def paste(self, target: Locator, text: str) -> None:
        """Put the text into a field at once, lines and tabs too, as pasting does."""
        self.reach(target)
        self.page.keyboard.insert_text(text)

    def choose(self, radio: Locator) -> None:
        """Tab to the radio's group, and with the arrow to the one that is wanted."""
        group = self.page.locator(f"input[type=radio][name={radio.get_attribute('name')}]")
        for _ in range(LONGEST_WAY):
            if self.page.evaluate("document.activeElement.type") == "radio":
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Space")
        for _ in range(group.count()):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        expect(radio).to_be_checked()
