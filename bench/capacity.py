"""How many phones, and how many results a second, the site keeps up with.

    taskset --cpu-list 0 python bench/capacity.py [--groups 1]

The hall of `hall.py`, ever fuller: twice as many phones each time, each of which asks every 10 s, while the
organiser enters a result a second; then 100 phones, and twice as many results a second each time; until the
site does not keep up, twice running. It does if there is no error, nobody waits longer than a second (95% of
the pages, and of the organiser's results), and each result is on the phone that looks for it in time. The
phones are on the same cores as the site and PostgreSQL: those that taskset names, or all.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.hall import OLDEST, WATCHED_EVERY, Part, allow_connections, percentile, play
from bench.hall_site import Hall, Site, enter_hall, running_site

PHONES, MOST_PHONES = 100, 6400
RESULTS, MOST_RESULTS = 2, 64
SECONDS = 10.0
PATIENCE = 1.0  # seconds that 95% of all requests may take
ENTERED = 0.95  # of the results, the others being late


def keeps_up(part: Part, results: int) -> bool:
    errors = (part.loading + part.all + part.organiser + part.watcher).errors
    return (
        not errors
        and percentile(part.all.seconds, 95) <= PATIENCE
        and percentile(part.organiser.seconds, 95) <= PATIENCE
        and len(part.organiser.seconds) >= ENTERED * results * SECONDS
        and max(part.freshness.seconds, default=0) <= OLDEST + WATCHED_EVERY
        and not part.freshness.awaited
        and not part.freshness.went_back
    )


async def keeps_up_with(hall: Hall, phones: int, results: int) -> bool:
    """Tried again if not: the machine may have had something else to do."""
    return await try_out(hall, phones, results) or await try_out(hall, phones, results)


async def try_out(hall: Hall, phones: int, results: int) -> bool:
    """Whether it keeps up with so many, which is printed."""
    part = await play(hall, phones, SECONDS, results=results)
    kept = keeps_up(part, results)
    work = ", ".join(f"{name} {each:.2f}" for name, each in part.work.items())
    errors = (part.loading + part.all + part.organiser + part.watcher).errors.total()
    waits = [
        percentile(seconds, percent) * 1000
        for seconds, percent in ((part.all.seconds, 50), (part.all.seconds, 95), (part.organiser.seconds, 95))
    ]
    entered, seen = len(part.organiser.seconds) / SECONDS, max(part.freshness.seconds, default=0)
    print(
        f"{'ok' if kept else 'NOT':3} {phones:6} {results:8} {waits[0]:8.0f} {waits[1]:6.0f}"
        f" {entered:8.1f} {waits[2]:6.0f} {seen:8.2f} {errors:7}  {work}",
        flush=True,
    )
    return kept


async def measure(running: Site) -> None:
    hall = await enter_hall(running)
    phones, results = PHONES, RESULTS
    print("            results  pages ms     95%  entered    95%   on the          CPU seconds")
    print("    phones  a second   median                 a second     ms    phone  errors  a second")
    while phones <= MOST_PHONES and await keeps_up_with(hall, phones, 1):
        phones *= 2
    while results <= MOST_RESULTS and await keeps_up_with(hall, PHONES, results):
        results *= 2
    hall.organiser.browser.close()
    cores = len(os.sched_getaffinity(0))
    print(f"cores {cores}: {phones // 2} phones with a result a second; {results // 2} results with {PHONES}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--groups", type=int, default=1, help="of two workers each, with a port of its own")
    options = parser.parse_args()
    allow_connections(MOST_PHONES)
    with running_site(options.groups) as running:
        asyncio.run(measure(running))


if __name__ == "__main__":
    main()
