"""Who is ahead, and what came of every game."""

from collections.abc import Mapping
from itertools import pairwise
from math import ceil

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import Facts, Sheet, foreseen, type_for, unforeseen
from clubtornei.rounds.reports.crosstable import crosstable
from clubtornei.rounds.reports.final_ranking import is_final, last_word
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.reports.swiss_crosstable import swiss_crosstable

MOST_COLUMNS = 5  # of numbers in a ranking on upright paper
CROSSTABLE_SIZES = {14: "large", 24: "middle"}
MOST_CROSSED = 48  # players on a crosstable of one page
COURSE_SIZES = {12: "large", 24: "middle"}
MOST_ROUNDS = 13  # rounds beside each other


def crossable(snapshot: EventSnapshot) -> bool:
    return len(snapshot.players) <= MOST_CROSSED and bool(snapshot.calendar)


def standings(snapshot: EventSnapshot, number: int) -> Facts:
    """The ranking as it is now."""
    table = last_word(snapshot)
    wide = len(table.columns) + len(table.rounds) > MOST_COLUMNS
    whole = {"stage": ""} if is_final(snapshot) else {}
    return {
        **whole,
        "table": table,
        "after": snapshot.progress.rounds,
        "final": is_final(snapshot),
        "type": type_for(len(table.lines)),
        "page": "landscape" if wide else "",
    }


def cross(snapshot: EventSnapshot, number: int) -> Facts:
    """Everybody against everybody, on one page."""
    size = type_for(len(snapshot.players), CROSSTABLE_SIZES)
    return {
        "crosstable": crosstable(snapshot, by_rank=snapshot.progress.rounds > 0),
        "type": size,
        "page": "landscape",
    }


def rounds_of_all(snapshot: EventSnapshot, number: int) -> Facts:
    """Everybody's rounds; those that do not fit beside each other go on to further pages."""
    found = swiss_crosstable(snapshot)
    parts = ceil(found.rounds / MOST_ROUNDS)
    cuts = [found.rounds * part // parts for part in range(parts + 1)]
    return {
        "swiss_crosstable": found,
        "parts": [(range(first + 1, last + 1), slice(first, last)) for first, last in pairwise(cuts)],
        "type": type_for(len(found.rows), COURSE_SIZES),
        "page": "landscape",
    }


SHEETS: Mapping[str, Sheet] = {
    "standings": Sheet(
        _("Classifica"),
        _("Con tutti gli spareggi."),
        _("Quando il primo turno è pubblicato."),
        standings,
    ),
    "crosstable": Sheet(
        _("Tabellone incrociato"),
        _("Tutti contro tutti, in una pagina."),
        _("Quando i numeri sono sorteggiati, fino a 48 giocatori."),
        cross,
        suits=foreseen,
        ready=crossable,
    ),
    "swiss_crosstable": Sheet(
        _("Tabellone per turni"),
        _("Di ciascuno, turno per turno: avversario, risultato, punti."),
        _("Quando il primo turno è pubblicato."),
        rounds_of_all,
        suits=unforeseen,
    ),
}
