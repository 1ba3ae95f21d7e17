"""The page on which meetings are prohibited."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.doubts import is_meant
from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.namesakes import by_whole_name
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.drafts.prohibition_actions import allow, key_of, prohibit
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.untyped import CleanedData, FormData
from clubtornei.web.form_choices import set_choices
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data
from pairing.registry import SYSTEM_SPECS
from scoring.document import Prohibition, records_in

MOST_ROUNDS = 999


class ProhibitionForm(forms.Form):
    """A meeting to prohibit. `earliest`: the first round that is not paired yet."""

    one = forms.TypedChoiceField(label=gettext_lazy("Giocatore"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("Non incontra"), coerce=int)
    first = forms.IntegerField(label=gettext_lazy("Dal turno"), min_value=1, max_value=MOST_ROUNDS)
    last = forms.IntegerField(
        label=gettext_lazy("Fino al turno"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=gettext_lazy("Vuoto: fino alla fine."),
    )

    def __init__(self, entries: Sequence[Entry], earliest: int, data: FormData | None = None) -> None:
        super().__init__(data, initial={"first": earliest})
        self.earliest = earliest
        choices = [("", "–"), *((str(entry.entry_no), entry.name) for entry in entries)]
        for name in ("one", "other"):
            set_choices(self, name, choices)

    def clean_first(self) -> int:
        first: int = self.cleaned_data["first"]
        if first < self.earliest:
            raise forms.ValidationError(
                _("Il turno %(number)d è già abbinato: al più presto dal turno %(earliest)d.")
                % {"number": first, "earliest": self.earliest}
            )
        return first

    def clean(self) -> CleanedData:
        one, other = self.cleaned_data.get("one"), self.cleaned_data.get("other")
        if one is not None and one == other:
            self.add_error("other", _("È lo stesso giocatore: scegline un altro."))
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and last < first:
            self.add_error("last", _("Viene prima del turno da cui comincia."))
        return self.cleaned_data

    def prohibition(self) -> Prohibition:
        return Prohibition(
            players=tuple(sorted((self.cleaned_data["one"], self.cleaned_data["other"]))),
            first=self.cleaned_data["first"],
            last=self.cleaned_data["last"],
        )


class ProhibitionRow(Struct, frozen=True):
    """A prohibited meeting in words. `key`: what it is taken back by; `over`: its last round is paired."""

    key: str
    names: str
    rounds: str
    over: bool


@require_http_methods(["GET", "POST"])
def prohibitions(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Prohibit a meeting, after asking once a round is paired; `allow` takes the one with that key back."""
    event = event_of(request, slug)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    if key := request.POST.get("allow"):
        return _write(request, event, stage, lambda: allow(event, key, stage=stage))
    entries, paired = by_whole_name(event, event.entries), shown.rounds.count()
    form = ProhibitionForm(entries, paired + 1, post_data(request))
    doubts = [_("Un incontro si vieta prima del turno 1; adesso è già abbinato.")] if paired else []
    if form.is_valid() and is_meant(doubts, request.POST):
        return _write(request, event, stage, lambda: prohibit(event, form.prohibition(), stage=stage))
    prohibited = records_in(shown.prohibited, Prohibition)
    context = event_context(request, event) | {
        "section": "settings",
        "stages": stages,
        "doubts": doubts if form.is_bound and not form.errors else [],
        "rows": list(_rows(prohibited, {entry.entry_no: entry.name for entry in entries}, paired)),
    }
    return form_page(
        request,
        context,
        form,
        title=_("Incontri vietati"),
        lead=_("Fratelli, o una regola del circolo: il sistema non li abbina."),
        button=_("Vieta l’incontro"),
        back=reverse("rounds:attendance", args=event_args(event, stage)),
        refused=_why_not(shown, may_change=context["may_change"]),
        template="rounds/drafts/prohibitions.html",
    )


def _why_not(stage: Stage, *, may_change: bool) -> str:
    if not SYSTEM_SPECS[stage.system].chooses_opponents:
        return _(
            "In questa formula non si può vietare un incontro: nel girone s’incontrano tutti, e ai tavoli più"
            " grandi chi non deve stare insieme si separa con il gruppo."
        )
    if not may_change:
        return _("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo.")
    return ""


def _write(
    request: MemberRequest, event: Event, stage: int | None, action: Callable[[], object]
) -> HttpResponse:
    with RefusalAsMessage(request):
        action()
        messages.success(request, _("Gli incontri vietati sono salvati."))
    return redirect("rounds:prohibitions", *event_args(event, stage))


def _rows(
    prohibited: Sequence[Prohibition], names: Mapping[int, str], paired: int
) -> Iterator[ProhibitionRow]:
    for known in prohibited:
        facts = {"first": known.first, "last": known.last}
        if known.last is not None:
            rounds = _("turni da %(first)s a %(last)s") % facts
        else:
            rounds = _("dal turno %(first)s in poi") % facts
        pair = " – ".join(names.get(player, "?") for player in known.players)
        yield ProhibitionRow(key_of(known), pair, rounds, known.last is not None and known.last <= paired)
