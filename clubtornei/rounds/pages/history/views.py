"""The event's history: who changed what, and when."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.rounds.pages.history.history import history_page
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.page_context import section_context


@require_safe
def history(request: MemberRequest, slug: str) -> HttpResponse:
    """The changes of the event, the newest first, a page at a time; `?q=`: those with these words."""
    event = event_of(request, slug)
    q = request.GET.get("q", "").strip()
    lines, page = history_page(event, request.GET.get("page"), q)
    context = section_context(event, "settings") | {
        "lines": lines,
        "page": page,
        "query": request.GET,
        "q": q,
        "title": _("Storico"),
        "lead": _("Chi ha fatto che cosa, dal più recente. Qui non si cancella niente."),
        "nothing": _("Ancora niente da raccontare."),
        "address": reverse("rounds:history", args=[slug]),
    }
    return render(request, "log_page.html", context)
