"""Who meets whom, as reports: the tables of a round, who has none, and the games of all rounds."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from clubtornei.events.games import plays_with_colours
from clubtornei.rounds.documents.calendar import ShownRound, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.report import (
    NAME,
    RANK,
    Column,
    ColumnKind,
    Mark,
    Report,
    ReportRow,
    Value,
    filled,
    row_of,
)
from clubtornei.rounds.state.formatting import ordinal
from clubtornei.rounds.state.reason_texts import reason_texts
from clubtornei.rounds.state.table_words import colours_of, wind, wind_letter
from pairing.registry import SYSTEMS
from scoring.record import DocumentPlayer, SeatScore

ROUND, DAY, TABLE, WHITE, BLACK, RESULT, POINTS = (
    "round",
    "day",
    "table",
    "white",
    "black",
    "result",
    "points",
)


class RoundReports(Struct, frozen=True, kw_only=True):
    """A round as pages show it; `is_current`: it is played now."""

    round: ShownRound
    pairings: Report
    rests: Report
    is_current: bool = False


def round_reports(
    snapshot: EventSnapshot,
    round_: ShownRound,
    *,
    planned: bool = False,
    with_points: bool = False,
    is_current: bool = False,
) -> RoundReports:
    """`planned`, `with_points`: as of `pairings_report`."""
    return RoundReports(
        round=round_.unplayed if planned else round_,
        pairings=pairings_report(snapshot, round_, planned=planned, with_points=with_points),
        rests=rests_report(snapshot, round_),
        is_current=is_current,
    )


def pairings_report(
    snapshot: EventSnapshot, round_: ShownRound, *, planned: bool = False, with_points: bool = False
) -> Report:
    """A row a table of two, or a seat of larger ones. `planned`: without results; `with_points`: those that
    the players have before the round.
    """
    columns = (_table_column(snapshot), *_columns(snapshot, planned=planned))
    before = snapshot.points_before(round_.number) if with_points else {}
    rows = tuple(_rows(round_, before))
    return Report(
        title=_("Turno %(number)d") % {"number": round_.number},
        notation=snapshot.notation,
        is_numbered=True,
        columns=columns if snapshot.multiplayer else _known(columns, rows),
        rows=rows,
    )


def seats_report(snapshot: EventSnapshot, round_: ShownRound) -> Report:
    """A row a larger table, with a column a seat."""
    most = max((len(table.seats) for table in round_.tables), default=1)
    titles = [
        str(wind(seat)) if snapshot.winds else _("Sedia %(seat)s") % {"seat": seat}
        for seat in range(1, most + 1)
    ]
    columns = (
        _table_column(snapshot),
        *(
            Column(key=f"seat-{seat}", title=title, kind=ColumnKind.FIRST)
            for seat, title in enumerate(titles, 1)
        ),
    )
    rows = [
        row_of(columns, table.number, *table.seats, *[None] * (most - len(table.seats)))
        for table in round_.tables
    ]
    return Report(title=_("Turno %(number)d") % {"number": round_.number}, columns=columns, rows=tuple(rows))


def seats_of_table(snapshot: EventSnapshot, table: ShownTable) -> Report:
    """Who sits at a larger table, by place; where places are shared or not known yet, in the order of the
    seats. `title`: which table.
    """
    title = _("Tavolo %(number)s") % {"number": table.number}
    columns = (
        Column(key=RANK, title="", kind=ColumnKind.PLACE),
        Column(key=NAME, title=title, kind=ColumnKind.NAME),
        Column(key="wind", title=_("Vento"), kind=ColumnKind.TEXT),
        Column(key="note", title="", kind=ColumnKind.TEXT),
        Column(key="scored", title=_("Segnati"), kind=ColumnKind.NUMBER),
        Column(key=POINTS, title=_("Punti"), kind=ColumnKind.POINTS, is_main=True),
    )
    seats = [(str(wind_letter(seat)), one) for seat, one in enumerate(table.seat_rows, 1)]
    rows = tuple(
        row_of(
            columns,
            one.place,
            one.player,
            letter if snapshot.winds else "",
            _ending(one.score),
            one.score.points if one.score else None,
            None if one.points is None else Fraction(one.points),
            player=one.player.id,
        )
        for letter, one in sorted(seats, key=lambda seat: seat[1].place or 0)
    )
    return Report(
        title=title,
        notation=snapshot.notation,
        is_numbered=True,
        columns=filled(columns, rows),
        rows=rows,
        footnotes=() if table.finished else (_("senza risultato"),),
    )


def _ending(score: SeatScore | None) -> str:
    """How the game ended for the player, in words."""
    words = ["RisiKo!"] if score and score.risiko else []
    if score and score.eliminated:
        words.append(_("eliminato %(place)s") % {"place": ordinal(score.eliminated)})
    return " · ".join(words)


def rests_report(snapshot: EventSnapshot, round_: ShownRound) -> Report:
    """Who has no table in the round, under what that means; `why`: the reason for a bye, in sentences."""
    bracket = SYSTEMS[snapshot.system].bracket is not None
    if bracket:
        rests = ngettext("Passa il turno", "Passano il turno", len(round_.byes))
    else:
        rests = ngettext("Riposa", "Riposano", len(round_.byes))
    absent = ngettext("Assente", "Assenti", len(round_.absent))
    names = {player.id: player.name for player in snapshot.players.values()}
    colours, figure = plays_with_colours(snapshot.event.game), snapshot.notation.figure
    return Report(
        title=rests,
        notation=snapshot.notation,
        is_numbered=True,
        columns=(
            Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
            Column(key=POINTS, title=_("Punti del riposo a richiesta"), kind=ColumnKind.POINTS),
        ),
        rows=(
            *(
                ReportRow(
                    player=bye.player.id,
                    values={NAME: bye.player, POINTS: bye.points},
                    heading=rests,
                    why=" ".join(reason_texts(bye.why, names, colours=colours, figure=figure)),
                )
                for bye in round_.byes
            ),
            *(ReportRow(player=player.id, values={NAME: player}, heading=absent) for player in round_.absent),
        ),
    )


def results_report(snapshot: EventSnapshot) -> Report:
    """The games of the published rounds."""
    rounds = [snapshot.round(number) for number in range(1, snapshot.progress.rounds + 1)]
    return _games_report(snapshot, _("Risultati"), rounds)


def calendar_report(snapshot: EventSnapshot) -> Report:
    """The games of all rounds, as far as they are known."""
    return _games_report(snapshot, _("Calendario"), snapshot.calendar)


def _games_report(snapshot: EventSnapshot, title: str, rounds: Sequence[ShownRound]) -> Report:
    columns = (
        Column(key=ROUND, title=_("Turno"), kind=ColumnKind.NUMBER),
        Column(key=DAY, title=_("Data"), kind=ColumnKind.DAY),
        _table_column(snapshot),
        *_columns(snapshot),
    )
    rows = tuple(row for round_ in rounds for row in _games(snapshot, round_))
    return Report(title=title, notation=snapshot.notation, columns=_known(columns, rows), rows=rows)


def _games(snapshot: EventSnapshot, round_: ShownRound) -> Iterator[ReportRow]:
    """With the round of each; a bye has a row of its own."""
    of_round: dict[str, Value] = {ROUND: round_.number, DAY: round_.day_without_time}
    for row in _rows(round_, {}):
        yield ReportRow(values={**of_round, **row.values}, marks=row.marks)
    for bye in round_.byes:
        name = NAME if snapshot.multiplayer else WHITE
        yield ReportRow(values={**of_round, name: bye.player, RESULT: _("riposo")})


def _known(columns: Sequence[Column], rows: Sequence[ReportRow]) -> tuple[Column, ...]:
    """Without details, and days, that nobody has."""
    known = filled(columns, rows)
    return tuple(
        column for column in columns if column in known or not (column.is_detail or column.key == DAY)
    )


def _table_column(snapshot: EventSnapshot) -> Column:
    words = snapshot.table_words
    return Column(key=TABLE, title=str(words.title), short=str(words.short), kind=ColumnKind.TABLE)


def _columns(snapshot: EventSnapshot, *, planned: bool = False) -> Iterator[Column]:
    result = Column(key=RESULT, title=_("Risultato"), short=_("Ris."), kind=ColumnKind.OUTCOME)
    if snapshot.multiplayer:
        yield Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME)
        yield Column(key=RANK, title=_("Posto"), kind=ColumnKind.PLACE)
        yield Column(key=POINTS, title=_("Punti"), kind=ColumnKind.POINTS)
        yield result
        return
    colours = colours_of(SYSTEMS[snapshot.system], snapshot.event)
    titles = (_("Bianco"), _("Nero")) if all(colours) else (_("Giocatore"), _("Avversario"))
    first, second = (
        Column(key=key, title=title, colour=colour, kind=kind)
        for key, title, colour, kind in zip(
            (WHITE, BLACK), titles, colours, (ColumnKind.FIRST, ColumnKind.SECOND), strict=True
        )
    )
    yield first
    yield from _details(snapshot, first)
    if not planned:
        yield result
    yield second
    yield from _details(snapshot, second)


def _details(snapshot: EventSnapshot, seat: Column) -> Iterator[Column]:
    """What sheets and files have of who sits there."""
    of = {"of": seat.title}
    yield Column(key=f"{seat.key}_title", title=_("Titolo %(of)s") % of, kind=ColumnKind.TEXT, is_detail=True)
    if snapshot.shows_ratings:
        title = f"{snapshot.event.rating_titles[0]} {seat.title}"
        yield Column(key=f"{seat.key}_rating", title=title, kind=ColumnKind.NUMBER, is_detail=True)
    title = _("Punti prima %(of)s") % of
    yield Column(key=f"{seat.key}_points", title=title, kind=ColumnKind.POINTS, is_detail=True)


def _rows(round_: ShownRound, before: Mapping[int, Fraction]) -> Iterator[ReportRow]:
    for table in round_.tables:
        marks = {
            Mark.GAME_ANNULLED: table.annulled,
            Mark.BY_HAND: table.by_hand,
            Mark.THIRD_PLACE: table.third_place,
        }
        held = frozenset(mark for mark, holds in marks.items() if holds)
        if table.seat_rows:
            yield from _seats(table, held)
        else:
            seats = zip((WHITE, BLACK), table.white_and_black, strict=True)
            values = {key: value for seat, player in seats for key, value in _seat(seat, player, before)}
            yield ReportRow(values={TABLE: table.number, RESULT: table, **values}, marks=held)


def _seat(key: str, player: DocumentPlayer, before: Mapping[int, Fraction]) -> Iterator[tuple[str, Value]]:
    yield key, player
    yield f"{key}_title", player.title
    yield f"{key}_rating", player.rating or None
    yield f"{key}_points", before.get(player.id)


def _seats(table: ShownTable, marks: frozenset[Mark]) -> Iterator[ReportRow]:
    for _number, seat in table.listed_seats:
        yield ReportRow(
            values={
                TABLE: table.number,
                NAME: seat.player,
                RANK: seat.place,
                POINTS: None if seat.points is None else Fraction(seat.points),
                RESULT: " ".join(table.ties_of(seat.player.id)) or None,
            },
            marks=marks,
        )


class Calendar(Struct, frozen=True, kw_only=True):
    """The rounds as far as they are known: the `past` ones and the `later` ones are folded. While one is
    played, or the next one awaited, it is the one `now`; before the first and after the last all are.
    """

    past: tuple[RoundReports, ...] = ()
    now: tuple[RoundReports, ...] = ()
    later: tuple[RoundReports, ...] = ()

    @property
    def games(self) -> int:
        """How many tables they have."""
        return sum(len(shown.round.tables) for shown in (*self.past, *self.now, *self.later))


def calendar_of(snapshot: EventSnapshot, *, planned: bool = False) -> Calendar:
    """`planned`: who meets whom, without results."""
    progress = snapshot.progress
    current = None if progress.complete else progress.current.number
    rounds = tuple(
        round_reports(snapshot, round_, planned=planned, is_current=round_.number == current)
        for round_ in snapshot.calendar
    )
    played = progress.rounds if current is None else current - 1
    if not progress.rounds or played == len(rounds):
        return Calendar(now=rounds)
    return Calendar(past=rounds[:played], now=rounds[played : played + 1], later=rounds[played + 1 :])
