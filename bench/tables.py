"""How long the systems of tables take, whole process, from a document on disk to the round printed.

    python bench/tables.py

Rotation: all games of the stage. Seating: round 4 after three rounds, clubs of equal and of unequal size.
Bands: four semi-finals with clubs. Run it with nothing else on the machine.
"""

import json
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

from pairing.registry import SYSTEM_SPECS, pair
from scoring.record import read, record_of

Case = tuple[str, dict[str, Any], tuple[str, ...], float | None]
"""What it is, the document, flags of the command, and the seconds that are asked for, if any."""


def document(players: int, system: str, clubs: list[str | None], **options: Any) -> dict[str, Any]:
    entered = [
        {"id": player, "name": f"Player {player}", "club": club} for player, club in enumerate(clubs, 1)
    ]
    stage = {"system": system, "options": options, "rounds": []}
    return {"clubtornei": 1, "seed": "bench", "players": entered[:players], "stages": [stage]}


def rotation(players: int, games: int, **options: Any) -> Case:
    value = document(players, "rotation", [None] * players, rounds=games, **options)
    return f"rotation, {players} players, {games} games", value, ("--all",), 3.0


def seating(players: int, number_of_clubs: int, equal: bool, asked: float | None) -> Case:
    """Three rounds seated by the system, with random results."""
    random = Random(1)
    clubs: list[str | None] = [
        f"club {player % number_of_clubs if equal else int(number_of_clubs * random.random() ** 2)}"
        for player in range(players)
    ]
    value = document(players, "seating", clubs)
    for _ in range(3):
        tables = pair(record_of(read(json.dumps(value), SYSTEM_SPECS), SYSTEM_SPECS)).tables
        scores = [[{"points": random.randint(0, 80)} for _ in table.seats] for table in tables]
        played = [
            {"seats": table.seats, "result": result} for table, result in zip(tables, scores, strict=True)
        ]
        value["stages"][0]["rounds"].append({"tables": played})
    shape = "equal" if equal else "unequal"
    return f"seating, {players} players of {number_of_clubs} {shape} clubs, round 4", value, (), asked


def bands(tables: int, first: str) -> Case:
    random = Random(1)
    clubs: list[str | None] = [random.choice("abcd") for _ in range(4 * tables)]
    value = document(4 * tables, "bands", clubs, tables=tables, first=first)
    return f"bands, {tables} tables, {first} first", value, (), None


def cases() -> Iterator[Case]:
    for players, games in ((60, 4), (61, 4), (16, 5), (24, 6), (120, 8)):
        yield rotation(players, games)
    yield rotation(8, 4, swap_winds=True)
    for players, clubs in ((200, 20), (203, 20), (37, 6), (17, 4)):
        for equal in (True, False):
            yield seating(players, clubs, equal, 3.0 if players >= 200 else None)
    for tables in (4, 5):
        for first in ("bands", "clubs"):
            yield bands(tables, first)


def main() -> None:
    late = 0
    for name, value, flags, asked in cases():
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(value, file)
            file.flush()
            start = perf_counter()
            command = [sys.executable, "-m", "pairing", "next", file.name, *flags]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
            seconds = perf_counter() - start
        quality = json.loads(done.stdout)["quality"]
        short = {key: quality[key] for key in quality if key in ("distinct", "bound", "repeats", "optimal")}
        late += asked is not None and seconds > asked
        print(f"{name:55} {seconds:6.2f} s{f'  of {asked} s' if asked else '':10}  {short}")
    sys.exit(late > 0)


if __name__ == "__main__":
    main()
