"""Invented evenings on which scoring methods are compared: two games of eight players at tables of four, with
everybody at the same wind in both.
"""

from collections.abc import Mapping
from typing import Any

from scoring.document import Document, DocumentPlayer, DocumentRound, DocumentStage, DocumentTable, SeatScore
from scoring.stage_record import Record
from scoring.system_spec import SystemSpec

NAMES = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Furio", "Gina", "Ugo")
TABLES = (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8)))
"""For each game the ids at its tables."""


def _board(points: int, outside: int, armies_in: int, armies_out: int, **finish: Any) -> SeatScore:
    return SeatScore(points=points, outside=outside, armies_in=armies_in, armies_out=armies_out, **finish)


_OUT = SeatScore(points=0, eliminated=1)
_RISIKO = (
    (
        (_board(62, 14, 21, 9), _board(58, 9, 16, 7), _board(20, 17, 6, 8), _OUT),
        (_board(41, 12, 12, 10), _board(40, 15, 11, 9), _board(39, 8, 14, 4), _board(38, 11, 9, 9)),
    ),
    (
        (
            _board(30, 7, 8, 6),
            _board(88, 12, 30, 5, risiko=True),
            _board(12, 10, 4, 7),
            _board(55, 6, 15, 3),
        ),
        (_board(43, 13, 13, 8), _board(44, 10, 12, 7), _board(21, 16, 5, 9), _board(44, 8, 17, 2)),
    ),
)
"""A close game, an elimination, RisiKo!, and two who are level at the head of a table."""
_CARDS = (
    (
        tuple(SeatScore(points=points) for points in (175, 140, 120, 78)),
        tuple(SeatScore(points=points) for points in (160, 150, 95, 60)),
    ),
    (
        tuple(SeatScore(points=points) for points in (110, 175, 90, 85)),
        tuple(SeatScore(points=points) for points in (130, 130, 125, 115)),
    ),
)


def example_evening(spec: SystemSpec, options: Mapping[str, Any], *, risiko: bool) -> Record:
    """The evening of a RisiKo! club, or of one that plays cards, as a stage of that system."""
    rounds = tuple(
        DocumentRound(
            tables=tuple(
                DocumentTable(seats=seats, result=scores) for seats, scores in zip(*game, strict=True)
            )
        )
        for game in zip(TABLES, _RISIKO if risiko else _CARDS, strict=True)
    )
    players = tuple(
        DocumentPlayer(id=number, name=name, number=number) for number, name in enumerate(NAMES, 1)
    )
    stage = DocumentStage(system=spec.name, options=options, scoring=spec.scoring, rounds=rounds)
    document = Document(players=players, stages=(stage,))
    return Record(document, spec, 1, {player.id: player for player in players}, rounds)
