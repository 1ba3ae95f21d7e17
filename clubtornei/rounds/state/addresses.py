"""Addresses of an event's rounds, and the way back to a table's row."""

from typing import cast

from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _, ngettext

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.state.next_step import StepCode, next_step
from clubtornei.rounds.state.stages import current_stage, stages_of
from clubtornei.rounds.state.table_words import table_words
from clubtornei.text.languages import listed
from clubtornei.web.http import redirect_page
from pairing.registry import SYSTEMS

TAKEN_BACK = "taken-back"
"""In the session: the rounds that were taken back meanwhile, with the tables of refused results."""


def back_to_row(request: HttpRequest, event: Event, table: Table, error: str = "") -> HttpResponse:
    """A redirect to the round's page, at the table; `error`: shown there as a message."""
    if error:
        messages.error(request, error)
    return redirect(row_url(event, table))


def to_today(request: MemberRequest, event: Event, table: Table | None, refused: str) -> HttpResponse:
    """A redirect from a table of a round that was taken back: to the round as it is now, which names all such
    tables (`say_taken_back`), or where the table has gone to the hall, which says why nothing was saved.
    """
    if table:
        remember_taken_back(request, table.round, table.number)
    else:
        waiting = cast(BaseStorage, messages.get_messages(request))
        if refused not in map(str, waiting):
            messages.error(request, refused)
        waiting.used = False  # read, and not shown
    address = round_url(event, table) if table else reverse("rounds:event", args=[event.slug])
    return redirect_page(request, address)


def remember_taken_back(request: MemberRequest, round_: Round, *tables: int | None) -> None:
    """The round was taken back while the user had it open, or was sending the results of these tables."""
    rounds = request.session.setdefault(TAKEN_BACK, {})
    rounds[str(round_.pk)] = [*rounds.get(str(round_.pk), []), *tables]
    request.session.modified = True


def say_taken_back(request: MemberRequest, event: Event, round_: Round) -> None:
    """Say in one message what `remember_taken_back` has remembered of the round, if anything."""
    tables = request.session.get(TAKEN_BACK, {}).pop(str(round_.pk), None)
    if tables is None:
        return
    request.session.modified = True
    if numbers := sorted(set(tables)):
        words = table_words(SYSTEMS[round_.stage.system], event)
        text = ngettext(
            "%(table)s %(numbers)s: non registrato, il turno è stato riportato in bozza.",
            "%(tables)s %(numbers)s: non registrati, il turno è stato riportato in bozza.",
            len(numbers),
        )
        facts = {"table": words.title, "tables": words.all, "numbers": listed([*map(str, numbers)])}
        messages.error(request, text % facts)
    elif not round_.published:
        text = _("Intanto il turno %(number)s è stato riportato in bozza.")
        messages.info(request, text % {"number": round_.number})


def row_url(event: Event, table: Table) -> str:
    """The address of a table's row on the round's page."""
    return f"{round_url(event, table)}#table-{table.pk}"


def round_url(event: Event, table: Table, view: str = "rounds:round") -> str:
    """The address of a page of the table's round."""
    return reverse(view, args=[*event_args(event, table.round.stage.number), table.round.number])


def with_way_back(event: Event, text: str) -> str:
    """The message, then a link to where the next round is paired, else to the round that is being played; the
    message alone where there is none.
    """
    step = next_step(event)
    if step.code == StepCode.PAIR and step.pairs:
        words = _("Abbina il turno %(number)d") % {"number": step.pairs}
        return format_html('{} <a href="{}">{}</a>', text, step.url, words)
    stage = current_stage(stages_of(event)).number
    number = Round.objects.filter(stage__event=event, stage__number=stage).aggregate(last=Max("number"))[
        "last"
    ]
    if number is None:
        return text
    words = _("Torna al turno %(number)d") % {"number": number}
    address = reverse("rounds:round", args=[*event_args(event, stage), number])
    return format_html('{} <a href="{}">{}</a>', text, address, words)


def event_args(event: Event, stage: int | None) -> list[str | int]:
    """The first arguments of an address of the event: its slug, and the stage where there are several."""
    return [event.slug, stage] if stage is not None and event.several else [event.slug]
