"""The tournament points of a RisiKo! table: the RTU and Master methods
(rules/risiko.md#methods).

Source of all formulas: "Metodi di punteggio" of the RTU 2014. p are a player's table points; a
player who made RisiKo! has 100 of them in every formula. The gap is the winner's p less the player's. "The
second" is the next after the winner in place order, eliminated or not.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Any

from scoring.document import DocumentTable, SeatScore
from scoring.method import Bounds, Scored
from scoring.options import meta
from scoring.places import TIES, ZERO, SharingOptions, TableOptions, Ties, at_table, mean_points, places

RISIKO = Fraction(100)
"""The table points of a player who made RisiKo!, whatever was counted on the board."""


class Finish:
    """The result of a table: places, and the values that the formulas use.

    Seats count from 0. `points`: p of each seat. `size`: 4 or 5 (a table of three counts as one of four, of
    six as of five). `winner`: p of the winner; `second`: p of the second.
    """

    def __init__(self, seat_scores: Sequence[SeatScore], ties: Ties) -> None:
        self.seat_scores = seat_scores
        self.groups = at_table(seat_scores, ties)
        self.points = tuple(
            RISIKO if seat_score.risiko else Fraction(seat_score.points) for seat_score in seat_scores
        )
        self.size = 4 if len(seat_scores) <= 4 else 5
        self.risiko = any(seat_score.risiko for seat_score in seat_scores)
        order = [seat for group in self.groups for seat in group]
        self.winner, self.second = self.points[order[0]], self.points[order[1]]

    def gap(self, seat: int) -> Fraction:
        """The winner's points less those of the seat."""
        return self.winner - self.points[seat]


PointsAtPlace = Callable[[Finish, int, int, Any], Fraction]
"""`points_at(finish, seat, place, options)`: the points of the seat at that place."""
Points = Callable[[Finish, Any], Sequence[Fraction]]
"""`points(finish, options)`: the points of all seats of a table."""


def score_tables(
    points: Points, tables: Sequence[DocumentTable], options: TableOptions
) -> list[Scored | None]:
    scored: list[Scored | None] = []
    for table in tables:
        if table.seat_scores is None:
            scored.append(None)
        else:
            finish = Finish(table.seat_scores, options.ties)
            scored.append(Scored(places(finish.groups), tuple(points(finish, options))))
    return scored


def by_place(points_at: PointsAtPlace) -> Points:
    """The method in which seats that share a place get the mean `points_at` over the places they fill."""
    return lambda finish, options: mean_points(
        finish.groups, lambda seat, place: points_at(finish, seat, place, options)
    )


def nth(values: Sequence[Decimal | int], place: int) -> Fraction:
    """The value of a place (from 1); places beyond the list get its last value, those of an empty one 0."""
    return Fraction(values[min(place, len(values)) - 1]) if values else ZERO


# By size of the table, for the second place and those after it: the points before the gap is subtracted, and
# the least after it.
_CONVERSION_FROM = {4: (100, 80, 60), 5: (100, 80, 60, 50)}
_CONVERSION_LEAST = {4: (80, 60, 40), 5: (90, 70, 50, 40)}
_CONVERSION_OUT = (10, 20, 30)


def conversion_least(size: int, place: int) -> Fraction | None:
    """The least points of the second place and those after it, at a table of so many."""
    return nth(_CONVERSION_LEAST[4 if size <= 4 else 5], place - 1) if place > 1 else None


def conversion(first: int) -> Points:
    """The second of a table is ahead of the thirds of all others; then the gap counts."""

    def points_at(finish: Finish, seat: int, place: int, options: TableOptions) -> Fraction:
        seat_score = finish.seat_scores[seat]
        if seat_score.eliminated is not None:
            return nth(_CONVERSION_OUT, seat_score.eliminated)
        if seat_score.risiko:
            return first + 1 - finish.second / 100
        if place == 1:
            return first + (finish.winner - finish.second) / 100
        most = nth(_CONVERSION_FROM[finish.size], place - 1)
        return max(most - finish.gap(seat), conversion_least(finish.size, place) or ZERO)

    return by_place(points_at)


class BonusOptions(SharingOptions, frozen=True, kw_only=True):
    """Table points with a bonus for the winner."""

    bonus: Annotated[
        Decimal,
        meta(
            (
                "Bonus",
                "Punti in più per chi vince; due primi pari ne hanno metà ciascuno, tre o più niente.",
            ),
            ("Bonus", "Bonus points for the winner; two tied winners get half each, three or more none."),
        ),
    ] = Decimal(50)


def table_points(finish: Finish, options: BonusOptions) -> list[Fraction]:
    """p, and the bonus for the first: halved between two, not given among more."""
    first = finish.groups[0]
    bonus = Fraction(options.bonus) / len(first) if len(first) <= 2 else ZERO
    return [points + (bonus if seat in first else ZERO) for seat, points in enumerate(finish.points)]


def share_of_table(finish: Finish, options: TableOptions) -> list[Fraction]:
    """The share of the table's points, times 100 for each player there; two decimals, half up."""
    total = sum(finish.points, ZERO)
    if not total:
        return [ZERO] * len(finish.points)
    hundredths = [points * 10_000 * len(finish.points) / total for points in finish.points]
    return [Fraction(floor(value + Fraction(1, 2)), 100) for value in hundredths]


class StandardOptions(TableOptions, frozen=True, kw_only=True):
    """Points by place, with the table points as decimals."""

    places: Annotated[
        tuple[Decimal, ...],
        meta(
            ("Punti per posto", "I punti del primo, del secondo e così via; oltre l’elenco vale l’ultimo."),
            (
                "Points by place",
                "The points for first place, second place, and so on; beyond the list, the last value.",
            ),
        ),
    ] = (Decimal(12), Decimal(7), Decimal(5), Decimal(3), Decimal(2))
    out: Annotated[
        tuple[Decimal, ...],
        meta(
            ("Punti degli eliminati", "I punti del primo eliminato, del secondo e così via."),
            ("Points for eliminated players", "The points for the first player out, the second, and so on."),
        ),
    ] = (Decimal(1), Decimal(2), Decimal(3))
    risiko: Annotated[
        Decimal,
        meta(
            ("RisiKo!", "I punti di chi fa RisiKo!."),
            ("RisiKo!", "The points for making RisiKo!."),
        ),
    ] = Decimal(13)


def standard(finish: Finish, seat: int, place: int, options: StandardOptions) -> Fraction:
    seat_score = finish.seat_scores[seat]
    if seat_score.eliminated is not None:
        return nth(options.out, seat_score.eliminated)
    if seat_score.risiko:
        return Fraction(options.risiko)
    return nth(options.places, place) + finish.points[seat] / 100


def faentino(finish: Finish, seat: int, place: int, options: TableOptions) -> Fraction:
    seat_score = finish.seat_scores[seat]
    if seat_score.eliminated is not None:
        return ZERO
    if place == 1:
        return Fraction(110 if seat_score.risiko else 100)
    return Fraction(50 if finish.gap(seat) <= 15 else 10)


def spartaco(finish: Finish, seat: int, place: int, options: TableOptions) -> Fraction:
    if place > 1:
        return 100 - finish.gap(seat)
    return Fraction(186) if finish.risiko else 100 + finish.points[seat]


def medals(finish: Finish, options: TableOptions) -> list[Fraction]:
    """The place instead of points: the ranking is by the number of first places, second places, and so on."""
    return [Fraction(place) for place in places(finish.groups)]


_MAIALINO = (60, 10, 5, 0)


def maialino(finish: Finish, options: TableOptions) -> list[Fraction]:
    """Half of p and the bonus of the place. Two who share a place have half of its bonus each, and the next
    place's is not given; three who share the first 10 each; any larger tie nothing.
    """
    points_of: dict[int, Fraction] = {}
    first = 1
    for group in finish.groups:
        bonus = nth(_MAIALINO, first) / len(group) if len(group) <= 2 else ZERO
        if first == 1 and len(group) == 3:
            bonus = Fraction(10)
        for seat in group:
            seat_score = finish.seat_scores[seat]
            half = finish.points[seat] / 2
            points_of[seat] = (
                Fraction(110) if seat_score.risiko else half if seat_score.eliminated else half + bonus
            )
        first += len(group)
    return [points_of[seat] for seat in range(len(finish.seat_scores))]


_VERONESE = (100, 60, 40, 20, 0)


def veronese(finish: Finish, seat: int, place: int, options: TableOptions) -> Fraction:
    seat_score = finish.seat_scores[seat]
    if seat_score.risiko:
        return Fraction(200)
    return finish.points[seat] + (0 if seat_score.eliminated is not None else nth(_VERONESE, place))


def monzamici(finish: Finish, seat: int, place: int, options: TableOptions) -> Fraction:
    if place > 1:
        return ZERO if finish.risiko else 100 - finish.gap(seat)
    if finish.risiko:
        return Fraction(160)
    return 150 + finish.points[seat] / (10 if finish.size == 4 else 8)


def master(finish: Finish, seat: int, place: int, options: TableOptions) -> Fraction:
    """Thousandths of the table points; at a table of five a quarter more, to the next whole."""
    points = finish.points[seat]
    thousandths = points if finish.size == 4 else Fraction(ceil(points * 5 / 4))
    return (1 if place == 1 else 0) + min(thousandths, RISIKO) / 1000


class MasterOptions(TableOptions, frozen=True, kw_only=True):
    """The Master tournaments' own tie list."""

    ties: Annotated[Ties, TIES] = "master"


def counts_of_finish(options: TableOptions) -> tuple[str, ...]:
    """The fields of a seat score that every formula uses."""
    return ("points", "eliminated", "risiko")


def fixed_bounds(least: int, most: Fraction | int) -> Callable[[Any], Bounds]:
    """Bounds that no option changes, for table points up to those of a RisiKo!."""
    return lambda options: Bounds(Fraction(least), Fraction(most), int(RISIKO))


def bounds_with_bonus(options: BonusOptions) -> Bounds:
    bonus = Fraction(options.bonus)
    return Bounds(min(ZERO, bonus), RISIKO + max(ZERO, bonus), int(RISIKO))


def bounds_of_standard(options: StandardOptions) -> Bounds:
    listed = [Fraction(value) for value in options.places] or [ZERO]
    others = [Fraction(value) for value in options.out] or [ZERO]
    others.append(Fraction(options.risiko))
    return Bounds(min(*listed, *others), max(max(listed) + 1, *others), int(RISIKO))
