"""The bracket on paper: on one sheet if it fits, otherwise on several that lead to a later one."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.brackets.bracket import Bracket, with_numbers
from clubtornei.rounds.brackets.layout import bracket_of, bracket_or_none
from clubtornei.rounds.brackets.paper_layout import areas_of, laid_out_sheets, split_bracket
from clubtornei.rounds.printouts.sheet import Sheet, system_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.untyped import Context


def bracket_sheets(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The bracket as far as it is played; the rest is left blank, to be filled in by hand."""
    leaves = laid_out_sheets(_on_paper(snapshot), paper.zoom)
    return {"leaves": leaves, "several": len(leaves) > 1}


def pages_of_bracket(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> int:
    return len(split_bracket(_on_paper(snapshot), areas_of(paper.zoom)))


def _on_paper(snapshot: EventSnapshot) -> Bracket:
    """The bracket with the players' numbers before their names, once they have them."""
    bracket = bracket_of(snapshot)
    assert bracket is not None
    return with_numbers(bracket) if snapshot.is_numbered else bracket


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
        bracket_sheets,
        applies=has_bracket,
        ready=is_bracket_known,
        pages=pages_of_bracket,
        looks=("bracket",),
    ),
}
