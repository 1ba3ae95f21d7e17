"""Who enters a stage and why; before it begins, who declines, whom the arbiter invites, and the start."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.stage_titles import is_group, stage_title
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.refusals import UnseatablePlayerCount
from clubtornei.rounds.stages import entrant_actions as actions
from clubtornei.rounds.stages.cut_queries import decisions_of, undecided_in_words
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of, unplayed_rounds
from clubtornei.rounds.stages.formula_queries import formula_offers
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.event_state import event_state_of
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context


@require_safe
def stage(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Who enters a stage and why."""
    event = event_of(request, slug, Role.HELPER)
    part = "#everything" if request.htmx else ""
    return render(request, f"rounds/stages/stage.html{part}", _entrants_context(request, event, stage))


@require_POST
def decline(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """The player gives up the place (`declines` = 1), or takes it back."""
    event = event_of(request, slug)
    declines = request.POST.get("declines") == "1"
    return _for_player(
        request, event, stage, lambda entry_no: actions.decline(event, stage, entry_no, declines)
    )


@require_POST
def invite(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """The arbiter lets the player in (`invited` = 1), or no longer."""
    event = event_of(request, slug)
    invited = request.POST.get("invited") == "1"
    return _for_player(
        request, event, stage, lambda entry_no: actions.invite(event, stage, entry_no, invited)
    )


@require_POST
def begin(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Confirm who enters, and show the draft of the first round."""
    event = event_of(request, slug)
    expected = parse_int(request.POST.get("version", ""))
    unfinished, by_hand = "unfinished" in request.POST, "by_hand" in request.POST
    try:
        actions.begin_stage(event, stage, expected=expected, unfinished=unfinished, by_hand=by_hand)
    except UnseatablePlayerCount as unseatable:
        context = _entrants_context(request, event, stage) | {"unseatable": unseatable}
        return render(request, "rounds/stages/stage.html", context, status=422)
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return redirect("rounds:stage", event.slug, stage)
    return redirect("rounds:round", *event_args(event, stage), 1)


@require_POST
def confirm_entrants(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Take the players seated in an imported stage as its entrants."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.confirm_seated_players(event, stage)
        messages.success(request, _("È fissato chi gioca questa fase: chi siede ai suoi tavoli."))
    return redirect("rounds:stage", event.slug, stage)


@require_POST
def take_back_start(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Undo the beginning of the stage."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.take_back_start(event, stage)
        messages.success(request, _("Partenza annullata: puoi di nuovo cambiare chi entra."))
    return redirect("rounds:stage", event.slug, stage)


def _for_player(
    request: MemberRequest, event: Event, stage: int, action: Callable[[int], None]
) -> HttpResponse:
    """Run the action for the player chosen in the form; htmx gets the page's changing part back."""
    entry_no = parse_int(request.POST.get("player", ""))
    with RefusalAsMessage(request):
        if entry_no is None:
            raise ActionRefused(_("Scegli un giocatore dall’elenco."))
        action(entry_no)
    if request.htmx:
        context = _entrants_context(request, event, stage)
        return render(request, "rounds/stages/stage.html#everything", context)
    return redirect("rounds:stage", event.slug, stage)


def _entrants_context(request: MemberRequest, event: Event, number: int) -> Context:
    """What the page shows; the number of queries does not grow with the number of players."""
    shown, stages = stage_and_tabs(stages_of(event), number)
    grouped = is_group(shown)
    if number == 1 and not grouped:
        raise Http404
    document = document_of(event)
    stage_entrants = stage_entrants_of(document, number)
    rounds = document.stages[number - 1].rounds
    state = event_state_of(event)
    unplayed = [] if stage_entrants.confirmed else unplayed_rounds(document, state, number)
    editable = not (stage_entrants.confirmed or event.closed or grouped) and request.role.is_arbiter
    return event_context(request, event) | {
        "section": "stages",
        "stages": stages if stage_entrants.confirmed else None,
        "title": stage_title(number, shown.name),
        "state": state.stages[number - 1],
        "stage_entrants": stage_entrants,
        "unplayed": unplayed,
        "undecided": undecided_in_words(document, stage_entrants.undecided),
        "decisions": decisions_of(document, number),
        "has_seed": bool(document.seed),
        "offers": [] if stage_entrants.confirmed else formula_offers(event, document),
        "rounds": len(rounds),
        "may_change": editable and not rounds,
        "may_confirm": editable and rounds,
        "may_go_back": request.role.is_arbiter
        and not grouped
        and stage_entrants.confirmed
        and not shown.rounds.published().exists(),
        "card_view": "rounds:card",
    }
