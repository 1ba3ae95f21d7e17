"""How the projector writes results: the score in large type, and below it a word that says what it is of."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.reports.bracket import BracketMatch
from clubtornei.rounds.state.result_codes import RESULT_CODES
from clubtornei.rounds.state.table_words import TableWords
from scoring.ledger import BLACK, WHITE, Colour
from scoring.record import Player

register = template.Library()


@register.filter
def score(table: ShownTable) -> str:
    """The points of both: of a match of several games all so far."""
    outcome = RESULT_CODES[table.outcome].on(table.scale)
    return str(outcome.short) if table.match_score is None or outcome.forfeit else table.result


@register.filter
def score_word(table: ShownTable) -> str:
    """Of a match of several games, that it goes on; that nobody played. Empty for all else."""
    outcome = RESULT_CODES[table.outcome]
    if outcome.forfeit:
        return _("forfait")
    if outcome.unrated:
        return _("senza Elo")
    if table.match_score is None:
        return ""
    return _("parziale") if table.due_game else ""


@register.filter
def word_of_both(table: ShownTable) -> str:
    """The same where each player has a line: that somebody did not come stands in his."""
    return "" if RESULT_CODES[table.outcome].forfeit else score_word(table)


class SeatOfTwo(Struct, frozen=True, kw_only=True):
    """A seat at a table of two, with what its player has; `fate`: the class of who has won, or lost;
    `absent`: whether he lost as he did not come.
    """

    colour: Colour
    player: Player
    points: str
    fate: str
    absent: bool


@register.filter
def seats_of_two(table: ShownTable, out: frozenset[int] = frozenset()) -> Sequence[SeatOfTwo]:
    """Both seats, each with its own points. Of a match has lost who is `out` of the knockout."""
    outcome = RESULT_CODES[table.outcome].on(table.scale)
    white, dash, black = score(table).partition(" – ")
    points = (white, black) if dash else (white, white)
    lost = [player.id in out for player in (table.white, table.black)]
    if outcome.winner and table.match_score is None:
        lost = [outcome.winner == BLACK, outcome.winner == WHITE]
    return [
        SeatOfTwo(
            colour=colour,
            player=player,
            points=points[seat],
            fate="lost" if lost[seat] else "won" if lost[1 - seat] else "",
            absent=outcome.forfeit and not outcome.scores[seat],
        )
        for seat, (colour, player) in enumerate(((WHITE, table.white), (BLACK, table.black)))
    ]


@register.filter
def of(colours: Mapping[int, Colour], player: Player) -> str:
    """The colour of the player in the round that is played; empty where games have none."""
    return colours.get(player.id, "")


@register.filter
def match_word(match: BracketMatch, words: TableWords) -> str:
    """The same of a match in the bracket; of one being played its table, by which the next one names it."""
    if match.forfeit:
        return _("forfait")
    games = match.shows_games and any(side.games for side in match.sides)
    if match.playing:
        table = words.cited(match.table)
        return f"{table} · {_('parziale')}" if games else table
    return ""
