"""In what players are level, in words with values."""

from collections.abc import Sequence

from clubtornei.languages import translated
from clubtornei.rounds.brackets.layout import bracket_of, round_names
from clubtornei.rounds.core.counts import COUNTS
from clubtornei.rounds.core.formatting import exactly, notation_of
from clubtornei.rounds.reports.standings import in_words, localised
from scoring.criteria import CRITERIA
from scoring.document import Table
from scoring.places import TIE_LISTS
from scoring.record import Record
from scoring.standings import standings
from scoring.table_ties import TableOrders


def level_in_ranking(record: Record, player: int) -> list[str]:
    """All criteria of the stage's ranking, with the player's values."""
    rows = standings(record)
    notation = notation_of(rows, record.method.decimals, multiplayer=record.spec.multiplayer)
    [shown] = localised([row for row in rows if row.player == player], notation)
    shown = in_words(shown, round_names(bracket_of(record)))
    return [
        f"{translated(CRITERIA[name].title)} ({shown.values.get(name) or '–'})"
        for name in record.stage.ranking
    ]


def level_at_table(record: Record, table: Table, players: Sequence[int]) -> list[str]:
    """What was recorded at a larger table of all these players, who are level: of that by which places are
    given there.
    """
    if table.seat_scores is None:
        return []
    scores = [table.seat_scores[table.seats.index(player)] for player in players]
    by_tie_list = [name for counts in TIE_LISTS[TableOrders(record).ties] for name in counts]
    titles = {count.name: str(count.title) for count in COUNTS}
    return [
        f"{titles[name]} ({exactly(getattr(scores[0], name))})"
        for name in dict.fromkeys(("points", *by_tie_list))
        if all(getattr(score, name) is not None for score in scores)
    ]
