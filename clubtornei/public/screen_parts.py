"""A round in parts that each have room on a page of the projector, with the rows that they take."""

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec.structs import replace

from clubtornei.public.screen_names import SMALL, SPARE, ShortNames, width_of
from clubtornei.public.screen_page import in_fewest_parts, in_parts
from clubtornei.public.screen_rooms import BELOW_CODE, BYES_LINE, BYES_PADDING
from clubtornei.rounds.snapshot.calendar import ShownBye, ShownRound, ShownTable

LEAST_TABLES = 2
LINES = 12  # of players at larger tables
SHORT_BYE = 6.0  # em: of the names of those who rest, where they are many
BYES_TITLE = 5.0  # em: what stands before them

Part = tuple[int, int, int, ShownRound]
"""A part of how many of a round, the rows that it takes, and what it has of the round."""


def split_round(round_: ShownRound, rows: int, width: float, names: ShortNames) -> Iterator[Part]:
    """The round in parts, each with the rows that it takes; byes are listed below the last tables."""
    byes, for_byes = _listed_byes(round_, rows, width, names)
    for part, parts, tables in in_parts(round_.tables, rows - for_byes):
        yield _part_of(round_, part, parts, tables, byes, for_byes)


def split_by_lines(round_: ShownRound, in_a_line: int, width: float, names: ShortNames) -> Iterator[Part]:
    """The same of larger tables, whose rows have as many lines as the largest one of the page needs."""
    rows = LINES // lines_of(round_.tables, in_a_line)
    byes, for_byes = _listed_byes(round_, rows, width, names)

    def taken(tables: Sequence[ShownTable]) -> int:
        is_last = tables[-1] is round_.tables[-1]
        return lines_of(tables, in_a_line) * (len(tables) + is_last * for_byes)

    for part, parts, tables in in_fewest_parts(round_.tables, taken, LINES):
        yield _part_of(round_, part, parts, tables, byes, for_byes)


def _part_of(
    round_: ShownRound,
    part: int,
    parts: int,
    tables: Sequence[ShownTable],
    byes: Sequence[ShownBye],
    for_byes: int,
) -> Part:
    """That part, with the byes if it is the last one."""
    is_last = part == parts
    shown = replace(round_, tables=tuple(tables), byes=tuple(byes) if is_last else ())
    return part, parts, len(tables) + is_last * for_byes, shown


def _listed_byes(
    round_: ShownRound, rows: int, width: float, names: ShortNames
) -> tuple[Sequence[ShownBye], int]:
    """The byes, with shorter names where all would take more than half of a page of so many rows, and how
    many of these they take.
    """
    taken = bye_rows(round_.byes, rows, width)
    if taken <= rows // 2:
        return round_.byes, taken
    players = names.fitted([bye.player for bye in round_.byes], SHORT_BYE)
    byes = [replace(bye, player=player) for bye, player in zip(round_.byes, players, strict=True)]
    return byes, min(bye_rows(byes, rows, width), rows - 1)


def bye_rows(byes: Sequence[ShownBye], rows: int, width: float) -> int:
    """How many of so many rows on the page the byes take; a single one its own."""
    if len(byes) < 2:
        return len(byes)
    lines, used = 1, BYES_TITLE
    for bye in byes:
        name = width_of(f"{bye.player.name}, ") + SPARE
        if used + name > width / SMALL:
            lines, used = lines + 1, 0.0
        used += name
    return ceil((BYES_PADDING + lines * BYES_LINE) / (BELOW_CODE / rows))


def rows_of(parts: Sequence[Part]) -> int:
    """How many rows the longest part takes."""
    return max([LEAST_TABLES, *(taken for _part, _parts, taken, _shown in parts)])


def lines_of(tables: Sequence[ShownTable], in_a_line: int) -> int:
    """How many lines the largest of the tables takes, with so many players beside each other."""
    return ceil(max(len(table.seats) for table in tables) / in_a_line)
