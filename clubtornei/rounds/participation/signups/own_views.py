"""The pages of those without an account: signing up, one's own page, and the one of the hall."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.lockouts import counted_address
from clubtornei.events.models import Entry, Event, SignUp, SignUpSettings
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.public_address import url_for_others
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.signups import actions, own_actions
from clubtornei.rounds.participation.signups.actions import SignUpRequest
from clubtornei.rounds.participation.signups.forms import SignUpForm, new_ticket
from clubtornei.rounds.participation.signups.links import event_of_hall, person_of
from clubtornei.rounds.participation.signups.own_mail import OwnMailForm, ask_to_confirm, own_mail
from clubtornei.rounds.participation.signups.queries import (
    ACTIVE,
    SignUpState,
    availability_of,
    own_name,
    place_of,
    settings_of,
    sign_up_state,
)
from clubtornei.rounds.reports.prizes import won_prizes
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.text.numerals import parse_int
from clubtornei.text.qr_codes import qr_code
from clubtornei.text.untyped import Context
from clubtornei.web.http import form_status, post_data


@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Sign up for a published event; then one's own page, whose address is the only key to it."""
    event = get_object_or_404(Event.objects.public().select_related("club"), slug=slug)
    settings = settings_of(event)
    if not settings.enabled:
        raise Http404
    refused = ""
    form = SignUpForm(post_data(request), event=event, settings=settings)
    if form.is_valid():
        try:
            placed = actions.sign_up(event, _request_of(request, form))
            if email := form.cleaned_data.get("email"):
                ask_to_confirm(request, event, email, of=placed.sign_up)
            return redirect("rounds:own", placed.sign_up.link_key)
        except ActionRefused as reason:
            refused = str(reason)
    if refused or (form.is_bound and not form.key):
        form.data = request.POST.dict() | {"ticket": new_ticket(event)}
    state = sign_up_state(event, settings)
    context = _public_context(request, event) | {
        "form": form,
        "refused": refused,
        "settings": settings,
        "open": state == SignUpState.OPEN,
        "early": state == SignUpState.EARLY,
        "closed_text": "" if state in (SignUpState.OPEN, SignUpState.EARLY) else actions.why_closed(state),
        "availability": availability_of(event, settings),
    }
    return render(
        request, "rounds/participation/signups/sign_up.html", context, status=form_status(form.is_bound)
    )


def _request_of(request: HttpRequest, form: SignUpForm) -> SignUpRequest:
    return SignUpRequest(
        name=form.cleaned_data["name"],
        affiliation=form.cleaned_data["affiliation"],
        contact=form.cleaned_data["contact"],
        key=form.key,
        address=counted_address(request) or "",
        birth_year=form.cleaned_data["birth_year"],
        consent_by=form.cleaned_data["consent_by"],
        answers=form.answers,
    )


@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, key: UUID) -> HttpResponse:
    """The page of somebody who has signed up, or was entered: where he stands, and what he may do."""
    person = person_of(key)
    if person is None:
        raise Http404
    event = person.event
    if request.method == "POST":
        return _carry_out(request, key, person)
    signed_up = person if isinstance(person, SignUp) else None
    entry = _entry_of(person)
    settings = settings_of(event)
    locked = is_locked(event)
    context = _public_context(request, event) | {
        "key": key,
        "person": person,
        "placed": place_of(signed_up, settings) if signed_up else None,
        "cancelled": bool(signed_up and signed_up.status == SignUp.Status.CANCELLED),
        "refused_by_arbiter": bool(signed_up and signed_up.status == SignUp.Status.REFUSED),
        "entry": entry,
        "may_cancel": bool(
            signed_up and signed_up.status in ACTIVE and not event.closed and not (entry and locked)
        ),
        "may_check_in": bool(
            entry and settings.self_check_in and not locked and not event.closed and not entry.present
        ),
        **(_played(event, entry, settings) if entry else {}),
        "name": own_name(person),
        "mail": own_mail(person),
    }
    return render(request, "rounds/participation/signups/own.html", context | _to_keep(request, event, key))


def _to_keep(request: HttpRequest, event: Event, key: UUID) -> Context:
    """The address of the page, which its owner keeps."""
    address = url_for_others(request, event, reverse("rounds:own", args=[key]))
    return {"address": address, "address_qr": qr_code(address)}


def _played(event: Event, entry: Entry, settings: SignUpSettings) -> Context:
    """The rounds of somebody who was entered, and the prizes that he has won."""
    rounds = own_actions.own_rounds(event, entry, settings)
    if not event.awards:
        return {"rounds": rounds}
    snapshot = EventSnapshot(event)
    return {"rounds": rounds, "won": won_prizes(snapshot).get(entry.entry_no), "snapshot": snapshot}


def _carry_out(request: HttpRequest, key: UUID, person: SignUp | Entry) -> HttpResponse:
    """Do what `do` says."""
    event = person.event
    entry = _entry_of(person)
    said: dict[str, Callable[[], str]] = {}
    if isinstance(person, SignUp):
        said["cancel"] = lambda: _cancelled(person)
    if entry is not None:
        said |= {
            "present": lambda: _check_in(event, entry),
            "miss": lambda: _planned(event, entry, misses=True),
            "play": lambda: _planned(event, entry, misses=False),
            "leave": lambda: _withdraw(event, entry),
        }
    action = said.get(request.POST.get("do", ""))
    with RefusalAsMessage(request):
        if event.club.closed or action is None:
            raise ActionRefused(_("Adesso qui non si può: parla con l’arbitro."))
        messages.success(request, action())
    return redirect("rounds:own", key)


@require_POST
def own_address(request: HttpRequest, key: UUID) -> HttpResponse:
    """Give an address for the mail of somebody's own page."""
    person = person_of(key)
    if person is None:
        raise Http404
    form = OwnMailForm(request.POST)
    if form.is_valid():
        ask_to_confirm(request, person.event, form.cleaned_data["email"], of=person)
    else:
        messages.error(request, str(form.errors["email"][0]))
    return redirect("rounds:own", key)


def _entry_of(person: SignUp | Entry) -> Entry | None:
    return person.entry if isinstance(person, SignUp) else person


def _cancelled(person: SignUp) -> str:
    actions.cancel(person)
    return _("Iscrizione annullata: il posto va a chi è in attesa.")


def _check_in(event: Event, entry: Entry) -> str:
    own_actions.check_oneself_in(event, entry.entry_no)
    return _("Sei tra i presenti. Buon torneo!")


def _planned(event: Event, entry: Entry, *, misses: bool) -> str:
    number = own_actions.plan_next_round(event, entry, "absent" if misses else "plays")
    text = _("Al turno %(number)d non giochi.") if misses else _("Al turno %(number)d giochi.")
    return text % {"number": number}


def _withdraw(event: Event, entry: Entry) -> str:
    number = own_actions.leave(event, entry)
    return _("Ritiro segnato: dal turno %(number)d non giochi più.") % {"number": number}


@require_http_methods(["GET", "POST"])
def hall(request: HttpRequest, key: UUID) -> HttpResponse:
    """The page behind the QR code in the hall: one finds one's name and is present."""
    event = event_of_hall(key)
    if event is None:
        raise Http404
    refused, arrived = "", None
    if request.method == "POST":
        try:
            if event.club.closed:
                raise ActionRefused(_("Il circolo è chiuso: non cambia più niente."))
            arrived = own_actions.check_oneself_in(event, parse_int(request.POST.get("entry_no", "")) or 0)
        except ActionRefused as reason:
            refused = str(reason)
    is_open = settings_of(event).self_check_in and not event.closed and not is_locked(event)
    context = _public_context(request, event) | {
        "refused": refused,
        "arrived": arrived,
        "open": is_open,
        "awaited": event.entries.exclude(present=True).by_name() if is_open else (),
    }
    return render(request, "rounds/participation/signups/hall.html", context, status=422 if refused else 200)


def _public_context(request: HttpRequest, event: Event) -> Context:
    return {"event": event, "club": event.club, "query": request.GET}
