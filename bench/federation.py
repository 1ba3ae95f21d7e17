"""What the site's pages cost in the database of a federation, and a result, a publication and a sign-up.

    python bench/federation.py [--clubs 500]
    python bench/federation.py --years 21

A club with a year of ten events is copied by PostgreSQL, first to a tenth of `--clubs`, then to all of them
(5,000: 55,000 events, some 14 GB). Each page of the first club is asked for then and now, and each act done,
nothing cached. Printed are the blocks that PostgreSQL has read for it and the functions that Python has
called, how many times as many each has become, and the CPU time of site and database, in milliseconds. It
starts a PostgreSQL of its own, which must be 18 or later, and fails if something reads more than it may
(LIMIT, FEW).

With `--years` there is one club, with its first year and then with all of them, each of ten events. There
calls tell more than blocks do, since ten events lie in one block, and the run fails by none of them.
"""

import argparse
import atexit
import gc
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from clubtornei.launch.postgres import temporary_postgres

resources = ExitStack()
atexit.register(resources.close)
server = resources.enter_context(temporary_postgres())
folder = Path(resources.enter_context(tempfile.TemporaryDirectory()))
os.environ |= {
    "DATABASE_URL": server.administrator_url,
    "DJANGO_SETTINGS_MODULE": "clubtornei.settings",
    "REQUEST_LOG": str(folder / "requests.log"),
}

import django
from django.conf import settings

for alias, of_this_run in settings.CACHES.items():
    of_this_run["LOCATION"] = folder / alias
settings.ALLOWED_HOSTS = ["testserver"]
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()

from django.core.management import call_command
from django.db import connection

from bench.federation_pages import (
    GROWTH,
    TOO_OLD,
    add_years,
    costs_of,
    counts_blocks,
    dearer,
    make_year,
    multiply,
)
from clubtornei.accounts.models import Club
from clubtornei.events.models import Event


def main() -> None:
    arguments = argparse.ArgumentParser(description="What the site's pages cost in a federation's database.")
    arguments.add_argument("--clubs", type=int, default=500)
    arguments.add_argument("--years", type=int, default=0)
    given = arguments.parse_args()
    if not counts_blocks():
        sys.exit(TOO_OLD)
    call_command("migrate", verbosity=0)
    gc.freeze()  # as in clubtornei/wsgi.py
    gc.set_threshold(2_000, 10, 50)
    club = make_year()
    begun = perf_counter()
    if not given.years:
        multiply(given.clubs // GROWTH)
    small = costs_of(club)
    if given.years:
        add_years(given.years - 1)
    else:
        multiply(GROWTH)
    events = Event.objects.count()
    print(f"{Club.objects.count()} clubs, {events} events: filled in {perf_counter() - begun:.0f} s\n")
    large = costs_of(club)
    connection.close()
    titles = ("blocks", "", "ratio", "calls", "", "ratio", "CPU, ms", "")
    print(f"{'page, act':22}" + "".join(f"{title:>9}" for title in titles))
    for name, cost in large.items():
        first = small[name]
        counted = [
            f"{before:9.0f}{after:9.0f}{after / before:9.2f}"
            for before, after in ((first.blocks, cost.blocks), (first.calls, cost.calls))
        ]
        print(f"{name:22}{''.join(counted)}{first.cpu:9.1f}{cost.cpu:9.1f}")
    print("\nA table of one block is read whole; of a larger one three or four: its index's and the row's.")
    beyond = {} if given.years else dearer(small, large)
    for name, (before, after) in beyond.items():
        print(f"beyond: {name} read {before:.0f} blocks, and reads {after:.0f}")
    sys.exit(bool(beyond))


if __name__ == "__main__":
    main()
