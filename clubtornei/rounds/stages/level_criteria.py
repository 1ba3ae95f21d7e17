"""In what players are level, in words with values."""

from collections.abc import Sequence

from clubtornei.rounds.reports.bracket_layout import bracket_of, round_names
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.ranking_columns import criteria_report
from clubtornei.rounds.state.formatting import notation_of, recorded_number
from clubtornei.rounds.state.larger_tables import COUNTS
from scoring.document import DocumentTable
from scoring.places import TIE_LISTS
from scoring.record import Record
from scoring.standings import standings
from scoring.table_ties import TableOrders


def level_in_ranking(record: Record, player: int) -> list[str]:
    """All criteria of the stage's ranking, with the player's values."""
    rows = standings(record)
    notation = notation_of(rows, record.method.decimals, multiplayer=record.spec.multiplayer)
    own = [row for row in rows if row.player == player]
    report = criteria_report(record.stage.ranking, own, notation, round_names(bracket_of(record)))
    [line] = written(report, report.columns)
    return [f"{cell.column.title} ({cell.text or '–'})" for cell in line.cells]


def level_at_table(record: Record, table: DocumentTable, players: Sequence[int]) -> list[str]:
    """What was recorded at a larger table of all these players, who are level: of that by which places are
    given there.
    """
    if table.seat_scores is None:
        return []
    scores = [table.seat_scores[table.seats.index(player)] for player in players]
    by_tie_list = [name for counts in TIE_LISTS[TableOrders(record).ties] for name in counts]
    titles = {count.name: str(count.title) for count in COUNTS}
    return [
        f"{titles[name]} ({recorded_number(getattr(scores[0], name))})"
        for name in dict.fromkeys(("points", *by_tie_list))
        if all(getattr(score, name) is not None for score in scores)
    ]
