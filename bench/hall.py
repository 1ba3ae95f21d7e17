"""A hall full of phones while results come in: how long everybody waits.

    python bench/hall.py [--phones 300] [--rest-phones 1000] [--stalled 1000] [--seconds 30] [--groups 1]
    python bench/hall.py --crowd [--phones 1000] [--seconds 30] [--groups 1]

Starts the site as `make run` does, on the loopback interface alone, with a database and static files of its
own, and imports a simulated tournament: an Amalfi of 200 players, whose round 6 is under way. Then it plays

1. 300 phones, each of which asks for its page every 10 s, while the organiser enters a result a second;
2. 1,000 phones while nothing happens;
3. the first part again, with 1,000 connections of each kind that would stop a site which waited for them:
   silent, half of the headers, half of a body, a byte a second, answers never read. They come one after the
   other, within 20 s; those that the site closes are opened again. `/health/` is asked for twice a second.

Each phone has its own connection and cookies, says which pages it has, and shows the round by table or by
name, the standings, its owner's card or the event's page. One phone more asks twice a second, and tells how
long each result took to get there. Before each part, and not counted in it, all phones load their pages, a
few at a time. It fails if a limit is broken. Needs what `make test` installs, and a machine with nothing else
to do; processor time is printed for those that have.

With `--groups 2` there are two such sites, as if on two machines, with one PostgreSQL and one Valkey. Phones
go to both; results are entered at the first, and the phone that looks for them looks at the last.

With `--crowd` there are 20 tournaments of 50 players instead, with 1,000 phones and 16 results a second in
all: first without, then through nginx with deploy/nginx.conf, whose limits alone count. Where there is no
nginx, it says so and plays the first alone.
"""

import argparse
import asyncio
import resource
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import nginx
from bench.browser import Browser
from bench.hall_people import (
    Freshness,
    Phone,
    Step,
    Tally,
    Turns,
    Watcher,
    load_all,
    percentile,
    shown_results,
    take_turns,
)
from bench.hall_site import Hall, Site, connections_of, enter_halls, memory_of, running_site, work_of
from bench.hall_stalled import KINDS, crowd
from clubtornei.launch.supervisor import SiteFailed

PHONES = 300
EVERY = 10.0  # seconds between two requests of a phone
WATCHED_EVERY = 0.5
OLDEST = 2.0  # seconds for which a page may be old
LONGEST = 0.3  # seconds for 95% of the pages, and of `/health/`
STALLED_COST = 100 * 1024  # bytes of memory for a stalled connection (docs/en/security.md, "Connections")
CROWD_PHONES, CROWD_EVENTS, CROWD_PLAYERS, CROWD_RESULTS = 1000, 20, 50, 16
CROWD_LONGEST = 0.15  # seconds for 95% of the results
CROWD_OLDEST = 5.0  # seconds
THERE = 0.95  # of the stalled connections, at any time

SHOWN = {"by table": 3, "by name": 2, "standings": 2, "card": 2, "event": 1}
"""What every ten phones in the hall show."""
MIX = list(Counter(SHOWN).elements())


class Part(NamedTuple):
    """How a part went."""

    loading: Tally
    kinds: dict[str, Tally]
    organiser: Tally
    watcher: Tally
    freshness: Freshness
    work: dict[str, float]
    """Seconds of processor time a second, by process."""
    late: list[float]

    @property
    def all(self) -> Tally:
        return sum(self.kinds.values(), Tally())


async def play(
    halls: Sequence[Hall], phones: int, seconds: float, *, results: float, oldest: float = OLDEST
) -> Part:
    """Everybody for so many seconds, after each has loaded his page. Results of the first hall are watched.

    results: so many a second, in all halls together. oldest: for so many seconds a page may be old.
    """
    await asyncio.sleep(2 * oldest)  # until pages show what went before
    site = halls[0].site
    watchers = [Watcher(site.ports[-1], *hall.pages["by table"]) for hall in halls]
    for hall, each in zip(halls, watchers, strict=True):
        each.freshness = hall.organiser.freshness = Freshness(shown_results((await each.load()).text))
    watcher = watchers[0]
    part = Part(Tally(), {}, Tally(), Tally(), watcher.freshness, {}, [])
    addresses = [{kind: cycle(paths) for kind, paths in hall.pages.items()} for hall in halls]
    kinds = list(islice(cycle(MIX), phones))
    visitors = []
    for place, kind in enumerate(kinds):
        ten = place // len(MIX)  # each hall, and each group of processes, gets as many of each kind
        visitors.append(Phone(site.ports[ten % len(site.ports)], next(addresses[ten % len(halls)][kind])))
    await load_all(visitors, part.loading)
    begun = perf_counter() + 0.5
    end = begun + seconds
    tasks = []

    def begin(step: Step, tally: Tally, place: float, every: float = EVERY, until: float = end) -> None:
        turns = Turns(begun + place * every, every, until, part.late)
        tasks.append(asyncio.create_task(take_turns(turns, step, tally)))

    for place, (kind, visitor) in enumerate(zip(kinds, visitors, strict=True)):
        tally = part.kinds.setdefault(kind, Tally())
        begin(visitor.poll, tally, place / phones)
    if results:
        for place, hall in enumerate(halls):
            begin(hall.organiser.enter, part.organiser, place / len(halls), len(halls) / results)
        begin(watcher.poll, part.watcher, 0, WATCHED_EVERY, end + 2 * oldest)
    await asyncio.sleep(begun - perf_counter())
    before = work_of(site)
    await asyncio.sleep(end - perf_counter())
    part.work.update(work_of(site).a_second_since(before))
    await asyncio.gather(*tasks)
    for phone in (*watchers, *visitors):
        phone.browser.close()
    return part


async def compare(hall: Hall, phones: int, seconds: float, *, results: float) -> bool:
    """Whether the pages keep the limits."""
    print_heading(f"{phones} phones, {'a result a second' if results else 'nothing happens'}")
    part = await play([hall], phones, seconds, results=results)
    print_part(part)
    return all(limits_of(part))


async def besiege(hall: Hall, phones: int, seconds: float, stalled: int) -> bool:
    """Whether the pages keep the limits beside stalled connections, and memory stays bounded."""
    print_heading(f"{phones} phones, a result a second, {stalled} stalled connections of each kind")
    health = Tally()
    memory, connections = [memory_of(hall.site)], list[int]()

    async def watch() -> None:
        browser = Browser(hall.site.ports[0])
        while True:
            await health.time(lambda: browser.get("/health/"))
            memory.append(memory_of(hall.site))
            connections.append(connections_of(hall.site))
            await asyncio.sleep(WATCHED_EVERY)

    async with crowd(hall.site.ports[0], hall.large, stalled):
        watching = asyncio.create_task(watch())
        part = await play([hall], phones, seconds, results=1)
        watching.cancel()
    print_part(part)
    print_row("/health/", health)
    grown, most = (max(memory) - memory[0]) / 2**20, stalled * len(KINDS) * STALLED_COST / 2**20
    least, wanted = min(connections), stalled * len(KINDS) * THERE
    return all(
        [
            *limits_of(part),
            limit("errors of /health/", not health.errors, str(health.errors.total())),
            waiting_limit("/health/", health, LONGEST),
            limit("memory", grown <= most, f"{grown:.0f} MiB more (at most {most:.0f})"),
            limit("connections", least >= wanted, f"always {least} (at least {wanted:.0f})"),
        ]
    )


async def throng(running: Site, phones: int, seconds: float) -> bool:
    """Whether results are quick, and pages new enough, where many events are played behind nginx."""
    halls = await enter_halls(running, [CROWD_PLAYERS] * CROWD_EVENTS)
    print_heading(f"{phones} phones of {CROWD_EVENTS} events, {CROWD_RESULTS} results a second")
    print_part(await play(halls, phones, seconds, results=CROWD_RESULTS))
    if not nginx.program():
        print("nginx is not installed here: the same behind its cache is left out")
        return True
    with ExitStack() as until_the_end:
        servers = [until_the_end.enter_context(nginx.temporary_nginx(port)) for port in running.ports]
        processes = {f"nginx {place + 1}": server.process for place, server in enumerate(servers)}
        behind = running._replace(
            ports=[server.port for server in servers], processes=running.processes | processes
        )
        for hall in halls:
            hall.organiser.browser.close()
            hall.organiser.browser.port = behind.ports[0]
        print_heading("the same through nginx with a cache of two seconds")
        cached = [hall._replace(site=behind) for hall in halls]
        part = await play(cached, phones, seconds, results=CROWD_RESULTS, oldest=CROWD_OLDEST)
    print_part(part)
    for hall in halls:
        hall.organiser.browser.close()
    return all(
        [
            errors_limit(part),
            waiting_limit("the results", part.organiser, CROWD_LONGEST),
            waiting_limit("the pages", part.all, LONGEST),
            *freshness_limits(part.freshness, CROWD_OLDEST),
        ]
    )


def print_heading(doing: str) -> None:
    print(f"\n{doing}")
    print("                      requests     304  errors     median        95%      KiB", flush=True)


def print_part(part: Part) -> None:
    rows = {"loading": part.loading} | part.kinds | {"all pages": part.all}
    rows |= {"the organiser": part.organiser, "the watcher": part.watcher}
    for name, tally in rows.items():
        if tally.seconds or tally.errors:
            print_row(name, tally)
    print("CPU seconds a second: " + ", ".join(f"{name} {each:.2f}" for name, each in part.work.items()))
    print(f"turns began late by {percentile(part.late, 95) * 1000:.0f} ms (95%)", flush=True)


def print_row(name: str, tally: Tally) -> None:
    kib = sum(tally.sent) / len(tally.sent) / 1024 if tally.sent else 0
    waits = [percentile(tally.seconds, percent) * 1000 for percent in (50, 95)]
    print(
        f"{name:20} {len(tally.seconds):9} {tally.statuses[304]:7} {tally.errors.total():7}"
        f" {waits[0]:7.0f} ms {waits[1]:7.0f} ms {kib:8.1f}"
    )


def limits_of(part: Part) -> list[bool]:
    """Whether each limit is kept. Where nothing happens, no result is looked for."""
    kept = [errors_limit(part), waiting_limit("the pages", part.all, LONGEST)]
    watched = OLDEST + WATCHED_EVERY
    return kept + (freshness_limits(part.freshness, watched) if part.watcher.seconds else [])


def errors_limit(part: Part) -> bool:
    errors = (part.loading + part.all + part.organiser + part.watcher).errors
    said = ", ".join(f"{what}: {times}" for what, times in errors.items()) or "none"
    return limit("errors", not errors, said)


def waiting_limit(name: str, tally: Tally, most: float) -> bool:
    waited = percentile(tally.seconds, 95)
    return limit(f"95% of {name}", waited <= most, f"{waited * 1000:.0f} ms (at most {most:g} s)")


def freshness_limits(freshness: Freshness, most: float) -> list[bool]:
    longest = max(freshness.seconds, default=0)
    median = percentile(freshness.seconds, 50)
    said = f"{len(freshness.seconds)} seen, after {median:.2f} s (median), {longest:.2f} s (at most {most:g})"
    return [
        limit("results on the phone", longest <= most, said),
        limit("results that never came", not freshness.awaited, str(len(freshness.awaited))),
        limit("pages older than the one before", not freshness.went_back, str(freshness.went_back)),
    ]


def limit(name: str, kept: bool, said: str) -> bool:
    """Prints it, and returns whether it is kept."""
    print(f"{'ok    ' if kept else 'BROKEN'}  {name}: {said}", flush=True)
    return kept


async def measure(options: argparse.Namespace, running: Site) -> bool:
    if options.crowd:
        return await throng(running, options.phones or CROWD_PHONES, options.seconds)
    (hall,) = await enter_halls(running)
    kept = [
        await compare(hall, options.phones or PHONES, options.seconds, results=1),
        await compare(hall, options.rest_phones, options.seconds, results=0),
        not options.stalled
        or await besiege(hall, options.phones or PHONES, options.seconds, options.stalled),
    ]
    hall.organiser.browser.close()
    return all(kept)


def allow_connections(phones: int) -> None:
    """For us and for the site, which inherits it: a file for each phone, and some."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = phones + 500
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--phones", type=int, help=f"while results come in ({PHONES}; {CROWD_PHONES})")
    parser.add_argument("--rest-phones", type=int, default=1000, help="while nothing happens")
    parser.add_argument("--stalled", type=int, default=1000, help="connections of each kind; 0: without")
    parser.add_argument("--seconds", type=float, default=30, help="of each part")
    parser.add_argument("--groups", type=int, default=1, help="of two workers each, with a port of its own")
    parser.add_argument("--crowd", action="store_true", help="many tournaments, without and behind nginx")
    options = parser.parse_args()
    allow_connections(2 * max(options.phones or CROWD_PHONES, options.rest_phones))
    # SIGTERM, too, ends the site and its database.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with running_site(options.groups) as running:
            return 0 if asyncio.run(measure(options, running)) else 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except SiteFailed as failed:
        sys.exit(str(failed))


if __name__ == "__main__":
    sys.exit(main())
