"""The sheets: a page that lists them, and each as a PDF."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.events.access import event_of
from clubtornei.events.views import MemberRequest
from clubtornei.local_hosts import address_for_others
from clubtornei.players.numerals import whole
from clubtornei.rounds.boards import SHEETS, can_print, pdf
from clubtornei.rounds.computed import Seen


@require_safe
def prints(request: MemberRequest, slug: str) -> HttpResponse:
    """All sheets: those that can be printed now, and what the others wait for."""
    event = event_of(request, slug)
    seen = Seen(event)
    sheets = [(name, sheet, sheet.ready(seen)) for name, sheet in SHEETS.items()]
    context = {
        "club": event.club,
        "event": event,
        "section": "prints",
        "sheets": sheets,
        "rounds": range(1, seen.progress.rounds + 1),
        "can_print": can_print(),
    }
    return render(request, "rounds/prints.html", context)


@require_safe
def sheet(request: MemberRequest, slug: str, name: str) -> HttpResponse:
    """One sheet as a PDF; `?round=` names the round, the last published one where it is left out."""
    event = event_of(request, slug)
    seen = Seen(event)
    if name not in SHEETS or not can_print():
        raise Http404
    asked = whole(request.GET.get("round", ""))
    number = seen.progress.rounds if asked is None else asked
    wanted = SHEETS[name]
    if not wanted.ready(seen) or (wanted.of_round and not 1 <= number <= seen.progress.rounds):
        raise Http404(_("Di questo foglio non c’è ancora nulla da stampare."))
    facts = wanted.facts(seen, number)
    address = address_for_others(request, reverse("public:event", args=[slug])) if event.published else None
    response = HttpResponse(pdf(name, seen, facts, address), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{event.slug}-{name}.pdf"'
    return response
