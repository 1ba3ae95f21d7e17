"""Who enters a stage, beginning it, and what stages there are."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from scoring.qualification_rule import qualification_rule_of

from clubtornei.events.models import Event, Stage
from clubtornei.events.stages import stage_of, stage_title
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.event_state import EventState, states_of
from clubtornei.rounds.drafts.edit_actions import draw_by_hand
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import Round, Seat
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.stages.formula_actions import apply_formula
from clubtornei.rounds.stages.formula_queries import formula_offers
from scoring.record import Document


def decline(event: Event, number: int, entry_no: int, declines: bool) -> None:
    """Somebody gives up his place in a stage to come, or has it again. Raises Refused."""
    with writing(event) as locked:
        stage = _to_come(locked, number)
        _refuse_stranger(locked, entry_no)
        stage.declined = _with(stage.declined, entry_no, declines)
        stage.save(update_fields=["declined"])


def invite(event: Event, number: int, entry_no: int, invited: bool) -> None:
    """The arbiter lets somebody into a stage to come by his own choice, or no longer. Raises Refused."""
    with writing(event) as locked:
        stage = _to_come(locked, number)
        _refuse_stranger(locked, entry_no)
        if invited and entry_no in stage.declined:
            raise ActionRefused(_("Ha rinunciato a questa fase: prima togli la rinuncia."))
        stage.invited = _with(stage.invited, entry_no, invited)
        stage.save(update_fields=["invited"])


def apply_formula_offer(event: Event, code: str) -> None:
    """Make the stages to come as the rules of the formula want them now. Raises Refused."""
    with writing(event) as locked:
        offers = formula_offers(locked, document_of(locked))
        offer = next((one for one in offers if one.code == code), None)
        if offer is None:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo chi passa."))
        apply_formula(locked, offer.choice)


def begin_stage(
    event: Event, number: int, *, expected: int | None = None, unfinished: bool = False, by_hand: bool = False
) -> Round:
    """Settle who enters the stage, and draw its first round as a draft; one that is there is given back.

    `expected`: the version of the event whose list the arbiter has before him; another one is not settled.
    `unfinished`: though rounds of the stages before are left. `by_hand`: the draft is empty. Raises Refused
    (Unseatable, where so many fill no tables), and then nothing is done.
    """
    with writing(event) as locked:
        there = Round.objects.of(locked, number).first()
        if there is not None:
            return there
        if expected is not None and expected != locked.version:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo chi passa, poi conferma."))
        stage = _to_come(locked, number, begun_too=True)
        if stage.entrants is None:
            document = document_of(locked)
            entrance = stage_entrants_of(document, number)
            if entrance.problem:
                raise ActionRefused(entrance.problem)
            if not entrance.entrants:
                raise ActionRefused(
                    _("Non entra nessuno: scegli chi gioca, o scrivi una regola per la fase.")
                )
            left = unplayed_rounds(document, states_of([locked])[locked.pk], number)
            if left and not unfinished:
                raise ActionRefused(_("Prima non è finita: %(left)s.") % {"left": ", ".join(left)})
            stage.entrants = entrance.entry_nos
            stage.save(update_fields=["entrants"])
        return (draw_by_hand if by_hand else draw_round)(locked, 1, stage=number)


def confirm_seated_players(event: Event, number: int) -> None:
    """Of a stage that was played elsewhere, and nobody wrote down who entered it: those who sit in it did."""
    with writing(event) as locked:
        stage = _stage(locked, number)
        seats = Seat.objects.filter(round__stage=stage).order_by("round__number", "table__number", "position")
        seated = list(dict.fromkeys(seats.values_list("entry__entry_no", flat=True)))
        if not seated:
            raise ActionRefused(_("In questa fase non siede ancora nessuno."))
        if stage.entrants is None:
            stage.entrants = seated
            stage.save(update_fields=["entrants"])


def unplayed_rounds(document: Document, state: EventState, number: int) -> list[str]:
    """Of the stages that this one takes players from: what is left to be played, in words."""
    rule = qualification_rule_of(document.stages[number - 1])
    found = []
    for place in sorted(rule.sources) if rule else [number - 1]:
        before = state.stages[place - 1]
        total = before.rounds_in_all
        left = 0 if total is None else total - len(before.rounds)
        if left > 0:
            found.append(
                _("%(stage)s: turni da giocare %(left)d")
                % {"stage": stage_title(place, before.stage.name), "left": left}
            )
    return found


def take_back_start(event: Event, number: int) -> None:
    """As if the stage had not begun: its draft goes, and who enters is open again. Raises Refused."""
    with writing(event) as locked:
        stage = _stage(locked, number)
        if stage.number == 1 or not stage.begun:
            raise ActionRefused(_("Questa fase non è ancora cominciata."))
        if stage.rounds.filter(published_at__isnull=False).exists():
            raise ActionRefused(
                _("Il primo turno di questa fase è già pubblicato: prima riportalo in bozza.")
            )
        stage.rounds.all().delete()
        stage.entrants, stage.absences, stage.withdrawals = None, {}, {}
        stage.save(update_fields=["entrants", "absences", "withdrawals"])


def add_stage(event: Event, stage: Mapping[str, Any], *, number: int | None = None) -> Stage:
    """One more stage after all others, with what its columns hold.

    `number`: which it is to be; nothing is added where there is one by now. Raises Refused.
    """
    with writing(event) as locked:
        last = locked.stages.order_by("number").last()
        if last and number is not None and number <= last.number:
            raise ActionRefused(
                _("Intanto è stata aggiunta la fase «%(stage)s»: se ne vuoi un’altra, salva di nuovo.")
                % {"stage": stage_title(last.number, last.name)}
            )
        added: Stage = locked.stages.create(number=last.number + 1 if last else 1, **stage)
    return added


def change_stage(event: Event, number: int, changes: Mapping[str, Any]) -> None:
    """Change a stage to come. Raises Refused where it has begun."""
    with writing(event) as locked:
        stage = _to_come(locked, number)
        for name, value in changes.items():
            setattr(stage, name, value)
        stage.save(update_fields=list(changes))


def remove_stage(event: Event, number: int) -> None:
    """Take the last stage off, while it has not begun. Raises Refused."""
    with writing(event) as locked:
        stage = _to_come(locked, number)
        if locked.stages.filter(number__gt=number).exists():
            raise ActionRefused(_("Si toglie prima l’ultima fase: quelle dopo contano su questa."))
        stage.delete()


def _stage(event: Event, number: int) -> Stage:
    try:
        return stage_of(event, number)
    except Stage.DoesNotExist as error:
        raise ActionRefused(_("Questa fase non c’è più: ricarica la pagina.")) from error


def _to_come(event: Event, number: int, *, begun_too: bool = False) -> Stage:
    stage = _stage(event, number)
    if number == 1:
        raise ActionRefused(_("La prima fase si prepara dagli iscritti e dalle impostazioni."))
    if stage.begun and not begun_too:
        raise ActionRefused(_("La fase è già cominciata: prima annulla la partenza."))
    return stage


def _refuse_stranger(event: Event, entry_no: int) -> None:
    if not event.entries.filter(entry_no=entry_no).exists():
        raise ActionRefused(_("Questo iscritto non c’è più: ricarica la pagina."))


def _with(entry_nos: list[int], entry_no: int, there: bool) -> list[int]:
    rest = [other for other in entry_nos if other != entry_no]
    return [*rest, entry_no] if there else rest
