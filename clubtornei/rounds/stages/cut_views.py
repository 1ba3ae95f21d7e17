"""The page on which a tie that decides who enters a stage is decided, in one of three ways."""

from collections.abc import Sequence
from typing import cast, get_args

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from msgspec.structs import replace

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.stages.cut_actions import decide_tie, take_back_decision
from clubtornei.rounds.stages.cut_queries import (
    UndecidedTie,
    Way,
    decision_text,
    names_of,
    undecided_in_words,
)
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of, unplayed_rounds
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.event_state import event_state_of
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import CleanedData, Context, FormData
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data
from scoring.document import Document, DocumentPlayer
from scoring.document_edits import replace_stage

LONGEST_REASON = 300


class OrderForm(forms.Form):
    """A field for the place of each player; of a decision of the arbiter also its reason. `way`: how it is
    decided, by a play-off or by the arbiter.
    """

    def __init__(
        self, players: Sequence[DocumentPlayer], way: Way, key: str, data: FormData | None = None
    ) -> None:
        super().__init__(data, auto_id=f"id_{key}_{way}_%s")
        self.players = players
        for player in players:
            self.fields[f"place_{player.id}"] = forms.IntegerField(
                label=player.name, min_value=1, max_value=len(players)
            )
        if way == "arbiter":
            self.fields["reason"] = LineField(
                label=_("Motivo"),
                max_length=LONGEST_REASON,
                help_text=gettext_lazy(
                    "Lo leggono tutti: per esempio l’articolo del regolamento del circolo."
                ),
            )

    def clean(self) -> CleanedData:
        places = [self.cleaned_data.get(f"place_{player.id}") for player in self.players]
        if None not in places and len(set(places)) < len(places):
            raise forms.ValidationError(
                _("Ogni posto va a uno solo: da 1 (il migliore) a %(last)d.") % {"last": len(places)}
            )
        return self.cleaned_data

    @property
    def is_play_off(self) -> bool:
        return "reason" not in self.fields

    @property
    def order(self) -> list[int]:
        """The players, the better first."""
        places = {player.id: self.cleaned_data[f"place_{player.id}"] for player in self.players}
        return sorted(places, key=places.__getitem__)

    @property
    def reason_given(self) -> str:
        reason: str = self.cleaned_data.get("reason", "")
        return reason


@require_http_methods(["GET", "POST"])
def decide(request: MemberRequest, slug: str, stage: int, tie: str, way: str) -> HttpResponse:
    """Decide the tie with that key by a play-off, a lot or the arbiter's word, after asking once more."""
    event = event_of(request, slug)
    shown, _tabs = stage_and_tabs(stages_of(event), stage)
    if way not in get_args(Way) or stage == 1:
        raise Http404
    document = document_of(event)
    entrants = stage_entrants_of(document, stage)
    level = next((one for one in undecided_in_words(document, entrants.undecided) if one.key == tie), None)
    if level is None:
        messages.info(request, _("Questa parità non c’è più, o è già decisa."))
        return redirect("rounds:stage", slug, stage)
    form = None if way == "lot" else OrderForm(level.players, cast(Way, way), tie, post_data(request))
    valid = request.method == "POST" and (form is None or form.is_valid())
    if valid and "confirmed" in request.POST:
        return _decide(request, event, stage, level, cast(Way, way), form)
    outcome = _outcome(document, stage, form.order) if form and valid else None
    context = event_context(request, event) | {
        "section": "stages",
        "stages": None,
        "tie": level,
        "way": way,
        "seed": document.seed,
        "unplayed": unplayed_rounds(document, event_state_of(event), stage),
        "unfinished": "unfinished" in request.POST,
        "outcome": outcome,
        "sent": [("version", str(event.version))],
    }
    return _page(request, context, form, title=stage_title(stage, shown.name), number=stage)


def _page(
    request: MemberRequest, context: Context, form: OrderForm | None, *, title: str, number: int
) -> HttpResponse:
    return form_page(
        request,
        context,
        form,
        title=f"{_('Parità da decidere')}: {title}",
        button=_("Conferma") if context["outcome"] else _("Avanti") if form else _("Sorteggia"),
        back=reverse("rounds:stage", args=[context["event"].slug, number]),
        template="rounds/stages/cut.html",
    )


def _outcome(document: Document, stage: int, order: list[int]) -> Context:
    """Who of the level players would enter if that order were decided, and who not."""
    known = document.stages[stage - 1]
    decided = (*order, *(player for player in known.decided if player not in order))
    changed = replace_stage(document, stage, replace(known, decided=decided))
    names, entrants = names_of(document), stage_entrants_of(changed, stage).entry_nos
    return {
        "enter": [names[player] for player in order if player in entrants],
        "stay": [names[player] for player in order if player not in entrants],
    }


def _decide(
    request: MemberRequest, event: Event, stage: int, tie: UndecidedTie, way: Way, form: OrderForm | None
) -> HttpResponse:
    with RefusalAsMessage(request):
        decision = decide_tie(
            event,
            stage,
            tie.key,
            way,
            order=form.order if form else (),
            reason=form.reason_given if form else "",
            expected=parse_int(request.POST.get("version", "")),
            unfinished="unfinished" in request.POST,
        )
        messages.success(request, decision_text(decision, {one.id: one.name for one in tie.players}))
    return redirect("rounds:stage", event.slug, stage)


@require_POST
def take_back(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Undo a decision, as long as the stage has not begun."""
    event = event_of(request, slug)
    place, expected = (parse_int(request.POST.get(name, "")) for name in ("decision", "version"))
    with RefusalAsMessage(request):
        take_back_decision(event, stage, -1 if place is None else place, expected=expected)
        messages.success(request, _("Decisione annullata: la parità è di nuovo da decidere."))
    return redirect("rounds:stage", event.slug, stage)
