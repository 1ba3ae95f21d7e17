"""Changing an event's settings, publishing its pages, and deleting it."""

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from clubtornei.backups.site_backups import back_up_soon
from clubtornei.events.advice import RoundsAdvice, advice_for_stage
from clubtornei.events.details import EventDetails, ScoringDetails, event_details_of
from clubtornei.events.models import Event
from clubtornei.events.systems import options_that_seat
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import keep_document
from clubtornei.rounds.participation.entries.actions import choose_rating_lists
from clubtornei.rounds.rules.actions import changing_rules
from clubtornei.rounds.rules.changes import fact_changes
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.text.untyped import Options


def change_settings(
    event: Event,
    details: EventDetails,
    scoring: ScoringDetails,
    options: Options | None = None,
    *,
    reason: str = "",
) -> None:
    """Change the event and the scoring of its first stage; `options`: also those of its system.

    Raises ActionRefused where there are options although numbers or rounds depend on them, and ReasonNeeded
    where a round is published, the rules change and there is no `reason`.
    """
    with writing(event) as locked:
        if options is not None and is_locked(locked):
            raise ActionRefused(
                _("Le opzioni della formula sono fissate dal sorteggio: per cambiarle, prima annullalo.")
            )
        choose_rating_lists(locked, details.rating_lists, locked.rate)
        facts = fact_changes(event_details_of(locked), details)
        for name, value in asdict(details).items():
            setattr(locked, name, value)
        locked.save(update_fields=asdict(details))
        changes = asdict(scoring) if options is None else {**asdict(scoring), "options": options}
        with changing_rules(locked, reason, facts):
            locked.stages.filter(number=1).update(**changes)


def play_rounds(event: Event, rounds: int) -> None:
    """Plan so many rounds in the first stage. Raises ActionRefused unless that is what is advised now."""
    with writing(event) as locked:
        if is_locked(locked):
            raise ActionRefused(
                _("Le opzioni della formula sono fissate dal sorteggio: per cambiarle, prima annullalo.")
            )
        stage = locked.stages.get(number=1)
        advice = advice_for_stage(stage, locked.entries.count())
        if not isinstance(advice, RoundsAdvice) or advice.better != rounds:
            raise ActionRefused(_("Gli iscritti o i turni sono cambiati: guarda di nuovo quanti ne servono."))
        with changing_rules(locked, ""):
            stage.options = {**stage.options, "rounds": rounds}
            stage.save(update_fields=["options"])


def allow_tables(event: Event) -> None:
    """Allow in the first stage the tables at which the entries can be seated. Raises ActionRefused unless
    that helps.
    """
    with writing(event) as locked:
        stage = locked.stages.get(number=1)
        options = options_that_seat(stage.system, stage.options, locked.entries.count())
        if is_locked(locked) or options is None:
            raise ActionRefused(_("Gli iscritti o i tavoli sono cambiati: guarda di nuovo se serve."))
        with changing_rules(locked, ""):
            stage.options = options
            stage.save(update_fields=["options"])


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
        if published:
            keep_document(locked)
            back_up_soon("publication")


def delete_event(event: Event) -> None:
    """Delete the event with everything in it, even if it is closed. The roster keeps its players."""
    with transaction.atomic():
        get_object_or_404(Event.objects.select_for_update(), pk=event.pk).delete()
