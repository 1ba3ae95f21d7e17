"""The pages of the projector but for the results, each with as many rows as can be read from ten metres, in
the largest type that leaves names whole. static/css/departures.css has the same measures.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from clubtornei.public.screen_names import TYPES, ShortNames, largest_type
from clubtornei.public.screen_page import (
    ROWS,
    UNHEADED_COLUMNS,
    BoardLine,
    Kind,
    ScreenPage,
    in_columns,
    in_parts,
    initial_of,
    spans_of,
)
from clubtornei.public.screen_rooms import (
    HEADING,
    HEIGHT,
    RANKING_GAP,
    WIDTH,
    Room,
    board_room,
    podium_room,
    ranking_room,
)
from clubtornei.rounds.reports.final_ranking import current_standings
from clubtornei.rounds.reports.standings import CriterionColumn, Standings, StandingsLine
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.by_name import PlayerPlace

LAYOUTS = ((1, 8), (2, 14), (3, 14))
"""Columns of the board, and most names in each: the first into which all fit, else pages of the last."""
LEAST_ROWS = 5  # of names: fewer are no further apart
TWO_COLUMNS, THREE_COLUMNS = 13, 14  # rows of standings without most of their values
LEAST_NAME = 5.4  # em: with less room there are no three columns
CRITERIA = 3  # shown with the standings where there is room
PODIUM, MOST_ON_PODIUM = 3, 5  # places, and people, as the third may be shared
UNTOLD = "–"  # in the standings: a value that somebody has not


def message_page(message: str) -> ScreenPage:
    """A message instead of all else."""
    return ScreenPage(kind="message", message=message)


def board_pages(
    snapshot: EventSnapshot, kind: Kind, places: Sequence[PlayerPlace], round_: ShownRound | None = None
) -> Iterator[ScreenPage]:
    """Who sits where, by name."""
    columns, most = next((layout for layout in LAYOUTS if len(places) <= layout[0] * layout[1]), LAYOUTS[-1])
    parts = list(in_parts(places, columns * most))
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
            columns=tuple(map(lettered, in_columns(listed, columns))),
            round=round_,
        )


def _letters(column: Sequence[PlayerPlace]) -> list[str]:
    """The initial of each, where it is another one than above."""
    initials = [initial_of(place.player.name) for place in column]
    return [
        "" if initial == above else initial for initial, above in zip(initials, ["", *initials], strict=False)
    ]


def podium_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """Who is called up at the prize-giving; only the first places where more share them than there is room
    for.
    """
    ranked = ranked_lines(current_standings(snapshot))
    called = ([line for line in ranked if (line.rank or 0) <= place] for place in range(PODIUM, 0, -1))
    lines = next((lines for lines in called if len(lines) <= MOST_ON_PODIUM), [])
    if not lines:
        return
    height = HEIGHT / (len(lines) + sum(line.rank == 1 for line in lines))  # a first has twice the room
    size = min(largest_type([line.player], height, podium_room) for line in lines)
    names = ShortNames(snapshot.players.values())
    fitted = lines_with_names(lines, names, podium_room(size))
    yield ScreenPage(kind="podium", rows=len(lines), type=size, ranked=(fitted,))


def standings_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The standings with their tie-breaks, or in two or three columns without them."""
    table = current_standings(snapshot)
    ranked = ranked_lines(table)
    columns, most, criteria = _ranking_layout(table, ranked)
    parts = list(in_parts(ranked, columns * most))
    rows = max([LEAST_ROWS, *(-(-len(lines) // columns) for _part, _parts, lines in parts)])
    headed = columns < UNHEADED_COLUMNS
    room = _ranking_room(columns, ranked, criteria)
    height = HEIGHT - HEADING if headed else HEIGHT
    size = largest_type([line.player for line in ranked], height / rows, room)
    names = ShortNames(snapshot.players.values())
    spans = spans_of([lines for _part, _parts, lines in parts], len(ranked))
    for (part, count, lines), span in zip(parts, spans, strict=True):
        yield ScreenPage(
            kind="standings",
            part=part,
            parts=count,
            span=span,
            rows=rows,
            type=size,
            criteria=criteria,
            ranked=tuple(map(tuple, in_columns(lines_with_names(lines, names, room(size)), columns))),
        )


def _ranking_layout(
    table: Standings, ranked: Sequence[StandingsLine]
) -> tuple[int, int, tuple[CriterionColumn, ...]]:
    """In how many columns of how many rows, and the criteria in each; in three for many, where their names
    have room there.
    """
    if len(ranked) <= ROWS:
        return 1, ROWS, table.columns[:CRITERIA]
    criteria = table.columns[: _telling(ranked)]
    is_narrow = _ranking_room(3, ranked, criteria)(TYPES[0]) < LEAST_NAME
    if len(ranked) <= 2 * TWO_COLUMNS or is_narrow:
        return 2, TWO_COLUMNS, criteria
    return 3, THREE_COLUMNS, criteria


def _ranking_room(columns: int, ranked: Sequence[StandingsLine], criteria: Sequence[CriterionColumn]) -> Room:
    width = (WIDTH - (columns - 1) * RANKING_GAP) / columns
    return ranking_room(width, ranked, criteria, titled=columns < UNHEADED_COLUMNS)


def _telling(lines: Sequence[StandingsLine]) -> int:
    """How many criteria it takes for everybody to have a value: most have none for the place in a final."""
    return 2 if any(line.cells[0].text == UNTOLD for line in lines) else 1


def ranked_lines(table: Standings) -> list[StandingsLine]:
    """The lines of those who have a place."""
    return [line for line in table.lines if line.rank is not None]


def lines_with_names(
    lines: Sequence[StandingsLine], names: ShortNames, room: float
) -> tuple[StandingsLine, ...]:
    """The lines under the names that fit."""
    return tuple(replace(line, player=names.fitted(line.player, room)) for line in lines)
