"""The sheets: a page that lists them, and each as a PDF."""

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.access import event_of
from clubtornei.local_hosts import address_for_others
from clubtornei.numerals import whole
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.pdf import can_print, pdf
from clubtornei.rounds.reports.snapshot import EventSnapshot


@require_safe
def prints(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The sheets there are for such a tournament; those that cannot be printed yet say what they wait for.

    `?round=`: which round's sheets are offered, the last published one where it is left out.
    """
    event = event_of(request, slug)
    snapshot = EventSnapshot(event, stage)
    sheets = [(name, sheet, sheet.ready(snapshot)) for name, sheet in SHEETS.items() if sheet.suits(snapshot)]
    context = {
        "club": event.club,
        "event": event,
        "section": "prints",
        "stages": snapshot.stages,
        "round": _asked_round(request, snapshot),
        "rounds": range(1, snapshot.progress.rounds + 1),
        "of_round": [row for row in sheets if row[1].of_round],
        "of_event": [row for row in sheets if not row[1].of_round],
        "can_print": can_print(),
    }
    return render(request, "rounds/printouts/prints.html", context)


@require_safe
def sheet(request: MemberRequest, slug: str, name: str, stage: int | None = None) -> HttpResponse:
    """One sheet as a PDF; `?round=` names the round, the last published one where it is left out."""
    event = event_of(request, slug)
    snapshot = EventSnapshot(event, stage)
    if name not in SHEETS or not can_print():
        raise Http404
    number = _asked_round(request, snapshot)
    wanted = SHEETS[name]
    if not wanted.suits(snapshot) or not wanted.ready(snapshot):
        raise Http404(_("Di questo foglio non c’è ancora nulla da stampare."))
    public = reverse("public:event", args=[slug]) if event.published else None
    made = pdf(name, snapshot, wanted.facts(snapshot, number), partial(address_for_others, request), public)
    response = HttpResponse(made, content_type="application/pdf")
    part = f"-{number}" if wanted.of_round else ""
    response["Content-Disposition"] = f'inline; filename="{slug}-{name}{part}.pdf"'
    return response


def _asked_round(request: MemberRequest, snapshot: EventSnapshot) -> int:
    """The round that is asked for, else the last published one, 0 before the first. 404: there is no such."""
    last = snapshot.progress.rounds
    asked = whole(request.GET.get("round", ""))
    if asked is None:
        return last
    if not 1 <= asked <= last:
        raise Http404
    return asked
