"""How long after a key the arbiter sees the result in its row, in rounds of 20 and of 200 tables.

    python bench/keys.py

The site as `make run` starts it, on the loopback interface; a Chromium signed in as organiser enters a result
a table by key, each once the one before is answered. Counted is the time from the key to the first picture
with the new row, less what the server took for its answer (from the request to its last byte). Fails if one
key in twenty takes more than 50 ms, on a machine with nothing else to do. It ends by itself, after about a
minute, and needs what `make test` installs.
"""

import asyncio
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec
from playwright.async_api import Page, async_playwright

from bench.hall_site import Site, running_site
from clubtornei.launch import site
from clubtornei.launch.system import find_chromium
from pairing.simulate import SimulationRequest, simulate
from scoring.record import write

TABLES = (20, 200)
KEYS = 16
WARMING = 3  # keys that are not counted
LIMIT = 50.0  # milliseconds
FLAGS = ["--no-sandbox", "--disable-gpu"]

WATCH = """
window.seen = [];
let pressed = 0;
addEventListener("keydown", ({ timeStamp }) => { pressed = timeStamp; }, true);
document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig } }) => {
  if (!requestConfig?.path.endsWith("/result/")) return;
  requestAnimationFrame(() => setTimeout(() => {
    const answers = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/result/"));
    const { requestStart, responseEnd } = answers.at(-1);
    window.seen.push([performance.now() - pressed, responseEnd - requestStart]);
    performance.clearResourceTimings();
  }));
});
"""


class Seen(NamedTuple):
    """Of each key: milliseconds until the row was seen, and those that the server took."""

    whole: list[float]
    server: list[float]

    @property
    def beyond(self) -> list[float]:
        """What the browser took for itself."""
        return [whole - server for whole, server in zip(self.whole, self.server, strict=True)]


def tournament(tables: int) -> bytes:
    """Before the first result of its second round."""
    document = simulate(SimulationRequest(system="amalfi", players=2 * tables, rounds=2, seed="keys"))
    (stage,) = document.stages
    first, last = stage.rounds
    open_tables = tuple(msgspec.structs.replace(table, result=None) for table in last.tables)
    under_way = msgspec.structs.replace(last, tables=open_tables)
    stage = msgspec.structs.replace(stage, rounds=(first, under_way))
    return write(msgspec.structs.replace(document, stages=(stage,))).encode()


async def sign_in(page: Page, running: Site) -> None:
    await page.goto("/login/")
    await page.locator("[name=username]").fill(site.DEMO_USER)
    await page.locator("[name=password]").fill((running.var / site.DEMO_PASSWORD.name).read_text().strip())
    await page.locator("main form button").first.click()
    await page.wait_for_url("**/c/**")


async def open_round(page: Page, tables: int) -> None:
    file = {"name": "t.json", "mimeType": "application/json", "buffer": tournament(tables)}
    await page.goto("/c/demo/events/import/")
    await page.locator("input[type=file]").set_input_files([file])
    await page.locator("main form button").last.click()
    await page.wait_for_url("**/e/**")
    await page.locator("[data-table]:focus").wait_for()


async def seen_on(page: Page) -> Seen:
    for number in range(1, WARMING + KEYS + 1):
        await page.keyboard.press("105"[number % 3])
        await page.wait_for_function("count => window.seen.length === count", arg=number)
    times = (await page.evaluate("window.seen"))[WARMING:]
    return Seen([whole for whole, _server in times], [server for _whole, server in times])


async def measured(running: Site) -> dict[int, Seen]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = await browser.new_page(
            base_url=f"http://127.0.0.1:{running.ports[0]}", viewport={"width": 1280, "height": 800}
        )
        await page.add_init_script(WATCH)
        await sign_in(page, running)
        seen = {}
        for tables in TABLES:
            await open_round(page, tables)
            seen[tables] = await seen_on(page)
        await browser.close()
        return seen


def main() -> None:
    with running_site() as running:
        seen = asyncio.run(measured(running))
    print(f"milliseconds, medians and 95% of {KEYS} keys; limit {LIMIT:.0f}")
    print("tables   key to row      the server    beyond it")
    within = True
    for tables, times in seen.items():
        columns = [(median(each), quantiles(each, n=20)[-1]) for each in (*times, times.beyond)]
        print(f"{tables:6} " + "  ".join(f"{middle:5.0f} {most:6.0f}" for middle, most in columns))
        within &= columns[-1][1] <= LIMIT
    sys.exit(not within)


if __name__ == "__main__":
    main()
