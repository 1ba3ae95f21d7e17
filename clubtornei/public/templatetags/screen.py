"""How the projector writes results: the score in large type, and below it a word that says what it is of."""

from collections.abc import Iterator, Mapping, Sequence

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.brackets.bracket import BracketMatch, Side
from clubtornei.rounds.core.formatting import FRACTIONS
from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.core.table_words import TableWords
from clubtornei.rounds.reports.writing import Cell
from clubtornei.rounds.snapshot.calendar import ShownTable
from scoring.ledger import BLACK, WHITE, Colour
from scoring.record import Player

register = template.Library()


@register.filter
def halved(cell: Cell) -> str:
    """The value with its ½ apart, for wholes to stand under each other."""
    whole = cell.text.rstrip("".join(FRACTIONS.values()))
    return format_html("{}<span>{}</span>", whole, cell.text.removeprefix(whole))


@register.filter
def beyond(place: int, main: int) -> str:
    """The class of a column of the standings that is left out where there are several columns of rows."""
    return "more" if place > main else ""


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
def decided_score(table: ShownTable) -> str:
    """The points of both, in the classes of who has won and of who has lost."""
    first, second = seats_of_two(table)
    if not (first.fate and first.points):
        return score(table)
    return format_html(
        '<span class="{}">{}</span> – <span class="{}">{}</span>',
        first.fate,
        first.points,
        second.fate,
        second.points,
    )


@register.filter
def coloured_sides(match: BracketMatch, colours: Mapping[int, Colour]) -> Iterator[tuple[Side, str, str]]:
    """The sides of a match in the bracket, each with its CSS classes, and with those of its seat while it is
    played. `colours`: of the round that is played, by player.
    """
    for side, result in match.marked_sides:
        colour = colours.get(side.player.id) if match.playing and side.player else None
        yield side, result, f"seat {colour}" if colour else ""


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


@register.filter
def match_score(match: BracketMatch) -> str:
    """The points of both; empty while nobody has played."""
    scores = [side.score for side in match.sides]
    return " – ".join(scores) if all(scores) else ""
