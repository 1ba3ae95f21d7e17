"""Closing an event, and opening it again."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.events.access import event_of
from clubtornei.events.models import Event
from clubtornei.events.views import MemberRequest
from clubtornei.events.writing import Refused
from clubtornei.players.models import Role
from clubtornei.players.numerals import whole
from clubtornei.rounds import contexts
from clubtornei.rounds.actions import closing as actions
from clubtornei.rounds.computed import Seen


@require_http_methods(["GET", "POST"])
def close(request: MemberRequest, slug: str) -> HttpResponse:
    """The ranking that would be final, and what is missing, if anything; then it is frozen."""
    event = event_of(request, slug)
    refused = ""
    if request.method == "POST":
        try:
            actions.close(
                event,
                unfinished="unfinished" in request.POST,
                seen=whole(request.POST.get("version", "")),
            )
        except Refused as error:
            refused = str(error)
        else:
            messages.success(request, _("Torneo chiuso: la classifica è quella finale."))
            return redirect("rounds:standings", event.slug)
        event.refresh_from_db()
    if event.closed:
        return redirect("rounds:standings", event.slug)
    context = _ranking(event) | {"state": actions.state_of(event), "refused": refused}
    return render(request, "rounds/close.html", context, status=422 if refused else 200)


@require_http_methods(["GET", "POST"])
def reopen(request: MemberRequest, slug: str) -> HttpResponse:
    """The club's owner opens a closed event again, after being asked."""
    event = event_of(request, slug, Role.OWNER)
    if event.closed and request.method == "POST":
        actions.reopen(event)
        messages.success(request, _("Torneo riaperto: risultati e ritiri si possono di nuovo cambiare."))
    if not event.closed or request.method == "POST":
        return redirect("rounds:overview", event.slug)
    return render(request, "rounds/reopen.html", _ranking(event))


def _ranking(event: Event) -> dict[str, Any]:
    seen = Seen(event)
    return contexts.of_standings(seen, QueryDict()) | {
        "club": event.club,
        "event": event,
        "section": "standings",
        "seen": seen,
        "stages": seen.stages,
        "card_view": "rounds:card",
    }
