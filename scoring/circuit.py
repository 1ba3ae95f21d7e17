"""The ranking of a circuit over many events (rules/circuits.md#circuit): a pure function of its records."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scoring.circuit_criteria import CIRCUIT_CRITERIA, CircuitValue, Tally
from scoring.circuit_document import (
    CircuitRules,
    DocumentCircuit,
    DocumentCircuitEvent,
    EntryResult,
    EventKind,
)
from scoring.circuit_people import Entries, Person, people_of
from scoring.circuit_points import WAYS, CountingMethod, EventResults
from scoring.options import build

ZERO = Fraction(0)


class ResultUse(StrEnum):
    """Whether a result counts, or why it does not."""

    COUNTED = "counted"
    DISCARDED = "discarded"
    """Beyond the best so many."""
    KIND_FULL = "kind_full"
    """Beyond so many of its kind (friendlies, external events)."""


class CircuitResult(Struct, frozen=True, kw_only=True, gc=False):
    """A result of a person: the event (from 1), its game (from 1) where each counts by itself, the place in
    the event, what it is worth before the weight, and the points after it.
    """

    event: int
    kind: EventKind
    worth: Fraction
    weight: Fraction
    points: Fraction
    use: ResultUse = ResultUse.COUNTED
    game: int | None = None
    place: int | None = None


class Needs(Struct, frozen=True, kw_only=True):
    """What a person can still do in the events to come, if the others keep what they have.

    `most`: the most points in all; None: an event to come has no bound. `best_rank`, `worst_rank`: the first
    and the last place still possible. `above`: the place in the rows of the last person ranked ahead, `gap`
    the points between them. `single`: one result above this, before the weight, in the next event to come
    passes him; None: no single result can. `reachable`: whether all events together can.
    """

    most: Fraction | None
    best_rank: int
    worst_rank: int
    above: int | None = None
    gap: Fraction = ZERO
    single: Fraction | None = None
    reachable: bool = True


class CircuitRow(Struct, frozen=True, kw_only=True):
    """A line of the ranking. `rank` None: events or games are lacking, `lacking` says how many.

    `decided_by`: the criterion that ranks the person below the row above; None: he is level with it, or it is
    the first row, or one without a rank.
    """

    rank: int | None
    person: Person
    values: Mapping[str, CircuitValue]
    events: int
    games: int
    results: tuple[CircuitResult, ...]
    decided_by: str | None = None
    lacking: Mapping[str, int] = {}
    needs: Needs | None = None


class CircuitStandings(Struct, frozen=True):
    """The rows from first to last; `to_come`: the events (from 1) without results yet; `similar`: people
    whose names are so alike that they may be one.
    """

    rows: tuple[CircuitRow, ...]
    to_come: tuple[int, ...]
    similar: tuple[tuple[Person, ...], ...]


def circuit_standings(circuit: DocumentCircuit, entries: Sequence[Entries | None]) -> CircuitStandings:
    """The ranking of the circuit; `entries`: what each event has brought, None for those to come.

    DocumentError: it cannot be told who somebody is. People level on every criterion share a rank, in the
    order of their names. Time: all results, sorted once a person.
    """
    rules = build(CircuitRules, circuit.rules)
    people = people_of(circuit.people, [each or () for each in entries])
    eligible = {
        place for place, person in enumerate(people.people) if person.member or not rules.members_only
    }
    results: dict[int, list[CircuitResult]] = defaultdict(list)
    games: dict[int, int] = defaultdict(int)
    places: dict[int, list[int]] = defaultdict(list)
    for number, (event, each, persons) in enumerate(
        zip(circuit.events, entries, people.of_entry, strict=True), 1
    ):
        if each is None:
            continue
        here = list(zip(each, persons, strict=True))
        if rules.members_only and not rules.guests_take_places:
            here = _among([entry for entry in here if entry[1] in eligible])
        found = _event_results(circuit, rules, number, event, [entry for entry, _ in here])
        for (entry, person), brought in zip(here, found, strict=True):
            if person in eligible:
                results[person] += brought
                games[person] += entry.played
                places[person].append(entry.place or 0)
    rows = [
        _row(people.people[person], found, games[person], places[person], rules, circuit.ranking)
        for person, found in sorted(results.items())
    ]
    to_come = tuple(number for number, each in enumerate(entries, 1) if each is None)
    ranked = _ranked(rows, circuit.ranking)
    if to_come and circuit.ranking[:1] == ("points",):
        ranked = _with_needs(ranked, rules, _chances(circuit, rules, to_come))
    similar = tuple(tuple(people.people[person] for person in group) for group in people.similar)
    return CircuitStandings(tuple(ranked), to_come, similar)


def way_of(circuit: DocumentCircuit, event: DocumentCircuitEvent) -> tuple[CountingMethod, Any]:
    """The way of counting of the event, and its typed options."""
    counting = event.counting or circuit.counting
    way = WAYS[counting.way]
    return way, build(way.options, counting.options)


def weight_of(event: DocumentCircuitEvent, rules: CircuitRules) -> Fraction:
    """What the event's results are multiplied by: its own weight, or that of its kind."""
    if event.weight is not None:
        return Fraction(event.weight)
    weights = {"friendly": rules.friendly_weight, "external": rules.external_weight}
    return Fraction(weights.get(event.kind, 1))


def _among(here: Sequence[tuple[EntryResult, int]]) -> list[tuple[EntryResult, int]]:
    """The entries with their places counted among themselves."""
    ordered = sorted(entry.place or 0 for entry, _ in here)
    return [
        (replace(entry, place=entry.place and 1 + bisect_left(ordered, entry.place)), person)
        for entry, person in here
    ]


def _event_results(
    circuit: DocumentCircuit, rules: CircuitRules, number: int, event: DocumentCircuitEvent, entries: Entries
) -> list[list[CircuitResult]]:
    """For each of the entries the results that the event brings."""
    way, options = way_of(circuit, event)
    weight = weight_of(event, rules)
    unweighted = weight == 1
    whole = EventResults(
        entries=entries,
        players=event.players or len(entries),
        possible=None if event.possible is None else Fraction(event.possible),
    )
    return [
        [
            CircuitResult(
                event=number,
                kind=event.kind,
                worth=worth,
                weight=weight,
                points=worth if unweighted else worth * weight,
                game=game if way.by_game else None,
                place=entry.place,
            )
            for game, worth in enumerate(worths, 1)
        ]
        for entry, worths in zip(entries, way.worths(whole, options), strict=True)
    ]


def _limits(rules: CircuitRules) -> Mapping[EventKind, int | None]:
    """How many results of a kind may count; None: all."""
    return {"friendly": rules.best_friendly, "external": rules.best_external, "internal": None}


Made = tuple[Fraction, EventKind]
"""A result as far as it matters whether it counts: its points and kind."""


def _uses(made: Sequence[Made], rules: CircuitRules) -> list[ResultUse]:
    """The use of each result: the best count, as far as there is room.

    Taking them from the best on is best, because each is of one kind and limits of kinds do not overlap.
    """
    limits = _limits(rules)
    if rules.best is None and not any(limit is not None for limit in limits.values()):
        return [ResultUse.COUNTED] * len(made)
    count_of: dict[EventKind, int] = defaultdict(int)
    uses = [ResultUse.COUNTED] * len(made)
    counted = 0
    for place in sorted(range(len(made)), key=lambda place: made[place][0], reverse=True):
        kind = made[place][1]
        limit = limits[kind]
        if rules.best is not None and counted >= rules.best:
            uses[place] = ResultUse.DISCARDED
        elif limit is not None and count_of[kind] >= limit:
            uses[place] = ResultUse.KIND_FULL
        else:
            counted += 1
            count_of[kind] += 1
    return uses


def _counted(made: Sequence[Made], uses: Sequence[ResultUse]) -> Fraction:
    """The sum of the results that count."""
    return sum(
        (points for (points, _), use in zip(made, uses, strict=True) if use is ResultUse.COUNTED), ZERO
    )


def _made(row: CircuitRow) -> list[Made]:
    return [(result.points, result.kind) for result in row.results]


def _row(
    person: Person,
    results: Sequence[CircuitResult],
    games: int,
    places: Sequence[int],
    rules: CircuitRules,
    ranking: Sequence[str],
) -> CircuitRow:
    uses = _uses([(result.points, result.kind) for result in results], rules)
    used = [
        result if use is ResultUse.COUNTED else replace(result, use=use)
        for result, use in zip(results, uses, strict=True)
    ]
    tally = Tally(
        counted=tuple(result.points for result in used if result.use is ResultUse.COUNTED),
        discarded=tuple(result.points for result in used if result.use is not ResultUse.COUNTED),
        places=tuple(places),
        events=len(places),
        games=games,
    )
    least = {"events": rules.least_events - tally.events, "games": rules.least_games - tally.games}
    return CircuitRow(
        rank=None,
        person=person,
        values={name: CIRCUIT_CRITERIA[name].value(tally) for name in ranking},
        events=tally.events,
        games=tally.games,
        results=tuple(used),
        lacking={name: number for name, number in least.items() if number > 0},
    )


def _ranked(rows: Sequence[CircuitRow], ranking: Sequence[str]) -> list[CircuitRow]:
    """The rows in order, with ranks: first those who have played enough."""

    def values(row: CircuitRow) -> list[CircuitValue]:
        return [row.values[name] for name in ranking]

    ordered = sorted(rows, key=values, reverse=True)  # stable: level people stay in the order of names
    ranked: list[CircuitRow] = []
    for row in (row for row in ordered if not row.lacking):
        above = ranked[-1] if ranked else None
        differing = [name for name in ranking if above and above.values[name] != row.values[name]]
        level = above is not None and not differing
        ranked.append(
            replace(
                row,
                rank=above.rank if above is not None and level else len(ranked) + 1,
                decided_by=differing[0] if differing else None,
            )
        )
    return [*ranked, *(row for row in ordered if row.lacking)]


class Chance(Struct, frozen=True):
    """A result that can still be made: its kind and weight, and the most it can be worth; None: no bound."""

    kind: EventKind
    weight: Fraction
    most: Fraction | None


def _chances(circuit: DocumentCircuit, rules: CircuitRules, to_come: Collection[int]) -> list[Chance]:
    chances = []
    for number in to_come:
        event = circuit.events[number - 1]
        way, options = way_of(circuit, event)
        most = way.most(options) if event.most is None else Fraction(event.most)
        chances += [Chance(event.kind, weight_of(event, rules), most)] * (event.games if way.by_game else 1)
    return chances


def _with_needs(
    rows: Sequence[CircuitRow], rules: CircuitRules, chances: Sequence[Chance]
) -> list[CircuitRow]:
    """The rows with what each person needs, whose results to come are taken to be 0 or more."""
    points = [row.values["points"][0] for row in rows]
    mosts = [_most(row, rules, chances) for row in rows]
    ascending = sorted(points)
    bounds = sorted(most for most in mosts if most is not None)
    unbounded = len(mosts) - len(bounds)
    found = []
    for place, (row, own, most) in enumerate(zip(rows, points, mosts, strict=True)):
        ahead = 0 if most is None else len(rows) - bisect_right(ascending, most)
        # One of those who can still reach his points is he himself.
        behind = unbounded + len(bounds) - bisect_left(bounds, own) - 1
        needs = Needs(most=most, best_rank=1 + ahead, worst_rank=1 + behind)
        above = next((other for other in range(place - 1, -1, -1) if points[other] > own), None)
        if above is not None and row.rank is not None:
            needs = replace(
                needs,
                above=above,
                gap=points[above] - own,
                single=_single(row, rules, chances[0], points[above]),
                reachable=most is None or most > points[above],
            )
        found.append(replace(row, needs=needs))
    return found


def _most(row: CircuitRow, rules: CircuitRules, chances: Sequence[Chance]) -> Fraction | None:
    """The most points the person can still have; None: there is no bound."""
    if any(chance.most is None and chance.weight for chance in chances):
        return None
    made = [*_made(row), *((chance.weight * (chance.most or ZERO), chance.kind) for chance in chances)]
    return _counted(made, _uses(made, rules))


def _single(row: CircuitRow, rules: CircuitRules, chance: Chance, target: Fraction) -> Fraction | None:
    """Above what worth one result of this kind passes the target; None: none does.

    If the result counts at all, the others that count are the same whatever it is worth: their sum is found
    with a result better than any.
    """
    if not chance.weight:
        return None
    made = _made(row)
    best = Fraction(1) + max((points for points, _ in made), default=ZERO)
    *uses, use = _uses([*made, (best, chance.kind)], rules)
    if use is not ResultUse.COUNTED:
        return None
    above = max(ZERO, (target - _counted(made, uses)) / chance.weight)
    return above if chance.most is None or above < chance.most else None
