"""The sheets with the calendar of all rounds, by name and by number."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import DENSE
from clubtornei.rounds.printing.sheet import (
    Ready,
    Sheet,
    has_calendar,
    has_colours,
    in_rows,
    report_context,
    system_of,
)
from clubtornei.rounds.reports.pairings import round_reports, seats_report
from clubtornei.text.untyped import Context

MOST_SIDE_BY_SIDE = 20  # tables of a round, as two rounds share the width of the paper
MOST_LANDSCAPE = 12  # likewise, as two rounds one below the other share its height


def calendar(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds with the players' names, of larger tables with everybody at them."""
    rounds = [round_reports(snapshot, round_) for round_ in snapshot.calendar]
    if snapshot.multiplayer:
        seated = [report_context(seats_report(snapshot, shown.round)) for shown in rounds]
        return {"rounds": list(zip(rounds, seated, strict=True)), "look": "seats"}
    most = max(len(shown.round.tables) for shown in rounds)
    side_by_side = len(rounds) > 1 and most <= MOST_SIDE_BY_SIDE
    return {
        "rows": in_rows(rounds, 1 + paper.sheets_of_a4 if side_by_side else 1),
        "side_by_side": side_by_side,
        "page": "landscape" if side_by_side and most <= MOST_LANDSCAPE else "",
    }


def calendar_by_number(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds with the players' numbers, as the printed tables have them, and whose they are."""
    return {
        "rounds": [round_reports(snapshot, round_) for round_ in snapshot.calendar],
        "colours": has_colours(snapshot),
        "players": sorted(snapshot.players.values(), key=lambda player: player.number),
    }


def is_planned(snapshot: EventSnapshot) -> bool:
    """Whether all rounds are known beforehand."""
    return system_of(snapshot).calendar is not None


KNOWN = Ready(_("Quando i giocatori hanno il numero."), lambda snapshot: bool(snapshot.calendar))

SHEETS: Mapping[str, Sheet] = {
    "calendar": Sheet(
        _("Calendario"),
        _("Tutti i turni con i nomi, la data e lo spazio per i risultati, o chi siede a ogni tavolo."),
        calendar,
        when=KNOWN,
        applies=is_planned,
        template="calendar",
    ),
    "calendar-by-number": Sheet(
        _("Calendario per numero"),
        _("Tutti i turni con i numeri di sorteggio, come nelle tabelle stampate, e di chi è ogni numero."),
        calendar_by_number,
        when=KNOWN,
        applies=has_calendar,
        template="calendar-by-number",
        sizes=DENSE,
    ),
}
