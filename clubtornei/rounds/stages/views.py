"""The stages of an event: what they are, who enters each and why, and beginning them."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.access import event_of
from clubtornei.events.entry_forms import EntryRuleForm
from clubtornei.events.evenness import uneven
from clubtornei.events.models import Event, Stage
from clubtornei.events.option_forms import spoken
from clubtornei.events.plans import choice_of
from clubtornei.events.ranking import forgive, moved
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.stages import Stages, shown_of, stage_title, stages_of
from clubtornei.events.systems import system_presets
from clubtornei.events.writing import ActionRefused
from clubtornei.numerals import whole
from clubtornei.rounds.core.access import is_arbiter
from clubtornei.rounds.core.addresses import at
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.event_state import states_of
from clubtornei.rounds.drafts.round_actions import UnseatablePlayerCount
from clubtornei.rounds.reports.next_step import next_step
from clubtornei.rounds.stages import actions
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.stages.formula_queries import formula_offers
from clubtornei.text_fields import LineField
from pairing.registry import SYSTEMS
from scoring.methods import METHODS


class NameForm(forms.Form):
    """How a stage is called."""

    name = LineField(label=gettext_lazy("Nome della fase"), max_length=200)


@require_safe
def stages(request: MemberRequest, slug: str) -> HttpResponse:
    """All stages: what is played in each, how far it is, and one more to be added."""
    event = event_of(request, slug, Role.HELPER)
    state = states_of([event])[event.pk]
    listed = [one.stage for one in state.stages]
    warned = uneven(listed, state.players) if choice_of(event) is None else {}
    context = _page(request, event) | {
        "step": next_step(event),
        "may_change_formula": choice_of(event) is not None and not all(one.begun for one in state.stages),
        "lines": [
            {
                "state": stage,
                "system": spoken(SYSTEMS[stage.stage.system].title),
                "method": spoken(METHODS[stage.stage.scoring].title),
                "title": stage_title(stage.stage.number, stage.stage.name),
                "over": stage.rounds_in_all == len(stage.rounds)
                and not any(one.missing + one.adjourned or not one.published for one in stage.rounds),
                "last": stage is state.stages[-1],
                "uneven": "" if stage.begun else warned.get(stage.stage.number, ""),
                "total": stage.rounds_in_all if stage.begun or stage.stage.number == 1 else None,
            }
            for stage in state.stages
        ],
    }
    return render(request, "rounds/stages/stages.html", context)


@require_safe
def stage(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Who enters a stage and why; before it begins, who declines, whom the arbiter lets in, and the start."""
    event = event_of(request, slug, Role.HELPER)
    part = "#everything" if request.htmx else ""
    return render(request, f"rounds/stages/stage.html{part}", _entrance(request, event, stage))


@require_POST
def decline(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """One tap: somebody gives his place up (`declines` = 1), or has it again."""
    event = event_of(request, slug)
    declines = request.POST.get("declines") == "1"
    return _changed(request, event, stage, lambda entry_no: actions.decline(event, stage, entry_no, declines))


@require_POST
def invite(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """The arbiter's own choice (`invited` = 1), or no longer."""
    event = event_of(request, slug)
    invited = request.POST.get("invited") == "1"
    return _changed(request, event, stage, lambda entry_no: actions.invite(event, stage, entry_no, invited))


@require_POST
def follow_rules(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """One button: the stages to come as the rules want them (`proposal`), and again who passes."""
    event = event_of(request, slug)
    try:
        actions.apply_formula_offer(event, request.POST.get("proposal", ""))
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request,
            _("Rifatte le fasi da giocare. Si torna indietro da «Tutte le fasi», «Cambia la formula»."),
        )
    return redirect("rounds:stage", event.slug, stage)


@require_POST
def begin(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Settle who enters, and look at the draft of the first round."""
    event = event_of(request, slug)
    expected = whole(request.POST.get("version", ""))
    unfinished, by_hand = "unfinished" in request.POST, "by_hand" in request.POST
    try:
        actions.begin_stage(event, stage, expected=expected, unfinished=unfinished, by_hand=by_hand)
    except UnseatablePlayerCount as unseatable:
        context = _entrance(request, event, stage) | {"unseatable": unseatable}
        return render(request, "rounds/stages/stage.html", context, status=422)
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return redirect("rounds:stage", event.slug, stage)
    return redirect("rounds:round", *at(event, stage), 1)


@require_POST
def confirm_entrants(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Who sits in a stage imported without its entrants has entered it."""
    event = event_of(request, slug)
    try:
        actions.confirm_seated_players(event, stage)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Fissato: gioca questa fase chi siede ai suoi tavoli."))
    return redirect("rounds:stage", event.slug, stage)


@require_POST
def take_back_start(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """The stage has not begun after all."""
    event = event_of(request, slug)
    try:
        actions.take_back_start(event, stage)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Partenza annullata: puoi di nuovo cambiare chi entra."))
    return redirect("rounds:stage", event.slug, stage)


@require_http_methods(["GET", "POST"])
def add(request: MemberRequest, slug: str) -> HttpResponse:
    """One more stage: first which system (`?formula=`), then its options and who enters."""
    event = event_of(request, slug)
    formula = system_presets().get(request.GET.get("formula", ""))
    context = _page(request, event)
    if formula is None:
        return render(
            request,
            "rounds/stages/stage_systems.html",
            context | {"system_presets": system_presets().values()},
        )
    last = stages_of(event)[-1].number
    written = {
        "system": formula.system,
        "options": formula.options,
        "entry_rule": {"ranked": {"stage": last, "from": 1, "to": 4}},
    }
    return _edited(request, event, written, None)


@require_http_methods(["GET", "POST"])
def change(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Change a stage to come."""
    event = event_of(request, slug)
    found = _to_come_or_404(event, stage)
    written = {
        "name": found.name,
        "system": found.system,
        "options": found.options,
        "scoring": found.scoring,
        "scoring_options": found.scoring_options,
        "ranking": found.ranking,
        "entry_rule": found.entry_rule,
    }
    return _edited(request, event, written, found)


@require_http_methods(["GET", "POST"])
def remove(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Take the last stage off, after asking."""
    event = event_of(request, slug)
    found = _to_come_or_404(event, stage)
    if request.method == "GET":
        return render(
            request,
            "rounds/stages/stage_remove.html",
            _page(request, event) | {"title": stage_title(stage, found.name)},
        )
    try:
        actions.remove_stage(event, stage)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Fase tolta: %(stage)s.") % {"stage": stage_title(stage, found.name)})
    return redirect("rounds:stages", event.slug)


def _edited(
    request: MemberRequest, event: Event, written: dict[str, Any], found: Stage | None
) -> HttpResponse:
    """The form of a stage, new where nothing was `found`; saved when it is right."""
    shuffled = moved(request.POST)
    data = shuffled or request.POST or None
    earlier = [one for one in stages_of(event) if found is None or one.number < found.number]
    name = NameForm(data, initial={"name": written.get("name") or _("Finale")})
    form = StageForms(written["system"], data, written)
    entry = EntryRuleForm(data, rule=written.get("entry_rule"), earlier=earlier)
    looking = data is None or shuffled is not None or form.changed
    if not looking and name.is_valid() & form.is_valid() & entry.is_valid():
        values = {"name": name.cleaned_data["name"], **form.stage(), "entry_rule": entry.rule() or None}
        try:
            if found is None:
                number = whole(request.POST.get("number", ""))
                found = actions.add_stage(event, {"system": written["system"], **values}, number=number)
            else:
                actions.change_stage(event, found.number, values)
        except ActionRefused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("Fase salvata: %(stage)s.") % {"stage": found.name})
            if warning := uneven(stages_of(event), event.entries.count()).get(found.number):
                messages.warning(request, warning)
            return redirect("rounds:stages", event.slug)
    context = _page(request, event) | {
        "name_form": name,
        "stage": form,
        "entry": entry,
        "found": found,
        "number": None if found else stages_of(event)[-1].number + 1,
        "system": spoken(SYSTEMS[written["system"]].title),
    }
    if looking and data is not None:
        forgive(name, entry, *form.all)
        part = "events/_scored.html" if form.changed else "events/_ranking.html"
        return render(request, part if request.htmx else "rounds/stages/stage_form.html", context)
    return render(request, "rounds/stages/stage_form.html", context, status=422 if data else 200)


def _changed(request: MemberRequest, event: Event, stage: int, act: Callable[[int], None]) -> HttpResponse:
    """Do it for the player named; with htmx the page's changing part at once."""
    entry_no = whole(request.POST.get("player", ""))
    try:
        if entry_no is None:
            raise ActionRefused(_("Scegli un giocatore dall’elenco."))
        act(entry_no)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    if request.htmx:
        return render(request, "rounds/stages/stage.html#everything", _entrance(request, event, stage))
    return redirect("rounds:stage", event.slug, stage)


def _to_come_or_404(event: Event, number: int) -> Stage:
    found = next((one for one in stages_of(event) if one.number == number), None)
    if found is None or found.begun or number == 1:
        raise Http404
    return found


def _entrance(request: MemberRequest, event: Event, number: int) -> dict[str, Any]:
    """Who enters: as many queries for four players as for four hundred."""
    found, stages = shown_of(stages_of(event), number)
    if number == 1:
        raise Http404
    document = document_of(event)
    entrance = stage_entrants_of(document, number)
    rounds = document.stages[number - 1].rounds
    left = (
        actions.unplayed_rounds(document, states_of([event])[event.pk], number)
        if not entrance.confirmed
        else []
    )
    return _page(request, event, stages if entrance.confirmed else None) | {
        "title": stage_title(number, found.name),
        "entrance": entrance,
        "left": left,
        "offers": [] if entrance.confirmed else formula_offers(event, document),
        "rounds": len(rounds),
        "may_change": not entrance.confirmed and not rounds and not event.closed and is_arbiter(request),
        "may_confirm": not entrance.confirmed and rounds and not event.closed and is_arbiter(request),
        "may_go_back": entrance.confirmed and not found.rounds.published().exists(),
        "card_view": "rounds:card",
    }


def _page(request: MemberRequest, event: Event, stages: Stages | None = None) -> dict[str, Any]:
    return {
        "club": event.club,
        "event": event,
        "section": "stages",
        "arbiter": is_arbiter(request),
        "stages": stages,
    }
