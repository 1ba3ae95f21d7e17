"""Who is ahead, and what came of every game."""

from collections.abc import Mapping
from itertools import pairwise
from math import ceil

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import Facts, Sheet, foreseen, type_for, unforeseen
from clubtornei.rounds.reports.crosstable import crosstable
from clubtornei.rounds.reports.final_ranking import is_final, last_word
from clubtornei.rounds.reports.snapshot import Seen
from clubtornei.rounds.reports.swiss_crosstable import course

MOST_COLUMNS = 5  # of numbers in a ranking on upright paper
CROSSTABLE_SIZES = {14: "large", 24: "middle"}
MOST_CROSSED = 48  # players on a crosstable of one page
COURSE_SIZES = {12: "large", 24: "middle"}
MOST_ROUNDS = 13  # rounds beside each other


def crossable(seen: Seen) -> bool:
    return len(seen.players) <= MOST_CROSSED and bool(seen.calendar)


def standings(seen: Seen, number: int) -> Facts:
    """The ranking as it is now."""
    table = last_word(seen)
    wide = len(table.columns) + len(table.rounds) > MOST_COLUMNS
    whole = {"stage": ""} if is_final(seen) else {}
    return {
        **whole,
        "table": table,
        "after": seen.progress.rounds,
        "final": is_final(seen),
        "type": type_for(len(table.lines)),
        "page": "landscape" if wide else "",
    }


def cross(seen: Seen, number: int) -> Facts:
    """Everybody against everybody, on one page."""
    size = type_for(len(seen.players), CROSSTABLE_SIZES)
    return {
        "crosstable": crosstable(seen, by_rank=seen.progress.rounds > 0),
        "type": size,
        "page": "landscape",
    }


def rounds_of_all(seen: Seen, number: int) -> Facts:
    """Everybody's rounds; those that do not fit beside each other go on to further pages."""
    found = course(seen)
    parts = ceil(found.rounds / MOST_ROUNDS)
    cuts = [found.rounds * part // parts for part in range(parts + 1)]
    return {
        "course": found,
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
    "course": Sheet(
        _("Tabellone per turni"),
        _("Di ciascuno, turno per turno: avversario, risultato, punti."),
        _("Quando il primo turno è pubblicato."),
        rounds_of_all,
        suits=unforeseen,
    ),
}
