"""Changes of its options that an event's formula proposes after what has happened, such as a withdrawal."""

from dataclasses import replace

from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.events.plans import FormulaChoice, plan_stages, stored_choice
from clubtornei.text.languages import reader_language
from pairing.event_formats import EVENT_FORMATS
from scoring.document import Document


class FormulaOffer(Struct, frozen=True, kw_only=True):
    """A change the formula proposes: the reason in words, and the formula with its options changed; where
    nothing would change, the words alone are to be read.
    """

    code: str
    text: str
    choice: FormulaChoice
    changes: bool


def formula_offers(event: Event, document: Document) -> list[FormulaOffer]:
    """The proposals of the event's formula that fit its number of players; none without a known formula."""
    current = stored_choice(event)
    if current is None:
        return []
    offers = []
    for proposal in EVENT_FORMATS[current.name].proposals(document, current.options, current.players):
        players = proposal.size or current.players
        choice = replace(current, options=proposal.options, players=players)
        if plan_stages(choice).stages:
            text = proposal.words(document, reader_language())
            offers.append(
                FormulaOffer(code=proposal.code, text=text, choice=choice, changes=choice != current)
            )
    return offers
