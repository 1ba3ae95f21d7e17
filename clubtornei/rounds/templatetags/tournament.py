"""Template filters that write points, seats, results and reasons."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template

from clubtornei.rounds.core.formatting import exactly, number, points
from clubtornei.rounds.core.reason_texts import why_of
from clubtornei.rounds.core.result_codes import RESULT_CODES, ResultCode
from clubtornei.rounds.core.seat_names import wind, wind_letter
from scoring.record import Player

register = template.Library()

for formatter in (exactly, number, points, wind, wind_letter):
    register.filter(formatter.__name__, formatter)


@register.filter
def result(code: str) -> str:
    """The label of a result code: 1 – 0, ½ – ½, + – −."""
    return RESULT_CODES[code].label


@register.filter
def in_words(outcome: ResultCode, game: Any) -> str:
    """A result in words, with the names of the game's players."""
    return outcome.said(game.white.name, game.black.name)


@register.filter
def sentences(reasons: Iterable[Mapping[str, Any]], players: Mapping[int, Player]) -> list[str]:
    """The reasons of a table or a bye, one sentence each; `players` by entry number."""
    return why_of(reasons, {entry_no: player.name for entry_no, player in players.items()})
