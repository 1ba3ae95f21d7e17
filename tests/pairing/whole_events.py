"""Whole events of a formula, played to the end by chance."""

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from pairing.event_formats import EVENT_FORMATS
from pairing.registry import SYSTEM_SPECS, pair
from scoring.document_edits import replace_stage
from scoring.record import (
    Bye,
    Document,
    DocumentPlayer,
    DocumentRound,
    DocumentStage,
    DocumentTable,
    SeatScore,
    record_of,
)
from scoring.stages import with_entrants


def seat_scores(seats: int, random: Random) -> tuple[SeatScore, ...]:
    """Often level; now and then somebody is out, or made RisiKo!."""
    out = random.sample(range(1, seats), random.choice([0, 0, 0, 1, 2]))
    risiko = random.random() < 0.1
    return tuple(
        SeatScore(points=0, eliminated=out.index(seat) + 1)
        if seat in out
        else SeatScore(
            points=random.randrange(12),
            outside=random.choice([None, 1, 2, 3]),
            order=seat + 1,
            risiko=risiko and seat == 0,
            penalty=random.randrange(3),
        )
        for seat in range(seats)
    )


def played(document: Document, random: Random, decliners: int = 0) -> Document:
    """Every stage to its last round; each but the first so many decline who would have entered.

    On the way who enters a stage is found once; the document played does not say it.
    """
    asked: set[int] = {1}
    for number in range(1, len(document.stages) + 1):
        # Places of one ranking are dealt to parallel stages when all their declines are known.
        for other in range(number, len(document.stages) + 1):
            if decliners and other not in asked and _dealt_together(document, number, other):
                entered = list(record_of(document, SYSTEM_SPECS, other).players)
                document = _changed(document, other, declined=tuple(random.sample(entered, decliners)))
                asked.add(other)
        document = _played(with_entrants(document, SYSTEM_SPECS, number), number, random)
    return replace(document, stages=tuple(replace(stage, entrants=None) for stage in document.stages))


def _dealt_together(document: Document, one: int, other: int) -> bool:
    rules = [document.stages[number - 1].entry or {} for number in (one, other)]
    return one == other or ("ranked" in rules[0] and rules[0]["ranked"] == rules[1].get("ranked"))


def _played(document: Document, number: int, random: Random) -> Document:
    rounds: list[DocumentRound] = []
    for _ in range(document.stages[number - 1].options.get("rounds", 1)):
        draw = pair(record_of(_changed(document, number, rounds=tuple(rounds)), SYSTEM_SPECS, number))
        tables = tuple(
            DocumentTable(seats=table.seats, result=seat_scores(len(table.seats), random))
            for table in draw.tables
        )
        byes = tuple(Bye(player=bye.player, points=bye.points) for bye in draw.byes)
        rounds.append(DocumentRound(tables=tables, byes=byes))
    return _changed(document, number, rounds=tuple(rounds))


def _changed(document: Document, number: int, **changes: Any) -> Document:
    return replace_stage(document, number, replace(document.stages[number - 1], **changes))


def event(formula: str, players: int, seed: str = "", options: Mapping[str, Any] | None = None) -> Document:
    """The stages of the formula, with nothing played."""
    planned = EVENT_FORMATS[formula].stages(players, options)
    stages: list[DocumentStage] = [one.stage for one in planned]
    clubs = ("a", "b", "c", None)
    people = [
        DocumentPlayer(id=player, name=f"Player {player}", number=player, club=clubs[player % len(clubs)])
        for player in range(1, players + 1)
    ]
    return Document(seed=seed, players=tuple(people), stages=tuple(stages))
