"""The projector's page: a sequence of screens of at most ten rows, legible from the back of the hall."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

import segno
from django.utils.safestring import mark_safe
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.brackets.layout import round_name
from clubtornei.rounds.reports.final_ranking import current_standings
from clubtornei.rounds.reports.ranking_title import ranking_state
from clubtornei.rounds.reports.standings import Standings
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context
from scoring.record import Player

ROWS = 10
MULTIPLAYER_ROWS = 5  # a table of more than two players takes two lines
FEW_ROWS = 6  # up to so many rows are shown in larger type
SECONDS = 12  # for which each screen stays

Item = TypeVar("Item")


class ScreenPage(Struct, frozen=True, kw_only=True):
    """One screen: tables of a round, lines of the standings, players, or the event's address.

    `part` of `parts`: screens of the same kind, from 1.
    """

    kind: Literal["round", "standings", "players", "address"]
    part: int
    parts: int
    round: ShownRound | None = None
    standings: Standings | None = None
    players: Sequence[Player] = ()

    @property
    def is_round(self) -> bool:
        return self.kind == "round"

    @property
    def is_standings(self) -> bool:
        return self.kind == "standings"

    @property
    def is_address(self) -> bool:
        return self.kind == "address"

    @property
    def is_part(self) -> bool:
        """Whether there are other screens of the same kind."""
        return self.parts > 1

    @property
    def few(self) -> bool:
        """Whether there are so few rows that they are shown in larger type."""
        if self.round and self.round.multiplayer:
            return len(self.round.tables) * ROWS // MULTIPLAYER_ROWS <= FEW_ROWS
        tables = self.round.tables if self.round else ()
        lines = self.standings.lines if self.standings else ()
        return 0 < len(tables) + len(lines) + len(self.players) <= FEW_ROWS


def screen_context(snapshot: EventSnapshot, page: str, address: str) -> Context:
    """The template context: all screens, or only the one numbered `page`, and the number of the next one."""
    pages = list(_pages(snapshot))
    following = 1
    if page.isdecimal() and len(page) < 4 and 1 <= int(page) <= len(pages):
        following = int(page) % len(pages) + 1
        pages = [pages[int(page) - 1]]
    return {
        "pages": pages,
        "as_of": ranking_state(snapshot),
        "round_name": round_name(snapshot, snapshot.progress.current.number),
        "following": following,
        "seconds": SECONDS,
        "address": address,
        # SVG that segno makes from the address alone: it contains no user input.
        "qr": mark_safe(_qr_svg(address)),  # noqa: S308
    }


def _qr_svg(address: str) -> str:
    """A QR code as inline SVG; its title is the address, for screen readers."""
    return segno.make(address, micro=False).svg_inline(
        border=3, title=address, omitsize=True, svgclass=None, lineclass=None
    )


def _pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    if snapshot.progress.rounds:
        yield from _rounds_and_ranking(snapshot)
    else:
        players = sorted(snapshot.players.values(), key=lambda player: player.number)
        for part, parts, listed in _split(players):
            yield ScreenPage(kind="players", part=part, parts=parts, players=listed)
    yield ScreenPage(kind="address", part=1, parts=1)


def _rounds_and_ranking(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    if not snapshot.event.closed:
        round_ = snapshot.round(snapshot.progress.current.number)
        rows = MULTIPLAYER_ROWS if round_.multiplayer else ROWS
        # Byes are listed below the last tables and take the space of one row.
        for part, parts, tables in _split(round_.tables, rows - bool(round_.byes)):
            byes = round_.byes if part == parts else ()
            round_part = replace(round_, tables=tuple(tables), byes=byes)
            yield ScreenPage(kind="round", part=part, parts=parts, round=round_part)
    if not snapshot.progress.started:
        return  # without results everybody would be ranked first
    table = current_standings(snapshot)
    ranked = [line for line in table.lines if line.rank is not None]
    for part, parts, lines in _split(ranked):
        standings_part = Standings(table.columns[:3], tuple(lines))
        yield ScreenPage(kind="standings", part=part, parts=parts, standings=standings_part)


def _split(items: Sequence[Item], rows: int = ROWS) -> Iterator[tuple[int, int, Sequence[Item]]]:
    """The items in parts of about the same length, at most `rows`: (part, parts, items)."""
    parts = -(-len(items) // rows)
    for part in range(parts):
        first, last = part * len(items) // parts, (part + 1) * len(items) // parts
        yield part + 1, parts, items[first:last]
