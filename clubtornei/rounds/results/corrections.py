"""What another result, or another document, would change in the ranking."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct, structs

from clubtornei.events.models import Event
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.documents.exporting import published_document_of
from clubtornei.rounds.models import Table
from clubtornei.rounds.reports.bracket_layout import bracket_or_none, round_names
from clubtornei.rounds.reports.cell_texts import Cell, WrittenRow, written
from clubtornei.rounds.reports.ranking_columns import criteria_report
from clubtornei.rounds.reports.report import Column, Report
from clubtornei.rounds.results.later_rounds import dependent_tables_of
from clubtornei.rounds.state.formatting import Notation, notation_of, one_notation
from clubtornei.rounds.state.table_state import state_of, with_state
from pairing.registry import SYSTEM_SPECS, pair
from pairing.system import NoLegalPairing
from scoring.document import Document, DocumentRound, DocumentTable
from scoring.document_edits import replace_stage, replace_table
from scoring.methods import METHODS
from scoring.record import Record, record_of
from scoring.standings import Row, standings


class ChangedValue(Struct, frozen=True):
    """The value of a criterion before and after."""

    before: Cell
    after: Cell


class CorrectedResult(Struct, frozen=True):
    """A player whose line of the ranking changes; a rank is None if the results are annulled."""

    name: str
    before: int | None
    after: int | None
    values: Sequence[ChangedValue]


class Changes(Struct, frozen=True):
    """`lines`: those that change, in the order of the ranking after the change; `criteria`: the first, and
    those of which some value changes.
    """

    criteria: Sequence[Column]
    lines: Sequence[CorrectedResult]


def changes_by_result(event: Event, table: Table, state: TableState) -> Changes:
    """What the table's result would change in the published ranking of its stage, were it `state`: first for
    those whose score is corrected.
    """
    document = published_document_of(event)
    changed = _with_result(document, table, state)
    return ranking_changes(document, changed, table.round.stage.number, first=_corrected(table, state))


def _corrected(table: Table, state: TableState) -> list[int]:
    """The players of the table whose score would be another one."""
    seats = zip(table.seated, state_of(table).scores, state.scores, strict=True)
    return [seat.entry.entry_no for seat, before, after in seats if before != after]


def changes_if_replayed(event: Event, table: Table, state: TableState) -> Changes:
    """What it would change if all that rests on the match of a bracket is taken back and paired again."""
    document = published_document_of(event)
    changed = _with_result(document, table, state)
    stage, number = table.round.stage.number, table.round.number
    playing = changed.stages[stage - 1]
    if state.scored:
        rounds = _paired_again(changed, stage, number)
    else:
        gone = {frozenset(seat.entry.entry_no for seat in one.seated) for one in dependent_tables_of(table)}
        rounds = (*playing.rounds[:number], *(_without(one, gone) for one in playing.rounds[number:]))
    replayed = replace_stage(changed, stage, structs.replace(playing, rounds=rounds))
    return ranking_changes(document, replayed, stage, first=_corrected(table, state))


def _paired_again(document: Document, stage: int, number: int) -> tuple[DocumentRound, ...]:
    """The rounds up to that one, and after it those that stay, and the first that does not with its matches
    that stay and the others still to be played.
    """
    rounds = document.stages[stage - 1].rounds
    for played in range(number, len(rounds)):
        record = record_of(document, SYSTEM_SPECS, stage, played)
        try:
            draw = pair(record)
        except NoLegalPairing:
            return rounds[:played]
        drawn = {frozenset(one.seats) for one in draw.tables} | {frozenset({one.player}) for one in draw.byes}
        gone = {frozenset(one.seats) for one in rounds[played].tables} - drawn
        if gone:
            kept = _without(rounds[played], gone)
            new = [
                DocumentTable(seats=one.seats)
                for one in draw.tables
                if frozenset(one.seats) not in {frozenset(old.seats) for old in kept.tables}
            ]
            return (*rounds[:played], structs.replace(kept, tables=(*kept.tables, *new)))
    return rounds


def _without(round_: DocumentRound, gone: Collection[frozenset[int]]) -> DocumentRound:
    """The round without the tables and byes of these players."""
    return structs.replace(
        round_,
        tables=tuple(one for one in round_.tables if frozenset(one.seats) not in gone),
        byes=tuple(one for one in round_.byes if frozenset({one.player}) not in gone),
    )


def ranking_changes(
    document: Document, changed: Document, stage: int, *, first: Collection[int] = ()
) -> Changes:
    """The lines that differ between the rankings of that stage in the two documents; `first`: the players
    that stand before the others.
    """
    records = [record_of(one, SYSTEM_SPECS, stage) for one in (document, changed)]
    before = {row.player: row for row in standings(records[0])}
    after = standings(records[1])
    names = {player.id: player.name for player in document.players}
    different = [row for row in after if _shown(row) != _shown(before[row.player])]
    different.sort(key=lambda row: row.player not in first)
    old, new = _notation(document, stage, before.values()), _notation(changed, stage, after)
    if document.stages[stage - 1].scoring == changed.stages[stage - 1].scoring:
        old = new = one_notation([old, new])
    ranking = changed.stages[stage - 1].ranking
    firsts = _report(ranking, [before[row.player] for row in different], old, records[0])
    thens = _report(ranking, different, new, records[1])
    pairs = list(zip(written(firsts, firsts.columns), written(thens, thens.columns), strict=True))
    differing = {
        new.column.key
        for first, then in pairs
        for old, new in zip(first.cells, then.cells, strict=True)
        if old.text != new.text
    }
    columns = [column for column in thens.columns if column.key in {ranking[0], *differing}]
    return Changes(columns, [_change(names, first, then, columns) for first, then in pairs])


def _report(ranking: Sequence[str], rows: Sequence[Row], notation: Notation, record: Record) -> Report:
    """The rows with the names of the rounds reached, as the standings say them."""
    bracket = bracket_or_none(record)
    over = bracket is not None and bracket.champion is not None
    return criteria_report(ranking, rows, notation, round_names(bracket), over=over)


def _change(
    names: Mapping[int, str], first: WrittenRow, then: WrittenRow, columns: Collection[Column]
) -> CorrectedResult:
    pairs = zip(first.cells, then.cells, strict=True)
    values = [ChangedValue(old, new) for old, new in pairs if new.column in columns]
    return CorrectedResult(names[then.row.player or 0], first.row.rank, then.row.rank, values)


def _notation(document: Document, stage: int, rows: Iterable[Row]) -> Notation:
    method = METHODS[document.stages[stage - 1].scoring]
    return notation_of(list(rows), method.decimals, multiplayer=method.multiplayer)


def _shown(row: Row) -> tuple[int | None, Mapping[str, str | None]]:
    """What the ranking shows of a player."""
    return row.rank, row.values


def _with_result(document: Document, table: Table, state: TableState) -> Document:
    """The document with that result at the table, which is found by who sits there."""
    stage, number = table.round.stage.number, table.round.number
    seats = tuple(seat.entry.entry_no for seat in table.seated)
    tables = document.stages[stage - 1].rounds[number - 1].tables
    index = [paired.seats for paired in tables].index(seats)
    return replace_table(document, stage, number, index + 1, with_state(tables[index], state))
