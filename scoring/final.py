"""The ranking of a whole event (rules/standings.md#final-ranking).

Finalists first, by the final; parallel finals share their places. Then everybody else by the points of all
games, and where these are level by the rest of the first stage's ranking.
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

    A row's values are `final`, the place in the final (None: did not play it), and `points`, the sum over
    the event. Undecided: results are missing that say who is in a stage.
    """
    if len(document.stages) == 1:
        return _only(record_of(document, systems))
    records = [record_of(document, systems, number) for number in range(1, len(document.stages) + 1)]
    ledgers = [Ledger(record) for record in records]
    ledgers[0] = Ledger(records[0], earlier_ranks(records[0]))
    final = _places(records[number - 1] for number in finals(document.stages))
    line = [player.id for player in sorted(document.players, key=lambda player: player.number)]
    points = {player: sum((each.points_of.get(player, ZERO) for each in ledgers), ZERO) for player in line}
    played = {
        player: sum(games_played(each, player) for each in ledgers if player in each.round_results)
        for player in line
    }
    gone = [player for player in line if player in ledgers[0].annulled and player not in final]
    others = [player for player in line if player not in final and player not in gone]
    placed = _finalists(line, final) + _others(others, ledgers[0], points, len(final))
    rows = [
        Row(
            rank=rank,
            player=player,
            values={"final": _shown(final.get(player)), "points": exact(points[player])},
            played=played[player],
            decided_by=decided_by,
        )
        for rank, player, decided_by in placed
    ]
    return rows + [Row(rank=None, player=player, values={}, played=0) for player in gone]


def _only(record: Record) -> list[Row]:
    points = Ledger(record).points_of
    return [
        replace(row, values={"final": str(row.rank), "points": exact(points[row.player])} if row.rank else {})
        for row in standings(record)
    ]


def _shown(place: int | None) -> str | None:
    return None if place is None else str(place)


def finals(stages: Sequence[Stage]) -> list[int]:
    """The stages (from 1) that no other takes entrants from.

    Without a rule they come from the stage before.
    """
    taken: set[int] = set()
    for number, stage in enumerate(stages, 1):
        rule = qualification_rule_of(stage)
        taken |= rule.sources if rule else {number - 1}
    return [number for number in range(1, len(stages) + 1) if number not in taken]


def _places(records: Iterable[Record]) -> dict[int, int]:
    """Everybody's place in his final: by its ranking, and in a single game by the places at the table."""
    places: dict[int, int] = {}
    for record in records:
        at_table = _at_the_only_table(record)
        keys = {
            row.player: (row.rank, at_table.get(row.player, 0))
            for row in standings(record)
            if row.rank is not None
        }
        for player, key in keys.items():
            place = 1 + sum(other < key for other in keys.values())
            places[player] = min(place, places.get(player, place))
    return places


def _at_the_only_table(record: Record) -> Mapping[int, int]:
    tables = [table for played in record.rounds for table in played.tables]
    if len(tables) != 1 or tables[0].result is None:
        return {}
    scored = record.method.score(tables, record.scoring_options)[0]
    return dict(zip(tables[0].seats, scored.places, strict=True)) if scored else {}


Placed = tuple[int, int, str | None]
"""Rank, player, and what parts him from the one above."""


def _finalists(line: Sequence[int], final: Mapping[int, int]) -> list[Placed]:
    placed: list[Placed] = []
    for player in sorted((player for player in line if player in final), key=final.__getitem__):
        rank = 1 + sum(place < final[player] for place in final.values())
        placed.append((rank, player, "final" if placed and placed[-1][0] != rank else None))
    return placed


def _others(
    line: Sequence[int], ledger: Ledger, points: Mapping[int, Fraction], finalists: int
) -> list[Placed]:
    """By the sum of points; level ones as the first stage has them, last who was not in that.

    Where points do not rank (medals) their sum does not either.
    """
    if "points" not in ledger.record.method.ranking:
        points = dict.fromkeys(line, ZERO)
    known = [player for player in line if player in ledger.round_results]
    sums = sorted({points[player] for player in known}, reverse=True)
    groups = [[player for player in known if points[player] == total] for total in sums]
    ranked = ranking(ledger, [name for name in ledger.record.stage.ranking if name != "points"], groups)
    keys = {player: (-points[player], ranked.ranks.get(player, len(line) + 1)) for player in line}
    placed: list[Placed] = []
    for player in sorted(line, key=keys.__getitem__):
        above = placed[-1][1] if placed else None
        if above is None:
            decided_by = "final" if finalists else None
        else:
            decided_by = ranked.decided_by.get(player) if points[above] == points[player] else "points"
        level = above is not None and keys[above] == keys[player]
        placed.append((placed[-1][0] if level else finalists + len(placed) + 1, player, decided_by))
    return placed
