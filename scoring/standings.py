"""The ranking of a stage (rules/standings.md#criteria)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from scoring.addends import Addend
from scoring.criteria import CRITERIA, ROUND_REACHED
from scoring.criterion import Groups, Value
from scoring.ledger import Ledger, ResultKind
from scoring.stage_record import Record
from scoring.table_ties import table_order


class Row(Struct, frozen=True, kw_only=True):
    """A line of the ranking.

    `rank` is None, and `values` empty, for an annulled player. `played`: the number of his games.
    `decided_by`: the criterion that ranks the player below the row above; None: he is level with it, or it is
    the first row.
    """

    rank: int | None
    player: int
    values: Mapping[str, str | None]
    played: int
    decided_by: str | None = None


def standings(record: Record, ranked: "tuple[Ledger, Ranking] | None" = None) -> list[Row]:
    """The ranking of the stage after its rounds so far; `ranked`: its `ranked_ledger`, where that is known.

    Players level on every criterion share a rank (1, 2, 2, 4), in the order of their numbers; the annulled
    come last. Time: the tables of all rounds, and each criterion once for all players (`previous` once a
    round).
    """
    ledger, found = ranked or ranked_ledger(record)
    rows = [
        Row(
            rank=found.ranks[player],
            player=player,
            values={name: decimal_text(value.shown) for name, value in found.values[player].items()},
            played=games_played(ledger, player),
            decided_by=found.decided_by.get(player),
        )
        for player in found.order
    ]
    annulled_players = [player.id for player in record.by_number if player.id in ledger.annulled]
    return rows + [Row(rank=None, player=player, values={}, played=0) for player in annulled_players]


def ranked_ledger(record: Record) -> "tuple[Ledger, Ranking]":
    """The results of the stage so far, and the ranking that they give."""
    ledger = Ledger(record, earlier_ranks(record))
    return ledger, ranking(ledger, record.stage.ranking)


def addends_of(
    record: Record, players: Collection[int], ranked: "tuple[Ledger, Ranking] | None" = None
) -> Mapping[int, Mapping[str, Sequence[Addend]]]:
    """For each of the players the addends of the criteria that are sums, where there are any; in the order of
    the criteria. Nothing for the annulled. `ranked`: the `ranked_ledger`, where that is known.
    """
    ledger, found = ranked or ranked_ledger(record)
    of_players: dict[int, dict[str, Sequence[Addend]]] = {
        player: {} for player in players if player in found.ranks
    }
    alone = [[player] for player in of_players]
    for name in record.stage.ranking:
        criterion = CRITERIA[name]
        if criterion.addends is None:
            continue
        level = [group for group in found.level[name] if not of_players.keys().isdisjoint(group)]
        sums = criterion.addends(ledger, level if criterion.within_group else alone)
        for player, by_criterion in of_players.items():
            if sums[player]:
                by_criterion[name] = sums[player]
    return of_players


def earlier_ranks(record: Record) -> Mapping[int, int]:
    """The rank of each player one round earlier; empty unless the stage ranks by `previous` and has two
    rounds.
    """
    ranks: Mapping[int, int] = {}
    ledger: Ledger | None = None
    if "previous" in record.stage.ranking:
        for rounds in range(1, record.rounds_played):
            ledger = Ledger(record.at(rounds), ranks, ledger)
            ranks = ranking(ledger, record.stage.ranking).ranks
    return ranks


class Ranking(Struct, frozen=True):
    """Players from first to last, with rank and values of every criterion.

    `decided_by`: the criterion that ranks a player below the one above him; no key for the first player and
    for those level with the one above. `level`: for each criterion the groups that were level before it.
    """

    order: Sequence[int]
    ranks: Mapping[int, int]
    values: Mapping[int, Mapping[str, Value]]
    decided_by: Mapping[int, str]
    level: Mapping[str, Groups]


def ranking(ledger: Ledger, criteria: Sequence[str], level: Sequence[Sequence[int]] | None = None) -> Ranking:
    """Ranks the players by one criterion after the other, each within the groups still level.

    `level`: the groups at the start, already in order; None: one group of all. In a knockout only the round
    reached separates players (rules/knockout.md#ranking): the values of the other criteria are informative.
    """
    knockout = ledger.record.spec.reached is not None
    if knockout:
        criteria = list(dict.fromkeys([ROUND_REACHED, *criteria]))
    if level is None:
        level = [ledger.players] if ledger.players else []
    groups = [list(group) for group in level]
    # For each group the criterion that ranks it below the one before.
    decisive: list[str | None] = [None] * len(groups)
    values: dict[int, dict[str, Value]] = {player: {} for player in ledger.players}
    groups_before: dict[str, Groups] = {}
    for name in criteria:
        groups_before[name] = groups
        criterion_values = CRITERIA[name].values(ledger, groups)
        for player, value in criterion_values.items():
            values[player][name] = value
        if knockout and name != ROUND_REACHED:
            continue
        parts = [_split_by_value(group, criterion_values) for group in groups]
        decisive = [
            name if place else decided_before
            for decided_before, subgroups in zip(decisive, parts, strict=True)
            for place in range(len(subgroups))
        ]
        groups = [part for subgroups in parts for part in subgroups]
    ranks: dict[int, int] = {}
    for group in groups:
        ranks.update(dict.fromkeys(group, len(ranks) + 1))
    decided_by = {
        group[0]: criterion
        for group, criterion in zip(groups, decisive, strict=True)
        if criterion is not None
    }
    order = [player for group in groups for player in group]
    return Ranking(order, ranks, values, decided_by, groups_before)


def _split_by_value(group: list[int], values: Mapping[int, Value]) -> list[list[int]]:
    if len(group) == 1:
        return [group]
    rank_of = {player: values[player].rank for player in group}
    ordered = sorted(group, key=rank_of.__getitem__, reverse=True)
    return [list(part) for _, part in groupby(ordered, key=rank_of.__getitem__)]


AT_TABLE = "table"
"""The `decided_by` of a player who is level with the one above, and was behind him at the only table."""


def placed_standings(record: Record, ranked: "tuple[Ledger, Ranking] | None" = None) -> list[Row]:
    """The `standings` by `places_in`, which the stages after it and the final ranking go by."""
    ledger, found = ranked or ranked_ledger(record)
    rows = standings(record, (ledger, found))
    places = places_in(ledger)
    first_of = {row.rank: row for row in reversed(rows)}
    placed: list[Row] = []
    for row in sorted(rows, key=lambda row: places.get(row.player, len(rows) + 1)):
        place, above = places.get(row.player), placed[-1] if placed else None
        decided_by = first_of[row.rank].decided_by
        if above is not None and found.ranks.get(above.player) == row.rank:
            decided_by = AT_TABLE if place != above.rank else None
        placed.append(replace(row, rank=place, decided_by=decided_by))
    return placed


def ordered_among_level(rows: Iterable[Row], key: Callable[[Row], int]) -> Iterator[Row]:
    """The rows with those who share a rank in the order of `key`."""
    for _rank, sharing in groupby(rows, lambda row: row.rank):
        level = list(sharing)
        for row, before in zip(sorted(level, key=key), level, strict=True):
            yield replace(row, decided_by=before.decided_by)


def places_in(ledger: Ledger) -> Mapping[int, int]:
    """The place of each player in the stage: by its ranking, and where a single game at one table is all of
    it, those level by their places at the table.
    """
    ranks = ranking(ledger, ledger.record.stage.ranking).ranks
    record = ledger.record
    tables = [table for played in record.rounds for table in played.tables]
    at_table: Mapping[int, int] = {}
    order = table_order(record, tables[0]) if len(tables) == 1 else None
    if order is not None:
        at_table = dict(zip(tables[0].seats, order.places, strict=True))
    keys = {player: (rank, at_table.get(player, 0)) for player, rank in ranks.items()}
    return {player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}


def games_played(ledger: Ledger, player: int) -> int:
    """Games over the board; where more than two sit, tables with a result."""
    if not ledger.record.spec.multiplayer:
        return sum(1 for _ in ledger.games_of(player))
    return sum(result.code is ResultKind.PLAYED for result in ledger.round_results[player])


def decimal_text(value: Fraction, decimals: int = 0) -> str:
    """The value as a decimal, at most four decimals, half up; without zeros at its end beyond `decimals`.

    >>> decimal_text(Fraction(2, 3)), decimal_text(Fraction(3)), decimal_text(Fraction(5, 2), 2)
    ('0.6667', '3', '2.50')
    """
    # Half up, in whole numbers: floor(value * 10,000 + 1/2).
    ten_thousandths = (20_000 * value.numerator + value.denominator) // (2 * value.denominator)
    sign = "-" if ten_thousandths < 0 else ""
    whole, rest = divmod(abs(ten_thousandths), 10_000)
    shortest = f"{rest:04d}".rstrip("0").ljust(decimals, "0")
    return f"{sign}{whole}.{shortest}" if shortest else f"{sign}{whole}"


def written(number: str, language: str) -> str:
    """A number of `decimal_text` within a sentence: in Italian with a comma."""
    return number.replace(".", ",") if language == "it" else number


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def english_ordinal(place: int) -> str:
    """A place in short.

    >>> english_ordinal(1), english_ordinal(12), english_ordinal(23)
    ('1st', '12th', '23rd')
    """
    teens = 11 <= place % 100 <= 13
    return f"{place}{'th' if teens else _ENDINGS.get(place % 10, 'th')}"
