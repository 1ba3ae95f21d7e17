"""The sheets with the calendar of all rounds, by name and by number, and with the numbers to be drawn.

A large calendar comes in parts, each a PDF of so many rounds.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubtornei.events.templatetags.dates import short_day
from clubtornei.rounds.printing.cutting import in_rows
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import DENSE, READ
from clubtornei.rounds.printing.sheet import (
    Sheet,
    draws_numbers,
    has_calendar,
    has_colours,
    has_entries,
    is_multiplayer,
    may_keep_clubs_apart,
    report_context,
    system_of,
)
from clubtornei.rounds.reports.pairings import RoundReports, round_reports, seats_report
from clubtornei.rounds.reports.parts import Part, split_evenly
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context
from pairing.draws import envelopes_for

MOST_NAMES, MOST_NUMBERS = 1500, 3000  # in one PDF, at its tables; with more it takes too long to lay out
MOST_SIDE_BY_SIDE = 20  # tables of a round, as two rounds share the width of the paper
MOST_LANDSCAPE = 12  # likewise, as two rounds one below the other share its height
NUMBERS_IN_ROW, IN_ENVELOPE_ROW = 4, 5
SLIPS = (72.0, 60.0, 48.0, 38.0, 30.0)
"""The sizes of numbers to be cut out, in points."""


def is_calendar_printable(snapshot: EventSnapshot) -> bool:
    return bool(snapshot.calendar)


def parts_of(snapshot: EventSnapshot, most: int) -> list[Part]:
    """The rounds of each PDF, of about equal size, with at most so many seats at its tables."""
    rounds = snapshot.calendar
    seats = sum(len(table.seats) for round_ in rounds for table in round_.tables)
    return split_evenly(len(rounds), max(1, len(rounds) * most // max(1, seats)))


def part_context(snapshot: EventSnapshot, number: int, most: int) -> tuple[Sequence[RoundReports], Context]:
    """The rounds of the part with that number, from 1 (the first if there is none so); and what its heading
    needs where there are several.
    """
    parts = parts_of(snapshot, most)
    part = parts[number - 1] if 1 <= number <= len(parts) else parts[0]
    rounds = [round_reports(snapshot, round_) for round_ in snapshot.calendar[part.slice]]
    return rounds, {"part": part} if len(parts) > 1 else {}


def calendar(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds with the players' names."""
    rounds, heading = part_context(snapshot, number, MOST_NAMES)
    most = max(len(shown.round.tables) for shown in rounds)
    side_by_side = len(rounds) > 1 and most <= MOST_SIDE_BY_SIDE
    return {
        **heading,
        "rows": in_rows(rounds, 1 + paper.sheets_of_a4 if side_by_side else 1),
        "side_by_side": side_by_side,
        "page": "landscape" if side_by_side and most <= MOST_LANDSCAPE else "",
    }


def calendar_by_number(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds with the players' numbers, as the printed tables have them, and whose they are."""
    rounds, heading = part_context(snapshot, number, MOST_NUMBERS)
    return {
        **heading,
        "rounds": [(shown, short_day(shown.round.day)) for shown in rounds],
        "colours": has_colours(snapshot),
        "players": sorted(snapshot.players.values(), key=lambda player: player.number),
    }


def has_calendar_of_tables(snapshot: EventSnapshot) -> bool:
    """Whether all rounds are known beforehand, in a stage of larger tables."""
    return is_multiplayer(snapshot) and system_of(snapshot).calendar is not None


def calendar_of_tables(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds of larger tables, with everybody at each of them."""
    rounds, heading = part_context(snapshot, number, MOST_NAMES)
    shown = [(one.round, report_context(seats_report(snapshot, one.round)), one.rests) for one in rounds]
    return {**heading, "rounds": shown, "look": "seats"}


def numbers(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Numbers to be cut out and drawn from an envelope, one for each entry."""
    return _to_cut_out({"": list(range(1, len(snapshot.players) + 1))}, NUMBERS_IN_ROW)


def envelopes(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The envelopes of the restricted draw: the numbers of each, to be cut out and put in."""
    made = envelopes_for(len(snapshot.players))
    named = {gettext("Busta %(letter)s") % {"letter": letter}: numbers for letter, numbers in made.items()}
    return _to_cut_out(named, IN_ENVELOPE_ROW)


def _to_cut_out(envelopes: Mapping[str, Sequence[int]], in_row: int) -> Context:
    return {
        "columns": range(in_row),
        "envelopes": [(title, numbers, in_rows(numbers, in_row)) for title, numbers in envelopes.items()],
    }


def has_envelopes(snapshot: EventSnapshot) -> bool:
    return bool(envelopes_for(len(snapshot.players)))


SHEETS: Mapping[str, Sheet] = {
    "calendar": Sheet(
        _("Calendario"),
        _("Tutti i turni del torneo con i nomi, la data e lo spazio per i risultati."),
        _("Quando i numeri sono sorteggiati."),
        calendar,
        applies=has_calendar,
        ready=is_calendar_printable,
        parts=partial(parts_of, most=MOST_NAMES),
        looks=("list", "calendar"),
        template="calendar",
        sizes=READ,
    ),
    "calendar-of-tables": Sheet(
        _("Calendario"),
        _("Tutti i turni con i tavoli: chi siede dove, la data, chi riposa."),
        _("Quando i giocatori hanno il numero."),
        calendar_of_tables,
        applies=has_calendar_of_tables,
        ready=is_calendar_printable,
        parts=partial(parts_of, most=MOST_NAMES),
        looks=("list", "calendar"),
        template="calendar-of-tables",
        sizes=DENSE,
    ),
    "calendar-by-number": Sheet(
        _("Calendario per numero"),
        _("Tutti i turni con i numeri di sorteggio, come nelle tabelle stampate, e di chi è ogni numero."),
        _("Quando i numeri sono sorteggiati."),
        calendar_by_number,
        applies=has_calendar,
        ready=is_calendar_printable,
        parts=partial(parts_of, most=MOST_NUMBERS),
        looks=("list", "calendar"),
        template="calendar-by-number",
        sizes=DENSE,
    ),
    "numbers": Sheet(
        _("Numeri per il sorteggio"),
        _("Da ritagliare e mettere nella busta."),
        _("Quando ci sono iscritti."),
        numbers,
        applies=draws_numbers,
        ready=has_entries,
        looks=("numbers",),
        template="numbers",
        sizes=SLIPS,
    ),
    "envelopes": Sheet(
        _("Buste A–D per il sorteggio Varma"),
        _("I numeri di ogni busta, da ritagliare: ogni schieramento sceglie una busta e vi sorteggia."),
        _("Con 9–24 iscritti, per i quali ci sono i gruppi Varma."),
        envelopes,
        applies=may_keep_clubs_apart,
        ready=has_envelopes,
        looks=("numbers",),
        template="numbers",
        sizes=SLIPS,
    ),
}
