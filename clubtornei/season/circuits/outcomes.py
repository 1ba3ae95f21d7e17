"""What the club's events have brought to a circuit: computed by the engines, once a version of the event."""

from collections.abc import Iterable, Mapping

from django.core.cache import cache

from clubtornei.build_id import build_id
from clubtornei.events.models import Event
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEM_SPECS
from scoring.circuit_document import CircuitEvent
from scoring.circuit_results import EventOutcome, event_outcome
from scoring.document import DocumentError

KEPT_FOR = 24 * 60 * 60  # seconds
NOTHING = EventOutcome()


def outcomes_of(events: Iterable[Event]) -> Mapping[int, EventOutcome]:
    """By primary key what each event has brought; the `person` of an entry is its entry_no.

    Five queries for each event that has changed since it was asked for last, otherwise none.
    """
    by_key = {f"outcome:{build_id()}:{event.pk}:{event.version}": event for event in events}
    known: dict[str, EventOutcome] = cache.get_many(by_key)
    for key, event in by_key.items():
        if key not in known:
            known[key] = outcome = _outcome(event)
            if outcome.undecided is None:
                cache.set(key, outcome, KEPT_FOR)
    return {event.pk: known[key] for key, event in by_key.items()}


def _outcome(event: Event) -> EventOutcome:
    document = EventSnapshot(event).document
    people = {player.id: str(player.id) for player in document.players}
    counted = CircuitEvent(name=event.name, document=document, people=people)
    try:
        return event_outcome(counted, SYSTEM_SPECS, "")
    except DocumentError:  # its stages have players who have not entered them
        return NOTHING
