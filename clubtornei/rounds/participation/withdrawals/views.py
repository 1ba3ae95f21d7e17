"""Withdrawing from a tournament under way, and returning: the consequences are shown before it is done."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.namesakes import by_whole_name, use_whole_names
from clubtornei.events.stage_titles import player_count
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance.queries import attendance_of, attendances, unpaired_rounds
from clubtornei.rounds.participation.withdrawals import actions
from clubtornei.rounds.participation.withdrawals.consequences import consequences
from clubtornei.rounds.participation.withdrawals.rewriting import RoundNotAdjustable, adjusts_rounds
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.addresses import with_way_back
from clubtornei.rounds.state.listing import FEW
from clubtornei.rounds.state.page_context import section_context
from clubtornei.rounds.state.stages import stage_of
from clubtornei.text.untyped import Context, FormData
from clubtornei.web.form_pages import form_page
from pairing.registry import SYSTEMS
from scoring.withdrawals import WithdrawalEffect

PAGE = "rounds/participation/withdrawals/withdraw.html"


class WithdrawalForm(forms.Form):
    """The player who withdraws, and the first round missed; by default the usual one."""

    def __init__(self, stage: Stage, data: FormData | None = None) -> None:
        super().__init__(data)
        self.stage = stage
        withdrawn = [one.entry for one in attendances(stage) if one.withdrawn is not None]
        entries = stage.event.entries.select_related("player")
        entries = entries.exclude(pk__in=[entry.pk for entry in withdrawn])
        entries = entries.exclude(entry_no__in=actions.knocked_out(stage))
        if stage.entrants is not None:
            entries = entries.filter(entry_no__in=stage.entrants)
        self.who = entries
        self.fields["player"] = forms.ModelChoiceField(
            entries,
            label=_("Chi si ritira"),
            to_field_name="entry_no",
            error_messages={"invalid_choice": _no_choice(withdrawn, (data or {}).get("player"))},
        )
        numbers = range(
            actions.earliest_first_missed(stage), unpaired_rounds(stage, player_count(stage)).stop
        )
        self.fields["round"] = forms.TypedChoiceField(
            label=_("Primo turno che non gioca"),
            choices=[
                ("", _("Quello dopo la sua ultima partita")),
                *((number, _("Turno %(number)d") % {"number": number}) for number in numbers),
            ],
            required=False,
            coerce=int,
            empty_value=None,
        )
        # What the page has shown, sent back when it is confirmed.
        self.fields["effect"] = forms.TypedChoiceField(
            choices=[(effect.value, effect.value) for effect in WithdrawalEffect],
            required=False,
            coerce=WithdrawalEffect,
            empty_value=None,
        )

    @property
    def first_missed(self) -> int:
        chosen: int | None = self.cleaned_data["round"]
        return chosen or actions.first_round_to_miss(self.stage, self.cleaned_data["player"])


def _no_choice(withdrawn: list[Entry], asked: object) -> str:
    """Why who was asked for cannot withdraw."""
    gone = next((entry for entry in withdrawn if str(entry.entry_no) == asked), None)
    if gone is None:
        return _("Non è tra chi può ritirarsi: scegli dall’elenco.")
    text = _("%(name)s si è già ritirato: dalla sua scheda si può annullare.") % {"name": gone.name}
    return text.replace("%", "%%")  # Django fills in what was chosen


@require_http_methods(["GET", "POST"])
def withdraw(request: MemberRequest, slug: str) -> HttpResponse:
    """`?player=` and `?round=` show the consequences; a POST of the same withdraws the player."""
    event = event_of(request, slug)
    stage = stage_of(event)
    refused = _refused_to_all(event, stage)
    asked = request.GET if "player" in request.GET and not refused else None
    form = WithdrawalForm(stage, request.POST or asked)
    preview, first_missed, entry, draft = None, None, None, None
    if form.is_valid():
        entry, first_missed = form.cleaned_data["player"], form.first_missed
        try:
            if request.method == "POST":
                actions.withdraw(event, entry.pk, first_missed, expected=form.cleaned_data["effect"])
                return _withdrawn(request, event, entry, first_missed, stage)
            actions.refuse_withdrawal(stage, entry, first_missed)
            preview = consequences(event, entry, first_missed, stage.number)
        except ActionRefused as error:
            form.add_error(None, str(error))
            draft = _draft_in_the_way(stage, error)
    context = section_context(event, "entries") | _players(event, form, entry)
    context |= _form_words(event, entry, refused) | {
        "form": form,
        "entry": entry,
        "first_missed": first_missed,
        "draft": draft,
        "preview": preview,
        "open_game": actions.open_game(stage, entry) if entry and preview else "",
        "not_possible": _refused(request, form),
        "previewed": preview is not None,
        "absence_forfeits": SYSTEMS[stage.system].absence == "forfeits",
    }
    return render(request, PAGE, context, status=422 if form.errors else 200)


def _draft_in_the_way(stage: Stage, error: ActionRefused) -> Round | None:
    """The draft that is discarded first, where it is why nobody can withdraw from this round."""
    in_the_way = isinstance(error, RoundNotAdjustable)
    return stage.rounds.filter(published_at=None).first() if in_the_way else None


def _players(event: Event, form: WithdrawalForm, entry: Entry | None) -> Context:
    """Who can be chosen; the one who is, alone."""
    players = by_whole_name(event, form.who) if entry is None else [entry]
    use_whole_names(event, players)
    return {"players": players, "searchable": len(players) > FEW}


def _refused_to_all(event: Event, stage: Stage) -> str:
    """Why nobody can withdraw, and what is done instead; empty if somebody can."""
    if event.closed:
        return _("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo.")
    return actions.nothing_left(stage)


def _form_words(event: Event, entry: Entry | None, refused: str) -> Context:
    """What the page asks; or why it does not, and where to go."""
    return {
        "title": _("Ritirare %(name)s?") % {"name": entry.name} if entry else _("Ritirare un giocatore"),
        "lead": "" if refused else _("Prima si vede che cosa comporta, poi si conferma."),
        "method": "get",
        "button": _("Guarda che cosa comporta"),
        "refused": refused,
        "back": refused and reverse("rounds:event", args=[event.slug]),
        "back_title": _("Torna al torneo") if event.closed else _("Vai ai tavoli"),
    }


def _refused(request: MemberRequest, form: WithdrawalForm) -> str:
    """Why it cannot be, to who has followed a link: nothing was filled in, nor was anything to be saved."""
    if request.method != "GET":
        return ""
    return " ".join(str(text) for texts in form.errors.values() for text in texts)


def _withdrawn(
    request: MemberRequest, event: Event, entry: Entry, first_missed: int, stage: Stage
) -> HttpResponse:
    """The entries, with the message that the withdrawal is recorded."""
    text = _("Ritiro registrato: %(name)s non gioca più dal turno %(number)d.") % {
        "name": entry.whole_name,
        "number": first_missed,
    }
    text = f"{text} {actions.open_game(stage, entry)}".strip()
    messages.success(request, with_way_back(event, text))
    return redirect("rounds:entries", event.slug)


@require_http_methods(["GET", "POST"])
def come_back(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """Take a withdrawal back; first the page shows which games the player has again."""
    event = event_of(request, slug)
    entry = get_object_or_404(event.entries, entry_no=entry_no)
    stage = stage_of(event)
    withdrawn = attendance_of(stage, entry).withdrawn
    if withdrawn is None:
        return redirect("rounds:card", event.slug, entry_no)
    closed = _("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo.")
    refused, preview = closed if event.closed else "", None
    try:
        if request.method == "POST":
            actions.come_back(event, entry.pk)
            text = _("%(name)s è di nuovo in gioco.") % {"name": entry.whole_name}
            messages.success(request, with_way_back(event, text))
            return redirect("rounds:entries", event.slug)
        preview = consequences(event, entry, None, stage.number)
    except ActionRefused as error:
        refused = str(error)
    use_whole_names(event, [entry])
    context = section_context(event, "entries") | {"preview": preview}
    return _come_back_page(
        request, context, entry, withdrawn, adjusts=adjusts_rounds(stage.system), refused=refused
    )


def _come_back_page(
    request: MemberRequest, context: Context, entry: Entry, withdrawn: int, *, adjusts: bool, refused: str
) -> HttpResponse:
    again = _("Ritiro dal turno %(number)s: torna in gioco, e le sue partite contano di nuovo.")
    from_now = _(
        "Ritiro dal turno %(number)s: torna in gioco dal prossimo turno. Nei turni già abbinati senza di lui"
        " resta assente."
    )
    recovered = _("Le partite dei turni già giocati che tornano «da giocare» vanno recuperate.")
    return form_page(
        request,
        context | {"sentences": [recovered] if adjusts else []},
        title=_("Annullare il ritiro di %(name)s?") % {"name": entry.name},
        lead=(again if adjusts else from_now) % {"number": withdrawn},
        button=_("Torna in gioco"),
        back=reverse("rounds:card", args=[entry.event.slug, entry.entry_no]),
        refused=refused,
        template="rounds/participation/withdrawals/come_back.html",
    )
