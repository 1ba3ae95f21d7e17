"""The rounds of a player as a report."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from clubtornei.events.games import plays_with_colours
from clubtornei.events.templatetags.dates import day_within
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.card import Card, CardLine, LineKind
from clubtornei.rounds.reports.report import (
    Column,
    ColumnKind,
    CrossGame,
    Mark,
    Opponents,
    Report,
    ReportRow,
    Value,
)
from clubtornei.rounds.state.formatting import ordinal
from clubtornei.rounds.state.reason_texts import reason_texts
from clubtornei.rounds.state.table_words import has_colours, wind
from pairing.registry import SYSTEMS


def card_report(snapshot: EventSnapshot, card: Card) -> Report:
    """A row a round: against whom, where, and what came of it."""
    return Report(
        title=_("Turno per turno"),
        notation=snapshot.notation,
        columns=tuple(_columns(snapshot)),
        rows=tuple(
            ReportRow(
                values={
                    "round": line.round,
                    "opponents": _opponents(snapshot, line),
                    **_outcome(snapshot, line),
                },
                marks=frozenset({Mark.MINE} if line.is_next else () if line.published else {Mark.TO_COME}),
            )
            for line in card.lines
        ),
    )


def _columns(snapshot: EventSnapshot) -> Iterator[Column]:
    words, system = snapshot.table_words, SYSTEMS[snapshot.system]
    table = Column(key="table", title=str(words.short), meaning=str(words.title), kind=ColumnKind.NUMBER)
    yield Column(key="round", title=_("T."), meaning=_("Turno"), kind=ColumnKind.ROW)
    if snapshot.multiplayer:
        yield Column(key="opponents", title=_("Avversari"), kind=ColumnKind.OPPONENTS)
        yield table
        yield Column(key="wind", title=_("Vento"), kind=ColumnKind.NUMBER, is_idle=not snapshot.winds)
        yield Column(key="place", title=_("Posto"), kind=ColumnKind.NUMBER)
        yield Column(key="points", title=_("Punti"), kind=ColumnKind.ROUND)
        return
    if has_colours(system, snapshot.event):
        yield Column(key="colour", title=_("Col."), meaning=_("Colore"), kind=ColumnKind.COLOUR)
    yield Column(key="opponents", title=_("Avversario"), kind=ColumnKind.OPPONENTS)
    yield table
    yield Column(key="result", title=_("Ris."), meaning=_("Risultato"), kind=ColumnKind.RESULT)
    yield Column(key="points", title=_("Punti"), meaning=_("Punti dopo il turno"), kind=ColumnKind.ROUND)


def _outcome(snapshot: EventSnapshot, line: CardLine) -> dict[str, Value]:
    if snapshot.multiplayer:
        result = line.result
        return {
            "table": line.table,
            "wind": str(wind(line.seat)) if line.seat else None,
            "place": ordinal(result.place) if result and result.place else None,
            "points": None if result is None or result.kind.is_open or result.kind.is_missing else result,
        }
    return {
        "colour": line.colour,
        "table": line.table,
        "result": CrossGame(line.round, str(line.symbol), annulled=line.annulled),
        "points": None if line.points is None else Fraction(line.points),
    }


def _opponents(snapshot: EventSnapshot, line: CardLine) -> Opponents:
    note = ""
    if line.annulled_by_withdrawal:
        note = _("partita annullata per ritiro")
    elif line.kind is LineKind.WITHDRAWN:
        note = _("da questo turno")
    elif line.kind is LineKind.BYE:
        names = {player.id: player.name for player in snapshot.players.values()}
        colours, figure = plays_with_colours(snapshot.event.game), snapshot.notation.figure
        note = " ".join(reason_texts(line.why, names, colours=colours, figure=figure))
    when = day_within(line.day, snapshot.event) if snapshot.multiplayer else ""
    return Opponents(
        players=line.opponents,
        annulled=line.annulled,
        instead=_instead(snapshot, line),
        note=" · ".join(filter(None, (note, when))),
    )


def _instead(snapshot: EventSnapshot, line: CardLine) -> str:
    """What the round is for him, where it is no game."""
    if line.kind is LineKind.GAME:
        return ""
    was_at_no_table = snapshot.multiplayer and line.published
    words = {
        LineKind.BYE: _("passa il turno") if SYSTEMS[snapshot.system].bracket else _("riposo"),
        LineKind.WITHDRAWN: _("ritiro"),
        LineKind.ABSENT: _("assente"),
        LineKind.EXEMPT: _("esente"),
        LineKind.OUT: _("fuori"),
        LineKind.UNKNOWN: _("assente") if was_at_no_table else _("da abbinare"),
    }
    return words[line.kind]
