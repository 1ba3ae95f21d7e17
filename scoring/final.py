"""The ranking of a whole event (rules/standings.md#final-ranking).

Finalists come first, by the final; parallel finals share their places. The others follow by the points of all
games, or by wins or medals where the scoring method ranks by these; players level on them by the other
criteria of the first stage. Where only winners go on, the stage reached comes before all that.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import asdict, replace

from scoring.criteria import CRITERIA
from scoring.document import Document, DocumentStage
from scoring.ledger import ZERO, Ledger
from scoring.methods import METHODS
from scoring.qualification_rule import qualification_rule_of
from scoring.stage_record import Record, scoring_options
from scoring.stage_sources import finals, first_stages, play_off_sources, sources
from scoring.stages import record_of, records_of
from scoring.standings import Row, decimal_text, earlier_ranks, games_played, places_in, ranking, standings
from scoring.system_spec import SystemSpec

STAGE_REACHED = "stage_reached"
"""The `decided_by` of a player who came less far than the one above, where only winners go on."""

_COUNTED_OVER_ALL = ("points", "wins", "firsts", "seconds", "thirds", "fourths")
"""The criteria of a method's own list that are counted over all games of the event."""


def final_standings(document: Document, systems: Mapping[str, SystemSpec]) -> list[Row]:
    """The ranking of the event; with a single stage, that stage's.

    The values of a row are `final`, the place in the final (None: the player was not in it), `points`, the
    sum over the event, and the criteria of `listed_first` counted over it. Undecided: results are missing
    that the entrants of a stage depend on.
    """
    if len(document.stages) == 1:
        return _single_stage_rows(record_of(document, systems))
    records = records_of(document, systems)
    ledgers = [Ledger(record, earlier_ranks(record)) for record in records]
    final = _final_places(ledgers, finals(document.stages), play_off_sources(document.stages))
    summed = _summed(ledgers, document.stages)
    players = [player.id for player in sorted(document.players, key=lambda player: player.number)]
    played = {
        player: sum(games_played(ledger, player) for ledger in ledgers if player in ledger.round_results)
        for player in players
    }
    first = [ledgers[number - 1] for number in first_stages(document.stages)]
    annulled = frozenset(player for ledger in first for player in ledger.annulled)
    annulled_players = [player for player in players if player in annulled and player not in final]
    not_finalists = [player for player in players if player not in final and player not in annulled_players]
    placed = _rank_finalists(players, final) + _rank_others(not_finalists, ledgers, len(final))
    shown = {
        name: _over_all(summed, name, players)
        for name in dict.fromkeys(("points", *listed_first(document.stages[0])))
    }
    rows = [
        Row(
            rank=rank,
            player=player,
            values={"final": str(final[player]) if player in final else None}
            | {name: decimal_text(values[player]) for name, values in shown.items()},
            played=played[player],
            decided_by=decided_by,
        )
        for rank, player, decided_by in placed
    ]
    return rows + [Row(rank=None, player=player, values={}, played=0) for player in annulled_players]


def listed_first(stage: DocumentStage) -> tuple[str, ...]:
    """The criteria, counted over all games, by which who is in no final is ranked first: wins or medals where
    the scoring method of the event's first stage ranks by these, else the points.
    """
    own = METHODS[stage.scoring].ranking
    if own[0] == "points":
        return ("points",)
    criteria = stage.ranking if stage.ranking[:1] == own[:1] else own
    return tuple(takewhile(_COUNTED_OVER_ALL.__contains__, criteria))


def _over_all(ledgers: Sequence[Ledger], name: str, players: Sequence[int]) -> Mapping[int, Fraction]:
    """The sum of a criterion over these stages for each player."""
    sums = dict.fromkeys(players, ZERO)
    for ledger in ledgers:
        in_stage = [player for player in players if player in ledger.round_results]
        for player, value in CRITERIA[name].values(ledger, [in_stage]).items():
            sums[player] += value.shown
    return sums


def summed_ledgers(document: Document, systems: Mapping[str, SystemSpec]) -> list[Ledger]:
    """The results of the stages whose points the final ranking sums: all but play-offs.
    Undecided: as there.
    """
    return _summed([Ledger(record) for record in records_of(document, systems)], document.stages)


def summed_points(ledgers: Sequence[Ledger], player: int) -> Fraction:
    """The player's points in these stages, exact."""
    return sum((ledger.points_of.get(player, ZERO) for ledger in ledgers), ZERO)


def _summed(ledgers: Sequence[Ledger], stages: Sequence[DocumentStage]) -> list[Ledger]:
    play_offs = play_off_sources(stages)
    return [ledger for number, ledger in enumerate(ledgers, 1) if number not in play_offs]


def _single_stage_rows(record: Record) -> list[Row]:
    points = Ledger(record).points_of
    return [
        replace(
            row,
            values={"final": str(row.rank), "points": decimal_text(points[row.player])} if row.rank else {},
        )
        for row in standings(record)
    ]


def shared_firsts(document: Document, systems: Mapping[str, SystemSpec]) -> dict[int, tuple[int, ...]]:
    """For each final (from 1; the only stage of an event is one) the players who share its first place, after
    a play-off if there is one; without the finals that one player has won. Undecided as `final_standings`.
    """
    firsts: dict[int, tuple[int, ...]] = {}
    if len(document.stages) == 1:
        rows = standings(record_of(document, systems))
        firsts[1] = tuple(row.player for row in rows if row.rank == 1)
    else:
        records = records_of(document, systems)
        ledgers = [Ledger(record, earlier_ranks(record)) for record in records]
        play_offs = play_off_sources(document.stages)
        for number in finals(document.stages):
            places = _places_after_play_off(ledgers, number, play_offs)
            firsts[number] = tuple(player for player, place in places.items() if place == 1)
    return {number: players for number, players in firsts.items() if len(players) > 1}


class SummedStage(Struct, frozen=True):
    """How the points of a stage (from 1) are counted."""

    stage: int
    name: str
    scoring: str


def stages_scored_differently(
    document: Document, systems: Mapping[str, SystemSpec]
) -> tuple[SummedStage, ...]:
    """The stages whose points are summed, where they are not all counted alike; empty: they are."""
    play_offs = play_off_sources(document.stages)
    summed, ways = [], set()
    for number, stage in enumerate(document.stages, 1):
        if number not in play_offs and "points" in METHODS[stage.scoring].ranking:
            options = asdict(scoring_options(systems[stage.system], stage.scoring, stage.scoring_options))
            counted = {name: value for name, value in options.items() if name not in ("ties", "discards")}
            ways.add((stage.scoring, repr(counted)))
            summed.append(SummedStage(number, stage.name, stage.scoring))
    return tuple(summed) if len(ways) > 1 else ()


def _final_places(
    ledgers: Sequence[Ledger], stages: Iterable[int], play_offs: Mapping[int, int]
) -> dict[int, int]:
    """The place of each finalist in his final, the first one as a play-off has decided it."""
    places: dict[int, int] = {}
    for number in stages:
        for player, place in _places_after_play_off(ledgers, number, play_offs).items():
            places[player] = min(place, places.get(player, place))
    return places


def _places_after_play_off(
    ledgers: Sequence[Ledger], number: int, play_offs: Mapping[int, int]
) -> dict[int, int]:
    """Who shared the first place and did not play it off comes after those who did."""
    places = dict(places_in(ledgers[number - 1]))
    for play_off, source in play_offs.items():
        if source == number:
            decided = _places_after_play_off(ledgers, play_off, play_offs)
            for player in [player for player, place in places.items() if place == 1]:
                places[player] = decided.get(player, len(decided) + 1)
    return places


Placed = tuple[int, int, str | None]
"""Rank, player, and the criterion that ranks him below the one above (None: he is level, or first)."""


def _rank_finalists(players: Sequence[int], final: Mapping[int, int]) -> list[Placed]:
    placed: list[Placed] = []
    for player in sorted((player for player in players if player in final), key=final.__getitem__):
        rank = 1 + sum(place < final[player] for place in final.values())
        placed.append((rank, player, "final" if placed and placed[-1][0] != rank else None))
    return placed


def _rank_others(players: Sequence[int], ledgers: Sequence[Ledger], finalists: int) -> list[Placed]:
    """The players who are in no final, after so many finalists."""
    stages = ledgers[0].record.document.stages
    play_offs, last = play_off_sources(stages), finals(stages)
    counted = [number for number in range(1, len(stages) + 1) if number not in play_offs]
    opening = first_stages(stages)
    semi_finals = {source for number in last for source in sources(stages, number)} - {*opening}
    before = [number for number in counted if number not in last and number not in semi_finals]
    if set(before) <= set(opening):
        ahead = _own_ranks(ledgers, opening)
    else:
        earlier = _order(players, ledgers, before, _own_ranks(ledgers, opening))
        ahead = {player: place for place, player, _ in _placed(earlier, 0)}
    return _placed(_order(players, ledgers, counted, ahead), finalists)


def _own_ranks(ledgers: Sequence[Ledger], stages: Iterable[int]) -> dict[int, int]:
    """The rank of each player in the one of these stages that he was in."""
    ranks: dict[int, int] = {}
    for number in stages:
        ledger = ledgers[number - 1]
        ranks.update(ranking(ledger, ledger.record.stage.ranking).ranks)
    return ranks


class _Order(Struct, frozen=True):
    """Players from first to last. `keys`: less is better, by each of `criteria` and then by the place among
    those level on these; `decided`: the criterion of the first stage that ranks a player below the one above.
    """

    criteria: tuple[str, ...]
    keys: Mapping[int, tuple[Fraction, ...]]
    decided: Mapping[int, str]


def _order(
    players: Sequence[int], ledgers: Sequence[Ledger], counted: Collection[int], ahead: Mapping[int, int]
) -> _Order:
    """The order by the games of the `counted` stages. `ahead`: the ranks that the criterion `previous` takes.

    Who was not in a stage that the event begins with comes after those level with him.
    """
    stages = ledgers[0].record.document.stages
    games = [ledgers[number - 1] for number in counted]
    reached = _stage_reached(ledgers, counted)
    criteria = listed_first(stages[0])
    over_all = [_over_all(games, name, players) for name in criteria]
    sums = {
        player: (Fraction(-reached.get(player, 0)), *(-values[player] for values in over_all))
        for player in players
    }
    results = {
        player: [
            result
            for ledger in games
            if player in ledger.round_results
            for result in ledger.counted_results(player)
        ]
        for player in players
    }
    keys: dict[int, tuple[Fraction, ...]] = {
        player: (*sums[player], Fraction(len(players) + 1)) for player in players
    }
    decided: dict[int, str] = {}
    for number in first_stages(stages):
        record = ledgers[number - 1].record
        ledger = Ledger(record, ahead, ledgers[number - 1], single_results=results)
        in_stage = [player for player in players if player in ledger.round_results]
        groups = [
            [player for player in in_stage if sums[player] == level]
            for level in sorted({sums[player] for player in in_stage})
        ]
        others = [name for name in record.stage.ranking if name not in ("points", *criteria)]
        ranked = ranking(ledger, others, groups)
        for group in groups:
            best = min(ranked.ranks[player] for player in group)
            keys.update((player, (*sums[player], Fraction(ranked.ranks[player] - best))) for player in group)
        decided |= ranked.decided_by
    return _Order((STAGE_REACHED, *criteria), keys, decided)


def _placed(order: _Order, finalists: int) -> list[Placed]:
    """The players of an order with their ranks, which begin after those of the finalists."""
    placed: list[Placed] = []
    for player in sorted(order.keys, key=order.keys.__getitem__):
        key, above = order.keys[player], placed[-1] if placed else None
        if above is None:
            placed.append((finalists + 1, player, "final" if finalists else None))
            continue
        compared = zip(order.criteria, key, order.keys[above[1]], strict=False)
        decided_by = next((name for name, own, other in compared if own != other), order.decided.get(player))
        level = order.keys[above[1]] == key
        placed.append((above[0] if level else finalists + len(placed) + 1, player, decided_by))
    return placed


def ranks_by_stage_reached(stages: Sequence[DocumentStage]) -> bool:
    """Whether who is in no final is ranked first by how far he came: a stage before takes winners only."""
    last = finals(stages)
    return any(_winners_only(stage) for number, stage in enumerate(stages, 1) if number not in last)


def _winners_only(stage: DocumentStage) -> bool:
    rule = qualification_rule_of(stage)
    return rule is not None and rule.sources == frozenset(rule.winners)


def _stage_reached(ledgers: Sequence[Ledger], counted: Iterable[int]) -> dict[int, int]:
    """How far each player came, where only winners go on: 1 for each stage that takes nobody but winners.

    A second chance, or any other way into a stage, is no further than the stage before.
    """
    stages = ledgers[0].record.document.stages
    depth: dict[int, int] = {}
    reached: dict[int, int] = {}
    for number in counted:
        before = max((depth.get(source, 0) for source in sources(stages, number)), default=0)
        depth[number] = before + _winners_only(stages[number - 1])
        for player in ledgers[number - 1].record.players:
            reached[player] = max(reached.get(player, 0), depth[number])
    return reached
