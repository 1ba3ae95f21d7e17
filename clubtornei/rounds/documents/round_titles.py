"""What a round of a document is called."""

from clubtornei.events.stage_titles import round_title, stage_title
from pairing.registry import SYSTEM_SPECS, rounds_of
from scoring.qualification import Undecided
from scoring.record import Document, record_of


def title_in_document(document: Document, stage: int, number: int) -> str:
    """The round, behind its stage where there are several; by that alone as the stage’s only round."""
    if len(document.stages) == 1:
        return round_title(number)
    try:
        rounds = rounds_of(record_of(document, SYSTEM_SPECS, stage))
    except Undecided:  # as an import may leave its entrants
        rounds = None
    return round_title(number, stage_title(stage, document.stages[stage - 1].name), rounds=rounds)
