"""How long the public pages take.

    python bench/pages.py

For the hall of `hall.py`, 200 players of an Amalfi in round 6; for 4, 24 and 200 players, two rounds of a
round robin being over, of 3 to 199; and for a club's year of six such events: the median of the CPU time, in
milliseconds, of a request through all of Django (no network), with nothing kept, with everything kept, and
when nothing has changed.
"""

import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.results import set_site_up  # sets Django up, with a PostgreSQL, for the imports below

# isort: split
import django
from django.test import Client

from bench.hall_site import PLAYERS, ROUND, tournament
from clubtornei.events.models import Event
from clubtornei.rounds.documents.importing import import_event
from clubtornei.season.models import ClubPages
from tests.caches import forget_everything
from tests.factories import make_club, make_played_event
from tests.season.years import make_circuit

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
EVENTS = 6
TIMES = 7


def median(request: Callable[[], object], prepare: Callable[[], object]) -> float:
    """Milliseconds."""
    taken = []
    for _ in range(TIMES):
        prepare()
        begun = process_time()
        request()
        taken.append((process_time() - begun) * 1000)
    return statistics.median(taken)


def nothing() -> None:
    """Between two requests that find everything kept."""


def addresses_of_hall() -> dict[str, str]:
    event = import_event(make_club(), tournament(PLAYERS, "hall"))
    Event.objects.filter(pk=event.pk).update(published=True)
    pages = {name: page.replace("rounds/2/", f"rounds/{ROUND}/") for name, page in PAGES.items()}
    return {name: f"/t/{event.slug}/{page}" for name, page in pages.items() if name != "calendar"}


def addresses_of_event(players: int) -> dict[str, str]:
    ranking = ["points", "direct", "wins", "sonneborn_berger", "koya"]
    event = make_played_event(players, 2, ranking=ranking)
    return {name: f"/t/{event.slug}/{page}" for name, page in PAGES.items()}


def addresses_of_year(players: int) -> dict[str, str]:
    """Of a club with a circuit over its six events, which everybody has played."""
    club = make_club()
    events = [make_played_event(players, 2, club, name=f"Torneo {number}") for number in range(EVENTS)]
    people = list(club.players.all()[:players])
    for event in events:
        for entry, player in zip(event.entries.order_by("entry_no"), people, strict=True):
            event.entries.filter(pk=entry.pk).update(player=player)
    day = events[0].starts_on
    circuit = make_circuit(club, published=True, first_day=day, last_day=day)
    ClubPages.objects.create(club=club, people=True)
    club.players.filter(pk__in=[player.pk for player in people]).update(public_page=True)
    of_club = f"/t/clubs/{club.slug}/"
    return {
        "club": of_club,
        "people": f"{of_club}people/",
        "person": f"{of_club}people/{people[0].pk}/",
        "ratings": f"{of_club}ratings/",
        "circuit": f"/t/circuits/{circuit.slug}/",
        "API: events": f"/api/v1/clubs/{club.slug}/events/",
        "API: standings": f"/api/v1/events/{events[0].slug}/stages/1/standings/",
        "API: circuit": f"/api/v1/circuits/{circuit.slug}/",
    }


def measure(size: int | str, addresses: dict[str, str]) -> None:
    client = Client(SERVER_NAME="localhost")
    for name, address in addresses.items():
        first = client.get(address)
        assert first.status_code == 200, (address, first.status_code)
        tag = {"If-None-Match": first["ETag"]}
        cold = median(lambda: client.get(address), forget_everything)  # noqa: B023
        warm = median(lambda: client.get(address), nothing)  # noqa: B023
        unchanged = median(lambda: client.get(address, headers=tag), nothing)  # noqa: B023
        weight = len(first.content) / 1024
        print(f"{size:4}  {name:14} {cold:8.1f} {warm:8.1f} {unchanged:8.1f} {weight:8.0f}", flush=True)


def main() -> None:
    set_site_up()
    print(f"Python {sys.version.split()[0]}, Django {django.__version__}; medians of {TIMES}, CPU in ms")
    print("size  page               cold     warm      304      KiB")
    measure("hall", addresses_of_hall())
    for players in SIZES:
        measure(players, addresses_of_event(players))
        measure(players, addresses_of_year(players))


if __name__ == "__main__":
    main()
