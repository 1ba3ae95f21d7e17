"""The ranking criteria of a circuit, one row each (rules/circuits.md#criteria)."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from msgspec import Struct

ZERO = Fraction(0)


class Tally(Struct, frozen=True, kw_only=True):
    """What a person has in the circuit: results that count and that do not; the places in the events, as far
    as they are known; how many events and games.
    """

    counted: tuple[Fraction, ...] = ()
    discarded: tuple[Fraction, ...] = ()
    places: tuple[int, ...] = ()
    events: int = 0
    games: int = 0


CircuitValue = tuple[Fraction, ...]
"""Compared number by number, more being better; who has one more is ahead of who has the same and no more."""


class CircuitCriterion(Struct, frozen=True, kw_only=True):
    """A ranking criterion of a circuit; `title`, `meaning` by language."""

    name: str
    value: Callable[[Tally], CircuitValue]
    title: Mapping[str, str]
    meaning: Mapping[str, str]


def _row(
    name: str, value: Callable[[Tally], CircuitValue], it: tuple[str, str], en: tuple[str, str]
) -> CircuitCriterion:
    return CircuitCriterion(
        name=name, value=value, title={"it": it[0], "en": en[0]}, meaning={"it": it[1], "en": en[1]}
    )


def _number(measure: Callable[[Tally], int | Fraction]) -> Callable[[Tally], CircuitValue]:
    return lambda tally: (Fraction(measure(tally)),)


def _sorted(points: Sequence[Fraction]) -> CircuitValue:
    return tuple(sorted(points, reverse=True))


def total(tally: Tally) -> Fraction:
    """The points of the circuit: the sum of the results that count."""
    ratios = [points.as_integer_ratio() for points in tally.counted]
    common = lcm(*(denominator for _, denominator in ratios))
    return Fraction(sum(numerator * (common // denominator) for numerator, denominator in ratios), common)


_ROWS = (
    _row(
        "points",
        _number(total),
        ("Punti", "La somma dei risultati che contano."),
        ("Points", "The sum of the results that count."),
    ),
    _row(
        "average",
        _number(lambda tally: total(tally) / len(tally.counted) if tally.counted else ZERO),
        ("Media", "La media dei risultati che contano."),
        ("Average", "The average of the results that count."),
    ),
    _row(
        "results",
        lambda tally: _sorted(tally.counted),
        ("Risultati migliori", "Il migliore dei risultati che contano, poi il secondo, e così via."),
        ("Best results", "The best of the results that count, then the second, and so on."),
    ),
    _row(
        "discards",
        lambda tally: _sorted(tally.discarded),
        ("Migliori scarti", "Il migliore dei risultati scartati, poi il secondo, e così via."),
        ("Best discards", "The best of the discarded results, then the second, and so on."),
    ),
    _row(
        "firsts",
        _number(lambda tally: tally.places.count(1)),
        ("Primi posti", "Quanti tornei del circuito ha vinto."),
        ("First places", "How many tournaments of the circuit a player has won."),
    ),
    _row(
        "seconds",
        _number(lambda tally: tally.places.count(2)),
        ("Secondi posti", "Quante volte è stato secondo."),
        ("Second places", "How many times a player came second."),
    ),
    _row(
        "thirds",
        _number(lambda tally: tally.places.count(3)),
        ("Terzi posti", "Quante volte è stato terzo."),
        ("Third places", "How many times a player came third."),
    ),
    _row(
        "events",
        _number(lambda tally: tally.events),
        ("Tornei giocati", "A quanti tornei del circuito ha partecipato."),
        ("Tournaments played", "How many tournaments of the circuit a player has played."),
    ),
    _row(
        "games",
        _number(lambda tally: tally.games),
        ("Partite giocate", "Quante partite ha giocato nei tornei del circuito."),
        ("Games played", "How many games a player has played in the circuit’s tournaments."),
    ),
)

CIRCUIT_CRITERIA: Mapping[str, CircuitCriterion] = {row.name: row for row in _ROWS}
"""All criteria of circuits by name, in the order in which they are offered."""
