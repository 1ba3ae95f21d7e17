"""The results of all published rounds as a report: a row a game of two, or a row a seat of larger tables."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from clubtornei.rounds.core.result_codes import RESULT_CODES, ResultCode
from clubtornei.rounds.core.seat_names import has_colours
from clubtornei.rounds.reports.report import NAME, RANK, Column, Kind, Report, ReportRow
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEMS

ROUND, TABLE, WHITE, BLACK, RESULT, POINTS = "round", "table", "white", "black", "result", "points"


def results_report(snapshot: EventSnapshot) -> Report:
    rounds = [snapshot.round(number) for number in range(1, snapshot.progress.rounds + 1)]
    rows_of = _seats if snapshot.multiplayer else _games
    return Report(
        title=_("Risultati"),
        notation=snapshot.notation,
        columns=(
            Column(key=ROUND, title=_("Turno"), kind=Kind.NUMBER),
            Column(key=TABLE, title=str(snapshot.table_words.title), kind=Kind.NUMBER),
            *(_seat_columns() if snapshot.multiplayer else _game_columns(snapshot)),
        ),
        rows=tuple(row for round_ in rounds for row in rows_of(round_)),
    )


def _seat_columns() -> tuple[Column, ...]:
    return (
        Column(key=NAME, title=_("Nome"), kind=Kind.NAME),
        Column(key=RANK, title=_("Posto"), kind=Kind.PLACE),
        Column(key=POINTS, title=_("Punti"), kind=Kind.POINTS),
        Column(key=RESULT, title=_("Risultato"), kind=Kind.RESULT),
    )


def _game_columns(snapshot: EventSnapshot) -> tuple[Column, ...]:
    colours = has_colours(SYSTEMS[snapshot.system], snapshot.event)
    white, black = (_("Bianco"), _("Nero")) if colours else ("1", "2")
    return (
        Column(key=WHITE, title=white, kind=Kind.NAME),
        Column(key=BLACK, title=black, kind=Kind.NAME),
        Column(key=RESULT, title=_("Risultato"), kind=Kind.RESULT),
    )


def _games(round_: ShownRound) -> Iterator[ReportRow]:
    for table in round_.tables:
        yield ReportRow(
            values={
                ROUND: round_.number,
                TABLE: table.number,
                WHITE: table.white,
                BLACK: table.black,
                RESULT: _result(table),
            }
        )
    yield from _byes(round_, WHITE)


def _result(table: ShownTable) -> ResultCode | str:
    """Of a match of several games the score so far."""
    outcome = RESULT_CODES[table.outcome].on(table.scale)
    return outcome if table.match_score is None or outcome.forfeit else table.result


def _seats(round_: ShownRound) -> Iterator[ReportRow]:
    for table in round_.tables:
        for seat in table.seat_rows:
            yield ReportRow(
                values={
                    ROUND: round_.number,
                    TABLE: table.number,
                    NAME: seat.player,
                    RANK: seat.place,
                    POINTS: None if seat.points is None else Fraction(seat.points),
                }
            )
    yield from _byes(round_, NAME)


def _byes(round_: ShownRound, column: str) -> Iterator[ReportRow]:
    for bye in round_.byes:
        yield ReportRow(values={ROUND: round_.number, column: bye.player, RESULT: _("riposo")})
