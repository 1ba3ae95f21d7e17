"""How long the public pages take.

    python bench/pages.py

For 4, 24 and 200 players, two rounds of a round robin being over: the median in milliseconds of a request
through all of Django (no network), with nothing kept, with everything kept, and when nothing has changed.
It makes a database of its own beside that of DATABASE_URL, and removes it.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

import django
from django.conf import settings

# As in the tests: no collected files are needed.
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()

from django.core.cache import cache
from django.db import connection
from django.test import Client

from tests.factories import make_played_event

PAGES = {
    "now playing": "",
    "pairings": "rounds/2/",
    "by name": "rounds/2/?by=name",
    "standings": "standings/",
    "crosstable": "crosstable/",
    "calendar": "calendar/",
    "card": "players/1/",
    "screen": "screen/",
    "document": "document.json",
    "verify": "verify/",
}
SIZES = (4, 24, 200)
TIMES = 7


def median(request: Callable[[], object], prepare: Callable[[], object]) -> float:
    """Milliseconds."""
    taken = []
    for _ in range(TIMES):
        prepare()
        begun = time.perf_counter()
        request()
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def nothing() -> None:
    """Between two requests that find everything kept."""


def measure(players: int) -> None:
    slug = make_played_event(
        players, 2, ranking=["points", "direct", "wins", "sonneborn_berger", "koya"]
    ).slug
    client = Client(SERVER_NAME="localhost")
    for name, page in PAGES.items():
        address = f"/t/{slug}/{page}"
        first = client.get(address)
        assert first.status_code == 200, (address, first.status_code)
        tag = {"If-None-Match": first["ETag"]}
        cold = median(lambda: client.get(address), cache.clear)  # noqa: B023
        warm = median(lambda: client.get(address), nothing)  # noqa: B023
        unchanged = median(lambda: client.get(address, headers=tag), nothing)  # noqa: B023
        size = len(first.content) / 1024
        print(f"{players:4}  {name:12} {cold:8.1f} {warm:8.1f} {unchanged:8.1f} {size:8.0f}", flush=True)


def main() -> None:
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    print(f"Python {sys.version.split()[0]}, Django {django.__version__}; medians of {TIMES}, milliseconds")
    print("size  page             cold     warm      304      KiB")
    try:
        for players in SIZES:
            measure(players)
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


if __name__ == "__main__":
    main()
