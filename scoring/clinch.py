"""Clinch scenarios: before the last rounds, which players have clinched one of the first places, which are
eliminated from them, and what the others need.

The final totals are computed as intervals, so every statement is certain, though not always the strongest
possible. Each result to come lies between the bounds of the scoring method, or is an absence, and a total is
monotonic in its results, with or without discards: so it has a known minimum and maximum. A tie in the end
may be broken either way, so a place is clinched only where no tie for it is possible.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from heapq import nlargest

from msgspec import Struct

from scoring.document import Number
from scoring.ledger import Ledger, ResultKind
from scoring.method import Bounds
from scoring.stage_record import Record

ZERO = Fraction(0)


class ClinchStatus(StrEnum):
    """A player's chances of one of the places asked about; the values are those that pages use."""

    CLINCHED = "in"
    """He gets one of them, whatever the results to come."""
    ELIMINATED = "out"
    """He gets none of them, whatever the results to come."""
    OPEN = "open"


class ClinchScenario(Struct, frozen=True, kw_only=True):
    """A player's chances of one of the places asked about.

    `least`, `most`: bounds of his final points. `results_to_come`: how many more results he can have. If that
    is 1: with more points than `clinches_above` he clinches (None: no result is enough), with fewer than
    `eliminated_below` he is eliminated (None: no result eliminates him). Otherwise both are None.
    """

    player: int
    verdict: ClinchStatus
    least: Fraction
    most: Fraction
    results_to_come: int
    clinches_above: Fraction | None = None
    eliminated_below: Fraction | None = None


class Projection(Struct, frozen=True, kw_only=True):
    """Bounds of a player's final points.

    `base`: his points without the results to come, after discarding as many of the others as are discarded in
    the end; with one result to come that is not discarded, his total is `base` plus that result.
    """

    player: int
    results_to_come: int
    least: Fraction
    most: Fraction
    base: Fraction


def result_bounds(ledger: Ledger) -> Bounds | None:
    """The least and most points of one result; None: the ranking is not by points, or they have no bounds."""
    bounds = _method_bounds(ledger.record)
    return None if bounds is None or _most_marked(ledger.record, bounds) is not None else bounds


def points_beyond_bounds(ledger: Ledger) -> Number | None:
    """The highest points marked at a table, if the bounds do not hold for so many; None: they hold."""
    bounds = _method_bounds(ledger.record)
    return None if bounds is None else _most_marked(ledger.record, bounds)


def _method_bounds(record: Record) -> Bounds | None:
    """The bounds by the scoring method alone, whatever points have been marked."""
    if record.stage.ranking[:1] != ("points",) or record.spec.reached or record.spec.games_each:
        return None
    return record.method.bounds(record.scoring_options) if record.method.bounds else None


def _most_marked(record: Record, bounds: Bounds) -> Number | None:
    """The highest points marked at a table, if the bounds do not hold for them."""
    if bounds.table_points is None:
        return None
    rounds = record.rounds
    marked = [
        seat_score.points
        for played in rounds
        for table in played.tables
        for seat_score in table.seat_scores or ()
    ]
    most = max(marked, default=0)
    return most if most > bounds.table_points else None


def clinch_scenarios(ledger: Ledger, to_come: int, places: int) -> list[ClinchScenario]:
    """What each player needs for one of the first `places`, by order number; empty: results have no bounds.

    `to_come`: the number of rounds still to be paired.
    """
    bounds = result_bounds(ledger)
    if bounds is None:
        return []
    projections = [_project(ledger, player, to_come, bounds) for player in ledger.players]
    most = nlargest(places + 1, (projection.most for projection in projections))
    least = nlargest(places + 1, (projection.least for projection in projections))
    return [
        _scenario(projection, _kth(most, projection.most, places), _kth(least, projection.least, places))
        for projection in projections
    ]


def _kth(ordered: Sequence[Fraction], own: Fraction, places: int) -> Fraction | None:
    """The value at place `places` among the players without the one of value `own`; None: they are fewer.
    `ordered`: the values of the first `places + 1`, from the most.
    """
    place = places - 1
    if place < len(ordered) and ordered[place] <= own:
        place += 1  # the player's own value stands among those before it
    return ordered[place] if place < len(ordered) else None


def _project(ledger: Ledger, player: int, to_come: int, bounds: Bounds) -> Projection:
    record = ledger.record
    rounds = ledger.rounds + to_come
    discards = min(record.method.discards(record.scoring_options), max(0, rounds - 1))
    results = ledger.round_results[player]
    withdrawn = record.players[player].withdrawn
    rounds_to_play = sum(
        withdrawn is None or number < withdrawn
        for number in range(record.next_round, record.next_round + to_come)
    )
    past_points = [result.points for result in results if result.code is not ResultKind.OPEN]
    decided_points = [*past_points, *[ZERO] * (to_come - rounds_to_play)]
    if discards:
        decided_points.sort()
    results_to_come = rounds_to_play + sum(result.code is ResultKind.OPEN for result in results)
    head_start = ledger.head_start(player) + record.adjustment_of(player)

    base = sum(decided_points[discards:], head_start)

    def total(future: Fraction) -> Fraction:
        if not discards:
            return base + results_to_come * future
        return sum(sorted([*decided_points, *[future] * results_to_come])[discards:], head_start)

    return Projection(
        player=player,
        results_to_come=results_to_come,
        least=total(min(ZERO, bounds.least)),
        most=total(max(ZERO, bounds.most)),
        base=base,
    )


def _scenario(
    projection: Projection, best_rival: Fraction | None, worst_rival: Fraction | None
) -> ClinchScenario:
    """`best_rival`, `worst_rival`: the most and the least points with which the last of the places can be
    held by another player; None: there are not so many others.
    """
    verdict = ClinchStatus.OPEN
    if best_rival is None or projection.least > best_rival:
        verdict = ClinchStatus.CLINCHED
    elif worst_rival is not None and projection.most < worst_rival:
        verdict = ClinchStatus.ELIMINATED
    clinches_above = eliminated_below = None
    if verdict is ClinchStatus.OPEN and projection.results_to_come == 1:
        if best_rival is not None and projection.most > best_rival:
            clinches_above = best_rival - projection.base
        if worst_rival is not None and projection.least < worst_rival:
            eliminated_below = worst_rival - projection.base
    return ClinchScenario(
        player=projection.player,
        verdict=verdict,
        least=projection.least,
        most=projection.most,
        results_to_come=projection.results_to_come,
        clinches_above=clinches_above,
        eliminated_below=eliminated_below,
    )
