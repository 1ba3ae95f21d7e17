"""Where everybody sits in a round, in alphabetical order of the names."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.calendar import ShownRound
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.report import (
    COLOUR,
    NAME,
    Column,
    ColumnKind,
    Mark,
    Opponents,
    Report,
    ReportRow,
    TableSeat,
    Value,
    filled,
)
from clubtornei.rounds.state.formatting import requested_bye
from clubtornei.rounds.state.table_words import COLOURS, SeatColour, colours_of, wind
from pairing.registry import SYSTEMS
from scoring.record import DocumentPlayer
from scoring.standings import decimal_text

SEAT, OPPONENTS = "seat", "opponents"


def places_report(snapshot: EventSnapshot, round_: ShownRound) -> Report:
    """Each player's table, at a larger one his seat too, and whom he meets there."""
    words = snapshot.table_words
    seat = _(" · vento") if snapshot.winds else _(" · sedia") if snapshot.multiplayer else ""
    columns = (
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key=COLOUR, title=_("Colore"), kind=ColumnKind.COLOUR, is_detail=True),
        Column(key=SEAT, title=f"{words.short}{seat}", meaning=f"{words.title}{seat}", kind=ColumnKind.SEAT),
        Column(
            key=OPPONENTS,
            title=_("Avversari") if snapshot.multiplayer else _("Avversario"),
            kind=ColumnKind.OPPONENTS,
        ),
    )
    rows = sorted(_rows(snapshot, round_), key=lambda row: (sort_key(row.name), row.player or 0))
    return Report(
        title=_("Abbinamenti per nome"),
        notation=snapshot.notation,
        columns=filled(columns, rows),
        rows=tuple(rows),
        is_numbered=True,
    )


def _rows(snapshot: EventSnapshot, round_: ShownRound) -> Iterator[ReportRow]:
    rests = _("passa il turno") if SYSTEMS[snapshot.system].bracket else _("riposo")
    for bye in round_.byes:
        worth = "" if bye.points is None else snapshot.notation.points(decimal_text(bye.points))
        note = requested_bye(worth) if worth else ""
        yield _row(bye.player, Opponents(instead=rests, note=note))
    for player in round_.absent:
        yield _row(player, Opponents(instead=_("assente")))
    colours = colours_of(SYSTEMS[snapshot.system], snapshot.event)
    for table in round_.tables:
        for seat, player in enumerate(table.seats):
            colour = table.colour_of(seat, colours)
            opponents = Opponents(
                players=tuple(other for other in table.seats if other.id != player.id),
                colour=COLOURS[1 - COLOURS.index(colour)] if colour else "",
                annulled=table.annulled,
                note=str(wind(seat + 1)) if snapshot.winds else table.due_game_text,
            )
            at = TableSeat(table.number, seat + 1 if snapshot.multiplayer else None, snapshot.winds)
            marks = {Mark.THIRD_PLACE} if table.third_place else set()
            yield _row(player, opponents, at, colour, frozenset(marks))


def _row(
    player: DocumentPlayer,
    opponents: Opponents,
    at: TableSeat | None = None,
    colour: SeatColour = "",
    marks: frozenset[Mark] = frozenset(),
) -> ReportRow:
    values: dict[str, Value] = {NAME: player, COLOUR: colour, SEAT: at, OPPONENTS: opponents}
    return ReportRow(player=player.id, values=values, marks=marks)
