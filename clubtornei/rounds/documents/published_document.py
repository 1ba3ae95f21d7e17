"""The document of an event that is kept at a publication: what was published can be had again."""

from django.utils import timezone

from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.models import PublishedDocument
from scoring.record import write


def keep_document(event: Event) -> None:
    """Keep the event's document as it is now, in place of the one kept before. Inside `writing`."""
    kept = {"at": timezone.now(), "document": write(exported(event))}
    PublishedDocument.objects.update_or_create(event=event, defaults=kept)
