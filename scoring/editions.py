"""The methods printed in the game's own editions of 1993 and 1997 (rules/risiko.md#editions).

Source: the rules of RisiKo! "Edizione Torneo" (1993) and of RisiKo! (1997). Here `points` are the
value of the territories inside the objective and `outside` of those outside it; RisiKo! does not set them to
100. The places are those of the method's points, ties by the tie list: neither RisiKo! nor elimination counts
for them. Where only the winner goes on, by the rules of 1993 who made RisiKo! is the winner.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal

from scoring.document import DocumentTable, Number, SeatScore
from scoring.method import Method, Scored
from scoring.options import NOTHING_MORE, meta
from scoring.places import TableOptions, discards, in_order, no_bye, places, ties_count

PointsOfSeat = Callable[[SeatScore, Any], Fraction]
"""`points_of(seat_score, options)`: the points of one seat; they do not depend on the other seats."""


def _score(
    points_of: PointsOfSeat, tables: Sequence[DocumentTable], options: TableOptions
) -> list[Scored | None]:
    scored: list[Scored | None] = []
    for table in tables:
        if table.seat_scores is None:
            scored.append(None)
            continue
        points = tuple(points_of(seat_score, options) for seat_score in table.seat_scores)
        groups = in_order([(value,) for value in points], table.seat_scores, options.ties)
        scored.append(Scored(places(groups), points))
    return scored


def _sum_of_recorded(*counts: Number | None) -> Fraction:
    """The sum of the counts that were recorded."""
    return sum((Fraction(count) for count in counts if count is not None), Fraction(0))


def all_territories(seat_score: SeatScore, options: TableOptions) -> Fraction:
    """1993, method 1: the territories wherever they are, and 50 for RisiKo!."""
    return _sum_of_recorded(seat_score.points, seat_score.outside, 50 if seat_score.risiko else None)


def objective_or_hundred(seat_score: SeatScore, options: TableOptions) -> Fraction:
    """1993, method 2: the territories of the objective, or 100 for RisiKo!."""
    return _sum_of_recorded(100 if seat_score.risiko else seat_score.points)


def objective_and_armies(seat_score: SeatScore, options: TableOptions) -> Fraction:
    """1993, method 3: as method 2, and the armies inside the objective."""
    return objective_or_hundred(seat_score, options) + _sum_of_recorded(seat_score.armies_in)


def objective_or_all(seat_score: SeatScore, options: TableOptions) -> Fraction:
    """1997, method 2: the territories of the objective; with RisiKo! those outside it too."""
    return _sum_of_recorded(seat_score.points, seat_score.outside if seat_score.risiko else None)


class ArmiesOptions(TableOptions, frozen=True, kw_only=True):
    """1997, method 3: the method to which armies are added, and which armies."""

    armies: Annotated[
        Literal["in", "all"] | None,
        meta(
            ("Armate contate", "Vuoto: con il metodo 1 tutte, con il metodo 2 quelle nell’obiettivo."),
            ("Armies counted", "If empty: all with method 1, those inside the objective with method 2."),
            announced=NOTHING_MORE,
            empty=(
                "con il metodo 1 tutte, con il metodo 2 quelle nell’obiettivo",
                "all with method 1, those inside the objective with method 2",
            ),
            choice_labels={
                "in": ("Quelle nell’obiettivo", "Inside the objective"),
                "all": ("Tutte quelle in campo", "All on the board"),
            },
        ),
    ] = None
    method: Annotated[
        int,
        meta(
            ("Metodo di base", "Il metodo a cui si aggiungono le armate: 1 (tutti i territori) o 2."),
            ("Base method", "The method to which armies are added: 1 (all territories) or 2."),
            minimum=1,
            maximum=2,
        ),
    ] = 1

    @property
    def armies_outside(self) -> bool:
        """Do the armies outside the objective count too?"""
        return self.armies == "all" or (self.armies is None and self.method == 1)


def territories_and_armies(seat_score: SeatScore, options: ArmiesOptions) -> Fraction:
    """1997, method 3: method 1 or 2, and the armies."""
    basic = all_territories if options.method == 1 else objective_or_all
    outside = seat_score.armies_out if options.armies_outside else None
    return basic(seat_score, options) + _sum_of_recorded(seat_score.armies_in, outside)


Counts = Callable[[Any], tuple[str, ...]]


def always_recording(*counts: str) -> Counts:
    """The fields of a seat score that must be recorded, whatever the options."""
    return lambda options: counts


def recording_armies(options: ArmiesOptions) -> tuple[str, ...]:
    """1997, method 3: the fields to record depend on which armies are counted."""
    out = ("armies_out",) if options.armies_outside else ()
    return ("points", "outside", "risiko", "armies_in", *out)


def _row(
    name: str,
    points_of: PointsOfSeat,
    counts: Counts,
    it: tuple[str, str],
    en: tuple[str, str],
    options: type[TableOptions] = TableOptions,
) -> Method:
    return Method(
        name=name,
        multiplayer=True,
        options=options,
        score=partial(_score, points_of),
        bye=no_bye,
        discards=discards,
        counts=counts,
        ties=ties_count,
        level_first="offered",
        risiko_wins=name.startswith("edition-1993"),
        risiko_points=100 if points_of in (objective_or_hundred, objective_and_armies) else None,
        ranking=("points", "previous"),
        title={"it": it[0], "en": en[0]},
        meaning={"it": it[1], "en": en[1]},
    )


METHODS = (
    _row(
        "edition-1993-1",
        all_territories,
        always_recording("points", "outside", "risiko"),
        ("Edizione 1993, metodo 1", "Il valore di tutti i territori, più 50 per il RisiKo!."),
        ("1993 edition, method 1", "The value of all territories, plus 50 for RisiKo!."),
    ),
    _row(
        "edition-1993-2",
        objective_or_hundred,
        always_recording("points", "risiko"),
        ("Edizione 1993, metodo 2", "Il valore dei territori nell’obiettivo; 100 per il RisiKo!."),
        ("1993 edition, method 2", "The value of territories in the objective; 100 for RisiKo!."),
    ),
    _row(
        "edition-1993-3",
        objective_and_armies,
        always_recording("points", "risiko", "armies_in"),
        ("Edizione 1993, metodo 3", "Come il metodo 2, più le armate nell’obiettivo."),
        ("1993 edition, method 3", "Like method 2, plus the armies in the objective."),
    ),
    _row(
        "edition-1997-2",
        objective_or_all,
        always_recording("points", "risiko", "outside"),
        (
            "Edizione 1997, metodo 2",
            "Il valore dei territori nell’obiettivo; con il RisiKo! anche di quelli fuori.",
        ),
        (
            "1997 edition, method 2",
            "The value of territories in the objective; with RisiKo!, of those outside too.",
        ),
    ),
    _row(
        "edition-1997-3",
        territories_and_armies,
        recording_armies,
        ("Edizione 1997, metodo 3", "Come il metodo 1 o il metodo 2, più le armate."),
        ("1997 edition, method 3", "Like method 1 or 2, plus the armies."),
        ArmiesOptions,
    ),
)
