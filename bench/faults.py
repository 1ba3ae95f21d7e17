"""Faults of the machine while people work: what was confirmed is there, nothing is half-written.

    python bench/faults.py SEED [--runs 200] [--faults server,postgres,…] [--thousand]

Starts `make run` in a copy of this checkout, with its own PostgreSQL and, where that may be mounted, a small
disk of its own. In each run two arbiters play tournaments, enter results, draw and publish rounds, somebody
imports documents, and at a moment that the seed gives one thing goes wrong:

server, servers, postgres, backend     are killed with -9 (one process of the site, all; one of PostgreSQL)
group, launcher                        all of `make run` is killed with -9, or the parent alone; started again
disk                                   is full for a while
cut network, held network              between site and database: connections die, or nothing arrives
request                                requests end in the middle, results among them
clock                                  is moved by hours, and back (by `clock.c`, which needs a C compiler)

Then the site must be back by itself, go on confirming, and: each result confirmed is on its page; each round
and each document confirmed is there; the documents of all events are what the rules give; no round is without
tables, no table scored in part, and the history lines lead to the results. It fails at the first issue, with
the seed of that run. `--thousand`: instead, a thousand results by twenty browsers at once.
"""

import argparse
import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.browser import Browser
from bench.faults_people import (
    Confirmed,
    Desk,
    Importer,
    another,
    enter_at_once,
    import_event,
    issues,
    scores_by_table,
    sign_in,
    tournament,
)
from bench.faults_site import COMPILER, FAULTS, PATIENCE, FaultySite, faulty_site
from bench.hall_people import ENTRY

CLIENTS, PLAYERS = 20, 46  # whose round robin has 1,035 games


async def run(
    site: FaultySite, names: Sequence[str], seed: str, *, players: int = 12, pause: float = 0.0
) -> Confirmed:
    """One run, in which these go wrong one after the other. `pause`: seconds that people rest after each
    request.

    Raises AssertionError if something is not as it must be.
    """
    confirmed = Confirmed()
    site.wait_until_back()
    browser = await sign_in(site)
    slugs = [
        await import_event(browser, tournament(system, players, 5, 1, seed))
        for system in ("amalfi", "club-swiss")
    ]
    desks = [Desk(another(browser), slug, Random(f"{seed} {slug}"), confirmed, pause) for slug in slugs]
    workers = [*desks, Importer(another(browser), seed, confirmed, pause)]
    tasks = [asyncio.create_task(worker.play()) for worker in workers]
    cut = []
    for name in names:
        cut += await let_go_wrong(site, browser, name, seed)
        await confirm_more(site, confirmed, tasks, name)
    for worker in workers:
        worker.stopping = True
    await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
    found = await issues(site, browser, confirmed, desks)
    recorded = scores_by_table(site.url)
    found += [f"table {pk} has a result of which a part arrived" for pk in cut if any(recorded[pk])]
    assert not found, found
    for each in (browser, *(worker.browser for worker in workers)):
        each.close()
    return confirmed


async def let_go_wrong(site: FaultySite, browser: Browser, name: str, seed: str) -> list[str]:
    """One thing at a moment that the seed gives, until the site is back. The tables whose result was cut."""
    rng = Random(seed)
    if "network" in name:
        site.network.stand_between(site.url)
        await asyncio.to_thread(site.wait_until_back)
    await asyncio.sleep(rng.uniform(0.1, 1.0))
    cut = await cut_results(site, browser, seed, rng) if name == "request" else []
    await asyncio.to_thread(FAULTS[name], site, rng)
    await asyncio.to_thread(site.wait_until_back)
    return cut


async def confirm_more(
    site: FaultySite, confirmed: Confirmed, tasks: Sequence[asyncio.Task[None]], name: str
) -> None:
    """Wait until the site has confirmed three more things, a result among them."""
    before, results, deadline = confirmed.number, confirmed.entered, time.monotonic() + PATIENCE
    while confirmed.number < before + 3 or confirmed.entered == results:
        assert time.monotonic() < deadline, (
            f"after {name} nothing more is confirmed: {site.run.output[-3000:]}"
        )
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.05)


async def cut_results(site: FaultySite, browser: Browser, seed: str, rng: Random) -> list[str]:
    """The tables of an event for each of which a result is sent, of which a part arrives."""
    slug = await import_event(browser, tournament("amalfi", 12, 5, 1, seed))
    page = await browser.get(f"/e/{slug}/rounds/1/")
    tables = [pk for pk, _expected, _number in ENTRY.findall(page.text)]
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    for pk in tables:
        body = f"csrfmiddlewaretoken={browser.cookies['csrftoken']}&result=1-0&expected="
        head = f"POST /e/{slug}/tables/{pk}/result/ HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n"
        head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        _reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write((head + body)[: -rng.randint(1, 20)].encode())
        await writer.drain()
        writer.close()
    return tables


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--faults", default="", help="which, separated by commas; without it all of them")
    parser.add_argument("--thousand", action="store_true", help="results by twenty browsers at once")
    options = parser.parse_args()
    names = options.faults.split(",") if options.faults else list(FAULTS)
    if not COMPILER and "clock" in names:
        print("The clock stays as it is: there is no C compiler here.")
        names.remove("clock")
    # SIGTERM, too, ends the site and its database.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with faulty_site(clock="clock" in names) as site:
        print("var/ is a disk of its own" if (site.checkout / "var").is_mount() else "no disk may be mounted")
        if options.thousand:
            return thousand(site, options.seed)
        return all_runs(site, options.seed, options.runs, names)


def thousand(site: FaultySite, seed: str) -> int:
    async def play() -> tuple[int, list[str]]:
        browser = await sign_in(site)
        return await enter_at_once(site, browser, clients=CLIENTS, players=PLAYERS, rng=Random(seed))

    begun = time.monotonic()
    entered, found = asyncio.run(play())
    print(
        f"{entered} results by {CLIENTS} browsers at once, {time.monotonic() - begun:.0f} s: {found or 'ok'}"
    )
    return bool(found)


def all_runs(site: FaultySite, seed: str, runs: int, names: list[str]) -> int:
    done: Counter[str] = Counter()
    confirmed = refused = 0
    for number in range(runs):
        if number % len(names) == 0:
            order = Random(f"{seed} {number}").sample(names, len(names))
        name = order[number % len(names)]
        begun = time.monotonic()
        try:
            outcome = asyncio.run(run(site, [name], f"{seed} {number}"))
        except AssertionError as error:
            print(f"run {number}, {name}: FAILED\n{error}\n{site.run.output[-3000:]}")
            return 1
        done[name] += 1
        confirmed, refused = confirmed + outcome.number, refused + outcome.refused
        took = time.monotonic() - begun
        print(
            f"run {number}, {name}: {outcome.number} confirmed, {outcome.refused} refused, {took:.1f} s",
            flush=True,
        )
    print(f"{runs} runs ({dict(done)}): {confirmed} confirmed, all there; {refused} refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
