"""Who enters a stage to come: declining, inviting, confirming the entrants and beginning the stage."""

from django.utils.translation import gettext as _

from clubtornei.events.models import Event, Stage
from clubtornei.events.stage_titles import is_group
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.edit_actions import draw_by_hand
from clubtornei.rounds.drafts.refusals import stage_or_refuse
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import Round, Seat
from clubtornei.rounds.stages.actions import later_stage_or_refuse, unbegun_stage_or_refuse
from clubtornei.rounds.stages.cut_queries import tie_text
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of, unplayed_rounds
from clubtornei.rounds.state.event_state import event_state_of
from scoring.document import Document


def decline(event: Event, number: int, entry_no: int, declines: bool) -> None:
    """Record that a player gives up a place in a stage to come, or takes it back. Raises ActionRefused."""
    with writing(event) as locked:
        stage = unbegun_stage_or_refuse(locked, number)
        _refuse_unknown_entry(locked, entry_no)
        stage.declined = _add_or_remove(stage.declined, entry_no, declines)
        stage.save(update_fields=["declined"])


def invite(event: Event, number: int, entry_no: int, invited: bool) -> None:
    """Let a player into a stage to come by the arbiter's choice, or no longer. Raises ActionRefused."""
    with writing(event) as locked:
        stage = unbegun_stage_or_refuse(locked, number)
        _refuse_unknown_entry(locked, entry_no)
        if invited and entry_no in stage.declined:
            raise ActionRefused(_("Ha rinunciato a questa fase: prima togli la rinuncia."))
        stage.invited = _add_or_remove(stage.invited, entry_no, invited)
        stage.save(update_fields=["invited"])


def begin_stage(
    event: Event, number: int, *, expected: int | None = None, unfinished: bool = False, by_hand: bool = False
) -> Round:
    """Confirm who enters the stage and draw its first round as a draft; an existing round is returned.

    `expected`: the version of the event that the page showed; if it has changed, nothing is done.
    `unfinished`: begin although rounds of the stages before are left. `by_hand`: make the draft empty. Raises
    ActionRefused (UnseatablePlayerCount where the entrants fill no tables), and then nothing is done.
    """
    with writing(event) as locked:
        existing = Round.objects.of(locked, number).first()
        if existing is not None:
            return existing
        if expected is not None and expected != locked.version:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo chi passa, poi conferma."))
        stage = later_stage_or_refuse(locked, number)
        if stage.entrants is None:
            _confirm_entrants(locked, stage, unfinished)
        return (draw_by_hand if by_hand else draw_round)(locked, 1, stage=number)


def confirm_seated_players(event: Event, number: int) -> None:
    """Take the players seated in a stage as its entrants, if none are recorded (in an imported event)."""
    with writing(event) as locked:
        stage = stage_or_refuse(locked, number)
        seats = Seat.objects.filter(round__stage=stage).order_by("round__number", "table__number", "position")
        seated = list(dict.fromkeys(seats.values_list("entry__entry_no", flat=True)))
        if not seated:
            raise ActionRefused(_("In questa fase non siede ancora nessuno."))
        if stage.entrants is None:
            stage.entrants = seated
            stage.save(update_fields=["entrants"])


def take_back_start(event: Event, number: int) -> None:
    """Undo the beginning of a stage: its draft is deleted and its entrants are open. Raises ActionRefused."""
    with writing(event) as locked:
        stage = stage_or_refuse(locked, number)
        if is_group(stage):
            raise ActionRefused(_("I gruppi si rifanno annullando il sorteggio dei numeri."))
        if stage.number == 1 or not stage.begun:
            raise ActionRefused(_("Questa fase non è ancora cominciata."))
        if stage.rounds.filter(published_at__isnull=False).exists():
            raise ActionRefused(
                _("Il primo turno di questa fase è già pubblicato: prima riportalo in bozza.")
            )
        stage.rounds.all().delete()
        stage.entrants, stage.absences, stage.withdrawals = None, {}, {}
        stage.save(update_fields=["entrants", "absences", "withdrawals"])


def _confirm_entrants(event: Event, stage: Stage, unfinished: bool) -> None:
    document = document_of(event)
    stage_entrants = stage_entrants_of(document, stage.number)
    if stage_entrants.problem:
        raise ActionRefused(stage_entrants.problem)
    if not stage_entrants.entrants:
        raise ActionRefused(_("Non entra nessuno: scegli chi gioca, o scrivi una regola per la fase."))
    if not unfinished:
        refuse_unplayed(event, document, stage.number)
    if stage_entrants.undecided:
        ties = " ".join(tie_text(document, tie) for tie in stage_entrants.undecided)
        raise ActionRefused(_("Prima va deciso chi passa. %(ties)s") % {"ties": ties})
    stage.entrants = stage_entrants.entry_nos
    stage.save(update_fields=["entrants"])


def refuse_unplayed(event: Event, document: Document, number: int) -> None:
    """Raises ActionRefused where rounds are left in a stage from which that stage takes players."""
    if unplayed := unplayed_rounds(document, event_state_of(event), number):
        raise ActionRefused(_("Prima non è finita: %(left)s.") % {"left": ", ".join(unplayed)})


def _refuse_unknown_entry(event: Event, entry_no: int) -> None:
    if not event.entries.filter(entry_no=entry_no).exists():
        raise ActionRefused(_("Questo iscritto non c’è più: ricarica la pagina."))


def _add_or_remove(entry_nos: list[int], entry_no: int, add: bool) -> list[int]:
    others = [listed for listed in entry_nos if listed != entry_no]
    return [*others, entry_no] if add else others
