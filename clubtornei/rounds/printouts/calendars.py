"""The sheets with the calendar of all rounds, and with the numbers to be drawn from an envelope."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import Sheet, draws_numbers, has_calendar, has_entries
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.untyped import Context
from pairing.draws import envelopes_for

MAX_PLAYERS = 100  # with more a calendar has too many pages, and takes too long to lay out
MAX_GAMES_BY_NAME = 66  # twelve players, everybody once; with more games, players are given by number


def is_calendar_printable(snapshot: EventSnapshot) -> bool:
    return len(snapshot.players) <= MAX_PLAYERS and bool(snapshot.calendar)


def calendar(snapshot: EventSnapshot, number: int) -> Context:
    """All rounds, with the players' names if there are few games, otherwise with their numbers."""
    players = sorted(snapshot.players.values(), key=lambda player: player.number)
    games = sum(len(round_.tables) for round_ in snapshot.calendar)
    return {"rounds": snapshot.calendar, "players": players, "by_name": games <= MAX_GAMES_BY_NAME}


def numbers(snapshot: EventSnapshot, number: int) -> Context:
    """Numbers to be cut out and drawn from an envelope, one for each entry, four in a row."""
    count = len(snapshot.players)
    rows = [range(first, min(first + 4, count + 1)) for first in range(1, count + 1, 4)]
    return {"rows": rows}


def envelopes(snapshot: EventSnapshot, number: int) -> Context:
    """The envelopes of the restricted draw: the numbers of each, to be cut out and put in."""
    return {"envelopes": envelopes_for(len(snapshot.players))}


def has_envelopes(snapshot: EventSnapshot) -> bool:
    return bool(envelopes_for(len(snapshot.players)))


SHEETS: Mapping[str, Sheet] = {
    "calendar": Sheet(
        _("Calendario"),
        _("Tutti i turni del torneo."),
        _("Quando i numeri sono sorteggiati, fino a 100 giocatori."),
        calendar,
        applies=has_calendar,
        ready=is_calendar_printable,
    ),
    "numbers": Sheet(
        _("Numeri per il sorteggio"),
        _("Da ritagliare e mettere nella busta."),
        _("Quando ci sono iscritti."),
        numbers,
        applies=draws_numbers,
        ready=has_entries,
    ),
    "envelopes": Sheet(
        _("Buste A–D per il sorteggio Varma"),
        _("I numeri di ogni busta, da ritagliare: ogni schieramento sceglie una busta e vi sorteggia."),
        _("Con 9–24 iscritti, per i quali ci sono i gruppi Varma."),
        envelopes,
        applies=draws_numbers,
        ready=has_envelopes,
    ),
}
