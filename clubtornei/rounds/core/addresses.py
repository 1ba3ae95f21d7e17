"""What the pages of a table's result share: finding the table, and going back to its row."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubtornei.events.models import Event
from clubtornei.events.stages import current_stage, stages_of
from clubtornei.rounds.models import Table


def back_to_row(request: HttpRequest, event: Event, table: Table, error: str = "") -> HttpResponse:
    """The round's page, at the table; with what could not be done."""
    if error:
        messages.error(request, error)
    return redirect(f"{round_url(event, table)}#table-{table.pk}")


def round_url(event: Event, table: Table, view: str = "rounds:round") -> str:
    """A page of the table's round; its stage is named where it is not the one being played."""
    stage = table.round.stage.number
    where = at(event, None if current_stage(stages_of(event)).number == stage else stage)
    return reverse(view, args=[*where, table.round.number])


def at(event: Event, stage: int | None) -> list[str | int]:
    """What an address of the event begins with: its name, and the stage where it is named."""
    return [event.slug] if stage is None else [event.slug, stage]
