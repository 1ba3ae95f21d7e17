"""How templates write what a tournament has: points, seats, results, reasons."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template

from clubtornei.rounds.core.formatting import exactly, number, points
from clubtornei.rounds.core.reason_texts import why_of
from clubtornei.rounds.core.result_codes import RESULT_CODES, ResultCode
from clubtornei.rounds.core.seat_names import wind, wind_letter
from pairing.system import Reason
from scoring.record import Player

register = template.Library()

for written in (exactly, number, points, wind, wind_letter):
    register.filter(written.__name__, written)


@register.filter
def result(code: str) -> str:
    """The outcome of a table of two as the sheet shows it: 1 – 0, ½ – ½, + – −."""
    return RESULT_CODES[code].label


@register.filter
def said(outcome: ResultCode, game: Any) -> str:
    """An outcome in words, where the `white` and `black` of the game play."""
    return outcome.said(game.white.name, game.black.name)


@register.filter
def sentences(reasons: Iterable[Reason], players: Mapping[int, Player]) -> list[str]:
    """Why a table or a bye is as it is, one sentence for each clause."""
    return why_of(reasons, {entry_no: player.name for entry_no, player in players.items()})
