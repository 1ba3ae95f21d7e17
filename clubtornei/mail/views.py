"""What somebody does who holds the link of an address: he confirms it, or wants no more mail."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from clubtornei.events.writing import ActionRefused
from clubtornei.mail import actions
from clubtornei.mail.models import Address
from clubtornei.text.untyped import Context


@never_cache
@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, key: UUID) -> HttpResponse:
    """Confirm an address by a button: programs that look at the links of a mail confirm nothing."""
    address = Address.objects.with_people().filter(link_key=key).first()
    refused, done = "", bool(address and address.confirmed_at)
    if request.method == "POST" and address:
        try:
            actions.confirm(address)
            done = True
        except ActionRefused as reason:
            refused = str(reason)
    context = {"address": address, "done": done, "refused": refused, "query": request.GET}
    context["title"] = _("Conferma l’indirizzo")
    status = 200 if address else 404
    return render(request, "mail/confirm.html", context | _of_event(address), status=status)


@csrf_exempt  # the link is the key; a mail program sends no cookie (RFC 8058)
@never_cache
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, key: UUID) -> HttpResponse:
    """Want no more mail of the event: a button; a mail program sends the same POST by itself."""
    address = Address.objects.with_people().filter(link_key=key).first()
    if request.method == "POST" and address:
        actions.stop(address)
    done = request.method == "POST" or address is None
    context = {"done": done, "query": request.GET, "title": _("Niente più mail")}
    return render(request, "mail/stop.html", context | _of_event(address))


def _of_event(address: Address | None) -> Context:
    if address is None:
        return {}
    return {"event": address.event, "club": address.event.club, "name": address.public_name}
