"""The page that lists the printed sheets, and each sheet as a PDF."""

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.local_hosts import url_for_other_devices
from clubtornei.numerals import parse_int
from clubtornei.rounds.core.access import event_of
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.pdf import can_print, pdf
from clubtornei.rounds.reports.parts import Part
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot

Item = TypeVar("Item")


@require_safe
def prints(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The list of the stage's sheets; those that cannot be printed yet say what they wait for.

    `?round=`: of which round, by default the last published one.
    """
    event = event_of(request, slug)
    snapshot = EventSnapshot(event, stage)
    sheets = [
        (name, sheet, True, sheet.cost(snapshot), _several(sheet.parts(snapshot)))
        if sheet.ready(snapshot)
        else (name, sheet, False, "", ())
        for name, sheet in SHEETS.items()
        if sheet.applies(snapshot)
    ]
    requested, numbers = _requested_round(request, snapshot), range(1, snapshot.progress.rounds + 1)
    context = {
        "club": event.club,
        "event": event,
        "section": "prints",
        "stages": snapshot.stages,
        "round": requested,
        "rounds": _several([(number, number == requested) for number in numbers]),
        "of_stage": snapshot.stages.several and not event.closed,
        "of_round": [row for row in sheets if row[1].of_round],
        "of_event": [row for row in sheets if not row[1].of_round],
        "can_print": can_print(),
    }
    return render(request, "rounds/printouts/prints.html", context)


def _several(items: Sequence[Item]) -> Sequence[Item]:
    """The items, if there are several to choose from."""
    return items if len(items) > 1 else ()


@require_safe
def sheet(request: MemberRequest, slug: str, name: str, stage: int | None = None) -> HttpResponse:
    """One sheet as a PDF. `?round=`: of which round, by default the one being played. `?part=`: which part of
    a sheet in parts, by default the first.
    """
    event = event_of(request, slug)
    snapshot = EventSnapshot(event, stage)
    if name not in SHEETS or not can_print():
        raise Http404
    requested = SHEETS[name]
    if not requested.applies(snapshot) or not requested.ready(snapshot):
        raise Http404(_("Di questo foglio non c’è ancora nulla da stampare."))
    parts = requested.parts(snapshot)
    number = _requested_part(request, parts) if parts else _requested_round(request, snapshot)
    public = reverse("public:event", args=[slug]) if event.published else None
    absolute_url = partial(url_for_other_devices, request)
    content = pdf(name, snapshot, requested.context(snapshot, number), absolute_url, public)
    response = HttpResponse(content, content_type="application/pdf")
    suffix = f"-{number}" if requested.of_round or len(parts) > 1 else ""
    response["Content-Disposition"] = f'inline; filename="{slug}-{name}{suffix}.pdf"'
    return response


def _requested_part(request: MemberRequest, parts: Sequence[Part]) -> int:
    """The number of the part in `?part=`, 1 if there is no such part."""
    requested = parse_int(request.GET.get("part", "")) or 1
    return requested if requested <= len(parts) else 1


def _requested_round(request: MemberRequest, snapshot: EventSnapshot) -> int:
    """The number of the round in `?round=`, by default the one being played, 0 if there is none.

    Raises Http404 if there is no such published round.
    """
    last = snapshot.progress.rounds
    requested = parse_int(request.GET.get("round", ""))
    if requested is None:
        return snapshot.progress.current.number
    if not 1 <= requested <= last:
        raise Http404
    return requested
