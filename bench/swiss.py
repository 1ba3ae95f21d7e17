"""How long the Swiss systems take, whole process, from a document on disk to the round printed.

    python bench/swiss.py [--quick]

Ordinary tournaments are simulated; nasty ones are made so that a careless search would crawl: everybody near
a limit of colours, and fields in which somebody has met nearly everybody. Run it with nothing else on the
machine.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pairing.simulate import Chances, SimulationRequest, simulate
from scoring.record import to_json, write

Case = tuple[str, str, float | None]
"""What it is, the document, and the seconds that are asked for, if any."""

ASKED = {("amalfi", 2000): 1.0, ("club-swiss", 2000): 1.0, ("amalfi", 5000): 2.0, ("club-swiss", 5000): 2.0}


def ordinary(system: str, players: int, played: int, rounds: int) -> Case:
    """A simulated tournament: round `played` + 1 of `rounds` is to be paired."""
    chances = Chances(forfeits=1, absences=2, late=1)
    document = simulate(
        SimulationRequest(system=system, players=players, rounds=played, seed="bench", chances=chances)
    )
    text = write(document).replace(f'"rounds":{played}', f'"rounds":{rounds}', 1)
    name = f"{system}, {players} players, round {played + 1} of {rounds}"
    return name, text, ASKED.get((system, players))


def document(players: int, system: str, options: dict[str, Any], rounds: list[dict[str, Any]]) -> str:
    entered = [{"id": player, "name": f"Player {player}"} for player in range(1, players + 1)]
    stage = {"system": system, "options": options, "rounds": rounds}
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
    name = f"amalfi, {players} players at the limits of their colours"
    return name, document(players, "amalfi", {"rounds": played + 4}, rounds), ASKED.get(("amalfi", players))


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
    options = {"rounds": len(rounds) + 1}
    return (
        f"amalfi, {players} players, {left} rounds short of a round robin",
        document(players, "amalfi", options, rounds),
        None,
    )


def met_everybody(players: int, who: int) -> Case:
    """Some have met everybody, one table a round, and repeats are allowed."""
    met = [(one, other) for one in range(1, who + 1) for other in range(one + 1, players + 1)]
    Random(2).shuffle(met)
    rounds = [{"tables": [{"seats": list(seats), "result": [0.5, 0.5]}], "byes": []} for seats in met]
    name = f"club-swiss with repeats, {players} players, {who} of whom met all the others"
    return name, document(players, "club-swiss", {"repeats": True}, rounds), None


def cases(quick: bool) -> Iterator[Case]:
    sizes = (125, 250, 500, 1000, 2000) if quick else (125, 250, 500, 1000, 2000, 4000)
    for system in ("amalfi", "club-swiss"):
        for players in sizes:
            yield ordinary(system, players, 5, 9)
        if not quick:
            yield ordinary(system, 5000, 6, 11)
    for players in (2000, 5000):
        yield at_the_colour_limits(players)
    yield nearly_all_met(100, 3)
    yield nearly_all_met(200, 3)
    yield met_everybody(1000, 1)
    yield met_everybody(200, 5)


def timed(path: Path) -> tuple[float, int]:
    """Seconds, and the exit status: 0, or 3 where there is no complete pairing."""
    started = perf_counter()
    ran = subprocess.run(
        [sys.executable, "-m", "pairing", "next", str(path)], cwd=ROOT, capture_output=True, check=False
    )
    if ran.returncode not in (0, 3):
        raise SystemExit(ran.stderr.decode())
    return perf_counter() - started, ran.returncode


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "document.json"
        for name, text, asked in cases("--quick" in sys.argv):
            path.write_text(text)
            best, status = min(timed(path) for _ in range(3))
            limit = "" if asked is None else f"  (asked: {asked:g} s)"
            print(f"{best:7.3f} s  {name}, {len(text) / 1e6:.1f} MB, exit {status}{limit}", flush=True)


if __name__ == "__main__":
    main()
