"""Random tournaments for tests and demonstrations; the same request gives the same document on any machine.

Players enter late, miss rounds, request byes, withdraw and forfeit; results follow the ratings loosely. Where
the rules allow no round, the limits on colours are waived, or the absences of the round cancelled; if that
does not help, the tournament ends.
"""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec
from msgspec import Struct

from pairing.numbering import by_rating
from pairing.random_generator import Generator, generator
from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair
from pairing.system import Draw, NoLegalPairing, PairedTable, System
from scoring.random_keys import in_random_order
from scoring.reading import MOST_PLAYERS
from scoring.record import (
    Bye,
    Document,
    DocumentError,
    DocumentPlayer,
    DocumentRound,
    DocumentStage,
    DocumentTable,
    GameScore,
    SeatScore,
    ValidationIssue,
    record_of,
)

_HALF = Decimal("0.5")
_TITLES = ("GM", "IM", "FM", "CM", "1N", "2N", "3N")
MOST_ROUNDS = 1_000
RISIKO_EVERY, OUT_EVERY = 12, 8
"""One table in `RISIKO_EVERY` ends by RisiKo!; one seat in `OUT_EVERY` that can be eliminated is."""


class Chances(Struct, frozen=True, kw_only=True):
    """Probabilities in per cent.

    `forfeits`: a game of two is forfeited; `absences`: a player misses a round, half of the times with a
    requested bye; `late`: a player enters after round 1; `withdrawals`: a player withdraws before the last
    one.
    """

    forfeits: Decimal = Decimal(0)
    absences: Decimal = Decimal(0)
    late: Decimal = Decimal(0)
    withdrawals: Decimal = Decimal(0)


class SimulationRequest(Struct, frozen=True, kw_only=True):
    """The tournament to simulate: the system with its options as in a document, its size, and a seed."""

    system: str
    players: int
    rounds: int
    seed: str = ""
    options: dict[str, Any] = {}
    chances: Chances = Chances()


def parse_request(system: str, numbers: Mapping[str, int], texts: Mapping[str, str]) -> SimulationRequest:
    """The request given by the command's arguments. DocumentError: a size or percentage out of range."""
    players, rounds = numbers.get("--players", 16), numbers.get("--rounds", 5)
    for name, size, most in (("--players", players, MOST_PLAYERS), ("--rounds", rounds, MOST_ROUNDS)):
        if not 1 <= size <= most:
            raise DocumentError(
                ValidationIssue("command", "flag_range", {"name": name, "minimum": 1, "maximum": most})
            )
    seed = texts.get("--seed", "")
    if not seed.isprintable():
        raise DocumentError(ValidationIssue("command", "flag_value", {"name": "--seed", "expected": "text"}))
    chances = {
        name: _percentage(f"--{name}", texts[f"--{name}"])
        for name in Chances.__struct_fields__
        if f"--{name}" in texts
    }
    return SimulationRequest(
        system=system, players=players, rounds=rounds, seed=seed, chances=Chances(**chances)
    )


def _percentage(name: str, text: str) -> Decimal:
    try:
        number = Decimal(text) if text.isascii() else Decimal("NaN")
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and 0 <= number <= 100):
        raise DocumentError(
            ValidationIssue("command", "flag_value", {"name": name, "expected": "percentage"})
        )
    return number


def simulate(request: SimulationRequest) -> Document:
    """The simulated tournament. DocumentError: no such system, or too few or too many players for it."""
    if request.system not in SYSTEMS:
        raise DocumentError(
            ValidationIssue("system", "unknown_system", {"name": request.system, "known": list(SYSTEMS)})
        )
    return _Tournament(request).played()


class _Tournament:
    """A tournament under way; the engine is given only what is known before each round."""

    def __init__(self, request: SimulationRequest) -> None:
        self.request = request
        self.system: System = SYSTEMS[request.system]
        self.random: Generator = generator(request.seed, 1, "simulate", 0)
        self.rounds: list[DocumentRound] = []
        self.options = {**self.system.fitted(request.players), **request.options}
        if "rounds" in self.system.spec.options.__struct_fields__:
            self.options["rounds"] = request.rounds
        late_entries = bool(self.options.get("late_entries", True))
        self.enters_late = self.system.open_field and late_entries
        self.players = {number: self._player(number) for number in range(1, request.players + 1)}
        self._give_numbers(numbered_up_to=0)

    def played(self) -> Document:
        for number in range(1, self.request.rounds + 1):
            if number > 1:
                self._late_entries(number)
            players_before = dict(self.players)
            requested = self._absences(number)
            draw = self._pair_round()
            if draw is None and self.system.spec.multiplayer:
                self.players, requested = players_before, []
                draw = self._pair_round()
            if draw is None:
                break
            self.rounds.append(self._round(draw, requested))
        return self._document()

    def _happens(self, chance: Decimal) -> bool:
        return self.random.below(10_000) < chance * 100

    def _player(self, number: int) -> DocumentPlayer:
        last, enters_late = self.request.rounds, self.enters_late
        late = enters_late and last > 1 and number > 1 and self._happens(self.request.chances.late)
        joined = 2 + self.random.below(last - 1) if late else 1
        leaves = joined < last and self._happens(self.request.chances.withdrawals)
        return DocumentPlayer(
            id=number,
            name=f"Giocatore {number}",
            number=number,
            rating=1200 + self.random.below(1200) if self.random.below(10) else None,
            title=self.random.choice(_TITLES) if self.random.below(5) == 0 else None,
            joined=joined,
            withdrawn=joined + 1 + self.random.below(last - joined) if leaves else None,
        )

    def _late_entries(self, number: int) -> None:
        """Numbers the late entries; where that changes other numbers, earlier rounds record the old ones."""
        old_numbers = {player.id: player.number for player in self._entered_by(number - 1)}
        self._give_numbers(numbered_up_to=number - 1)
        if any(self.players[player].number != old_number for player, old_number in old_numbers.items()):
            self.rounds = [
                played
                if played.numbers
                else msgspec.structs.replace(
                    played, numbers=self._numbers_in_round(round_number, old_numbers)
                )
                for round_number, played in enumerate(self.rounds, 1)
            ]

    def _numbers_in_round(self, round_number: int, numbers: dict[int, int]) -> dict[int, int]:
        return {
            player: number
            for player, number in numbers.items()
            if self.players[player].joined <= round_number
        }

    def _entered_by(self, number: int) -> list[DocumentPlayer]:
        return [player for player in self.players.values() if player.joined <= number]

    def _give_numbers(self, numbered_up_to: int) -> None:
        """Assigns order numbers to all who enter by round `numbered_up_to` + 1; earlier ones have theirs."""
        entered = self._entered_by(numbered_up_to + 1)
        if self.system.draws_numbers:
            new_players = [player.id for player in entered if player.joined > numbered_up_to]
            drawn = in_random_order(new_players, self.request.seed, 1, "draw")
            numbers = {
                player: len(entered) - len(new_players) + place for place, player in enumerate(drawn, 1)
            }
        else:
            numbers = dict(by_rating(entered, self.request.seed, 1, by_name=self.system.equals_by_name))
        for player, number in numbers.items():
            self.players[player] = msgspec.structs.replace(self.players[player], number=number)

    def _absences(self, number: int) -> list[int]:
        """Draws the absences of the round, recorded only in an open field; returns the ids that request a
        bye.
        """
        requested = []
        for player in list(self.players.values()):
            if player.plays_in(number) and self._happens(self.request.chances.absences):
                if self.system.open_field:
                    absent = (*player.absent, number)
                    self.players[player.id] = msgspec.structs.replace(player, absent=absent)
                if self.random.below(2):
                    requested.append(player.id)
        return requested

    def _pair_round(self) -> Draw | None:
        """The next round, with waived limits on colours if necessary; None: the rules allow none."""
        record = record_of(self._document(), SYSTEM_SPECS)
        try:
            return pair(record)
        except NoLegalPairing:
            if "waive_colours" not in self.system.spec.options.__struct_fields__:
                return None
        options_before = self.options
        self.options = options_before | {
            "waive_colours": [*options_before.get("waive_colours", ()), record.next_round]
        }
        try:
            return pair(record_of(self._document(), SYSTEM_SPECS))
        except NoLegalPairing:
            self.options = options_before
            return None

    def _round(self, draw: Draw, requested: list[int]) -> DocumentRound:
        number = len(self.rounds) + 1
        byes = [Bye(player=bye.player, points=bye.points) for bye in draw.byes]
        if self.system.requested_byes:
            for player in requested:
                absent = tuple(
                    round_missed for round_missed in self.players[player].absent if round_missed != number
                )
                self.players[player] = msgspec.structs.replace(self.players[player], absent=absent)
                byes.append(Bye(player=player, points=_HALF, requested=True))
        return DocumentRound(tables=tuple(self._table(table) for table in draw.tables), byes=tuple(byes))

    def _table(self, table: PairedTable) -> DocumentTable:
        if table.result is not None:
            return DocumentTable(seats=table.seats, result=table.result, forfeit=table.forfeit)
        if self.system.spec.multiplayer:
            return DocumentTable(seats=table.seats, result=self._seat_scores(len(table.seats)))
        if self._happens(self.request.chances.forfeits):
            outcomes: tuple[GameScore, ...] = ((1, 0), (0, 1), (0, 0))
            return DocumentTable(seats=table.seats, result=self.random.choice(outcomes), forfeit=True)
        if self.system.spec.family == "knockout":
            return self._match(*table.seats)
        return DocumentTable(seats=table.seats, result=self._result(*table.seats))

    def _match(self, first: int, second: int) -> DocumentTable:
        """A match: its games with alternating colours, and replays until one player is ahead."""
        games: list[GameScore] = []
        games_in_match, lead = self.options.get("games", 1), Decimal(0)
        while len(games) < games_in_match or not lead:
            colours_reversed = len(games) % 2 == 1
            shares = self._result(second, first) if colours_reversed else self._result(first, second)
            games.append((shares[1], shares[0]) if colours_reversed else shares)
            lead += games[-1][0] - games[-1][1]
        result: GameScore = (1, 0) if lead > 0 else (0, 1)
        return DocumentTable(
            seats=(first, second), result=result, games=tuple(games) if len(games) > 1 else ()
        )

    def _seat_scores(self, seats: int) -> tuple[SeatScore, ...]:
        """Random seat scores with frequent ties, and some eliminations and RisiKo!."""
        order = self.random.sample(range(1, seats + 1), seats)
        eliminated = [seat for seat in range(1, seats) if self.random.below(OUT_EVERY) == 0]
        winner = 0 if self.random.below(RISIKO_EVERY) == 0 else None
        seat_scores = []
        for seat in range(seats):
            if seat in eliminated:
                seat_scores.append(
                    SeatScore(points=0, order=order[seat], eliminated=eliminated.index(seat) + 1)
                )
                continue
            seat_scores.append(
                SeatScore(
                    points=2 * self.random.below(40),
                    outside=self.random.below(12),
                    armies_in=self.random.below(30),
                    order=order[seat],
                    risiko=seat == winner,
                    penalty=self.random.below(3),
                )
            )
        return tuple(self.random.sample(seat_scores, seats))

    def _result(self, white: int, black: int) -> GameScore:
        """The result of a game: a third is drawn, the others favour the player with the higher rating."""
        if self.random.below(3) == 0:
            return _HALF, _HALF
        strength = [int(self.players[player].rating or 1400) for player in (white, black)]
        lead = max(-450, min(450, strength[0] - strength[1]))
        return (1, 0) if self.random.below(1000) < 500 + lead else (0, 1)

    def _document(self) -> Document:
        """The document before the next round: the players entered by then, and the rounds so far."""
        spec = self.system.spec
        stage = DocumentStage(
            name="Torneo",
            system=spec.name,
            options=dict(self.options),
            scoring=spec.scoring,
            ranking=self.system.ranking,
            rounds=tuple(self.rounds),
        )
        return Document(
            name=f"Torneo simulato ({self.request.players} × {self.request.rounds})",
            seed=self.request.seed,
            players=tuple(self._entered_by(len(self.rounds) + 1)),
            stages=(stage,),
        )
