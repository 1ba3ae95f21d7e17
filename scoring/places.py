"""Tables of more than two: places at a table, and points by place and by wind.

Places: rules/places.md#places. Points: rules/places.md#by-place and rules/places.md#by-wind.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Any, Literal

from msgspec import Struct

from scoring.document import DocumentTable, Number, SeatScore
from scoring.method import Bounds, Method, Scored
from scoring.options import meta

ZERO = Fraction(0)

Groups = Sequence[Sequence[int]]
"""Seats (counted from 0) from first to last; those in one group share the place."""
Rank = tuple[Fraction, ...]
"""The value by which seats are ranked before any tie list; more is better."""

Ties = Literal["none", "rtu-2003", "rtu-2014", "master"]


# The criteria that break ties, by edition: fields of a seat score, added where there are several; more is
# better (rules/places.md#ties). RTU 2003, art. 17 (and the 1997 and 1998 editions); RTU 2014, "Conclusione di
# una partita e casi di parità"; Master 2020, "Punti classifica".
TIE_LISTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "none": (),
    "rtu-2003": (("outside",), ("armies_in",), ("armies_in", "armies_out"), ("dice",)),
    "rtu-2014": (
        ("outside",),
        ("armies_in",),
        ("armies_out",),
        ("cards",),
        ("territories_in",),
        ("territories_out",),
        ("dice",),
    ),
    "master": (("outside",), ("order",)),
}


def recorded(seat_score: SeatScore, name: str) -> Number | None:
    """The field of a seat score as it counts in a tie list; None: it was not recorded.

    An eliminated player holds nothing, whether that was recorded or not.
    """
    value: Number | None = getattr(seat_score, name)
    if value is None and seat_score.eliminated is not None and name not in ("order", "dice"):
        return 0
    return value


def _sum_of(seat_score: SeatScore, counts: tuple[str, ...]) -> Fraction | None:
    """The sum of these fields; None: one of them was not recorded."""
    values = [recorded(seat_score, name) for name in counts]
    known = [value for value in values if value is not None]
    return sum(map(Fraction, known), ZERO) if len(known) == len(counts) else None


def in_order(ranks: Sequence[Rank], seat_scores: Sequence[SeatScore], ties: Ties) -> Groups:
    """The seats by rank, highest first, with ties broken by the tie list.

    A criterion not recorded for one seat of a level group is skipped for all of that group, also when a later
    criterion splits it.
    """
    groups: Groups = _split(range(len(ranks)), ranks)
    for counts in TIE_LISTS[ties]:
        groups = [part for group in groups for part in split_by_counts(group, seat_scores, counts)]
    return groups


def split_by_counts(
    group: Sequence[int], seat_scores: Sequence[SeatScore], counts: tuple[str, ...]
) -> Groups:
    """Level seats by one criterion of a tie list; left together where one of them has no value of it."""
    sums = {seat: _sum_of(seat_scores[seat], counts) for seat in group}
    return [group] if len(group) == 1 or None in sums.values() else _split(group, sums)


def _split(seats: Sequence[int], ranks: Any) -> list[list[int]]:
    ordered = sorted(seats, key=ranks.__getitem__, reverse=True)
    return [sorted(level) for _, level in groupby(ordered, key=ranks.__getitem__)]


def at_table(seat_scores: Sequence[SeatScore], ties: Ties, low_wins: bool = False) -> Groups:
    """The seats from first to last: RisiKo!, then by points, then the eliminated, the last one first."""
    return in_order([_rank(seat_score, low_wins) for seat_score in seat_scores], seat_scores, ties)


def _rank(seat_score: SeatScore, low_wins: bool) -> Rank:
    if seat_score.eliminated is not None:
        return (ZERO, ZERO, Fraction(seat_score.eliminated))
    points = Fraction(seat_score.points)
    return (Fraction(seat_score.risiko), Fraction(1), -points if low_wins else points)


def places(groups: Groups) -> tuple[int, ...]:
    """The place of each seat; a shared place is the best of those it fills (1, 1, 3)."""
    place_of, next_place = {}, 1
    for group in groups:
        place_of.update(dict.fromkeys(group, next_place))
        next_place += len(group)
    return tuple(place_of[seat] for seat in range(len(place_of)))


def mean_points(groups: Groups, points_at: Callable[[int, int], Fraction]) -> tuple[Fraction, ...]:
    """The points of each seat: the mean of `points_at(seat, place)` over the places that its group fills."""
    mean_of, next_place = {}, 1
    for group in groups:
        filled = range(next_place, next_place + len(group))
        for seat in group:
            mean_of[seat] = sum((points_at(seat, place) for place in filled), ZERO) / len(filled)
        next_place += len(group)
    return tuple(mean_of[seat] for seat in range(len(mean_of)))


TIES = meta(
    (
        "Parità al tavolo",
        "Quale elenco distingue chi è pari al tavolo; senza elenco il posto resta in comune.",
    ),
    ("Ties at the table", "How players tied at a table are separated; without a list, they share the place."),
    choice_labels={
        "none": ("Il posto resta in comune", "Shared place"),
        "rtu-2003": ("RTU 2003", "RTU 2003"),
        "rtu-2014": ("RTU 2014", "RTU 2014"),
        "master": ("Master", "Master"),
    },
)


class TableOptions(Struct, frozen=True, kw_only=True):
    """The options of all methods for tables of more than two."""

    ties: Annotated[Ties, TIES] = "rtu-2014"
    discards: Annotated[
        int,
        meta(
            ("Scarti", "Quanti dei risultati peggiori di ciascuno non contano; almeno uno conta sempre."),
            (
                "Discards",
                "How many of each player’s worst results are discarded; at least one always counts.",
            ),
            minimum=0,
            maximum=200,
            unsaid="0",
        ),
    ] = 0


class SharingOptions(TableOptions, frozen=True, kw_only=True):
    """The same for methods in which players level at a table usually share the place."""

    ties: Annotated[Ties, TIES] = "none"


def discards(options: TableOptions) -> int:
    """The number of each player's worst results that do not count."""
    return options.discards


def ties_count(options: TableOptions) -> tuple[str, ...]:
    """The fields of a seat score that the tie list compares, in its order."""
    return tuple(dict.fromkeys(name for counts in TIE_LISTS[options.ties] for name in counts))


def no_bye(options: Any) -> Number:
    """A bye gives no points."""
    return 0


class PlaceOptions(SharingOptions, frozen=True, kw_only=True):
    """Points by place at the table."""

    points: Annotated[
        tuple[Decimal, ...],
        meta(
            ("Punti per posto", "I punti del primo, del secondo e così via."),
            ("Points by place", "The points for first place, second place, and so on."),
        ),
    ] = (Decimal(10), Decimal(6), Decimal(3), Decimal(1))
    rest: Annotated[
        Decimal,
        meta(
            ("Punti oltre l’elenco", "I punti di ogni posto che l’elenco non nomina."),
            ("Points beyond the list", "The points for each place not in the list."),
        ),
    ] = Decimal(0)
    low_wins: Annotated[
        bool,
        meta(
            ("Vince chi ha meno", "È davanti chi segna meno punti al tavolo."),
            ("Lowest wins", "Fewer points at the table are better."),
        ),
    ] = False


class WindOptions(PlaceOptions, frozen=True, kw_only=True):
    """Points by place among those who sat at the same wind."""

    points: Annotated[
        tuple[Decimal, ...],
        meta(
            ("Punti per posto", "I punti del primo del vento, del secondo e così via."),
            ("Points by place", "The points for first at the wind, second, and so on."),
        ),
    ] = (Decimal(10), Decimal(6), Decimal(4), Decimal(3), Decimal(2))
    rest: Annotated[
        Decimal,
        meta(
            ("Punti oltre l’elenco", "I punti di ogni posto che l’elenco non nomina."),
            ("Points beyond the list", "The points for each place not in the list."),
        ),
    ] = Decimal(1)


def _points_of_place(options: PlaceOptions) -> Callable[[int, int], Fraction]:
    """The points of a place, the same for every seat, as a function for `mean_points`."""
    points = [Fraction(number) for number in options.points]
    rest = Fraction(options.rest)
    return lambda seat, place: points[place - 1] if place <= len(points) else rest


def score_by_place(tables: Sequence[DocumentTable], options: PlaceOptions) -> list[Scored | None]:
    """The points of the places at each table."""
    points_at = _points_of_place(options)
    scored: list[Scored | None] = []
    for table in tables:
        if table.seat_scores is None:
            scored.append(None)
            continue
        groups = at_table(table.seat_scores, options.ties, options.low_wins)
        scored.append(Scored(places(groups), mean_points(groups, points_at)))
    return scored


def score_by_wind(tables: Sequence[DocumentTable], options: WindOptions) -> list[Scored | None]:
    """The points of the places among all who sat at the same wind, over all tables with a result."""
    points_at = _points_of_place(options)
    scored: dict[tuple[int, int], tuple[int, Fraction]] = {}
    results = {
        number: table.seat_scores for number, table in enumerate(tables) if table.seat_scores is not None
    }
    for wind in range(max(map(len, results.values()), default=0)):
        scores_at_wind = {
            number: seat_scores[wind] for number, seat_scores in results.items() if wind < len(seat_scores)
        }
        seat_scores = tuple(scores_at_wind.values())
        groups = in_order(
            [_rank_at_wind(seat_score, options.low_wins) for seat_score in seat_scores],
            seat_scores,
            options.ties,
        )
        for number, place, points in zip(
            scores_at_wind, places(groups), mean_points(groups, points_at), strict=True
        ):
            scored[number, wind] = place, points
    return [
        _scored_table([scored[number, wind] for wind in range(len(table.seats))])
        if number in results
        else None
        for number, table in enumerate(tables)
    ]


def _rank_at_wind(seat_score: SeatScore, low_wins: bool) -> Rank:
    """As at a table, but players eliminated at different tables are level with each other."""
    return (ZERO, ZERO, ZERO) if seat_score.eliminated is not None else _rank(seat_score, low_wins)


def _scored_table(seats: Sequence[tuple[int, Fraction]]) -> Scored:
    return Scored(tuple(place for place, _ in seats), tuple(points for _, points in seats))


def bounds(options: PlaceOptions) -> Bounds:
    """The points of the worst and of the best place."""
    values = (*options.points, options.rest)
    return Bounds(Fraction(min(values)), Fraction(max(values)))


METHODS = (
    Method(
        name="places",
        multiplayer=True,
        options=PlaceOptions,
        score=score_by_place,
        bye=no_bye,
        discards=discards,
        ties=ties_count,
        bounds=bounds,
        ranking=("points", "penalty"),
        title={"it": "Punti per posto al tavolo", "en": "Points by place at the table"},
        meaning={
            "it": "Ogni posto al tavolo vale i punti dell’elenco; chi è pari li divide.",
            "en": "Each place at the table scores the points in the list; tied players share them.",
        },
    ),
    Method(
        name="winds",
        multiplayer=True,
        options=WindOptions,
        score=score_by_wind,
        bye=no_bye,
        discards=discards,
        ties=ties_count,
        bounds=bounds,
        by_seat=True,
        ranking=("points", "penalty"),
        title={"it": "Punti per vento", "en": "Points by wind"},
        meaning={
            "it": "In ogni partita chi sedeva allo stesso vento, a tutti i tavoli, fa una classifica sola.",
            "en": "In each game, all players at the same wind, across the tables, are ranked together.",
        },
    ),
)
