"""The page on which the arbiter gives bonus and penalty points."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.namesakes import by_whole_name
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.systems import spec_of, takes_adjustments
from clubtornei.rounds.results.adjustment_actions import give_points, take_back_points
from clubtornei.rounds.results.adjustment_queries import round_refused, rounds_with_points
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.event_state import event_state_of
from clubtornei.rounds.state.formatting import Notation, recorded_number
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.reason_texts import adjustment_text
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import Context, FormData
from clubtornei.web.form_choices import set_choices
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data
from scoring.document import Adjustment, records_in
from scoring.methods import METHODS

LONGEST_REASON = 300
MOST = {False: Decimal("9.5"), True: Decimal(999)}
"""The most points of a game of two, as report files have room for no more, and of larger tables."""


class AdjustmentForm(forms.Form):
    """Points for one player of the stage, less than 0 where they are taken. `running`: the round being
    played.
    """

    player = forms.TypedChoiceField(label=gettext_lazy("Giocatore"), coerce=int)
    points = forms.DecimalField(
        label=gettext_lazy("Punti"),
        max_digits=6,
        decimal_places=3,
        localize=True,
        help_text=gettext_lazy("Con il meno davanti si tolgono."),
    )
    round = forms.IntegerField(label=gettext_lazy("Al turno"), min_value=1)
    reason = LineField(
        label=gettext_lazy("Motivo"), max_length=LONGEST_REASON, help_text=gettext_lazy("Lo leggono tutti.")
    )

    def __init__(
        self, entries: Sequence[Entry], stage: Stage, running: int, data: FormData | None = None
    ) -> None:
        super().__init__(data, initial={"round": max(running, rounds_with_points(stage)[0])})
        self.stage = stage
        self.multiplayer = spec_of(stage.system).multiplayer
        players = ((str(entry.entry_no), entry.name) for entry in entries)
        set_choices(self, "player", [("", "–"), *players])

    def clean_points(self) -> Decimal:
        points: Decimal = self.cleaned_data["points"]
        most = MOST[self.multiplayer]
        if not points or abs(points) > most:
            most_text = recorded_number(most)
            raise forms.ValidationError(_("Da −%(most)s a +%(most)s, e non zero.") % {"most": most_text})
        if not self.multiplayer and points * 2 % 1:
            raise forms.ValidationError(_("Punti interi o mezzi: 1 o 0,5."))
        return points

    def clean_round(self) -> int:
        number: int = self.cleaned_data["round"]
        if number not in rounds_with_points(self.stage):
            raise forms.ValidationError(round_refused(self.stage))
        return number

    def adjustment(self) -> Adjustment:
        points = self.cleaned_data["points"].normalize()
        return Adjustment(
            players=(self.cleaned_data["player"],),
            points=int(points) if points == points.to_integral_value() else points,
            round=self.cleaned_data["round"],
            reason=self.cleaned_data["reason"],
        )


@require_http_methods(["GET", "POST"])
def adjustments(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Give points to a player, or take some; `remove`: the place in the list of those taken back."""
    event = event_of(request, slug)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    if "remove" in request.POST:
        place, expected = (parse_int(request.POST.get(name, "")) for name in ("remove", "version"))
        taken = -1 if place is None else place
        return _write(
            request, event, stage, lambda: take_back_points(event, taken, stage=stage, expected=expected)
        )
    entries = by_whole_name(event, event.entries)
    form = _form(request, event, shown, entries)
    if form.is_valid():
        return _write(request, event, stage, lambda: give_points(event, form.adjustment(), stage=stage))
    names = {entry.entry_no: entry.name for entry in entries}
    figure = Notation(halves=not METHODS[shown.scoring].multiplayer).figure
    context = event_context(request, event) | {
        "section": "standings",
        "stages": stages,
        "given": [adjustment_text(each, names, figure) for each in records_in(shown.adjustments, Adjustment)],
    }
    why_not = _why_not(shown, may_change=context["may_change"])
    back = reverse("rounds:standings", args=event_args(event, stage))
    return _page(request, context, form, back=back, refused=why_not)


def _page(
    request: MemberRequest, context: Context, form: AdjustmentForm, *, back: str, refused: str
) -> HttpResponse:
    return form_page(
        request,
        context,
        form,
        title=_("Punti dati o tolti"),
        lead=_(
            "Penalità o punti in più, come vuole il regolamento: contano in classifica, negli abbinamenti che"
            " seguono e nel file per l’omologazione. Non sono il risultato di una partita."
        ),
        button=_("Salva i punti"),
        back=back,
        refused=refused,
        template="rounds/results/adjustments.html",
    )


def _why_not(stage: Stage, *, may_change: bool) -> str:
    if not takes_adjustments(stage):
        return _("In questa formula la classifica non viene dai punti: non se ne danno e non se ne tolgono.")
    if not may_change:
        return _("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo.")
    return ""


def _form(request: MemberRequest, event: Event, stage: Stage, entries: Sequence[Entry]) -> AdjustmentForm:
    """The form for the players of the stage, and the round that is being played."""
    playing = [entry for entry in entries if stage.entrants is None or entry.entry_no in stage.entrants]
    current = event_state_of(event).stages[stage.number - 1].current
    return AdjustmentForm(playing, stage, current.number if current else 1, post_data(request))


def _write(
    request: MemberRequest, event: Event, stage: int | None, action: Callable[[], None]
) -> HttpResponse:
    with RefusalAsMessage(request):
        action()
        messages.success(request, _("Salvato: la classifica ne tiene conto."))
    return redirect("rounds:adjustments", *event_args(event, stage))
