"""Who plays the next round: one tap a player, and a form with each player's plans for later rounds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.doubts import is_meant
from clubtornei.events.models import Stage
from clubtornei.events.namesakes import use_whole_names
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.stage_titles import player_count
from clubtornei.events.systems import admits_late
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance import actions
from clubtornei.rounds.participation.attendance.forms import ABSENT, PLAYS, PlansForm, requested_bye_label
from clubtornei.rounds.participation.attendance.queries import (
    Attendance,
    RoundPlan,
    attendance_of,
    attending,
    doubtful_byes,
    unpaired_rounds,
)
from clubtornei.rounds.state.access import event_of, is_shown, locked_for_post
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.event_state import no_shows_text
from clubtornei.rounds.state.listing import is_found
from clubtornei.rounds.state.next_step import StepCode, next_step
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.rounds.state.table_words import table_words
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import redirect_page
from pairing.registry import SYSTEMS
from pairing.system import System, TablesOfRound
from scoring.options import build


@require_safe
def who_plays(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Everybody by name, and how many play the next round."""
    event = event_of(request, slug)
    if is_shown(request, event):
        return HttpResponse(status=204)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    query = request.GET.get("q", "").strip()
    context = event_context(request, event) | _attendance_context(shown)
    may_pair = next_step(event).code == StepCode.PAIR and not context["announced"].over
    context |= {"stages": stages, "may_pair": may_pair, "q": query}
    context["rows"] = [
        replace(row, found=is_found(row.attendance.entry.sort_name, query)) for row in context["rows"]
    ]
    context["found"] = any(row.found for row in context["rows"])
    return render(request, "rounds/participation/attendance/who_plays.html", context)


@require_POST
def tap(request: MemberRequest, slug: str, entry_no: int, stage: int | None = None) -> HttpResponse:
    """Mark a player as absent from round `number`, or as playing it; htmx gets the player's row back."""
    event = event_of(request, slug)
    number = parse_int(request.POST.get("number", ""))
    if number is None:
        return redirect("rounds:attendance", *event_args(event, stage))
    plan: RoundPlan = PLAYS if request.POST.get("plan") == PLAYS else ABSENT
    try:
        changed = actions.set_plans(event, entry_no, {number: plan}, stage=stage)
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return redirect_page(request, reverse("rounds:attendance", args=event_args(event, stage)))
    if not request.htmx:
        return redirect("rounds:attendance", *event_args(event, stage))
    shown, stages = stage_and_tabs(stages_of(event), stage)
    context = event_context(request, event) | _attendance_context(shown)
    changed = next(
        (one.attendance for one in context["rows"] if one.attendance.entry == changed.entry), changed
    )
    context |= {"stages": stages, "row": _row(changed, number), "tapped": True}
    return render(request, "rounds/participation/attendance/who_plays.html#tapped", context)


@require_POST
def everybody(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Mark everybody as absent from round `number` (`plan` = absent), or as playing it."""
    event = event_of(request, slug)
    number = parse_int(request.POST.get("number", ""))
    absent = request.POST.get("plan") == ABSENT
    if number is not None:
        with RefusalAsMessage(request):
            changed = actions.set_everybody(event, number, ABSENT if absent else PLAYS, stage=stage)
            text = (
                _("Tutti assenti: spunta chi c’è.")
                if absent
                else _("Tutti presenti: togli la spunta a chi manca.")
            )
            messages.success(request, text if changed else _("Era già così: non è cambiato niente."))
    return redirect("rounds:attendance", *event_args(event, stage))


@require_http_methods(["GET", "POST"])
@locked_for_post
def plans(request: MemberRequest, slug: str, entry_no: int, stage: int | None = None) -> HttpResponse:
    """One player's plans for the rounds not paired yet: absences and requested byes."""
    event = event_of(request, slug)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    try:
        attendance = attendance_of(shown, actions.stage_entry(shown, entry_no))
    except ActionRefused as refused:
        raise Http404 from refused
    if request.method == "GET":
        use_whole_names(event, [attendance.entry])
    form = PlansForm(shown, attendance, request.POST or None)
    doubts = doubtful_byes(shown, attendance, form.plans()) if form.is_valid() else []
    if form.is_valid() and is_meant(doubts, request.POST):
        with RefusalAsMessage(request):
            actions.set_plans(event, entry_no, form.plans(), stage=stage)
            messages.success(
                request, _("I turni di %(name)s sono annotati.") % {"name": attendance.entry.whole_name}
            )
        return redirect("rounds:attendance", *event_args(event, stage))
    context = event_context(request, event) | {
        "section": "entries",
        "stages": stages,
        "doubts": doubts,
        "attendance": attendance,
    }
    return _plans_page(
        request, context, form, shown, back=reverse("rounds:attendance", args=event_args(event, stage))
    )


def _plans_page(
    request: MemberRequest, context: Context, form: PlansForm, stage: Stage, *, back: str
) -> HttpResponse:
    over = _("I turni sono tutti abbinati: non c’è più niente da annunciare.")
    return form_page(
        request,
        context,
        form,
        title=_("I turni di %(name)s") % {"name": context["attendance"].entry.name},
        lead=_what_absence_means(Announced(SYSTEMS[stage.system])),
        button=_("Salva"),
        back=back,
        refused="" if form.fields else over,
        template="rounds/participation/attendance/plans.html",
    )


def _what_absence_means(announced: "Announced") -> str:
    if announced.forfeit:
        return _("Chi è assente perde per forfait l’incontro che gli tocca.")
    if announced.system.requested_byes:
        return _(
            "Chi è assente non viene abbinato e non ha punti; con un riposo a richiesta ha quelli che"
            " l’arbitro gli dà."
        )
    return _("Chi è assente non viene abbinato.")


@dataclass(frozen=True)
class Announced:
    """What comes of announcing who is absent. `over`: all rounds are paired; `stage`: where it may be
    asked who may still enter.
    """

    system: System
    over: bool = False
    stage: Stage | None = None

    @property
    def ignored(self) -> bool:
        """Whether absent players are paired all the same."""
        return self.system.absence == "ignored"

    @property
    def forfeit(self) -> bool:
        """Whether absent players lose by forfeit."""
        return self.system.absence == "forfeits"

    @property
    def sit_out(self) -> bool:
        """Whether absent players sit the round out."""
        return self.system.absence == "sits_out"

    @property
    def awaited(self) -> bool:
        """Whether there is a round for which players are announced as absent."""
        return not self.over and not self.ignored

    @property
    def may_enter(self) -> bool:
        """Whether somebody may still enter."""
        return self.stage is not None and admits_late(self.stage) and not self.over


@dataclass(frozen=True)
class AttendanceRow:
    """A player on the page. `away`: why the player does not play, in words; empty where he or she does.
    `later`: the byes asked for and the absences in later rounds, in words. `found`: whether the search finds
    the player.
    """

    attendance: Attendance
    away: str
    later: Sequence[str] = ()
    found: bool = True

    @property
    def plays(self) -> bool:
        return not self.away


def _row(attendance: Attendance, round_number: int) -> AttendanceRow:
    later = [
        _("turno %(number)d: %(what)s") % {"number": number, "what": _missing(attendance, number)}
        for number in sorted(attendance.absent)
        if number > round_number
    ]
    if attendance.joined > round_number and round_number not in attendance.byes:
        joins = _("dal turno %(number)d") % {"number": attendance.joined}
        return AttendanceRow(attendance, joins, later)
    missing = _missing(attendance, round_number) if round_number in attendance.absent else ""
    return AttendanceRow(attendance, missing, later)


def _returns(attendance: Attendance, round_number: int) -> bool:
    """Whether the player was absent from the round before, and is to play this one."""
    before = round_number - 1
    was_absent = before in attendance.absent and before not in attendance.byes
    return was_absent and attendance.plays(round_number)


def _missing(attendance: Attendance, round_number: int) -> str:
    """How the player misses that round, in words."""
    if round_number in attendance.byes:
        return requested_bye_label(attendance.byes[round_number])
    return _("assente")


class TableChoice(NamedTuple):
    """How many tables the round may have: the value that is sent, empty for as many as usual."""

    value: str
    words: str
    chosen: bool


def _table_choices(choice: TablesOfRound, options: object, plays: int, chosen: int) -> list[TableChoice]:
    """The numbers of tables for so many players, with their sizes; as usual comes first."""
    usual = choice.sizes(options, plays, 0)
    numbers = [0, *(number for number in choice.possible(options, plays) if number != len(usual))]
    return [
        TableChoice(
            str(number or ""), _tables_in_words(choice.sizes(options, plays, number)), number == chosen
        )
        for number in (numbers if usual else [])
    ]


def _tables_in_words(sizes: Sequence[int]) -> str:
    """So many tables, and of which sizes."""
    tables = ngettext("%(count)d tavolo", "%(count)d tavoli", len(sizes)) % {"count": len(sizes)}
    of_each = [
        _("%(count)d da %(size)d") % {"count": count, "size": size}
        for size, count in sorted(Counter(sizes).items())
    ]
    return f"{tables} ({', '.join(of_each)})"


def _attendance_context(stage: Stage) -> Context:
    """What the page shows; the number of queries does not grow with the number of players."""
    system, rounds = SYSTEMS[stage.system], list(Round.objects.filter(stage=stage))
    players, number = attending(stage), len(rounds) + 1
    announced = Announced(system, number not in unpaired_rounds(stage, player_count(stage)), stage)
    still_in = [attendance for attendance in players if not attendance.has_withdrawn(number)]
    plays = sum(attendance.plays(number) for attendance in still_in)
    byes = sum(number in attendance.byes for attendance in still_in)
    in_pairs = announced.sit_out and not system.spec.multiplayer
    choice, options = system.tables_of_round, build(system.spec.options, stage.options)
    chosen = getattr(options, choice.option)[number - 1 : number] if choice else ()
    return {
        "section": "entries",
        "system": system,
        "tables": _table_choices(choice, options, plays, chosen[0] if chosen else 0) if choice else (),
        "number": number,
        "before": number - 1,
        "draft": next((round_ for round_ in rounds if not round_.published), None),
        "announced": announced,
        "anybody": bool(players),
        "rows": [_row(attendance, number) for attendance in still_in],
        "returning": [one.entry.name for one in still_in if _returns(one, number)],
        "no_shows": "" if announced.over else no_shows_text(stage, number - 1),
        "withdrawn": [attendance for attendance in players if attendance.has_withdrawn(number)],
        "plays": plays,
        "byes": byes,
        "absent": len(still_in) - plays - byes,
        "tables_of_two": plays // 2 if in_pairs else 0,
        "tables_word": table_words(system, stage.event).word_for(plays // 2),
        "has_bye": in_pairs and plays % 2 == 1,
    }
