"""The page of the addresses that are handed out: any of them can be renewed."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.participation.signups.forms import RenewForm
from clubtornei.rounds.participation.signups.links import renew, renewable
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.page_context import event_context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data
from clubtornei.web.local_hosts import url_for_other_devices


@require_http_methods(["GET", "POST"])
def links(request: MemberRequest, slug: str) -> HttpResponse:
    """Renew an address of the event: of the hall, of the tables, of the overlays, or of a person."""
    event = event_of(request, slug)
    form = RenewForm(post_data(request), choices=renewable(event))
    if form.is_valid():
        with RefusalAsMessage(request):
            renew(event, form.cleaned_data["what"])
            messages.success(
                request, _("Il link è rinnovato: quello di prima non apre più niente. Da’ quello nuovo.")
            )
        return redirect("rounds:links", event.slug)
    overlays = [
        url_for_other_devices(request, reverse(f"public:{name}", args=[event.slug, event.public_key]))
        for name in ("overlay", "overlay_round")
    ]
    return form_page(
        request,
        event_context(request, event) | {"overlays": overlays, "section": "sign_ups", "danger": True},
        form,
        title=_("Link da rinnovare"),
        lead=_(
            "Chi ha un link o un QR non ha bisogno d’altro, finché il torneo non è chiuso. Se uno è finito in"
            " mani sbagliate rinnovalo: il vecchio non apre più niente."
        ),
        button=_("Rinnova"),
        back=reverse("rounds:sign_ups", args=[event.slug]),
        template="rounds/participation/signups/links.html",
    )
