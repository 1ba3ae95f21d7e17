"""The projector's pages of results: the tables of the round as results come in, with the standings beside or
behind them. static/css/departures-results.css has the same measures.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.public.screen_names import SPARE, TYPES, ShortNames, width_of, width_of_all
from clubtornei.public.screen_page import ROWS, ScreenPage, Span, in_parts, spans_of
from clubtornei.public.screen_pages import lines_with_names, message_type, ranked_lines, standings_pages
from clubtornei.public.screen_rooms import (
    BYES_LINE,
    BYES_PADDING,
    HEADING,
    HEIGHT,
    OUTCOME,
    SMALL,
    WIDE_OUTCOME,
    WIDTH,
    beside_room,
    ranking_room,
    results_room,
    results_width,
    seat_room,
)
from clubtornei.public.screen_tree import tree_pages
from clubtornei.public.templatetags.screen import score
from clubtornei.rounds.brackets.bracket import Bracket
from clubtornei.rounds.brackets.layout import bracket_or_none
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.reports.final_ranking import current_standings
from clubtornei.rounds.reports.standings import Standings, StandingsLine
from clubtornei.rounds.snapshot.calendar import ShownBye, ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEMS
from scoring.record import Player

STACKED_ROWS = 7  # up to so many tables have a line for each player: with more, lines of two would touch
LEAST_TABLES = 2
BESIDE_ROWS = 13  # of the standings beside the results
LEAST_BESIDE = 6  # rows there: fewer are no further apart
CHAMPION_ROWS = 8  # of the final, below who has won it
LINES = 12  # of players at larger tables
MOST_IN_A_LINE = 3
SHORT_BYE = 6.0  # em: of the names of those who rest, where they are many
BYES_TITLE = 5.0  # em: what stands before them

Part = tuple[int, int, int, ShownRound]
"""A part of how many of a round, the rows that it takes, and what it has of the round."""


class Beside(Struct, frozen=True):
    """The standings beside the results: all of them in turn, or only the first; `rows` and `type` of each."""

    spans: tuple[Span, ...] = ()
    slices: tuple[tuple[StandingsLine, ...], ...] = ()
    rows: int = BESIDE_ROWS
    type: float = TYPES[0]

    @property
    def is_all(self) -> bool:
        """Whether nobody is missing."""
        return bool(self.spans) and self.spans[-1].last == self.spans[-1].total


def result_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The tables of the round, with the standings beside them, or in a knockout who goes on. Of many the
    standings come afterwards, as they do at larger tables.
    """
    round_ = snapshot.round(snapshot.progress.current.number)
    if round_.multiplayer:
        yield from _larger_tables(snapshot, round_)
        yield from standings_pages(snapshot) if snapshot.progress.started else ()
        return
    bracket = bracket_or_none(snapshot)
    winners = _winners(bracket, round_.number) if bracket else {}
    if bracket and bracket.champion and round_.number == len(bracket.rounds):
        yield _champion_page(snapshot, round_, bracket.champion)
    tree = list(tree_pages(snapshot, bracket, round_)) if bracket else []
    if tree:
        yield from tree
        return
    names = ShortNames(snapshot.players.values())
    stacked, parts = _tables_of_two(round_, names)
    rows = _rows_of(parts)
    is_wide = width_of_all(map(score, round_.tables)) > OUTCOME
    standings = current_standings(snapshot) if snapshot.progress.started and not bracket else None
    room = results_room(
        digits=_digits(round_),
        beside=bool(standings or winners),
        stacked=stacked,
        discs=_has_discs(snapshot),
        outcome=WIDE_OUTCOME if is_wide else OUTCOME,
    )
    height = (HEIGHT - HEADING if winners else HEIGHT) / rows
    size = names.largest_type(_seated(round_), height / (2 if stacked else 1), room)
    beside = _standings_beside(standings, names, len(parts), size) if standings else Beside()
    beside_type = beside.type
    if winners:
        beside_type = min(
            size, names.largest_type(_seated(round_), height, lambda type_: beside_room() / type_)
        )
    for place in range(max(len(parts), len(beside.slices))):
        part, count, _taken, shown = parts[place % len(parts)]
        slice_ = place % max(1, len(beside.slices))
        yield ScreenPage(
            kind="results",
            part=part,
            parts=count,
            span=_tables_span(round_, shown),
            rows=rows,
            type=size,
            stacked=stacked,
            wide=is_wide,
            round=_with_names(shown, names, room(size)),
            criteria=standings.columns[:1] if standings else (),
            ranked=beside.slices[slice_ : slice_ + 1],
            through=_through(shown, winners, names, beside_type) if winners else None,
            beside_span=beside.spans[slice_] if beside.spans else None,
            beside_rows=beside.rows if beside.slices else rows,
            beside_type=beside_type,
            digits=_digits(round_),
        )
    if standings and not beside.is_all:
        yield from standings_pages(snapshot)


def _tables_of_two(round_: ShownRound, names: ShortNames) -> tuple[bool, list[Part]]:
    """Whether each player has a line of his own, as where this takes no more pages; the round in parts."""
    width = results_width(beside=True)
    stacked, unstacked = (list(_split_round(round_, rows, width, names)) for rows in (STACKED_ROWS, ROWS))
    return (True, stacked) if len(stacked) <= len(unstacked) else (False, unstacked)


def _standings_beside(standings: Standings, names: ShortNames, pages: int, most: float) -> Beside:
    """All who are ranked, in turn, where that takes no more pages than the results, or two; else the first.
    `most`: no larger type, which is that of the results.
    """
    ranked = ranked_lines(standings)
    slices = [tuple(lines) for _part, _parts, lines in in_parts(ranked, BESIDE_ROWS)]
    if len(slices) > max(pages, 2):
        slices = [tuple(ranked[:BESIDE_ROWS])]
    rows = max([LEAST_BESIDE, *map(len, slices)])
    room = ranking_room(beside_room(), ranked, standings.columns[:1], titled=False)
    size = min(most, names.largest_type([line.player for line in ranked], (HEIGHT - HEADING) / rows, room))
    return Beside(
        tuple(spans_of(slices, len(ranked))),
        tuple(lines_with_names(lines, names, room(size)) for lines in slices),
        rows,
        size,
    )


def _tables_span(round_: ShownRound, shown: ShownRound) -> Span:
    """The numbers of the tables on a page, and the last of the round."""
    return Span(shown.tables[0].number, shown.tables[-1].number, round_.tables[-1].number)


def _champion_page(snapshot: EventSnapshot, round_: ShownRound, champion: Player) -> ScreenPage:
    """Who has won the knockout, with the last games below."""
    room = results_room(
        digits=_digits(round_),
        beside=False,
        stacked=False,
        discs=_has_discs(snapshot),
        outcome=WIDE_OUTCOME,
    )
    names = ShortNames(snapshot.players.values())
    size = names.largest_type(_seated(round_), HEIGHT / CHAMPION_ROWS, room)
    return ScreenPage(
        kind="results",
        rows=CHAMPION_ROWS,
        type=size,
        wide=True,
        round=_with_names(round_, names, room(size)),
        champion=champion,
        beside_type=message_type(
            champion.name, HEIGHT * (CHAMPION_ROWS - len(round_.tables)) / CHAMPION_ROWS - HEADING
        ),
        digits=_digits(round_),
    )


def _has_discs(snapshot: EventSnapshot) -> bool:
    return any(colours_of(SYSTEMS[snapshot.system], snapshot.event))


def _digits(round_: ShownRound) -> int:
    return max(len(str(table.number)) for table in round_.tables)


def _seated(round_: ShownRound) -> list[Player]:
    return [player for table in round_.tables for player in table.seats]


def _winners(bracket: Bracket, number: int) -> Mapping[int, Player]:
    """Who goes on from the tables of the round."""
    matches = bracket.rounds[number - 1].matches
    return {match.table: match.winner for match in matches if match.table and match.winner}


def _through(
    shown: ShownRound, winners: Mapping[int, Player], names: ShortNames, size: float
) -> tuple[Player, ...]:
    """Who goes on from the tables of the page."""
    found = [winners[table.number] for table in shown.tables if table.number in winners]
    return tuple(names.fitted(found, beside_room() / size))


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
    size = names.largest_type(_seated(round_), HEIGHT / rows / lines, room)
    for part, count, _taken, shown in parts:
        beside = -(-max(len(table.seats) for table in shown.tables) // lines)
        fitted = seat_room(beside, written, digits=digits, winds=snapshot.winds)(size)
        yield ScreenPage(
            kind="results",
            part=part,
            parts=count,
            span=_tables_span(round_, shown),
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

    fitted = {player.id: player for player in names.fitted(_seated(round_), room)}

    def with_names(table: ShownTable) -> ShownTable:
        seats = tuple(fitted[player.id] for player in table.seats)
        rows = tuple(replace(row, player=player) for row, player in zip(table.seat_rows, seats, strict=False))
        return replace(table, seats=seats, seat_rows=rows)

    return replace(round_, tables=tuple(map(with_names, round_.tables)))


def _split_round(round_: ShownRound, rows: int, width: float, names: ShortNames) -> Iterator[Part]:
    """The round in parts, each with the rows that it takes; byes are listed below the last tables, with
    shorter names where all of them would take more than half of the page.
    """
    all_byes, for_byes = round_.byes, _bye_rows(round_.byes, rows, width)
    if for_byes > rows // 2:
        players = names.fitted([bye.player for bye in round_.byes], SHORT_BYE)
        all_byes = tuple(
            replace(bye, player=player) for bye, player in zip(round_.byes, players, strict=True)
        )
        for_byes = min(_bye_rows(all_byes, rows, width), rows - 1)
    for part, parts, tables in in_parts(round_.tables, rows - for_byes):
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


def _rows_of(parts: Sequence[Part]) -> int:
    """How many rows the longest part takes."""
    return max([LEAST_TABLES, *(taken for _part, _parts, taken, _shown in parts)])
