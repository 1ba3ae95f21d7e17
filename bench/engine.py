"""How long the engines take.

    python bench/engine.py

Commands are timed as processes, start-up included (goal: under 0.25 s for 20 players); functions in this
process.
Each line is the median of several runs, in milliseconds.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pairing.checking import check
from pairing.draws import restricted
from pairing.registry import SYSTEM_SPECS, calendar, pair
from scoring.record import read, record_of, write
from scoring.standings import standings

RESULTS = ([1, 0], [0.5, 0.5], [0, 1])
RANKING = ["points", "direct", "sonneborn_berger", "koya", "wins", "lot"]


def round_robin(players: int, missing: int = 1) -> str:
    """A round robin with results by chance, all rounds but the last `missing`; ten clubs."""
    chance = Random(players)
    entered = [{"id": n, "name": f"Player {n}", "club": f"Club {n % 10}"} for n in range(1, players + 1)]
    value: dict[str, Any] = {
        "clubtornei": 1,
        "seed": "bench",
        "players": entered,
        "stages": [{"system": "round-robin", "ranking": RANKING, "rounds": []}],
    }
    draws = calendar(record_of(read(json.dumps(value), SYSTEM_SPECS), SYSTEM_SPECS))
    value["stages"][0]["rounds"] = [
        {
            "tables": [{"seats": table.seats, "result": chance.choice(RESULTS)} for table in draw.tables],
            "byes": [{"player": bye.player, "points": 0} for bye in draw.byes],
        }
        for draw in draws[: len(draws) - missing]
    ]
    return json.dumps(value)


def median(work: Callable[[], object], times: int) -> float:
    """Milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def command(text: str, *words: str) -> Callable[[], object]:
    def work() -> object:
        words_of_python = [sys.executable, "-m", *words]
        return subprocess.run(words_of_python, input=text.encode(), capture_output=True, cwd=ROOT, check=True)

    return work


def show(what: str, work: Callable[[], object], times: int = 9) -> None:
    print(f"{what:<52} {median(work, times):9.1f} ms")


def main() -> None:
    for players in (20, 200):
        text = round_robin(players)
        print(f"round robin, {players} players, before the last round")
        show("  python -m pairing next", command(text, "pairing", "next", "-"))
        show("  python -m pairing check", command(text, "pairing", "check", "-"), 3)
        show("  python -m pairing draw --varma", command(text, "pairing", "draw", "--varma", "-"), 3)
        show("  python -m scoring standings", command(text, "scoring", "standings", "-"))
        document = read(text, SYSTEM_SPECS)
        record = record_of(document, SYSTEM_SPECS)
        show("  read", lambda text=text: read(text, SYSTEM_SPECS))  # type: ignore[misc]
        show("  write", lambda document=document: write(document))  # type: ignore[misc]
        show("  pair", lambda record=record: pair(record))  # type: ignore[misc]
        show("  standings", lambda record=record: standings(record))  # type: ignore[misc]
        show("  check", lambda document=document: list(check(document)), 3)  # type: ignore[misc]
        show("  restricted draw", lambda record=record: restricted(record), 3)  # type: ignore[misc]
        start = round_robin(players, missing=players - 1)
        empty = record_of(read(start, SYSTEM_SPECS), SYSTEM_SPECS)
        show("  calendar", lambda empty=empty: calendar(empty), 3)  # type: ignore[misc]


if __name__ == "__main__":
    main()
