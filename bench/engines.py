"""How long drawing a round takes, whole process, from a document on disk to the round printed.

    python bench/engines.py

Swiss systems: simulated tournaments, and nasty ones on which a careless search crawls (everybody near
a limit of colours; somebody who has met nearly everybody). Tables: a rotation with all its games, seatings
after three rounds, semi-finals of bands. It fails if a limit is exceeded. Run it with nothing else on
the machine.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pairing.registry import SYSTEM_SPECS, pair
from pairing.simulate import Chances, SimulationRequest, simulate
from scoring.record import read, record_of, to_json, write


class Case(NamedTuple):
    """`limit`: in seconds; None: only printed. `flags`: of the command `next`."""

    name: str
    document: str
    limit: float | None = None
    flags: tuple[str, ...] = ()


LIMITS = {2000: 1.0, 5000: 2.0}  # seconds, of players


def simulated(system: str, players: int, played: int, rounds: int) -> Case:
    """Round `played` + 1 of `rounds` is to be paired."""
    chances = Chances(forfeits=1, absences=2, late=1)
    request = SimulationRequest(system=system, players=players, rounds=played, seed="bench", chances=chances)
    text = write(simulate(request)).replace(f'"rounds":{played}', f'"rounds":{rounds}', 1)
    return Case(f"{system}, {players} players, round {played + 1}", text, LIMITS.get(players))


def document(system: str, clubs: list[str | None], played: list[dict[str, Any]], **options: Any) -> str:
    entered = [
        {"id": player, "name": f"Player {player}"} | ({"club": club} if club else {})
        for player, club in enumerate(clubs, 1)
    ]
    stage = {"system": system, "options": options, "rounds": played}
    return to_json({"clubtornei": 1, "seed": "bench", "players": entered, "stages": [stage]})


def at_the_colour_limits(players: int, played: int = 5) -> Case:
    """Everybody has had one colour twice running, half of them White, except one in ten."""
    random = Random(1)
    half = players // 2
    order = random.sample(range(1, players + 1), players)
    rounds = []
    for number in range(played):
        tables = []
        for place in range(half):
            white, black = order[place], order[half + (place + number) % half]
            early, last = number < played - 2, number == played - 1
            if (early and random.random() < 0.5) or (last and place % 10 == 0):
                white, black = black, white
            tables.append({"seats": [white, black], "result": random.choice([[1, 0], [0.5, 0.5], [0, 1]])})
        rounds.append({"tables": tables, "byes": []})
    text = document("amalfi", [None] * players, rounds, rounds=played + 4)
    return Case(f"amalfi, {players} players at the limits of their colours", text, LIMITS[players])


def nearly_all_met(players: int, left: int) -> Case:
    """The last rounds of a round robin played as an Amalfi: each has met all but `left` + 1 others."""
    circle = players - 1
    rounds = []
    for number in range(circle - left):
        tables = []
        for one in range(circle):
            other = (2 * number - one) % circle
            other = circle if other == one else other
            if one < other:
                seats = [one + 1, other + 1] if (one + other) % 2 else [other + 1, one + 1]
                tables.append({"seats": seats, "result": [0.5, 0.5]})
        rounds.append({"tables": tables, "byes": []})
    text = document("amalfi", [None] * players, rounds, rounds=len(rounds) + 1)
    return Case(f"amalfi, {players} players, {left} rounds short of a round robin", text)


def met_everybody(players: int, who: int) -> Case:
    """Some have met everybody, one table a round, and repeats are allowed."""
    met = [(one, other) for one in range(1, who + 1) for other in range(one + 1, players + 1)]
    Random(2).shuffle(met)
    rounds = [{"tables": [{"seats": list(seats), "result": [0.5, 0.5]}], "byes": []} for seats in met]
    text = document("club-swiss", [None] * players, rounds, repeats=True)
    return Case(f"club-swiss with repeats, {players} players, {who} of whom met all the others", text)


def rotation(players: int, games: int, **options: Any) -> Case:
    text = document("rotation", [None] * players, [], rounds=games, **options)
    return Case(f"rotation, {players} players, {games} games", text, 3.0, ("--all",))


def seating(players: int, number_of_clubs: int, equal: bool, limit: float | None) -> Case:
    """Round 4, after three that the system has seated, with random results."""
    random = Random(1)
    clubs: list[str | None] = [
        f"club {player % number_of_clubs if equal else int(number_of_clubs * random.random() ** 2)}"
        for player in range(players)
    ]
    rounds: list[dict[str, Any]] = []
    for _ in range(3):
        record = record_of(read(document("seating", clubs, rounds), SYSTEM_SPECS), SYSTEM_SPECS)
        tables = [
            {"seats": table.seats, "result": [{"points": random.randint(0, 80)} for _ in table.seats]}
            for table in pair(record).tables
        ]
        rounds.append({"tables": tables})
    shape = "equal" if equal else "unequal"
    name = f"seating, {players} players of {number_of_clubs} {shape} clubs, round 4"
    return Case(name, document("seating", clubs, rounds), limit)


def bands(tables: int, first: str) -> Case:
    random = Random(1)
    clubs: list[str | None] = [random.choice("abcd") for _ in range(4 * tables)]
    text = document("bands", clubs, [], tables=tables, first=first)
    return Case(f"bands, {tables} tables, {first} first", text)


def cases() -> Iterator[Case]:
    for system in ("amalfi", "club-swiss"):
        for players in (125, 500, 2000):
            yield simulated(system, players, 5, 9)
        yield simulated(system, 5000, 6, 11)
    for players in (100, 400):
        yield simulated("dutch", players, 5, 9)
    for players in (2000, 5000):
        yield at_the_colour_limits(players)
    yield nearly_all_met(200, 3)
    yield met_everybody(500, 1)
    yield met_everybody(200, 5)
    for players, games in ((60, 4), (61, 4), (16, 5), (24, 6), (120, 8)):
        yield rotation(players, games)
    yield rotation(8, 4, swap_winds=True)
    for players, clubs in ((200, 20), (203, 20), (37, 6), (17, 4)):
        for equal in (True, False):
            yield seating(players, clubs, equal, 3.0 if players >= 200 else None)
    for first in ("bands", "clubs"):
        yield bands(5, first)


def seconds_of(path: Path, flags: tuple[str, ...]) -> float:
    """The fastest of three runs. Where there is no complete pairing the command ends with 3."""
    taken = []
    for _ in range(3):
        started = perf_counter()
        command = [sys.executable, "-m", "pairing", "next", str(path), *flags]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        if ran.returncode not in (0, 3):
            raise SystemExit(ran.stderr.decode())
        taken.append(perf_counter() - started)
    return min(taken)


def main() -> None:
    exceeded = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "document.json"
        for case in cases():
            path.write_text(case.document)
            seconds = seconds_of(path, case.flags)
            exceeded |= case.limit is not None and seconds > case.limit
            limit = f"  (at most {case.limit:g} s)" if case.limit else ""
            print(f"{seconds:7.3f} s  {case.name}{limit}", flush=True)
    sys.exit(exceeded)


if __name__ == "__main__":
    main()
