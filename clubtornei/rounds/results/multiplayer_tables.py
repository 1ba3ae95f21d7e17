"""Tables of three to six as the arbiter has them before him: what was noted of each seat, and its worth."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from clubtornei.events.models import Entry, Stage
from clubtornei.rounds.columns import Score
from clubtornei.rounds.models import Seat, Table
from pairing.registry import SYSTEM_SPECS
from scoring.method import Scored
from scoring.methods import METHODS
from scoring.record import SeatScore, to_json
from scoring.record import Table as Result
from scoring.standings import exact
from scoring.view import scoring_options

Scores = Sequence[SeatScore]
"""What was counted at one table, a score a seat."""


@dataclass
class SeatRow:
    """A seat: who sits there, what was noted of him (None: nothing yet), and what the method makes of it."""

    seat: Seat
    score: SeatScore | None
    place: int | None = None
    points: str | None = None

    @property
    def entry(self) -> Entry:
        return self.seat.entry


@dataclass
class MultiplayerTable:
    """A table of more than two. `locked`: a later round was drawn upon its result."""

    table: Table
    seat_rows: list[SeatRow]
    why: list[str]
    locked: bool = False
    annulled: bool = False
    error: str = ""

    @property
    def number(self) -> int | None:
        return self.table.number

    @property
    def finished(self) -> bool:
        """Is there a result? Its seats are scored together, or not at all."""
        return all(seat_row.score is not None for seat_row in self.seat_rows)

    @property
    def done(self) -> bool:
        return self.finished

    @property
    def adjourned(self) -> bool:
        return self.table.adjourned

    @property
    def is_open(self) -> bool:
        """Is the result entered here, not corrected with what depends on it, nor left alone?"""
        return not self.locked and not self.annulled

    @property
    def is_correctable(self) -> bool:
        """Is the result changed only together with what depends on it?"""
        return self.locked and not self.annulled

    @property
    def scores(self) -> Scores | None:
        """The table's result."""
        found = [seat_row.score for seat_row in self.seat_rows if seat_row.score is not None]
        return found if self.finished else None

    @property
    def by_place(self) -> list[SeatRow]:
        """The first first; in the order of the seats where nothing is known or the place is shared."""
        return sorted(self.seat_rows, key=lambda seat_row: seat_row.place or 0)


def fingerprint(scores: Sequence[Score] | None) -> str:
    """What tells one result of a table from another, in few letters: what a page has shown."""
    return hashlib.sha256(to_json(scores).encode()).hexdigest()[:16]


def multiplayer_table_of(table: Table, seats: Sequence[Seat], why: list[str]) -> MultiplayerTable:
    """The table with what was noted there, its places and points not yet counted."""
    return MultiplayerTable(table, [SeatRow(seat, cast(SeatScore | None, seat.score)) for seat in seats], why)


def count(multiplayer_tables: Sequence[MultiplayerTable], stage: Stage) -> None:
    """Find places and points at all tables of one round: some methods compare the tables with each other."""
    scored = worth(
        stage,
        {multiplayer_table.table.pk: multiplayer_table.scores for multiplayer_table in multiplayer_tables},
    )
    for multiplayer_table in multiplayer_tables:
        set_worth(multiplayer_table, scored[multiplayer_table.table.pk], METHODS[stage.scoring].decimals)


def set_worth(multiplayer_table: MultiplayerTable, scored: Scored | None, decimals: int) -> None:
    """Note at each seat its place and its points; nothing where the table has no result."""
    for place, seat_row in enumerate(multiplayer_table.seat_rows):
        seat_row.place = scored.places[place] if scored else None
        seat_row.points = exact(Fraction(scored.points[place]), decimals) if scored else None


def worth(stage: Stage, results: Mapping[int, Scores | None]) -> Mapping[int, Scored | None]:
    """What the stage's method makes of the results of one round, by table; None where there is none yet."""
    tables = [
        Result(seats=tuple(range(1, len(scores) + 1)), result=tuple(scores)) if scores else Result(seats=())
        for scores in results.values()
    ]
    options = scoring_options(SYSTEM_SPECS[stage.system], stage.scoring, stage.scoring_options)
    return dict(zip(results, METHODS[stage.scoring].score(tables, options), strict=True))
