"""The rounds to come, and the numbers they are made from."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import Facts, Sheet, by_lot, entered, foreseen
from clubtornei.rounds.reports.snapshot import EventSnapshot

MOST_SCHEDULED = 100  # players: beyond, a calendar fills a book, and takes too long to lay out
MOST_NAMED_GAMES = 66  # games of a calendar with names: twelve players, everybody once


def scheduled(snapshot: EventSnapshot) -> bool:
    return len(snapshot.players) <= MOST_SCHEDULED and bool(snapshot.calendar)


def calendar(snapshot: EventSnapshot, number: int) -> Facts:
    """All rounds: by name while that fits a wall, else by number, as the printed tables have it."""
    players = sorted(snapshot.players.values(), key=lambda player: player.number)
    games = sum(len(round_.tables) for round_ in snapshot.calendar)
    return {"rounds": snapshot.calendar, "players": players, "by_name": games <= MOST_NAMED_GAMES}


def numbers(snapshot: EventSnapshot, number: int) -> Facts:
    """Numbers to be cut out and drawn from an envelope, one for each entry, four in a row."""
    count = len(snapshot.players)
    rows = [range(first, min(first + 4, count + 1)) for first in range(1, count + 1, 4)]
    return {"rows": rows}


SHEETS: Mapping[str, Sheet] = {
    "calendar": Sheet(
        _("Calendario"),
        _("Tutti i turni del torneo."),
        _("Quando i numeri sono sorteggiati, fino a 100 giocatori."),
        calendar,
        suits=foreseen,
        ready=scheduled,
    ),
    "numbers": Sheet(
        _("Numeri per il sorteggio"),
        _("Da ritagliare e mettere nella busta."),
        _("Quando ci sono iscritti."),
        numbers,
        suits=by_lot,
        ready=entered,
    ),
}
