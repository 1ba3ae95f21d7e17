"""The treasurer's page: what everybody pays, who has paid, and the totals."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.namesakes import by_whole_name
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.participation.fees import actions
from clubtornei.rounds.participation.fees.queries import fee_of, fees_of, totals_of
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.page_context import section_context
from clubtornei.web.http import form_status, post_data, redirect_page
from clubtornei.web.list_pages import list_page


class AmountForm(MergedForm, forms.Form):
    """An amount in euros, or nothing."""

    amount = forms.DecimalField(
        label=gettext_lazy("Quota (€)"),
        required=False,
        min_value=0,
        max_value=99_999,
        decimal_places=2,
        localize=True,
    )


@require_http_methods(["GET", "POST"])
@locked_for_post
def fees(request: MemberRequest, slug: str) -> HttpResponse:
    """Everybody with his fee; POST sets what everybody pays."""
    event = event_of(request, slug)
    form = AmountForm(post_data(request), initial={"amount": event.entry_fee})
    if form.is_valid():
        actions.set_entry_fee(event, form.cleaned_data["amount"])
        messages.success(request, _("La quota è salvata."))
        return redirect("rounds:fees", event.slug)
    listed = fees_of(event, by_whole_name(event, event.entries))
    context = section_context(event, "fees") | {
        "form": form,
        "searchable": is_searchable(listed),
        "totals": totals_of(listed),
    }
    collecting = any(fee.amount or fee.entry.paid for fee in listed)
    return list_page(
        request,
        context,
        "rounds/participation/fees/fees.html",
        title=_("Quote"),
        lead=_("Un tocco su chi ha pagato. Non è mai pubblico."),
        columns=[(_("Nome"), ""), (_("Quota"), ""), (_("Altra quota"), "")],
        rows=listed if collecting else [],
        status=form_status(form.is_bound),
    )


@require_POST
def paid(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """Mark a fee as paid (`paid` = 1) or due; htmx gets the mark back."""
    event = event_of(request, slug)
    try:
        entry = actions.mark_paid(event, entry_no, paid=request.POST.get("paid") == "1")
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return redirect_page(request, reverse("rounds:fees", args=[event.slug]))
    in_roll_call = request.POST.get("from") == "roll-call"
    if request.htmx:
        context = {"event": event, "fee": fee_of(event, entry)}
        if in_roll_call:
            return render(request, "rounds/participation/fees/_mark.html", context | {"place": "roll-call"})
        totals = totals_of(fees_of(event, event.entries.all()))
        return render(request, "rounds/participation/fees/_marked.html", context | {"totals": totals})
    back = "rounds:presence" if in_roll_call else "rounds:fees"
    return redirect(back, event.slug)


@require_POST
def change(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """What this one pays; empty: what everybody pays."""
    event = event_of(request, slug)
    form = AmountForm(request.POST)
    with RefusalAsMessage(request):
        if not form.is_valid():
            raise ActionRefused(_("La quota è un importo in euro, da 0 a 99.999: riscrivila."))
        entry = actions.set_fee(event, entry_no, form.cleaned_data["amount"])
        messages.success(request, _("La quota di %(name)s è cambiata.") % {"name": entry.whole_name})
    return redirect("rounds:fees", event.slug)
