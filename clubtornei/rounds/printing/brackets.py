"""The bracket on paper: on one sheet if it fits, otherwise on several that lead to the last one."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.brackets.layout import bracket_of, bracket_or_none
from clubtornei.rounds.brackets.paper import bracket_sheets
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import READ
from clubtornei.rounds.printing.sheet import Sheet, system_of, upright
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context

MOST_ACROSS = 8
"""Rows of a bracket that lies across."""


def bracket(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The bracket as far as it is played; the rest is left blank, to be filled in by hand."""
    shown = bracket_of(snapshot)
    assert shown is not None
    sheets = bracket_sheets(shown, paper.name)
    lies = len(sheets) == 1 and shown.rows <= MOST_ACROSS and len(shown.rounds) > 2
    return {
        "sheets": sheets,
        "several": len(sheets) > 1,
        "bracket": shown,
        "numbered": snapshot.is_numbered,
        "page": "whole-landscape" if lies else "whole",
    }


def has_bracket(snapshot: EventSnapshot) -> bool:
    return system_of(snapshot).bracket is not None


def is_bracket_known(snapshot: EventSnapshot) -> bool:
    """Whether the rules have a bracket for the players entered so far."""
    return bracket_or_none(snapshot) is not None


SHEETS: Mapping[str, Sheet] = {
    "bracket": Sheet(
        _("Tabellone"),
        _("Tutti gli incontri fino alla finale: in un foglio finché ci sta, poi in più fogli da attaccare."),
        _("Quando ci sono abbastanza iscritti."),
        bracket,
        in_set=upright(bracket, page="whole"),
        applies=has_bracket,
        ready=is_bracket_known,
        looks=("bracket",),
        template="bracket",
        sizes=READ,
    ),
}
