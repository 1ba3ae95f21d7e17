"""The roll call before the draw: who of the entered players is present."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.participation.entries import actions
from clubtornei.rounds.participation.entries.queries import called_context, roll_call_context
from clubtornei.rounds.participation.fees.queries import noted_fee_of
from clubtornei.rounds.state.access import event_of, is_shown
from clubtornei.web.http import redirect_page
from clubtornei.web.list_pages import list_page


@require_safe
def presence(request: MemberRequest, slug: str) -> HttpResponse:
    """The roll call: everybody by name, or those with the words in `?q=`, one tap each."""
    event = event_of(request, slug)
    if is_shown(request, event):
        return HttpResponse(status=204)
    context = roll_call_context(event, request.GET.get("q", "").strip())
    return list_page(
        request,
        context,
        "rounds/participation/entries/presence.html",
        title=_("Appello"),
        lead=_("Con la spunta è presente, senza manca: un tocco la mette o la toglie."),
        rows=context["rows"],
    )


@require_POST
def check_in(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """Mark one entry as present (`present` = 1) or absent; htmx gets its row back."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        entry = actions.check_in(event, entry_no, request.POST.get("present") == "1")
        if request.htmx:
            context = called_context(event) | {"entry": entry, "fee": noted_fee_of(event, entry)}
            return render(request, "rounds/participation/entries/presence.html#called", context)
        return redirect("rounds:presence", event.slug)
    return redirect_page(request, reverse("rounds:presence", args=[event.slug]))


@require_POST
def check_all_in(request: MemberRequest, slug: str) -> HttpResponse:
    """Mark everybody as present."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.check_all_in(event)
    return redirect("rounds:presence", event.slug)
