"""What is hung up before round 1: the rules, and the code at which players are present by themselves."""

from collections.abc import Iterator, Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.signups.queries import settings_of
from clubtornei.rounds.printing.paper_format import ONE_SIZE, PaperFormat
from clubtornei.rounds.printing.sheet import ALWAYS, Condition, Sheet, is_first_stage
from clubtornei.rounds.rules.announcement import AnnouncedStage, announcement_context
from clubtornei.rounds.rules.option_terms import Term
from clubtornei.rounds.state.event_state import is_locked
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


def hall(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The address, and not that of the public page: two codes on one sheet are confused."""
    return {"stage": "", "public": None, "link": reverse("rounds:hall", args=[snapshot.event.hall_key])}


SHEETS: Mapping[str, Sheet] = {
    "announcement": Sheet(
        _("Bando e regole"),
        _(
            "Da appendere prima del primo turno: orari, quota, premi, formula, punteggio con un esempio, "
            "spareggi, scarti, riposi."
        ),
        announcement,
        when=ALWAYS,
        applies=is_first_stage,
        template="announcement",
        sizes=(20.0, 17.0, 14.5, 12.5, 11.0),
    ),
    "hall": Sheet(
        _("Sono arrivato"),
        _("Il QR da appendere all’ingresso: chi arriva lo inquadra, tocca il suo nome ed è presente."),
        hall,
        applies=lambda snapshot: settings_of(snapshot.event).self_check_in,
        when=Condition(
            _("Fino al sorteggio: dopo l’appello è finito."),
            lambda snapshot: not snapshot.event.closed and not is_locked(snapshot.event),
        ),
        template="hall",
        sizes=ONE_SIZE,
    ),
}
