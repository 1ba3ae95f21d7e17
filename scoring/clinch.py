"""Clinch scenarios: before the last rounds, who has clinched one of the first places, who is eliminated from
them, and what the others need.

Interval arithmetic on final totals, so every statement is certain, though not always the strongest possible.
Each result still to come lies between the bounds of the scoring method, or is an absence, and a total is
monotonic in its results, discards or not: so everybody's least and most final points are known. Equal points
at the end may be decided by a tie-break either way: a place is clinched only without any tie.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from scoring.document import Number
from scoring.ledger import Ledger, ResultCode
from scoring.method import Bounds
from scoring.view import Record

ZERO = Fraction(0)


class ClinchStatus(StrEnum):
    """How somebody stands to the places looked at; the values are those that pages use."""

    CLINCHED = "in"
    """He has one of them, whatever happens."""
    ELIMINATED = "out"
    """He can no longer reach one, whatever happens."""
    OPEN = "open"


class ClinchScenario(Struct, frozen=True, kw_only=True):
    """How somebody stands to the places looked at.

    `least`, `most`: bounds of his points in the end. `left`: how many results he may still have. Where it is
    one: `sure`, with more than that he clinches (None: no result of his own is enough); `hope`, with less
    than that he is eliminated (None: no result eliminates him).
    """

    player: int
    verdict: ClinchStatus
    least: Fraction
    most: Fraction
    left: int
    sure: Fraction | None = None
    hope: Fraction | None = None


class Projection(Struct, frozen=True, kw_only=True):
    """Bounds of a player's final points. `base`: his points without the results to come and without as many
    of the worst as are discarded; with one result to come that counts, his total is `base` plus that result.
    """

    player: int
    left: int
    least: Fraction
    most: Fraction
    base: Fraction


def result_bounds(ledger: Ledger) -> Bounds | None:
    """What a result to come can be worth; None: the ranking is not by points, or nothing is certain."""
    bounds = _of_method(ledger.record)
    return None if bounds is None or _most_marked(ledger.record, bounds) is not None else bounds


def points_beyond_bounds(ledger: Ledger) -> Number | None:
    """The most that is marked at a table, where it is more than can be said anything of; None: it is not."""
    bounds = _of_method(ledger.record)
    return None if bounds is None else _most_marked(ledger.record, bounds)


def _of_method(record: Record) -> Bounds | None:
    """What the method says, whatever has been marked."""
    if record.stage.ranking[:1] != ("points",) or record.spec.reached or record.spec.games_each:
        return None
    return record.method.bounds(record.scoring_options) if record.method.bounds else None


def _most_marked(record: Record, bounds: Bounds) -> Number | None:
    """The most points marked at a table, if the bounds do not hold for them."""
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
    """What everybody needs for one of the first `places`, with so many rounds to be paired; by order number.

    Nothing at all where nothing is certain.
    """
    bounds = result_bounds(ledger)
    if bounds is None:
        return []
    projections = [_project(ledger, player, to_come, bounds) for player in ledger.players]
    most = sorted((projection.most for projection in projections), reverse=True)
    least = sorted((projection.least for projection in projections), reverse=True)
    return [
        _scenario(projection, _kth(most, projection.most, places), _kth(least, projection.least, places))
        for projection in projections
    ]


def _kth(ordered: Sequence[Fraction], own: Fraction, places: int) -> Fraction | None:
    """The value of the last of the places among the others; None: there are fewer of them."""
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
    coming = sum(
        withdrawn is None or number < withdrawn
        for number in range(record.next_round, record.next_round + to_come)
    )
    finished = [result.points for result in results if result.code is not ResultCode.OPEN]
    known = sorted([*finished, *[ZERO] * (to_come - coming)])
    left = coming + sum(result.code is ResultCode.OPEN for result in results)
    start = ledger.head_start(player)

    def total(future: Fraction) -> Fraction:
        return start + sum(sorted([*known, *[future] * left])[discards:], ZERO)

    return Projection(
        player=player,
        left=left,
        least=total(min(ZERO, bounds.least)),
        most=total(max(ZERO, bounds.most)),
        base=start + sum(known[discards:], ZERO),
    )


def _scenario(
    projection: Projection, best_rival: Fraction | None, worst_rival: Fraction | None
) -> ClinchScenario:
    """`best_rival`: the most that the last of the places can have among the others; `worst_rival`:
    the least.
    """
    verdict = ClinchStatus.OPEN
    if best_rival is None or projection.least > best_rival:
        verdict = ClinchStatus.CLINCHED
    elif worst_rival is not None and projection.most < worst_rival:
        verdict = ClinchStatus.ELIMINATED
    sure = hope = None
    if verdict is ClinchStatus.OPEN and projection.left == 1:
        if best_rival is not None and projection.most > best_rival:
            sure = best_rival - projection.base
        if worst_rival is not None and projection.least < worst_rival:
            hope = worst_rival - projection.base
    return ClinchScenario(
        player=projection.player,
        verdict=verdict,
        least=projection.least,
        most=projection.most,
        left=projection.left,
        sure=sure,
        hope=hope,
    )
