"""Results proposed by the players of a table, from its paper, and confirmed or rejected by an arbiter."""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.systems import games_in_match
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import Proposal, Round, Table
from clubtornei.rounds.results.actions import (
    decide,
    decide_by,
    open_table,
    outcome_and_score,
    refuse_without_score,
    with_score,
    write_result,
)
from clubtornei.rounds.results.multiplayer_actions import refuse_open_ties, state_with
from clubtornei.rounds.results.proposal_queries import Waiting, conflicting, what_waits
from clubtornei.rounds.state.last_round import refuse_too_early
from clubtornei.rounds.state.matches import with_outcome
from clubtornei.rounds.state.table_state import state_of
from clubtornei.rounds.state.table_words import table_in_sentence
from clubtornei.rounds.state.visitor_requests import (
    AnyAsked,
    ProposingResult,
    ProposingScores,
    keep_for_laptop,
)
from scoring.document import SeatScore

MAX_PROPOSALS, PERIOD = 10, timedelta(minutes=10)
"""At most so many proposals a table may send within the period."""


def propose_result(
    event: Event, table_pk: int, code: str, *, game: int | None = None, phone: str = ""
) -> None:
    """Propose the outcome of a game; in a match, of its game `game`. `phone`, here and below: who proposes.
    Raises ActionRefused.
    """
    outcome, score = outcome_and_score(code)
    if outcome is None or not outcome.played or outcome.by_arbiter or outcome.unrated:
        raise ActionRefused(_("Scegli chi ha vinto, o la patta."))

    def proposed(before: TableState, table: Table) -> TableState:
        if len(before.scores) != 2:
            raise ActionRefused(_("Al tavolo non siedono più gli stessi giocatori: ricarica la pagina."))
        refuse_without_score(table, code, outcome, score)
        return with_score(with_outcome(before, games_in_match(table.round.stage), outcome, game), score)

    def asked(table: Table) -> ProposingResult:
        return ProposingResult(table=table.link_key, code=code, game=game, phone=phone)

    _propose(event, table_pk, phone, proposed, asked)


def propose_scores(event: Event, table_pk: int, scores: Sequence[SeatScore], *, phone: str = "") -> None:
    """Propose the scores of a table of more than two. Raises ActionRefused, DocumentError."""

    def proposed(before: TableState, table: Table) -> TableState:
        state = state_with(before, scores)
        refuse_open_ties(event, table, state)
        return state

    def asked(table: Table) -> ProposingScores:
        return ProposingScores(table=table.link_key, scores=tuple(scores), phone=phone)

    _propose(event, table_pk, phone, proposed, asked)


def _propose(
    event: Event,
    table_pk: int,
    phone: str,
    proposed: Callable[[TableState, Table], TableState],
    asked: Callable[[Table], AnyAsked],
) -> None:
    """Store a proposal, replacing the waiting one of the same phone; nothing if a waiting one is the same, or
    the result. Different proposals of two phones both wait: the arbiter decides.
    """
    with writing(event) as locked:
        table = open_table(event, table_pk)
        if table.followed:
            raise ActionRefused(_("Il turno seguente è già abbinato: parla con l’arbitro."))
        refuse_too_early(table.round)
        before = state_of(table)
        state = proposed(before, table)
        now = timezone.now()
        latest = list(table.proposals.filter(Q(at__gte=now - PERIOD) | Q(status=Proposal.Status.WAITING)))
        waiting = [proposal for proposal in latest if proposal.waits(table.round)]
        others = [proposal for proposal in waiting if proposal.phone != phone]
        own = [proposal.state for proposal in waiting if proposal.phone == phone]
        if state in own or (not waiting and state.counts_as(before)):
            return
        if sum(proposal.at >= now - PERIOD for proposal in latest) >= MAX_PROPOSALS:
            raise ActionRefused(_("Troppe proposte in pochi minuti da questo tavolo: parla con l’arbitro."))
        replaced = [proposal.pk for proposal in latest if proposal.undecided and proposal not in others]
        if replaced:
            table.proposals.filter(pk__in=replaced).update(status=Proposal.Status.REPLACED, decided_at=now)
        keep_for_laptop(locked, asked(table))
        if state not in [proposal.state for proposal in others]:
            table.proposals.create(state=state, phone=phone)


class ProposalDecision(NamedTuple):
    """What has been decided: at which table, and what still waits in its round."""

    table: Table
    waiting: list[Waiting]


def confirm(
    event: Event, user: User, table_pk: int, proposal_pk: int, *, replacing: bool = False
) -> ProposalDecision:
    """Make the proposal the result, and reject the table's others; `replacing`: even if another is recorded
    or proposed. Raises ActionRefused.
    """
    with writing(event) as locked:
        table = open_table(locked, table_pk)
        waiting = what_waits(table.round)
        _confirm(locked, user, table, proposal_pk, waiting, replacing=replacing)
    return ProposalDecision(table, [one for one in waiting if one.table != table.pk])


def _confirm(
    locked: Event,
    user: User,
    table: Table,
    proposal_pk: int,
    waiting: Sequence[Waiting],
    *,
    replacing: bool = False,
) -> None:
    """`waiting`: of the table's round."""
    own = {one.pk: one.state for one in waiting if one.table == table.pk}
    proposed = own.pop(proposal_pk, None)
    if proposed is None:
        raise ActionRefused(
            _("Questa proposta del %(table)s non c’è più: ne è arrivata un’altra, o è già decisa.")
            % {"table": table_in_sentence(table)}
        )
    if own and not replacing:
        raise ActionRefused(
            _("Dal %(table)s sono arrivati due risultati diversi: scegli quale vale.")
            % {"table": table_in_sentence(table)}
        )
    before = state_of(table)
    if not before.counts_as(proposed):
        _refuse_confirming(table, before, proposed, replacing=replacing)
        refuse_open_ties(locked, table, proposed)
        write_result(table, proposed, user, event=locked)
    decide(proposal_pk, Proposal.Status.CONFIRMED, user)
    for other in own:
        decide(other, Proposal.Status.REJECTED, user)


def _refuse_confirming(table: Table, before: TableState, proposed: TableState, *, replacing: bool) -> None:
    if len(before.scores) != len(proposed.scores):
        raise ActionRefused(_("Al tavolo non siedono più gli stessi giocatori: rifiuta la proposta."))
    if before.scored and table.followed:
        raise ActionRefused(
            _("Il turno seguente è già stato abbinato: il risultato si cambia con «Correggi».")
        )
    if conflicting(before, proposed) and not replacing:
        raise ActionRefused(
            _("Al %(table)s è già registrato un altro risultato: scegli quale vale.")
            % {"table": table_in_sentence(table)}
        )


def confirm_all(event: Event, user: User, round_: Round, shown: Collection[int] | None = None) -> int:
    """Confirm all waiting proposals of the round, except those that conflict; returns how many. `shown`: only
    those that the page had, by primary key.
    """
    confirmed = 0
    with writing(event) as locked:
        waiting = what_waits(round_)
        for proposal in [one for one in waiting if shown is None or one.pk in shown]:
            try:
                _confirm(locked, user, open_table(locked, proposal.table), proposal.pk, waiting)
            except ActionRefused:
                continue
            confirmed += 1
    return confirmed


def reject(event: Event, user: User, table_pk: int, proposal_pk: int) -> ProposalDecision:
    """Reject a proposal, unless the recorded result says the same by now: the result stays as it is. Nothing
    happens if it is not waiting any more. Raises ActionRefused.
    """
    with writing(event) as locked:
        table = open_table(locked, table_pk)
        waiting = what_waits(table.round)
        for one in waiting:
            if (one.pk, one.table) == (proposal_pk, table.pk):
                decide_by(state_of(table), one.pk, one.state, user)
    return ProposalDecision(table, [one for one in waiting if one.pk != proposal_pk])
