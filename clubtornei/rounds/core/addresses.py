"""Addresses of an event's rounds, and the way back to a table's row."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubtornei.events.models import Event
from clubtornei.rounds.core.stages import current_stage, stages_of
from clubtornei.rounds.models import Table


def back_to_row(request: HttpRequest, event: Event, table: Table, error: str = "") -> HttpResponse:
    """A redirect to the round's page, at the table; `error`: shown there as a message."""
    if error:
        messages.error(request, error)
    return redirect(row_url(event, table))


def row_url(event: Event, table: Table) -> str:
    """The address of a table's row on the round's page."""
    return f"{round_url(event, table)}#table-{table.pk}"


def round_url(event: Event, table: Table, view: str = "rounds:round") -> str:
    """The address of a page of the table's round; it names the stage unless that is the one being played."""
    stage = table.round.stage.number
    beginning = at(event, None if current_stage(stages_of(event)).number == stage else stage)
    return reverse(view, args=[*beginning, table.round.number])


def at(event: Event, stage: int | None) -> list[str | int]:
    """The first arguments of an address of the event: its slug, and the stage if it is named."""
    return [event.slug] if stage is None else [event.slug, stage]
