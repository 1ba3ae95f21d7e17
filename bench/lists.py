"""How long a rating list of two million invented players takes to load, and to be searched.

    python bench/lists.py [--players 2000000]

Loads the list as the site does, in this process, into a PostgreSQL of its own, and loads it a second time, in
the place of the first. Prints seconds, the most memory that the process ever had, and what searches take. It
fails beyond the limits.
"""

import argparse
import atexit
import os
import resource
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from clubtornei.launch.postgres import temporary_postgres

resources = ExitStack()
atexit.register(resources.close)
server = resources.enter_context(temporary_postgres(durable=True))
os.environ |= {"DATABASE_URL": server.url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"}

import django

django.setup()

from django.core.management import call_command

from clubtornei.exchange.loading import ListRequest, load
from clubtornei.exchange.queries import found_in

SECONDS, MEGABYTES, MILLISECONDS = 120.0, 200.0, 50.0
"""The limits: of loading, of its memory, and of a search."""
SEARCHES = ("Rossi", "rossibianchi ada", "Galloconti, U", "ugo villaserra", "Rivasala Eva", "1100000", "zz")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=2_000_000)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    within = True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "players.zip"
        call_command("synthetic_list", str(path), players=options.players)
        for turn in ("first", "again"):
            begun = time.perf_counter()
            with path.open("rb") as file:
                found = load(file, ListRequest(list="fide", month="2026-11"), lambda _progress: None)
            took = time.perf_counter() - begun
            within &= took <= SECONDS and found.players == options.players
            print(f"{turn}: {found.players} players in {took:.1f} s", flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {memory:.0f} MB at most")
    for text in SEARCHES:
        taken = []
        for _ in range(7):
            begun = time.perf_counter()
            people = found_in(found, text)
            taken.append((time.perf_counter() - begun) * 1000)
        within &= median(taken) <= MILLISECONDS
        print(f"{text!r}: {len(people)} found in {median(taken):.1f} ms, at most {max(taken):.1f}")
    sys.exit(not within or memory > MEGABYTES)


if __name__ == "__main__":
    main()
