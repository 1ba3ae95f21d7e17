"""The ranking of a whole event (rules/standings.md#final-ranking).

Finalists come first, by the final; parallel finals share their places. The others follow by the points of all
games, and players level on these by the other criteria of the first stage, of which the best single results
are sought in all those games.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from scoring.document import Document, Stage
from scoring.ledger import ZERO, Ledger
from scoring.qualification_rule import qualification_rule_of
from scoring.stages import record_of
from scoring.standings import Row, earlier_ranks, exact, games_played, ranking, standings
from scoring.system_spec import SystemSpec
from scoring.view import Record


def final_standings(document: Document, systems: Mapping[str, SystemSpec]) -> list[Row]:
    """The ranking of the event; with a single stage, that stage's.

    The values of a row are `final`, the place in the final (None: the player was not in it), and `points`,
    the sum over the event. Undecided: results are missing that the entrants of a stage depend on.
    """
    if len(document.stages) == 1:
        return _single_stage_rows(record_of(document, systems))
    records = [record_of(document, systems, number) for number in range(1, len(document.stages) + 1)]
    ledgers = [Ledger(record) for record in records]
    final = _final_places(records[number - 1] for number in finals(document.stages))
    players = [player.id for player in sorted(document.players, key=lambda player: player.number)]
    points = {
        player: sum((ledger.points_of.get(player, ZERO) for ledger in ledgers), ZERO) for player in players
    }
    results = {
        player: [
            result
            for ledger in ledgers
            if player in ledger.round_results
            for result in ledger.counted_results(player)
        ]
        for player in players
    }
    first = Ledger(records[0], earlier_ranks(records[0]), single_results=results)
    played = {
        player: sum(games_played(ledger, player) for ledger in ledgers if player in ledger.round_results)
        for player in players
    }
    annulled_players = [player for player in players if player in first.annulled and player not in final]
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


def _single_stage_rows(record: Record) -> list[Row]:
    points = Ledger(record).points_of
    return [
        replace(row, values={"final": str(row.rank), "points": exact(points[row.player])} if row.rank else {})
        for row in standings(record)
    ]


def _place_as_text(place: int | None) -> str | None:
    return None if place is None else str(place)


def finals(stages: Sequence[Stage]) -> list[int]:
    """The stages (from 1) that no other takes entrants from; one without a rule follows the stage before."""
    source_stages: set[int] = set()
    for number, stage in enumerate(stages, 1):
        rule = qualification_rule_of(stage)
        source_stages |= rule.sources if rule else {number - 1}
    return [number for number in range(1, len(stages) + 1) if number not in source_stages]


def _final_places(records: Iterable[Record]) -> dict[int, int]:
    """The place of each finalist: by the ranking of his final, and in a final of one game by that of its
    table.
    """
    places: dict[int, int] = {}
    for record in records:
        at_table = _at_the_only_table(record)
        keys = {
            row.player: (row.rank, at_table.get(row.player, 0))
            for row in standings(record)
            if row.rank is not None
        }
        for player, key in keys.items():
            place = 1 + sum(other_key < key for other_key in keys.values())
            places[player] = min(place, places.get(player, place))
    return places


def _at_the_only_table(record: Record) -> Mapping[int, int]:
    tables = [table for played in record.rounds for table in played.tables]
    if len(tables) != 1 or tables[0].result is None:
        return {}
    scored = record.method.score(tables, record.scoring_options)[0]
    return dict(zip(tables[0].seats, scored.places, strict=True)) if scored else {}


Placed = tuple[int, int, str | None]
"""Rank, player, and the criterion that ranks him below the one above (None: he is level, or first)."""


def _rank_finalists(players: Sequence[int], final: Mapping[int, int]) -> list[Placed]:
    placed: list[Placed] = []
    for player in sorted((player for player in players if player in final), key=final.__getitem__):
        rank = 1 + sum(place < final[player] for place in final.values())
        placed.append((rank, player, "final" if placed and placed[-1][0] != rank else None))
    return placed


def _rank_others(
    players: Sequence[int], ledger: Ledger, points: Mapping[int, Fraction], finalists: int
) -> list[Placed]:
    """The other players by the sum of points, those level by the first stage, last those who were not in it.

    Where the scoring method does not rank by points (medals), their sum is not looked at.
    """
    if "points" not in ledger.record.method.ranking:
        points = dict.fromkeys(players, ZERO)
    in_first_stage = [player for player in players if player in ledger.round_results]
    sums = sorted({points[player] for player in in_first_stage}, reverse=True)
    groups = [[player for player in in_first_stage if points[player] == total] for total in sums]
    ranked = ranking(ledger, [name for name in ledger.record.stage.ranking if name != "points"], groups)
    keys = {player: (-points[player], ranked.ranks.get(player, len(players) + 1)) for player in players}
    placed: list[Placed] = []
    for player in sorted(players, key=keys.__getitem__):
        above = placed[-1][1] if placed else None
        if above is None:
            decided_by = "final" if finalists else None
        else:
            decided_by = ranked.decided_by.get(player) if points[above] == points[player] else "points"
        level = above is not None and keys[above] == keys[player]
        placed.append((placed[-1][0] if level else finalists + len(placed) + 1, player, decided_by))
    return placed
