"""What the rules of an event's formula want chosen differently, now that something has happened."""

from dataclasses import replace

from msgspec import Struct
from pairing.event_formats import EVENT_FORMATS

from clubtornei.events.models import Event
from clubtornei.events.plans import Choice, choice_of, plan_of
from clubtornei.rounds.core.reason_texts import language
from scoring.document import Document


class FormulaOffer(Struct, frozen=True, kw_only=True):
    """`text`: what has happened and what the rules want; `choice`: the formula, chosen so."""

    code: str
    text: str
    choice: Choice


def formula_offers(event: Event, document: Document) -> list[FormulaOffer]:
    """Those that the formula takes for so many players."""
    kept = choice_of(event)
    if kept is None:
        return []
    found = []
    for proposal in EVENT_FORMATS[kept.name].proposals(document, kept.options):
        choice = replace(kept, options=proposal.options)
        if plan_of(choice).stages:
            text = proposal.words(document, language())
            found.append(FormulaOffer(code=proposal.code, text=text, choice=choice))
    return found
