"""The columns and values that every ranking has: place and name, criteria, what is known of the players."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.report import (
    NAME,
    RANK,
    Column,
    ColumnKind,
    Mark,
    NamedNumber,
    Report,
    ReportRow,
    Value,
    filled,
)
from clubtornei.rounds.state.formatting import Notation
from clubtornei.text.languages import reader_language, translated
from scoring.criteria import CRITERIA, ROUND_REACHED
from scoring.reasons import why_above
from scoring.record import DocumentPlayer
from scoring.standings import Row

KINDS: Mapping[str, ColumnKind] = {
    ROUND_REACHED: ColumnKind.NAMED,
    **dict.fromkeys(("points", "direct", "best_1", "best_2", "best_3"), ColumnKind.POINTS),
}
LOT = "lot"
PLAYED = "played"
MOST_MEDALS = 3  # for one place
LAST_MEDAL = 3  # place


def place_and_name() -> tuple[Column, Column]:
    return (
        Column(key=RANK, title=_("Posto"), kind=ColumnKind.PLACE),
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
    )


def criterion_columns(ranking: Sequence[str], rows: Sequence[Row]) -> tuple[Column, ...]:
    """A column for each criterion in its order. Idle are lots, of which a note tells, and one after the first
    by which all are level.
    """
    return tuple(
        Column(
            key=name,
            title=translated(CRITERIA[name].title),
            short=translated(CRITERIA[name].short),
            meaning=translated(CRITERIA[name].meaning),
            kind=KINDS.get(name, ColumnKind.CRITERION),
            is_main=name == ranking[0],
            is_idle=name == LOT or (name not in (ranking[0], ROUND_REACHED) and _all_are_level(name, rows)),
            is_heading=name == ranking[0] == ROUND_REACHED,
        )
        for name in ranking
    )


def _all_are_level(name: str, rows: Sequence[Row]) -> bool:
    values = {row.values.get(name) for row in rows if row.rank is not None}
    return len(values) == 1 and None not in values


def criterion_values(row: Row, round_names: Mapping[str, str], *, over: bool) -> dict[str, Value]:
    """The values of the row by criterion; a round reached has its name. Once all is `over`, words tell who
    has won the final from who has lost it.
    """
    values: dict[str, Value] = {
        name: None if value is None else Fraction(value) for name, value in row.values.items()
    }
    reached = row.values.get(ROUND_REACHED)
    if reached and reached in round_names:
        name = round_names[reached]
        if over and reached == str(len(round_names)):
            name = _("Vincitore") if row.rank == 1 else _("Finalista")
        values[ROUND_REACHED] = NamedNumber(Fraction(reached), name)
    return values


def played_column(rows: Sequence[Row], *, is_heading: bool = False) -> Column:
    """How many games. Below the round reached they would be read as points, though a match that was drawn
    first has more of them.
    """
    return Column(
        key=PLAYED,
        title=_("Partite"),
        meaning=_("Partite giocate, senza i forfait"),
        kind=ColumnKind.NUMBER,
        is_idle=len({row.played for row in rows}) < 2,
        is_heading=is_heading,
    )


def marks_of(row: Row, player: DocumentPlayer, *, medals: bool) -> frozenset[Mark]:
    marks = {
        Mark.ANNULLED: row.rank is None,
        Mark.WITHDRAWN: row.rank is not None and player.withdrawn is not None,
        Mark.MEDAL: medals and row.rank is not None and row.rank <= LAST_MEDAL,
    }
    return frozenset(mark for mark, holds in marks.items() if holds)


def has_medals(rows: Sequence[Row]) -> bool:
    """Whether the first three places have medals: not as long as all are level, or a medal would be that of a
    crowd.
    """
    ranks = [row.rank for row in rows if row.rank is not None]
    shared = max((ranks.count(rank) for rank in range(1, LAST_MEDAL + 1)), default=0)
    return shared <= MOST_MEDALS and any(rank > 1 for rank in ranks)


def criteria_report(
    ranking: Sequence[str],
    rows: Sequence[Row],
    notation: Notation,
    names: Mapping[str, str],
    *,
    over: bool = False,
) -> Report:
    """The places and the criteria alone, of rows that are of no snapshot; `names`: of the rounds reached."""
    return Report(
        title="",
        notation=notation,
        columns=criterion_columns(ranking, rows),
        rows=tuple(
            ReportRow(player=row.player, values={RANK: row.rank, **criterion_values(row, names, over=over)})
            for row in rows
        ),
    )


def with_reasons(report: Report, rows: Sequence[Row]) -> Report:
    """With why each row is below the one before it, in the words and figures of the report, and with a mark
    where they are level on the first criterion.
    """
    names = {row.player: row.name for row in report.rows}
    as_written = [
        replace(row, values={key: texts.get(key) or None for key in row.values})
        for row, texts in zip(rows, texts_of(report), strict=True)
    ]
    reasons = [
        why_above(upper, lower, lambda player: names[player], reader_language())
        for upper, lower in pairwise(as_written)
    ]
    first = report.main.key if report.main else None
    below = [
        replace(
            row,
            why=why,
            marks=row.marks | {Mark.LEVEL} if row.rank and row.decided_by != first else row.marks,
        )
        for row, why in zip(report.rows[1:], reasons, strict=True)
    ]
    return report.with_rows([*report.rows[:1], *below])


def texts_of(report: Report) -> Iterator[Mapping[str, str]]:
    """The values of each row as they are written, by column."""
    for row in written(report, report.columns):
        yield {cell.column.key: cell.text for cell in row.cells}


def with_people(report: Report, snapshot: EventSnapshot) -> Report:
    """With what is known of the players in spreadsheets and JSON, behind their names."""
    titles = snapshot.event.rating_titles if snapshot.shows_ratings else []
    ratings = {f"rating-{at}": title for at, title in enumerate(titles, 1)}
    columns = (
        Column(key="title", title=_("Titolo"), kind=ColumnKind.TEXT, is_detail=True),
        Column(key="club", title=_("Circolo"), kind=ColumnKind.TEXT, is_detail=True),
        *(
            Column(key=key, title=title, kind=ColumnKind.NUMBER, is_detail=True)
            for key, title in ratings.items()
        ),
    )
    rows = tuple(
        replace(row, values={**row.values, **_known(row.person, ratings)}) if row.person else row
        for row in report.rows
    )
    known = filled(columns, rows)
    behind = next(at for at, column in enumerate(report.columns, 1) if column.key == NAME)
    return replace(report, columns=(*report.columns[:behind], *known, *report.columns[behind:]), rows=rows)


def _known(player: DocumentPlayer, ratings: Mapping[str, str]) -> Mapping[str, Value]:
    values = [player.rating, *player.other_ratings]
    return {
        "title": player.title,
        "club": player.club,
        **{key: _rating(value) for key, value in zip(ratings, values, strict=False)},
    }


def _rating(value: int | Decimal | None) -> int | Decimal | None:
    """None also for 0: not in that list."""
    return value or None
