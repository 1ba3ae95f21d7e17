"""Template filters that format points, seats, results and reasons."""

from collections.abc import Iterable, Mapping

from django import template

from clubtornei.rounds.core.formatting import exactly, number, points
from clubtornei.rounds.core.reason_texts import reason_texts
from clubtornei.rounds.core.result_codes import RESULT_CODES, ResultCode
from clubtornei.rounds.core.seat_names import wind, wind_letter
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.results.round_view import MatchLine, TwoPlayerTable
from pairing.system import Reason
from scoring.record import Player

register = template.Library()

for formatter in (exactly, number, points, wind, wind_letter):
    register.filter(formatter.__name__, formatter)


@register.filter
def result(code: str) -> str:
    """The result of a table of two in symbols: 1 – 0, ½ – ½, + – −."""
    return RESULT_CODES[code].label


@register.filter
def is_forfeit(code: str) -> bool:
    """Whether the outcome is of a game that was not played."""
    return RESULT_CODES[code].forfeit


@register.filter
def in_words(outcome: ResultCode, game: TwoPlayerTable | MatchLine) -> str:
    """A result in words, with the names of the game's `white` and `black`."""
    return outcome.in_words(game.white.name, game.black.name)


@register.filter
def points_in(value: str, snapshot: EventSnapshot) -> str:
    """Points as the stage writes them: ½ at tables of two, decimals where more than two sit at a table."""
    return number(value) if snapshot.multiplayer else points(value)


@register.filter
def sentences(reasons: Iterable[Reason], players: Mapping[int, Player]) -> list[str]:
    """The reasons for a table or a bye, one sentence each."""
    return reason_texts(reasons, {entry_no: player.name for entry_no, player in players.items()})
