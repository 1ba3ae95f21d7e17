"""The ways in which an event counts for a circuit, one row each (rules/circuits.md#ways).

A way turns the results of an event into those of the circuit, before the weight: usually one for each
person; several where each game counts by itself.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Struct

from scoring.circuit_document import DocumentTypedResult, EntryResult
from scoring.options import NOT_EMPTY, meta

ZERO = Fraction(0)


class EventResults(Struct, frozen=True, kw_only=True):
    """The results of an event; `players`: how many took part. `possible`: the most points that could be
    scored, None: not said.
    """

    entries: Sequence[EntryResult]
    players: int
    possible: Fraction | None = None


Worths = Sequence[tuple[Fraction, ...]]
"""For each entry, in their order, the results that it brings."""


class CountingMethod(Struct, frozen=True, kw_only=True):
    """A way of counting.

    `worths(results, options)`: what each entry brings. `needs(options)`: the fields of an entry that it
    depends on. `most(options)`: the most that one result can bring; None: it has no bound. `by_game`: whether
    an event brings a result for each game. `possible(options)`: whether the event has to say what was
    possible.
    """

    name: str
    options: type[Struct]
    worths: Callable[[EventResults, Any], Worths]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    needs: Callable[[Any], tuple[str, ...]]
    most: Callable[[Any], Fraction | None] = lambda options: None
    by_game: bool = False
    possible: Callable[[Any], bool] = lambda options: False


SharedPlaces = Literal["split", "each"]
RankedBy = Literal["place", "points"]

SHARED = meta(
    (
        "Posti a pari merito",
        "«divisi»: i punti dei posti occupati si dividono in parti uguali; «a ciascuno»: ciascuno ha quelli"
        " del posto.",
    ),
    (
        "Shared places",
        "“split”: the points of the shared places are divided equally; “to each”: everybody gets the"
        " points of the place.",
    ),
    choice_labels={"split": ("divisi", "split"), "each": ("a ciascuno", "to each")},
)
RANKED_BY = meta(
    (
        "Posto",
        "«in classifica»: quello della classifica finale; «per punti»: per i soli punti, senza spareggi.",
    ),
    (
        "Place",
        "“in the standings”: the place in the final standings; “by points”: by points only, without"
        " tie-breaks.",
    ),
    choice_labels={"place": ("in classifica", "in the standings"), "points": ("per punti", "by points")},
)


class NoCountingOptions(Struct, frozen=True):
    """Nothing can be chosen."""


class PlacePointsOptions(Struct, frozen=True, kw_only=True):
    table: Annotated[
        tuple[Decimal, ...],
        meta(
            ("Punti per posto", "I punti del primo, del secondo, e così via."),
            ("Points by place", "The points for first place, second place, and so on."),
        ),
        NOT_EMPTY,
    ]
    rest: Annotated[
        Decimal,
        meta(
            ("Agli altri", "I punti di chi viene dopo l’ultimo posto della tabella."),
            ("For the others", "The points for places beyond the table."),
        ),
    ] = Decimal(0)
    shared: Annotated[SharedPlaces, SHARED] = "split"
    ranked_by: Annotated[RankedBy, RANKED_BY] = "place"


class FieldOptions(Struct, frozen=True, kw_only=True):
    shared: Annotated[SharedPlaces, SHARED] = "split"
    ranked_by: Annotated[RankedBy, RANKED_BY] = "place"


class NormalisedOptions(Struct, frozen=True, kw_only=True):
    scale: Annotated[
        Decimal,
        meta(
            ("Scala", "Quanto vale il massimo."),
            ("Scale", "What the maximum is worth."),
            least=0,
        ),
    ] = Decimal(100)
    against: Annotated[
        Literal["winner", "possible"],
        meta(
            (
                "Rispetto a",
                "«winner»: i punti più alti del torneo; «possible»: i punti possibili, scritti nel torneo.",
            ),
            (
                "In proportion to",
                "“winner”: the highest score of the tournament; “possible”: the maximum points entered for"
                " the tournament.",
            ),
            choice_labels={
                "winner": ("il migliore", "the best"),
                "possible": ("i punti possibili", "the maximum points"),
            },
        ),
    ] = "winner"


def _points(results: EventResults, options: NoCountingOptions) -> Worths:
    return [(entry.points,) for entry in results.entries]


def _games(results: EventResults, options: NoCountingOptions) -> Worths:
    return [entry.games for entry in results.entries]


def _by_table(results: EventResults, options: PlacePointsOptions) -> Worths:
    table = [Fraction(points) for points in options.table]
    rest = Fraction(options.rest)
    return _by_place(results, options, lambda place: table[place - 1] if place <= len(table) else rest)


def _by_field(results: EventResults, options: FieldOptions) -> Worths:
    return _by_place(results, options, lambda place: Fraction(max(0, results.players - place + 1)))


def _by_place(
    results: EventResults, options: PlacePointsOptions | FieldOptions, points_at: Callable[[int], Fraction]
) -> Worths:
    places = places_by(results.entries, options.ranked_by)
    level = Counter(places)
    of_place = {
        place: points_at(place)
        if options.shared == "each"
        else sum((points_at(place + above) for above in range(count)), ZERO) / count
        for place, count in level.items()
    }
    return [(of_place[place],) for place in places]


def places_by(entries: Sequence[EntryResult], ranked_by: RankedBy) -> list[int]:
    """The place of each entry: that of the final ranking, or by the points alone."""
    if ranked_by == "place":
        return [entry.place or 0 for entry in entries]
    ahead: dict[Fraction, int] = {}
    for place, points in enumerate(sorted((entry.points for entry in entries), reverse=True), 1):
        ahead.setdefault(points, place)
    return [ahead[entry.points] for entry in entries]


def _normalised(results: EventResults, options: NormalisedOptions) -> Worths:
    if options.against == "possible":
        whole = results.possible or ZERO
    else:
        whole = max((entry.points for entry in results.entries), default=ZERO)
    if whole <= 0:
        return [(ZERO,) for _ in results.entries]
    return [(entry.points / whole * Fraction(options.scale),) for entry in results.entries]


def _ranked_by(options: PlacePointsOptions | FieldOptions) -> tuple[str, ...]:
    return (options.ranked_by,)


_ROWS = (
    CountingMethod(
        name="points",
        options=NoCountingOptions,
        worths=_points,
        needs=lambda options: ("points",),
        title={"it": "Punti del torneo", "en": "Tournament points"},
        meaning={
            "it": "I punti della classifica finale del torneo.",
            "en": "The points in the tournament’s final standings.",
        },
    ),
    CountingMethod(
        name="games",
        options=NoCountingOptions,
        worths=_games,
        needs=lambda options: ("games",),
        by_game=True,
        title={"it": "Partita per partita", "en": "Game by game"},
        meaning={
            "it": "Ogni partita giocata è un risultato, senza gli scarti del torneo.",
            "en": "Each game played is a result, ignoring the tournament’s own discards.",
        },
    ),
    CountingMethod(
        name="places",
        options=PlacePointsOptions,
        worths=_by_table,
        needs=_ranked_by,
        most=lambda options: Fraction(max(*options.table, options.rest)),
        title={"it": "Punti per posto", "en": "Points by place"},
        meaning={
            "it": "Una tabella dà i punti del primo, del secondo, e così via.",
            "en": "A table gives the points for first place, second place, and so on.",
        },
    ),
    CountingMethod(
        name="field",
        options=FieldOptions,
        worths=_by_field,
        needs=_ranked_by,
        title={"it": "Quanti ci stanno dietro", "en": "Players finished ahead of"},
        meaning={
            "it": "L’ultimo ha 1 punto, ogni posto più avanti uno di più.",
            "en": "Last place scores 1 point, and each place above it one more.",
        },
    ),
    CountingMethod(
        name="normalised",
        options=NormalisedOptions,
        worths=_normalised,
        needs=lambda options: ("points",),
        most=lambda options: Fraction(options.scale),
        possible=lambda options: options.against == "possible",
        title={"it": "Punti normalizzati", "en": "Normalised points"},
        meaning={
            "it": "I punti in proporzione a quelli del migliore, o a quelli possibili.",
            "en": "The points in proportion to the winner’s, or to the maximum.",
        },
    ),
)

WAYS: Mapping[str, CountingMethod] = {way.name: way for way in _ROWS}
"""All ways of counting by name."""


PLACE_TABLES: Mapping[str, tuple[Mapping[str, str], tuple[int, ...]]] = {
    "formula-1": (
        {"it": "come in Formula 1, ai primi 10", "en": "as in Formula 1, for the first 10"},
        (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
    ),
    "ski-world-cup": (
        {
            "it": "come nella Coppa del mondo di sci, ai primi 30",
            "en": "as in the Ski World Cup, for the first 30",
        },
        (100, 80, 60, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, *range(16, 0, -1)),
    ),
}
"""Tables of points that a form offers for `places`, the first one where nothing has been chosen. Sources: the
FIA's Formula One Sporting Regulations, since 2010; the FIS' rules of the Alpine World Cup.
"""


def says(result: DocumentTypedResult, field: str) -> bool:
    """Whether a typed result says what a way of counting needs of it: a name among the `needs`."""
    if field == "points":
        return result.points is not None or bool(result.games)
    return getattr(result, field) not in (None, ())
