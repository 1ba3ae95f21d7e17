"""The state of a knockout after the rounds played: who is in each section of the grid, results, eliminations
(rules/knockout.md#later-rounds, rules/knockout.md#who-leaves, rules/knockout.md#ranking).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pairing.grid import Grid, GridGame, GridSection, build_grid
from scoring.random_keys import in_random_order
from scoring.record import DocumentPlayer, DocumentRound, DocumentTable, Record
from scoring.system_spec import KnockoutProgress


class Meeting(Struct, frozen=True):
    """A game of the grid with the ids of its two players; None: its section of the grid sent no player."""

    game: GridGame
    upper: int | None
    lower: int | None

    @property
    def players(self) -> list[int]:
        return [player for player in (self.upper, self.lower) if player is not None]


class MeetingOutcome(Struct, frozen=True):
    """The outcome of a meeting: the id that advances (None: nobody), the eliminated ids, any table.

    `stands`: the result says otherwise, because it was corrected after `winner` had played on.
    """

    meeting: Meeting
    winner: int | None
    losers: tuple[int, ...] = ()
    table: DocumentTable | None = None
    stands: bool = False


def seeding_order(record: Record, drawn: bool) -> list[DocumentPlayer]:
    """The players in seeding order: longest exemption first, then by order number, or by lot if `drawn`."""
    players = record.by_number
    if drawn:
        drawn_order = in_random_order(record.players, record.document.seed, record.number, "draw")
        players = tuple(record.players[player] for player in drawn_order)
    return sorted(players, key=lambda player: -player.exempt)


def grid_of(seeds: Sequence[DocumentPlayer]) -> Grid | None:
    """The grid for these players in seeding order; None: too few of them have no exemption."""
    return build_grid(tuple(player.exempt for player in seeds))


class SeededBracket:
    """The grid filled with the ids of players.

    `player_in`: who is seated in a section or advances from it; None: no player does. `outcomes`: for each
    round played those of its meetings, in grid order. `plays_third_place`: whether there is a match
    for third place. `entered_at`: the section in which each player is seated.
    """

    def __init__(
        self, record: Record, seeds: Sequence[DocumentPlayer], grid: Grid, *, third: bool = False
    ) -> None:
        self.record = record
        self.grid = grid
        self.plays_third_place = third
        self.seeds = [player.id for player in seeds]
        self.player_in: dict[GridSection, int | None] = dict(zip(grid.seats, self.seeds, strict=True))
        self.entered_at: dict[int, GridSection] = {
            player: section for section, player in self.player_in.items() if player is not None
        }
        self.outcomes: list[list[MeetingOutcome]] = []
        for level in range(1, grid.first):
            for meeting in self._meetings(level):
                self._advance(meeting, next(iter(meeting.players), None))
        for number, played in enumerate(record.rounds[: grid.rounds], 1):
            self.outcomes.append(list(self._outcomes_of(number, played)))

    def meetings(self, round_number: int) -> list[Meeting]:
        """The meetings of the round, in grid order; all results of the rounds before it must be known."""
        return list(self._meetings(self.grid.level_of(round_number)))

    def losing_semi_finalists(self) -> list[int]:
        """The losers of the round before the final, in grid order; a double forfeit gives none."""
        semi_final_round = self.grid.rounds - 1
        if not 0 < semi_final_round <= len(self.outcomes):
            return []
        return [
            outcome.losers[0]
            for outcome in self.outcomes[semi_final_round - 1]
            if len(outcome.losers) == 1 and outcome.table
        ]

    def third_place(self) -> DocumentTable | None:
        """The match for third place between the losing semi-finalists; None: the final round has none."""
        if len(self.outcomes) < self.grid.rounds:
            return None
        losers = set(self.losing_semi_finalists())
        tables = self.record.rounds[self.grid.rounds - 1].tables
        return next((table for table in tables if len(losers) == 2 and losers == {*table.seats}), None)

    def _meetings(self, level: int) -> Iterator[Meeting]:
        for game in self.grid.games(level):
            yield Meeting(game, self.player_in.get(game.upper), self.player_in.get(game.lower))

    def _advance(self, meeting: Meeting, winner: int | None) -> None:
        self.player_in[meeting.game.winner_section] = winner

    def _outcomes_of(self, number: int, played: DocumentRound) -> Iterator[MeetingOutcome]:
        """The outcomes of a round, in grid order.

        Tables arranged by hand that match no meeting are assigned, in order, to the meetings without a table:
        the winner of a swapped pair advances in the place of the board it was swapped into.
        """
        playing = self._playing(number, played)
        if number > 1:
            self._let_stand(number - 1, playing)
        meetings = self.meetings(number)
        expected_pairs = {frozenset(meeting.players) for meeting in meetings}
        third_place_pair = frozenset(self.losing_semi_finalists())
        tables = {frozenset(table.seats): table for table in played.tables}
        unexpected_tables = [
            table for pair, table in tables.items() if pair not in expected_pairs and pair != third_place_pair
        ]
        moved_players = {player for table in unexpected_tables for player in table.seats}
        bye_players = {bye.player for bye in played.byes}
        for meeting in meetings:
            players = meeting.players
            table = tables.get(frozenset(players)) if len(players) == 2 else None
            if (
                table is None
                and unexpected_tables
                and (len(players) == 2 or not moved_players.isdisjoint(players))
            ):
                table = unexpected_tables.pop(0)
                self._clear_early_entrants(meeting, table)
            if table is None:
                outcome = self._outcome_without_table(meeting, number, bye_players, moved_players)
            else:
                outcome = _outcome_of_table(meeting, table)
                left_out = tuple(player for player in players if player not in playing)
                outcome = replace(outcome, losers=outcome.losers + left_out)
            self._advance(meeting, outcome.winner)
            yield outcome

    def _playing(self, number: int, played: DocumentRound) -> set[int]:
        """The players of a round in the grid: not those of the match for third place, the second of the round
        of the final.
        """
        tables = played.tables
        if number == self.grid.rounds:
            losers = {*self.losing_semi_finalists()}
            forgotten = self.plays_third_place and [{*table.seats} for table in tables] == [losers]
            tables = () if forgotten else tables[:1]
        return {player for table in tables for player in table.seats} | {bye.player for bye in played.byes}

    def _let_stand(self, number: int, playing: set[int]) -> None:
        """Lets the bracket stand where a result of the round says that somebody else goes on than the one of
        the two who played the round after it.
        """
        for place, outcome in enumerate(self.outcomes[number - 1]):
            seats = outcome.table.seats if outcome.table else ()
            played_on = [player for player in seats if player in playing]
            if outcome.winner in playing or len(played_on) != 1:
                continue
            losers = tuple(player for player in seats if player not in playing)
            stands = replace(outcome, winner=played_on[0], losers=losers, stands=True)
            self.outcomes[number - 1][place] = stands
            self._advance(outcome.meeting, stands.winner)

    def _clear_early_entrants(self, meeting: Meeting, table: DocumentTable) -> None:
        """Empties the sections of players whom a table by hand brings in before the round of their exemption
        ends.
        """
        for player in table.seats:
            section = self.entered_at[player]
            if section.level > meeting.game.upper.level:
                self.player_in[section] = None

    def _outcome_without_table(
        self, meeting: Meeting, number: int, bye_players: set[int], moved_players: set[int]
    ) -> MeetingOutcome:
        """The outcome of a meeting without a table: a single player advances, unless he has withdrawn or
        plays at another table; so does one who has a bye.
        """
        players = [player for player in meeting.players if player not in moved_players]
        advancing = [
            player
            for player in players
            if player in bye_players or (len(players) == 1 and not has_withdrawn(self.record, player, number))
        ]
        winner = advancing[0] if advancing else None
        return MeetingOutcome(meeting, winner, tuple(player for player in players if player != winner))


def has_withdrawn(record: Record, player: int, round_number: int) -> bool:
    """Has the player withdrawn by that round?"""
    withdrawn = record.players[player].withdrawn
    return withdrawn is not None and withdrawn <= round_number


def is_open(table: DocumentTable) -> bool:
    """Does the match have no winner yet: no result, or a draw, which is to be replayed?"""
    return table.shares is None or (table.shares[0] == table.shares[1] and not table.forfeit)


def open_matches(record: Record) -> list[dict[str, Any]]:
    """The matches without a winner, as {"round", "table", "players"}."""
    return [
        {"round": number, "table": board, "players": list(table.seats)}
        for number, played in enumerate(record.rounds, 1)
        for board, table in enumerate(played.tables, 1)
        if is_open(table)
    ]


def _outcome_of_table(meeting: Meeting, table: DocumentTable) -> MeetingOutcome:
    shares = table.shares
    if shares is None or is_open(table):
        return MeetingOutcome(meeting, None, (), table)
    if shares[0] == shares[1]:
        return MeetingOutcome(meeting, None, table.seats, table)
    winner, loser = table.seats if shares[0] > shares[1] else table.seats[::-1]
    return MeetingOutcome(meeting, winner, (loser,), table)


def reached(bracket: SeededBracket) -> dict[int, KnockoutProgress]:
    """How far each player has come, by id.

    A player who lost is ranked by the round of that match, half a round further while a match is open; who
    has not lost ranks ahead of all of them. The match for third place ranks its winner above its loser.
    """
    rounds, played = bracket.grid.rounds, len(bracket.outcomes)
    still_in = KnockoutProgress(Fraction(played + 1), min(played + 1, rounds))
    progress = dict.fromkeys(bracket.seeds, still_in)
    for number, outcomes in enumerate(bracket.outcomes, 1):
        for outcome in outcomes:
            progress.update(dict.fromkeys(outcome.losers, KnockoutProgress(Fraction(number), number)))
            if outcome.winner is not None:
                progress[outcome.winner] = still_in
            if outcome.stands:
                continue
            if outcome.table is not None and is_open(outcome.table):
                progress.update(
                    dict.fromkeys(outcome.table.seats, KnockoutProgress(Fraction(2 * number + 1, 2), number))
                )
    third = bracket.third_place()
    if third is not None and third.shares is not None and not is_open(third):
        for player, share in zip(third.seats, third.shares, strict=True):
            earlier = progress[player]
            progress[player] = KnockoutProgress(earlier.rank + Fraction(share) / 4, earlier.round)
    return progress
