"""Closing an event, opening it again, and its final ranking."""

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec.structs import replace

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.events.templatetags.dates import day
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.prizes.queries import open_prizes
from clubtornei.rounds.reports import contexts
from clubtornei.rounds.reports.final_ranking import (
    final_order,
    final_report,
    podium,
    why_final as why_final_of,
)
from clubtornei.rounds.reports.standings import listed_standings
from clubtornei.rounds.rules.actions import ReasonNeeded
from clubtornei.rounds.rules.responses import ask_for_reason, reason_in
from clubtornei.rounds.stages import closing_actions as actions
from clubtornei.rounds.stages.closing_queries import (
    ClosingState,
    closing_state_in,
    event_ranking,
    lacks_report_data,
    settled_ties_of,
    shared_firsts_of,
)
from clubtornei.rounds.stages.cut_queries import decisions_of
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.page_context import section_context
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page


@require_http_methods(["GET", "POST"])
def close(request: MemberRequest, slug: str) -> HttpResponse:
    """Close the event, after showing the ranking that would be final and what is missing."""
    event = event_of(request, slug)
    refused = ""
    if request.method == "POST":
        try:
            actions.close(
                event,
                unfinished="unfinished" in request.POST,
                level="level" in request.POST,
                expected=parse_int(request.POST.get("version", "")),
            )
        except ActionRefused as error:
            refused = str(error)
        else:
            messages.success(request, _("La classifica è quella finale."))
            return redirect("rounds:event", event.slug)
        event.refresh_from_db()
    if event.closed:
        return redirect("rounds:event", event.slug)
    context = _closing_context(event) | {"not_possible": refused}
    return render(request, "rounds/stages/close.html", context, status=422 if refused else 200)


def _closing_context(event: Event) -> Context:
    """The ranking that would be final, and what is missing."""
    snapshot = EventSnapshot(event, whole_names=True)
    document = document_of(event)
    state = closing_state_in(document)
    context = {
        **_page_context(snapshot),
        "section": "settings",
        "state": state,
        "lacks_report_data": lacks_report_data(event, document),
        "open_prizes": open_prizes(event),
    }
    if not state.draft:
        context = _ranking_context(event) | context | {"shared": shared_firsts_of(document)}
        report = context["report"]
        context["has_ranking"] = bool(report.rows) and context["shown"] > 0
        title = _("Il podio") if state.complete else _("I primi, com’è adesso")
        context["podium"] = replace(report, title=title, rows=tuple(podium(report)))
        context["decisions"] = [
            *(
                decision.text
                for number in range(1, len(document.stages) + 1)
                for decision in decisions_of(document, number)
            ),
            *settled_ties_of(document),
        ]
    return context | _form_words(event, state)


def _form_words(event: Event, state: ClosingState) -> Context:
    """What the page asks; where the event cannot be closed, why not and where to go."""
    words = {
        "title": _("Chiudere il torneo?"),
        "lead": _(
            "La classifica diventa quella finale. Poi risultati, ritiri e iscritti non si cambiano più; solo"
            " il titolare del circolo può riaprire."
        ),
        "button": _("Chiudi il torneo"),
        "danger": not state.complete,
        "sent": [("version", event.version)],
        "back": reverse("rounds:event", args=[event.slug]),
    }
    if draft := state.draft:
        text = _("Il turno %(number)s è ancora una bozza: prima pubblicalo o scartalo.")
        back = reverse("rounds:round", args=[*event_args(event, draft.stage), draft.round])
        return words | {
            "refused": text % {"number": draft.round},
            "back": back,
            "back_title": _("Vai alla bozza"),
        }
    if state.open_games:
        return words | {"refused": state.open_games, "back_title": _("Torna al torneo")}
    return words


@require_POST
def draw_lots(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Let lots decide a shared first place: the same seed gives anybody the same lots."""
    event = event_of(request, slug)
    try:
        actions.draw_lots(event, stage, reason=reason_in(request))
    except ReasonNeeded as fixed:
        return ask_for_reason(request, event, fixed)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("La parità è decisa a sorte, dal seme del torneo: chiunque può rifarla."))
    return redirect("rounds:close", event.slug)


@require_http_methods(["GET", "POST"])
def reopen(request: MemberRequest, slug: str) -> HttpResponse:
    """Open a closed event again, after asking; only the club's owner may."""
    event = event_of(request, slug, Role.OWNER)
    if event.closed and request.method == "POST":
        actions.reopen(event)
        messages.success(request, _("Torneo riaperto: risultati e ritiri si possono di nuovo cambiare."))
    if not event.closed or request.method == "POST":
        return redirect("rounds:event", event.slug)
    sentences = [
        _(
            "La classifica qui sotto è quella annunciata come finale. Se riapri non lo è più: risultati e"
            " ritiri si possono cambiare, e la prossima chiusura ne fa un’altra."
        )
    ]
    if event.published:
        sentences.append(_("Il pubblico vede subito che il torneo è di nuovo in corso."))
    return confirmation_page(
        request,
        _ranking_context(event) | {"section": "settings"},
        title=_("Riaprire il torneo?"),
        lead=_closed_at(event),
        sentences=sentences,
        button=_("Riapri il torneo"),
        back=reverse("rounds:standings", args=[slug]),
        template="rounds/stages/reopen.html",
    )


def _closed_at(event: Event) -> str:
    assert event.closed_at is not None
    time = date_format(localtime(event.closed_at), "H:i")
    return _("Chiuso il %(day)s alle %(time)s.") % {"day": day(localtime(event.closed_at)), "time": time}


@require_safe
def final(request: MemberRequest, slug: str) -> HttpResponse:
    """The final ranking of a closed event of several stages."""
    event = event_of(request, slug, Role.HELPER)
    if not event.closed or not event.several:
        return redirect("rounds:standings", event.slug)
    context = _ranking_context(event)
    context |= listed_standings(context["report"], request.GET) | {"may_reopen": request.role.is_owner}
    return render(request, "rounds/stages/final.html", context)


@require_safe
def why_final(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """Why a player has this place in the ranking of all stages, and how the points add up."""
    event = event_of(request, slug, Role.HELPER)
    snapshot = EventSnapshot(event, whole_names=True)
    context = _page_context(snapshot) | {"section": "final"} | why_final_of(snapshot, entry_no)
    return render(request, "rounds/stages/why_final.html", context)


def _ranking_context(event: Event) -> Context:
    """The context with the final ranking, or with what it would be now."""
    snapshot = EventSnapshot(event, whole_names=True)
    context = contexts.standings_context(snapshot, QueryDict())
    if snapshot.stages.several:
        rows = snapshot.announced or event_ranking(document_of(event))
        context |= {"report": final_report(snapshot, rows), "final": True}
        context["final_order"] = final_order(snapshot.document.stages)
    context["searchable"] = is_searchable(context["report"].rows)
    return context | _page_context(snapshot)


def _page_context(snapshot: EventSnapshot) -> Context:
    return section_context(snapshot.event, "final" if snapshot.stages.several else "standings") | {
        "snapshot": snapshot,
        "stages": snapshot.stages,
        "card_view": "rounds:card",
    }
