"""Reading the rounds of a stage: who sat where, what came of it, and who sat out."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.document import Bye, DocumentError, Number, Round, SeatScore, Shares, Table, ValidationIssue
from scoring.fields import Fields
from scoring.json_text import member

_ROUND_KEYS = frozenset({"tables", "byes", "numbers"})
_TABLE_KEYS = frozenset({"seats", "result", "forfeit", "games", "by_hand"})
_BYE_KEYS = frozenset({"player", "points", "requested"})
_MARK_KEYS = frozenset(SeatScore.__struct_fields__) - {"extra"}
_COUNTS = tuple(
    name
    for name in SeatScore.__struct_fields__
    if name not in ("points", "order", "eliminated", "risiko", "extra")
)
_HELD = ("points", *(name for name in _COUNTS if name not in ("penalty", "dice")))
"""What is counted on the board: who is eliminated has nothing of it."""

_OVER_THE_BOARD = ("1-0", "½-½", "0-1")
_BY_FORFEIT = ("1-0", "0-1", "0-0")


class RoundReader(Fields):
    """Reads the rounds of one stage.

    `players`: all ids; `allowed`: those of the stage; `bye`: a bye's points.
    """

    def __init__(
        self,
        faults: list[ValidationIssue],
        players: frozenset[int],
        allowed: frozenset[int],
        multiplayer: bool | None,
        bye: Number,
    ) -> None:
        super().__init__(faults)
        self.players = players
        self.allowed = allowed
        self.multiplayer = multiplayer
        self.bye = bye

    def rounds(self, raw: dict[str, Any], path: str) -> tuple[Round, ...]:
        values = self.list_at(raw, "rounds", path)
        rounds = (self.round(value, f"{path}.rounds[{place}]") for place, value in enumerate(values))
        return tuple(read for read in rounds if read is not None)

    def round(self, value: Any, path: str) -> Round | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        placed: set[int] = set()
        tables = [
            self.table(table, f"{path}.tables[{place}]", placed)
            for place, table in enumerate(self.list_at(raw, "tables", path))
        ]
        byes = [
            self.read_bye(bye, f"{path}.byes[{place}]", placed)
            for place, bye in enumerate(self.list_at(raw, "byes", path))
        ]
        return Round(
            tables=tuple(table for table in tables if table is not None),
            byes=tuple(bye for bye in byes if bye is not None),
            numbers=self.numbers(raw, path) if "numbers" in raw else {},
            extra=self.kept(raw, _ROUND_KEYS, path),
        )

    def numbers(self, raw: dict[str, Any], path: str) -> Mapping[int, int]:
        numbers: dict[int, int] = {}
        taken: set[int] = set()
        for key, value in self.object_at(raw, "numbers", path).items():
            where = member(f"{path}.numbers", key)
            player = self.id_key(key, where, self.players)
            number = self.integer(value, where, 1)
            if player is None or number is None:
                continue
            if number in taken:
                self.fault(where, "number_twice", number=number)
            taken.add(number)
            numbers[player] = number
        return numbers

    def read_bye(self, value: Any, path: str, placed: set[int]) -> Bye | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        if "player" not in raw:
            self.fault(f"{path}.player", "missing", key="player")
            return None
        player = self.integer(raw["player"], f"{path}.player", 1)
        points = self.number(raw["points"], f"{path}.points") if "points" in raw else self.bye
        requested = self.flag_at(raw, "requested", path)
        extra = self.kept(raw, _BYE_KEYS, path)
        if player is None or points is None:
            return None
        self.place(player, f"{path}.player", placed)
        return Bye(player=player, points=points, requested=requested, extra=extra)

    def place(self, player: int, path: str, placed: set[int]) -> None:
        """Nobody is in two places in one round, and only who takes part in the stage is in any."""
        if player not in self.players:
            self.fault(path, "unknown_player", player=player)
        elif player not in self.allowed:
            self.fault(path, "not_entrant", player=player)
        elif player in placed:
            self.fault(path, "two_places", player=player)
        placed.add(player)

    def table(self, value: Any, path: str, placed: set[int]) -> Table | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        seats = self.read_seats(raw, path, placed)
        forfeit = "forfeit" in raw and self.flag_at(raw, "forfeit", path)
        by_hand = "by_hand" in raw and self.flag_at(raw, "by_hand", path)
        result = raw.get("result")
        games = self.games(raw, path, len(seats)) if "games" in raw else ()
        extra = self.kept(raw, _TABLE_KEYS, path)
        if not seats:
            return None
        if result is None:
            if forfeit:
                self.fault(f"{path}.forfeit", "forfeit_without_result")
            return Table(seats=seats, games=games, by_hand=by_hand, extra=extra)
        read: Shares | tuple[SeatScore, ...] | None
        if len(seats) == 2:
            read = self.shares(result, f"{path}.result", _BY_FORFEIT if forfeit else _OVER_THE_BOARD)
            if read is not None and games and not forfeit:
                self.agree(read, games, path)
        else:
            read = self.seat_scores(result, f"{path}.result", len(seats))
            if forfeit:
                self.fault(f"{path}.forfeit", "forfeit_many")
        return Table(seats=seats, result=read, forfeit=forfeit, games=games, by_hand=by_hand, extra=extra)

    def read_seats(self, raw: dict[str, Any], path: str, placed: set[int]) -> tuple[int, ...]:
        """The ids in seat order; empty where they cannot be used."""
        where = f"{path}.seats"
        if "seats" not in raw:
            self.fault(where, "missing", key="seats")
            return ()
        seats = self.integers(raw["seats"], where)
        if type(raw["seats"]) is not list or len(seats) != len(raw["seats"]):
            return ()
        for seat, player in enumerate(seats):
            if player in seats[:seat]:
                self.fault(where, "two_seats", player=player)
            elif player in placed and player in self.allowed:
                self.fault(where, "two_tables", player=player)
            else:
                self.place(player, where, placed)
        if self.multiplayer is False and len(seats) != 2:
            self.fault(where, "seats_two", found=len(seats))
            return ()
        if self.multiplayer is not False and len(seats) < (3 if self.multiplayer else 2):
            self.fault(where, "seats_many", found=len(seats))
            return ()
        return seats

    def shares(self, value: Any, path: str, allowed: tuple[str, ...]) -> Shares | None:
        if type(value) is not list:
            self.wrong(path, value, "list")
            return None
        if len(value) != 2:
            self.fault(path, "result_length", seats=2, found=len(value))
            return None
        first, second = self.number(value[0], f"{path}[0]"), self.number(value[1], f"{path}[1]")
        if first is None or second is None:
            return None
        if _SCORES.get((first, second)) not in allowed:
            self.fault(path, "shares", allowed=allowed)
            return None
        return first, second

    def games(self, raw: dict[str, Any], path: str, seats: int) -> tuple[Shares, ...]:
        values = self.list_at(raw, "games", path)
        if values and seats > 2:
            self.fault(f"{path}.games", "games_many")
            return ()
        games = [
            self.shares(value, f"{path}.games[{place}]", _OVER_THE_BOARD)
            for place, value in enumerate(values)
        ]
        return tuple(game for game in games if game is not None)

    def agree(self, result: Shares, games: tuple[Shares, ...], path: str) -> None:
        """Who goes through has more of the games than the other; level means level."""
        lead = sum(first - second for first, second in games)
        won = result[0] - result[1]
        if (lead > 0) != (won > 0) or (lead < 0) != (won < 0):
            self.fault(f"{path}.games", "games_against_result")

    def seat_scores(self, value: Any, path: str, seats: int) -> tuple[SeatScore, ...] | None:
        if type(value) is not list:
            self.wrong(path, value, "list")
            return None
        if len(value) != seats:
            self.fault(path, "result_length", seats=seats, found=len(value))
            return None
        read = [self.seat_score(seat_score, f"{path}[{place}]") for place, seat_score in enumerate(value)]
        seat_scores = tuple(seat_score for seat_score in read if seat_score is not None)
        if len(seat_scores) == seats:
            self.eliminations(seat_scores, path)
            self.orders(seat_scores, path)
        return seat_scores

    def seat_score(self, value: Any, path: str) -> SeatScore | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        if "points" not in raw:
            self.fault(f"{path}.points", "missing", key="points")
            return None
        points = self.number(raw["points"], f"{path}.points", 0)
        counts: dict[str, Any] = {
            name: self.number(raw[name], f"{path}.{name}", 0) for name in _COUNTS if raw.get(name) is not None
        }
        return SeatScore(
            points=0 if points is None else points,
            order=self.place_at(raw, "order", path),
            eliminated=self.place_at(raw, "eliminated", path),
            risiko=self.flag_at(raw, "risiko", path),
            extra=self.kept(raw, _MARK_KEYS, path),
            **counts,
        )

    def place_at(self, raw: dict[str, Any], key: str, path: str) -> int | None:
        return None if raw.get(key) is None else self.integer(raw[key], f"{path}.{key}", 1)

    def eliminations(self, seat_scores: tuple[SeatScore, ...], path: str) -> None:
        """Eliminations are 1, 2, … in the order of going out, and leave somebody in; who is out holds
        nothing; at most one RisiKo!, by somebody still in.
        """
        out = sorted(seat_score.eliminated for seat_score in seat_scores if seat_score.eliminated is not None)
        if out != list(range(1, len(out) + 1)):
            self.fault(path, "eliminations", found=out)
        elif len(out) == len(seat_scores):
            self.fault(path, "all_eliminated")
        for place, seat_score in enumerate(seat_scores):
            if seat_score.eliminated is not None:
                for name in _HELD:
                    if getattr(seat_score, name):
                        self.fault(f"{path}[{place}].{name}", "eliminated_holds")
        made = [place for place, seat_score in enumerate(seat_scores) if seat_score.risiko]
        if len(made) > 1:
            self.fault(path, "two_risiko", seats=[place + 1 for place in made])
        for place in made:
            if seat_scores[place].eliminated is not None:
                self.fault(f"{path}[{place}].risiko", "risiko_eliminated")

    def orders(self, seat_scores: tuple[SeatScore, ...], path: str) -> None:
        """Nobody plays in another's place, nor after more players than sit at the table."""
        taken: set[int] = set()
        for place, seat_score in enumerate(seat_scores):
            if seat_score.order is None:
                continue
            if seat_score.order > len(seat_scores):
                self.fault(
                    f"{path}[{place}].order", "order_range", order=seat_score.order, seats=len(seat_scores)
                )
            elif seat_score.order in taken:
                self.fault(f"{path}[{place}].order", "order_twice", order=seat_score.order)
            taken.add(seat_score.order)


def read_seat_scores(values: Sequence[Mapping[str, Any]]) -> tuple[SeatScore, ...]:
    """The seat scores of one table by itself; the paths of its faults begin at the seat: `[2].risiko`.

    DocumentError: all that is wrong.
    """
    faults: list[ValidationIssue] = []
    reader = RoundReader(faults, frozenset(), frozenset(), True, 0)
    seat_scores = reader.seat_scores([dict(value) for value in values], "", len(values))
    if seat_scores is None or faults:
        raise DocumentError(*faults)
    return seat_scores


_HALF = Fraction(1, 2)
_SCORES: Mapping[tuple[Number | Fraction, Number | Fraction], str] = {
    (1, 0): "1-0",
    (_HALF, _HALF): "½-½",
    (0, 1): "0-1",
    (0, 0): "0-0",
}
