"""What is to be read, as data: a table of typed values; `cell_texts.py` writes them, alike everywhere."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.state.formatting import Notation
from clubtornei.rounds.state.table_words import SeatColour, seat_name
from scoring.ledger import ResultKind
from scoring.record import DocumentPlayer

RANK, NAME, COLOUR = "rank", "name", "colour"
"""The keys of the columns of places and of names, which most reports have, and of colours."""


class Audience(IntEnum):
    """Who reads a report. Each may read all that those before it may."""

    PUBLIC = 1
    HALL = 2
    ORGANISERS = 3


class ColumnKind(StrEnum):
    """What the values of a column are."""

    TEXT = "text"
    NAME = "name"
    """Players, or the names of clubs."""
    NUMBER = "number"
    """A number that is no points: of games, of a table, a rating."""
    MONEY = "money"
    """Euros: with cents where there are any."""
    POINTS = "points"
    """Tournament points, with the decimals of the event."""
    CRITERION = "criterion"
    """Any other value that ranks players."""
    NAMED = "named"
    """A value that ranks players, and has a name: the round reached in a knockout."""
    ROUND = "round"
    """What one round brought a player: RoundPoints."""
    CROSS_ROUND = "cross-round"
    GAMES = "games"
    """The games against the player of the column; None against himself."""
    ROW = "row"
    """The number of the row in its table."""
    PEOPLE = "people"
    RESULT = "result"
    TABLE = "table"
    """The number of a table, whose reasons pages explain."""
    FIRST = "first"
    """Who has White, or the first seat of a table of two."""
    SECOND = "second"
    OUTCOME = "outcome"
    """The result of the table of the row."""
    SEAT = "seat"
    """Where somebody sits: TableSeat."""
    COLOUR = "colour"
    PLACE = "place"
    DAY = "day"
    OPPONENTS = "opponents"
    EVENT = "event"
    """What an event of a circuit brought a player: EventPoints."""


class Mark(StrEnum):
    """What is said of a row beside its values."""

    ANNULLED = "annulled"
    WITHDRAWN = "withdrawn"
    MEDAL = "medal"
    """One of the first three places."""
    MINE = "mine"
    """The row that the page is about."""
    TO_COME = "to-come"
    GAME_ANNULLED = "game-annulled"
    BY_HAND = "by-hand"
    """A table changed by hand."""
    ELIMINATED = "eliminated"
    """Out of a knockout that goes on."""
    THIRD_PLACE = "third-place"
    """The match for the third place."""
    BELOW_CUT = "below-cut"
    """The first row below those that lead to a later stage."""
    LEVEL = "level"
    """Level with the row above on what the ranking looks at first."""


class NamedNumber(Struct, frozen=True):
    """A number that people know by a name: the round of a knockout that somebody has reached."""

    number: Fraction
    name: str


class RoundPoints(Struct, frozen=True, kw_only=True):
    """What one round brought a player at a multiplayer table; `discarded`: whether it does not count."""

    round: int
    kind: ResultKind
    points: Fraction
    place: int | None
    discarded: bool


class CrossGame(Struct, frozen=True):
    """A game in a crosstable. `symbol`: the player's result, 1, ½, 0, + or −, "a"; empty while it is open."""

    round: int
    symbol: str = ""
    colour: SeatColour = ""
    annulled: bool = False

    @property
    def struck(self) -> bool:
        """Whether its result is struck out."""
        return self.annulled and bool(self.symbol)


class CrossRound(Struct, frozen=True, kw_only=True):
    """A round of a player: the game with the opponent, and his row in the table; or the points of a bye."""

    kind: ResultKind
    game: CrossGame | None = None
    opponent: DocumentPlayer | None = None
    row: int | None = None
    points: Fraction | None = None


class TableSeat(Struct, frozen=True):
    """A place in a round: the table, and at a larger one the seat from 1, a wind where seats are `winds`."""

    table: int
    seat: int | None = None
    winds: bool = False

    @property
    def name(self) -> str:
        """The seat in words; empty at a table of two."""
        return seat_name(self.seat, winds=self.winds) if self.seat else ""


class Opponents(Struct, frozen=True, kw_only=True):
    """Whom a player met in a round, or what it was for him `instead`; `note`: more of it, in words. `colour`:
    with which the one opponent plays.
    """

    players: tuple[DocumentPlayer, ...] = ()
    colour: SeatColour = ""
    annulled: bool = False
    instead: str = ""
    note: str = ""


class EventPoints(Struct, frozen=True):
    """What an event brought a player: the sum of what counts, and of what does not."""

    counted: Fraction | None = None
    discarded: Fraction | None = None


class NumberList(Struct, frozen=True):
    """Numbers that rank one after the other: the best results of a season."""

    numbers: tuple[Fraction, ...]


class CountedPlayer(Struct, frozen=True):
    """A player of a club; `counted`: whether his points are part of its sum."""

    player: DocumentPlayer
    points: Fraction
    counted: bool


class People(Struct, frozen=True):
    """The players of a club, who have a cell together."""

    members: tuple[CountedPlayer, ...]


Value = (
    None
    | str
    | int
    | Fraction
    | Decimal
    | date
    | DocumentPlayer
    | ShownTable
    | TableSeat
    | NamedNumber
    | RoundPoints
    | CrossGame
    | Opponents
    | CrossRound
    | People
    | EventPoints
    | NumberList
    | tuple[CrossGame, ...]
)
"""A typed value, never formatted text. None: there is nothing to say."""


class Column(Struct, frozen=True, kw_only=True):
    """A column. `title`, `short` (where there is little room) and `meaning` are in the reader's language.

    `audience`: the widest that may read it. `decimals`: how many its figures have at least. `is_main`: the
    ranking looks at it first. `is_detail`: only spreadsheets and JSON have it. `is_idle`: all have the same,
    so that pages, sheets and screens leave it out. `is_heading`: where rows have headings, these say it.
    `colour`: of the seat.
    """

    key: str
    title: str
    kind: ColumnKind
    short: str = ""
    meaning: str = ""
    audience: Audience = Audience.PUBLIC
    decimals: int = 0
    is_main: bool = False
    is_detail: bool = False
    is_idle: bool = False
    is_heading: bool = False
    colour: SeatColour = ""

    @property
    def is_abbreviated(self) -> bool:
        """Whether pages write its short title."""
        return self.kind in (ColumnKind.TABLE, ColumnKind.OUTCOME)

    @property
    def is_seat(self) -> bool:
        """Whether it is of who sits at a table of two."""
        return self.kind in (ColumnKind.FIRST, ColumnKind.SECOND)

    @property
    def is_against(self) -> bool:
        """Whether it is of a player, under the number of his row; `meaning` is his name."""
        return self.kind is ColumnKind.GAMES

    @property
    def is_criterion(self) -> bool:
        """Whether its values rank."""
        return self.kind in (ColumnKind.POINTS, ColumnKind.CRITERION, ColumnKind.NAMED)


class ReportRow(Struct, frozen=True, kw_only=True):
    """A row: its values by the keys of the columns; one without a value is None.

    `player`: the id of the player that it is of: pages link to his card, and explain his place; his name is
    in the column "name". `why`: why it is below the row before it, and `decided_by`: the column that says so;
    None: they are level. `heading`: what it has in common with its neighbours, in words. `link`: the page of
    whom it is of, where it is no card of this event.
    """

    values: Mapping[str, Value]
    player: int | None = None
    marks: frozenset[Mark] = frozenset()
    decided_by: str | None = None
    why: str = ""
    heading: str = ""
    link: str = ""

    @property
    def rank(self) -> int | None:
        place = self.values.get(RANK)
        return place if isinstance(place, int) else None

    @property
    def person(self) -> DocumentPlayer | None:
        """The player in the column of the names."""
        player = self.values.get(NAME)
        return player if isinstance(player, DocumentPlayer) else None

    @property
    def colour(self) -> str:
        """With which the player plays; empty where that is not said."""
        return str(self.values.get(COLOUR) or "")

    @property
    def name(self) -> str:
        """What stands in the column of the names."""
        return self.person.name if self.person else str(self.values.get(NAME) or "")

    @property
    def is_annulled(self) -> bool:
        """Whether its results, or its game, do not count."""
        return not self.marks.isdisjoint((Mark.ANNULLED, Mark.GAME_ANNULLED))


def row_of(columns: Sequence[Column], *values: Value, player: int | None = None, link: str = "") -> ReportRow:
    """The row with these values in the order of the columns."""
    keys = (column.key for column in columns)
    return ReportRow(values=dict(zip(keys, values, strict=True)), player=player, link=link)


def filled(columns: Iterable[Column], rows: Sequence[ReportRow]) -> tuple[Column, ...]:
    """The columns in which any row has a value."""
    return tuple(
        column for column in columns if any(row.values.get(column.key) not in (None, "") for row in rows)
    )


class NotForThisAudience(ValueError):
    """A report has a column that those who read it may not see."""


class Report(Struct, frozen=True, kw_only=True):
    """A table with all that it says. `footnotes`: below it.
    `tells_what_decides`: whether the value is marked that ranks a row below the one before it; `is_numbered`:
    whether the players' numbers stand before their names.

    Raises NotForThisAudience if a column is not for its audience.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[ReportRow, ...]
    audience: Audience = Audience.PUBLIC
    footnotes: tuple[str, ...] = ()
    notation: Notation = Notation()
    tells_what_decides: bool = False
    is_numbered: bool = False

    def __post_init__(self) -> None:
        for column in self.columns:
            if column.audience > self.audience:
                raise NotForThisAudience(f"the column {column.key!r} is for {column.audience.name} alone")

    def only_for(self, audience: Audience) -> "Report":
        """The report itself. Raises NotForThisAudience if it is for fewer than these."""
        if self.audience > audience:
            raise NotForThisAudience(f"{self.title!r} is for {self.audience.name} alone")
        return self

    def with_rows(self, rows: Iterable[ReportRow]) -> "Report":
        return replace(self, rows=tuple(rows))

    @property
    def shown_columns(self) -> tuple[Column, ...]:
        """The columns that sheets and screens have."""
        return tuple(column for column in self.columns if not (column.is_detail or column.is_idle))

    @property
    def page_columns(self) -> tuple[Column, ...]:
        """The columns of a page, whose rows have headings."""
        has_headings = any(row.heading for row in self.rows)
        return tuple(column for column in self.shown_columns if not (has_headings and column.is_heading))

    @property
    def criteria(self) -> tuple[Column, ...]:
        """The columns of what ranks, which pages explain."""
        return tuple(column for column in self.shown_columns if column.is_criterion)

    @property
    def main(self) -> Column | None:
        """What the ranking looks at first."""
        return next((column for column in self.columns if column.is_main), None)
