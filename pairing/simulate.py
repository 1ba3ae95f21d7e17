"""Whole tournaments by chance, for proofs and trials: the same wishes give the same document on any machine.

Players come late, miss rounds, ask for byes, withdraw and do not turn up; results follow the ratings loosely.
Where the rules allow no round the arbiter does what he may: he waives the limits on colours, or asks those
who wanted to miss the round to stay; else he stops.
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
    Player,
    Round,
    SeatScore,
    Shares,
    Stage,
    Table,
    ValidationIssue,
    record_of,
)

_HALF = Decimal("0.5")
_TITLES = ("GM", "IM", "FM", "CM", "1N", "2N", "3N")
MOST_ROUNDS = 1_000
RISIKO_EVERY, OUT_EVERY = 12, 8
"""One of so many tables ends by RisiKo!; one of so many who could go out does."""


class Chances(Struct, frozen=True, kw_only=True):
    """How often something happens, in per cent.

    `forfeits`: a game of two is not played; `absences`: a player misses a round, every other time with a bye
    he asks for; `late`: a player enters after round 1; `withdrawals`: a player leaves before the last round.
    """

    forfeits: Decimal = Decimal(0)
    absences: Decimal = Decimal(0)
    late: Decimal = Decimal(0)
    withdrawals: Decimal = Decimal(0)


class SimulationRequest(Struct, frozen=True, kw_only=True):
    """A tournament to be made up: the system with options as a document writes them, its size, and a seed."""

    system: str
    players: int
    rounds: int
    seed: str = ""
    options: dict[str, Any] = {}
    chances: Chances = Chances()


def parse_request(system: str, numbers: Mapping[str, int], texts: Mapping[str, str]) -> SimulationRequest:
    """What the command's words ask for. DocumentError: a size or a percentage that cannot be."""
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


def simulate(wanted: SimulationRequest) -> Document:
    """A complete document. DocumentError: no such system, or the field is too small or too large for it."""
    if wanted.system not in SYSTEMS:
        raise DocumentError(
            ValidationIssue("system", "unknown_system", {"name": wanted.system, "known": list(SYSTEMS)})
        )
    return _Tournament(wanted).played()


class _Tournament:
    """A tournament while it is being played: what is known of it so far is all that the engine sees."""

    def __init__(self, wanted: SimulationRequest) -> None:
        self.wanted = wanted
        self.system: System = SYSTEMS[wanted.system]
        self.random: Generator = generator(wanted.seed, 1, "simulate", 0)
        self.rounds: list[Round] = []
        self.options = {**self.system.fitted(wanted.players), **wanted.options}
        if "rounds" in self.system.spec.options.__struct_fields__:
            self.options["rounds"] = wanted.rounds
        self.players = {number: self._player(number) for number in range(1, wanted.players + 1)}
        self._give_numbers(known=0)

    def played(self) -> Document:
        for number in range(1, self.wanted.rounds + 1):
            if number > 1:
                self._late_entries(number)
            before = dict(self.players)
            requested = self._absences(number)
            draw = self._paired()
            if draw is None and self.system.spec.multiplayer:
                self.players, requested = before, []
                draw = self._paired()
            if draw is None:
                break
            self.rounds.append(self._round(draw, requested))
        return self._document()

    def _happens(self, chance: Decimal) -> bool:
        return self.random.below(10_000) < chance * 100

    def _player(self, number: int) -> Player:
        last, enters_late = self.wanted.rounds, self.system.open_field
        late = enters_late and last > 1 and number > 1 and self._happens(self.wanted.chances.late)
        joined = 2 + self.random.below(last - 1) if late else 1
        leaves = joined < last and self._happens(self.wanted.chances.withdrawals)
        return Player(
            id=number,
            name=f"Giocatore {number}",
            number=number,
            rating=1200 + self.random.below(1200) if self.random.below(10) else None,
            title=self.random.choice(_TITLES) if self.random.below(5) == 0 else None,
            joined=joined,
            withdrawn=joined + 1 + self.random.below(last - joined) if leaves else None,
        )

    def _late_entries(self, number: int) -> None:
        """Order numbers for who enters now; where the old ones change, earlier rounds keep theirs."""
        known = {player.id: player.number for player in self._entered(number - 1)}
        self._give_numbers(known=number - 1)
        if any(self.players[player].number != before for player, before in known.items()):
            self.rounds = [
                played
                if played.numbers
                else msgspec.structs.replace(played, numbers=self._of_day(place, known))
                for place, played in enumerate(self.rounds, 1)
            ]

    def _of_day(self, place: int, known: dict[int, int]) -> dict[int, int]:
        return {player: number for player, number in known.items() if self.players[player].joined <= place}

    def _entered(self, number: int) -> list[Player]:
        return [player for player in self.players.values() if player.joined <= number]

    def _give_numbers(self, known: int) -> None:
        """Numbers for all who have entered by the next round; `known`: up to which round they have theirs."""
        entered = self._entered(known + 1)
        if self.system.draws_numbers:
            new = [player.id for player in entered if player.joined > known]
            drawn = in_random_order(new, self.wanted.seed, 1, "draw")
            numbers = {player: len(entered) - len(new) + place for place, player in enumerate(drawn, 1)}
        else:
            numbers = dict(by_rating(entered, self.wanted.seed, 1))
        for player, number in numbers.items():
            self.players[player] = msgspec.structs.replace(self.players[player], number=number)

    def _absences(self, number: int) -> list[int]:
        """Notes who misses the round; gives those who asked for a bye. Only an open field knows absences."""
        requested = []
        for player in list(self.players.values()):
            if player.plays_in(number) and self._happens(self.wanted.chances.absences):
                if self.system.open_field:
                    absent = (*player.absent, number)
                    self.players[player.id] = msgspec.structs.replace(player, absent=absent)
                if self.random.below(2):
                    requested.append(player.id)
        return requested

    def _paired(self) -> Draw | None:
        """The next round, or None where the rules allow none, whatever the arbiter does."""
        record = record_of(self._document(), SYSTEM_SPECS)
        try:
            return pair(record)
        except NoLegalPairing:
            if "waive_colours" not in self.system.spec.options.__struct_fields__:
                return None
        before = self.options
        self.options = before | {"waive_colours": [*before.get("waive_colours", ()), record.next_round]}
        try:
            return pair(record_of(self._document(), SYSTEM_SPECS))
        except NoLegalPairing:
            self.options = before
            return None

    def _round(self, draw: Draw, requested: list[int]) -> Round:
        number = len(self.rounds) + 1
        byes = [Bye(player=bye.player, points=bye.points) for bye in draw.byes]
        if self.system.requested_byes:
            for player in requested:
                missed = tuple(away for away in self.players[player].absent if away != number)
                self.players[player] = msgspec.structs.replace(self.players[player], absent=missed)
                byes.append(Bye(player=player, points=_HALF, requested=True))
        return Round(tables=tuple(self._table(table) for table in draw.tables), byes=tuple(byes))

    def _table(self, table: PairedTable) -> Table:
        if table.result is not None:
            return Table(seats=table.seats, result=table.result, forfeit=table.forfeit)
        if self.system.spec.multiplayer:
            return Table(seats=table.seats, result=self._seat_scores(len(table.seats)))
        if self._happens(self.wanted.chances.forfeits):
            outcomes: tuple[Shares, ...] = ((1, 0), (0, 1), (0, 0))
            return Table(seats=table.seats, result=self.random.choice(outcomes), forfeit=True)
        if self.system.spec.family == "knockout":
            return self._match(*table.seats)
        return Table(seats=table.seats, result=self._result(*table.seats))

    def _match(self, first: int, second: int) -> Table:
        """As many games as a match has, colours alternating, and more until one of the two is ahead."""
        games: list[Shares] = []
        wanted, lead = self.options.get("games", 1), Decimal(0)
        while len(games) < wanted or not lead:
            turned = len(games) % 2 == 1
            shares = self._result(second, first) if turned else self._result(first, second)
            games.append((shares[1], shares[0]) if turned else shares)
            lead += games[-1][0] - games[-1][1]
        result: Shares = (1, 0) if lead > 0 else (0, 1)
        return Table(seats=(first, second), result=result, games=tuple(games) if len(games) > 1 else ())

    def _seat_scores(self, seats: int) -> tuple[SeatScore, ...]:
        """Points as they come, often level ones; now and then somebody goes out, or makes RisiKo!."""
        order = self.random.sample(range(1, seats + 1), seats)
        out = [seat for seat in range(1, seats) if self.random.below(OUT_EVERY) == 0]
        winner = 0 if self.random.below(RISIKO_EVERY) == 0 else None
        seat_scores = []
        for seat in range(seats):
            if seat in out:
                seat_scores.append(SeatScore(points=0, order=order[seat], eliminated=out.index(seat) + 1))
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

    def _result(self, white: int, black: int) -> Shares:
        """A third of the games is drawn; the rest goes to the stronger the more often the stronger he is."""
        if self.random.below(3) == 0:
            return _HALF, _HALF
        strength = [int(self.players[player].rating or 1400) for player in (white, black)]
        lead = max(-450, min(450, strength[0] - strength[1]))
        return (1, 0) if self.random.below(1000) < 500 + lead else (0, 1)

    def _document(self) -> Document:
        """What is known before the next round: who has entered by then, and the rounds so far."""
        spec = self.system.spec
        stage = Stage(
            name="Torneo",
            system=spec.name,
            options=dict(self.options),
            scoring=spec.scoring,
            ranking=self.system.ranking,
            rounds=tuple(self.rounds),
        )
        return Document(
            name=f"Torneo simulato ({self.wanted.players} × {self.wanted.rounds})",
            seed=self.wanted.seed,
            players=tuple(self._entered(len(self.rounds) + 1)),
            stages=(stage,),
        )
