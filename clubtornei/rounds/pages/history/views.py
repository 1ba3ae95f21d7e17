"""The event's history: who changed what, and when."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.rounds.core.access import event_of
from clubtornei.rounds.pages.history.history import history_page


@require_safe
def history(request: MemberRequest, slug: str) -> HttpResponse:
    """The changes of the event, the newest first, a page at a time; `?q=`: those with these words."""
    event = event_of(request, slug)
    q = request.GET.get("q", "").strip()
    lines, page = history_page(event, request.GET.get("page"), q)
    context = {
        "club": event.club,
        "event": event,
        "section": "settings",
        "lines": lines,
        "page": page,
        "query": request.GET,
        "q": q,
    }
    return render(request, "rounds/pages/history/history.html", context)
