"""The ranking criteria as functions; `criteria.py` has the table of them.

A criterion is computed for a group of players who are level on all criteria before it. Most depend on each
player alone; `direct` and `lot` depend on the group too, and `previous` on the ranking one round earlier.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, groupby

from msgspec import Struct

from scoring import opponents
from scoring.addends import Addend, total
from scoring.ledger import BLACK, HALF, ONE, ZERO, Ledger, ResultKind, RoundResult
from scoring.random_keys import in_random_order
from scoring.system_spec import SystemSpec

Levels = list[list[int]]
"""Players from first to last; those in one inner list stay level."""


def encounters(ledger: Ledger, group: Sequence[int]) -> Mapping[int, Mapping[int, Fraction]]:
    """For each player of the group his points against each opponent of the group whom he has met.

    In a round robin the points of all their games, forfeits included; else the mean of the games played.
    """
    members = set(group)
    points_against: dict[int, dict[int, list[Fraction]]] = {player: {} for player in group}
    for player in group:
        for result in ledger.round_results[player]:
            counts = result.code is ResultKind.PLAYED or (
                ledger.scheduled and result.code is ResultKind.FORFEIT
            )
            if counts and result.opponents[0] in members:
                points_against[player].setdefault(result.opponents[0], []).append(result.points)
    return {
        player: {
            opponent: sum(points, ZERO) / (1 if ledger.scheduled else len(points))
            for opponent, points in against.items()
        }
        for player, against in points_against.items()
    }


def order(ledger: Ledger, group: Sequence[int]) -> tuple[Levels, Mapping[int, Fraction]]:
    """The group ranked by direct encounter, and each player's points against the whole group."""
    points_against = encounters(ledger, group)
    rank_group = _rank_by_points if ledger.scheduled else _rank_with_missing_games
    return rank_group(list(group), points_against, ledger.win), {
        player: sum(points_against[player].values(), ZERO) for player in group
    }


PointsAgainst = Mapping[int, Mapping[int, Fraction]]


def _points_within(group: list[int], points_against: PointsAgainst) -> dict[int, Fraction]:
    members = set(group)
    return {
        player: sum(
            (points for opponent, points in points_against[player].items() if opponent in members), ZERO
        )
        for player in group
    }


def _rank_by_points(group: list[int], points_against: PointsAgainst, win: Fraction) -> Levels:
    """The group ranked by the points among them; those still level are compared again among themselves."""
    points = _points_within(group, points_against)
    ranked = sorted(group, key=lambda player: -points[player])
    parts = [list(part) for _, part in groupby(ranked, key=lambda player: points[player])]
    if len(parts) == 1:
        return parts
    return [level for part in parts for level in _rank_by_points(part, points_against, win)]


def _rank_with_missing_games(group: list[int], points_against: PointsAgainst, win: Fraction) -> Levels:
    """The group where not all have met: first the player whose points no other could reach by winning the
    games not played, then the rest in the same way.
    """
    ranked: Levels = []
    rest = group
    while len(rest) > 1:
        members = set(rest)
        unplayed = {player: len(rest) - 1 - len(members & points_against[player].keys()) for player in rest}
        if not any(unplayed.values()):
            return ranked + _rank_by_points(rest, points_against, win)
        points = _points_within(rest, points_against)
        reachable = {player: points[player] + win * unplayed[player] for player in rest}
        leader = max(rest, key=lambda player: points[player])
        if points[leader] <= max(reachable[other] for other in rest if other != leader):
            return [*ranked, rest]
        ranked.append([leader])
        rest = [player for player in rest if player != leader]
    return [*ranked, rest] if rest else ranked


class Value(Struct, frozen=True):
    """The value of a criterion for a player: `rank` is compared, more being better; `shown` is printed."""

    rank: Fraction
    shown: Fraction


Groups = Sequence[Sequence[int]]
"""The groups of players still level; each player is in one."""
Values = Callable[[Ledger, Groups], Mapping[int, Value]]
Addends = Callable[[Ledger, Groups], Mapping[int, Sequence[Addend]]]
Measure = Callable[[Ledger, int], Fraction]


class Criterion(Struct, frozen=True, kw_only=True):
    """A ranking criterion.

    `multiplayer`: whether it can be computed for tables of more than two too. `offered`: the families of
    systems it makes sense for. `colours`: whether it is of games with White and Black alone; `by_score`: of
    games with scores. `title`, `meaning` and `short`, a title for where there is little room, by language;
    `short` is empty where the title will do. `addends`: of what it is the sum, if it is one; `within_group`:
    whether these depend on who is level with the player. `acronym`: FIDE's (C.07, article 5); empty: it is
    none of FIDE's.
    """

    name: str
    values: Values
    offered: tuple[str, ...]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    short: Mapping[str, str]
    multiplayer: bool = True
    colours: bool = False
    by_score: bool = False
    addends: Addends | None = None
    within_group: bool = False
    acronym: str = ""

    def makes_sense_for(self, spec: SystemSpec) -> bool:
        """Does the site offer it for this system?"""
        return (self.multiplayer or not spec.multiplayer) and spec.family in self.offered


def by_player(measure: Measure) -> Values:
    """A criterion computed for each player alone; more is better."""

    def values(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
        return _as_values((player, measure(ledger, player)) for player in chain(*groups))

    return values


def by_addends(addends: Addends) -> Values:
    """A criterion that is the sum of its addends; more is better."""

    def values(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
        return _as_values((player, total(each)) for player, each in addends(ledger, groups).items())

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


def points_scored(ledger: Ledger, player: int) -> Fraction:
    """What the player scored in all games that have a score."""
    return sum((result.scored for result in ledger.round_results[player]), ZERO)


def score_difference(ledger: Ledger, player: int) -> Fraction:
    """The same, less what the opponents scored in them."""
    return sum((result.scored - result.conceded for result in ledger.round_results[player]), ZERO)


def best(nth: int) -> Measure:
    """The nth best single result (1: the best); 0 where there are fewer results."""

    def result(ledger: Ledger, player: int) -> Fraction:
        results = sorted(ledger.single_results(player), reverse=True)
        return results[nth - 1] if nth <= len(results) else ZERO

    return result


def penalties(ledger: Ledger, groups: Groups) -> Mapping[int, Sequence[Addend]]:
    return {
        player: [
            Addend(points=result.penalty, round=number)
            for number, result in enumerate(ledger.round_results[player], 1)
            if result.penalty
        ]
        for player in chain(*groups)
    }


def by_penalties(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    """The sum of the penalties; fewer is better."""
    sums = {player: total(addends) for player, addends in penalties(ledger, groups).items()}
    return {player: Value(-penalty, penalty) for player, penalty in sums.items()}


def elected_rounds(ledger: Ledger, player: int) -> Fraction:
    """The rounds but for requested byes of less than a win, absences and losses by forfeit."""
    counted = (ResultKind.PLAYED, ResultKind.FORFEIT, ResultKind.BYE, ResultKind.REQUESTED)
    rounds = [result for result in ledger.round_results[player] if result.code in counted]
    full_byes = sum(result.code is ResultKind.REQUESTED and result.points >= ledger.win for result in rounds)
    return Fraction(sum(not result.voluntary for result in rounds) + full_byes)


def standard_points(ledger: Ledger, player: int) -> Fraction:
    """1 for a win and ½ for a draw, whatever they are worth; a bye is compared with a draw."""
    return sum((_standard(ledger, result) for result in ledger.round_results[player]), ZERO)


def _standard(ledger: Ledger, result: RoundResult) -> Fraction:
    if result.share is not None:
        return result.share
    if not result.code.is_bye or result.points < ledger.draw:
        return ZERO
    return HALF if result.points == ledger.draw else ONE


def rating(ledger: Ledger, player: int) -> Fraction:
    return Fraction(max(0, ledger.record.players[player].rating or 0))


def by_number(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    """The order number; the lower is ahead."""
    numbers = {player: Fraction(ledger.record.players[player].number) for player in chain(*groups)}
    return {player: Value(-number, number) for player, number in numbers.items()}


def games_won(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.share == 1 for game in ledger.games_of(player)))


def black_games(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.colour == BLACK for game in ledger.games_of(player)))


def black_wins(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.colour == BLACK and game.share == 1 for game in ledger.games_of(player)))


def progressive(ledger: Ledger, groups: Groups) -> Mapping[int, Sequence[Addend]]:
    """The points after each round; a late entry has his head start from the round in which he joined."""
    return {player: list(_running(ledger, player)) for player in chain(*groups)}


def _running(ledger: Ledger, player: int) -> Iterator[Addend]:
    joined, head_start = ledger.record.players[player].joined, ledger.head_start(player)
    given = ledger.record.adjustments.get(player, {})
    running = accumulate(
        result.points + given[number] if number in given else result.points
        for number, result in enumerate(ledger.round_results[player], 1)
    )
    for number, points_so_far in enumerate(running, 1):
        # Adding 0 to a fraction takes as long as adding anything else, and hardly anybody enters late.
        counted = points_so_far + head_start if head_start and number >= joined else points_so_far
        yield Addend(points=counted, round=number)


def distinct_opponents(ledger: Ledger, player: int) -> Fraction:
    met = {
        opponent
        for result in ledger.round_results[player]
        if result.code is ResultKind.PLAYED or result.games
        for opponent in result.opponents
    }
    return Fraction(len(met))


def buchholz(lowest: int = 0, highest: int = 0) -> Addends:
    """Buchholz without so many of the lowest and of the highest opponents."""

    def addends(ledger: Ledger, groups: Groups) -> Mapping[int, Sequence[Addend]]:
        of = opponents.OpponentContributions(ledger)
        return {
            player: opponents.buchholz(of.contributions(player), lowest, highest) for player in chain(*groups)
        }

    return addends


def sonneborn_berger(lowest: int = 0) -> Addends:
    """Sonneborn-Berger without so many of the lowest opponents."""

    def addends(ledger: Ledger, groups: Groups) -> Mapping[int, Sequence[Addend]]:
        of = opponents.OpponentContributions(ledger)
        return {
            player: opponents.sonneborn_berger(of.contributions(player), lowest) for player in chain(*groups)
        }

    return addends


def koya(half_points: int = 0) -> Addends:
    """Koya with the limit of half of the possible points raised by so many half points."""

    def addends(ledger: Ledger, groups: Groups) -> Mapping[int, Sequence[Addend]]:
        thresholds = opponents.koya_thresholds(ledger, half_points * HALF)
        return {player: opponents.koya(ledger, player, thresholds) for player in chain(*groups)}

    return addends


def direct_encounters(ledger: Ledger, groups: Groups) -> Mapping[int, Sequence[Addend]]:
    """The points of each player against those of his group whom he has met."""
    return {
        player: [Addend(points=points, opponent=opponent) for opponent, points in against.items()]
        for group in groups
        for player, against in encounters(ledger, group).items()
    }


def by_direct_encounter(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    values = {}
    for group in groups:
        ranked, points_within_group = order(ledger, group)
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
