"""Before the last rounds: who is sure of one of the first places, who can no longer reach one, and what the
others need.

Only bounds are used, so what is said is certain, if not always all that could be said. Of everybody the
least and the most that he can have in the end are known: each result still to come lies between the bounds
of the method, or is an absence, and a total only grows with its results, discards or not. Who is level with
somebody at the end may be behind him by a tie-break: he is sure only of what he has alone.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from scoring.document import Number
from scoring.ledger import Ledger
from scoring.method import Bounds
from scoring.view import Record

ZERO = Fraction(0)


class Need(Struct, frozen=True, kw_only=True):
    """How somebody stands to the places looked at.

    `verdict`: "in", whatever happens; "out", likewise; else "open". `least`, `most`: his points in the end.
    `left`: how many results he may still have. Where it is one: `sure`, with more than that he is in (None:
    no result of his own is enough); `hope`, with less than that he is out (None: with none of them).
    """

    player: int
    verdict: Literal["in", "out", "open"]
    least: Fraction
    most: Fraction
    left: int
    sure: Fraction | None = None
    hope: Fraction | None = None


class Prospect(Struct, frozen=True, kw_only=True):
    """What a player can have in the end. `base`: what he has without the results to come, and without as many
    of the worst as do not count: with one to come that counts, his total is `base` and that result.
    """

    player: int
    left: int
    least: Fraction
    most: Fraction
    base: Fraction


def bounds_of(ledger: Ledger) -> Bounds | None:
    """What a result to come can be worth; None: the ranking is not by points, or nothing is certain."""
    bounds = _of_method(ledger.record)
    return None if bounds is None or _most_marked(ledger.record, bounds) is not None else bounds


def beyond(ledger: Ledger) -> Number | None:
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
    marked = [mark.points for played in rounds for table in played.tables for mark in table.marks or ()]
    most = max(marked, default=0)
    return most if most > bounds.table_points else None


def needs(ledger: Ledger, to_come: int, places: int) -> list[Need]:
    """What everybody needs for one of the first `places`, with so many rounds to be paired; by order number.

    Nothing at all where nothing is certain.
    """
    bounds = bounds_of(ledger)
    if bounds is None:
        return []
    prospects = [_prospect(ledger, player, to_come, bounds) for player in ledger.players]
    most = sorted((one.most for one in prospects), reverse=True)
    least = sorted((one.least for one in prospects), reverse=True)
    return [_need(one, _kth(most, one.most, places), _kth(least, one.least, places)) for one in prospects]


def _kth(ordered: Sequence[Fraction], own: Fraction, places: int) -> Fraction | None:
    """The value of the last of the places among the others; None: there are fewer of them."""
    place = places - 1
    if place < len(ordered) and ordered[place] <= own:
        place += 1  # the player's own value stands among those before it
    return ordered[place] if place < len(ordered) else None


def _prospect(ledger: Ledger, player: int, to_come: int, bounds: Bounds) -> Prospect:
    record = ledger.record
    rounds = ledger.rounds + to_come
    discards = min(record.method.discards(record.scoring_options), max(0, rounds - 1))
    outcomes = ledger.outcomes[player]
    withdrawn = record.players[player].withdrawn
    coming = sum(
        withdrawn is None or number < withdrawn
        for number in range(record.next_round, record.next_round + to_come)
    )
    finished = [outcome.points for outcome in outcomes if outcome.kind != "open"]
    known = sorted([*finished, *[ZERO] * (to_come - coming)])
    left = coming + sum(outcome.kind == "open" for outcome in outcomes)
    start = ledger.head_start(player)

    def total(future: Fraction) -> Fraction:
        return start + sum(sorted([*known, *[future] * left])[discards:], ZERO)

    return Prospect(
        player=player,
        left=left,
        least=total(min(ZERO, bounds.least)),
        most=total(max(ZERO, bounds.most)),
        base=start + sum(known[discards:], ZERO),
    )


def _need(one: Prospect, rival: Fraction | None, behind: Fraction | None) -> Need:
    """`rival`: the most that the last of the places can have among the others; `behind`: the least."""
    verdict: Literal["in", "out", "open"] = "open"
    if rival is None or one.least > rival:
        verdict = "in"
    elif behind is not None and one.most < behind:
        verdict = "out"
    sure = hope = None
    if verdict == "open" and one.left == 1:
        if rival is not None and one.most > rival:
            sure = rival - one.base
        if behind is not None and one.least < behind:
            hope = behind - one.base
    return Need(
        player=one.player,
        verdict=verdict,
        least=one.least,
        most=one.most,
        left=one.left,
        sure=sure,
        hope=hope,
    )
