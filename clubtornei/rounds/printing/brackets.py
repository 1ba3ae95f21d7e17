"""The bracket on paper: on one sheet if it fits, otherwise on several that lead to the last one."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from clubtornei.rounds.brackets.layout import bracket_of, bracket_or_none
from clubtornei.rounds.brackets.paper import bracket_sheets
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import READ
from clubtornei.rounds.printing.sheet import Sheet, system_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context


def bracket(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The bracket as far as it is played; the rest is left blank, to be filled in by hand."""
    shown = bracket_of(snapshot)
    assert shown is not None
    sheets = bracket_sheets(shown, paper.name)
    return {
        "sheets": sheets,
        "several": len(sheets) > 1,
        "bracket": shown,
        "numbered": snapshot.is_numbered,
        "page": sheets[0].page,
    }


def bracket_in_set(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """As `bracket`, upright as the other sheets of the set."""
    context = bracket(snapshot, number, paper)
    return {
        **context,
        "page": "whole",
        "sheets": [replace(sheet, page="whole") for sheet in context["sheets"]],
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
        in_set=bracket_in_set,
        applies=has_bracket,
        ready=is_bracket_known,
        looks=("bracket",),
        template="bracket",
        sizes=READ,
    ),
}
