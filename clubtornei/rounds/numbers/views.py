"""The draw of the order numbers: announcing, drawing and showing it, typing numbers in, cancelling it."""

from collections.abc import Sequence
from textwrap import wrap

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event, NumberingMethod
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.plans import formula_to_adapt
from clubtornei.events.systems import draws_numbers, draws_places, has_bracket, limits_of
from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers import actions
from clubtornei.rounds.numbers.commitment import announced_text, draw_history
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.numbers.queries import (
    drawn_numbers_of,
    numbers_report,
    random_keys_report,
    restricted_draw_preview,
    unrated_text,
    with_names_of,
)
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.bracket_plan import bracket_plan
from clubtornei.rounds.state.event_state import event_state_of
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.next_step import away_text, roll_call_summary
from clubtornei.rounds.state.page_context import section_context
from clubtornei.text.languages import listed
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import CleanedData, Context, FormData
from clubtornei.web.form_pages import confirmation_page, form_page
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.document import Document, DocumentPlayer
from scoring.record import record_of
from scoring.stages import numbered_field


class NumbersForm(forms.Form):
    """One number field for each entry, named by its entry number; the numbers are 1 to n, each once."""

    def __init__(self, players: Sequence[DocumentPlayer], data: FormData | None = None) -> None:
        super().__init__(data)
        self.players = players
        self.label_suffix = ""
        for player in players:
            self.fields[self.field_name(player.id)] = self._number_field(player)
        if data is None and players:
            self.fields[self.field_name(players[0].id)].widget.attrs["data-focus"] = True

    @staticmethod
    def field_name(entry_no: int) -> str:
        return f"number-{entry_no}"

    def numbers(self) -> dict[int, int]:
        """The order numbers, by entry number."""
        return {player.id: self.cleaned_data[self.field_name(player.id)] for player in self.players}

    def clean(self) -> CleanedData:
        """Adds an error to each field whose number another field has too, with the names of those players."""
        owners: dict[int, list[DocumentPlayer]] = {}
        for player in self.players:
            number = self.cleaned_data.get(self.field_name(player.id))
            if number is not None:
                owners.setdefault(number, []).append(player)
        for number, sharing in owners.items():
            for player in sharing if len(sharing) > 1 else ():
                others = listed([other.name for other in sharing if other is not player])
                self.add_error(
                    self.field_name(player.id),
                    _("Il %(number)d è anche di %(others)s.") % {"number": number, "others": others},
                )
        return self.cleaned_data

    def _number_field(self, player: DocumentPlayer) -> forms.IntegerField:
        most = len(self.players)
        out_of_range = _("Un numero da 1 a %(most)d.") % {"most": most}
        widget = forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3, "maxlength": 3}
        )
        return forms.IntegerField(
            label=player.name,
            help_text=player.club or "",
            min_value=1,
            max_value=most,
            widget=widget,
            error_messages={
                "required": _("Manca il numero."),
                "invalid": out_of_range,
                "min_value": out_of_range,
                "max_value": out_of_range,
            },
        )


@require_safe
def draw(request: MemberRequest, slug: str) -> HttpResponse:
    """The state of the draw: what is missing, the announcement, or the numbers with their proof."""
    event = event_of(request, slug)
    document = document_of(event)
    context = section_context(event, "draw") | {
        "document": document,
        "past": draw_history(event),
        "commitment_parts": wrap(event.commitment, 8),
    }
    if event.drawn:
        context |= _drawn_context(event, document)
    else:
        context |= _undrawn_context(event, document)
    return render(request, "rounds/numbers/draw.html", context)


@require_POST
def announce(request: MemberRequest, slug: str) -> HttpResponse:
    """Announce the draw."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.announce_draw(event)
    return redirect("rounds:draw", event.slug)


@require_POST
def draw_numbers(request: MemberRequest, slug: str) -> HttpResponse:
    """Draw from the announced seed and show the result; a second request shows what was drawn before.

    With `at_once` nothing need have been announced, and the numbers are shown without the ceremony; with a
    `number`, too, the round of that number is paired and shown instead. Not possible: the page of the numbers
    says why.
    """
    event = event_of(request, slug)
    usual = methods_of(event.stages.get(number=1))[0]
    chosen = request.POST.get("method", usual)
    method = NumberingMethod(chosen) if chosen in NumberingMethod else NumberingMethod.HAND
    at_once = "at_once" in request.POST
    draw = actions.draw_at_once if at_once else actions.draw_numbers
    with RefusalAsMessage(request):
        draw(event, method)
        if at_once and (number := parse_int(request.POST.get("number", ""))):
            return redirect("rounds:round", event.slug, draw_round(event, number).number)
        return redirect("rounds:ceremony" if method.by_chance and not at_once else "rounds:draw", event.slug)
    return redirect("rounds:draw", event.slug)


@require_safe
def ceremony(request: MemberRequest, slug: str) -> HttpResponse:
    """The draw on the whole screen, showing one number after another."""
    event = event_of(request, slug)
    if not event.drawn:
        return redirect("rounds:draw", event.slug)
    context = section_context(event, "draw") | _drawn_context(event, document_of(event))
    if not event.whole_in_hall:
        public = document_of(event, public=True)
        context["drawn_numbers"] = with_names_of(public, context["drawn_numbers"])
    return render(request, "rounds/numbers/ceremony.html", context)


@require_http_methods(["GET", "POST"])
def by_hand(request: MemberRequest, slug: str) -> HttpResponse:
    """Type in the numbers that were drawn by hand."""
    event = event_of(request, slug)
    players = sorted(document_of(event).players, key=lambda player: sort_key(player.name))
    if event.drawn or not players:
        return redirect("rounds:draw", event.slug)
    methods = methods_of(event.stages.get(number=1))
    form = NumbersForm(players, request.POST or None)
    if form.is_valid():
        with RefusalAsMessage(request):
            actions.enter_numbers(event, form.numbers())
            messages.success(request, _("Numeri registrati."))
        return redirect("rounds:draw", event.slug)
    rated = NumberingMethod.RATING in methods
    by_rating = _(
        "Scrivi accanto a ciascuno il suo numero d’ordine, 1 al più forte; con Tab si passa al prossimo."
    )
    by_lot = _("Scrivi accanto a ciascuno il numero estratto dall’urna; con Tab si passa al prossimo.")
    return form_page(
        request,
        section_context(event, "draw") | {"searchable": is_searchable(players)},
        form,
        title=_("Numeri scritti a mano") if rated else _("Numeri estratti a mano"),
        lead=by_rating if rated else by_lot,
        button=_("Registra i numeri"),
        back=reverse("rounds:draw", args=[slug]),
        template="rounds/numbers/draw_by_hand.html",
    )


@require_http_methods(["GET", "POST"])
def cancel(request: MemberRequest, slug: str) -> HttpResponse:
    """Cancel the draw, or its announcement, after asking."""
    event = event_of(request, slug)
    if request.method == "GET":
        return _cancel_page(request, event)
    rated = NumberingMethod.RATING in methods_of(event.stages.get(number=1))
    with RefusalAsMessage(request):
        actions.cancel_draw(event)
        lots = _("Sorteggio annullato: il prossimo avrà un altro seme.")
        messages.success(request, _("Numeri tolti: i prossimi avranno un altro seme.") if rated else lots)
    return redirect("rounds:draw", event.slug)


def _cancel_page(request: MemberRequest, event: Event) -> HttpResponse:
    by_lot = draws_numbers(event.stages.get(number=1))
    if not event.drawn:
        sentence = _(
            "L’impronta annunciata non varrà più. Il prossimo annuncio avrà un altro seme e un’altra"
            " impronta."
        )
    elif by_lot:
        sentence = _(
            "I numeri di tutti vengono tolti. Il prossimo sorteggio avrà un altro seme e un’altra impronta,"
            " e la sua pagina dirà che ne è stato annullato uno."
        )
    else:
        sentence = _(
            "I numeri di tutti vengono tolti. I prossimi avranno un altro seme e un’altra impronta, e la loro"
            " pagina dirà che questi sono stati tolti."
        )
    begun = _(
        "Non si può più: c’è già un turno che si basa su questi numeri. Scarta prima i turni, dall’ultimo al"
        " primo."
    )
    return confirmation_page(
        request,
        section_context(event, "draw"),
        title=_("Annullare il sorteggio?") if by_lot else _("Togliere i numeri?"),
        sentences=[sentence, _("Lo storico conserva tutto.")],
        button=_("Annulla il sorteggio") if by_lot else _("Togli i numeri"),
        back=reverse("rounds:draw", args=[event.slug]),
        refused=begun if _has_rounds(event) else "",
    )


def _equals_by_name(document: Document) -> bool:
    return SYSTEMS[document.stages[0].system].equals_by_name


def _has_rounds(event: Event) -> bool:
    return Round.objects.filter(stage__event=event).exists()


def _undrawn_context(event: Event, document: Document) -> Context:
    stage, begun = event.stages.get(number=1), _has_rounds(event)
    limits, count = limits_of(stage), len(document.players)
    methods = methods_of(stage)
    fits = count >= limits.least and (limits.most is None or count <= limits.most)
    clubs = fits and NumberingMethod.VARMA in methods
    rated, by_name = NumberingMethod.RATING in methods, _equals_by_name(document)
    return {
        "rated": rated,
        "places_by_lot": draws_places(stage),
        "equals_by_name": by_name,
        "unrated": unrated_text(document, by_name=by_name) if rated else "",
        "plan": bracket_plan(record_of(document, SYSTEM_SPECS, stage=1))
        if count and has_bracket(stage)
        else None,
        "restricted": NumberingMethod.VARMA in methods,
        "limits": limits,
        "fits": fits,
        "begun": begun,
        "to_adapt": formula_to_adapt(event, count),
        "roll_call": roll_call_summary(event_state_of(event)),
        "exemptible": has_bracket(stage) and not begun,
        "offer": restricted_draw_preview(numbered_field(document, SYSTEM_SPECS, 1)) if clubs else None,
    }


def _drawn_context(event: Event, document: Document) -> Context:
    method, begun = event.numbering_method, _has_rounds(event)
    drawn = drawn_numbers_of(method, numbered_field(document, SYSTEM_SPECS, 1))
    by_name = _equals_by_name(document)
    listed = event.rating_titles if method == NumberingMethod.RATING else []
    return {
        "drawn_numbers": drawn,
        "searchable": is_searchable(drawn.numbers),
        "numbers": numbers_report(drawn, listed),
        "random_keys": random_keys_report(drawn),
        "method": method.label if method else "",
        "rated": method == NumberingMethod.RATING,
        "unrated": unrated_text(document, by_name=by_name) if method == NumberingMethod.RATING else "",
        "equals_by_name": by_name,
        "committed": announced_text(event, event.entries.all()) if event.commitment else None,
        "begun": begun,
        "away": "" if begun else away_text(event_state_of(event).absences, 1),
        "cancellable": not begun and not event.closed,
        "publishes": not begun and not event.closed and SYSTEMS[document.stages[0].system].whole_calendar,
    }
