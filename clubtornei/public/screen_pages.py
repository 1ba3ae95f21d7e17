"""The pages of the projector, each with as many rows as can be read from ten metres, in the largest type that
leaves names whole. static/css/departures.css has the same measures.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.players.names import sort_key
from clubtornei.public.screen_names import SPARE, TYPES, ShortNames, largest_type, width_of
from clubtornei.public.screen_rooms import (
    BYES_LINE,
    BYES_PADDING,
    HEADING,
    HEIGHT,
    RANKING_GAP,
    SMALL,
    WIDTH,
    beside_room,
    board_room,
    ranking_room,
    results_room,
    results_width,
    seat_room,
)
from clubtornei.rounds.brackets.bracket import Bracket
from clubtornei.rounds.brackets.layout import bracket_or_none
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.reports.final_ranking import current_standings
from clubtornei.rounds.reports.standings import CriterionColumn, Standings, StandingsLine
from clubtornei.rounds.snapshot.calendar import ShownBye, ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.by_name import PlayerPlace
from pairing.registry import SYSTEMS
from scoring.record import Player

LAYOUTS = ((1, 8), (2, 14), (3, 14))
"""Columns of the board, and most names in each: the first into which all fit, else pages of the last."""
LEAST_ROWS = 5  # of names: fewer are no further apart
ROWS = 11  # of results, and of standings
STACKED_ROWS = 7  # up to so many tables have a line for each player: with more, lines of two would touch
LEAST_TABLES = 2
LEAST_BESIDE = 6  # rows of the standings there: fewer are no further apart
CHAMPION_ROWS = 8  # of the final, below who has won it
LINES = 12  # of players at larger tables
MOST_IN_A_LINE = 3
CRITERIA = 3  # shown with the standings where there is room
SHORT_MESSAGE, LONG_MESSAGE = 24, 60  # characters
SHORT_BYE = 6.0  # em: of the names of those who rest, where they are many
BYES_TITLE = 5.0  # em: what stands before them
UNTOLD = "–"  # in the standings: a value that somebody has not

Item = TypeVar("Item")
Kind = Literal["players", "board", "results", "standings", "message"]


class BoardLine(Struct, frozen=True):
    """A player on the alphabetical board, under the name that fits. `letter`: his initial, where it is the
    first in its column.
    """

    place: PlayerPlace
    player: Player
    letter: str


class ScreenPage(Struct, frozen=True, kw_only=True):
    """What is shown at once. `part` of `parts`: pages of the same kind, from 1. `rows`: how many there is
    room for; `type`: the size of names, see screen_names.py. `ranked`: the columns of the standings, all of
    the page or beside the results; `through`: who goes on from each table in a knockout, None elsewhere;
    `beside_rows`, `beside_type`: those of what stands there; `champion`: who has won the knockout. `lines`:
    of a larger table, with `in_a_line` players each; `digits`: of the highest number of a table.
    """

    kind: Kind
    part: int = 1
    parts: int = 1
    rows: int = ROWS
    type: float = TYPES[0]
    columns: tuple[tuple[BoardLine, ...], ...] = ()
    round: ShownRound | None = None
    criteria: Sequence[CriterionColumn] = ()
    ranked: tuple[tuple[StandingsLine, ...], ...] = ()
    through: tuple[Player | None, ...] | None = None
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
    def is_players(self) -> bool:
        return self.kind == "players"

    @property
    def is_part(self) -> bool:
        """Whether there are other pages of the same kind."""
        return self.parts > 1

    @property
    def stacked(self) -> bool:
        """Whether each player of a table has a line of his own."""
        return self.rows <= STACKED_ROWS

    @property
    def is_titled(self) -> bool:
        """Whether tables and what stands beside them have headings."""
        return self.through is not None

    @property
    def classes(self) -> str:
        """How many rows there are, and the size of their type."""
        return _classes(self.rows, self.type)

    @property
    def beside_classes(self) -> str:
        return _classes(self.beside_rows, self.beside_type)

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
            _initial(line.place.player.name) for line in (self.columns[0][0], self.columns[-1][-1])
        )
        return first if first == last else f"{first} – {last}"

    @property
    def length(self) -> str:
        """Of the message, or of the champion's name: by which the size of its type goes."""
        text = self.champion.name if self.champion else self.message
        if len(text) <= SHORT_MESSAGE:
            return "short"
        return "medium" if len(text) <= LONG_MESSAGE else "long"


def _classes(rows: int, size: float) -> str:
    return f"rows-{rows} type-{size * 10:.0f}"


def message_page(message: str) -> ScreenPage:
    """A message instead of all else."""
    return ScreenPage(kind="message", message=message)


def board_pages(
    snapshot: EventSnapshot, kind: Kind, places: Sequence[PlayerPlace], round_: ShownRound | None = None
) -> Iterator[ScreenPage]:
    """Who sits where, by name."""
    columns, most = next((layout for layout in LAYOUTS if len(places) <= layout[0] * layout[1]), LAYOUTS[-1])
    parts = list(_split(places, columns * most))
    rows = max([LEAST_ROWS, *(-(-len(listed) // columns) for _part, _parts, listed in parts)])
    names = ShortNames(snapshot.players.values())
    digits = max(
        (len(str(place.table.number)) for place in places if place.table), default=len(str(len(places)))
    )
    bare = round_ is None and not snapshot.event.drawn
    most_room = board_room(columns, digits, behind="nothing" if bare else "number")
    size = largest_type([place.player for place in places], HEIGHT / rows, most_room)

    def room_of(place: PlayerPlace) -> float:
        labelled = round_ is not None and place.table is None
        return (board_room(columns, digits, behind="word") if labelled else most_room)(size)

    def lettered(column: Sequence[PlayerPlace]) -> tuple[BoardLine, ...]:
        return tuple(
            BoardLine(place, names.fitted(place.player, room_of(place)), letter)
            for place, letter in zip(column, _letters(column), strict=True)
        )

    for part, count, listed in parts:
        yield ScreenPage(
            kind=kind,
            part=part,
            parts=count,
            rows=rows,
            type=size,
            columns=tuple(map(lettered, _columns(listed, columns))),
            round=round_,
        )


def _columns(items: Sequence[Item], columns: int) -> list[Sequence[Item]]:
    """The items in columns of the same length, but for the last."""
    length = -(-len(items) // columns)
    return [items[start : start + length] for start in range(0, len(items), length)]


def _letters(column: Sequence[PlayerPlace]) -> list[str]:
    """The initial of each, where it is another one than above."""
    initials = [_initial(place.player.name) for place in column]
    return [
        "" if initial == above else initial for initial, above in zip(initials, ["", *initials], strict=False)
    ]


def _initial(name: str) -> str:
    return sort_key(name)[:1].upper()


def result_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The tables of the round, with the first of the standings beside them, or in a knockout who goes on; at
    larger tables the standings come afterwards.
    """
    round_ = snapshot.round(snapshot.progress.current.number)
    if round_.multiplayer:
        yield from _larger_tables(snapshot, round_)
        yield from standings_pages(snapshot) if snapshot.progress.started else ()
        return
    bracket = bracket_or_none(snapshot)
    winners = _winners(bracket, round_.number) if bracket else None
    if bracket and bracket.champion and winners is None:
        yield _champion_page(snapshot, round_, bracket.champion)
        return
    names = ShortNames(snapshot.players.values())
    width = results_width(beside=True)
    stacked = len(round_.tables) + _bye_rows(round_.byes, STACKED_ROWS, width) <= STACKED_ROWS
    parts = list(_split_round(round_, STACKED_ROWS if stacked else ROWS, width, names))
    rows = _rows_of(parts)
    standings = current_standings(snapshot) if snapshot.progress.started and not bracket else None
    beside = _first_ranked(standings, names) if standings else ()
    room = results_room(
        digits=_digits(round_),
        beside=bool(beside) or winners is not None,
        stacked=stacked,
        discs=_has_discs(snapshot),
    )
    height = (HEIGHT if winners is None else HEIGHT - HEADING) / rows
    size = largest_type(_seated(round_), height / (2 if stacked else 1), room)
    beside_type = TYPES[0]
    if winners is not None:
        beside_type = min(size, largest_type(_seated(round_), height, lambda type_: beside_room() / type_))
    for part, count, _taken, shown in parts:
        yield ScreenPage(
            kind="results",
            part=part,
            parts=count,
            rows=rows,
            type=size,
            round=_with_names(shown, names, room(size)),
            criteria=standings.columns[:1] if standings else (),
            ranked=(beside,) if beside else (),
            through=None if winners is None else _through(shown, winners, names, beside_type),
            beside_rows=max(LEAST_BESIDE, len(beside)) if beside else rows,
            beside_type=beside_type,
            digits=_digits(round_),
        )


def _champion_page(snapshot: EventSnapshot, round_: ShownRound, champion: Player) -> ScreenPage:
    """Who has won the knockout, with the last games below."""
    room = results_room(digits=_digits(round_), beside=False, stacked=False, discs=_has_discs(snapshot))
    size = largest_type(_seated(round_), HEIGHT / CHAMPION_ROWS, room)
    return ScreenPage(
        kind="results",
        rows=CHAMPION_ROWS,
        type=size,
        round=_with_names(round_, ShortNames(snapshot.players.values()), room(size)),
        champion=champion,
        digits=_digits(round_),
    )


def _has_discs(snapshot: EventSnapshot) -> bool:
    return any(colours_of(SYSTEMS[snapshot.system], snapshot.event))


def _digits(round_: ShownRound) -> int:
    return max(len(str(table.number)) for table in round_.tables)


def _seated(round_: ShownRound) -> list[Player]:
    return [player for table in round_.tables for player in table.seats]


def _winners(bracket: Bracket, number: int) -> Mapping[int, Player] | None:
    """Who goes on from each table of the round; None in the last one, after which nobody does."""
    if number >= len(bracket.rounds):
        return None
    matches = bracket.rounds[number - 1].matches
    return {match.table: match.winner for match in matches if match.table and match.winner}


def _through(
    shown: ShownRound, winners: Mapping[int, Player], names: ShortNames, size: float
) -> tuple[Player | None, ...]:
    """Who goes on from each table of the page, beside it; None while it is played."""
    found = (winners.get(table.number) for table in shown.tables)
    return tuple(winner and names.fitted(winner, beside_room() / size) for winner in found)


def _first_ranked(standings: Standings, names: ShortNames) -> tuple[StandingsLine, ...]:
    lines = _ranked(standings)[:ROWS]
    room = ranking_room(beside_room(), lines, standings.columns[:1], titled=False)
    return _lines_with_names(lines, names, room(TYPES[0]))


def _larger_tables(snapshot: EventSnapshot, round_: ShownRound) -> Iterator[ScreenPage]:
    """As many tables as have room for all lines that their players need."""
    most = max(len(table.seats) for table in round_.tables)
    in_a_line = _in_a_line(most, len(round_.tables) + bool(round_.byes))
    lines = -(-most // in_a_line)
    names = ShortNames(snapshot.players.values())
    parts = list(_split_round(round_, LINES // lines, WIDTH, names))
    rows = _rows_of(parts)
    points = [seat.points for table in round_.tables for seat in table.seat_rows if seat.points]
    written = list(map(snapshot.notation.points, points))
    digits = _digits(round_)
    room = seat_room(in_a_line, written, digits=digits, winds=snapshot.winds)
    size = largest_type(_seated(round_), HEIGHT / rows / lines, room)
    for part, count, _taken, shown in parts:
        beside = -(-max(len(table.seats) for table in shown.tables) // lines)
        fitted = seat_room(beside, written, digits=digits, winds=snapshot.winds)(size)
        yield ScreenPage(
            kind="results",
            part=part,
            parts=count,
            rows=rows,
            type=size,
            round=_with_names(shown, names, fitted),
            lines=lines,
            in_a_line=beside,
            digits=digits,
        )


def _in_a_line(seats: int, tables: int) -> int:
    """How many players of a table stand beside each other: as few as leave all tables on a page, else as many
    as can, on lines of the same length; of four two, of five three.
    """
    for beside in range(1, MOST_IN_A_LINE + 1):
        if tables * -(-seats // beside) <= LINES:
            return beside
    return -(-seats // -(-seats // MOST_IN_A_LINE))


def _with_names(round_: ShownRound, names: ShortNames, room: float) -> ShownRound:
    """The round under the names that fit; who rests stands on a line of his own."""

    def with_names(table: ShownTable) -> ShownTable:
        seats = tuple(names.fitted(player, room) for player in table.seats)
        rows = tuple(replace(row, player=player) for row, player in zip(table.seat_rows, seats, strict=False))
        return replace(table, seats=seats, seat_rows=rows)

    return replace(round_, tables=tuple(map(with_names, round_.tables)))


def _lines_with_names(
    lines: Sequence[StandingsLine], names: ShortNames, room: float
) -> tuple[StandingsLine, ...]:
    return tuple(replace(line, player=names.fitted(line.player, room)) for line in lines)


def _split_round(
    round_: ShownRound, rows: int, width: float, names: ShortNames
) -> Iterator[tuple[int, int, int, ShownRound]]:
    """The round in parts, each with the rows that it takes; byes are listed below the last tables, with
    shorter names where all of them would take more than half of the page.
    """
    all_byes, for_byes = round_.byes, _bye_rows(round_.byes, rows, width)
    if for_byes > rows // 2:
        all_byes = tuple(replace(bye, player=names.fitted(bye.player, SHORT_BYE)) for bye in round_.byes)
        for_byes = min(_bye_rows(all_byes, rows, width), rows - 1)
    for part, parts, tables in _split(round_.tables, rows - for_byes):
        byes = all_byes if part == parts else ()
        taken = len(tables) + (for_byes if byes else 0)
        yield part, parts, taken, replace(round_, tables=tuple(tables), byes=byes)


def _bye_rows(byes: Sequence[ShownBye], rows: int, width: float) -> int:
    """How many of so many rows on the page the byes take; a single one its own."""
    if len(byes) < 2:
        return len(byes)
    lines, used = 1, BYES_TITLE
    for bye in byes:
        name = width_of(f"{bye.player.name}, ") + SPARE
        if used + name > width / SMALL:
            lines, used = lines + 1, 0.0
        used += name
    return ceil((BYES_PADDING + lines * BYES_LINE) / (HEIGHT / rows))


def _rows_of(parts: Sequence[tuple[int, int, int, ShownRound]]) -> int:
    """How many rows the longest part takes."""
    return max([LEAST_TABLES, *(taken for _part, _parts, taken, _shown in parts)])


def standings_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The standings with their tie-breaks, or in two columns without them."""
    table = current_standings(snapshot)
    ranked = _ranked(table)
    columns = 1 if len(ranked) <= ROWS else 2
    criteria = table.columns[: CRITERIA if columns == 1 else _telling(ranked)]
    parts = list(_split(ranked, columns * ROWS))
    rows = max([LEAST_ROWS, *(-(-len(lines) // columns) for _part, _parts, lines in parts)])
    width = (WIDTH - (columns - 1) * RANKING_GAP) / columns
    room = ranking_room(width, ranked, criteria, titled=True)
    size = largest_type([line.player for line in ranked], (HEIGHT - HEADING) / rows, room)
    names = ShortNames(snapshot.players.values())
    for part, count, lines in parts:
        yield ScreenPage(
            kind="standings",
            part=part,
            parts=count,
            rows=rows,
            type=size,
            criteria=criteria,
            ranked=tuple(map(tuple, _columns(_lines_with_names(lines, names, room(size)), columns))),
        )


def _telling(lines: Sequence[StandingsLine]) -> int:
    """How many criteria it takes for everybody to have a value: most have none for the place in a final."""
    return 2 if any(line.cells[0].text == UNTOLD for line in lines) else 1


def _ranked(table: Standings) -> list[StandingsLine]:
    return [line for line in table.lines if line.rank is not None]


def _split(items: Sequence[Item], rows: int) -> Iterator[tuple[int, int, Sequence[Item]]]:
    """The items in parts of about the same length, at most `rows`: (part, parts, items)."""
    parts = -(-len(items) // rows)
    for part in range(parts):
        first, last = part * len(items) // parts, (part + 1) * len(items) // parts
        yield part + 1, parts, items[first:last]
