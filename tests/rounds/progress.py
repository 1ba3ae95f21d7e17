"""How far rounds are, counted from the document: what the counts of the database are held against."""

from clubtornei.events.models import Event
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.progress import RoundProgress, round_progress
from clubtornei.rounds.core.site_facts import round_facts, stage_facts
from clubtornei.rounds.reports.calendar import round_of
from pairing.registry import SYSTEM_SPECS
from scoring.record import record_of


def progress_in_document(event: Event) -> list[list[RoundProgress]]:
    """Of each stage its rounds."""
    document = document_of(event)
    return [
        [
            round_progress(
                place,
                round_facts(played).published_at is not None,
                round_of(record_of(document, SYSTEM_SPECS, number), place).tables,
                stage_facts(stage).days.get(str(place)),
            )
            for place, played in enumerate(stage.rounds, 1)
        ]
        for number, stage in enumerate(document.stages, 1)
    ]
