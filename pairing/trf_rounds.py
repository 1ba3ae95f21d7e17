"""The rounds of a report file: its columns as tables and byes (rules/trf.md#reading)."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pairing.system import System
from pairing.trf_comments import Interventions
from scoring.record import Adjustment, Bye, DocumentRound, DocumentTable, GameScore, Number, Reported
from scoring.trf import (
    ABNORMAL_KINDS,
    DRAWS,
    LOSSES,
    WINS,
    AbnormalLine,
    PlayerLine,
    Trf,
    TrfCell,
    decided_before,
)


class TrfGame(Struct, frozen=True):
    """A game of the file: who has White, and the result of each."""

    white: int
    black: int
    results: tuple[str, str]

    @property
    def shares(self) -> GameScore | None:
        """None: it is not known."""
        if self.results[0] in ("", "X"):
            return None
        first, second = (_share(result) for result in self.results)
        return first, second

    @property
    def forfeit(self) -> bool:
        return self.results[0] in ("+", "-")

    @property
    def unrated(self) -> bool:
        return self.results[0] in ("W", "D", "L")

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.white, self.black))


class AbnormalPoints:
    """Record 299. A line may be of all players, of all rounds, or of both: 0 here."""

    def __init__(self, lines: Sequence[AbnormalLine]) -> None:
        self.points: dict[tuple[int, int, str], Decimal] = {}
        for line in lines:
            for player in line.players or (0,):
                key = player, line.round, line.kind
                before = Decimal(0) if line.kind else self.points.get(key, Decimal(0))
                self.points[key] = before + line.points

    def of(self, player: int, number: int, result: str) -> Decimal | None:
        """What the result brought, or, where it is empty, what was added to the round. None: as usual."""
        kind = ABNORMAL_KINDS.get(result, result)
        keys = product((player, 0), (number, 0), (kind,))
        return next((self.points[key] for key in keys if key in self.points), None)


class RoundsOfFile:
    """`begun`: how many columns are filled; `left`: by player whose results are annulled, the first round
    that he no longer played; `late_points`: what late entries began with.
    """

    def __init__(self, trf: Trf, system: System, interventions: Interventions) -> None:
        self.trf = trf
        self.system = system
        self.interventions = interventions
        self.lines = {player.number: player for player in trf.players}
        self.knockout = system.spec.family == "knockout"
        self.predetermined = system.spec.family != "swiss"
        self.begun = trf.rounds_begun
        if self.knockout:  # who goes on without a game has a round, too
            filled = [
                number
                for line in trf.players
                for number, cell in enumerate(line.rounds, 1)
                if cell != TrfCell()
            ]
            self.begun = max(filled, default=0)
        self.columns = [self.games(number) for number in range(1, self.begun + 1)]
        self.abnormal = AbnormalPoints(trf.abnormal)
        self.left: Mapping[int, int] = {}
        if system.spec.family == "round-robin" and trf.abnormal:
            last = max((line.rank or 0 for line in trf.players), default=0)
            self.left = {
                line.number: first
                for line in trf.players
                if line.rank == last and (first := self.withdrawn(line)) is not None
            }
        self.late_points = self.points_of_late_entries()

    @cached_property
    def groups(self) -> list[list[int]]:
        """The columns (from 1) of each round: in a knockout a match has as many as games."""
        groups: list[list[int]] = []
        for number, games in enumerate(self.columns, 1):
            pairs = {game.pair for game in games}
            before = {game.pair for game in self.columns[groups[-1][0] - 1]} if groups else set()
            if self.knockout and pairs and pairs <= before:
                groups[-1].append(number)
            else:
                groups.append([number])
        return groups

    def adjustments(self) -> Iterator[Adjustment]:
        """Record 299 of no result: bonus and penalty points, but for what a bye by the pairing or a late
        entry brought.
        """
        for line in self.trf.abnormal if not self.knockout else ():
            if not line.kind and line.round:
                players = tuple(
                    player
                    for player in line.players
                    if player in self.lines
                    and _cell(self.lines[player], line.round).result != "U"
                    and not (self.late_points and 1 < line.round == self.joined(self.lines[player]))
                )
                if players:
                    yield Adjustment(players=players, points=as_number(line.points), round=line.round)

    def rounds(self) -> tuple[DocumentRound, ...]:
        """The rounds with what comments say: tables by hand, results that are reported only, games that
        counted as draws when adjourned.
        """
        return tuple(self.with_interventions([self.round(group) for group in self.groups]))

    def options(self) -> dict[str, Any]:
        """The options of the stage that its rounds show."""
        if self.late_points:
            known = self.system.spec.options.__struct_fields__
            counting = {"late_in_standings": True} if "late_in_standings" in known else {}
            return {"late_points": self.late_points, **counting}
        return self.knockout_options() if self.knockout and self.groups else {}

    def knockout_options(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        matches = [
            self.table([self.columns[number - 1] for number in group], game).games or ()
            for group in self.groups
            for game in self.columns[group[0] - 1]
            if not game.forfeit
        ]
        if matches:
            # The fewest games by which none of them was played for nothing.
            least, most = min(map(len, matches)) or 1, max(map(len, matches))
            games = next(
                (
                    games
                    for games in range(least, most)
                    if not any(_wasted(match, games) for match in matches)
                ),
                max(least, most),
            )
            if games > 1:
                options["games"] = games
        before = self.groups[-1][0] - 1
        if any(
            all(_has_lost_match(self.lines[player].rounds[:before]) for player in game.pair)
            for game in self.columns[before]
        ):
            options["third_place"] = True
        return options

    def games(self, number: int) -> list[TrfGame]:
        """The games of a column, in the order of the lower number."""
        games = []
        for line in self.trf.players:
            cell = _cell(line, number)
            if cell.opponent > line.number:
                other = _cell(self.lines[cell.opponent], number)
                results = cell.result, other.result
                if cell.colour == "w":
                    games.append(TrfGame(line.number, cell.opponent, results))
                else:
                    games.append(TrfGame(cell.opponent, line.number, results[::-1]))
        return games

    def missed(self, line: PlayerLine) -> list[int]:
        """The rounds begun in which the player has neither a game nor a bye."""
        return [
            number
            for number in range(1, self.begun + 1)
            if not _cell(line, number).opponent and _cell(line, number).result in ("", "Z")
        ]

    def joined(self, line: PlayerLine) -> int:
        """The first round of a late entry, which is the first played; where late entries have points and this
        one has none, he was entered from the start.
        """
        first = self.first_played(line)
        added = self.abnormal.of(line.number, first, "")
        return 1 if self.late_points and added is None else first

    def first_played(self, line: PlayerLine) -> int:
        """1 where there are no late entries."""
        missed, first = self.missed(line), 1
        while self.system.open_field and not self.predetermined and first in missed:
            first += 1
        return first

    def points_of_late_entries(self) -> Decimal:
        """What record 299 adds to the first round of each, where that is always the same."""
        if not self.trf.abnormal or "late_points" not in self.system.spec.options.__struct_fields__:
            return Decimal(0)
        added = {
            points
            for line in self.trf.players
            if (first := self.first_played(line)) > 1
            and (points := self.abnormal.of(line.number, first, "")) is not None
        }
        return added.pop() if len(added) == 1 else Decimal(0)

    def round(self, group: Sequence[int]) -> DocumentRound:
        columns = [self.columns[number - 1] for number in group]
        tables = [
            self.table(columns, game)
            for game in columns[0]
            if not any(self.has_left(player, group[0]) for player in game.pair)
        ]
        byes = [
            bye
            for line in self.trf.players
            if (bye := self.bye(line, group[0], _cell(line, group[0]))) is not None
        ]
        return DocumentRound(tables=tuple(tables), byes=tuple(byes))

    def table(self, columns: Sequence[Sequence[TrfGame]], first: TrfGame) -> DocumentTable:
        """The table of a game, or of a match whose games stand in several columns."""
        seats = first.white, first.black
        games = [game for column in columns for game in column if game.pair == first.pair]
        if len(games) == 1:
            return DocumentTable(
                seats=seats,
                result=first.shares,
                forfeit=first.forfeit,
                adjourned="X" in first.results,
                unrated=first.unrated,
            )
        played = [
            game.shares if game.white == first.white else game.shares[::-1]
            for game in games
            if game.shares is not None and not game.forfeit
        ]
        forfeits = [game for game in games if game.forfeit]
        if forfeits:
            shares = forfeits[0].shares
            result = shares if forfeits[0].white == first.white else shares and shares[::-1]
        else:
            lead = sum(one - other for one, other in played)
            half: Number = Decimal("0.5")
            result = (1, 0) if lead > 0 else (0, 1) if lead < 0 else (half, half)
        return DocumentTable(seats=seats, result=result, forfeit=bool(forfeits), games=tuple(played))

    def bye(self, line: PlayerLine, number: int, cell: TrfCell) -> Bye | None:
        """The bye of a round; None: a game, or an absence."""
        if self.has_left(line.number, number):
            return None
        if self.has_left(cell.opponent, number):
            return Bye(player=line.number, points=0)
        if cell.opponent:
            return None
        if cell.result in ("", "Z"):
            rests = self.predetermined and self.rests(line, number)
            return Bye(player=line.number, points=0) if rests else None
        points = self.abnormal.of(line.number, number, cell.result)
        if points is None:
            points = self.trf.points_of(cell.result) + (self.abnormal.of(line.number, number, "") or 0)
            if self.late_points and 1 < number == self.joined(line):
                points -= self.late_points
        return Bye(player=line.number, points=as_number(points), requested=cell.result != "U")

    def rests(self, line: PlayerLine, number: int) -> bool:
        """Does the player have a rest in that round of a calendar, or go on without playing?"""
        if not self.knockout:
            return True
        still_in = _cell(line, number).result == "Z" and not _has_lost_match(line.rounds[: number - 1])
        return still_in or any(cell.opponent for cell in line.rounds[number:])

    def withdrawn(self, line: PlayerLine) -> int | None:
        """The first round that the player of a calendar does not play, if his results are annulled: all the
        points of his games are worth nothing by record 299. None: they count.
        """
        tail = self.begun
        while tail and (cell := _cell(line, tail)).result in ("", "Z", "U", "-"):
            if cell.opponent and not self.worthless(cell.opponent, tail):
                break  # a game that both lost by forfeit
            tail -= 1
        scored = [
            self.worthless(player, number)
            for number, cell in enumerate(line.rounds[: self.begun], 1)
            if cell.opponent
            for player in (line.number, cell.opponent)
            if _cell(self.lines[player], number).result in (*WINS, *DRAWS)
        ]
        return tail + 1 if scored and all(scored) else None

    def worthless(self, player: int, number: int) -> bool:
        """Is the result of that round worth nothing by record 299?"""
        return self.abnormal.of(player, number, _cell(self.lines[player], number).result) == 0

    def has_left(self, player: int, number: int) -> bool:
        """Are the player's results annulled, and does he no longer play in that round?"""
        return self.left.get(player, number + 1) <= number

    def with_interventions(self, rounds: Sequence[DocumentRound]) -> Iterator[DocumentRound]:
        said = self.interventions
        for number, played in enumerate(rounds, 1):
            tables = []
            for table in played.tables:
                place = number, frozenset(table.seats)
                counting = self.as_it_counts(table, said.reported.get(place, {}))
                tables.append(replace(counting, by_hand=True) if place in said.by_hand else counting)
            games = tuple(
                (earlier, place)
                for drawn, pair, earlier in said.adjourned
                if drawn == number and 1 <= earlier < number
                for place, table in enumerate(rounds[earlier - 1].tables, 1)
                if frozenset(table.seats) == pair
            )
            yield DocumentRound(tables=tuple(tables), byes=played.byes, provisional=games)

    def as_it_counts(self, table: DocumentTable, letters: Mapping[int, str]) -> DocumentTable:
        """A table whose result was corrected for the report only, with the one that counts."""
        if table.shares is None or letters.keys() != set(table.seats):
            return table
        first, second = (letters[player] for player in table.seats)
        white, black = table.seats
        counting = TrfGame(white, black, (first, second))
        reported = Reported(result=table.shares, forfeit=table.forfeit, unrated=table.unrated)
        return replace(
            table,
            result=counting.shares,
            forfeit=counting.forfeit,
            unrated=counting.unrated,
            reported=reported,
        )


def as_number(value: Decimal) -> Number:
    return int(value) if value == value.to_integral_value() else value


def _cell(line: PlayerLine, number: int) -> TrfCell:
    return line.rounds[number - 1] if number <= len(line.rounds) else TrfCell()


def _has_lost_match(cells: Sequence[TrfCell]) -> bool:
    """Did the player lose the last of his matches?"""
    games = [cell for cell in cells if cell.opponent]
    match = [cell for cell in games if cell.opponent == games[-1].opponent]
    if match and match[-1].result in ("+", "-"):
        return match[-1].result == "-"
    return 2 * sum(_share(cell.result) for cell in match) < len(match)


def _wasted(match: Sequence[GameScore], games: int) -> bool:
    return any(decided_before(match, number, games) for number in range(1, len(match) + 1))


def _share(result: str) -> Number:
    return 1 if result in WINS else 0 if result in LOSSES else Decimal("0.5")
