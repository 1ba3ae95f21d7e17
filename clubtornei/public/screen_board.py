"""The pages of the projector while seats are looked for: the alphabetical board, which leaves a large QR code
the corner, and below it the first results. static/css/departures.css has the same measures.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec.structs import replace

from clubtornei.players.names import sort_key
from clubtornei.public.screen_names import LINE, SPARE, TYPES, ShortNames, width_of
from clubtornei.public.screen_page import (
    LEAST_ROWS,
    BoardLine,
    Kind,
    ScreenPage,
    in_columns,
    in_parts,
    initial_of,
)
from clubtornei.public.screen_rooms import (
    CORNER,
    EARLY_HEADING,
    EARLY_LINE,
    HEIGHT,
    board_room,
    early_room,
)
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.by_name import PlayerPlace
from scoring.record import Player

LAYOUTS = ((1, 8), (2, 14), (3, 14))
"""Columns of the board, and most names in each: the first into which all fit, else pages of the last."""
MOST_EARLY = 4  # results below the board
EARLY_IN_A_LINE = 2


def board_pages(
    snapshot: EventSnapshot,
    kind: Kind,
    places: Sequence[PlayerPlace],
    round_: ShownRound | None = None,
    early: Sequence[ShownTable] = (),
) -> Iterator[ScreenPage]:
    """Who sits where, by name; `early`: tables whose results are in already."""
    names = ShortNames(snapshot.players.values())
    early_lines = ceil(len(early) / EARLY_IN_A_LINE)
    height = HEIGHT - (EARLY_HEADING + early_lines * EARLY_LINE if early else 0)
    held = _held(*_layout(len(places), height), height)
    parts = [listed for _part, _parts, listed in in_parts(places, held)]
    longest = max(map(len, parts), default=0)
    columns, most = _layout(longest, height)
    rows = next(rows for rows in range(LEAST_ROWS, most + 1) if _held(columns, rows, height) >= longest)
    lower = _lower(columns, rows, height)
    digits = max(
        (len(str(place.table.number)) for place in places if place.table), default=len(str(len(places)))
    )
    bare = round_ is None and not snapshot.event.drawn
    room = board_room(columns, digits, behind="nothing" if bare else "number")
    size = names.largest_type([place.player for place in places], height / rows, room)
    ranges = _ranges([[place.player.name for place in listed] for listed in parts])
    shown = _under_names(places, round_, names, room(size), board_room(columns, digits, behind="word")(size))
    for (part, count, lines), letters in zip(in_parts(shown, held), ranges, strict=True):
        yield ScreenPage(
            kind=kind,
            part=part,
            parts=count,
            rows=rows,
            type=size,
            lower=lower,
            columns=tuple(map(_lettered, in_columns(lines, columns, lower))),
            letters=letters,
            round=round_,
            early=tuple(_early(table, names) for table in early),
            early_lines=early_lines,
        )


def _layout(count: int, height: float) -> tuple[int, int]:
    """In how many columns, and how many rows there are at most."""
    possible = [(columns, min(most, int(height / LINE / TYPES[0]))) for columns, most in LAYOUTS]
    return next((layout for layout in possible if _held(*layout, height) >= count), possible[-1])


def _lower(columns: int, rows: int, height: float) -> int:
    """How many rows lower the last column begins, below the QR code; a single one stands beside it."""
    return ceil(CORNER * rows / height) if columns > 1 else 0


def _held(columns: int, rows: int, height: float) -> int:
    """How many names a page holds."""
    return columns * rows - _lower(columns, rows, height)


def _under_names(
    places: Sequence[PlayerPlace],
    round_: ShownRound | None,
    names: ShortNames,
    room: float,
    beside_word: float,
) -> list[BoardLine]:
    """The lines under the names that fit: there is less room for them beside a word than beside a number."""
    players = names.fitted([place.player for place in places], room)
    lines = []
    for place, player in zip(places, players, strict=True):
        is_labelled = round_ is not None and place.table is None
        [name] = names.fitted([player], beside_word) if is_labelled else [player]
        lines.append(BoardLine(place, name, ""))
    return lines


def _lettered(column: Sequence[BoardLine]) -> tuple[BoardLine, ...]:
    """Each with the initial, where it is another one than above."""
    initials = [initial_of(line.place.player.name) for line in column]
    return tuple(
        replace(line, letter="" if initial == above else initial)
        for line, initial, above in zip(column, initials, ["", *initials], strict=False)
    )


def _ranges(pages: Sequence[Sequence[str]]) -> list[str]:
    """From where to where in the alphabet the names of each page are: A – Db, De – M …, with as many letters
    as tell the last one of a page from the first one of the next.
    """
    firsts, lasts = [], []
    for before, page, behind in zip([[], *pages], pages, [*pages[1:], []], strict=False):
        firsts.append(_told(page[0], before[-1] if before else ""))
        lasts.append(_told(page[-1], behind[0] if behind else ""))
    return [
        first if first == last else f"{first} – {last}" for first, last in zip(firsts, lasts, strict=True)
    ]


def _told(name: str, other: str) -> str:
    """As many letters of the name as the other does not begin with; its surname at most."""
    key, other_key = sort_key(name), sort_key(other)
    same = next(
        (at for at, (one, two) in enumerate(zip(key, other_key, strict=False)) if one != two),
        min(len(key), len(other_key)),
    )
    return key[: same + 1].strip().capitalize()


def _early(table: ShownTable, names: ShortNames) -> ShownTable:
    """The table under the longest names that fit its half of the line together."""
    room = early_room(len(str(table.number)))
    full, short = table.seats, tuple(map(names.initialled, table.seats))
    fitting = (seats for seats in (full, short) if sum(width_of(seat.name) + SPARE for seat in seats) <= room)
    return replace(table, seats=next(fitting, None) or _halves(names, short, table.seats, room))


def _halves(
    names: ShortNames, short: Sequence[Player], seats: Sequence[Player], room: float
) -> tuple[Player, ...]:
    """Each under a name that fits half of the room, or what the other one leaves of it."""
    rooms = [max(room / 2, room - width_of(other.name) - SPARE) for other in reversed(short)]
    return tuple(names.fitted([player], room)[0] for player, room in zip(seats, rooms, strict=True))
