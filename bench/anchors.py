"""What we are measured by: the least that the same work costs, and what other programs take for it.

    python bench/anchors.py [--bbp bbpPairings.exe] [--gacrux PYTHON]

CPU time, side by side in one run:

1. one request, in milliseconds: a static file, a bare view with one query, and pages and results of an Amalfi
   with 100 tables (as `results.py` measures: through all of Django, without a network);
2. a PDF: a bare table laid out by WeasyPrint, and our sheet with as many rows;
3. round 6 of a Swiss tournament of 100, 400 and 1,000 players, the whole process from a file to the round
   printed: our Amalfi and club Swiss, and, where they are given, bbpPairings and gacrux (`--gacrux` names a
   Python that has it) with the Dutch system; after the same games for all.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from html import escape
from itertools import pairwise
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.results import Browser, Request, event_with, measured, queries_of, set_site_up, table_of

# isort: split
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.test import Client
from django.urls import path
from weasyprint import HTML

from bench.swiss import document
from clubtornei import urls
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.markup import markup
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.printing.rendering import render
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.simulate import SimulationRequest, simulate
from scoring.record import write
from tests.factories import make_club, make_member

TABLES, SIZES, PLAYED = 100, (100, 400, 1000), 5
PRINTED = 3  # how often each is printed; the median counts
ROUNDS, LONG = 3, 5.0  # how often each round is paired, unless that takes so many seconds; the fastest counts

RESULTS = {"1": "1", "0": "0", "0.5": "="}
"""Points as TRF writes them."""


class Program(NamedTuple):
    """One that pairs a round: the files it is given, by their number of players, and what it prints."""

    name: str
    command: list[str]
    files: dict[int, Path]
    tables: Callable[[str], int]


def one_query(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(User.objects.values_list("username", flat=True).first())


def requests(browser: Browser, event: Event) -> Iterator[Request]:
    """All that is compared, the least first."""
    standings = f"/t/{event.slug}/standings/"
    table, codes = table_of(event, 1), pairwise(["", *["1-0", "0-1"] * 1000])
    phone = Browser()

    def enter() -> int:
        shown, code = next(codes)
        result = {"result": code, "expected": shown, "replacing": "1"}
        return browser.post(f"/e/{event.slug}/tables/{table.pk}/result/", result)

    enter()
    tag = Client(SERVER_NAME="localhost").get(standings)["ETag"]
    zipped = {"HTTP_ACCEPT_ENCODING": "gzip"}
    yield Request("static file", 0, lambda: phone.get(static("css/public.css"), **zipped))
    yield Request("bare view, one query", 0, lambda: phone.get("/one-query/", **zipped))
    yield Request(
        "page unchanged (304)", TABLES, lambda: phone.get(standings, HTTP_IF_NONE_MATCH=tag, **zipped)
    )
    yield Request("page cached", TABLES, lambda: phone.get(standings, **zipped))
    yield Request("result entered", TABLES, enter)
    yield Request("page after a result", TABLES, lambda: phone.get(standings, **zipped), enter)


def report_requests(kinds: list[Request]) -> None:
    queries = [queries_of(request) for request in kinds]
    medians = measured(kinds)
    print(f"\n{'one request':22} queries      ms  bare views")
    for request, asked, cost in zip(kinds, queries, medians, strict=True):
        print(f"{request.name:22} {asked:7} {cost:7.2f} {cost / medians[1]:11.2f}")


def bare_table(rows: int) -> bytes:
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in (str(row), f"Giocatore {row:04}", *"6543210"))
        for row in range(1, rows + 1)
    )
    pdf: bytes = HTML(string=f"<table>{lines}</table>").write_pdf()
    return pdf


def standings_pdf(event: Event) -> bytes:
    """As a request for it makes it, but for what is kept from one request to the next."""
    snapshot = EventSnapshot(event)
    context = SHEETS["standings"].context(snapshot, snapshot.progress.current.number, A4)
    return render([markup("standings", snapshot, context, "http://192.168.1.20:8000{}".format, None)])


def report_sheets(event: Event) -> None:
    print(f"\n{'PDF of 200 rows':22} seconds  bare tables")
    sheets: dict[str, Callable[[], object]] = {
        "bare table": lambda: bare_table(2 * TABLES),
        "standings": lambda: standings_pdf(event),
    }
    taken: dict[str, list[float]] = {name: [] for name in sheets}
    for _turn in range(PRINTED + 1):
        for name, make in sheets.items():
            begun = process_time()
            make()
            taken[name].append(process_time() - begun)
    middle = {name: sorted(seconds[1:])[PRINTED // 2] for name, seconds in taken.items()}
    for name, seconds in middle.items():
        print(f"{name:22} {seconds:7.2f} {seconds / middle['bare table']:12.2f}")


def games(players: int) -> Any:
    """The first rounds of a simulated Amalfi, everybody playing, in numbers of the draw."""
    request = SimulationRequest(system="amalfi", players=players, rounds=PLAYED, seed="anchors")
    simulated = json.loads(write(simulate(request)))
    number = {player["id"]: player["number"] for player in simulated["players"]}
    return [
        {
            "tables": [
                {"seats": [number[player] for player in table["seats"]], "result": table["result"]}
                for table in round_["tables"]
            ],
            "byes": [],
        }
        for round_ in simulated["stages"][0]["rounds"]
    ]


def trf(players: int, rounds: Any) -> str:
    """The same games as other programs read them (FIDE, TRF16)."""
    points = dict.fromkeys(range(1, players + 1), 0.0)
    lines: dict[int, str] = dict.fromkeys(points, "")
    for round_ in rounds:
        for table in round_["tables"]:
            for place, colour in enumerate("wb"):
                player, opponent = table["seats"][place], table["seats"][1 - place]
                points[player] += table["result"][place]
                lines[player] += f"  {opponent:4} {colour} {RESULTS[str(table['result'][place])]}"
    header = [
        f"001 {player:4}{'':6}{f'Player {player}':33} {2800 - player:4}{points[player]:32.1f} {player:4}"
        for player in points
    ]
    entries = [f"{head}{lines[player]}" for head, player in zip(header, points, strict=True)]
    return "\r\n".join(["012 Anchor", *entries, f"XXR {PLAYED + 4}", ""])


def programs(folder: Path, bbp: str | None, gacrux: str | None) -> Iterator[Program]:
    files: dict[str, dict[int, Path]] = {"amalfi": {}, "club-swiss": {}, "trf": {}}
    for players in SIZES:
        rounds = games(players)
        texts = {"trf": trf(players, rounds)}
        texts |= {
            system: document(players, system, announced, rounds)
            for system, announced in (("amalfi", {"rounds": PLAYED + 4}), ("club-swiss", {}))
        }
        for name, text in texts.items():
            files[name][players] = folder / f"{name}-{players}"
            files[name][players].write_text(text, newline="")
    ours = [sys.executable, "-m", "pairing", "next"]
    for system in ("amalfi", "club-swiss"):
        yield Program(system, ours, files[system], lambda printed: len(json.loads(printed)["tables"]))
    if bbp:
        yield Program(
            "bbpPairings",
            ["sh", "-c", 'exec "$1" --dutch "$2" -p', "sh", bbp],
            files["trf"],
            lambda printed: int(printed.split("\n", 1)[0]),
        )
    if gacrux:
        yield Program(
            "gacrux",
            [gacrux, "-m", "gacrux.pairingchecker", "-p", "-m", "dutch", "-o", "-", "-i"],
            files["trf"],
            lambda printed: len(json.loads(printed)["pairingResult"]["pairs"]),
        )


def seconds_of(program: Program, players: int) -> float:
    """CPU seconds."""
    taken: list[float] = []
    while len(taken) < ROUNDS and sum(taken) < LONG:
        before = getrusage(RUSAGE_CHILDREN)
        ran = subprocess.run(
            [*program.command, str(program.files[players])], cwd=ROOT, capture_output=True, text=True
        )
        after = getrusage(RUSAGE_CHILDREN)
        if ran.returncode or program.tables(ran.stdout) != players // 2:
            sys.exit(f"{program.name}, {players} players: {ran.stderr or ran.stdout[:200]}")
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def report_pairings(bbp: str | None, gacrux: str | None) -> None:
    print(f"\nround {PLAYED + 1}, seconds" + "".join(f"{players:7}" for players in SIZES) + " players")
    with tempfile.TemporaryDirectory() as folder:
        for program in programs(Path(folder), bbp, gacrux):
            print(f"{program.name:16}", end="")
            for players in SIZES:
                print(f"{seconds_of(program, players):7.2f}", end="", flush=True)
            print()
    for name, given in {"bbpPairings (--bbp)": bbp, "gacrux (--gacrux)": gacrux}.items():
        if not given:
            print(f"{name}: not given, not measured")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bbp", help="the program bbpPairings")
    parser.add_argument("--gacrux", help="a Python in which gacrux is installed")
    options = parser.parse_args()
    urls.urlpatterns.append(path("one-query/", one_query))
    set_site_up()
    club = make_club()
    event = event_with(club, TABLES, 2, 8, system="amalfi", scoring="game")
    Event.objects.update(published=True)
    client = Client()
    client.force_login(make_member(club, role=Role.ARBITER).user)
    browser = Browser(client.cookies["sessionid"].value)
    report_requests(list(requests(browser, event)))
    report_sheets(event)
    report_pairings(options.bbp, options.gacrux)


if __name__ == "__main__":
    main()
