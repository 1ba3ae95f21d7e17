"""What one result costs the site, in rounds of 10, 100 and 400 tables.

    python bench/results.py

CPU time of this process for one request through all of Django (no network; what PostgreSQL takes is not
counted): medians in milliseconds. All kinds of requests take turns, so that what slows the machine slows all
of them, and only their ratios count. They are compared with a bare view that reads session and user. It
starts a PostgreSQL of its own, and fails if a limit is exceeded.
"""

import atexit
import gc
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import BytesIO
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from clubtornei.launch.postgres import temporary_postgres

resources = ExitStack()
atexit.register(resources.close)
server = resources.enter_context(temporary_postgres())
folder = Path(resources.enter_context(tempfile.TemporaryDirectory()))
os.environ |= {"DATABASE_URL": server.url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
os.environ["REQUEST_LOG"] = str(folder / "requests.log")

import django
from django.conf import settings

settings.STATIC_ROOT = folder / "static"
for alias, of_this_run in settings.CACHES.items():
    of_this_run["LOCATION"] = folder / alias
django.setup()

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils.timezone import now

from clubtornei import urls
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Entry, Event
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import Proposal, Round, Seat, Table
from clubtornei.rounds.results.multiplayer_tables import fingerprint
from clubtornei.rounds.results.table_links import address_of
from scoring.document import SeatScore
from tests.factories import make_club, make_member

TABLES = (10, 100, 400)
ROUNDS = 6
TIMES = 60
QUERIES, GROWTH, DEARER = 14, 1.2, 2.0
"""The limits: queries of a write; its cost at any size to that at the smallest; and to what it was BEFORE."""
BEFORE = {
    "result": 3.5,
    "scores of five": 5.0,
    "undo": 4.8,
    "proposal": 3.7,
    "confirmation": 4.6,
    "roll call": 4.0,
}
"""Bare views, when queries and pages were prepared in advance."""

Data = dict[str, str | int]


def bare(request: HttpRequest) -> HttpResponse:
    """Reads session and user, and no more."""
    return HttpResponse(request.user.get_username())


class Browser:
    """A browser without a network: it calls the site's WSGI application."""

    def __init__(self, session: str = "") -> None:
        self.application = get_wsgi_application()
        self.token = uuid4().hex
        self.cookies = f"csrftoken={self.token}; sessionid={session}"

    def get(self, path: str, **headers: str) -> int:
        """The status; headers as WSGI names them."""
        return self._send("GET", path, b"", headers)

    def post(self, path: str, data: Data) -> int:
        headers = {"HTTP_X_CSRFTOKEN": self.token, "HTTP_HX_REQUEST": "true"}
        return self._send(
            "POST", path, urlencode(data).encode(), headers | {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
        )

    def _send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> int:
        """The status of the answer."""
        environ = headers | {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": self.cookies,
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
        }
        statuses: list[str] = []
        answer = self.application(environ, lambda status, _headers: statuses.append(status))
        for _part in answer:
            pass
        answer.close()
        return int(statuses[0].partition(" ")[0])


class Request(NamedTuple):
    """A kind of request. `prepare` goes before each, and is not measured."""

    name: str
    tables: int
    send: Callable[[], int]
    prepare: Callable[[], object] = lambda: None


def event_with(club: Club, tables: int, seats: int, rounds: int | None = None, **stage: str) -> Event:
    """An event whose round under way is half entered, after rounds played."""
    event = Event.objects.create(
        club=club, name="Torneo", slug=f"{stage['system']}-{tables}", starts_on=now(), drawn_at=now()
    )
    playing = event.stages.create(
        number=1, ranking=["points"], options={"rounds": rounds} if rounds else {}, **stage
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, entry_no=number, number=number, name=f"Giocatore {number:04}")
        for number in range(1, tables * seats + 1)
    )
    scores = (1, 0) if seats == 2 else tuple(SeatScore(points=10 * seat) for seat in range(seats))
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(stage=playing, number=number, published_at=now())
        made = Table.objects.bulk_create(Table(round=round_, number=table) for table in range(1, tables + 1))
        Seat.objects.bulk_create(
            Seat(
                table=table,
                round=round_,
                entry=entries[place * seats + seat],
                position=seat + 1,
                score=scores[seat] if number < ROUNDS or 2 * place >= tables else None,
            )
            for place, table in enumerate(made)
            for seat in range(seats)
        )
    return event


def table_of(event: Event, number: int) -> Table:
    tables = Table.objects.select_related("round__stage")
    return tables.get(round__stage__event=event, round__number=ROUNDS, number=number)


def writes(club: Club, browser: Browser, tables: int) -> Iterator[Request]:
    """Everything by which a result comes in, and the roll call's tap."""
    two = event_with(club, tables, 2, 8, system="amalfi", scoring="game")
    five = event_with(club, tables, 5, 8, system="seating", scoring="conversion-150")
    roll = event_with(club, tables, 2, system="round-robin", scoring="game")
    roll.stages.get().rounds.all().delete()
    type(roll).objects.filter(pk=roll.pk).update(drawn_at=None)
    turns = count()
    phone = Browser()
    shown: dict[int, str] = {}  # what the page has shown of a table, by primary key

    def code() -> str:
        return ("1-0", "0-1")[next(turns) % 2]

    def enter(event: Event, table: int) -> int:
        entered = code()
        sent: Data = {"result": entered, "expected": shown.get(table, ""), "replacing": "1"}
        if table == result:
            shown[table] = entered
        return browser.post(f"/e/{event.slug}/tables/{table}/result/", sent)

    def enter_scores() -> int:
        points = [10 * seat + next(turns) % 7 for seat in range(1, 6)]
        sent: Data = {f"{seat}-points": number for seat, number in enumerate(points, 1)}
        sent["expected"] = shown.get(scored, "")
        shown[scored] = fingerprint([SeatScore(points=number) for number in points])
        return browser.post(f"/e/{five.slug}/tables/{scored}/scores/", sent)

    def wait() -> None:
        Proposal.objects.all().delete()
        scores = (1, 0) if next(turns) % 2 else (0, 1)
        Proposal.objects.create(pk=1, table=confirmed, state=TableState(scores=scores))

    result, undone, scored = (table_of(two, 1).pk, table_of(two, 2).pk, table_of(five, 1).pk)
    proposed, confirmed = table_of(two, 3), table_of(two, 4)
    yield Request("result", tables, lambda: enter(two, result))
    yield Request("scores of five", tables, enter_scores)
    yield Request(
        "undo",
        tables,
        lambda: browser.post(f"/e/{two.slug}/rounds/{ROUNDS}/undo/", {}),
        lambda: enter(two, undone),
    )
    yield Request(
        "proposal",
        tables,
        lambda: phone.post(address_of(proposed), {"result": code()}),
        Proposal.objects.all().delete,
    )
    yield Request(
        "confirmation",
        tables,
        lambda: browser.post(
            f"/e/{two.slug}/tables/{confirmed.pk}/proposal/confirm/", {"proposal": 1, "replacing": 1}
        ),
        wait,
    )
    yield Request(
        "roll call",
        tables,
        lambda: browser.post(f"/e/{roll.slug}/entries/1/present/", {"present": next(turns) % 2}),
    )


def requests() -> Iterator[Request]:
    club = make_club()
    user = make_member(club, role=Role.ARBITER).user
    client = Client()
    client.force_login(user)
    browser = Browser(client.cookies["sessionid"].value)
    yield Request("bare view", 0, lambda: browser.get("/bare/"))
    for tables in TABLES:
        yield from writes(club, browser, tables)


def queries_of(request: Request) -> int:
    """How many queries it makes."""
    made = []
    request.prepare()
    with connection.execute_wrapper(lambda execute, *sql: made.append(sql) or execute(*sql)):
        request.send()
    return len(made)


def measured(kinds: list[Request]) -> list[float]:
    """The median of each, in milliseconds."""
    taken: list[list[float]] = [[] for _ in kinds]
    for turn in range(TIMES + 2):
        for request, times in zip(kinds, taken, strict=True):
            request.prepare()
            begun = process_time()
            status = request.send()
            spent = process_time() - begun
            if status not in (200, 302, 304):
                sys.exit(f"{request.name}: {status}")
            if turn > 1:
                times.append(spent * 1000)
    return [median(times) for times in taken]


def report(kinds: list[Request]) -> bool:
    """Print what each costs, beside its limits; whether all are within them."""
    queries = [queries_of(request) for request in kinds]
    medians = measured(kinds)
    bare = medians[0]
    costs = zip(kinds, medians, strict=True)
    smallest = {request.name: cost for request, cost in costs if request.tables == TABLES[0]}
    print(f"Python {sys.version.split()[0]}, Django {django.__version__}; medians of {TIMES}")
    print(f"limits: queries {QUERIES}, growth {GROWTH}, dearer {DEARER}")
    print(f"{'':14} tables  queries      ms   growth  bare views  dearer")
    print(f"{kinds[0].name:14} {queries[0]:15} {bare:7.2f}")
    within = True
    for request, cost, asked in list(zip(kinds, medians, queries, strict=True))[1:]:
        growth, bares = cost / smallest[request.name], cost / bare
        dearer = bares / BEFORE[request.name]
        name = f"{request.name:14} {request.tables:6} {asked:8}"
        print(f"{name} {cost:7.2f} {growth:8.2f} {bares:11.2f} {dearer:7.2f}")
        within &= asked <= QUERIES and growth <= GROWTH and dearer <= DEARER
    return within


def set_site_up() -> None:
    """An empty database, the static files collected, the bare view at /bare/, and the collector of garbage as
    in clubtornei/wsgi.py.
    """
    urls.urlpatterns.append(path("bare/", bare))
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    gc.freeze()
    gc.set_threshold(2_000, 10, 50)


def main() -> None:
    set_site_up()
    sys.exit(not report(list(requests())))


if __name__ == "__main__":
    main()
