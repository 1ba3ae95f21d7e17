"""A page of the projector: what the template shows at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, takewhile
from math import ceil
from typing import Literal, TypeVar

from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.public.screen_names import TYPES
from clubtornei.public.screen_rooms import rank_digits
from clubtornei.public.screen_standings import CriterionColumn, StandingsLine
from clubtornei.rounds.brackets.bracket import Match
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.tables.by_name import PlayerPlace
from scoring.ledger import Colour
from scoring.record import Player

ROWS = 11  # of results, and of standings with several values
LEAST_ROWS = 4  # of names: fewer are no further apart
TABLE_COLUMNS = 3  # of the tables of many players
MOST_COLUMNS = 3  # of standings: so many are close together

Item = TypeVar("Item")
Kind = Literal["players", "board", "results", "standings", "podium", "tree", "message"]


class BoardLine(Struct, frozen=True):
    """A player on the alphabetical board, under the name that fits. `letter`: his initial, where it is the
    first in its column.
    """

    place: PlayerPlace
    player: Player
    letter: str


class Span(Struct, frozen=True):
    """From which to which of how many."""

    first: int
    last: int
    total: int

    @property
    def items(self) -> int:
        return self.last - self.first + 1

    @property
    def is_all(self) -> bool:
        return self.items == self.total

    @property
    def numbers(self) -> str:
        """As 1–3, or of a single one its number."""
        return f"{self.first}–{self.last}" if self.last > self.first else str(self.first)


class TreeRound(Struct, frozen=True):
    """A round of a bracket with its matches from the top; None where nobody plays."""

    name: str
    matches: tuple[Match | None, ...]


class ScreenPage(Struct, frozen=True, kw_only=True):
    """What is shown at once. `part` of `parts`: pages of the same kind, from 1; `span`: the tables, or the
    lines of the standings, that this one has. `rows`: how many there is room for; `type`: the size of names,
    see screen_names.py; `stacked`: whether each player of a table has a line of his own; `in_columns`:
    whether tables stand in columns; `letters`: from where to where in the alphabet the names of the board
    are; `early`: the results below it, on so many lines. `tree`: the last rounds of a knockout, or a part of
    it; `colours`: of those who play in it, by id; `third`: its match for the third place; `lost`: who is out
    of it, by id. `ranked`: the columns of the standings, all of the page or beside the results; `racing`: of
    a knockout, how many in them may still win it; `through`: who goes on in it, None elsewhere;
    `beside_span`: which lines these are; `beside_rows`, `beside_type`: those of what stands there, `ratio`:
    how much wider the results are; `champion`: who has won the knockout; `final`: the name of its last round,
    where it is played beside the match for the third place. `narrow`: whether what it has leaves room for a
    large code. `lines`: of a larger table, with `in_a_line` players each; `digits`: of the highest number of
    a table.
    """

    kind: Kind
    part: int = 1
    parts: int = 1
    span: Span | None = None
    rows: int = ROWS
    type: float = TYPES[0]
    stacked: bool = False
    in_columns: bool = False
    letters: str = ""
    early: tuple[ShownTable, ...] = ()
    early_lines: int = 0
    tree: tuple[TreeRound, ...] = ()
    third: Match | None = None
    colours: Mapping[int, Colour] = {}
    lost: frozenset[int] = frozenset()
    columns: tuple[tuple[BoardLine, ...], ...] = ()
    round: ShownRound | None = None
    criteria: Sequence[CriterionColumn] = ()
    ranked: tuple[tuple[StandingsLine, ...], ...] = ()
    racing: int = 0
    through: tuple[Player, ...] | None = None
    beside_span: Span | None = None
    beside_rows: int = ROWS
    beside_type: float = TYPES[0]
    ratio: float = 1.0
    champion: Player | None = None
    final: str = ""
    narrow: bool = False
    lines: int = 1
    in_a_line: int = 1
    digits: int = 1
    message: str = ""

    @property
    def is_message(self) -> bool:
        return self.kind == "message"

    @property
    def is_results(self) -> bool:
        return self.kind == "results"

    @property
    def is_standings(self) -> bool:
        return self.kind == "standings"

    @property
    def is_podium(self) -> bool:
        return self.kind == "podium"

    @property
    def is_tree(self) -> bool:
        return self.kind == "tree"

    @property
    def is_players(self) -> bool:
        return self.kind == "players"

    @property
    def is_part(self) -> bool:
        """Whether there are other pages of the same kind."""
        return self.parts > 1

    @property
    def is_part_of_tree(self) -> bool:
        return self.is_tree and self.is_part

    @property
    def is_titled(self) -> bool:
        """Whether tables and what stands beside them have headings."""
        return self.through is not None

    @property
    def is_below_code(self) -> bool:
        """Whether all of it is below the code, as nothing else keeps what stands at the right from it."""
        is_wide = not self.is_beside if self.is_results else self.is_standings and len(self.ranked) == 1
        return is_wide and not self.narrow

    @property
    def classes(self) -> str:
        """How many rows there are, and the size of their type; what stands below or beside them."""
        more = {
            f"early-{self.early_lines}": self.early,
            "titled": self.is_titled,
            "narrow": self.narrow,
            "below-code": self.is_below_code,
        }
        return " ".join([classes_of(self.rows, self.type), *(name for name, holds in more.items() if holds)])

    @property
    def ranking_classes(self) -> str:
        return "ranking-page close" if len(self.ranked) == MOST_COLUMNS else "ranking-page"

    @property
    def table_classes(self) -> str:
        """Of the tables of two."""
        return f"result-rows digits-{self.digits} {'stacked' if self.stacked else 'abreast'}"

    @property
    def beside_classes(self) -> str:
        return classes_of(self.beside_rows, self.beside_type)

    @property
    def champion_class(self) -> str:
        return type_class(self.beside_type)

    @property
    def has_several_byes(self) -> bool:
        return self.round is not None and len(self.round.byes) > 1

    @property
    def is_beside(self) -> bool:
        """Whether something stands beside the results."""
        return bool(self.ranked) or self.through is not None

    @property
    def results_classes(self) -> str:
        more = {f"beside ratio-{self.ratio * 100:.0f}": self.is_beside}
        return " ".join(["results-page", *(name for name, holds in more.items() if holds)])

    @property
    def table_columns(self) -> Sequence[Sequence[ShownTable]]:
        """The tables of two in columns from top to bottom; in the last one there is room for the byes."""
        columns = columns_of(self.round.tables if self.round else (), self.rows)
        return [*columns, *[()] * (TABLE_COLUMNS - len(columns))]

    @property
    def rankings(self) -> Iterator[tuple[Sequence[StandingsLine], Sequence[tuple[str, bool]], int]]:
        """The columns of the standings, each with the titles of its values, whether anybody there has such a
        value, and the digits of its highest place.
        """
        for lines in self.ranked:
            told = [any(line.cells[place].text for line in lines) for place in range(len(self.criteria))]
            titles = [(column.title, is_told) for column, is_told in zip(self.criteria, told, strict=True)]
            yield lines, titles, rank_digits(lines)

    @property
    def cells(self) -> str:
        """The cells of a line that there is room for, for the filter `slice`."""
        return f":{len(self.criteria)}"


def classes_of(rows: int, size: float) -> str:
    return f"rows-{rows} {type_class(size)}"


def type_class(size: float) -> str:
    return f"type-{size * 10:.0f}"


def initial_of(name: str) -> str:
    return sort_key(name)[:1].upper()


def in_parts(items: Sequence[Item], rows: int) -> Iterator[tuple[int, int, Sequence[Item]]]:
    """The items in parts of about the same length, at most `rows`, longest first: (part, parts, items)."""
    parts = -(-len(items) // rows)
    for part in range(parts):
        first, last = -(-part * len(items) // parts), -(-(part + 1) * len(items) // parts)
        yield part + 1, parts, items[first:last]


def in_fewest_parts(
    items: Sequence[Item], lines_of: Callable[[Sequence[Item]], int], most: int
) -> Iterator[tuple[int, int, Sequence[Item]]]:
    """The same where not all take as many lines: in as few parts as have at most so many, of about the same
    length. A single item may take more.
    """

    def ends(start: int) -> Iterator[int]:
        yield start + 1
        more = range(start + 2, len(items) + 1)
        yield from takewhile(lambda end: lines_of(items[start:end]) <= most, more)

    def parts_from(start: int) -> int:
        parts = 0
        while start < len(items):
            start, parts = max(ends(start)), parts + 1
        return parts

    start, parts = 0, parts_from(0)
    for left in range(parts, 0, -1):
        usual = start + ceil((len(items) - start) / left)
        possible = [end for end in ends(start) if parts_from(end) < left]
        end = min(possible, key=lambda end: abs(end - usual))
        yield parts - left + 1, parts, items[start:end]
        start = end


def spans_of(parts: Sequence[Sequence[object]], total: int) -> list[Span]:
    """Of each part: from which to which of the items, which are `total`."""
    ends = accumulate(map(len, parts))
    return [Span(end - len(part) + 1, end, total) for end, part in zip(ends, parts, strict=True)]


def in_columns(items: Sequence[Item], columns: int) -> list[Sequence[Item]]:
    """The items in columns of the same length, but for the last."""
    return columns_of(items, -(-len(items) // columns))


def columns_of(items: Sequence[Item], rows: int) -> list[Sequence[Item]]:
    """The items in columns of so many rows."""
    return [items[start : start + rows] for start in range(0, len(items), rows)]
