"""How far rounds are, counted from the document: what the counts of the database are held against."""

from collections.abc import Iterable
from datetime import date

from clubtornei.events.models import Event
from clubtornei.rounds.documents.calendar import ShownTable, calendar_of
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.state.event_state import RoundProgress
from clubtornei.rounds.state.site_facts import round_facts, stage_facts
from pairing.registry import SYSTEM_SPECS
from scoring.record import record_of


def progress_in_document(event: Event) -> list[list[RoundProgress]]:
    """Of each stage its rounds."""
    document = document_of(event)
    return [
        [
            _progress(
                place,
                round_facts(played).published_at is not None,
                calendar_of(record_of(document, SYSTEM_SPECS, number))[place - 1].tables,
                stage_facts(stage).days.get(str(place)),
            )
            for place, played in enumerate(stage.rounds, 1)
        ]
        for number, stage in enumerate(document.stages, 1)
    ]


def _progress(number: int, published: bool, tables: Iterable[ShownTable], day: date | None) -> RoundProgress:
    counted = [table for table in tables if not table.annulled]
    return RoundProgress(
        number=number,
        published=published,
        games=len(counted),
        finished=sum(table.finished for table in counted),
        adjourned=sum(table.adjourned for table in counted),
        day=day,
    )
