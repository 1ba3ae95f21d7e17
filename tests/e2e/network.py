"""Taking a page's network away."""

from playwright.sync_api import Page

NOTHING_ARRIVES = """async () => {
    const arrives = () => fetch("/static/favicon.svg", { cache: "no-store" }).then(() => true, () => false);
    while (await arrives());
}"""


def lose_network(page: Page) -> None:
    """Nothing that is sent from now on arrives. Chromium answers a moment before it is so."""
    page.context.set_offline(True)
    page.evaluate(NOTHING_ARRIVES)
