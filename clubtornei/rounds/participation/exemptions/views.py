"""Who skips the first rounds of a bracket, and the resulting plan of rounds."""

from collections.abc import Iterable, Sequence

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.systems import has_bracket
from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.exemptions import actions
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.bracket_plan import bracket_plan
from clubtornei.rounds.state.page_context import section_context
from clubtornei.text.untyped import FormData
from clubtornei.web.form_pages import form_page
from pairing.registry import SYSTEM_SPECS
from scoring.record import DocumentPlayer, record_of

MOST_SKIPPED = 9  # rounds of the largest bracket but the final


class ExemptionsForm(MergedForm, forms.Form):
    """How many first rounds each player skips: one field an entry, named by entry number; empty for none."""

    def __init__(self, players: Sequence[DocumentPlayer], data: FormData | None = None) -> None:
        super().__init__(data)
        self.players = players
        self.label_suffix = ""
        for player in players:
            self.fields[self.field_name(player.id)] = _rounds_field(player)

    @staticmethod
    def field_name(entry_no: int) -> str:
        return f"exempt-{entry_no}"

    def rounds(self) -> dict[int, int]:
        """The number of rounds skipped, by entry number."""
        return {player.id: self.cleaned_data[self.field_name(player.id)] or 0 for player in self.players}


def _rounds_field(player: DocumentPlayer) -> forms.IntegerField:
    out_of_range = _("Un numero da 0 a %(most)d.") % {"most": MOST_SKIPPED}
    return forms.IntegerField(
        label=player.name,
        help_text=player.club or "",
        required=False,
        initial=player.exempt or None,
        min_value=0,
        max_value=MOST_SKIPPED,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "size": 2, "maxlength": 2}
        ),
        error_messages={"invalid": out_of_range, "min_value": out_of_range, "max_value": out_of_range},
    )


@require_http_methods(["GET", "POST"])
@locked_for_post
def exemptions(request: MemberRequest, slug: str) -> HttpResponse:
    """A form with the number of rounds each player skips; below it the plan of the bracket's rounds."""
    event = event_of(request, slug)
    if not has_bracket(event.stages.get(number=1)):
        return redirect("rounds:draw", event.slug)
    document = document_of(event)
    begun = Round.objects.filter(stage__event=event).exists()
    players = [] if begun else _in_order(document.players)  # then the page has no fields
    form = ExemptionsForm(players, request.POST or None)
    if not begun and form.is_valid():
        with RefusalAsMessage(request):
            actions.exempt(event, form.rounds())
            messages.success(request, _("Esenzioni registrate."))
        return redirect("rounds:exemptions", event.slug)
    plan = bracket_plan(record_of(document, SYSTEM_SPECS, stage=1))
    refused = "" if players else _("Prima si iscrivono i giocatori.")
    if begun:
        refused = _("C’è già un turno: il tabellone e le esenzioni non cambiano più.")
    return form_page(
        request,
        section_context(event, "entries") | {"plan": plan},
        form,
        title=_("Esenzioni"),
        lead=_(
            "Chi è esentato entra nel tabellone più tardi: scrivi quanti turni salta. Gli altri lasciano"
            " vuoto."
        ),
        button=_("Salva le esenzioni"),
        back=reverse("rounds:draw" if players or begun else "rounds:entries", args=[slug]),
        refused=refused,
        template="rounds/participation/exemptions/exemptions.html",
    )


def _in_order(players: Iterable[DocumentPlayer]) -> list[DocumentPlayer]:
    """Who skips most rounds first."""
    return sorted(players, key=lambda player: (-player.exempt, sort_key(player.name)))
