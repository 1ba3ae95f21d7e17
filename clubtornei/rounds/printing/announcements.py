"""The poster with the rules, to be hung up before round 1."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.sheet import Sheet, always
from clubtornei.rounds.rules.announcement import AnnouncedStage, announcement_context
from clubtornei.rounds.rules.option_terms import Term
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context


def announcement(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rules of all stages, under the name of the event alone, and large what they come to."""
    announced = announcement_context(snapshot)
    return {
        **announced,
        "stage": "",
        "facts": [*announced["notices"], *_facts_of_rules(announced["stage_rules"])],
    }


def _facts_of_rules(stages: Sequence[AnnouncedStage]) -> Iterator[Term]:
    """The formula and how many rounds, or who plays in which stage; and how points are made."""
    first, *others = stages
    yield Term(first.title or str(_("Formula")), first.system.title)
    if others:
        yield from (Term(stage.title, stage.players or stage.system.title) for stage in others)
    else:
        yield from first.terms[:1]
    if all(stage.counts_as_before for stage in others):
        yield Term(str(_("Punteggio")), first.scoring)


SHEETS: Mapping[str, Sheet] = {
    "announcement": Sheet(
        _("Bando e regole"),
        _(
            "Da appendere prima del primo turno: orari, quota, premi, formula, punteggio con un esempio, "
            "spareggi, scarti, riposi."
        ),
        _("Sempre."),
        announcement,
        ready=always,
        looks=("announcement",),
        sizes=(20.0, 17.0, 14.5, 12.5, 11.0),
    ),
}
