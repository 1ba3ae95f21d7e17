"""The projector's page, legible from ten metres: who sits where while seats are looked for, then the results
as they come in, with the standings beside them. static/css/projector.css has the sizes that fit these rows.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

import segno
from django.utils.safestring import mark_safe
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.players.names import sort_key
from clubtornei.rounds.brackets.layout import round_name
from clubtornei.rounds.clock.queries import ClockView
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.models import Clock, Screen
from clubtornei.rounds.printouts.by_name import PlayerPlace, places_by_name
from clubtornei.rounds.reports.final_ranking import current_standings
from clubtornei.rounds.reports.ranking_title import ranking_state
from clubtornei.rounds.reports.standings import CriterionColumn, Standings, StandingsLine
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context
from pairing.registry import SYSTEMS

LAYOUTS = ((1, 5), (2, 5), (2, 8), (2, 14), (3, 14))
"""Columns of the board, and names in each: the first into which all fit, else pages of the last."""
ROWS = 11  # of results, and of standings
STACKED_ROWS = 5  # up to so many tables have a line for each player, in larger type
MULTIPLAYER_ROWS = 6
FEW_MULTIPLAYER_ROWS = 3  # up to so many are shown in larger type
MOST_SEATS_IN_A_ROW = 4
STANDINGS_ROWS = (5, 8, ROWS)  # the fewer, the larger the type
FEW_RESULTS = 10  # in a hundred: fewer, and seats are still looked for
CRITERIA = 3  # shown with the standings where there is room
SHORT_MESSAGE, LONG_MESSAGE = 24, 60  # characters

Item = TypeVar("Item")
Kind = Literal["players", "board", "results", "standings", "message"]


class BoardLine(Struct, frozen=True):
    """A player on the alphabetical board. `letter`: his initial, where it is the first in its column."""

    place: PlayerPlace
    letter: str


class ScreenPage(Struct, frozen=True, kw_only=True):
    """What is shown at once. `part` of `parts`: pages of the same kind, from 1. `rows`: how many there is
    room for, by which the size of the type goes. `ranked`: the columns of the standings, which are all of the
    page, or stand beside the results.
    """

    kind: Kind
    part: int = 1
    parts: int = 1
    rows: int = ROWS
    columns: tuple[tuple[BoardLine, ...], ...] = ()
    round: ShownRound | None = None
    standings: Standings | None = None
    ranked: tuple[tuple[StandingsLine, ...], ...] = ()
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
    def seats_in_a_row(self) -> int:
        """How many players of a larger table stand beside each other."""
        most = max((len(table.seats) for table in self.round.tables), default=2) if self.round else 2
        return most if most <= MOST_SEATS_IN_A_ROW else 3

    @property
    def criteria(self) -> Sequence[CriterionColumn]:
        """Those of the standings there is room for: the first alone, or some of them."""
        return self.standings.columns[: self._criteria] if self.standings else ()

    @property
    def cells(self) -> str:
        """The cells of a line that there is room for, for the filter `slice`."""
        return f":{self._criteria}"

    @property
    def _criteria(self) -> int:
        return CRITERIA if self.is_standings and len(self.ranked) == 1 else 1

    @property
    def letters(self) -> str:
        """The initials of the first and of the last name on the page."""
        first, last = (
            _initial(line.place.player.name) for line in (self.columns[0][0], self.columns[-1][-1])
        )
        return first if first == last else f"{first} – {last}"

    @property
    def length(self) -> str:
        """Of the message: by which the size of its type goes."""
        if len(self.message) <= SHORT_MESSAGE:
            return "short"
        return "medium" if len(self.message) <= LONG_MESSAGE else "long"


def screen_context(snapshot: EventSnapshot, screen: Screen, page: str, address: str) -> Context:
    """The template context: all pages, or only the one numbered `page`, and the number of the next one."""
    pages = list(_pages(snapshot, screen))
    following = 1
    if page.isdecimal() and len(page) < 4 and 1 <= int(page) <= len(pages):
        following = int(page) % len(pages) + 1
        pages = [pages[int(page) - 1]]
    return {
        "pages": pages,
        "shown": f"{pages[0].kind} {snapshot.progress.current.number}" if pages else "",
        "as_of": ranking_state(snapshot),
        "round_name": round_name(snapshot, snapshot.progress.current.number),
        "following": following,
        "seconds": screen.seconds,
        "clock": _clock(snapshot),
        "address": address,
        # SVG that segno makes from the address alone: it contains no user input.
        "qr": mark_safe(_qr_svg(address)),  # noqa: S308
    }


def _qr_svg(address: str) -> str:
    """A QR code as inline SVG; its title is the address, for screen readers."""
    return segno.make(address, micro=False).svg_inline(
        border=3, title=address, omitsize=True, svgclass=None, lineclass=None
    )


def _clock(snapshot: EventSnapshot) -> ClockView | None:
    """The clock of the round that is played."""
    if snapshot.event.closed or not snapshot.progress.open:
        return None
    number, stage = snapshot.progress.current.number, snapshot.stages.shown
    clocks = Clock.objects.filter(stage__event=snapshot.event, stage__number=stage, number=number)
    clock = clocks.first()
    return ClockView(clock, ()) if clock else None


def _pages(snapshot: EventSnapshot, screen: Screen) -> Iterator[ScreenPage]:
    if screen.message:
        yield ScreenPage(kind="message", message=screen.message)
        return
    if not snapshot.progress.rounds:
        players = sorted(snapshot.players.values(), key=lambda player: sort_key(player.name))
        yield from _board("players", [PlayerPlace(player=player) for player in players])
        return
    contents = _automatic(snapshot) if screen.contents == Screen.Contents.AUTOMATIC else screen.contents
    if contents == Screen.Contents.STANDINGS and snapshot.progress.started:
        yield from _standings(snapshot)
    elif contents == Screen.Contents.RESULTS:
        yield from _results(snapshot)
    else:  # without results everybody would be ranked first
        round_ = snapshot.round(snapshot.progress.current.number)
        colours = colours_of(SYSTEMS[snapshot.system], snapshot.event)
        yield from _board("board", places_by_name(round_, colours), round_)


def _automatic(snapshot: EventSnapshot) -> str:
    """What the hall wants to know now: seats until there are results, then these; in the end the ranking."""
    if snapshot.event.closed:
        return Screen.Contents.STANDINGS
    tables = snapshot.round(snapshot.progress.current.number).tables
    told = sum(bool(table.recorded) for table in tables)
    looking = told * 100 < max(1, len(tables)) * FEW_RESULTS
    return Screen.Contents.BOARD if looking else Screen.Contents.RESULTS


def _board(
    kind: Kind, places: Sequence[PlayerPlace], round_: ShownRound | None = None
) -> Iterator[ScreenPage]:
    columns, rows = next((layout for layout in LAYOUTS if len(places) <= layout[0] * layout[1]), LAYOUTS[-1])
    for part, parts, listed in _split(places, columns * rows):
        yield ScreenPage(
            kind=kind,
            part=part,
            parts=parts,
            rows=rows,
            columns=tuple(_lettered(column) for column in _columns(listed, columns)),
            round=round_,
        )


def _columns(items: Sequence[Item], columns: int) -> list[Sequence[Item]]:
    """The items in columns of the same length, but for the last."""
    length = -(-len(items) // columns)
    return [items[start : start + length] for start in range(0, len(items), length)]


def _lettered(places: Sequence[PlayerPlace]) -> tuple[BoardLine, ...]:
    letters = [_initial(place.player.name) for place in places]
    above = ["", *letters]
    return tuple(
        BoardLine(place, "" if letter == upper else letter)
        for place, letter, upper in zip(places, letters, above, strict=False)
    )


def _initial(name: str) -> str:
    return sort_key(name)[:1].upper()


def _results(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The tables of the round, with the standings beside; at larger tables these come afterwards."""
    round_ = snapshot.round(snapshot.progress.current.number)
    if round_.multiplayer:
        few = len(round_.tables) <= FEW_MULTIPLAYER_ROWS
        rows = FEW_MULTIPLAYER_ROWS if few else MULTIPLAYER_ROWS
        for part, parts, shown in _split_round(round_, rows):
            yield ScreenPage(kind="results", part=part, parts=parts, rows=rows, round=shown)
        yield from _standings(snapshot) if snapshot.progress.started else ()
        return
    taken = len(round_.tables) + bool(round_.byes)
    rows = STACKED_ROWS if taken <= STACKED_ROWS else ROWS
    tables = [shown for _part, _parts, shown in _split_round(round_, rows)]
    table = current_standings(snapshot) if snapshot.progress.started else None
    most = min(ROWS, 2 * rows)  # a player a line, as the stacked tables have
    lines = [listed for _part, _parts, listed in _split(_ranked(table), most)] if table else []
    parts = max(len(tables), len(lines))
    for part in range(parts):
        yield ScreenPage(
            kind="results",
            part=part + 1,
            parts=parts,
            rows=rows,
            round=tables[part % len(tables)],
            standings=table,
            ranked=(tuple(lines[part % len(lines)]),) if lines else (),
        )


def _split_round(round_: ShownRound, rows: int) -> Iterator[tuple[int, int, ShownRound]]:
    """The round in parts; byes are listed below the last tables and take the space of one row."""
    for part, parts, tables in _split(round_.tables, rows - bool(round_.byes)):
        byes = round_.byes if part == parts else ()
        yield part, parts, replace(round_, tables=tuple(tables), byes=byes)


def _standings(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The standings with their tie-breaks, or in two columns without them."""
    table = current_standings(snapshot)
    ranked = _ranked(table)
    columns = 1 if len(ranked) <= ROWS else 2
    for part, parts, lines in _split(ranked, columns * ROWS):
        yield ScreenPage(
            kind="standings",
            part=part,
            parts=parts,
            rows=next(rows for rows in STANDINGS_ROWS if len(lines) <= columns * rows),
            standings=table,
            ranked=tuple(map(tuple, _columns(lines, columns))),
        )


def _ranked(table: Standings) -> list[StandingsLine]:
    return [line for line in table.lines if line.rank is not None]


def _split(items: Sequence[Item], rows: int) -> Iterator[tuple[int, int, Sequence[Item]]]:
    """The items in parts of about the same length, at most `rows`: (part, parts, items)."""
    parts = -(-len(items) // rows)
    for part in range(parts):
        first, last = part * len(items) // parts, (part + 1) * len(items) // parts
        yield part + 1, parts, items[first:last]
