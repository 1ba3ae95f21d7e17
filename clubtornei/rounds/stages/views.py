"""The list of an event's stages, and the pages that add, change and remove them."""

from collections.abc import Sequence
from typing import get_args

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec.structs import replace

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.details import StageDetails, stage_details_of
from clubtornei.events.doubts import is_meant, stage_doubts
from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.models import Event, Stage
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.plans import stored_choice
from clubtornei.events.qualification_forms import GROUPS, QualificationRuleForm
from clubtornei.events.ranking import apply_move, clear_errors
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.stage_titles import is_group, stage_name, stage_title
from clubtornei.events.stage_warnings import StageSizes, stage_warnings
from clubtornei.events.systems import presets_for_later_stages, system_presets
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.cut_ties import informed_step
from clubtornei.rounds.rules.actions import ReasonNeeded
from clubtornei.rounds.rules.method_comparison import methods_address
from clubtornei.rounds.rules.responses import ask_for_reason, reason_in
from clubtornei.rounds.stages import actions
from clubtornei.rounds.stages.queries import stage_rows
from clubtornei.rounds.stages.usual_stage import offered_stages, usual_stage
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.event_state import event_state_of, is_locked
from clubtornei.rounds.state.next_step import StepCode
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stages_of
from clubtornei.text.languages import translated
from clubtornei.text.numerals import parse_int
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import Context, FormData
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.list_pages import list_page
from pairing.registry import SYSTEMS
from pairing.table_sizes import table_sizes
from scoring.options import build
from scoring.qualification_rule import Dealing

MOST_GROUPS = 26


class GroupsForm(forms.Form):
    """Into how many parallel groups all players are dealt, and how."""

    groups = forms.IntegerField(label=gettext_lazy("Gruppi"), min_value=2, max_value=MOST_GROUPS, initial=2)
    by = forms.ChoiceField(
        label=gettext_lazy("Come si dividono"),
        choices=[(value, GROUPS[value]) for value in get_args(Dealing)],
    )


class StageNameForm(MergedForm, forms.Form):
    """What a stage is called: `stored`, which the reader sees in his language, and which stays if left so."""

    name = LineField(label=gettext_lazy("Nome della fase"), max_length=200)

    def __init__(self, data: FormData | None, stored: str) -> None:
        super().__init__(data, initial={"name": stage_name(stored)})
        self.stored = stored

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        return self.stored if typed == stage_name(self.stored) else typed


class WholeStageForms:
    """The forms of a stage with its name and who enters. `existing`: None for a new one, which comes after
    the `earlier` ones; `stored`: what it is, or begins with.
    """

    def __init__(
        self,
        data: FormData | None,
        stored: StageDetails,
        existing: Stage | None,
        *,
        earlier: Sequence[Stage],
        game: str,
    ) -> None:
        self.name = StageNameForm(data, stored.name or stage_title(len(earlier) + 1, ""))
        self.name.merges = existing is not None
        self.stage = StageForms(data, stored, game, merges=existing is not None)
        self.qualification = QualificationRuleForm(data, rule=stored.qualification, earlier=earlier)
        self.qualification.merges = existing is not None
        self.earlier = earlier

    @property
    def all(self) -> tuple[forms.Form, ...]:
        return self.name, self.qualification, *self.stage.all

    def is_valid(self) -> bool:
        """Each is validated, so that every error is shown at once."""
        valid = self.name.is_valid() & self.stage.is_valid() & self.qualification.is_valid()
        if valid and self.stage.method.by_seat and self._tables() == 1:
            text = _("A un solo tavolo i punti per vento non confrontano nessuno: scegli i punti per posto.")
            self.stage.scoring.add_error(None, text)
            return False
        return valid

    def _tables(self) -> int:
        """At how many tables those sit who enter by the rule; 0: it does not say how many they are."""
        number = len(self.earlier) + 1
        stage = Stage(number=number, system=self.stage.spec.name, qualification=self.qualification.rule())
        players = StageSizes([*self.earlier, stage], 0).players(number)
        options = build(self.stage.spec.options, self.stage.system_options())
        return len(table_sizes(players, options.size, options.allow))

    def details(self) -> StageDetails:
        return self.stage.details(self.name.cleaned_data["name"], self.qualification.rule() or None)


@require_safe
def stages(request: MemberRequest, slug: str) -> HttpResponse:
    """All stages: what is played in each and how far it is."""
    event = event_of(request, slug, Role.HELPER)
    state = event_state_of(event)
    has_formula = stored_choice(event) is not None
    step = informed_step(event)
    splits = not (event.closed or len(state.stages) > 1 or state.begun or event.drawn)
    context = stages_context(request, event)
    context |= {
        "step": step if context["arbiter"] and step.code == StepCode.QUALIFY else None,
        "may_change_formula": has_formula and not all(stage.begun for stage in state.stages),
        "lines": stage_rows(state, drawn=event.drawn),
        "groups_form": GroupsForm() if splits and context["arbiter"] else None,
    }
    return render(request, "rounds/stages/stages.html", context)


@require_http_methods(["GET", "POST"])
def add(request: MemberRequest, slug: str) -> HttpResponse:
    """Add a stage: first choose its system (`?formula=`), then its options and who enters."""
    event = event_of(request, slug)
    preset = system_presets().get(request.GET.get("formula", ""))
    stages = stages_of(event)
    play_off = parse_int(request.GET.get("play_off", ""))
    if play_off not in [stage.number for stage in stages]:
        play_off = None
    entries = event.entries.count()
    if preset is None:
        offers = offered_stages(presets_for_later_stages(), stages, entries)
        cards = {
            "offers": [offer for offer in offers if offer.at_such_tables],
            "others": [offer for offer in offers if not offer.at_such_tables],
            "play_off": play_off,
        }
        return list_page(
            request,
            stages_context(request, event) | cards,
            "rounds/stages/stage_systems.html",
            title=_("Aggiungi una fase"),
            lead=_("Con quale sistema si gioca la nuova fase?"),
        )
    usual = usual_stage(preset, stages, entries)
    if play_off:
        rule = {"play_off": {"stage": play_off}}
        usual = replace(usual, name=_("Spareggio"), options=preset.options, qualification=rule)
    return _edit_stage(request, event, usual, None)


@require_http_methods(["GET", "POST"])
@locked_for_post
def change(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Change a stage that has not begun; of one that has, only the name."""
    event = event_of(request, slug)
    existing = _stage_or_404(event, stage)
    if existing.begun or existing.entrants is not None or (stage == 1 and is_locked(event)):
        return _rename(request, event, existing)
    return _edit_stage(request, event, stage_details_of(existing), existing)


def _rename(request: MemberRequest, event: Event, stage: Stage) -> HttpResponse:
    form = StageNameForm(request.POST or None, stage.name or stage_title(stage.number, ""))
    if form.is_valid():
        with RefusalAsMessage(request):
            actions.rename_stage(event, stage.number, form.cleaned_data["name"])
            name = stage_name(form.cleaned_data["name"])
            messages.success(request, _("La fase si chiama «%(stage)s».") % {"stage": name})
        return redirect("rounds:stages", event.slug)
    return form_page(
        request,
        stages_context(request, event),
        form,
        title=_("Cambia nome alla fase"),
        button=_("Salva"),
        back=reverse("rounds:stages", args=[event.slug]),
    )


@require_POST
def split(request: MemberRequest, slug: str) -> HttpResponse:
    """Divide all players into parallel groups."""
    event = event_of(request, slug)
    form = GroupsForm(request.POST)
    if not form.is_valid():
        for name in form.errors:
            messages.error(request, f"{form[name].label}: {' '.join(map(str, form.errors[name]))}")
        return redirect("rounds:stages", event.slug)
    with RefusalAsMessage(request):
        actions.split_into_groups(event, form.cleaned_data["groups"], form.cleaned_data["by"])
        messages.success(
            request, _("I gruppi ci sono: chi gioca in quale si sa coi numeri. Aggiungi adesso la finale.")
        )
    return redirect("rounds:stages", event.slug)


@require_http_methods(["GET", "POST"])
def remove(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Remove the last stage, after asking."""
    event = event_of(request, slug)
    removed = _unbegun_stage_or_404(event, stage)
    title, group = stage_title(stage, removed.name), is_group(removed)
    if request.method == "GET":
        return _removal_page(request, event, title, group=group)
    try:
        actions.remove_stage(event, stage, reason=reason_in(request))
    except ReasonNeeded as fixed:
        return ask_for_reason(request, event, fixed)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("La fase «%(stage)s» non c’è più.") % {"stage": title})
        if group:
            messages.warning(request, _("I giocatori si dividono fra i gruppi che restano."))
    return redirect("rounds:stages", event.slug)


def _removal_page(request: MemberRequest, event: Event, title: str, *, group: bool) -> HttpResponse:
    sentences = [
        _("La fase non è ancora cominciata: vanno perse solo le sue impostazioni, le rinunce e le wild card.")
    ]
    if group:
        sentences.append(_("I giocatori si dividono fra i gruppi che restano."))
    return confirmation_page(
        request,
        stages_context(request, event),
        title=_("Togliere «%(title)s»?") % {"title": title},
        sentences=sentences,
        button=_("Togli la fase"),
        back=reverse("rounds:stages", args=[event.slug]),
    )


@require_POST
def add_round(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Let the stage have one round more."""
    event = event_of(request, slug)
    try:
        extended = actions.add_round(event, stage, reason=reason_in(request))
    except ReasonNeeded as fixed:
        return ask_for_reason(request, event, fixed)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request, _("I turni sono adesso %(rounds)s.") % {"rounds": extended.options["rounds"]}
        )
    return redirect("rounds:stages", event.slug)


def stages_context(request: MemberRequest, event: Event) -> Context:
    """What every page about the stages of an event shows."""
    return event_context(request, event) | {"section": "stages", "stages": None}


def _edit_stage(
    request: MemberRequest, event: Event, stored: StageDetails, existing: Stage | None
) -> HttpResponse:
    """The form of a stage with these details, saved once it is valid; `existing`: None for a new stage.

    Its buttons that move a criterion or change the scoring method only show the form again.
    """
    reordered = apply_move(request.POST)
    data = reordered or request.POST or None
    stages = stages_of(event)
    earlier = [stage for stage in stages if existing is None or stage.number < existing.number]
    forms = WholeStageForms(data, stored, existing, earlier=earlier, game=event.game)
    doubts: list[str] = []
    only_redraw = data is None or reordered is not None or forms.stage.changed
    if not only_redraw and forms.is_valid():
        doubts = stage_doubts(forms.stage, event.entries.count())
        try:
            if is_meant(doubts, request.POST) and _save_stage(request, event, forms.details(), existing):
                return redirect("rounds:stages", event.slug)
        except ReasonNeeded as fixed:
            return ask_for_reason(request, event, fixed)
    context = _form_context(request, event, forms, existing, stages) | {"doubts": doubts}
    if only_redraw and data is not None:
        clear_errors(*forms.all)
        part = "events/_scored.html" if forms.stage.changed else "events/_ranking.html"
        return render(request, part if request.htmx else "rounds/stages/stage_form.html", context)
    return render(request, "rounds/stages/stage_form.html", context, status=422 if data else 200)


def _form_context(
    request: MemberRequest,
    event: Event,
    forms: WholeStageForms,
    existing: Stage | None,
    stages: Sequence[Stage],
) -> Context:
    return stages_context(request, event) | {
        "name_form": forms.name,
        "stage": forms.stage,
        "qualification": forms.qualification,
        "existing": existing,
        "is_first": existing is not None and existing.number == 1,
        "compare": methods_address(event, stages),
        "number": None if existing else stages[-1].number + 1,
        "lead": translated(SYSTEMS[forms.stage.stored.system].title),
        "title": _("Cambia la fase") if existing else _("Aggiungi una fase"),
        "button": _("Salva"),
        "back": reverse("rounds:stages", args=[event.slug]),
    }


def _save_stage(request: MemberRequest, event: Event, details: StageDetails, existing: Stage | None) -> bool:
    """Add or change the stage, with a message; returns whether it was saved. Raises ReasonNeeded."""
    reason = reason_in(request)
    try:
        if existing is None:
            number = parse_int(request.POST.get("number", ""))
            saved = actions.add_stage(event, details, number=number, reason=reason)
        else:
            saved = existing
            actions.change_stage(event, existing.number, details, reason=reason)
    except ReasonNeeded:
        raise
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return False
    title = stage_title(saved.number, details.name)
    messages.success(request, _("La fase «%(stage)s» è salvata.") % {"stage": title})
    for warning in stage_warnings(stages_of(event), event.entries.count()).get(saved.number, ()):
        messages.warning(request, warning.text)
    return True


def _stage_or_404(event: Event, number: int) -> Stage:
    stage = next((stage for stage in stages_of(event) if stage.number == number), None)
    if stage is None:
        raise Http404
    return stage


def _unbegun_stage_or_404(event: Event, number: int) -> Stage:
    stage = _stage_or_404(event, number)
    if stage.begun or stage.entrants is not None or number == 1:
        raise Http404
    return stage
