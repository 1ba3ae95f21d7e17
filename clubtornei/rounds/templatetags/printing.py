"""Template tags and filters of the printed sheets."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from clubtornei.accounts.models import Club
from clubtornei.events.short_names import short_club
from clubtornei.players.names import given_name_first
from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.reports.cell_texts import Cell, WrittenRow
from clubtornei.rounds.reports.crosstable_parts import Part
from clubtornei.rounds.reports.report import (
    ColumnKind,
    CrossGame,
    CrossRound,
    Opponents,
    ReportRow,
    RoundPoints,
)
from clubtornei.rounds.state.formatting import leaves_room, points, recorded_number
from clubtornei.rounds.state.player_names import beside_club, has_no_surname, name_around_surname
from clubtornei.rounds.state.site_facts import player_facts
from clubtornei.rounds.state.table_words import SeatColour, wind_letter
from clubtornei.text.colours import WHITE, readable
from clubtornei.text.untyped import Context
from scoring.record import DocumentPlayer
from scoring.standings import decimal_text

LONGEST_WORD, LONGEST = 24, 70  # letters of a name
FIGURE_SPACE, NARROW_SPACE, NO_BREAK_SPACE, TAB = "\u2007", "\u202f", "\u00a0", "\t"
HALF_ROOM = FIGURE_SPACE + NO_BREAK_SPACE + NARROW_SPACE  # about as wide as ½
BREAK = SafeString("<br>")
DISCS: Mapping[SeatColour, str] = {"white": "○", "black": "●", "": ""}
SELF = "■"  # of a player against himself
RESULT_ROOM = "___ – ___"  # for a result that is still open

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute_url(context: Context, path: str) -> str:
    """The absolute URL of a page of this site, as phones can open it."""
    url: str = context["absolute_url"](path)
    return url


@register.simple_tag(takes_context=True)
def url_in_hall(context: Context, path: str) -> str:
    """The page's address in the hall while the server that has the other one is not reached; else empty."""
    url: str = context["url_in_hall"](path)
    return url


@register.filter
def without_scheme(url: str) -> str:
    """The URL as people read and type it."""
    return url.removeprefix("https://").removeprefix("http://").rstrip("/")


@register.simple_tag
def club_logo(club: Club) -> str:
    """The club's logo, as a data URL for an image; empty if it has none. A query only where there is one."""
    return f"data:image/png;base64,{b64encode(club.stored_logo.image).decode()}" if club.logo else ""


@register.filter
def on_paper(colour: str) -> str:
    """The tone of a colour in which a sheet has words."""
    return readable(colour, WHITE)


@register.filter
def endless(name: str) -> str:
    """The CSS class of a name that is broken wherever the line ends, or cut; others have none."""
    is_endless = len(name) > LONGEST or any(len(word) > LONGEST_WORD for word in name.split())
    return "endless" if is_endless else ""


register.filter(beside_club)
register.filter(wind_letter)


@register.filter
def rounds(line: WrittenRow, part: Part) -> Sequence[Cell]:
    """The rounds of a row of a crosstable in this part of it."""
    return [cell for cell in line.cells if cell.column.kind is ColumnKind.CROSS_ROUND][part.slice]


@register.filter
def games_line(line: WrittenRow, part: Part) -> SafeString:
    """The games of a row of a crosstable in this part of it, each at a tab stop; of a further cycle below."""
    cells = [cell for cell in line.cells if cell.column.kind is ColumnKind.GAMES][part.slice]
    games = ([SELF] if cell.is_self else map(with_disc, _games_of(cell)) for cell in cells)
    lines = (format_html_join(TAB, "{}", zip(cycle)) for cycle in zip_longest(*games, fillvalue=""))
    return format_html_join(BREAK, "{}", zip(lines))


def _games_of(cell: Cell) -> Sequence[CrossGame]:
    return cell.value if isinstance(cell.value, tuple) else ()


@register.filter
def numbers_line(part: Part) -> str:
    """The numbers of the columns of a crosstable, each at a tab stop."""
    return TAB.join(str(number).rjust(2, FIGURE_SPACE) for number in part.numbers)


def result_or_room(table: ShownTable) -> str:
    """The result of a table in a calendar, or the room for it, where it is still to come; of one with a word
    the points only, for which no column is wider.
    """
    result = table.result
    if table.annulled and not result:
        return ""
    if len(result) <= len(RESULT_ROOM):
        return result or RESULT_ROOM
    return " – ".join(map(str, table.symbols))


@register.filter
def game_line(row: ReportRow) -> SafeString:
    """A game of a calendar: its table, its result or the room for it, and behind a tab who plays."""
    table, white, black = (row.values[key] for key in ("result", "white", "black"))
    assert isinstance(table, ShownTable)
    assert isinstance(white, DocumentPlayer) and isinstance(black, DocumentPlayer)
    number = str(table.number).rjust(2, FIGURE_SPACE) + 2 * FIGURE_SPACE
    names = after_number(white), after_number(black)
    return format_html("{}{}{}{} – {}", number, result_or_room(table), TAB, *names)


@register.filter
def round_line(cells: Sequence[Cell]) -> SafeString:
    """A round of a player's card: its figures, and behind them, in the last cell, whom he met."""
    *figures, last = cells
    met = last.value
    assert isinstance(met, Opponents)
    name = format_html("<del>{}</del>", last.text) if met.annulled else last.text
    note = format_html(" <i>· {}</i>", met.note) if met.note and met.players else ""
    below = BREAK if len(met.players) > 1 else TAB
    return format_html("{}{}{}{}", TAB.join(cell.text for cell in figures), below, name, note)


@register.filter
def aligned(cell: Cell) -> str:
    """The value, with room in text in place of ½: an element takes WeasyPrint longer; of a club its short
    name. A dash for no value would read as the sign of the next column.
    """
    if cell.column.key == "club":
        return short_club(cell.text)
    if cell.column.kind is ColumnKind.COLOUR and cell.value:
        return format_html('<i class="disc {}"></i>', cell.value)
    if not isinstance(cell.value, RoundPoints):
        return f"{cell.text}{HALF_ROOM}" if leaves_room(cell.text, cell.slot) else cell.text
    if cell.value.discarded:
        return format_html("<del>{}</del>", cell.text)
    return "–" if cell.value.kind.is_missing else "" if cell.value.kind.is_open else cell.text


@register.filter
def bye_points(step: CrossRound) -> str:
    """The points of a bye in a crosstable, written like the results beside it."""
    return points(decimal_text(step.points or Fraction(0)))


@register.filter
def disc(colour: SeatColour) -> str:
    """The disc of a colour, as a letter of the sheets' typeface."""
    return DISCS[colour]


@register.filter
def with_disc(game: CrossGame | None) -> str:
    """The result, with the disc of its colour before it; nothing of a game to be played."""
    if not (game and game.symbol):
        return ""
    result = format_html("<del>{}</del>", game.symbol) if game.struck else game.symbol
    return format_html("{}{}", DISCS[game.colour], result)


@register.filter
def after_number(player: DocumentPlayer) -> SafeString:
    """The name after the player's number, both in one weight."""
    return format_html("{}{}{}", player.number, _gap(player), player.name)


@register.simple_tag
def player_name(
    player: DocumentPlayer, number: int | str = "", *, is_struck: bool = False, is_rated: object = ""
) -> SafeString:
    """The name, as `titled`, struck if his games are annulled; with his rating on the line of its end."""
    name = titled(player, number)
    name = format_html("<del>{}</del>", name) if is_struck else name
    rating = format_html('{}<span class="rating">{}</span>', _gap(player), rated(player)) if is_rated else ""
    return format_html("{}{}", name, rating)


@register.filter
def titled(player: DocumentPlayer, number: int | str = "") -> SafeString:
    """The name, as `weighted`, after the player's title, if he has one, and after this number, if any."""
    name = weighted(player, _gap(player) if number or player.title else "")
    if player.title:
        name = format_html('{}<i class="title">{}</i>{}', _gap(player) if number else "", player.title, name)
    return format_html('<i class="number">{}</i>{}', number, name) if number else name


def _gap(player: DocumentPlayer) -> str:
    """What parts a name from what stands before it; WeasyPrint breaks no endless word behind another."""
    return " " if endless(player.name) else NO_BREAK_SPACE


@register.filter
def rated(player: DocumentPlayer) -> str:
    """His rating in the event's first list; empty for 0: he is not in it."""
    return recorded_number(player.rating or None)


@register.filter
def numbered(player: DocumentPlayer) -> SafeString:
    """The name, as `weighted`, after the player's number."""
    return format_html('<i class="number">{}</i>{}', player.number, weighted(player, _gap(player)))


@register.filter
def weighted(player: DocumentPlayer, gap: str = "") -> SafeString:
    """The name with the surname in heavier type, and on one line: Della Valle; that of a team as a whole. The
    gap before it stands in its first text, as each text takes WeasyPrint a third of a millisecond.
    """
    before, surname, after = name_around_surname(player)
    is_whole = has_no_surname(player) or endless(surname)
    whole = surname if is_whole else surname.replace(" ", NO_BREAK_SPACE)
    if before:
        return format_html("{}{}<b>{}</b>{}", gap, before, whole, after)
    return format_html("<b>{}{}</b>{}", gap, whole, after)


def name_on_diploma(player: DocumentPlayer) -> str:
    """Everywhere else on the site the surname comes first, on a diploma last. A team and initials stay, and
    what tells a namesake apart is at the end.
    """
    if has_no_surname(player):
        return player.name
    facts = player_facts(player)
    mark = f" ({facts.mark})" if facts.mark else ""
    return given_name_first(player.name.removesuffix(mark), facts.surname) + mark
