"""The organisers' pages of prizes: who gets what as the results stand, what is announced, who has a mark."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.namesakes import by_whole_name
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Round
from clubtornei.rounds.prizes import actions
from clubtornei.rounds.prizes.forms import MarksForm, PrizesForm
from clubtornei.rounds.prizes.queries import (
    computed_awards,
    confirmation_of,
    digest_of,
    lines_of,
    prizes_of,
    why_nothing,
)
from clubtornei.rounds.reports.prizes import announced_report
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.next_step import next_step
from clubtornei.rounds.state.page_context import event_context
from clubtornei.text.numerals import parse_int
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import form_status, post_data


@require_safe
def prizes(request: MemberRequest, slug: str) -> HttpResponse:
    """Who gets what and why, as the results stand; before there are any, what is announced."""
    event = event_of(request, slug)
    announced, computed = prizes_of(event), computed_awards(event)
    confirmation = confirmation_of(event, computed)
    step = next_step(event) if confirmation and confirmation.holds and not event.closed else None
    context = event_context(request, event) | {
        "section": "settings",
        "announced": announced,
        "marks": sorted({category.mark for category in announced.categories} - {""}),
        "computed": computed,
        "lines": lines_of(announced, computed) if computed else [],
        "report": announced_report(EventSnapshot(event)) if announced and not computed else None,
        "confirmation": confirmation,
        "step": step,
        "nothing": "" if computed else why_nothing(event),
    }
    return render(request, "rounds/prizes/prizes.html", context)


@require_http_methods(["GET", "POST"])
def change(request: MemberRequest, slug: str) -> HttpResponse:
    """The categories and their rules; `more`: the page again, for a new category."""
    event = event_of(request, slug)
    announced = prizes_of(event)
    form = PrizesForm(event, announced, post_data(request), more="more" in request.GET)
    if form.is_bound and form.is_valid():
        found, shown = form.prizes(), request.POST.get("shown", "")
        answer = _write(
            request,
            event,
            lambda: actions.announce_prizes(event, found, shown=shown),
            _("Premi salvati."),
        )
        if "more" in request.POST:
            return redirect(f"{request.path}?more=1#categories-{len(found.categories)}")
        return answer
    context = event_context(request, event) | {
        "section": "settings",
        "form": form,
        "sent": _shown(request, event),
        "dated": Round.objects.published().of(event).exists(),
        "title": _("Cambia i premi") if announced else _("Scrivi i premi"),
        "lead": _(
            "Una categoria senza condizioni è per tutti. A ciascuno va un premio solo, quello che per lui"
            " vale di più, e gli altri salgono."
        ),
        "button": _("Salva i premi"),
        "back": reverse("rounds:prizes", args=[slug]),
    }
    return render(request, "rounds/prizes/change.html", context, status=form_status(form.is_bound))


@require_http_methods(["GET", "POST"])
def marks(request: MemberRequest, slug: str) -> HttpResponse:
    """Who has the marks that categories ask for."""
    event = event_of(request, slug)
    announced = prizes_of(event)
    names = sorted({category.mark for category in announced.categories} - {""})
    entries = by_whole_name(event, event.entries)
    form = MarksForm(names, announced.marked, entries, post_data(request))
    if form.is_valid():
        marked, shown = form.marked(), request.POST.get("shown", "")
        return _write(
            request,
            event,
            lambda: actions.mark_players(event, marked, shown=shown),
            _("I segni sono salvati."),
        )
    return form_page(
        request,
        event_context(request, event) | {"section": "settings", "sent": _shown(request, event)},
        form,
        title=_("Chi ha i segni"),
        lead=_("Servono solo ai premi, e il pubblico non li vede."),
        button=_("Salva"),
        back=reverse("rounds:prizes", args=[slug]),
        refused="" if names else _("Nessuna categoria chiede un segno: scrivilo fra le condizioni di una."),
    )


def _shown(request: MemberRequest, event: Event) -> list[tuple[str, str]]:
    """What the page shows, sent with its form: nobody writes over a colleague's prizes."""
    return [("shown", request.POST.get("shown") or digest_of(event))]


@require_POST
def decide(request: MemberRequest, slug: str) -> HttpResponse:
    """Of players `level` on everything, `first` comes first; without it, take back all that was decided."""
    event = event_of(request, slug)
    level = [number for text in request.POST.getlist("level") if (number := parse_int(text))]
    first = parse_int(request.POST.get("first", ""))
    if first is None:
        return _write(
            request, event, lambda: actions.forget_order(event), _("Chi viene prima è di nuovo da decidere.")
        )
    return _write(
        request, event, lambda: actions.put_first(event, level, first), _("È deciso chi viene prima.")
    )


@require_POST
def give_up(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """This one gives up his prizes (`gives_up` = 1), or takes them after all."""
    event = event_of(request, slug)
    gives_up = request.POST.get("gives_up") == "1"
    done = _("La rinuncia è segnata.") if gives_up else _("La rinuncia è tolta.")
    return _write(request, event, lambda: actions.give_up(event, entry_no, gives_up=gives_up), done)


@require_POST
def confirm(request: MemberRequest, slug: str) -> HttpResponse:
    """Make public who gets what, as the page has `shown` it."""
    event = event_of(request, slug)
    shown = request.POST.get("shown", "")
    done = (
        _("Premi pubblicati.")
        if event.published
        else _("I premi sono confermati: si leggono da quando il torneo è pubblico.")
    )
    return _write(request, event, lambda: actions.confirm_awards(event, shown=shown), done)


@require_POST
def take_back(request: MemberRequest, slug: str) -> HttpResponse:
    """Who gets what is confirmed, and public, no more."""
    event = event_of(request, slug)
    return _write(
        request, event, lambda: actions.take_back_awards(event), _("La conferma dei premi è tolta.")
    )


def _write(request: MemberRequest, event: Event, action: Callable[[], None], done: str) -> HttpResponse:
    with RefusalAsMessage(request):
        action()
        messages.success(request, done)
    return redirect("rounds:prizes", event.slug)
