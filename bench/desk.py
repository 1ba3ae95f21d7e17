"""What every page of the organisers costs with 100 and with 400 players.

    python bench/desk.py [part of a page's name]

CPU time of this process for one request through all of Django (no network; what PostgreSQL takes is not
counted): medians in milliseconds, both sizes taking turns, of the first request after the event has changed,
and of the next. The pages are those of tests/addresses.py that answer a GET, in each state of an event below.

The ratio is that of the costs for each row shown; where no more rows are shown, a page may cost twice as much
in all. The first request after a change computes the ranking of all players again where the page rests on it,
though it may show one of them: it may also cost as much for each player as with 100.

It starts a PostgreSQL of its own, and fails if a limit is exceeded. Sheets are paper, and have no row here.
"""

import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.results import set_site_up  # sets Django up, with a PostgreSQL, for the imports below

SMALL, LARGE = 100, 400
LIMIT = 2.0
TIMES = 5
ROUND = 6
ROWS = re.compile(rb'<(?:tr|li|option|input(?! type="hidden"))\b')

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


class Measured(NamedTuple):
    """A page of one state of an event. At both sizes: the medians of the first request after a change and of
    the next, and the rows that it shows.
    """

    name: str
    state: str
    first: tuple[float, float]
    again: tuple[float, float]
    rows: tuple[int, int]

    def growth(self, costs: tuple[float, float]) -> float:
        """Of the cost for each row."""
        return (costs[1] / costs[0]) / (self.rows[1] / self.rows[0])

    @property
    def within(self) -> bool:
        a_player = self.first[1] / self.first[0] <= LARGE / SMALL
        return self.growth(self.again) <= LIMIT and (a_player or self.growth(self.first) <= LIMIT)


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
    Round.objects.filter(stage__event=event).update(drawn_at=now())  # no result came after the next draw


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
    first: tuple[list[float], list[float]] = ([], [])
    again: tuple[list[float], list[float]] = ([], [])
    for _turn in range(TIMES):
        for place, (path, event) in enumerate(zip(paths, events, strict=True)):
            Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
            for times in (first, again):
                begun = process_time()
                client.get(path)
                times[place].append((process_time() - begun) * 1000)
    return Measured(
        name,
        state,
        (median(first[0]), median(first[1])),
        (median(again[0]), median(again[1])),
        (rows_in(answers[0]), rows_in(answers[1])),
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
        events = (make(clubs[0], SMALL), make(clubs[1], LARGE))
        for name in OURS:
            if wanted in name and name != "rounds:sheet":
                found = measured(name, state, events, client)
                if found:
                    yield found


def main() -> None:
    logging.disable(logging.WARNING)  # a POST is wanted, there is no such page
    set_site_up()
    print(f"Python {sys.version.split()[0]}, Django {django.__version__}; medians of {TIMES}, limit {LIMIT}")
    print(f"{'':41} {'rows shown':^13} {'after a change':^22} {'the next':^22}")
    sizes = f"{SMALL:>7} {LARGE:>7}"
    print(f"{'page':26} {'state':14} {SMALL:>6} {LARGE:>6} {sizes}  ratio {sizes}  ratio")
    within = True
    for page in pages("".join(sys.argv[1:])):
        costs = " ".join(
            f"{small:7.1f} {large:7.1f} {page.growth((small, large)):6.2f}"
            for small, large in (page.first, page.again)
        )
        over = "" if page.within else "  beyond"
        print(
            f"{page.name:26} {page.state:14} {page.rows[0]:6} {page.rows[1]:6} {costs}{over}",
            flush=True,
        )
        within &= page.within
    sys.exit(not within)


if __name__ == "__main__":
    main()
