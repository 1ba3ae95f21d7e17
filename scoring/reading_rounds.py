"""Reading the rounds of a stage: tables with seats and results, and byes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from scoring.document import (
    MOST_ROUNDS,
    Bye,
    DocumentError,
    DocumentRound,
    DocumentTable,
    GameScore,
    Number,
    Reported,
    SeatScore,
    TablePlace,
    ValidationIssue,
    shares_of,
)
from scoring.fields import Fields
from scoring.json_text import member

MOST_NUMBER = 99_999
"""The highest order number: they may have gaps, where players have left."""
MOST_SEATS = 6
MOST_GAMES = 999
"""The games of a match, replays included."""

_ROUND_KEYS = frozenset({"tables", "byes", "numbers", "provisional"})
_TABLE_KEYS = frozenset(
    {"seats", "result", "forfeit", "adjourned", "unrated", "reported", "games", "score", "by_hand"}
)
_REPORTED_KEYS = frozenset(Reported.__struct_fields__) - {"extra"}
_BYE_KEYS = frozenset({"player", "points", "requested"})
_COUNTS = tuple(
    name
    for name in SeatScore.__struct_fields__
    if name not in ("points", "order", "eliminated", "risiko", "extra")
)
_ON_THE_BOARD = ("points", *(name for name in _COUNTS if name not in ("penalty", "dice")))
"""What is counted on the board: an eliminated player has none of it."""

_OVER_THE_BOARD = ("1-0", "½-½", "0-1")
_BY_FORFEIT = ("1-0", "0-1", "0-0")
_BY_ARBITER = (*_OVER_THE_BOARD, "½-0", "0-½", "0-0")


class RoundReader(Fields):
    """Reads the rounds of one stage.

    `players`: the ids of the document; `allowed`: those of the stage; `multiplayer`: whether more than two
    sit at a table, None where the system is not known; `bye`: the points of a bye that records none.
    """

    def __init__(
        self,
        issues: list[ValidationIssue],
        players: frozenset[int],
        allowed: frozenset[int],
        multiplayer: bool | None,
        bye: Number,
    ) -> None:
        super().__init__(issues)
        self.players = players
        self.allowed = allowed
        self.multiplayer = multiplayer
        self.bye = bye

    def rounds(self, raw: dict[str, Any], path: str) -> tuple[DocumentRound, ...]:
        values = self.short_list_at(raw, "rounds", path, MOST_ROUNDS)
        read = self.each(values, f"{path}.rounds", self.round)
        for index, round_ in enumerate(read):
            for place, game in enumerate(round_.provisional):
                if not _is_game_of(read[:index], game):
                    self.add_issue(f"{path}.rounds[{index}].provisional[{place}]", "no_earlier_game")
        return read

    def round(self, value: Any, path: str) -> DocumentRound | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        placed: set[int] = set()
        tables, byes = self.list_at(raw, "tables", path), self.list_at(raw, "byes", path)
        return DocumentRound(
            tables=self.each(tables, f"{path}.tables", partial(self.table, already_placed=placed)),
            byes=self.each(byes, f"{path}.byes", partial(self.read_bye, already_placed=placed)),
            numbers=self.numbers(raw, path) if "numbers" in raw else {},
            provisional=self.provisional(raw, path) if "provisional" in raw else (),
            extra=self.unknown_keys(raw, _ROUND_KEYS, path),
        )

    def numbers(self, raw: dict[str, Any], path: str) -> Mapping[int, int]:
        numbers: dict[int, int] = {}
        taken: set[int] = set()
        for key, value in self.object_at(raw, "numbers", path).items():
            path_of_key = member(f"{path}.numbers", key)
            player = self.id_key(key, path_of_key, self.players)
            number = self.integer(value, path_of_key, 1, MOST_NUMBER)
            if player is None or number is None:
                continue
            if number in taken:
                self.add_issue(path_of_key, "number_twice", number=number)
            taken.add(number)
            numbers[player] = number
        return numbers

    def provisional(self, raw: dict[str, Any], path: str) -> tuple[TablePlace, ...]:
        games = []
        for index, value in enumerate(self.list_at(raw, "provisional", path)):
            place = f"{path}.provisional[{index}]"
            if not isinstance(value, list) or len(value) != 2:
                self.add_issue(place, "no_earlier_game")
                continue
            round_number, table = (self.integer(number, place, 1) for number in value)
            if round_number is not None and table is not None:
                games.append((round_number, table))
        return tuple(games)

    def read_bye(self, value: Any, path: str, already_placed: set[int]) -> Bye | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        if not self.is_there(raw, "player", path):
            return None
        player = self.integer(raw["player"], f"{path}.player", 1)
        points = self.number(raw["points"], f"{path}.points") if "points" in raw else self.bye
        requested = self.flag_at(raw, "requested", path)
        extra = self.unknown_keys(raw, _BYE_KEYS, path)
        if player is None or points is None:
            return None
        self.take_place(player, f"{path}.player", already_placed)
        return Bye(player=player, points=points, requested=requested, extra=extra)

    def take_place(self, player: int, path: str, already_placed: set[int]) -> None:
        """Notes that the player has a table or bye; only entrants may, and only one in a round."""
        if player not in self.players:
            self.add_issue(path, "unknown_player", player=player)
        elif player not in self.allowed:
            self.add_issue(path, "not_entrant", player=player)
        elif player in already_placed:
            self.add_issue(path, "two_places", player=player)
        already_placed.add(player)

    def table(self, value: Any, path: str, already_placed: set[int]) -> DocumentTable | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        seats = self.read_seats(raw, path, already_placed)
        forfeit = "forfeit" in raw and self.flag_at(raw, "forfeit", path)
        adjourned = "adjourned" in raw and self.flag_at(raw, "adjourned", path)
        by_hand = "by_hand" in raw and self.flag_at(raw, "by_hand", path)
        unrated = "unrated" in raw and self.flag_at(raw, "unrated", path)
        reported = self.reported(raw, path, len(seats))
        score = self.score(raw, path, len(seats))
        result = raw.get("result")
        if result is None and score is not None:
            result = list(shares_of(*score))
        games = self.games(raw, path, len(seats)) if "games" in raw else ()
        extra = self.unknown_keys(raw, _TABLE_KEYS, path)
        if not seats:
            return None
        if result is None:
            if forfeit:
                self.add_issue(f"{path}.forfeit", "forfeit_without_result")
            if reported is not None:
                self.add_issue(f"{path}.reported", "reported_without_result")
            return DocumentTable(
                seats=seats,
                adjourned=adjourned,
                unrated=unrated,
                games=games,
                by_hand=by_hand,
                extra=extra,
            )
        if adjourned:
            self.add_issue(f"{path}.adjourned", "adjourned_with_result")
        result_read: GameScore | tuple[SeatScore, ...] | None
        if len(seats) == 2:
            allowed = _BY_FORFEIT if forfeit else _OVER_THE_BOARD if games else _BY_ARBITER
            result_read = self.shares(result, f"{path}.result", allowed)
            if result_read is not None and games and not forfeit:
                self.check_games_against_result(result_read, games, path)
            if score is not None and (forfeit or games or result_read != shares_of(*score)):
                self.add_issue(f"{path}.score", "score_against_result")
        else:
            result_read = self.seat_scores(result, f"{path}.result", len(seats))
            if forfeit:
                self.add_issue(f"{path}.forfeit", "forfeit_many")
        return DocumentTable(
            seats=seats,
            result=result_read,
            forfeit=forfeit,
            unrated=unrated,
            reported=reported,
            games=games,
            score=score,
            by_hand=by_hand,
            extra=extra,
        )

    def score(self, raw: dict[str, Any], path: str, seats: int) -> tuple[Number, Number] | None:
        """What each of two scored; None: it is not known."""
        if raw.get("score") is None:
            return None
        path, values = f"{path}.score", self.list_at(raw, "score", path)
        if seats > 2 or len(values) != 2:
            self.add_issue(path, "result_length", seats=2, found=seats if seats > 2 else len(values))
            return None
        first, second = (self.number(value, f"{path}[{index}]") for index, value in enumerate(values))
        return None if first is None or second is None else (first, second)

    def read_seats(self, raw: dict[str, Any], path: str, already_placed: set[int]) -> tuple[int, ...]:
        """The ids in seat order; empty: they cannot be used."""
        seats_path = f"{path}.seats"
        if not self.is_there(raw, "seats", path):
            return ()
        if type(raw["seats"]) is list and len(raw["seats"]) > MOST_SEATS and self.multiplayer is not False:
            self.add_issue(seats_path, "seats_most", found=len(raw["seats"]), maximum=MOST_SEATS)
            return ()
        seats = self.integers(raw["seats"], seats_path)
        if type(raw["seats"]) is not list or len(seats) != len(raw["seats"]):
            return ()
        if self.multiplayer is False and len(seats) != 2:
            self.add_issue(seats_path, "seats_two", found=len(seats))
            return ()
        for seat, player in enumerate(seats):
            if player in seats[:seat]:
                self.add_issue(seats_path, "two_seats", player=player)
            elif player in already_placed and player in self.allowed:
                self.add_issue(seats_path, "two_tables", player=player)
            else:
                self.take_place(player, seats_path, already_placed)
        if len(seats) < (3 if self.multiplayer else 2):
            self.add_issue(seats_path, "seats_many", found=len(seats))
            return ()
        return seats

    def shares(self, value: Any, path: str, allowed: tuple[str, ...]) -> GameScore | None:
        if type(value) is not list:
            self.add_type_issue(path, value, "list")
            return None
        if len(value) != 2:
            self.add_issue(path, "result_length", seats=2, found=len(value))
            return None
        first, second = self.number(value[0], f"{path}[0]"), self.number(value[1], f"{path}[1]")
        if first is None or second is None:
            return None
        if _NOTATION.get((first, second)) not in allowed:
            self.add_issue(path, "shares", allowed=allowed)
            return None
        return first, second

    def reported(self, raw: dict[str, Any], path: str, seats: int) -> Reported | None:
        """How the game ended that is reported for rating; None: as it counts. Not in a match of several."""
        if raw.get("reported") is None:
            return None
        if seats > 2 or raw.get("games"):
            self.add_issue(f"{path}.reported", "reported_of_two")
            return None
        path = f"{path}.reported"
        found = self.members(raw["reported"], path)
        if found is None:
            return None
        forfeit = "forfeit" in found and self.flag_at(found, "forfeit", path)
        unrated = "unrated" in found and self.flag_at(found, "unrated", path)
        allowed = _BY_FORFEIT if forfeit else _BY_ARBITER
        result = self.shares(found.get("result"), f"{path}.result", allowed)
        extra = self.unknown_keys(found, _REPORTED_KEYS, path)
        return result and Reported(result=result, forfeit=forfeit, unrated=unrated, extra=extra)

    def games(self, raw: dict[str, Any], path: str, seats: int) -> tuple[GameScore, ...]:
        values = self.short_list_at(raw, "games", path, MOST_GAMES)
        if values and seats > 2:
            self.add_issue(f"{path}.games", "games_many")
            return ()
        return self.each(values, f"{path}.games", partial(self.shares, allowed=_OVER_THE_BOARD))

    def check_games_against_result(self, result: GameScore, games: tuple[GameScore, ...], path: str) -> None:
        """Checks that the winner of a match is ahead in its games, and that a drawn one is level in them."""
        lead = sum(first - second for first, second in games)
        won = result[0] - result[1]
        if (lead > 0) != (won > 0) or (lead < 0) != (won < 0):
            self.add_issue(f"{path}.games", "games_against_result")

    def seat_scores(self, value: Any, path: str, seats: int) -> tuple[SeatScore, ...] | None:
        if type(value) is not list:
            self.add_type_issue(path, value, "list")
            return None
        if len(value) != seats:
            self.add_issue(path, "result_length", seats=seats, found=len(value))
            return None
        seat_scores = self.each(value, path, partial(self.record, kind=SeatScore))
        if len(seat_scores) == seats:
            self.check_eliminations(seat_scores, path)
            self.check_orders(seat_scores, path)
        return seat_scores

    def check_eliminations(self, seat_scores: tuple[SeatScore, ...], path: str) -> None:
        """Checks the order of elimination (1, 2, …, not everybody), that eliminated players hold nothing, and
        that at most one player made RisiKo!, who was not eliminated.
        """
        eliminated = sorted(
            seat_score.eliminated for seat_score in seat_scores if seat_score.eliminated is not None
        )
        if eliminated != list(range(1, len(eliminated) + 1)):
            self.add_issue(path, "eliminations", found=eliminated)
        elif len(eliminated) == len(seat_scores):
            self.add_issue(path, "all_eliminated")
        for index, seat_score in enumerate(seat_scores):
            if seat_score.eliminated is not None:
                for name in _ON_THE_BOARD:
                    if getattr(seat_score, name):
                        self.add_issue(f"{path}[{index}].{name}", "eliminated_holds")
        risiko_makers = [index for index, seat_score in enumerate(seat_scores) if seat_score.risiko]
        if len(risiko_makers) > 1:
            self.add_issue(path, "two_risiko", seats=[index + 1 for index in risiko_makers])
        for index in risiko_makers:
            if seat_scores[index].eliminated is not None:
                self.add_issue(f"{path}[{index}].risiko", "risiko_eliminated")

    def check_orders(self, seat_scores: tuple[SeatScore, ...], path: str) -> None:
        """Checks that the order of play names each seat of the table at most once."""
        taken: set[int] = set()
        for index, seat_score in enumerate(seat_scores):
            if seat_score.order is None:
                continue
            if seat_score.order > len(seat_scores):
                self.add_issue(
                    f"{path}[{index}].order", "order_range", order=seat_score.order, seats=len(seat_scores)
                )
            elif seat_score.order in taken:
                self.add_issue(f"{path}[{index}].order", "order_twice", order=seat_score.order)
            taken.add(seat_score.order)


def read_seat_scores(values: Sequence[Mapping[str, Any]]) -> tuple[SeatScore, ...]:
    """The seat scores of one table by itself. DocumentError: all its issues, with paths from the seat on:
    `[2].risiko`.
    """
    issues: list[ValidationIssue] = []
    reader = RoundReader(issues, frozenset(), frozenset(), True, 0)
    seat_scores = reader.seat_scores([dict(value) for value in values], "", len(values))
    if seat_scores is None or issues:
        raise DocumentError(*issues)
    return seat_scores


_HALF = Fraction(1, 2)
_NOTATION: Mapping[tuple[Number | Fraction, Number | Fraction], str] = {
    (1, 0): "1-0",
    (_HALF, _HALF): "½-½",
    (0, 1): "0-1",
    (0, 0): "0-0",
    (_HALF, 0): "½-0",
    (0, _HALF): "0-½",
}


def _is_game_of(rounds: Sequence[DocumentRound], game: TablePlace) -> bool:
    """Is it a table of two of these rounds?"""
    number, place = game
    return (
        number <= len(rounds)
        and place <= len(rounds[number - 1].tables)
        and len(rounds[number - 1].tables[place - 1].seats) == 2
    )
