"""Entering, correcting and undoing results."""

from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.accounts.models import name_of_user
from clubtornei.events.models import Event
from clubtornei.events.systems import (
    games_in_match,
    has_bracket,
    is_by_score,
    pairs_by_results,
    scoring_options_of,
)
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import Proposal, ResultEntry, Round, RoundQuerySet, Table
from clubtornei.rounds.results.later_rounds import complete_later_rounds
from clubtornei.rounds.state.last_round import refuse_too_early
from clubtornei.rounds.state.matches import match_in, with_outcome
from clubtornei.rounds.state.result_codes import RESULT_CODES, ResultCode, outcome_of, scale_of, score_in
from clubtornei.rounds.state.table_state import (
    code_of,
    in_words,
    refuse_reseated,
    reported_of,
    save_state,
    state_of,
)
from clubtornei.rounds.state.table_words import table_in_sentence, table_title
from scoring.document import GameScore, Intervention, interventions_as_plain, shares_of
from scoring.reasons import printable


class Overtaken(ActionRefused):
    """Another result was recorded since the page was shown; nothing is changed."""


class ResultForm(TypedDict, total=False):
    """What comes with a result. `game`: of a match; None: the next one. `expected`: the outcome that the
    page has shown; if another one has been recorded since, nothing is changed. `seats`: who sat there
    (`Table.seating`). `by_arbiter`: an arbiter enters it, who may decide ½ – 0 and the like.
    """

    game: int | None
    expected: str | None
    seats: str | None
    by_arbiter: bool


def record_result(
    event: Event,
    user: User,
    table_pk: int,
    code: str,
    *,
    replacing: bool = True,
    correcting: bool = False,
    **form: Unpack[ResultForm],
) -> Table:
    """Record the outcome `code` at a table of two; where it plays a match, of one of its games, and the match
    has the result that its games give it.

    `replacing`: whether another result, or another recorded game, may be there already. Once a later round is
    drawn, a result is only changed with `correcting`. Raises ActionRefused.
    """
    outcome, score = _outcome_or_refuse(code, by_arbiter=form.get("by_arbiter", False))
    game, expected = form.get("game"), form.get("expected")
    with writing(event) as locked:
        table = open_table(event, table_pk, form.get("seats"))
        refuse_too_early(table.round)
        before = state_of(table)
        size = games_in_match(table.round.stage)
        if before.score == score and _already_recorded(before, size, outcome, game):
            return table
        refuse_without_score(table, code, outcome, score)
        if expected is not None and _code(before, size) != expected:
            mine = (
                code
                if score is not None
                else outcome.on(scale_of(scoring_options_of(table.round.stage))).label
            )
            raise Overtaken(_overtaken_text(table, before, mine))
        if before.scored and not correcting and table.followed:
            raise ActionRefused(
                _("Il turno seguente è già stato abbinato: il risultato si cambia con «Correggi».")
            )
        after = with_score(with_outcome(before, size, outcome, game), score)
        if not replacing and _overwrites(before, after):
            raise ActionRefused(_already_there_text(table, before))
        write_result(table, after, user, event=locked)
        confirm_equal(table, after, user)
        if table.reported is not None:  # what counts now is what was corrected
            table.reported = None
            table.save(update_fields=["reported"])
    return table


def _outcome_or_refuse(code: str, *, by_arbiter: bool) -> tuple[ResultCode, GameScore | None]:
    """What `outcome_and_score` gives. Raises ActionRefused where that is none, or an arbiter decides it."""
    outcome, score = outcome_and_score(code)
    if outcome is None:
        raise ActionRefused(
            _("«%(code)s» non è un risultato: usa 1, ½ o 0, o i punti come 120-85.")
            % {"code": printable(code)}
        )
    if outcome.by_arbiter and not by_arbiter:
        raise ActionRefused(_("Un risultato come «%(code)s» lo decide l’arbitro.") % {"code": outcome.short})
    return outcome, score


def outcome_and_score(code: str) -> tuple[ResultCode | None, GameScore | None]:
    """The outcome that a form has sent, and the score, if it was one; None: it is neither."""
    score = None if code in RESULT_CODES else score_in(code)
    if score is None:
        return RESULT_CODES.get(code), None
    return outcome_of(TableState(scores=shares_of(*score))), score


def refuse_without_score(table: Table, code: str, outcome: ResultCode, score: GameScore | None) -> None:
    """Raises ActionRefused where the results of the stage are scores and this is none, or the other way."""
    stage = table.round.stage
    by_score = is_by_score(stage)
    if score is not None and not by_score:
        raise ActionRefused(_("«%(code)s» non è un risultato: usa 1, ½ o 0.") % {"code": printable(code)})
    if by_score and score is None and outcome.played and not outcome.by_arbiter:
        raise ActionRefused(_("Scrivi i punti di tutti e due, come 120-85: vince chi ne ha di più."))


def with_score(state: TableState, score: GameScore | None) -> TableState:
    """The state with what each scored; a level game of a bracket, which is replayed, keeps none."""
    return replace(state, score=score if state.scored and not state.games else None)


def correct_result(event: Event, user: User, table_pk: int, code: str, **form: Unpack[ResultForm]) -> Table:
    """`record_result` although a later round is drawn; where that was paired by results, the reports of the
    stage say so.
    """
    with writing(event) as locked:
        corrected = open_table(event, table_pk)
        before, followed = state_of(corrected), corrected.followed
        table = record_result(locked, user, table_pk, code, correcting=True, **form)
        stage, after = table.round.stage, state_of(table)
        rests = followed and pairs_by_results(stage)
        if rests and before.scored and not before.counts_as(after):
            last = stage.rounds.order_by("number").last()
            known = Intervention(
                kind="correction",
                round=table.round.number,
                players=tuple(seat.entry.entry_no for seat in table.seated),
                text=f"{_in_report(before)} corrected to {_in_report(after)}"
                f" after round {last.number if last else 0} was paired",
            )
            stage.interventions = [*stage.interventions, *interventions_as_plain([known])]
            stage.save(update_fields=["interventions"])
    return table


def _in_report(state: TableState) -> str:
    """The result as report files write it in words."""
    outcome = outcome_of(state)
    if not outcome.finished:
        return "adjourned" if outcome.adjourned else "no result"
    points = outcome.short.replace(" – ", "-").replace("½", "1/2")
    return f"{points} by forfeit" if outcome.forfeit else points


def report_result(event: Event, table_pk: int, code: str, *, seats: str | None = None) -> Table:
    """Let the report for rating have the outcome `code`, while the result that is recorded goes on to count;
    of a closed event too. The recorded one takes the mark away. Raises ActionRefused.
    """
    outcome = RESULT_CODES.get(code)
    if outcome is None or not outcome.finished:
        raise ActionRefused(_("Nel rapporto va una partita finita: scegli come è finita."))
    with writing(event, even_closed=True):
        table = open_table(event, table_pk, seats)
        state = state_of(table)
        if games_in_match(table.round.stage) is not None or len(state.scores) != 2 or not state.scored:
            raise ActionRefused(_("Solo una partita a due con un risultato si corregge per il rapporto."))
        ended = replace(
            state,
            scores=outcome.scores,
            forfeit=outcome.forfeit,
            unrated=outcome.unrated,
            games=(),
            score=None,
        )
        table.reported = reported_of(ended) if ended != state else None
        table.save(update_fields=["reported"])
    return table


def is_late(table: Table) -> bool:
    """Whether a correction comes so late that it is for the report alone, unless it is confirmed: two rounds
    rest on the result. One query.
    """
    later = Round.objects.filter(stage=table.round.stage_id, number__gte=table.round.number + 2).published()
    return bool(table.followed) and games_in_match(table.round.stage) is None and later.exists()


def author_of(table: Table) -> str:
    """Who entered, corrected or undid the table's result last, as a name in a sentence."""
    last = table.result_entries.select_related("user").first()
    if last is None or last.user is None:
        return _("un altro arbitro")
    return name_of_user(last.user)


def _overwrites(before: TableState, after: TableState) -> bool:
    """Whether a recorded result, or a recorded game of the match, would be lost."""
    return before.scored or after.games[: len(before.games)] != before.games


def _already_there_text(table: Table, state: TableState) -> str:
    """A result is there: what it is, and how it is changed."""
    scale = scale_of(scoring_options_of(table.round.stage))
    recorded = in_words(state, [seat.entry.whole_name for seat in table.seated], scale)
    facts = {"table": table_title(table), "recorded": recorded}
    return _("%(table)s: già «%(recorded)s». Per cambiarlo premi prima «Correggi».") % facts


def _overtaken_text(table: Table, state: TableState, mine: str) -> str:
    """Somebody else was quicker: who, what is recorded now, and what was sent (`mine`; empty: no result)."""
    scale = scale_of(scoring_options_of(table.round.stage))
    recorded = in_words(state, [seat.entry.whole_name for seat in table.seated], scale)
    facts = {"table": table_title(table), "who": author_of(table), "recorded": recorded, "mine": mine}
    if not recorded:
        said = _("%(table)s: %(who)s ha intanto cancellato il risultato.")
    else:
        said = _("%(table)s: %(who)s ha intanto registrato «%(recorded)s», e resta così finché non lo cambi.")
    if mine:
        said = " ".join((said, _("Tu avevi scritto «%(mine)s».")))
    return said % facts


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
    return code_of(state) if size is None else match_in(state, size).code


def undo_result(
    event: Event, user: User, round_: Round | RoundQuerySet, table_pk: int | None = None
) -> Table:
    """Undo the user's latest entry in the round, or in the one of a query; called again, the one before it.
    The proposal that it confirmed waits again. `table_pk`, here and below: the latest at that table. Raises
    ActionRefused.
    """
    with writing(event) as locked:
        last = _entries_of(user, round_, table_pk).filter(undone=False).first()
        if last is None and table_pk is not None:
            text = _("%(table)s: non c’è una tua registrazione da annullare.")
            raise ActionRefused(text % {"table": table_title(open_table(event, table_pk))})
        if last is None:
            raise ActionRefused(_("Non hai altre registrazioni da annullare in questo turno."))
        table = open_table(event, last.table_id)
        if last.undone:
            return table
        if state_of(table) != last.after:
            raise ActionRefused(
                _("Il risultato del %(table)s è stato cambiato da %(who)s: correggilo lì.")
                % {"table": table_in_sentence(table), "who": author_of(table)}
            )
        if table.followed:
            raise ActionRefused(
                _("Il turno seguente è già stato abbinato: il risultato si cambia con «Correggi».")
            )
        save_state(table, last.before)
        last.undone, last.version = True, locked.version + 1
        last.save(update_fields=["undone", "version"])
        _wait_again(table, last.after)
    return table


def _wait_again(table: Table, state: TableState) -> None:
    """The latest confirmed proposal of that result waits again, unless its phone has proposed another."""
    proposal = table.proposals.filter(status=Proposal.Status.CONFIRMED).first()
    if proposal is None or not proposal.state.counts_as(state):
        return
    if not table.proposals.filter(status=Proposal.Status.WAITING, phone=proposal.phone).exists():
        proposal.status, proposal.decided_by, proposal.decided_at = Proposal.Status.WAITING, None, None
        proposal.save(update_fields=["status", "decided_by", "decided_at"])


def next_to_undo(user: User, round_: Round) -> int | None:
    """The primary key of the table whose result the user's next undo in the round takes back."""
    return _entries_of(user, round_, None).filter(undone=False).values_list("table", flat=True).first()


def last_undone(
    event: Event, user: User, round_: Round | RoundQuerySet, table_pk: int | None = None
) -> Table:
    """The table whose result the user undid last in the round. Raises ActionRefused."""
    last = _entries_of(user, round_, table_pk).filter(undone=True).order_by("-version").first()
    return open_table(event, last.table_id if last else 0)


def _entries_of(
    user: User, round_: Round | RoundQuerySet, table_pk: int | None
) -> models.QuerySet[ResultEntry]:
    own = ResultEntry.objects.filter(Q(table__round=round_), user=user)
    return own if table_pk is None else own.filter(table=table_pk)


def write_result(
    table: Table,
    state: TableState,
    user: User | None,
    *,
    event: Event | None = None,
) -> None:
    """Write the result of a table, with a ResultEntry of the result before it and of the user. In a bracket
    whose later rounds lack what rested on the match, that is paired again.

    `event`: as `writing` has given it, so that open pages get the table with their next poll.
    """
    before = state_of(table)
    save_state(table, state)
    version = event.version + 1 if event else 0
    table.result_entries.create(user=user, before=before, after=state, version=version)
    if event and state.scored and not before.scored and has_bracket(table.round.stage) and table.followed:
        complete_later_rounds(event, table.round)


def decide_proposal(table: Table, proposal_pk: int, state: TableState, user: User) -> None:
    """Decide a proposal of a table whose result is `state`. Nothing happens if it is not waiting any more.
    Inside `writing`.
    """
    for proposal in waiting_of(table):
        if proposal.pk == proposal_pk:
            decide_by(state, proposal.pk, proposal.state, user)


def decide_by(result: TableState, proposal_pk: int, proposed: TableState, user: User) -> None:
    """Confirm the proposal if it says the same as the result, else reject it. Inside `writing`."""
    same = proposed.counts_as(result)
    decide(proposal_pk, Proposal.Status.CONFIRMED if same else Proposal.Status.REJECTED, user)


def confirm_equal(table: Table, state: TableState, user: User) -> None:
    """What was entered by hand decides the waiting proposals that say the same. Inside `writing`."""
    for proposal in waiting_of(table):
        if proposal.state.counts_as(state):
            decide(proposal.pk, Proposal.Status.CONFIRMED, user)


def waiting_of(table: Table) -> list[Proposal]:
    """The waiting proposals of a table with its round. One query, none where `proposed` says no."""
    if not table.proposed:
        return []
    undecided = table.proposals.filter(status=Proposal.Status.WAITING)
    return [proposal for proposal in undecided if proposal.waits(table.round)]


def decide(proposal_pk: int, status: Proposal.Status, user: User) -> None:
    """Store what the user has decided about the proposal. Inside `writing`."""
    proposal = Proposal.objects.filter(pk=proposal_pk)
    proposal.update(status=status, decided_by=user, decided_at=timezone.now())


def open_table(event: Event, pk: int, seats: str | None = None) -> Table:
    """A table of a published round of the event, `as_rows`. Raises Reseated, ActionRefused."""
    table = Table.objects.games().as_rows().with_proposed().filter(pk=pk, round__stage__event=event).first()
    if table is None:
        raise ActionRefused(
            _("Questo tavolo non c’è più: un collega ha riportato in bozza il turno. Non è registrato nulla.")
        )
    if not table.round.published:
        raise ActionRefused(
            _(
                "Il turno non è pubblicato, o un collega l’ha riportato in bozza. Il risultato non è"
                " registrato: prima il turno va pubblicato."
            )
        )
    refuse_reseated(table, seats)
    return table


def play_early(event: Event, round_: Round) -> None:
    """Let the last round of a calendar be played although earlier games are open."""
    with writing(event):
        round_.played_early = True
        round_.save(update_fields=["played_early"])
