"""The arbiter's pages of sign-ups: who has come, the settings, and the addresses to hand out."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.public_address import opens_in_hall_alone, url_for_others, url_in_hall
from clubtornei.rounds.participation.signups import actions
from clubtornei.rounds.participation.signups.forms import SettingsForm
from clubtornei.rounds.participation.signups.queries import (
    SignUpRow,
    inactive_sign_ups,
    placed_sign_ups,
    rows_of,
    settings_of,
    without_sign_up,
)
from clubtornei.rounds.participation.signups.questions import (
    QuestionsForm,
    fingerprint_of,
    initial_of,
    questions_in,
    questions_of,
)
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.page_context import section_context
from clubtornei.text.numerals import parse_ints
from clubtornei.text.qr_codes import qr_code
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data
from clubtornei.web.list_pages import list_page


@require_safe
def sign_ups(request: MemberRequest, slug: str) -> HttpResponse:
    """Everybody who has signed up, in order: those to be entered, those who wait, those put aside."""
    event = event_of(request, slug)
    settings = settings_of(event)
    rows = rows_of(event, placed_sign_ups(event, settings))
    return list_page(
        request,
        _context(request, event, settings, rows),
        "rounds/participation/signups/sign_ups.html",
        title=_("Preiscrizioni"),
        lead=_("Chi si è iscritto da sé, in ordine di arrivo. I recapiti non sono mai pubblici."),
        columns=[
            (_("Nome"), ""),
            (_("Circolo"), "club"),
            (_("Posto"), ""),
            (_("Recapito"), ""),
            (_("Arrivata"), ""),
            ("", ""),
        ],
        rows=rows,
        nothing=_("Ancora nessuno."),
        drawing="no-players",
    )


def _context(
    request: MemberRequest, event: Event, settings: SignUpSettings, rows: list[SignUpRow]
) -> Context:
    address = url_for_others(request, event, reverse("rounds:sign_up", args=[event.slug]))
    arriving = reverse("rounds:hall", args=[event.hall_key])
    hall = url_in_hall(request, event, arriving) or url_for_others(request, event, arriving)
    return section_context(event, "sign_ups") | {
        "settings": settings,
        "searchable": is_searchable(rows),
        "enterable": sum(row.placed.enterable for row in rows),
        "aside": inactive_sign_ups(event),
        "others": without_sign_up(event),
        "address": address,
        "in_hall_alone": opens_in_hall_alone(event),
        "hall": hall,
        "hall_qr": qr_code(hall),
        "new": actions.SOMEBODY_NEW,
    }


@require_http_methods(["GET", "POST"])
@locked_for_post
def settings(request: MemberRequest, slug: str) -> HttpResponse:
    """Whether people sign up by themselves, and how."""
    event = event_of(request, slug)
    form = SettingsForm(post_data(request), instance=settings_of(event))
    if form.is_valid():
        with RefusalAsMessage(request):
            actions.save_settings(event, form.save(commit=False))
            messages.success(request, _("Impostazioni salvate."))
        return redirect("rounds:sign_ups", event.slug)
    return form_page(
        request,
        section_context(event, "sign_ups"),
        form,
        title=_("Iscrizioni da sé"),
        button=_("Salva"),
        back=reverse("rounds:sign_ups", args=[slug]),
        template="rounds/participation/signups/settings.html",
    )


@require_http_methods(["GET", "POST"])
def questions(request: MemberRequest, slug: str) -> HttpResponse:
    """What else is asked of who signs up."""
    event = event_of(request, slug)
    asked = questions_of(settings_of(event))
    formset = QuestionsForm(post_data(request), initial=initial_of(asked))
    if formset.is_valid():
        with RefusalAsMessage(request):
            actions.save_questions(event, questions_in(formset), request.POST.get("expected", ""))
            messages.success(request, _("Le domande sono salvate."))
            return redirect("rounds:sign_ups", event.slug)
        return redirect("rounds:sign_up_questions", event.slug)
    expected = request.POST.get("expected") or fingerprint_of(asked)
    return form_page(
        request,
        section_context(event, "sign_ups") | {"formset": formset, "sent": [("expected", expected)]},
        title=_("Domande in più"),
        lead=_(
            "Che cos’altro dice chi si iscrive da sé: al massimo dieci domande. Le risposte le vede solo chi"
            " organizza; si cancellano con le preiscrizioni, trenta giorni dopo la chiusura del torneo."
        ),
        button=_("Salva"),
        back=reverse("rounds:sign_ups", args=[slug]),
        template="rounds/participation/signups/questions.html",
    )


@require_POST
def enter(request: MemberRequest, slug: str) -> HttpResponse:
    """Enter one (`sign_up`), as `person` on the roster where there are several; or all with a place."""
    event = event_of(request, slug)
    chosen = parse_ints(request.POST.getlist("sign_up"))
    persons = {pk: request.POST.get("person", "") for pk in chosen}

    def entering() -> str:
        everybody = "sign_up" not in request.POST
        change = actions.enter_sign_ups(event, None if everybody else chosen, persons)
        count = len(change.entries)
        if change.announcement_voided:
            messages.warning(
                request,
                _("L’elenco è cambiato e il sorteggio annunciato non vale più: annuncialo di nuovo."),
            )
        return ngettext("%(count)s iscrizione fatta.", "%(count)s iscrizioni fatte.", count) % {
            "count": count
        }

    return _perform(request, event, entering)


@require_POST
def decide(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Accept a sign-up (`accepted` = 1), or refuse it."""
    event = event_of(request, slug)
    get_object_or_404(event.sign_ups, pk=pk)
    accepted = request.POST.get("accepted") == "1"

    def deciding() -> str:
        found = actions.decide(event, pk, accepted=accepted)
        text = (
            _("L’iscrizione di %(name)s è accettata.")
            if accepted
            else _("L’iscrizione di %(name)s è rifiutata. Si può riprendere qui sotto.")
        )
        return text % {"name": found.name}

    return _perform(request, event, deciding)


def _perform(request: MemberRequest, event: Event, action: Callable[[], str]) -> HttpResponse:
    with RefusalAsMessage(request):
        messages.success(request, action())
    return redirect("rounds:sign_ups", event.slug)
