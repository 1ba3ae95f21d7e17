"""Changing a draft by hand: one address for all changes, which answers with the draft as it is afterwards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TypedDict

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.writing import ActionRefused, once
from clubtornei.rounds.drafts import edit_actions as actions, edits
from clubtornei.rounds.drafts.edits import DraftTables
from clubtornei.rounds.drafts.queries import draft_context
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.access import event_of, round_of, sent_request
from clubtornei.rounds.state.addresses import event_args
from clubtornei.text.numerals import parse_int, with_decimal_point
from clubtornei.web.http import redirect_page

MOST_POINTS = 1000


class EditArguments(TypedDict):
    """The keyword arguments of every action."""

    expected: str
    stage: int | None


@dataclass
class EditRequest:
    """A submitted form: the players chosen, and the button that was pressed."""

    event: Event
    number: int
    button: str
    form: QueryDict
    stage: int | None

    @property
    def arguments(self) -> EditArguments:
        """The token the page showed, and the stage."""
        return {"expected": self.form.get("expected", ""), "stage": self.stage}

    def change(self, edit: Callable[..., DraftTables], *arguments: object, **options: object) -> Round:
        return actions.change_draft(self.event, self.number, edit, *arguments, **options, **self.arguments)

    @property
    def players(self) -> list[int]:
        numbers = [parse_int(value) for value in self.form.getlist("player")]
        return [number for number in numbers if number is not None]

    @property
    def table(self) -> int:
        """The primary key of the table whose button was pressed; 0: of none."""
        return parse_int(self.form.get(self.button, "")) or 0

    @property
    def new_number(self) -> int:
        """The number typed for that table; 0 where it is none."""
        return parse_int(self.form.get(f"to-{self.table}", "")) or 0

    def exactly(self, count: int) -> list[int]:
        """The players chosen, who must be one or two. Raises ActionRefused."""
        if len(self.players) != count:
            raise ActionRefused(
                _("Scegli un giocatore.") if count == 1 else _("Scegli due giocatori, poi scambiali.")
            )
        return self.players

    def points(self) -> Decimal:
        """The points typed for a bye, with at most three decimals. Raises ActionRefused."""
        try:
            points = Decimal(with_decimal_point(self.form.get("points", "")))
        except ValidationError as error:
            raise ActionRefused(error.messages[0]) from error
        except InvalidOperation:
            points = Decimal(-1)
        if not (points.is_finite() and 0 <= points <= MOST_POINTS and points == round(points, 3)):
            raise ActionRefused(_("I punti del riposo: scrivi un numero, per esempio 0,5."))
        return points


@dataclass(frozen=True)
class EditCommand:
    """The action of a button, and the message once it is done."""

    run: Callable[[EditRequest], object]
    message: Promise


EDIT_COMMANDS: Mapping[str, EditCommand] = {
    "swap": EditCommand(
        lambda edit: edit.change(edits.swap, *edit.exactly(2)),
        gettext_lazy("Giocatori scambiati."),
    ),
    "together": EditCommand(
        lambda edit: edit.change(edits.seat_together, edit.players),
        gettext_lazy("Nuovo tavolo fatto."),
    ),
    "join": EditCommand(
        lambda edit: edit.change(edits.seat_at, edit.players, edit.table),
        gettext_lazy("Seduti al tavolo."),
    ),
    "unseat": EditCommand(
        lambda edit: edit.change(edits.unseat, edit.players),
        gettext_lazy("Tolti dal tavolo."),
    ),
    "bye": EditCommand(
        lambda edit: edit.change(edits.give_bye, *edit.exactly(1)),
        gettext_lazy("Riposo assegnato."),
    ),
    "requested": EditCommand(
        lambda edit: edit.change(edits.give_bye, *edit.exactly(1), requested=True, points=edit.points()),
        gettext_lazy("Riposo a richiesta assegnato."),
    ),
    "turn": EditCommand(
        lambda edit: edit.change(edits.rotate_seats, edit.table),
        gettext_lazy("Posti cambiati."),
    ),
    "break": EditCommand(
        lambda edit: edit.change(edits.break_table, edit.table),
        gettext_lazy("Tavolo sciolto."),
    ),
    "renumber": EditCommand(
        lambda edit: edit.change(edits.renumber, edit.table, edit.new_number),
        gettext_lazy("Tavoli rinumerati."),
    ),
    "undo": EditCommand(
        lambda edit: actions.undo(edit.event, edit.number, **edit.arguments),
        gettext_lazy("Ultima modifica annullata."),
    ),
    "again": EditCommand(
        lambda edit: actions.draw_again(edit.event, edit.number, **edit.arguments),
        gettext_lazy("È di nuovo l’abbinamento del sistema."),
    ),
    "rest": EditCommand(
        lambda edit: actions.seat_rest(edit.event, edit.number, **edit.arguments),
        gettext_lazy("Gli altri sono seduti a sorte."),
    ),
}
"""By the name of the button."""


@require_POST
def arrange(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Run the edit whose button was pressed. ActionRefused: 422 with the reason and the draft unchanged;
    where it is no draft any more, to the page as it is now."""
    event, done, refused = event_of(request, slug), "", ""
    try:
        with once(event, sent_request(request)) as new:
            if new:
                done = _run_edit(event, number, request.POST, stage)
    except ActionRefused as error:
        refused = str(error)
    round_ = round_of(event, number, stage)
    if round_ is None or round_.published or not request.htmx:
        if refused:
            messages.error(request, refused)
        target = "rounds:round" if round_ else "rounds:event"
        where = [*event_args(event, stage), *([number] if round_ else [])]
        return redirect_page(request, reverse(target, args=where))
    context = draft_context(request, event, round_)
    context |= {"done": done, "refused": refused}
    return render(request, "rounds/drafts/_draft.html", context, status=422 if refused else 200)


@require_POST
def draw_by_hand(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Create round `number` as an empty draft, whose tables the arbiter makes."""
    event = event_of(request, slug)
    number = parse_int(request.POST.get("number", "")) or 0
    with RefusalAsMessage(request):
        round_ = actions.draw_by_hand(event, number, stage=stage)
        return redirect("rounds:round", *event_args(event, round_.stage.number), number)
    return redirect("rounds:event", *event_args(event, stage))


def _run_edit(event: Event, number: int, form: QueryDict, stage: int | None) -> str:
    """Run the edit of the pressed button; returns its message. Raises ActionRefused."""
    button = next((name for name in EDIT_COMMANDS if name in form), None)
    if button is None:
        raise ActionRefused(_("Nessuna modifica scelta: usa uno dei pulsanti."))
    command = EDIT_COMMANDS[button]
    command.run(EditRequest(event, number, button, form, stage))
    return str(command.message)
