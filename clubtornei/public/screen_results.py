"""The projector's pages of results: the tables of the round as results come in, with the standings beside or
behind them. static/css/departures-results.css has the same measures.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from math import ceil

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.public.screen_names import (
    FEW,
    LARGE_TYPES,
    SMALL,
    TYPES,
    ShortNames,
    width_of,
    width_of_all,
)
from clubtornei.public.screen_page import (
    LEAST_ROWS,
    ROWS,
    TABLE_COLUMNS,
    ScreenPage,
    Span,
    in_parts,
    spans_of,
)
from clubtornei.public.screen_pages import lines_with_names, message_type, ranked_lines, standings_pages
from clubtornei.public.screen_parts import (
    LEAST_TABLES,
    Part,
    bye_rows,
    lines_of,
    rows_of,
    split_by_lines,
    split_round,
)
from clubtornei.public.screen_rooms import (
    BELOW_CODE,
    BESIDE,
    BESIDE_CODE,
    BESIDE_STACKED,
    BESIDE_THROUGH,
    HEADING,
    HEIGHT,
    RATIOS,
    WIDTH,
    Room,
    beside_room,
    columns_room,
    columns_width,
    line_above_word,
    ranking_room,
    results_height,
    results_room,
    results_width,
    seat_room,
)
from clubtornei.public.screen_standings import CriterionColumn, Standings, StandingsLine, current_standings
from clubtornei.public.screen_tree import MOST_PLAYERS, live_round, tree_pages
from clubtornei.public.templatetags.screen import score, score_word, seats_of_two
from clubtornei.rounds.brackets.bracket import Bracket
from clubtornei.rounds.brackets.layout import bracket_or_none, name_in_bracket
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEMS
from scoring.record import Player

STACKED_ROWS = 7  # up to so many tables have a line for each player: with more, lines of two would touch
WORD_ROWS = 9  # of tables whose scores have a word below: with more it would touch the next score
FEW_PLACES = 8  # players, whose tables stand in place of the board
MANY = 3  # one name in so many may be shortened while opponents stand beside each other
MAIN = 1.2  # how much larger than what stands beside them the names at the tables should be
BESIDE_ROWS = 13  # of what stands beside the results
LEAST_BESIDE = 6  # rows there: fewer are no further apart
MOST_BESIDE = 2 * BESIDE_ROWS  # players, to have the standings beside the results: in two halves
CHAMPION_ROWS = 8  # of the final, below who has won it
ONE_IN_A_LINE = 1
IN_A_LINE = (2, ONE_IN_A_LINE, 3)  # players of larger tables: the first is best where nothing else tells


class Beside(Struct, frozen=True, kw_only=True):
    """What stands beside the results, in turn: parts of the standings with these columns, or in a knockout of
    those who go on, and of which lines of the standings each is; `rows` and `type` of each.
    """

    criteria: tuple[CriterionColumn, ...] = ()
    spans: tuple[Span, ...] = ()
    ranked: tuple[tuple[StandingsLine, ...], ...] = ()
    through: tuple[tuple[Player, ...], ...] = ()
    rows: int = BESIDE_ROWS
    type: float = TYPES[0]


class Shares(Struct, frozen=True, kw_only=True):
    """The tables, wider by that ratio than what is beside them: the type of names, and the players under the
    names that fit, by id.
    """

    ratio: float
    type: float
    fitted: Mapping[int, Player]
    beside: Beside

    @property
    def worth(self) -> tuple[int, float, float]:
        """Most where the most of the names is shown, then the smaller of both types is the largest, of which
        that of the tables should be the larger one.
        """
        lines = chain.from_iterable(self.beside.ranked)
        shown = [*self.fitted.values(), *(line.player for line in lines)]
        return (
            sum(len(player.name) for player in shown),
            min(self.type / MAIN, self.beside.type),
            self.beside.type,
        )


def result_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The tables of the round, with the standings beside them, or in a knockout who goes on. Of many players
    the standings come afterwards.
    """
    round_ = snapshot.round(snapshot.progress.current.number)
    bracket = bracket_or_none(snapshot)
    if bracket:
        yield from _knockout(snapshot, bracket, round_)
        return
    standings = current_standings(snapshot) if snapshot.progress.started else None
    is_large = _is_large(round_, standings)
    if round_.multiplayer:
        yield from _larger_tables(snapshot, round_, standings=None if is_large else standings)
    elif is_large:
        yield from _in_columns(snapshot, round_)
    else:
        yield from _tables_in_full(snapshot, round_, standings)
    yield from standings_pages(snapshot) if standings and is_large else ()


def seat_pages(snapshot: EventSnapshot, round_: ShownRound) -> Iterator[ScreenPage]:
    """Who meets whom, while seats are looked for at few tables; where they play for places, for which. Two
    opponents stand beside each other where their whole names have no smaller type than below each other.
    """
    if round_.multiplayer:
        for page in _larger_tables(snapshot, round_, whole=BESIDE_CODE):
            yield replace(page, narrow=True)
        return
    is_final = any(table.third_place for table in round_.tables)
    final = name_in_bracket(snapshot, round_.number) if is_final else ""
    none_short = FEW_PLACES + 1
    layouts = [
        list(_tables(snapshot, round_, whole=width, few=few, stacked=stacked))
        for stacked, width, few in ((False, WIDTH, none_short), (True, BESIDE_CODE, FEW))
    ]
    for page in max(layouts, key=lambda pages: pages[0].type):
        yield replace(page, narrow=page.stacked, final=final)


def _is_large(round_: ShownRound, standings: Standings | None) -> bool:
    """Whether there are too many players for the standings beside the tables. The games of matches have their
    word below the score.
    """
    players = len(ranked_lines(standings)) if standings else 2 * len(round_.tables)
    return players > MOST_BESIDE and all(table.match_score is None for table in round_.tables)


def _knockout(snapshot: EventSnapshot, bracket: Bracket, round_: ShownRound) -> Iterator[ScreenPage]:
    """Who has won; the bracket, once it can be read; of a larger round the tables, with those who go on."""
    if bracket.champion and round_.number == len(bracket.rounds):
        yield _champion_page(snapshot, round_, bracket.champion)
    if live_round(bracket).players <= MOST_PLAYERS:
        yield from tree_pages(snapshot, bracket)
    if bracket.rounds[round_.number - 1].players > MOST_PLAYERS:
        yield from _tables(snapshot, round_, bracket=bracket)


def _tables_in_full(
    snapshot: EventSnapshot, round_: ShownRound, standings: Standings | None
) -> Sequence[ScreenPage]:
    """The tables with the standings beside them; each player has a line where of opponents beside each other
    more than one name in so `MANY` would be shortened, if the standings have as many pages anyway.
    """
    pages = list(_tables(snapshot, round_, standings=standings))
    shown = [player for page in pages if page.round for player in _seated(page.round)]
    short = [player for player in shown if player.name != snapshot.players[player.id].name]
    if len(short) * MANY <= len(shown):
        return pages
    lines = list(_tables(snapshot, round_, standings=standings, stacked=True))
    return lines if len(lines) <= len(pages) else pages


def _tables(
    snapshot: EventSnapshot,
    round_: ShownRound,
    *,
    standings: Standings | None = None,
    bracket: Bracket | None = None,
    whole: float = WIDTH,
    few: int = FEW,
    stacked: bool | None = None,
) -> Iterator[ScreenPage]:
    """The tables, as many on a page as it has room for, with something beside them. `whole`: the width where
    there is nothing; one name in so `few` is shortened for the others to be much larger. `stacked`: whether
    each player has a line; if None, where this takes no more pages.
    """
    names = ShortNames(snapshot.players.values())
    winners = _winners(bracket, round_) if bracket else {}
    listed = replace(round_, byes=()) if winners else round_  # who is exempt is among those who go on
    stacked, parts = _tables_of_two(listed, names, stacked)
    if stacked and standings:
        parts = _as_many_parts(listed, parts, names, len(ranked_lines(standings)))
    rows = rows_of(parts)
    usual = BESIDE_STACKED if stacked else BESIDE_THROUGH if bracket else BESIDE
    height = results_height(beside=bool(standings or winners), whole=whole)
    height = (height - HEADING if winners else height) / rows
    line = height / 2 if stacked else line_above_word(height) if _has_words(round_) else height
    types = LARGE_TYPES if rows == LEAST_TABLES else TYPES
    largest_type = names.type_but_for_few if stacked else partial(names.largest_type, few=few)

    def lay_out(ratio: float) -> Shares:
        width = results_width(ratio) if standings or winners else whole
        room = _tables_room(snapshot, round_, width, stacked=stacked)
        size = largest_type(_seated(round_), line, room, types)
        beside = Beside()
        if standings:
            beside = _standings_beside(standings, names, beside_room(ratio))
        elif winners:
            going_on = [*winners.values(), *(bye.player for bye in round_.byes)]
            beside = _through_beside(round_, going_on, names, beside_room(ratio), size)
        fitted = _fitted(names, _seated(round_), room(size), size)
        return Shares(ratio=ratio, type=size, fitted=fitted, beside=beside)

    shares = _best_shares(lay_out, round_, standings, usual)
    for shown in _turned(round_, parts, shares):
        yield replace(shown, stacked=stacked, lost=bracket.eliminated() if bracket else frozenset())


def _tables_room(snapshot: EventSnapshot, round_: ShownRound, width: float, *, stacked: bool) -> Room:
    """Of a name in rows of that width."""
    return results_room(
        width,
        digits=_digits(round_),
        stacked=stacked,
        discs=_has_discs(snapshot),
        score=_points_width(round_) if stacked else width_of_all(map(score, round_.tables)),
        word=width_of_all(score_word(table) for table in round_.tables if table.recorded),
    )


def _best_shares(
    lay_out: Callable[[float], Shares], round_: ShownRound, standings: Standings | None, usual: float
) -> Shares:
    """Those with the standings beside the tables; several byes have room in the `usual` ones alone."""
    ratios = RATIOS if standings and len(round_.byes) < 2 else (usual,)
    return max(map(lay_out, ratios), key=lambda shares: shares.worth)


def _turned(round_: ShownRound, parts: Sequence[Part], shares: Shares) -> Iterator[ScreenPage]:
    """A page of each part, down to the foot, with something beside it, until all of both has been seen."""
    beside = shares.beside
    slices = len(beside.ranked or beside.through)
    for place in range(max(len(parts), slices)):
        part, count, taken, shown = parts[place % len(parts)]
        slice_ = place % max(1, slices)
        yield replace(
            _tables_page(
                round_, shares.fitted, part, count, shown, rows=max(LEAST_TABLES, taken), size=shares.type
            ),
            ratio=shares.ratio,
            criteria=beside.criteria,
            ranked=beside.ranked[slice_ : slice_ + 1],
            through=beside.through[slice_] if beside.through else None,
            beside_span=beside.spans[slice_] if beside.spans else None,
            beside_rows=beside.rows,
            beside_type=beside.type,
        )


def _in_columns(snapshot: EventSnapshot, round_: ShownRound) -> Iterator[ScreenPage]:
    """The tables of many players, in columns: who has White above, each with what he has of the result; where
    somebody did not come, there is less room beside the word, and more where no result is in.
    """
    names = ShortNames(snapshot.players.values())
    byes = tuple(replace(bye, player=names.initialled(bye.player)) for bye in round_.byes)
    for_byes = min(bye_rows(byes, STACKED_ROWS, columns_width(TABLE_COLUMNS)), STACKED_ROWS)
    parts = list(in_parts(round_.tables, TABLE_COLUMNS * STACKED_ROWS - for_byes))
    taken = [len(tables) + (for_byes if part == count else 0) for part, count, tables in parts]
    rows = ceil(max(taken) / TABLE_COLUMNS)
    seats = {table.number: seats_of_two(table) for table in round_.tables}
    score = _points_width(round_)
    room = columns_room(TABLE_COLUMNS, digits=_digits(round_), discs=_has_discs(snapshot), score=score)
    size = names.largest_type(_seated(round_), BELOW_CODE / rows / 2, room)
    word = width_of(_("forfait")) * SMALL / size
    fitted: dict[int, Player] = {}
    for table in round_.tables:
        own = max(word if seat.absent else width_of(seat.points) for seat in seats[table.number])
        fitted |= _fitted(names, table.seats, room(size) + score - own, size)
    page = partial(_tables_page, round_, fitted, rows=rows, size=size)
    for part, count, tables in parts:
        shown = replace(round_, tables=tuple(tables), byes=byes if part == count else ())
        yield replace(
            page(part, count, shown),
            stacked=True,
            in_columns=True,
        )


def _tables_page(
    round_: ShownRound,
    fitted: Mapping[int, Player],
    part: int,
    parts: int,
    shown: ShownRound,
    *,
    rows: int,
    size: float,
) -> ScreenPage:
    """A page with what is `shown` of the round, under names that fit."""
    return ScreenPage(
        kind="results",
        part=part,
        parts=parts,
        span=_tables_span(round_, shown),
        rows=rows,
        type=size,
        round=_with_names(shown, fitted),
        digits=_digits(round_),
    )


def _tables_of_two(round_: ShownRound, names: ShortNames, as_asked: bool | None) -> tuple[bool, list[Part]]:
    """Whether each player has a line of his own, as where this takes no more pages; the round in parts."""
    most = WORD_ROWS if _has_words(round_) else ROWS
    stacked, unstacked = (
        list(split_round(round_, rows, results_width(ratio), names))
        for rows, ratio in ((STACKED_ROWS, BESIDE_STACKED), (most, BESIDE))
    )
    is_stacked = len(stacked) <= len(unstacked) if as_asked is None else as_asked
    return is_stacked, stacked if is_stacked else unstacked


def _as_many_parts(round_: ShownRound, parts: list[Part], names: ShortNames, ranked: int) -> list[Part]:
    """The round in as many parts as the standings beside it, which turn anyway, if its tables are many."""
    slices = max(1, ceil(ranked / BESIDE_ROWS))
    rows = max(LEAST_ROWS, ceil(sum(taken for _part, _parts, taken, _shown in parts) / slices))
    more = list(split_round(round_, rows, results_width(BESIDE_STACKED), names))
    return more if len(more) == slices else parts


def _standings_beside(
    standings: Standings, names: ShortNames, width: float, most: float = LARGE_TYPES[-1]
) -> Beside:
    """All who are ranked, in turn, in type that is no larger than `most`."""
    ranked = ranked_lines(standings)
    slices = [tuple(lines) for _part, _parts, lines in in_parts(ranked, BESIDE_ROWS)]
    rows = max([LEAST_BESIDE, *map(len, slices)])
    room = ranking_room(width, ranked, standings.columns[:1], titled=False)
    size = min(
        most, names.type_but_for_few([line.player for line in ranked], (HEIGHT - HEADING) / rows, room)
    )
    fitted = lines_with_names(ranked, names, room(size), size)
    return Beside(
        criteria=standings.columns[:1],
        spans=tuple(spans_of(slices, len(ranked))),
        ranked=tuple(tuple(lines) for _part, _parts, lines in in_parts(fitted, BESIDE_ROWS)),
        rows=rows,
        type=size,
    )


def _through_beside(
    round_: ShownRound, players: Sequence[Player], names: ShortNames, width: float, most: float
) -> Beside:
    """Who goes on, by table, then those who did not have to play, in turn; there is room for all who will."""
    rows = max(LEAST_BESIDE, min(len(round_.tables) + len(round_.byes), ROWS))
    all_ = [*_seated(round_), *(bye.player for bye in round_.byes)]
    size = min(most, names.largest_type(all_, (HEIGHT - HEADING) / rows, lambda size: width / size))
    fitted = names.fitted(players, width / size, size)
    slices = [tuple(part) for _part, _parts, part in in_parts(fitted, ROWS)]
    return Beside(through=tuple(slices), rows=rows, type=size)


def _tables_span(round_: ShownRound, shown: ShownRound) -> Span:
    """The numbers of the tables on a page, and the last of the round."""
    return Span(shown.tables[0].number, shown.tables[-1].number, round_.tables[-1].number)


def _champion_page(snapshot: EventSnapshot, round_: ShownRound, champion: Player) -> ScreenPage:
    """Who has won the knockout, with the last games below."""
    room = _tables_room(snapshot, round_, WIDTH, stacked=False)
    names = ShortNames(snapshot.players.values())
    size = names.largest_type(_seated(round_), BELOW_CODE / CHAMPION_ROWS, room)
    return ScreenPage(
        kind="results",
        rows=CHAMPION_ROWS,
        type=size,
        round=_with_names(round_, _fitted(names, _seated(round_), room(size), size)),
        champion=champion,
        beside_type=message_type(
            champion.name, WIDTH, BELOW_CODE * (CHAMPION_ROWS - len(round_.tables)) / CHAMPION_ROWS - HEADING
        ),
        digits=_digits(round_),
    )


def _has_discs(snapshot: EventSnapshot) -> bool:
    return any(colours_of(SYSTEMS[snapshot.system], snapshot.event))


def _has_words(round_: ShownRound) -> bool:
    """Whether below any score stands what it is of, or may still."""
    return any(table.match_score or score_word(table) for table in round_.tables if table.recorded)


def _points_width(round_: ShownRound) -> float:
    """Of what one player has of his game, in em."""
    return width_of_all(seat.points for table in round_.tables for seat in seats_of_two(table))


def _digits(round_: ShownRound) -> int:
    return max(len(str(table.number)) for table in round_.tables)


def _seated(round_: ShownRound) -> list[Player]:
    return [player for table in round_.tables for player in table.seats]


def _winners(bracket: Bracket, round_: ShownRound) -> Mapping[int, Player]:
    """Who goes on from the tables of the round."""
    matches = bracket.rounds[round_.number - 1].matches
    won = {match.table: match.winner for match in matches if match.table and match.winner}
    return {table.number: won[table.number] for table in round_.tables if table.number in won}


def _larger_tables(
    snapshot: EventSnapshot,
    round_: ShownRound,
    *,
    standings: Standings | None = None,
    whole: float = WIDTH,
) -> Iterator[ScreenPage]:
    """As many tables as have room for all lines that their players need; with the standings beside them, a
    player a line. `whole`: the width where there is nothing.
    """
    names = ShortNames(snapshot.players.values())
    points = [seat.points for table in round_.tables for seat in table.seat_rows if seat.points]
    written = list(map(snapshot.notation.points, points))
    digits = _digits(round_)
    width = results_width(BESIDE_STACKED) if standings else whole
    height = results_height(beside=bool(standings), whole=whole)
    ways = (ONE_IN_A_LINE,) if standings else IN_A_LINE
    splits = {beside: list(split_by_lines(round_, beside, width, names)) for beside in ways}

    def largest_type(beside: int, room: Room) -> float:
        lines = max(rows_of([part]) * lines_of(part[-1].tables, beside) for part in splits[beside])
        return names.type_but_for_few(_seated(round_), height / lines, room)

    def room_of(beside: int, width: float = width) -> Room:
        return seat_room(width, beside, written, digits=digits)

    in_a_line = max(ways, key=lambda beside: (-len(splits[beside]), largest_type(beside, room_of(beside))))

    def lay_out(ratio: float) -> Shares:
        room = room_of(in_a_line, results_width(ratio) if standings else whole)
        size = largest_type(in_a_line, room)
        fitted = _fitted(names, _seated(round_), room(size), size)
        beside = _standings_beside(standings, names, beside_room(ratio), size) if standings else Beside()
        return Shares(ratio=ratio, type=size, fitted=fitted, beside=beside)

    shares = _best_shares(lay_out, round_, standings, BESIDE_STACKED)
    for page in _turned(round_, splits[in_a_line], shares):
        tables = page.round.tables if page.round else round_.tables
        lines = lines_of(tables, in_a_line)
        yield replace(page, stacked=standings is not None, lines=lines, in_a_line=lines_of(tables, lines))


def _fitted(names: ShortNames, players: Sequence[Player], room: float, size: float) -> dict[int, Player]:
    """The players under the names that fit, by id: each has one, on whatever page."""
    return {player.id: player for player in names.fitted(players, room, size)}


def _with_names(round_: ShownRound, fitted: Mapping[int, Player]) -> ShownRound:
    """The round under those names; who rests stands on a line of his own."""

    def with_names(table: ShownTable) -> ShownTable:
        seats = tuple(fitted[player.id] for player in table.seats)
        rows = tuple(replace(row, player=player) for row, player in zip(table.seat_rows, seats, strict=False))
        return replace(table, seats=seats, seat_rows=rows)

    return replace(round_, tables=tuple(map(with_names, round_.tables)))
