"""What a restore would replace, for the page that asks first."""

from django.db.models import Count
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.club_copies.packing import ClubFile, EventSummary
from clubtornei.events.models import Event


class ComparedEvent(Struct, frozen=True):
    """An event as it is in the copy and as it is now; None: it is not there."""

    copied: EventSummary | None
    current: Event | None

    @property
    def name(self) -> str:
        return self.copied.name if self.copied else str(self.current)


class Replaced(Struct, frozen=True):
    """`events`: those of the copy, then those that only the club has."""

    events: list[ComparedEvent]
    players: int
    presets: int
    circuits: int


def replaced_by(club: Club, about: ClubFile) -> Replaced:
    """Four queries."""
    counted = club.events.run_here().annotate(
        entered=Count("entries", distinct=True), played=Count("stages__rounds", distinct=True)
    )
    current = {event.slug: event for event in counted.order_by("-starts_on", "-pk")}
    copied = [ComparedEvent(event, current.pop(event.slug, None)) for event in about.events]
    return Replaced(
        events=[*copied, *(ComparedEvent(None, event) for event in current.values())],
        players=club.players.count(),
        presets=club.presets.count(),
        circuits=club.circuits.count(),
    )
