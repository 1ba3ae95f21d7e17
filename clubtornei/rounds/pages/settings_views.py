"""An event's settings: its data and ranking, its publication, and deleting it."""

from collections.abc import Sequence
from copy import copy

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.advice import advice_for_stage, outline_for_stage
from clubtornei.events.details import stage_details_of
from clubtornei.events.doubts import doubtful_dates, is_meant, stage_doubts
from clubtornei.events.forms import DeleteForm, EventForm
from clubtornei.events.models import Event, Stage
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.public_address import opens_in_hall_alone, url_for_others
from clubtornei.events.ranking import apply_move, clear_errors
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import PublishedDocument
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.pages.event_parts import parts_of
from clubtornei.rounds.rules.actions import ReasonNeeded
from clubtornei.rounds.rules.method_comparison import methods_address
from clubtornei.rounds.rules.responses import ask_for_reason, reason_in
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.addresses import with_way_back
from clubtornei.rounds.state.event_state import event_state_of
from clubtornei.rounds.state.page_context import section_context
from clubtornei.rounds.state.stages import current_stage, stages_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page
from pairing.registry import SYSTEMS

WITH_BUTTONS = ("rounds:event", "rounds:entries")
"""The pages with a button for a setting, shown again after it: the rounds advised, making it public."""


@require_http_methods(["GET", "POST"])
@locked_for_post
def settings(request: MemberRequest, slug: str) -> HttpResponse:
    """Change an event's data and ranking, and until the draw the options of its system; `rounds` alone: play
    as many as are advised; `seats` alone: allow the tables at which the entries can be seated.

    The buttons that move a criterion or change the scoring method only show the form again.
    """
    event = event_of(request, slug)
    if {"rounds", "seats"} & set(request.POST):
        return _follow_advice(request, event)
    stages = stages_of(event)
    locked, first = event.drawn or any(stage.begun for stage in stages), stages[0]
    reordered = apply_move(request.POST)
    data = reordered or request.POST or None
    stage = StageForms(data, stage_details_of(first), event.game, with_options=not locked, merges=True)
    # A copy, because the page's heading shows the saved name.
    form = EventForm(data, instance=copy(event), system=SYSTEMS[first.system], locked=locked)
    only_redraw = data is None or reordered is not None or stage.changed
    entries, doubts = event.entries.count(), []
    if not only_redraw and form.is_valid() & stage.is_valid():
        doubts = [*doubtful_dates(form), *stage_doubts(stage, entries)]
        if is_meant(doubts, request.POST):
            return _save_settings(request, event, form, stage, locked)
    context = _page_context(request, event) | {
        "form": form,
        "stage": stage,
        "doubts": doubts,
        "locked": locked,
        **_beside_the_form(event, stages),
        "advice": None if locked else advice_for_stage(first, entries) or outline_for_stage(first, entries),
    }
    if reordered is None and not stage.changed:
        return render(request, "rounds/pages/settings.html", context, status=422 if data else 200)
    clear_errors(form, *stage.all)
    part = "events/_scored.html" if stage.changed else "events/_ranking.html"
    return render(request, part if request.htmx else "rounds/pages/settings.html", context)


def _follow_advice(request: MemberRequest, event: Event) -> HttpResponse:
    """Play so many `rounds`, or allow the tables at which the entries can be seated."""
    rounds, back = parse_int(request.POST.get("rounds", "")) or 0, request.POST.get("back", "")
    with RefusalAsMessage(request):
        if "seats" in request.POST:
            settings_actions.allow_tables(event)
            said = _("Adesso i tavoli possono essere anche da tre.")
        else:
            settings_actions.play_rounds(event, rounds)
            said = ngettext("Si gioca %(rounds)s turno.", "Si giocano %(rounds)s turni.", rounds)
            said %= {"rounds": rounds}
        messages.success(request, said)
    return redirect(back if back in WITH_BUTTONS else "rounds:settings", event.slug)


def _save_settings(
    request: MemberRequest, event: Event, form: EventForm, stage: StageForms, locked: bool
) -> HttpResponse:
    try:
        options = None if locked else stage.system_options()
        settings_actions.change_settings(
            event, form.details(), stage.scoring_details(), options, reason=reason_in(request)
        )
    except ReasonNeeded as fixed:
        return ask_for_reason(request, event, fixed)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Impostazioni salvate."))
    return redirect("rounds:settings", event.slug)


@require_POST
def publish(request: MemberRequest, slug: str) -> HttpResponse:
    """Make the event's pages public (`published` = 1), or hide them."""
    event = event_of(request, slug)
    back = request.POST.get("back", "")
    if request.POST.get("published") == "1":
        settings_actions.publish(event)
        text = _("Il torneo è pubblico.")
        if back in WITH_BUTTONS:
            address = url_for_others(request, event, reverse("public:event", args=[slug]))
            messages.success(request, text, extra_tags=f"{slug} {address}")
        else:
            messages.success(request, with_way_back(event, text))
    else:
        settings_actions.unpublish(event)
        messages.success(request, _("Il torneo non è più pubblico: lo vedono solo gli organizzatori."))
    return redirect(back if back in WITH_BUTTONS else "rounds:settings", event.slug)


@require_http_methods(["GET", "POST"])
def delete(request: MemberRequest, slug: str) -> HttpResponse:
    """Delete the event; only the owner may, who types its name to confirm."""
    event = event_of(request, slug, Role.OWNER)
    form = DeleteForm(request.POST or None, event=event)
    if form.is_valid():
        settings_actions.delete_event(event)
        messages.success(request, _("«%(name)s» è stato eliminato.") % {"name": event.name})
        return redirect("rounds:club", event.club.slug)
    return confirmation_page(
        request,
        _page_context(request, event),
        form,
        title=_("Eliminare il torneo?"),
        sentences=[_what_deleting_takes(event)],
        button=_("Elimina per sempre"),
        back=reverse("rounds:settings", args=[slug]),
        export=reverse("rounds:export", args=[slug]),
    )


def _what_deleting_takes(event: Event) -> str:
    state = event_state_of(event)
    rounds, players = len(state.rounds), state.players
    words = ngettext(
        "Va perso per sempre «%(event)s», con %(count)s iscritto",
        "Va perso per sempre «%(event)s», con %(count)s iscritti",
        players,
    ) % {"event": event, "count": players}
    if rounds:
        words += ngettext(
            ", %(count)s turno e tutti i suoi risultati", ", %(count)s turni e tutti i loro risultati", rounds
        ) % {"count": rounds}
    public = _("Anche le sue pagine pubbliche spariscono.") if event.published else ""
    return " ".join(filter(None, [f"{words}.", public, _("L’elenco dei giocatori del circolo resta.")]))


def _beside_the_form(event: Event, stages: Sequence[Stage]) -> Context:
    """Where methods can be compared, and what else the event can have."""
    system = SYSTEMS[current_stage(stages).system]
    kept = PublishedDocument.objects.filter(event=event).values_list("at", flat=True).first()
    return {
        "compare": methods_address(event, stages),
        "parts": parts_of(event, stages, system),
        "document_kept_at": kept,
    }


def _page_context(request: MemberRequest, event: Event) -> Context:
    return section_context(event, "settings") | {
        "owner": request.role.is_owner,
        "address": url_for_others(request, event, reverse("public:event", args=[event.slug])),
        "in_hall_alone": opens_in_hall_alone(event),
    }
