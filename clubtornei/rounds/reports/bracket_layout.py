"""Computes a bracket's view-model: the position of each match, its sides and its result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction

from msgspec.structs import replace

from clubtornei.events.stage_titles import round_title
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import Bracket, BracketMatch, BracketRound, Side
from clubtornei.rounds.state.formatting import points
from clubtornei.rounds.state.site_facts import table_number
from pairing import bracket as engine
from pairing.grid import GridGame, GridSection
from pairing.registry import SYSTEMS, bracket, plan
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, DocumentPlayer, DocumentTable, GameScore, Record
from scoring.standings import decimal_text

FORFEITS = {Fraction(1): "+", Fraction(0): "−"}


@dataclass(frozen=True, kw_only=True)
class Position:
    """The fields of a Match that say where it stands."""

    round: int
    place: int
    row: int
    rows: int


def bracket_of(source: EventSnapshot | Record) -> Bracket | None:
    """The bracket of a published event, or of a record; None if its system has none.

    Raises NoLegalPairing or DocumentError if the rules have no bracket for these players.
    """
    if isinstance(source, EventSnapshot):
        return source.cached("bracket", lambda: _bracket(source.record(), drawn=source.event.drawn))
    return _bracket(source, drawn=True)


def bracket_or_none(source: EventSnapshot | Record) -> Bracket | None:
    """The bracket; None if there is none, or the rules have none for these players."""
    if isinstance(source, EventSnapshot) and not SYSTEMS[source.system].bracket:
        return None
    try:
        return bracket_of(source)
    except (NoLegalPairing, DocumentError):
        return None


def round_names(bracket: Bracket | None) -> Mapping[str, str]:
    """The names of its rounds by number, in the reader's language; empty if there is no bracket."""
    return {str(round_.number): round_.name for round_ in bracket.rounds} if bracket else {}


def name_in_bracket(snapshot: EventSnapshot, number: int) -> str:
    """What the round of a bracket is called, a semi-final for example; empty elsewhere."""
    return round_names(bracket_or_none(snapshot)).get(str(number), "")


def round_name(snapshot: EventSnapshot, number: int) -> str:
    """The stage, where there are several, and the name in the bracket; empty where the number is all."""
    return " · ".join(filter(None, (snapshot.stages.title, name_in_bracket(snapshot, number))))


def round_heading(snapshot: EventSnapshot, number: int) -> str:
    """The round as its page is headed: as the only one of its stage by what that is called."""
    return round_title(number, round_name(snapshot, number), rounds=snapshot.progress.total)


def _bracket(record: Record, *, drawn: bool) -> Bracket | None:
    """Players have their places in the grid once the numbers are drawn, or a round is paired."""
    computed = bracket(record)
    if computed is None:
        return None
    return _Layout(record, computed, named=drawn or record.rounds_played > 0).bracket()


class _Layout:
    """Positions the matches of the grid, recursively from the final back to the first round.

    Parts of the grid in which nobody sits take no rows. `columns`: the matches of each round so far; `rows`:
    how many rows are used so far.
    """

    def __init__(self, record: Record, computed: engine.SeededBracket, *, named: bool) -> None:
        self.record = record
        self.computed = computed
        self.grid = computed.grid
        self.named = named
        self.seats = frozenset(computed.entered_at.values())
        self.games = {
            game.winner_section: game for row in self.grid.rows[self.grid.first - 1 :] for game in row
        }
        self.outcomes = {outcome.meeting.game: outcome for row in computed.outcomes for outcome in row}
        self.columns: list[list[BracketMatch]] = [[] for _ in range(self.grid.rounds)]
        self.titles = plan(record)
        self.rows = 0

    def bracket(self) -> Bracket:
        self._place(GridSection(self.grid.levels, 1))
        return Bracket(
            rounds=tuple(
                BracketRound(
                    number=number,
                    title=planned.name,
                    players=planned.players,
                    published=number <= self.record.rounds_played,
                    matches=tuple(column),
                )
                for number, (planned, column) in enumerate(zip(self.titles, self.columns, strict=True), 1)
            ),
            rows=self.rows,
            named=self.named,
            third=self._third_place() if self.computed.plays_third_place else None,
        )

    def _place(self, section: GridSection) -> int | None:
        """Place the match whose winner comes out of the section, after those that feed it.

        Returns its place in the column; None if there is no match, because somebody enters the bracket in
        this section, or nobody ever comes out of it.
        """
        game = self.games.get(section)
        if game is None or section in self.seats:
            return None
        first = self.rows
        feeders = {half: self._place(half) for half in (game.upper, game.lower)}
        halves = [half for half in feeders if feeders[half] is not None or self._enters(half)]
        if not halves:
            return None
        self.rows = max(self.rows, first + 1)
        number = section.level - self.grid.first + 1
        column = self.columns[number - 1]
        sides = tuple(self._side(half, feeders[half]) for half in halves)
        position = Position(round=number, place=len(column) + 1, row=first, rows=self.rows - first)
        column.append(self._match(game, sides, position))
        return len(column)

    def _enters(self, section: GridSection) -> bool:
        """Whether a player enters the bracket in the section, directly or through levels without a game."""
        return section in self.seats or (
            section.level == self.grid.first - 1 and self.computed.player_in.get(section) is not None
        )

    def _side(self, section: GridSection, feeder: int | None) -> Side:
        if feeder is not None:
            before = section.level - self.grid.first
            return Side(
                player=self._player(self.computed.player_in.get(section)),
                feeder=feeder,
                feeder_table=self.columns[before][feeder - 1].table,
                feeder_players=self.titles[before].players,
            )
        return Side(
            player=self._player(self.computed.player_in.get(section)) if self.named else None,
            slot=section.slot,
            skipped=section.level - self.grid.first + 1,
        )

    def _player(self, entry_no: int | None) -> DocumentPlayer | None:
        return None if entry_no is None else self.record.players[entry_no]

    def _match(self, game: GridGame, sides: tuple[Side, ...], position: Position) -> BracketMatch:
        """The match, with its result if its round is published."""
        outcome = self.outcomes.get(game)
        if outcome is None:
            return BracketMatch(sides=sides, **asdict(position))
        if outcome.table is None:
            return BracketMatch(
                sides=tuple(_side_without_table(side, outcome.winner) for side in sides), **asdict(position)
            )
        if len(sides) == 1:  # a table made by hand where one player alone was expected
            sides = (*sides, Side(player=None))
        match = self._played(outcome.table, sides, position)
        if not outcome.stands:
            return match
        stood = (
            replace(side, won=side.player is not None and side.player.id == outcome.winner)
            for side in match.sides
        )
        return replace(match, sides=tuple(stood), stands=True)

    def _played(self, table: DocumentTable, sides: Sequence[Side], position: Position) -> BracketMatch:
        """The match of a table, its sides in the order of the grid, or of the seats if seated by hand."""
        tables = self.record.rounds[position.round - 1].tables
        expected = [side.player.id if side.player else 0 for side in sides]
        order = expected if set(expected) == {*table.seats} else list(table.seats)
        is_open = engine.is_open(table)
        return BracketMatch(
            sides=tuple(
                self._played_side(table, table.seats.index(player), side, is_open)
                for player, side in zip(order, sides, strict=True)
            ),
            table=table_number(table, tables.index(table) + 1),
            forfeit=table.forfeit,
            adjourned=is_open and table.adjourned,
            by_hand=table.by_hand,
            **asdict(position),
        )

    def _played_side(self, table: DocumentTable, seat: int, side: Side, is_open: bool) -> Side:
        player = self.record.players[table.seats[seat]]
        as_expected = side.player is not None and side.player.id == player.id
        games = [Fraction(game[seat]) for game in _games(table)]
        score = decimal_text(sum(games, Fraction(0))) if games else ""
        if table.forfeit and table.shares is not None:
            score = FORFEITS[Fraction(table.shares[seat])]
        return Side(
            player=player,
            slot=side.slot if as_expected else None,
            skipped=side.skipped if as_expected else 0,
            feeder=side.feeder,
            games=tuple(points(decimal_text(game)) for game in games),
            score=score,
            won=not is_open and table.shares is not None and table.shares[seat] > table.shares[1 - seat],
        )

    def _third_place(self) -> BracketMatch:
        """The match for the third place; its players are not known before the semi-finals are finished."""
        position = Position(round=self.grid.rounds, place=2, row=self.rows, rows=1)
        losers = self.computed.losing_semi_finalists()
        sides = [Side(player=self._player(loser)) for loser in losers] if len(losers) == 2 else []
        sides = sides or [Side(player=None, loser_of=place) for place in (1, 2)]
        table = self.computed.third_place()
        if table is None:
            return BracketMatch(sides=tuple(sides), **asdict(position))
        return self._played(table, sides, position)


def _side_without_table(side: Side, winner: int | None) -> Side:
    """A side of a match without a table, which `winner` passes without playing."""
    won = side.player is not None and side.player.id == winner
    return Side(player=side.player, slot=side.slot, skipped=side.skipped, feeder=side.feeder, won=won)


def _games(table: DocumentTable) -> Iterator[GameScore]:
    """The games that were played; if only the result is known, that one."""
    if table.games:
        yield from table.games
    elif table.shares is not None and not table.forfeit:
        yield table.shares
