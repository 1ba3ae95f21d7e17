"""One evening under several scoring methods, side by side: for whoever chooses one before an event begins.

Pure: the record is not changed, and nothing here is ever asked of an event that has begun.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scoring.document import SeatScore
from scoring.document_edits import replace_stage
from scoring.method import Method
from scoring.methods import METHODS
from scoring.options import build
from scoring.stage_record import Record
from scoring.standings import ranked_ledger

COUNTED = ("points", "wins", "firsts", "seconds", "thirds", "fourths")
"""The criteria that are shown beside a place, where the method ranks by them."""


class ScoringChoice(Struct, frozen=True, kw_only=True):
    """A scoring method with its options, in the form of the document, and the ranking criteria."""

    scoring: str
    scoring_options: Mapping[str, Any]
    ranking: tuple[str, ...]


def usual_way(scoring: str, discards: int = 0) -> ScoringChoice:
    """The method as it comes, with so many discards."""
    options = {"discards": discards} if discards else {}
    return ScoringChoice(scoring=scoring, scoring_options=options, ranking=METHODS[scoring].ranking)


class RankedOutcome(Struct, frozen=True, kw_only=True):
    """A player's rank, and what it comes from: the criteria of `COUNTED` by which the way ranks, in order.

    `moved`: how many places better than by the first way; less than 0: worse.
    """

    rank: int
    counted: Mapping[str, Fraction]
    moved: int


class ComparedPlayer(Struct, frozen=True, kw_only=True):
    """A player's outcome by each of the ways, in their order."""

    player: int
    outcomes: tuple[RankedOutcome, ...]


class Comparison(Struct, frozen=True, kw_only=True):
    """`rows`: the players in the order of the first way, which the others are compared with."""

    ways: tuple[ScoringChoice, ...]
    rows: tuple[ComparedPlayer, ...]

    def movers(self, way: int) -> list[int]:
        """The ids of those whom that way (from 0) ranks otherwise than the first."""
        return [row.player for row in self.rows if row.outcomes[way].moved]


def compare(record: Record, ways: Sequence[ScoringChoice]) -> Comparison:
    """The rankings of the record by each of the ways; the first is the one chosen. Players whose results are
    annulled are left out. Time: a ranking for each way.
    """
    ranked = [ranked_ledger(_by(record, way))[1] for way in ways]
    rows = [
        ComparedPlayer(
            player=player,
            outcomes=tuple(
                RankedOutcome(
                    rank=found.ranks[player],
                    counted={
                        name: found.values[player][name].shown for name in way.ranking if name in COUNTED
                    },
                    moved=ranked[0].ranks[player] - found.ranks[player],
                )
                for way, found in zip(ways, ranked, strict=True)
            ),
        )
        for player in ranked[0].order
    ]
    return Comparison(ways=tuple(ways), rows=tuple(rows))


def _by(record: Record, way: ScoringChoice) -> Record:
    """The record scored and ranked in that way."""
    stage = replace(
        record.stage, scoring=way.scoring, scoring_options=way.scoring_options, ranking=way.ranking
    )
    document = replace_stage(record.document, record.number, stage)
    return Record(document, record.spec, record.number, record.players, record.rounds)


def fits(record: Record, method: Method) -> bool:
    """Whether the record can be scored by the method as it comes: seats are winds where it counts by these,
    table points are within its bounds, and all that it counts was recorded.
    """
    if method.multiplayer != record.spec.multiplayer:
        return False
    if method.by_seat and not record.spec.winds(record.options):
        return False
    options = build(method.options, {})
    most = method.bounds(options).table_points if method.bounds else None
    needed = [name for name in method.counts(options) if name not in ("eliminated", "risiko")]
    return all(
        (most is None or score.points <= most)
        and (score.eliminated is not None or None not in [getattr(score, name) for name in needed])
        for score in _scores(record)
    )


def _scores(record: Record) -> Iterator[SeatScore]:
    for played in record.rounds:
        for table in played.tables:
            yield from table.seat_scores or ()
