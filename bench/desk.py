"""What every page of the organisers costs with 100 and with 400 players.

    python bench/desk.py [part of a page's name]

CPU time of this process for one request through all of Django (no network; what PostgreSQL takes is not
counted), the event having changed since the request before: medians in milliseconds, both sizes taking turns.
The pages are those of tests/addresses.py that answer a GET, in each of the states of an event below. A page
may cost twice as much for each of the rows that it shows; whoever shows as many rows, twice as much in all.
It starts a PostgreSQL of its own, and fails if a limit is exceeded. Sheets are paper, and have no row here.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.results import set_site_up  # sets Django up, with a PostgreSQL

import django
import msgspec
from django.contrib.auth.models import User
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.utils.timezone import now

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.players.models import Player
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.table_state import state_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import ResultEntry, Round, Table
from pairing.simulate import SimulationRequest, simulate
from scoring.record import Document
from tests.addresses import OURS, path_of
from tests.factories import make_club, make_entries, make_event, make_member

SMALL, LARGE = 100, 400
LIMIT = 2.0
TIMES = 5
ROUND = 6
ROWS = re.compile(rb'<(?:tr|li|option|input(?! type="hidden"))\b')


class Measured(NamedTuple):
    """A page of one state of an event: the medians at both sizes, and the rows that it shows."""

    name: str
    state: str
    costs: tuple[float, float]
    rows: tuple[int, int]

    @property
    def growth(self) -> float:
        return (self.costs[1] / self.costs[0]) / (self.rows[1] / self.rows[0])


def played(club: Club, system: str, players: int, rounds: int, keep: int, *, finished: bool = False) -> Event:
    """A simulated event in which only these first rounds are kept; of the last one half the results."""
    request = SimulationRequest(system=system, players=players, rounds=rounds, seed="desk")
    document: Document = simulate(request)
    (stage,) = document.stages
    *before, last = stage.rounds[:keep]
    missing = 0 if finished else len(last.tables) // 2
    tables = [
        msgspec.structs.replace(table, result=None) if place < missing and len(table.seats) > 1 else table
        for place, table in enumerate(last.tables)
    ]
    stage = msgspec.structs.replace(
        stage, rounds=(*before, msgspec.structs.replace(last, tables=tuple(tables)))
    )
    event = import_event(club, msgspec.structs.replace(document, stages=(stage,)))
    remember(event, club.memberships.get().user)
    return event


def remember(event: Event, user: User) -> None:
    """Each result with its entry, so that there is a history."""
    tables = Table.objects.filter(round__stage__event=event, number__isnull=False).with_seats()
    ResultEntry.objects.bulk_create(
        ResultEntry(
            table=table,
            user=user,
            before=TableState(scores=(None,) * len(table.seated)),
            after=state_of(table),
            version=1,
        )
        for table in tables
    )


def registering(club: Club, players: int) -> Event:
    event = make_event(club, "Iscrizioni", system="amalfi", options={"rounds": ROUND + 1})
    entries = make_entries(event, players)
    event.entries.filter(pk__in=[entry.pk for entry in entries[::2]]).update(present=True)
    return event


def drafted(club: Club, players: int) -> Event:
    event = played(club, "amalfi", players, ROUND + 1, ROUND)
    Round.objects.filter(stage__event=event, number=ROUND).update(published_at=None)
    return event


def staged(club: Club, players: int) -> Event:
    event = played(club, "amalfi", players, ROUND, ROUND, finished=True)
    event.stages.create(number=2, system="knockout", scoring="game", options={}, ranking=["points"])
    return event


def closed(club: Club, players: int) -> Event:
    event = played(club, "amalfi", players, ROUND, ROUND, finished=True)
    Event.objects.filter(pk=event.pk).update(closed_at=now())
    return event


STATES = {
    "registering": registering,
    "under way": lambda club, players: played(club, "amalfi", players, ROUND + 1, ROUND),
    "draft": drafted,
    "two stages": staged,
    "closed": closed,
    "larger tables": lambda club, players: played(club, "seating", players, ROUND + 1, ROUND),
    "knockout": lambda club, players: played(club, "knockout", players, 9, 2),
}


def measured(name: str, state: str, events: tuple[Event, Event], client: Client) -> Measured | None:
    """None: there is no such page in this state, or it wants a POST."""
    try:
        paths = [path_of(name, event, **round_of(name)) for event in events]
    except Table.DoesNotExist:
        return None
    answers = [client.get(path) for path in paths]
    if any(answer.status_code != 200 for answer in answers):
        return None
    taken: tuple[list[float], list[float]] = ([], [])
    for _turn in range(TIMES):
        for path, event, times in zip(paths, events, taken, strict=True):
            Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
            begun = process_time()
            client.get(path)
            times.append((process_time() - begun) * 1000)
    return Measured(
        name, state, (median(taken[0]), median(taken[1])), (rows_in(answers[0]), rows_in(answers[1]))
    )


def round_of(name: str) -> dict[str, int]:
    """The last round is the one at work."""
    return {"number": ROUND} if name in ("rounds:round", "rounds:take_back", "rounds:proposals") else {}


def rows_in(answer: HttpResponse) -> int:
    """How many rows it shows; a document has no rows, but as much text for each of them."""
    if not answer["Content-Type"].startswith("text/html"):
        return len(answer.content)
    return max(1, len(ROWS.findall(answer.content)))


def pages(wanted: str) -> Iterator[Measured]:
    user = make_member(make_club(), role=Role.OWNER).user
    clubs = []
    for size in (SMALL, LARGE):
        club = make_club()
        make_member(club, user, Role.OWNER)
        Player.objects.bulk_create(
            Player(club=club, name=f"Cognome{number:03} Nome") for number in range(size)
        )
        clubs.append(club)
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    for state, make in STATES.items():
        begun = process_time()
        events = (make(clubs[0], SMALL), make(clubs[1], LARGE))
        print(f"# {state}: made in {process_time() - begun:.1f} s", file=sys.stderr, flush=True)
        for name in OURS:
            if wanted in name and name != "rounds:sheet":
                found = measured(name, state, events, client)
                if found:
                    yield found


def main() -> None:
    set_site_up()
    print(f"Python {sys.version.split()[0]}, Django {django.__version__}; medians of {TIMES}, limit {LIMIT}")
    print(f"{'page':26} {'state':14} {'ms at ' + str(SMALL):>10} {'at ' + str(LARGE):>8}     rows        ratio")
    within = True
    for page in pages("".join(sys.argv[1:])):
        small, large = page.costs
        over = "  beyond" if page.growth > LIMIT else ""
        print(
            f"{page.name:26} {page.state:14} {small:10.1f} {large:8.1f} {page.rows[0]:6} {page.rows[1]:6} "
            f"{page.growth:7.2f}{over}",
            flush=True,
        )
        within &= not over
    sys.exit(not within)


if __name__ == "__main__":
    main()
