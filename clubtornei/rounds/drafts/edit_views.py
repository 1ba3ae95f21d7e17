"""A draft arranged by hand: one address for every change, and the draft comes back as it is then."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.access import event_of
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.numerals import whole
from clubtornei.rounds.core.access import round_or_404
from clubtornei.rounds.core.addresses import at
from clubtornei.rounds.drafts import edit_actions as actions
from clubtornei.rounds.drafts.queries import draft_context

MOST_POINTS = 1000


@dataclass
class EditRequest:
    """What the form asks for: the players chosen, and the table whose button was pressed."""

    event: Event
    number: int
    verb: str
    form: QueryDict
    stage: int | None

    @property
    def at(self) -> dict[str, Any]:
        return {"expected": self.form.get("expected", ""), "stage": self.stage}

    @property
    def players(self) -> list[int]:
        found = [whole(value) for value in self.form.getlist("player")]
        return [player for player in found if player is not None]

    @property
    def table(self) -> int:
        return whole(self.form.get(self.verb, "")) or 0

    def chosen(self, count: int) -> list[int]:
        """So many players. Raises Refused where others were chosen."""
        if len(self.players) != count:
            raise ActionRefused(
                _("Scegli un giocatore.") if count == 1 else _("Scegli due giocatori, poi scambiali.")
            )
        return self.players

    def points(self) -> Decimal:
        try:
            points = Decimal(self.form.get("points", "").replace(",", "."))
        except InvalidOperation:
            points = Decimal(-1)
        if not (points.is_finite() and 0 <= points <= MOST_POINTS and points == round(points, 3)):
            raise ActionRefused(_("I punti del bye: scrivi un numero, per esempio 0,5."))
        return points


@dataclass
class EditCommand:
    """A change by hand, and what is said when it is done."""

    do: Callable[[EditRequest], object]
    done: Promise


def _to(wish: EditRequest) -> int:
    return whole(wish.form.get(f"to-{wish.table}", "")) or 0


EDIT_COMMANDS: Mapping[str, EditCommand] = {
    "swap": EditCommand(
        lambda w: actions.swap(w.event, w.number, *w.chosen(2), **w.at), gettext_lazy("Giocatori scambiati.")
    ),
    "together": EditCommand(
        lambda w: actions.seat_together(w.event, w.number, w.players, **w.at),
        gettext_lazy("Nuovo tavolo fatto."),
    ),
    "join": EditCommand(
        lambda w: actions.seat_at(w.event, w.number, w.players, w.table, **w.at),
        gettext_lazy("Seduti al tavolo."),
    ),
    "unseat": EditCommand(
        lambda w: actions.unseat(w.event, w.number, w.players, **w.at), gettext_lazy("Tolti dal tavolo.")
    ),
    "bye": EditCommand(
        lambda w: actions.give_bye(w.event, w.number, *w.chosen(1), **w.at), gettext_lazy("Bye assegnato.")
    ),
    "requested": EditCommand(
        lambda w: actions.give_bye(
            w.event, w.number, *w.chosen(1), requested=True, points=w.points(), **w.at
        ),
        gettext_lazy("Bye a richiesta assegnato."),
    ),
    "turn": EditCommand(
        lambda w: actions.rotate_seats(w.event, w.number, w.table, **w.at), gettext_lazy("Posti cambiati.")
    ),
    "break": EditCommand(
        lambda w: actions.break_table(w.event, w.number, w.table, **w.at), gettext_lazy("Tavolo sciolto.")
    ),
    "renumber": EditCommand(
        lambda w: actions.renumber(w.event, w.number, w.table, _to(w), **w.at),
        gettext_lazy("Tavoli rinumerati."),
    ),
    "undo": EditCommand(
        lambda w: actions.undo(w.event, w.number, **w.at), gettext_lazy("Ultima modifica annullata.")
    ),
    "again": EditCommand(
        lambda w: actions.draw_again(w.event, w.number, **w.at),
        gettext_lazy("È di nuovo l’abbinamento del sistema."),
    ),
}
"""By the name of the button that was pressed."""


@require_POST
def arrange(request: MemberRequest, slug: str, number: int, stage: int | None = None) -> HttpResponse:
    """One change by hand. Refused: 422 with the reason, and the draft as it is."""
    event = event_of(request, slug)
    round_or_404(event, number, stage)
    said, refused = "", ""
    try:
        said = _arranged(event, number, request.POST, stage)
    except ActionRefused as error:
        refused = str(error)
    if not request.htmx:
        if refused:
            messages.error(request, refused)
        return redirect("rounds:round", *at(event, stage), number)
    context = draft_context(request, event, round_or_404(event, number, stage))
    context |= {"said": said, "refused": refused}
    return render(request, "rounds/drafts/_draft.html", context, status=422 if refused else 200)


@require_POST
def draw_by_hand(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """An empty draft, to make the round's tables oneself."""
    event = event_of(request, slug)
    number = whole(request.POST.get("number", "")) or 0
    try:
        actions.draw_by_hand(event, number, stage=stage)
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return redirect("rounds:rounds", *at(event, stage))
    return redirect("rounds:round", *at(event, stage), number)


def _arranged(event: Event, number: int, form: QueryDict, stage: int | None) -> str:
    """Do what the pressed button says; gives what to say of it. Raises Refused."""
    verb = next((name for name in EDIT_COMMANDS if name in form), None)
    if verb is None:
        raise ActionRefused(_("Nessuna modifica scelta: usa uno dei pulsanti."))
    EDIT_COMMANDS[verb].do(EditRequest(event, number, verb, form, stage))
    return str(EDIT_COMMANDS[verb].done)
