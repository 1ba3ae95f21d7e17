"""Changing an event's settings, publishing its pages, and deleting it."""

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.event_state import is_locked
from clubtornei.rounds.participation.entries.actions import choose_rating_lists
from clubtornei.rounds.rules.actions import changing_rules
from clubtornei.untyped import Columns


def change_settings(event: Event, details: Columns, stage: Columns, reason: str = "") -> None:
    """Change columns of the event (`details`) and of its first stage (`stage`).

    Raises ActionRefused where `stage` has the system's options although numbers or rounds depend on them, and
    RulesFixed where a round is published, the rules change and there is no `reason`.
    """
    with writing(event) as locked:
        if "options" in stage and is_locked(locked):
            raise ActionRefused(
                _("Le opzioni della formula sono fissate dal sorteggio: per cambiarle, prima annullalo.")
            )
        if "rating_lists" in details:
            choose_rating_lists(locked, details["rating_lists"])
        for name, value in details.items():
            setattr(locked, name, value)
        locked.save(update_fields=list(details))
        with changing_rules(locked, reason):
            locked.stages.filter(number=1).update(**stage)


def publish(event: Event) -> None:
    """Make the event's public pages visible to everybody."""
    _set_published(event, True)


def unpublish(event: Event) -> None:
    """Hide the event's public pages."""
    _set_published(event, False)


def _set_published(event: Event, published: bool) -> None:
    with writing(event, even_closed=True) as locked:
        locked.published = published
        locked.save(update_fields=["published"])


def delete_event(event: Event) -> None:
    """Delete the event with everything in it, even if it is closed. The roster keeps its players."""
    with transaction.atomic():
        get_object_or_404(Event.objects.select_for_update(), pk=event.pk).delete()
