"""How numbers and results of a tournament are written."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils import formats

from clubtornei.rounds.reads.winds import wind, wind_letter
from clubtornei.rounds.results.outcomes import OUTCOMES, Outcome
from clubtornei.rounds.sentences import why_of
from scoring.record import Number, Player

register = template.Library()


@register.filter
def points(value: str | None) -> str:
    """Points as the engines print them, with halves as halves: "3.5" is 3½, "0.5" is ½."""
    if value is None:
        return "–"
    whole, _point, rest = value.partition(".")
    if rest == "5":
        return f"{'' if whole == '0' else whole}½"
    return number(value)


@register.filter
def number(value: str | None) -> str:
    """An exact decimal as the engines print it, with the comma or point of the reader's language."""
    return "–" if value is None else value.replace(".", formats.get_format("DECIMAL_SEPARATOR"))


@register.filter
def exactly(value: Number | None) -> str:
    """A number as it was marked at the table, with the comma or point of the reader's language."""
    return "" if value is None else number(str(value))


register.filter("wind", wind)
register.filter("wind_letter", wind_letter)


@register.filter
def result(code: str) -> str:
    """The outcome of a table of two as the sheet shows it: 1 – 0, ½ – ½, + – −."""
    return OUTCOMES[code].label


@register.filter
def said(outcome: Outcome, game: Any) -> str:
    """An outcome in words, where the `white` and `black` of the game play."""
    return outcome.said(game.white.name, game.black.name)


@register.filter
def sentences(reasons: Iterable[Mapping[str, Any]], players: Mapping[int, Player]) -> list[str]:
    """Why a table or a bye is as it is, one sentence for each clause."""
    return why_of(reasons, {ident: player.name for ident, player in players.items()})
