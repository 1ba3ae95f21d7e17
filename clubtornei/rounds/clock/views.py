"""The pages of a round's clock: setting and running it, and each table's turns after the time is up."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.forms import MOST_MINUTES
from clubtornei.events.models import Ending, Event, Stage
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.clock import actions
from clubtornei.rounds.clock.end_of_game import TurnEvent
from clubtornei.rounds.clock.queries import ClockView, clock_view
from clubtornei.rounds.models import Clock, Round
from clubtornei.rounds.state.access import event_of, round_or_404, table_or_404
from clubtornei.rounds.state.addresses import event_args, round_url
from clubtornei.rounds.state.page_context import event_context, title_of_round
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import CleanedData
from scoring.risiko_methods import METHODS

RISIKO = {method.name for method in METHODS}


class ClockForm(forms.ModelForm):
    """The playing time in minutes, and what happens when it is up. Games other than RisiKo! just end, unless
    something else is chosen: the dice of the sdadata are unknown there.
    """

    minutes = forms.IntegerField(
        label=gettext_lazy("Minuti"), min_value=1, max_value=MOST_MINUTES, initial=90
    )
    earliest = forms.IntegerField(
        label=gettext_lazy("Minuto segreto: non prima del"),
        help_text=gettext_lazy("Solo col tempo segreto; vuoto: fra il tempo scritto sopra e 15 minuti dopo."),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
    )
    latest = forms.IntegerField(
        label=gettext_lazy("Minuto segreto: non dopo il"),
        help_text=gettext_lazy(
            "Se i due sono uguali il minuto lo fissa il giudice, altrimenti si sorteggia."
        ),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
    )

    class Meta:
        model = Clock
        fields = ("minutes", "ending")

    def __init__(self, *args: Any, stage: Stage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_risiko = stage.scoring in RISIKO
        if self.instance.pk is None and not self.is_risiko:
            announced = (kwargs.get("initial") or {}).get("ending")
            self.initial["ending"] = announced or Ending.BARE

    @property
    def has_another_ending(self) -> bool:
        """Whether something else than the usual is chosen, or wrong: then it is not folded away."""
        return bool(self.errors) or self["ending"].value() != Ending.BARE

    def clean(self) -> CleanedData:
        """Both limits of the secret minute, or neither; and not the second before the first."""
        cleaned = super().clean() or self.cleaned_data
        earliest, latest = cleaned.get("earliest"), cleaned.get("latest")
        if (earliest is None) != (latest is None) and not self.errors:
            missing = "latest" if latest is None else "earliest"
            self.add_error(missing, gettext_lazy("Scrivi tutti e due i limiti, o nessuno."))
        elif earliest is not None and latest is not None and latest < earliest:
            self.add_error("latest", gettext_lazy("Il secondo limite non può venire prima del primo."))
        elif (
            earliest is not None
            and earliest < cleaned.get("minutes", 0)
            and cleaned.get("ending") == "secret"
        ):
            self.add_error("earliest", gettext_lazy("Non prima del tempo scritto sopra."))
        return cleaned

    @property
    def limits(self) -> tuple[int, int] | None:
        """The limits of the secret minute, if they were written."""
        earliest, latest = self.cleaned_data.get("earliest"), self.cleaned_data.get("latest")
        return None if earliest is None or latest is None else (earliest, latest)


DICE = range(1, 7)


CLOCK_COMMANDS: Mapping[str, Callable[[Event, Round], None]] = {
    "start": actions.start,
    "pause": actions.pause,
    "more": lambda event, round_: actions.add_minutes(event, round_, 5),
    "fewer": lambda event, round_: actions.add_minutes(event, round_, -5),
    "stop": actions.stop_all_tables,
}
"""What each button of the clock does, by the value of `do` in the form."""


@require_safe
def clock(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """The clock, its buttons, and how the game at each table ends."""
    event = event_of(request, slug, Role.HELPER)
    round_ = round_or_404(event, number, stage)
    return _render_clock(request, event, round_, clock_view(round_))


@require_POST
def set_clock(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Give the round a clock, or set it back to its full time."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number, stage)
    form = ClockForm(request.POST, stage=round_.stage)
    if not form.is_valid():
        return _render_clock(request, event, round_, clock_view(round_), form)
    try:
        actions.set_clock(
            event,
            round_,
            form.cleaned_data["minutes"],
            Ending(form.cleaned_data["ending"]),
            form.limits,
            request.user,
            expected=request.POST.get("expected"),
        )
    except ActionRefused as refused:
        form.add_error("minutes", str(refused))
        return _render_clock(request, event, round_, clock_view(round_), form)
    return redirect("rounds:clock", *event_args(event, stage), number)


@require_POST
def turn_clock(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Press a button of the clock: start it, pause it, change its time, or end all games."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number, stage)
    command = CLOCK_COMMANDS.get(request.POST.get("do", ""))
    if command is not None:
        with RefusalAsMessage(request):
            command(event, round_)
    return redirect("rounds:clock", *event_args(event, stage), number)


@require_POST
def begin_end(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Begin recording the end of the table's game: who began it, whose turn it is, who is eliminated."""
    event = event_of(request, slug, Role.HELPER)
    table = table_or_404(event, pk)
    first, running = (parse_int(request.POST.get(name, "")) or 0 for name in ("first", "running"))
    out = [parse_int(position) or 0 for position in request.POST.getlist("out")]
    with RefusalAsMessage(request):
        actions.begin_end_of_game(event, table, first, running, out, seats=request.POST.get("seats"))
    return redirect(round_url(event, table, "rounds:clock"))


@require_POST
def take_turn(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Record what happened at the table, or undo the last event."""
    event = event_of(request, slug, Role.HELPER)
    table = table_or_404(event, pk)
    expected = parse_int(request.POST.get("expected", ""))
    shown_turns, seats = -1 if expected is None else expected, request.POST.get("seats")
    with RefusalAsMessage(request):
        if request.POST.get("do") == "undo":
            actions.undo_turn(event, table, shown_turns, seats=seats)
        else:
            actions.record_turn(event, table, _turn_event(request.POST), shown_turns, seats=seats)
    return redirect(round_url(event, table, "rounds:clock"))


def _turn_event(data: QueryDict) -> TurnEvent:
    """What the pressed button says has happened. Raises ActionRefused."""
    done, _dash, position = data.get("do", "").partition("-")
    if done == "out":
        return TurnEvent(what="out", out=parse_int(position))
    if done == "over":
        return TurnEvent(what="over")
    if done == "throw":
        return TurnEvent(what="ended", dice=actions.throw_dice())
    if done == "dice":
        dice = [die for die in map(parse_int, data.getlist("die")) if die is not None and die in DICE]
        if len(dice) != 2:
            raise ActionRefused(_("Scegli che cosa hanno dato i due dadi, da 1 a 6."))
        return TurnEvent(what="ended", dice=(dice[0], dice[1]))
    return TurnEvent(what="ended", conquered=done == "conquered")


def _announced(event: Event) -> CleanedData:
    """How long a game lasts and how it ends, as far as that was announced."""
    announced = {"minutes": event.minutes, "ending": event.ending}
    return {name: value for name, value in announced.items() if value}


def _render_clock(
    request: MemberRequest,
    event: Event,
    round_: Round,
    shown: ClockView | None,
    form: ClockForm | None = None,
) -> HttpResponse:
    stage, stages = stage_and_tabs(stages_of(event), round_.stage.number)
    beginning = {"instance": shown.clock} if shown else {"initial": _announced(event)}
    shown_form = form or ClockForm(stage=round_.stage, **beginning)
    context = event_context(request, event)
    context |= {
        "stages": stages,
        "round": round_,
        "round_title": title_of_round(stage, round_.number, stages.title),
        "clock": shown,
        "projected": shown is not None and event.published,
        "may_turn": context["may_change"] and shown is not None and shown.clock.stopped_at is None,
        "judges": shown is not None and shown.keeps_secret_of(request.user.pk),
        "form": shown_form,
        "form_open": shown is None or bool(shown_form.errors),
        "dice": DICE,
    }
    return render(request, "rounds/clock/clock.html", context, status=422 if form else 200)
