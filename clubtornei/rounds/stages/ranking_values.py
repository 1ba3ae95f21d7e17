"""What a ranking goes by, in words with values: of those who enter a stage by it, of those who are level."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.reports.bracket_layout import bracket_of, round_names
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.ranking_columns import LOT, criteria_report, texts_of
from clubtornei.rounds.state.formatting import notation_of, recorded_number
from clubtornei.rounds.state.larger_tables import COUNTS
from pairing.registry import SYSTEM_SPECS
from scoring.document import Document, DocumentTable
from scoring.places import TIE_LISTS
from scoring.record import Record, record_of
from scoring.standings import Row, standings
from scoring.table_ties import TableOrders


class Placed(Struct, frozen=True):
    """A place in a ranking. `figures`: what the ranking goes by first, with the value; then the criteria that
    separate who has this place from the one above and the one below, if it is not the first.
    """

    rank: int
    figures: tuple[str, ...]


def placed_in(document: Document, stage: int) -> Mapping[int, Placed]:
    """The ranked players of the stage by id, from first to last."""
    record = record_of(document, SYSTEM_SPECS, stage)
    rows = [row for row in standings(record) if row.rank is not None]
    notation = notation_of(rows, record.method.decimals, multiplayer=record.spec.multiplayer)
    report = criteria_report(record.stage.ranking, rows, notation, round_names(bracket_of(record)))
    titles = {column.key: column.title for column in report.columns}
    first = record.stage.ranking[0]
    texts = {row.player: text for row, text in zip(rows, texts_of(report), strict=True)}
    level = [list(sharing) for _rank, sharing in groupby(rows, lambda row: row.rank)]
    placed = {}
    for sharing, following in zip(level, [*level[1:], None], strict=True):
        decided = dict.fromkeys([first, *_deciding(sharing[0], following[0] if following else None)])
        for row in sharing:
            figures = [f"{titles[name]} {texts[row.player][name] or '–'}" for name in decided]
            if len(sharing) > 1:
                figures.append(_("a pari merito"))
            placed[row.player] = Placed(row.rank or 0, tuple(figures))
    return placed


def _deciding(row: Row, following: Row | None) -> list[str]:
    """The criteria that separate the first row of a place from the one above, and from the place below."""
    found = [row.decided_by, following.decided_by if following else None]
    return [name for name in found if name is not None and name != LOT]


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
