"""The projector in the hall: what it shows, cut into pages of ten rows that can be read from the last row."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import segno
from django.utils.safestring import mark_safe
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.reports.calendar import ShownRound
from clubtornei.rounds.reports.final_ranking import last_word
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.reports.standings import Standings
from scoring.record import Player

ROWS = 10
ROWS_OF_MULTIPLAYER = 5  # tables for more than two: the names take two lines
FEW = 6
SECONDS = 12  # as long as each page stays

Item = TypeVar("Item")


class ScreenPage(Struct, frozen=True, kw_only=True):
    """One page: tables of the round, lines of the ranking, who takes part, or the address of the event."""

    kind: str  # round, standings, players or address
    part: int
    parts: int
    round: ShownRound | None = None
    standings: Standings | None = None
    players: Sequence[Player] = ()

    @property
    def few(self) -> bool:
        """So few rows that they can be half as large again?"""
        if self.round and self.round.multiplayer:
            return len(self.round.tables) * ROWS // ROWS_OF_MULTIPLAYER <= FEW
        tables = self.round.tables if self.round else ()
        lines = self.standings.lines if self.standings else ()
        return 0 < len(tables) + len(lines) + len(self.players) <= FEW


def pages_of(snapshot: EventSnapshot, asked: str, address: str) -> dict[str, Any]:
    """All pages; or one alone, if `asked` is its number, and which comes after it."""
    pages = list(_pages(snapshot))
    following = 1
    if asked.isdecimal() and len(asked) < 4 and 1 <= int(asked) <= len(pages):
        following = int(asked) % len(pages) + 1
        pages = [pages[int(asked) - 1]]
    return {
        "pages": pages,
        "following": following,
        "seconds": SECONDS,
        "address": address,
        # Made of the address alone, by segno: nothing in it was typed by anybody.
        "qr": mark_safe(_qr(address)),  # noqa: S308
    }


def _qr(address: str) -> str:
    """The code as an SVG that stands in the page; its title says the address to who cannot scan it."""
    return segno.make(address, micro=False).svg_inline(
        border=3, title=address, omitsize=True, svgclass=None, lineclass=None
    )


def _pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    if snapshot.progress.rounds:
        yield from _rounds_and_ranking(snapshot)
    else:
        players = sorted(snapshot.players.values(), key=lambda player: player.number)
        for part, parts, rows in _cut(players):
            yield ScreenPage(kind="players", part=part, parts=parts, players=rows)
    yield ScreenPage(kind="address", part=1, parts=1)


def _rounds_and_ranking(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    if not snapshot.event.closed:
        round_ = snapshot.round(snapshot.progress.rounds)
        rows = ROWS_OF_MULTIPLAYER if round_.multiplayer else ROWS
        # Who rests stands below the last tables, and takes the room of one.
        for part, parts, tables in _cut(round_.tables, rows - bool(round_.byes)):
            byes = round_.byes if part == parts else ()
            shown = replace(round_, tables=tuple(tables), byes=byes)
            yield ScreenPage(kind="round", part=part, parts=parts, round=shown)
    if not snapshot.progress.started:
        return  # everybody would be first
    table = last_word(snapshot)
    ranked = [line for line in table.lines if line.rank is not None]
    for part, parts, lines in _cut(ranked):
        shown_lines = Standings(table.columns[:3], tuple(lines))
        yield ScreenPage(kind="standings", part=part, parts=parts, standings=shown_lines)


def _cut(items: Sequence[Item], rows: int = ROWS) -> Iterator[tuple[int, int, Sequence[Item]]]:
    """The items in pages of about the same length, `rows` at most: part, parts, items."""
    parts = -(-len(items) // rows)
    for part in range(parts):
        first, last = part * len(items) // parts, (part + 1) * len(items) // parts
        yield part + 1, parts, items[first:last]
