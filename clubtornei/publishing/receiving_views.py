"""The server's side: what laptops send, and the pages of who may."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club, Role
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.writing import ActionRefused
from clubtornei.publishing import actions, receiving
from clubtornei.publishing.forms import KeyForm
from clubtornei.publishing.models import ReceivingKey
from clubtornei.publishing.protocol import (
    MalformedMessage,
    PublishingMessage,
    PublishingRecord,
    ServerRefusal,
    read,
    written,
)
from clubtornei.publishing.transport import HEADER, is_signed, unpacked
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page
from clubtornei.web.http import form_status, post_data


@csrf_exempt
@require_POST
@never_cache
def receive(request: HttpRequest) -> HttpResponse:
    """What a laptop sends: JSON, packed by gzip and signed with a key. No session has a part in it."""
    number, _blank, signature = request.headers.get(HEADER, "").partition(" ")
    valid = ReceivingKey.objects.filter(revoked_at=None).select_related("club")
    key = valid.filter(pk=parse_int(number) or 0).first()
    if key is None or not is_signed(request.body, key.secret, signature):
        return _json(ServerRefusal(error=_("La chiave non vale più.")), HTTPStatus.UNAUTHORIZED)
    try:
        content = unpacked(request.body)
        if not receiving.may_send(key, len(content)):
            return _json(
                ServerRefusal(error=_("Troppi messaggi in un minuto.")), HTTPStatus.TOO_MANY_REQUESTS
            )
        return _json(receiving.receive(key, read(content, PublishingMessage)), HTTPStatus.OK)
    except (MalformedMessage, ActionRefused) as refused:
        return _json(ServerRefusal(error=str(refused)[:2_000]), HTTPStatus.UNPROCESSABLE_ENTITY)


def _json(record: PublishingRecord, status: HTTPStatus) -> HttpResponse:
    return HttpResponse(written(record), status=status, content_type="application/json; charset=utf-8")


@require_http_methods(["GET", "POST"])
@never_cache
def keys(request: MemberRequest, slug: str) -> HttpResponse:
    """Who may send events to this server, and what has come. A new key is shown once."""
    club = club_of(request, slug, Role.OWNER)
    form, made = KeyForm(post_data(request)), ""
    if form.is_valid():
        try:
            made = actions.make_key(club, form.cleaned_data["name"], request.user)
            form = KeyForm()
        except ActionRefused as refused:
            form.add_error("name", str(refused))
    context = _page(club) | {
        "title": _("Ricevi i tornei di un portatile"),
        "lead": _(
            "Questo sito mostra a tutti i tornei che si dirigono su un portatile. Una chiave per portatile: "
            "si scrive là, in «Su internet», con l’indirizzo di questo sito."
        ),
        "form": form,
        "button": _("Fai una chiave"),
        "made": made,
        "address": request.build_absolute_uri("/").rstrip("/"),
        "keys": club.receiving_keys.select_related("made_by"),
        "received": club.received_events.exclude(event=None).select_related("event").order_by("-received_at"),
    }
    status = 200 if made else form_status(form.is_bound)
    return render(request, "publishing/keys.html", context, status=status)


@require_POST
def revoke(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    key = get_object_or_404(club.receiving_keys.filter(revoked_at=None), pk=pk)
    said = _("La chiave «%(name)s» non vale più.") % {"name": key.name}
    with RefusalAsMessage(request):
        actions.revoke_key(key, request.user)
        messages.success(request, said)
    return redirect("publishing:keys", slug)


@require_http_methods(["GET", "POST"])
@never_cache
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a received event away from this server."""
    club = club_of(request, slug, Role.OWNER)
    received = get_object_or_404(club.received_events.exclude(event=None).select_related("event"), pk=pk)
    event = received.event
    if request.method == "POST":
        actions.remove_received(received)
        messages.success(request, _("«%(event)s» non è più su questo server.") % {"event": event})
        return redirect("publishing:keys", slug)
    return confirmation_page(
        request,
        _page(club),
        title=_("Togliere il torneo da questo server?"),
        sentences=[
            _(
                "Spariscono le pagine pubbliche di «%(event)s» e i link di chi si è iscritto. Sul portatile "
                "resta tutto; se là è ancora pubblico, torna appena lo manda di nuovo."
            )
            % {"event": event}
        ],
        button=_("Togli dal server"),
        back=reverse("publishing:keys", args=[slug]),
    )


def _page(club: Club) -> Context:
    return {"club": club, "section": "publishing"}
