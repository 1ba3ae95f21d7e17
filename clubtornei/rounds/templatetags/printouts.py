"""Template tags and filters of the printed sheets."""

from base64 import b64encode
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from clubtornei.accounts.models import Club
from clubtornei.colours import WHITE, readable
from clubtornei.players.names import given_name_first
from clubtornei.qr_codes import qr_code
from clubtornei.rounds.core.formatting import Notation, leaves_room, points
from clubtornei.rounds.core.player_names import has_no_surname, name_around_surname
from clubtornei.rounds.core.site_facts import player_facts
from clubtornei.rounds.reports.report import CrossRound, Game, RoundPoints
from clubtornei.rounds.reports.writing import Cell
from clubtornei.rounds.templatetags.tournament import ShownStage
from clubtornei.rounds.typesetting.text_width import width_in_em
from clubtornei.rounds.typesetting.titles import has_one_line, title_size
from clubtornei.rounds.typesetting.type_size import POINT, size_on_lines
from clubtornei.untyped import Context
from scoring.record import Player
from scoring.standings import exact

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST_WORD, LONGEST = 24, 70  # letters of a name
# As markup: spaces themselves are taken out of it (printouts/markup.py).
FIGURE_SPACE, NARROW_SPACE = SafeString("&#8199;"), SafeString("&#8239;")
NO_BREAK_SPACE = SafeString("&#160;")
LINE_BREAK = SafeString("&#10;")
HALF_ROOM = FIGURE_SPACE + NO_BREAK_SPACE + NARROW_SPACE  # about as wide as ½
DOT = SafeString("•") + NARROW_SPACE  # with Black
DOT_ROOM = NO_BREAK_SPACE + NARROW_SPACE + NARROW_SPACE  # about as wide
# In millimetres, on the wall: the room beside the code, of which each figure and letter takes so much.
NAME_ON_WALL, FIGURE_ON_WALL = 148.0, 24.0
LETTERS_ON_WALL, LETTERS_SIZES = 56.0, (20.0, 72.0)  # those letters, and their type in points
BEFORE_LETTERS, SMALLER_LETTERS = 3.0, 0.84  # beyond the room reckoned for the name; of their type
NAME_SIZES, ON_ONE_LINE = (11.0, 22.0), 0.9  # points; of the type on two lines
RESULT_ROOM = "___ – ___"  # for a result that is still open

register = template.Library()


@register.simple_tag(takes_context=True)
def qr(context: Context, path: str) -> str:
    """The QR code of a page of this site, as a data URL for an image."""
    return qr_code(context["absolute_url"](path))


@register.simple_tag(takes_context=True)
def absolute_url(context: Context, path: str) -> str:
    """The absolute URL of a page of this site, as phones can open it."""
    url: str = context["absolute_url"](path)
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


class WallSizes(NamedTuple):
    """The name of an event, its type, and that of the letters of a page, in points as CSS has them."""

    name: str
    size: str
    letters: str


@register.simple_tag
def sizes_on_wall(name: str, number: int, letters: str = "") -> WallSizes:
    """Of the name between the number of its round and the letters, which have one line. These are a little
    smaller where the name then has one, too; on two lines its last word is not alone.
    """
    left = NAME_ON_WALL - FIGURE_ON_WALL * len(str(number)) - BEFORE_LETTERS * bool(letters)
    whole = size_on_lines(letters, LETTERS_ON_WALL, 1, *LETTERS_SIZES)
    sizes = [(size, left - width_in_em(letters) * size * POINT) for size in (whole, whole * SMALLER_LETTERS)]
    (size, width), (smaller, wider) = sizes
    *_small, largest = NAME_SIZES
    if not has_one_line(name, width, largest) and has_one_line(name, wider, largest * ON_ONE_LINE):
        size, width = smaller, wider
    of_name = title_size(name, width, *NAME_SIZES, ON_ONE_LINE)
    *before, first, last = ["", "", *name.split()]
    fits = all(has_one_line(text, width, of_name) for text in (" ".join(before), f"{first} {last}"))
    return WallSizes(kept_together(name) if fits else name, f"{of_name:.1f}", f"{size:.1f}")


@register.filter
def kept_together(name: str) -> str:
    """The name, of which no last word stands alone on a line."""
    *words, last = name.split(" ")
    return format_html("{}{}{}", " ".join(words), NO_BREAK_SPACE, last) if len(words) > 1 else name


@register.filter
def sliced(items: Sequence[object], part: slice) -> Sequence[object]:
    """A slice of the items; Django's own filter `slice` takes only text."""
    return items[part]


class TableOfTwo(Protocol):
    """Its result, as a whole and for each seat."""

    @property
    def result(self) -> str: ...
    @property
    def symbols(self) -> "tuple[str | _StrPromise, str | _StrPromise]": ...


@register.filter
def result_or_room(table: TableOfTwo) -> str:
    """The result of a table in a calendar, or the room for it; a forfeit in symbols, for which no column is
    wider.
    """
    result = table.result
    if width_in_em(result) <= width_in_em(RESULT_ROOM):
        return result or RESULT_ROOM
    return " – ".join(map(str, table.symbols))


@register.filter
def without_player(seats: Sequence[int], players: Sequence[object]) -> Sequence[int]:
    """The seats, from 1, that a table of so many players does not have."""
    return seats[len(players) :]


@register.filter
def item_at(items: Sequence[object], index: int) -> object:
    """The item at that index; None if there are fewer."""
    return items[index] if index < len(items) else None


@register.filter
def in_its_lines(text: str) -> SafeString:
    """The text with its line breaks, which are taken out of the markup otherwise."""
    return format_html_join(LINE_BREAK, "{}", ((line,) for line in text.split("\n")))


@register.filter
def on_next_line(text: str) -> SafeString:
    """The text after a line break that is text itself: as an element it takes WeasyPrint a fifth longer."""
    return format_html("{}{}", LINE_BREAK, text)


@register.filter
def aligned(cell: Cell) -> str:
    """The value, with room in text in place of ½: an element takes WeasyPrint longer. A dash for no value
    would read as the sign of the next column.
    """
    if not isinstance(cell.value, RoundPoints):
        return _with_room(cell.text, cell.slot)
    if cell.value.discarded:
        return format_html("<del>{}</del>", cell.text)
    return "–" if cell.value.kind.is_missing else "" if cell.value.kind.is_open else cell.text


@register.filter
def points_aligned(value: str, snapshot: ShownStage) -> str:
    """As `points_in_column`, likewise."""
    return _with_room(snapshot.notation.points(value), snapshot.notation.slot)


def points_for_reckoning(value: str | None, notation: Notation) -> str:
    """As wide as `points_aligned` writes them."""
    text = notation.points(value)
    return f"{text}½" if leaves_room(text, notation.slot) else text


@register.filter
def bye_points(step: CrossRound) -> str:
    """The points of a bye in a crosstable, written like the results beside it."""
    return points(exact(step.points or Fraction(0)))


def _with_room(text: str, slot: bool) -> str:
    return format_html("{}{}", text, HALF_ROOM) if leaves_room(text, slot) else text


@register.filter
def with_dot(game: Game) -> SafeString:
    """The result, with the dot of Black before it or room for one; nothing of a game to be played. Text:
    elements take WeasyPrint longer.
    """
    if not game.symbol:
        return SafeString("")
    room = DOT_ROOM if game.colour else ""
    result = format_html("<del>{}</del>", game.symbol) if game.struck else game.symbol
    return format_html("{}{}", DOT if game.played_black else room, result)


@register.filter
def numbered(player: Player, digits: int) -> SafeString:
    """The player's name after his number, with room for so many digits and a space at which no line is
    broken; the name alone where there are none.
    """
    if not digits:
        return format_html("{}", player.name)
    number = str(player.number)
    return format_html("{}{}{}{}", figure_spaces(digits - len(number)), number, FIGURE_SPACE, player.name)


def figure_spaces(count: int) -> SafeString:
    """So many blanks, each as wide as a figure."""
    return format_html_join("", "{}", ((FIGURE_SPACE,) for _ in range(count)))


@register.filter
def before_result(pair: str) -> SafeString:
    """The numbers of a pair, with the room between them and their result."""
    return format_html("{}{}", pair, FIGURE_SPACE + FIGURE_SPACE if pair else "")


@register.filter
def weighted(player: Player, in_lines: bool = False) -> SafeString:
    """The name with the surname in heavier type; that of a team as a whole. `in_lines`: with the given name
    on a line of its own.
    """
    before, surname, behind = name_around_surname(player)
    if not in_lines:
        return format_html("{}<b>{}</b>{}", before, surname, behind)
    lines = [before.strip(), format_html("<b>{}</b>", surname), behind.strip()]
    return format_html_join(LINE_BREAK, "{}", ((line,) for line in lines if line))


def name_in_lines(player: Player) -> str:
    """As `weighted` writes it in lines, for reckoning."""
    return "\n".join(filter(None, map(str.strip, name_around_surname(player))))


def name_on_diploma(player: Player) -> str:
    """Everywhere else on the site the surname comes first, on a diploma last. A team and initials stay, and
    what tells a namesake apart is at the end.
    """
    if has_no_surname(player):
        return player.name
    facts = player_facts(player)
    mark = f" ({facts.mark})" if facts.mark else ""
    return given_name_first(player.name.removesuffix(mark), facts.surname) + mark
