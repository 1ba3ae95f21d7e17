"""The ranking of a whole event (rules/standings.md#final-ranking).

Finalists come first, by the final; parallel finals share their places. The others follow by the points of all
games, and players level on these by the other criteria of the first stage, of which the best single results
are sought in all those games.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import asdict, replace

from scoring.document import Document, Stage
from scoring.ledger import ZERO, Ledger
from scoring.methods import METHODS
from scoring.qualification_rule import qualification_rule_of
from scoring.stages import record_of, records_of
from scoring.standings import Row, earlier_ranks, exact, games_played, places_in, ranking, standings
from scoring.system_spec import SystemSpec
from scoring.view import Record, scoring_options


def final_standings(document: Document, systems: Mapping[str, SystemSpec]) -> list[Row]:
    """The ranking of the event; with a single stage, that stage's.

    The values of a row are `final`, the place in the final (None: the player was not in it), and `points`,
    the sum over the event. Undecided: results are missing that the entrants of a stage depend on.
    """
    if len(document.stages) == 1:
        return _single_stage_rows(record_of(document, systems))
    records = records_of(document, systems)
    ledgers = [Ledger(record, earlier_ranks(record)) for record in records]
    play_offs = play_off_sources(document.stages)
    final = _final_places(ledgers, finals(document.stages), play_offs)
    summed = _summed(ledgers, document.stages)
    players = [player.id for player in sorted(document.players, key=lambda player: player.number)]
    points = {player: summed_points(summed, player) for player in players}
    results = {
        player: [
            result
            for ledger in summed
            if player in ledger.round_results
            for result in ledger.counted_results(player)
        ]
        for player in players
    }
    first = [
        Ledger(records[number - 1], earlier_ranks(records[number - 1]), single_results=results)
        for number in first_stages(document.stages)
    ]
    played = {
        player: sum(games_played(ledger, player) for ledger in ledgers if player in ledger.round_results)
        for player in players
    }
    annulled = frozenset(player for ledger in first for player in ledger.annulled)
    annulled_players = [player for player in players if player in annulled and player not in final]
    not_finalists = [player for player in players if player not in final and player not in annulled_players]
    placed = _rank_finalists(players, final) + _rank_others(not_finalists, first, points, len(final))
    rows = [
        Row(
            rank=rank,
            player=player,
            values={"final": _place_as_text(final.get(player)), "points": exact(points[player])},
            played=played[player],
            decided_by=decided_by,
        )
        for rank, player, decided_by in placed
    ]
    return rows + [Row(rank=None, player=player, values={}, played=0) for player in annulled_players]


def summed_ledgers(document: Document, systems: Mapping[str, SystemSpec]) -> list[Ledger]:
    """The results of the stages whose points the final ranking sums: all but play-offs.
    Undecided: as there.
    """
    return _summed([Ledger(record) for record in records_of(document, systems)], document.stages)


def summed_points(ledgers: Sequence[Ledger], player: int) -> Fraction:
    """The player's points in these stages, exact."""
    return sum((ledger.points_of.get(player, ZERO) for ledger in ledgers), ZERO)


def _summed(ledgers: Sequence[Ledger], stages: Sequence[Stage]) -> list[Ledger]:
    play_offs = play_off_sources(stages)
    return [ledger for number, ledger in enumerate(ledgers, 1) if number not in play_offs]


def _single_stage_rows(record: Record) -> list[Row]:
    points = Ledger(record).points_of
    return [
        replace(row, values={"final": str(row.rank), "points": exact(points[row.player])} if row.rank else {})
        for row in standings(record)
    ]


def _place_as_text(place: int | None) -> str | None:
    return None if place is None else str(place)


def finals(stages: Sequence[Stage]) -> list[int]:
    """The stages (from 1) that no other takes entrants from, play-offs apart; one without a rule follows the
    stage before.
    """
    play_offs = play_off_sources(stages)
    source_stages: set[int] = set()
    for number, stage in enumerate(stages, 1):
        if number not in play_offs:
            rule = qualification_rule_of(stage)
            source_stages |= rule.sources if rule else {number - 1}
    return [
        number
        for number in range(1, len(stages) + 1)
        if number not in source_stages and number not in play_offs
    ]


def play_off_sources(stages: Sequence[Stage]) -> dict[int, int]:
    """For each play-off (from 1) the stage whose shared first place it decides."""
    rules = {number: qualification_rule_of(stage) for number, stage in enumerate(stages, 1)}
    return {number: rule.play_off.stage for number, rule in rules.items() if rule and rule.play_off}


def first_stages(stages: Sequence[Stage]) -> list[int]:
    """The stages (from 1) that an event begins with: the first, or all parallel groups of players dealt."""
    rules = {number: qualification_rule_of(stage) for number, stage in enumerate(stages, 1)}
    groups = [number for number, rule in rules.items() if rule and rule.group]
    return groups if 1 in groups else [1]


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


def _rank_others(
    players: Sequence[int], ledgers: Sequence[Ledger], points: Mapping[int, Fraction], finalists: int
) -> list[Placed]:
    """The other players by the sum of points, those level by the stage they began in, last those of none.

    Where the scoring method does not rank by points (medals), their sum is not looked at.
    """
    if "points" not in ledgers[0].record.method.ranking:
        points = dict.fromkeys(players, ZERO)
    keys: dict[int, tuple[Fraction, int]] = {
        player: (-points[player], len(players) + 1) for player in players
    }
    decided: dict[int, str] = {}
    for ledger in ledgers:
        in_stage = [player for player in players if player in ledger.round_results]
        sums = sorted({points[player] for player in in_stage}, reverse=True)
        groups = [[player for player in in_stage if points[player] == total] for total in sums]
        ranked = ranking(ledger, [name for name in ledger.record.stage.ranking if name != "points"], groups)
        for group in groups:
            ahead = min(ranked.ranks[player] for player in group)
            keys.update((player, (-points[player], ranked.ranks[player] - ahead)) for player in group)
        decided |= ranked.decided_by
    placed: list[Placed] = []
    for player in sorted(players, key=keys.__getitem__):
        above = placed[-1][1] if placed else None
        if above is None:
            decided_by = "final" if finalists else None
        else:
            decided_by = decided.get(player) if points[above] == points[player] else "points"
        level = above is not None and keys[above] == keys[player]
        placed.append((placed[-1][0] if level else finalists + len(placed) + 1, player, decided_by))
    return placed
