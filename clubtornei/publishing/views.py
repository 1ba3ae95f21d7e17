"""The laptop's side: the server on which the club publishes its events, and how far each of them is."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club, Role
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.public_address import public_url
from clubtornei.publishing import actions, transport
from clubtornei.publishing.forms import DestinationForm
from clubtornei.publishing.models import Destination, Outbox
from clubtornei.rounds.state.access import event_of
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page
from clubtornei.web.http import form_status, post_data

ERRORS = {
    transport.UNREACHED: gettext_lazy(
        "Il server non si raggiunge: manca la rete, o è fermo. Si riprova da sé."
    ),
    transport.BUSY: gettext_lazy("Il server ha un guasto: si riprova da sé."),
    transport.WRONG_KEY: gettext_lazy("Il server non riconosce la chiave: fanne un’altra là e scrivila qui."),
    transport.NO_SERVER: gettext_lazy("A quell’indirizzo non c’è un ClubTornei che riceve: controllalo."),
    transport.REFUSED: gettext_lazy("Il server non ha potuto mostrare questa versione."),
    transport.TOO_LARGE: gettext_lazy("Per il server il torneo è troppo grande."),
    transport.TOO_MANY: gettext_lazy(
        "Il server riceve troppi messaggi da questo circolo: si riprova da sé fra un minuto."
    ),
    transport.NONSENSE: gettext_lazy("A quell’indirizzo risponde qualcos’altro: controllalo."),
}
"""What each code of transport.py means, and what to do."""


@require_http_methods(["GET", "POST"])
@never_cache
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """On which server the club publishes its events."""
    found = club_of(request, slug, Role.OWNER)
    destination = Destination.objects.filter(club=found).first()
    form = DestinationForm(post_data(request), instance=destination)
    if form.is_valid():
        actions.save_destination(found, form.save(commit=False))
        messages.success(request, _("Salvato: i tornei pubblici partono da adesso."))
        return redirect("publishing:club", slug)
    outboxes = found.outboxes.exclude(event=None).select_related("event").order_by("-event__starts_on")
    context = _page(found) | {
        "title": _("Su internet"),
        "lead": _(
            "Da un portatile i link funzionano solo in sala. Un altro ClubTornei su internet può mostrare a "
            "tutti i tornei pubblici e raccogliere le iscrizioni da casa. Si lavora qui come prima, anche "
            "senza rete."
        ),
        "form": form,
        "button": _("Salva"),
        "destination": destination,
        "why": ERRORS.get(destination.error, "") if destination else "",
        "outboxes": outboxes[:50],
    }
    return render(request, "publishing/club.html", context, status=form_status(form.is_bound))


@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish on the server no more."""
    found = club_of(request, slug, Role.OWNER)
    if request.method == "POST":
        actions.stop(found)
        messages.success(request, _("Da adesso non si manda più niente."))
        return redirect("publishing:club", slug)
    return confirmation_page(
        request,
        _page(found),
        title=_("Non pubblicare più sul server?"),
        sentences=[
            _(
                "Quello che il server ha resta là, com’è adesso. Se deve sparire, prima togli dal pubblico "
                "i tornei, o li toglie il titolare del circolo sul server. I link già dati portano là."
            )
        ],
        button=_("Non pubblicare più"),
        back=reverse("publishing:club", args=[slug]),
    )


@require_safe
@never_cache
def event(request: MemberRequest, slug: str) -> HttpResponse:
    """How far the event is sent, and what is in the way."""
    found = event_of(request, slug)
    outbox = Outbox.objects.filter(event=found).first()
    context = {
        "club": found.club,
        "event": found,
        "section": "settings",
        "outbox": outbox,
        "held": actions.held_in(outbox) if outbox else None,
        "why": ERRORS.get(outbox.error, "") if outbox else "",
        "destination": Destination.objects.filter(club=found.club).first(),
        "address": public_url(found, reverse("public:event", args=[slug])),
        "owner": request.role.is_owner,
    }
    return render(request, "publishing/event.html", context)


@require_POST
def take_over(request: MemberRequest, slug: str) -> HttpResponse:
    """Send the event from here, in place of what the server has."""
    found = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.take_over(found, request.POST.get("held", ""))
        messages.success(request, _("Da adesso il torneo si manda da qui; sul server si legge che è così."))
    return redirect("publishing:event", slug)


@require_POST
def try_again(request: MemberRequest, slug: str) -> HttpResponse:
    """Send at once what waits."""
    found = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.try_again(found)
        messages.success(request, _("Riproviamo adesso: ricarica fra qualche secondo."))
    return redirect("publishing:event", slug)


def _page(found: Club) -> Context:
    return {"club": found, "section": "publishing"}
