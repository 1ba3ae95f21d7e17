"""Rounds in a line of text, as they are written in the golden files.

`1-4:1` White 1 beat 4; `:=` draw; `:0` Black won; `:+-`, `:-+`, `:--` not played; no result: `1-4`; `:a`
adjourned. `7:1` a bye with a point, `7:0.5r` one that was asked for. Several games of a match: `1-4:==1`,
always in the order of the seats. Players are ids, which are order numbers too.
"""

from decimal import Decimal
from random import Random
from typing import Any

from pairing.reasons import why
from pairing.registry import pair
from pairing.system import Draw, NoLegalPairing
from scoring.texts import LANGUAGES
from tests.documents import record

_RESULTS = {"1": (1, 0), "=": (0.5, 0.5), "0": (0, 1), "+-": (1, 0), "-+": (0, 1), "--": (0, 0)}


def round_of(line: str) -> dict[str, Any]:
    """The round as a document writes it."""
    tables: list[dict[str, Any]] = []
    byes: list[dict[str, Any]] = []
    for word in line.split():
        seats, _, result = word.partition(":")
        if "-" in seats:
            table: dict[str, Any] = {"seats": [int(player) for player in seats.split("-")], "result": None}
            if result in _RESULTS:
                table["result"] = _RESULTS[result]
                table["forfeit"] = len(result) == 2
            elif result == "a":
                table["adjourned"] = True
            elif result:
                table |= _match(result)
            tables.append(table)
        else:
            bye = {"player": int(seats), "points": Decimal(result.removesuffix("r"))}
            byes.append(bye | ({"requested": True} if result.endswith("r") else {}))
    return {"tables": tables, "byes": byes}


def _match(games: str) -> dict[str, Any]:
    """The games of a match, and who won it; nobody while it is level."""
    lead = games.count("1") - games.count("0")
    result = None if not lead else (1, 0) if lead > 0 else (0, 1)
    return {"games": [_RESULTS[game] for game in games], "result": result}


def line_of(draw: Draw) -> str:
    """A round as paired, without results and points."""
    tables = ["-".join(map(str, table.seats)) for table in draw.tables]
    return " ".join([*tables, *(str(bye.player) for bye in draw.byes)])


def as_round(draw: Draw, random: Random | None = None) -> dict[str, Any]:
    """The round as drawn; with results by chance, if `random` is given."""
    return {
        "tables": [
            {"seats": list(one.seats), "result": random and _result(len(one.seats), random)}
            for one in draw.tables
        ],
        "byes": [{"player": bye.player, "points": bye.points} for bye in draw.byes],
    }


def _result(seats: int, random: Random) -> list[Any]:
    if seats == 2:
        return random.choice([[1, 0], [0.5, 0.5], [0, 1]])
    return [{"points": random.randint(0, 80)} for _ in range(seats)]


def answer(value: dict[str, Any]) -> tuple[list[tuple[int, ...]], list[int]] | None:
    """Tables and byes of the next round; None where there is no legal one."""
    try:
        draw = pair(record(value))
    except NoLegalPairing:
        return None
    return [table.seats for table in draw.tables], [bye.player for bye in draw.byes]


def assert_says_why(draw: Draw) -> None:
    """Each table and bye has its reasons in both languages, and they name who is there."""
    places = [(one.seats, one.why) for one in draw.tables] + [((bye.player,), bye.why) for bye in draw.byes]
    for language in LANGUAGES:
        for players, reasons in places:
            said = " ".join(why(reason, "Player {}".format, language) for reason in reasons)
            assert all(f"Player {player}" in said for player in players)
            assert "{" not in said


def document_of(golden: dict[str, Any], system: str) -> dict[str, Any]:
    """The document of a golden file: `players` how many, `more` what some of them have besides, by id."""
    more = golden.get("more", {})
    return {
        "clubtornei": 1,
        "seed": golden.get("seed", ""),
        "players": [
            {"id": player, "name": f"Player {player}", **more.get(str(player), {})}
            for player in range(1, golden["players"] + 1)
        ],
        "stages": [
            {
                "system": system,
                "options": golden.get("options", {}),
                "prohibited": [{"players": players} for players in golden.get("prohibited", [])],
                "adjustments": golden.get("adjustments", []),
                "rounds": [round_of(line) for line in golden.get("rounds", [])],
            }
        ],
    }
