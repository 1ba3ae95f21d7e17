"""A page of the projector: what the template shows at once."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Literal, TypeVar

from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.public.screen_names import TYPES
from clubtornei.rounds.reports.standings import CriterionColumn, StandingsLine
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.tables.by_name import PlayerPlace
from scoring.record import Player

ROWS = 11  # of results, and of standings with several values
UNHEADED_COLUMNS = 3  # so many have no line that says what they hold
SHORT_MESSAGE, LONG_MESSAGE = 24, 60  # characters

Item = TypeVar("Item")
Kind = Literal["players", "board", "results", "standings", "podium", "message"]


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
    def is_all(self) -> bool:
        return self.last - self.first + 1 == self.total


class ScreenPage(Struct, frozen=True, kw_only=True):
    """What is shown at once. `part` of `parts`: pages of the same kind, from 1; `span`: the tables, or the
    lines of the standings, that this one has. `rows`: how many there is room for; `type`: the size of names,
    see screen_names.py; `stacked`: whether each player of a table has a line of his own. `ranked`: the
    columns of the standings, all of the page or beside the results, where `beside_span` says which these are;
    `through`: who goes on from each table in a knockout, None elsewhere; `beside_rows`, `beside_type`: those
    of what stands there; `champion`: who has won the knockout. `lines`: of a larger table, with `in_a_line`
    players each; `digits`: of the highest number of a table.
    """

    kind: Kind
    part: int = 1
    parts: int = 1
    span: Span | None = None
    rows: int = ROWS
    type: float = TYPES[0]
    stacked: bool = False
    columns: tuple[tuple[BoardLine, ...], ...] = ()
    round: ShownRound | None = None
    criteria: Sequence[CriterionColumn] = ()
    ranked: tuple[tuple[StandingsLine, ...], ...] = ()
    through: tuple[Player | None, ...] | None = None
    beside_span: Span | None = None
    beside_rows: int = ROWS
    beside_type: float = TYPES[0]
    champion: Player | None = None
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
    def is_headed(self) -> bool:
        """Whether the columns of the standings have a line that says what they hold."""
        return self.is_standings and len(self.ranked) < UNHEADED_COLUMNS

    @property
    def is_players(self) -> bool:
        return self.kind == "players"

    @property
    def is_part(self) -> bool:
        """Whether there are other pages of the same kind."""
        return self.parts > 1

    @property
    def is_titled(self) -> bool:
        """Whether tables and what stands beside them have headings."""
        return self.through is not None

    @property
    def classes(self) -> str:
        """How many rows there are, and the size of their type."""
        return classes_of(self.rows, self.type)

    @property
    def ranking_classes(self) -> str:
        return "ranking-page headed" if self.is_headed else "ranking-page"

    @property
    def beside_classes(self) -> str:
        return classes_of(self.beside_rows, self.beside_type)

    @property
    def has_several_byes(self) -> bool:
        return self.round is not None and len(self.round.byes) > 1

    @property
    def is_beside(self) -> bool:
        """Whether something stands beside the results."""
        return bool(self.ranked) or self.through is not None

    @property
    def cells(self) -> str:
        """The cells of a line that there is room for, for the filter `slice`."""
        return f":{len(self.criteria)}"

    @property
    def letters(self) -> str:
        """The initials of the first and of the last name on the page."""
        first, last = (
            initial_of(line.place.player.name) for line in (self.columns[0][0], self.columns[-1][-1])
        )
        return first if first == last else f"{first} – {last}"

    @property
    def length(self) -> str:
        """Of the message, or of the champion's name: by which the size of its type goes."""
        text = self.champion.name if self.champion else self.message
        if len(text) <= SHORT_MESSAGE:
            return "short"
        return "medium" if len(text) <= LONG_MESSAGE else "long"


def classes_of(rows: int, size: float) -> str:
    return f"rows-{rows} type-{size * 10:.0f}"


def initial_of(name: str) -> str:
    return sort_key(name)[:1].upper()


def in_parts(items: Sequence[Item], rows: int) -> Iterator[tuple[int, int, Sequence[Item]]]:
    """The items in parts of about the same length, at most `rows`: (part, parts, items)."""
    parts = -(-len(items) // rows)
    for part in range(parts):
        first, last = part * len(items) // parts, (part + 1) * len(items) // parts
        yield part + 1, parts, items[first:last]


def spans_of(parts: Sequence[Sequence[object]], total: int) -> list[Span]:
    """Of each part: from which to which of the items, which are `total`."""
    ends = accumulate(map(len, parts))
    return [Span(end - len(part) + 1, end, total) for end, part in zip(ends, parts, strict=True)]


def in_columns(items: Sequence[Item], columns: int) -> list[Sequence[Item]]:
    """The items in columns of the same length, but for the last."""
    length = -(-len(items) // columns)
    return [items[start : start + length] for start in range(0, len(items), length)]
