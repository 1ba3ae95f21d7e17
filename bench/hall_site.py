"""The site that `hall.py` measures, with a tournament in it."""

import json
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import msgspec
import psutil
import psycopg

from bench.browser import Browser
from bench.hall_people import Organiser
from bench.valkey import temporary_valkey
from clubtornei.launch import site, supervisor
from clubtornei.launch.postgres import temporary_postgres
from pairing.simulate import SimulationRequest, simulate
from scoring.record import Document, write

PLAYERS, ROUND, ROUNDS = 200, 6, 9
LARGE = 400_000  # bytes of a static file: more than the kernel keeps for who does not read


class Site(NamedTuple):
    """The site at work."""

    ports: list[int]
    """Of each group of processes, which would be a machine: one, unless several were asked for."""
    processes: dict[str, psutil.Process]
    """The main ones: the site's, PostgreSQL's, Valkey's, nginx's."""
    var: Path
    """Where the first group keeps what `make run` keeps in var/."""


class Hall(NamedTuple):
    """The site with the tournament in it."""

    site: Site
    pages: dict[str, list[str]]
    """Addresses: one of each kind, but the card of each player."""
    large: str
    """The address of a large static file."""
    organiser: Organiser


class Work(NamedTuple):
    """Seconds of processor time, by process."""

    seconds: dict[str, float]
    at: float

    def a_second_since(self, before: "Work") -> dict[str, float]:
        return {
            name: (seconds - before.seconds[name]) / (self.at - before.at)
            for name, seconds in self.seconds.items()
        }


def work_of(running: Site) -> Work:
    seconds = {name: processor_time(process) for name, process in running.processes.items()}
    seconds["this program"] = process_time()
    machine = psutil.cpu_times()
    busy = sum(machine) - machine.idle - getattr(machine, "iowait", 0)
    return Work(seconds | {"all else here": busy - sum(seconds.values())}, perf_counter())


def memory_of(running: Site) -> int:
    """The bytes of memory that the processes of the site have for themselves."""
    return sum(process.memory_full_info().uss for process in servers_of(running))


def connections_of(running: Site) -> int:
    """How many files and connections the processes of the site have open."""
    return sum(process.num_fds() for process in servers_of(running))


def servers_of(running: Site) -> list[psutil.Process]:
    return [process for name, process in running.processes.items() if name.startswith("site")]


def processor_time(process: psutil.Process) -> float:
    """Of a process and all its descendants, those that have ended included."""
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    ended = times[0].children_user + times[0].children_system
    return ended + sum(each.user + each.system for each in times)


def tournament(players: int, seed: str) -> Document:
    """Before the first result of round 6."""
    document = simulate(SimulationRequest(system="amalfi", players=players, rounds=ROUNDS, seed=seed))
    (stage,) = document.stages
    *played, last = stage.rounds[:ROUND]
    open_tables = tuple(msgspec.structs.replace(table, result=None) for table in last.tables)
    under_way = msgspec.structs.replace(last, tables=open_tables)
    stage = msgspec.structs.replace(stage, rounds=(*played, under_way))
    return msgspec.structs.replace(document, stages=(stage,))


@contextmanager
def running_site(groups: int = 1) -> Iterator[Site]:
    """The site as on its first start, with the demo club. Several groups share nothing but a PostgreSQL and a
    Valkey: those of DATABASE_URL and CACHE_URL, or new ones.
    """
    with ExitStack() as until_the_end:
        folder = Path(until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="clubtornei-hall-")))
        environment, processes = until_the_end.enter_context(stores(shared=groups > 1))
        ports = []
        for number in range(groups):
            (folder / str(number) / "bench").mkdir(parents=True)
            (folder / str(number) / "bench" / "large.txt").write_bytes(bytes(LARGE))
            own = environment_of(folder / str(number), environment)
            site.prepare(own, shared=groups > 1)
            served, port = until_the_end.enter_context(serving(own))
            for child in served:
                processes[f"site {number + 1}, {child.name}"] = psutil.Process(child.process.pid)
            ports.append(port)
        yield Site(ports, processes, folder / "0")


@contextmanager
def stores(*, shared: bool) -> Iterator[tuple[dict[str, str], dict[str, psutil.Process]]]:
    """What all groups have in common: their environment, and the processes started for it."""
    environment = os.environ | dict.fromkeys(("DEBUG", "HTTPS", "ALLOWED_HOSTS"), "")
    environment |= {"SECRET_KEY": secrets.token_urlsafe(50)}
    processes = {}
    with ExitStack() as until_the_end:
        if url := os.environ.get("DATABASE_URL"):
            refuse_used_database(url)
        else:
            postgres = until_the_end.enter_context(temporary_postgres(durable=True))
            environment["DATABASE_URL"] = postgres.url
            processes["PostgreSQL"] = psutil.Process(postgres.process.pid)
        if shared and not os.environ.get("CACHE_URL"):
            valkey = until_the_end.enter_context(temporary_valkey())
            environment["CACHE_URL"] = valkey.url
            processes["Valkey"] = psutil.Process(valkey.process.pid)
        yield environment, processes


def refuse_used_database(url: str) -> None:
    """A demo club and a simulated tournament are nothing for a database in which there is anything."""
    with psycopg.connect(url) as connection:
        if connection.execute("SELECT FROM pg_tables WHERE schemaname = 'public'").fetchone():
            sys.exit("The database of DATABASE_URL is in use. Name an empty one, or none: then one is made.")


def environment_of(group: Path, shared: dict[str, str]) -> dict[str, str]:
    """For a group that keeps what is its own in this folder."""
    own = {"HALL_VAR": str(group), "REQUEST_LOG": str(group / "requests.log")}
    return shared | {"DJANGO_SETTINGS_MODULE": "bench.hall_settings"} | own


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[tuple[list[supervisor.Child], int]]:
    """The processes of the site as `make run` starts them, and their port, on the loopback interface."""
    with supervisor.listening_socket("127.0.0.1", [0]) as own:
        listener = supervisor.Listener(own)
        with supervisor.serving(listener, environment) as served:
            yield served, listener.port


async def enter_halls(running: Site, sizes: Sequence[int] = (PLAYERS,)) -> list[Hall]:
    """Sign in, import a tournament for each number of players, publish it, and look once at everything."""
    organiser = Browser(running.ports[0])
    await organiser.get("/login/")
    password = (running.var / site.DEMO_PASSWORD.name).read_text().strip()
    await organiser.post("/login/", {"username": site.DEMO_USER, "password": password})
    halls = []
    for number, players in enumerate(sizes):
        document = write(tournament(players, f"hall {number}"))
        imported = await organiser.upload("/c/demo/events/import/", "file", document)
        event = imported.headers["location"]
        await organiser.post(f"{event}publish/", {"published": "1"})
        desk = await organiser.get(f"{event}rounds/{ROUND}/")
        own = Browser(running.ports[0])
        own.cookies = dict(organiser.cookies)
        playing = Organiser(own, event, desk.text)
        assert len(playing.tables) == players // 2
        halls.append(await _looked_at(running, players, playing))
    organiser.close()
    return halls


async def _looked_at(running: Site, players: int, organiser: Organiser) -> Hall:
    public = organiser.event.replace("/e/", "/t/")
    pages = {
        "by table": [f"{public}rounds/{ROUND}/"],
        "by name": [f"{public}rounds/{ROUND}/?by=name"],
        "standings": [f"{public}standings/"],
        "card": [f"{public}players/{number}/" for number in range(1, players + 1)],
        "event": [public],
    }
    browser = Browser(running.ports[0])
    files = json.loads((running.var / "static" / "staticfiles.json").read_text())["paths"]
    large = f"/static/{files['bench/large.txt']}"
    answers = {name: await browser.get(paths[0]) for name, paths in pages.items()}
    assert all(answer.status == 200 for answer in answers.values()), answers
    assert (await browser.get(large)).status == 200
    browser.close()
    return Hall(running, pages, large, organiser)
