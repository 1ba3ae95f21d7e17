"""A knockout as far as it has been played: who stands in which part of the grid, who is out, what is open
(rules/knockout.md#later-rounds, rules/knockout.md#who-leaves, rules/knockout.md#ranking).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pairing.grid import Game, Grid, Part, seated
from scoring.random_keys import in_random_order
from scoring.record import Player, Record, Round, Table
from scoring.system_spec import Reached


class Meeting(Struct, frozen=True):
    """A game of the grid and the ids that have come to it; None: nobody came out of that part."""

    game: Game
    upper: int | None
    lower: int | None

    @property
    def players(self) -> list[int]:
        return [player for player in (self.upper, self.lower) if player is not None]


class MeetingOutcome(Struct, frozen=True):
    """What came of a meeting: who goes through (None: nobody), who is out, and the table, if any."""

    meeting: Meeting
    winner: int | None
    losers: tuple[int, ...] = ()
    table: Table | None = None


def seeding_order(record: Record, drawn: bool) -> list[Player]:
    """The longest exemptions first, then by number, or as `drawn` by lot."""
    players = record.by_number
    if drawn:
        lots = in_random_order(record.players, record.document.seed, record.number, "draw")
        players = tuple(record.players[player] for player in lots)
    return sorted(players, key=lambda player: -player.exempt)


def grid_of(seeds: Sequence[Player]) -> Grid | None:
    """The grid for these players in seeding order; None: too few without exemption."""
    return seated(tuple(player.exempt for player in seeds))


class Bracket:
    """The grid with ids in it. `standing`: who sits in a part, or came out of it; None: nobody did.

    `ended`: for each round played what came of its meetings, in grid order. `third`: is the third place
    played for?
    """

    def __init__(self, record: Record, seeds: Sequence[Player], grid: Grid, *, third: bool = False) -> None:
        self.record = record
        self.grid = grid
        self.third = third
        self.seeds = [player.id for player in seeds]
        self.standing: dict[Part, int | None] = dict(zip(grid.seats, self.seeds, strict=True))
        self.entered_at: dict[int, Part] = {
            player: part for part, player in self.standing.items() if player is not None
        }
        self.ended: list[list[MeetingOutcome]] = []
        for level in range(1, grid.first):
            for meeting in self._meetings(level):
                self._advance(meeting, next(iter(meeting.players), None))
        for number, played in enumerate(record.rounds[: grid.rounds], 1):
            self.ended.append(list(self._after(number, played)))

    def meetings(self, round_number: int) -> list[Meeting]:
        """The games of the round, in grid order; of all rounds before it the results must be in."""
        return list(self._meetings(self.grid.level_of(round_number)))

    def losing_semi_finalists(self) -> list[int]:
        """Who lost in the round before the final, in grid order; of a double forfeit nobody."""
        before = self.grid.rounds - 1
        if not 0 < before <= len(self.ended):
            return []
        return [
            outcome.losers[0]
            for outcome in self.ended[before - 1]
            if len(outcome.losers) == 1 and outcome.table
        ]

    def third_place(self) -> Table | None:
        """The match of the two losing semi-finalists, where there is one in the round of the final."""
        if len(self.ended) < self.grid.rounds:
            return None
        losers = set(self.losing_semi_finalists())
        tables = self.record.rounds[self.grid.rounds - 1].tables
        return next((table for table in tables if len(losers) == 2 and losers == {*table.seats}), None)

    def _meetings(self, level: int) -> Iterator[Meeting]:
        for game in self.grid.games(level):
            yield Meeting(game, self.standing.get(game.upper), self.standing.get(game.lower))

    def _advance(self, meeting: Meeting, winner: int | None) -> None:
        self.standing[meeting.game.above] = winner

    def _after(self, number: int, played: Round) -> Iterator[MeetingOutcome]:
        """What came of the round. A table by hand that no meeting expects stands for one that has none, both
        in order: so the winner of a swapped pair goes where its board stood.
        """
        meetings = self.meetings(number)
        expected = {frozenset(meeting.players) for meeting in meetings}
        third = frozenset(self.losing_semi_finalists())
        tables = {frozenset(table.seats): table for table in played.tables}
        spare = [table for pair, table in tables.items() if pair not in expected and pair != third]
        by_hand = {player for table in spare for player in table.seats}
        resting = {bye.player for bye in played.byes}
        for meeting in meetings:
            players = meeting.players
            table = tables.get(frozenset(players)) if len(players) == 2 else None
            if table is None and spare and (len(players) == 2 or not by_hand.isdisjoint(players)):
                table = spare.pop(0)
                self._enter_early(meeting, table)
            if table is None:
                ended = self._unplayed(meeting, number, resting, by_hand)
            else:
                ended = _of_table(meeting, table)
            self._advance(meeting, ended.winner)
            yield ended

    def _enter_early(self, meeting: Meeting, table: Table) -> None:
        """Who plays by hand before he is due no longer enters where he was to."""
        for player in table.seats:
            part = self.entered_at[player]
            if part.level > meeting.game.upper.level:
                self.standing[part] = None

    def _unplayed(
        self, meeting: Meeting, number: int, resting: set[int], by_hand: set[int]
    ) -> MeetingOutcome:
        """Without a table the one who came goes through, unless he has gone or plays at another."""
        players = [player for player in meeting.players if player not in by_hand]
        through = [
            player
            for player in players
            if player in resting or (len(players) == 1 and not has_gone(self.record, player, number))
        ]
        winner = through[0] if through else None
        return MeetingOutcome(meeting, winner, tuple(player for player in players if player != winner))


def has_gone(record: Record, player: int, round_number: int) -> bool:
    """Has the player left for good by that round?"""
    withdrawn = record.players[player].withdrawn
    return withdrawn is not None and withdrawn <= round_number


def is_open(table: Table) -> bool:
    """A match without a winner: no result yet, or a draw, which is to be replayed."""
    return table.shares is None or (table.shares[0] == table.shares[1] and not table.forfeit)


def open_matches(record: Record) -> list[dict[str, Any]]:
    """The matches without a winner, as {"round", "table", "players"}."""
    return [
        {"round": number, "table": board, "players": list(table.seats)}
        for number, played in enumerate(record.rounds, 1)
        for board, table in enumerate(played.tables, 1)
        if is_open(table)
    ]


def _of_table(meeting: Meeting, table: Table) -> MeetingOutcome:
    shares = table.shares
    if shares is None or is_open(table):
        return MeetingOutcome(meeting, None, (), table)
    if shares[0] == shares[1]:
        return MeetingOutcome(meeting, None, table.seats, table)
    winner, loser = table.seats if shares[0] > shares[1] else table.seats[::-1]
    return MeetingOutcome(meeting, winner, (loser,), table)


def reached(bracket: Bracket) -> dict[int, Reached]:
    """How far each player has come: by the round in which he lost; who is still in, further than he who lost
    in it. The match for the third place parts the two who play it.
    """
    rounds, played = bracket.grid.rounds, len(bracket.ended)
    still_in = Reached(Fraction(played + 1), min(played + 1, rounds))
    progress = dict.fromkeys(bracket.seeds, still_in)
    for number, ended in enumerate(bracket.ended, 1):
        for outcome in ended:
            progress.update(dict.fromkeys(outcome.losers, Reached(Fraction(number), number)))
            if outcome.table is not None and is_open(outcome.table):
                progress.update(
                    dict.fromkeys(outcome.table.seats, Reached(Fraction(2 * number + 1, 2), number))
                )
    third = bracket.third_place()
    if third is not None and third.shares is not None and not is_open(third):
        for player, share in zip(third.seats, third.shares, strict=True):
            before = progress[player]
            progress[player] = Reached(before.rank + Fraction(share) / 4, before.round)
    return progress
