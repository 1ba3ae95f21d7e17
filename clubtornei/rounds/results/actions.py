"""Entering, correcting and undoing results."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.systems import games_in_match
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.result_codes import RESULT_CODES, ResultCode, outcome_of
from clubtornei.rounds.core.table_state import label_of, save_state, state_of
from clubtornei.rounds.models import Proposal, ResultEntry, Round, Seat, Table
from clubtornei.rounds.results.matches import match_in, with_outcome


def record_result(
    event: Event,
    user: User,
    table_pk: int,
    code: str,
    *,
    game: int | None = None,
    expected: Collection[str] | None = None,
    correcting: bool = False,
) -> Table:
    """Record the outcome `code` at a table of two; where it plays a match, of its game `game` (None: the next
    one), and the match has the result that its games give it.

    `expected`: the outcomes that the page has shown or sent; if somebody else has recorded another one since,
    nothing is changed. Once a later round is drawn, a result is only changed with `correcting`. Raises
    ActionRefused.
    """
    outcome = RESULT_CODES.get(code)
    if outcome is None:
        raise ActionRefused(_("«%(code)s» non è un risultato: usa 1, ½ o 0.") % {"code": code})
    with writing(event):
        table = open_table(event, table_pk)
        seats = list(table.seats.select_related("entry"))
        before = state_of(table, seats)
        size = games_in_match(table.round.stage)
        if _already_recorded(before, size, outcome, game):
            return table
        if expected is not None and _code(before, size) not in expected:
            raise ActionRefused(
                _("Intanto al tavolo %(table)s è stato registrato %(label)s: controlla e correggi.")
                % {"table": table.number, "label": label_of(before) or _("nessun risultato")}
            )
        if before.scored and not correcting and round_after(table.round):
            raise ActionRefused(
                _("Il turno seguente è già stato sorteggiato: il risultato si cambia con «Correggi».")
            )
        after = with_outcome(before, size, outcome, game)
        write_result(table, seats, after, user)
    return table


def _already_recorded(state: TableState, size: int | None, outcome: ResultCode, game: int | None) -> bool:
    """Whether just this is entered already, by a double click or by somebody else."""
    if size is None:
        return outcome_of(state) == outcome
    match = match_in(state, size)
    if not outcome.code:
        return not match.code
    if game is None or outcome.forfeit or outcome.adjourned:
        return with_outcome(state, size, outcome, game) == state
    recorded = match.games[game - 1].outcome if 1 <= game <= len(match.games) else None
    return not match.status.code and recorded == outcome


def _code(state: TableState, size: int | None) -> str:
    """The state as the page sends it back in `expected`."""
    return outcome_of(state).code if size is None else match_in(state, size).code


def undo_result(event: Event, user: User, round_: Round) -> Table:
    """Undo the user's latest entry in the round; called again, the one before it. Raises ActionRefused."""
    with writing(event):
        last = ResultEntry.objects.filter(table__round=round_, user=user, undone=False).first()
        if last is None:
            raise ActionRefused(_("Non hai altre registrazioni da annullare in questo turno."))
        table = open_table(event, last.table_id)
        seats = list(table.seats.select_related("entry"))
        if state_of(table, seats) != last.after:
            raise ActionRefused(
                _("Il risultato del tavolo %(table)s è stato cambiato da un altro arbitro: correggilo lì.")
                % {"table": table.number}
            )
        if round_after(round_):
            raise ActionRefused(
                _("Il turno seguente è già stato sorteggiato: il risultato si cambia con «Correggi».")
            )
        save_state(table, seats, last.before)
        last.undone = True
        last.save(update_fields=["undone"])
    return table


def write_result(table: Table, seats: Sequence[Seat], state: TableState, user: User) -> None:
    """Write the result of a table, with a ResultEntry of the result before it and of the user."""
    before = state_of(table, seats)
    save_state(table, seats, state)
    ResultEntry.objects.create(table=table, user=user, before=before, after=state)


def settle_proposal(table: Table, proposal_pk: int, state: TableState, user: User) -> None:
    """Decide a proposal of a table whose result is `state`: confirmed if it says the same, else rejected.

    Nothing happens if it is not waiting any more. Inside `writing`.
    """
    proposal = table.proposals.waiting().filter(pk=proposal_pk).first()
    if proposal:
        same = proposal.state == state
        decide(proposal, Proposal.Status.CONFIRMED if same else Proposal.Status.REJECTED, user)


def decide(proposal: Proposal, status: Proposal.Status, user: User) -> None:
    """Store what the user has decided about the proposal. Inside `writing`."""
    proposal.status, proposal.decided_by, proposal.decided_at = status, user, timezone.now()
    proposal.save(update_fields=["status", "decided_by", "decided_at"])


def open_table(event: Event, pk: int) -> Table:
    """A table of a published round of the event, with its round and stage. Raises ActionRefused."""
    table = (
        Table.objects.select_related("round__stage")
        .filter(pk=pk, round__stage__event=event, number__isnull=False)
        .first()
    )
    if table is None:
        raise ActionRefused(_("Questo tavolo non c’è più: ricarica la pagina."))
    if not table.round.published:
        raise ActionRefused(_("Il turno è ancora una bozza: prima pubblicalo, poi registra i risultati."))
    return table


def round_after(round_: Round) -> bool:
    """Whether a later round of the stage is drawn."""
    return Round.objects.filter(stage=round_.stage_id, number__gt=round_.number).exists()
