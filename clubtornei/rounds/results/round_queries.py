"""What the page of a published round shows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.advice import RoundsAdvice, advice_for_stage
from clubtornei.events.models import Event
from clubtornei.events.systems import is_by_score
from clubtornei.rounds.documents.cut_ties import informed_step
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Clock, Proposal, Round, Table
from clubtornei.rounds.results.outcome_buttons import menu_buttons, played_buttons
from clubtornei.rounds.results.proposal_queries import proposal_rows, waiting_proposals
from clubtornei.rounds.results.round_view import RoundView, round_view_of, tables_changed_since, tables_of
from clubtornei.rounds.results.score_entry import ScoreEntry, score_entries_of
from clubtornei.rounds.state.event_state import (
    StageState,
    adjourned_tables,
    event_state_of,
    recorded_progress,
)
from clubtornei.rounds.state.last_round import rounds_to_finish
from clubtornei.rounds.state.listing import is_found
from clubtornei.rounds.state.next_step import StepCode
from clubtornei.rounds.state.page_context import event_context, round_header
from clubtornei.rounds.state.reason_texts import quality_texts
from clubtornei.rounds.state.round_check import checked_rows
from clubtornei.rounds.state.stages import stage_and_tabs
from clubtornei.rounds.state.stale_pairings import provisional_of, stale_pairings
from clubtornei.rounds.state.table_words import table_words
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS


@dataclass(frozen=True, kw_only=True)
class ResultsPage:
    """The page of a published round, and each of its parts. `header`: what pages of rounds have in common.
    `clock`: that of the round, at larger tables. `q`: who is searched.
    """

    event: Event
    header: Context
    round_view: RoundView
    score_entries: list[ScoreEntry]
    waiting: list[Proposal]
    clock: Clock | None
    q: str

    @property
    def context(self) -> Context:
        """For the template."""
        view, stage = self.round_view, self.round_view.round.stage.number
        stale = stale_pairings(self.event, stage, view.round.number)
        words = table_words(SYSTEMS[view.round.stage.system], self.event)
        return (
            self.header
            | state_of_round(self.event, view)
            | proposals_context(view, self.waiting)
            | {
                "round_view": view,
                "q": self.q,
                "clock": self.clock,
                "may_undo": not (self.event.closed or view.followed),
                "just_published": view.untouched and self.header["may_change"],
                "to_finish_first": rounds_to_finish(view.round),
                "quality": quality_texts(
                    view.round.quality,
                    view.names,
                    view.round.number,
                    lambda: EventSnapshot(self.event, stage).record().rounds,
                    tables=len(view.rows),
                ),
                "score_entries": self.score_entries,
                "provisional": view.round.provisional
                and provisional_of(EventSnapshot(self.event, stage).record(), view.round.number),
                "stale_pairings": stale,
                "checked": checked_rows(view.round, view.tables, view.names, words, stale=bool(stale)),
                "keys": [button.key for button in played_buttons(view.scale)],
            }
        )

    def with_entry(self, score_entry: ScoreEntry) -> "ResultsPage":
        """The page with the form of one table as it was sent."""
        return replace(
            self,
            score_entries=[
                score_entry if saved.table == score_entry.table else saved for saved in self.score_entries
            ],
        )


def results_page(request: MemberRequest, event: Event, round_: Round) -> ResultsPage:
    """The page of the round; `?proposal=`: the proposal with which the form of its table is filled in.

    `?q=`: the tables of players with these words in their names, the other games being hidden.
    """
    q = request.GET.get("q", "").strip()
    requested = request.GET.get("proposal", "")
    round_view = round_view_of(event, round_)
    waiting = waiting_proposals(round_)
    proposal = next((proposal for proposal in waiting if str(proposal.pk) == requested), None)
    for game in round_view.games:
        game.hidden = not is_found(game.pair, q)
    found = [table for table in round_view.multiplayer_tables if is_found(table.names, q)]
    return ResultsPage(
        event=event,
        header=round_header(request, event, round_),
        round_view=round_view,
        score_entries=score_entries_of(found, round_.stage, proposal),
        waiting=waiting,
        clock=Clock.objects.of(round_).first() if round_view.multiplayer_tables else None,
        q=q,
    )


def state_of_round(event: Event, view: RoundView) -> Context:
    """What each answer shows beside the tables: how far the round is and, once it is complete, what is next.
    One query while results are missing. `pairs_next`: whether it is to pair the round after it.
    """
    round_, stage = view.round, view.round.stage
    progress = recorded_progress(round_, view.annulled_players)
    context: Context = {
        "round": round_,
        "progress": progress,
        "played": [] if is_by_score(stage) else played_buttons(view.scale),
        "by_score": is_by_score(stage),
        "in_menu": menu_buttons(view.scale, adjourns=event.is_rated),
    }
    if progress.missing:
        return context
    state = event_state_of(event)
    step = informed_step(event, state)
    unfinished = step.round if step.code == StepCode.RESULTS else step.open_round
    to_finish = (step.stage, unfinished) == (stage.number, round_.number)
    return context | {
        "step": step,
        "stages": stage_and_tabs([each.stage for each in state.stages], stage.number)[1],
        "impossible": _impossible(event, state.stages[stage.number - 1]),
        "pairs_next": step.code == StepCode.PAIR
        and len(state.stages[stage.number - 1].rounds) == round_.number,
        # The adjourned games to be finished, where this is their page.
        "to_finish": adjourned_tables(round_, view.annulled_players) if to_finish else [],
    }


def _impossible(event: Event, state: StageState) -> RoundsAdvice | None:
    """That more rounds are planned than can be played; None where all can be, or the event is closed."""
    advice = None if event.closed else advice_for_stage(state.stage, state.players, fixed=True)
    return advice if isinstance(advice, RoundsAdvice) and advice.impossible else None


def proposals_context(view: RoundView, waiting: list[Proposal]) -> Context:
    """The panel of the proposals that wait for somebody to decide."""
    proposals = proposal_rows(view, waiting)
    return {
        "proposals": proposals,
        "proposing": len({row.table.pk for row in proposals}),
        "may_confirm_all": sum(not row.conflict for row in proposals) > 1,
    }


def changed_since_shown(request: MemberRequest, table: Table) -> list[Table]:
    """The other tables of the round with another result than the page has shown, by what it has sent."""
    shown = parse_int(request.POST.get("shown", ""))
    if shown is None:
        return []
    return tables_of(table.round, tables_changed_since(table.round, shown) - {table.pk})


def changed_rows(view: RoundView, changed: Sequence[Table]) -> Context:
    """The rows of these tables, which are among those of the view."""
    pks = {table.pk for table in changed}
    tables = [row for row in view.multiplayer_tables if row.table.pk in pks]
    return {
        "changed": bool(pks),
        "changed_games": [game for game in view.games if game.table.pk in pks],
        "changed_score_entries": score_entries_of(tables, view.round.stage),
    }


def answer_context(request: MemberRequest, event: Event, view: RoundView) -> Context:
    """What a part of the page needs, sent for some of its tables."""
    return event_context(request, event) | state_of_round(event, view)
