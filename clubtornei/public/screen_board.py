"""The pages of the projector while seats are looked for: the alphabetical board, and below it the first
results. static/css/departures.css has the same measures.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import ceil

from msgspec.structs import replace

from clubtornei.public.screen_names import (
    LARGE_TYPES,
    SMALL,
    SPARE,
    TYPES,
    ShortNames,
    name_width,
    surname_key,
    width_of,
)
from clubtornei.public.screen_page import (
    LEAST_ROWS,
    BoardLine,
    Kind,
    ScreenPage,
    initial_of,
)
from clubtornei.public.screen_rooms import (
    BOARD_HEADING,
    EARLY_HEADING,
    EARLY_LINE,
    HEIGHT,
    BehindName,
    board_is_narrow,
    board_room,
    early_room,
    shared,
)
from clubtornei.public.templatetags.screen import score, score_word
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.alphabet import ranges
from clubtornei.rounds.tables.by_name import PlayerPlace
from scoring.record import Player

LAYOUTS = ((1, 8), (2, 14), (3, 14))
"""Columns of the board, and most names in each: the first into which all fit, else pages of the last."""
BOARD_LINE = 1.08  # em: with less, three columns of fourteen would not have their heads
MOST_EARLY = 4  # results below the board
EARLY_IN_A_LINE = 2
WORD_GAP = 0.3  # em: between a score and its word


def board_pages(
    snapshot: EventSnapshot,
    kind: Kind,
    places: Sequence[PlayerPlace],
    round_: ShownRound | None = None,
    early: Sequence[ShownTable] = (),
) -> Iterator[ScreenPage]:
    """Who sits where, by name; `early`: tables whose results are in already."""
    names = ShortNames(snapshot.players.values())
    early_in_a_line = _early_in_a_line(early, names)
    early_lines = ceil(len(early) / early_in_a_line)
    height = HEIGHT - BOARD_HEADING - (EARLY_HEADING + early_lines * EARLY_LINE if early else 0)
    columns, most = _layout(len(places), height)
    count = ceil(len(places) / (columns * most))
    longest = ceil(len(places) / max(1, count))
    columns, _most = _layout(longest, height)
    in_column = ceil(longest / columns)
    rows = max(LEAST_ROWS, in_column)
    parts = _in_parts(places, count, columns * in_column)
    digits = max(
        (len(str(place.table.number)) for place in places if place.table), default=len(str(len(places)))
    )
    behind = _behind_names(snapshot, places, round_)
    room = board_room(columns, digits, behind=behind)
    types = LARGE_TYPES if columns == 1 else TYPES
    largest_type = names.largest_type if columns == LAYOUTS[-1][0] else names.type_but_for_few
    size = largest_type([place.player for place in places], height / rows, room, types)
    beginnings = ranges([(listed[0].player, listed[-1].player) for listed in parts])
    beside_word = board_room(columns, digits, behind="word")(size)
    for part, (listed, (first, last)) in enumerate(zip(parts, beginnings, strict=True), 1):
        in_columns = _in_parts(listed, columns, in_column)
        less = partial(_less, round_, room(size) - beside_word)
        lines = _under_names(in_columns, less, names, room(size), size)
        needs = [_longest([(line.place, line.player) for line in column], less) for column in lines]
        yield ScreenPage(
            kind=kind,
            part=part,
            parts=len(parts),
            rows=rows,
            type=size,
            columns=tuple(map(_lettered, lines)),
            letters=first if first == last else f"{first} – {last}",
            round=round_,
            early=tuple(_early(table, names, early_in_a_line) for table in early),
            early_lines=early_lines,
            in_a_line=early_in_a_line,
            narrow=board_is_narrow([room(size)] * len(lines), needs, size),
        )


def _layout(count: int, height: float) -> tuple[int, int]:
    """In how many columns, and how many rows there are at most."""
    possible = [(columns, min(most, int(height / BOARD_LINE / TYPES[0]))) for columns, most in LAYOUTS]
    return next(((columns, most) for columns, most in possible if columns * most >= count), possible[-1])


def _behind_names(
    snapshot: EventSnapshot, places: Sequence[PlayerPlace], round_: ShownRound | None
) -> BehindName:
    if round_ is None:
        return "number" if snapshot.event.drawn else "nothing"
    if round_.multiplayer:
        return "seat"
    return "colour" if any(place.colour for place in places) else "number"


def _in_parts(places: Sequence[PlayerPlace], parts: int, most: int) -> list[Sequence[PlayerPlace]]:
    """The places in so many parts of about the same length, `most` at most; who has a surname in common is in
    one of them, where this has the room.
    """
    found: list[Sequence[PlayerPlace]] = []
    rest = places
    for left in range(parts, 0, -1):
        least = len(rest) - most * (left - 1)
        usual, possible = ceil(len(rest) / left), range(max(0, least), min(most, len(rest)) + 1)
        end = min(possible, key=lambda end: (_is_split(rest, end), abs(end - usual)))
        found, rest = [*found, rest[:end]], rest[end:]
    return list(filter(None, found))


def _is_split(places: Sequence[PlayerPlace], end: int) -> bool:
    """Whether two of one surname are parted there."""
    if not 0 < end < len(places):
        return False
    return surname_key(places[end - 1].player) == surname_key(places[end].player)


def _less(round_: ShownRound | None, less: float, place: PlayerPlace) -> float:
    """How much less room there is for the name of who sits at no table, beside the word for that."""
    return less if round_ is not None and place.table is None else 0.0


def _longest(column: Sequence[tuple[PlayerPlace, Player]], less: Callable[[PlayerPlace], float]) -> float:
    """What the longest name of a column needs, in em."""
    return max(name_width(player.name) + SPARE + less(place) for place, player in column)


def _under_names(
    columns: Sequence[Sequence[PlayerPlace]],
    less: Callable[[PlayerPlace], float],
    names: ShortNames,
    room: float,
    size: float,
) -> list[list[BoardLine]]:
    """The lines of a page under the names that fit. `room`: of a name where columns are as wide as each
    other; there is `less` beside some words.
    """
    longest = [_longest([(place, place.player) for place in column], less) for column in columns]
    return [
        [
            BoardLine(place, names.fitted([place.player], column_room - less(place), size)[0], "")
            for place in column
        ]
        for column, column_room in zip(columns, shared(longest, room), strict=True)
    ]


def _lettered(column: Sequence[BoardLine]) -> tuple[BoardLine, ...]:
    """Each with the initial, where it is another one than above."""
    initials = [initial_of(line.place.player.name) for line in column]
    return tuple(
        replace(line, letter="" if initial == above else initial)
        for line, initial, above in zip(column, initials, ["", *initials], strict=False)
    )


def _early_in_a_line(early: Sequence[ShownTable], names: ShortNames) -> int:
    """How many results stand beside each other: one where this takes no more lines, or names would be cut."""
    if len(early) > EARLY_IN_A_LINE:
        return EARLY_IN_A_LINE
    halves = [_early(table, names, EARLY_IN_A_LINE) for table in early]
    cut = any(
        seat.name not in (whole.name, names.initialled(whole).name)
        for half, table in zip(halves, early, strict=True)
        for seat, whole in zip(half.seats, table.seats, strict=True)
    )
    return 1 if cut or len(early) == 1 else EARLY_IN_A_LINE


def _early(table: ShownTable, names: ShortNames, in_a_line: int) -> ShownTable:
    """The table under the longest names that fit its part of the line together."""
    room = early_room(in_a_line, digits=len(str(table.number)), outcome=_outcome_width(table))
    short = tuple(map(names.initialled, table.seats))
    forms = product(*zip(table.seats, short, strict=True))  # one is shortened before both are
    fitting = (seats for seats in forms if sum(name_width(seat.name) + SPARE for seat in seats) <= room)
    return replace(table, seats=next(fitting, None) or _halves(names, short, table.seats, room))


def _outcome_width(table: ShownTable) -> float:
    """Of the score and the word behind it, in em."""
    word = score_word(table)
    return width_of(score(table)) + (WORD_GAP + width_of(word) * SMALL / TYPES[0] if word else 0)


def _halves(
    names: ShortNames, short: Sequence[Player], seats: Sequence[Player], room: float
) -> tuple[Player, ...]:
    """Each under a name that fits half of the room, or what the other one leaves of it."""
    rooms = [max(room / 2, room - name_width(other.name) - SPARE) for other in reversed(short)]
    return tuple(names.fitted([player], room, TYPES[0])[0] for player, room in zip(seats, rooms, strict=True))
