"""The bracket as a picture: which match stands where, who is in it, what came of it, where its winner goes.

Only data: the page and the sheet draw it. A match takes whole rows and stands in the middle of them: the
matches that feed it fill the same rows in the column before. Nothing is placed for parts of the grid that
nobody sits in.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypedDict

from msgspec import Struct

from clubtornei.languages import reader_language
from clubtornei.rounds.core.site_facts import table_facts, table_number
from clubtornei.rounds.reports.snapshot import EventSnapshot
from pairing import bracket as engine
from pairing.grid import Game, Part
from pairing.reasons import why
from pairing.registry import SYSTEMS, bracket, plan
from pairing.system import NoLegalPairing, Reason
from scoring.record import DocumentError, Player, Record, Shares, Table
from scoring.standings import exact

SYMBOLS = {Fraction(1): "1", Fraction(1, 2): "½", Fraction(0): "0"}
FORFEITS = {Fraction(1): "+", Fraction(0): "−"}


class Spot(TypedDict):
    """Where a match stands: see Match."""

    round: int
    place: int
    row: int
    rows: int


class Side(Struct, frozen=True, kw_only=True):
    """One line of a match.

    `player`: None while nobody knows who it will be, or where nobody came. `slot`: his number in the grid,
    where he comes in here, and `skipped`: how many rounds he was exempt from before. `feeder`: the place of
    the match of the round before whose winner comes here. `games`: what he had of each game, 1, ½ or 0, and
    `score` of all of them, as the engines print points; + or − where it was not played. `won`: does he go on?
    """

    player: Player | None
    slot: int | None = None
    skipped: int = 0
    feeder: int | None = None
    games: tuple[str, ...] = ()
    score: str = ""
    won: bool = False


class Match(Struct, frozen=True, kw_only=True):
    """A match, or who goes through without playing (`sides`: him alone, where nobody could ever come).

    `place`: from the top of its round, from 1. `row`, `rows`: the rows of the picture it stands in the middle
    of, from 0. `table`: its number, once it is paired.
    """

    round: int
    place: int
    row: int
    rows: int
    sides: tuple[Side, ...]
    table: int | None = None
    forfeit: bool = False
    adjourned: bool = False
    by_hand: bool = False

    @property
    def free(self) -> bool:
        """Does somebody go through without playing?"""
        return self.table is None and (len(self.sides) == 1 or self.winner is not None)

    @property
    def over(self) -> bool:
        """Is it known who goes on, or that nobody does?"""
        return any(side.won for side in self.sides) or self.forfeit

    @property
    def playing(self) -> bool:
        return self.table is not None and not self.over

    @property
    def winner(self) -> Player | None:
        return next((side.player for side in self.sides if side.won), None)

    @property
    def feeders(self) -> tuple[int, ...]:
        """The places of the matches of the round before that lead here, from the top."""
        return tuple(side.feeder for side in self.sides if side.feeder is not None)

    def has(self, player: int) -> bool:
        return any(side.player is not None and side.player.id == player for side in self.sides)


class BracketRound(Struct, frozen=True, kw_only=True):
    """A column. `players`: how many play in it; `published`: is it paired and to be seen?"""

    number: int
    title: Reason
    players: int
    published: bool
    matches: tuple[Match, ...]

    @property
    def name(self) -> str:
        """Quarti di finale, Semifinali …, in the reader's language."""
        return why(self.title, _nobody, reader_language())

    @property
    def complete(self) -> bool:
        return self.published and not any(match.playing for match in self.matches)


class Bracket(Struct, frozen=True, kw_only=True):
    """`rows`: the height of the picture. `third`: the match for the third place, beside the final; `named`:
    are the places of the players fixed? Before that the picture shows the numbers of the grid.
    """

    rounds: tuple[BracketRound, ...]
    rows: int
    named: bool
    third: Match | None = None

    @property
    def champion(self) -> Player | None:
        return self.rounds[-1].matches[0].winner

    def path(self, player: int) -> tuple[Match, ...]:
        """The matches of a player in the order of the rounds."""
        found = [match for round_ in self.rounds for match in round_.matches if match.has(player)]
        return (*found, self.third) if self.third is not None and self.third.has(player) else tuple(found)


def bracket_of(source: EventSnapshot | Record) -> Bracket | None:
    """The bracket of an event as anybody may see it, or of a record; None: the system has none.

    Raises NoLegalPairing, DocumentError: there is no bracket for these players.
    """
    if isinstance(source, EventSnapshot):
        return source.cached("bracket", lambda: _bracket(source.record(), drawn=source.event.drawn))
    return _bracket(source, drawn=True)


def round_names(snapshot: EventSnapshot) -> Mapping[str, str]:
    """What the rounds are called, by number, in the reader's language; nothing where there is no bracket."""
    if not SYSTEMS[snapshot.system].bracket:
        return {}
    try:
        found = bracket_of(snapshot)
    except (NoLegalPairing, DocumentError):
        return {}
    return {str(round_.number): round_.name for round_ in found.rounds} if found else {}


def _bracket(record: Record, *, drawn: bool) -> Bracket | None:
    """The places are fixed when the numbers are, and the seed for the lots, or when a round is paired."""
    found = bracket(record)
    return _Picture(record, found, drawn or record.rounds_played > 0).drawn() if found else None


class _Picture:
    """Puts the matches of the grid in their places, from the final back to the first round."""

    def __init__(self, record: Record, found: engine.Bracket, named: bool) -> None:
        self.record = record
        self.found = found
        self.grid = found.grid
        self.named = named
        self.seats = frozenset(found.entered_at.values())
        self.games = {game.above: game for row in self.grid.rows[self.grid.first - 1 :] for game in row}
        self.ended = {one.meeting.game: one for row in found.ended for one in row}
        self.columns: list[list[Match]] = [[] for _ in range(self.grid.rounds)]
        self.rows = 0

    def drawn(self) -> Bracket:
        self._place(Part(self.grid.levels, 1))
        titles = plan(self.record)
        return Bracket(
            rounds=tuple(
                BracketRound(
                    number=number,
                    title=planned.name,
                    players=planned.players,
                    published=number <= self.record.rounds_played,
                    matches=tuple(column),
                )
                for number, (planned, column) in enumerate(zip(titles, self.columns, strict=True), 1)
            ),
            rows=self.rows,
            named=self.named,
            third=self._third() if self.found.third else None,
        )

    def _place(self, part: Part) -> int | None:
        """Place the match that leads out of the part, after those that lead to it; its place in the column.

        None: no match does. Who sits in the part comes in there, or nobody ever will.
        """
        game = self.games.get(part)
        if game is None or part in self.seats:
            return None
        first = self.rows
        feeders = {half: self._place(half) for half in (game.upper, game.lower)}
        coming = [half for half in feeders if feeders[half] is not None or self._comes_in(half)]
        if not coming:
            return None
        self.rows = max(self.rows, first + 1)
        column = self.columns[part.level - self.grid.first]
        sides = tuple(self._side(half, feeders[half]) for half in coming)
        spot: Spot = {
            "round": self.grid_round(part),
            "place": len(column) + 1,
            "row": first,
            "rows": self.rows - first,
        }
        column.append(self._match(game, sides, spot))
        return len(column)

    def grid_round(self, part: Part) -> int:
        """The round whose winner comes out of the part."""
        return part.level - self.grid.first + 1

    def _comes_in(self, part: Part) -> bool:
        """Does somebody sit there, or did he come there through levels without a game?"""
        return part in self.seats or (
            part.level == self.grid.first - 1 and self.found.standing.get(part) is not None
        )

    def _side(self, part: Part, feeder: int | None) -> Side:
        if feeder is not None:
            return Side(player=self._player(self.found.standing.get(part)), feeder=feeder)
        return Side(
            player=self._player(self.found.standing.get(part)) if self.named else None,
            slot=part.slot,
            skipped=part.level - self.grid.first + 1,
        )

    def _player(self, entry_no: int | None) -> Player | None:
        return None if entry_no is None else self.record.players[entry_no]

    def _match(self, game: Game, sides: tuple[Side, ...], spot: Spot) -> Match:
        """The match with what came of it, as far as the round is published."""
        ended = self.ended.get(game)
        if ended is None:
            return Match(sides=sides, **spot)
        if ended.table is None:
            return Match(sides=tuple(_passed(side, ended.winner) for side in sides), **spot)
        if len(sides) == 1:  # a table by hand where one alone was expected
            sides = (*sides, Side(player=None))
        return self._played(ended.table, sides, spot)

    def _played(self, table: Table, sides: Sequence[Side], spot: Spot) -> Match:
        """The match of a table: in the order of the grid, or as it was seated by hand."""
        tables = self.record.rounds[spot["round"] - 1].tables
        coming = [side.player.id if side.player else 0 for side in sides]
        order = coming if set(coming) == {*table.seats} else list(table.seats)
        open_ = engine.is_open(table)
        return Match(
            sides=tuple(
                self._line(table, table.seats.index(player), side, open_)
                for player, side in zip(order, sides, strict=True)
            ),
            table=table_number(table, tables.index(table) + 1),
            forfeit=table.forfeit,
            adjourned=open_ and table_facts(table).adjourned,
            by_hand=table.by_hand,
            **spot,
        )

    def _line(self, table: Table, seat: int, side: Side, open_: bool) -> Side:
        player = self.record.players[table.seats[seat]]
        own = side.player is not None and side.player.id == player.id
        games = [Fraction(game[seat]) for game in _games(table)]
        score = exact(sum(games, Fraction(0))) if games else ""
        if table.forfeit and table.shares is not None:
            score = FORFEITS[Fraction(table.shares[seat])]
        return Side(
            player=player,
            slot=side.slot if own else None,
            skipped=side.skipped if own else 0,
            feeder=side.feeder,
            games=tuple(SYMBOLS[game] for game in games),
            score=score,
            won=not open_ and table.shares is not None and table.shares[seat] > table.shares[1 - seat],
        )

    def _third(self) -> Match:
        """The match for the third place; nobody is named before the semi-finals are over."""
        spot: Spot = {"round": self.grid.rounds, "place": 2, "row": self.rows, "rows": 1}
        losers = self.found.losing_semi_finalists()
        sides = [Side(player=self._player(loser)) for loser in losers] if len(losers) == 2 else []
        sides = sides or [Side(player=None), Side(player=None)]
        table = self.found.third_place()
        return self._played(table, sides, spot) if table else Match(sides=tuple(sides), **spot)


def _passed(side: Side, winner: int | None) -> Side:
    """The side of a match without a table; `winner` goes through."""
    won = side.player is not None and side.player.id == winner
    return Side(player=side.player, slot=side.slot, skipped=side.skipped, feeder=side.feeder, won=won)


def _games(table: Table) -> Iterator[Shares]:
    """The games over the board; where only the result is known, that one."""
    if table.games:
        yield from table.games
    elif table.shares is not None and not table.forfeit:
        yield table.shares


def _nobody(entry_no: int) -> str:
    raise KeyError(entry_no)
