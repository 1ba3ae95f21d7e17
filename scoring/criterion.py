"""The ranking criteria as functions; `criteria.py` has the table of them.

A criterion is computed for a group of players who are level on all criteria before it. Most depend on each
player alone; `direct` and `lot` depend on the group too, and `previous` on the ranking one round earlier.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain

from msgspec import Struct

from scoring import direct
from scoring.ledger import BLACK, ZERO, Ledger, ResultKind
from scoring.opponents import Opponents, cut, koya, koya_thresholds, sonneborn_berger
from scoring.random_keys import in_random_order
from scoring.system_spec import SystemSpec


class Value(Struct, frozen=True):
    """The value of a criterion for a player: `rank` is compared, more being better; `shown` is printed."""

    rank: Fraction
    shown: Fraction


Groups = Sequence[Sequence[int]]
"""The groups of players still level; each player is in one."""
Values = Callable[[Ledger, Groups], Mapping[int, Value]]
Measure = Callable[[Ledger, int], Fraction]


class Criterion(Struct, frozen=True, kw_only=True):
    """A ranking criterion.

    `multiplayer`: whether it can be computed for tables of more than two too. `offered`: the families of
    systems it makes sense for. `colours`: whether it depends on who had White. `title`, `meaning` by
    language.
    """

    name: str
    values: Values
    offered: tuple[str, ...]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    multiplayer: bool = True
    colours: bool = False

    def makes_sense_for(self, spec: SystemSpec) -> bool:
        """Does the site offer it for this system?"""
        return (self.multiplayer or not spec.multiplayer) and spec.family in self.offered


def by_player(measure: Measure) -> Values:
    """A criterion computed for each player alone; more is better."""

    def values(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
        return _as_values((player, measure(ledger, player)) for player in chain(*groups))

    return values


def _as_values(measured: Iterable[tuple[int, Fraction]]) -> Mapping[int, Value]:
    return {player: Value(value, value) for player, value in measured}


def points(ledger: Ledger, player: int) -> Fraction:
    return ledger.points_of[player]


def wins(ledger: Ledger, player: int) -> Fraction:
    """Rounds with the points of a win; at tables of more than two, first places, shared or not."""
    if ledger.record.spec.multiplayer:
        return nth_places(1)(ledger, player)
    counted = (ResultKind.PLAYED, ResultKind.FORFEIT, ResultKind.BYE, ResultKind.REQUESTED)
    rounds = ledger.round_results[player]
    return Fraction(sum(result.code in counted and result.points >= ledger.win for result in rounds))


def nth_places(place: int) -> Measure:
    """How often the player had that place; a shared place counts in full."""
    return lambda ledger, player: Fraction(
        sum(result.place == place for result in ledger.round_results[player])
    )


def best(nth: int) -> Measure:
    """The nth best single result (1: the best); 0 where there are fewer results."""

    def result(ledger: Ledger, player: int) -> Fraction:
        results = sorted(ledger.single_results(player), reverse=True)
        return results[nth - 1] if nth <= len(results) else ZERO

    return result


def by_penalties(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    """The sum of the penalties; fewer is better."""
    values = {}
    for player in chain(*groups):
        total = sum((result.penalty for result in ledger.round_results[player]), ZERO)
        values[player] = Value(-total, total)
    return values


def games_won(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.share == 1 for game in ledger.games_of(player)))


def black_games(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.colour == BLACK for game in ledger.games_of(player)))


def black_wins(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.colour == BLACK and game.share == 1 for game in ledger.games_of(player)))


def progressive(ledger: Ledger, player: int) -> Fraction:
    joined = ledger.record.players[player].joined
    running = accumulate(result.points for result in ledger.round_results[player])
    rounds_with_head_start = max(0, ledger.rounds - joined + 1)
    return sum(running, ZERO) + rounds_with_head_start * ledger.head_start(player)


def distinct_opponents(ledger: Ledger, player: int) -> Fraction:
    met = {
        opponent
        for result in ledger.round_results[player]
        if result.code is ResultKind.PLAYED or result.games
        for opponent in result.opponents
    }
    return Fraction(len(met))


def buchholz(lowest: int = 0, highest: int = 0) -> Values:
    """Buchholz without so many of the lowest and of the highest opponents."""

    def values(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
        opponents = Opponents(ledger)
        return _as_values(
            (player, cut(opponents.contributions(player), lowest, highest)) for player in chain(*groups)
        )

    return values


def by_sonneborn_berger(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    opponents = Opponents(ledger)
    return _as_values(
        (player, sonneborn_berger(opponents.contributions(player))) for player in chain(*groups)
    )


def by_koya(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    thresholds = koya_thresholds(ledger)
    return _as_values((player, koya(ledger, player, thresholds)) for player in chain(*groups))


def by_direct_encounter(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    values = {}
    for group in groups:
        ranked, points_within_group = direct.order(ledger, group)
        for place, tied in enumerate(ranked):
            values.update({player: Value(Fraction(-place), points_within_group[player]) for player in tied})
    return values


def by_round_reached(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    """The round reached in a knockout; in other systems all players are level."""
    spec, record = ledger.record.spec, ledger.record
    progress_of = spec.reached(record) if spec.reached else {}
    values = dict.fromkeys(chain(*groups), Value(ZERO, ZERO))
    return values | {
        player: Value(progress.rank, Fraction(progress.round)) for player, progress in progress_of.items()
    }


def by_previous_rank(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    ranks = {player: Fraction(ledger.earlier.get(player, 1)) for player in chain(*groups)}
    return {player: Value(-rank, rank) for player, rank in ranks.items()}


def by_lot(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    record = ledger.record
    values = {}
    for group in groups:
        drawn = in_random_order(group, record.document.seed, record.number, "lot")
        values.update(
            {player: Value(Fraction(-place), Fraction(place)) for place, player in enumerate(drawn, 1)}
        )
    return values
