"""What the page of a published round shows."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.rounds.core.page_context import round_header
from clubtornei.rounds.core.progress import RoundProgress
from clubtornei.rounds.core.reason_texts import quality_texts
from clubtornei.rounds.models import Round
from clubtornei.rounds.reports.next_step import next_step
from clubtornei.rounds.results.outcome_buttons import IN_MENU, PLAYED
from clubtornei.rounds.results.proposal_queries import ProposalRow, proposal_rows, waiting_proposals
from clubtornei.rounds.results.round_view import RoundView, round_view_of
from clubtornei.rounds.results.score_entry import ScoreEntry, score_entries_of
from clubtornei.rounds.results.stale_pairings import stale_pairings
from clubtornei.untyped import Context


@dataclass(frozen=True, kw_only=True)
class ResultsPage:
    """The page of a published round, and each of its parts. `header`: what pages of rounds have in common."""

    event: Event
    header: Context
    round_view: RoundView
    score_entries: list[ScoreEntry]
    proposals: list[ProposalRow]

    @property
    def context(self) -> Context:
        """For the template."""
        view = self.round_view
        return self.header | {
            "round_view": view,
            "quality": quality_texts(view.round.quality, view.names, view.round.number),
            "proposals": self.proposals,
            "score_entries": self.score_entries,
            "progress": _progress_text(view.progress),
            "step": next_step(self.event) if view.complete else None,
            "stale_pairings": [
                pairing
                for pairing in stale_pairings(self.event, view.round.stage.number)
                if pairing.drawn == view.round.number
            ],
            "played": PLAYED,
            "in_menu": IN_MENU,
        }

    def with_entry(self, score_entry: ScoreEntry) -> "ResultsPage":
        """The page with the form of one table as it was sent."""
        return replace(
            self,
            score_entries=[
                score_entry if saved.table == score_entry.table else saved for saved in self.score_entries
            ],
        )


def results_page(request: MemberRequest, event: Event, round_: Round) -> ResultsPage:
    """The page of the round; `?proposal=`: the proposal with which the form of its table is filled in."""
    requested = request.GET.get("proposal", "")
    round_view = round_view_of(event, round_)
    waiting = waiting_proposals(round_)
    proposal = next((proposal for proposal in waiting if str(proposal.pk) == requested), None)
    return ResultsPage(
        event=event,
        header=round_header(request, event, round_),
        round_view=round_view,
        score_entries=score_entries_of(round_view, proposal),
        proposals=proposal_rows(round_view, waiting),
    )


def _progress_text(progress: RoundProgress) -> str:
    text = _("%(finished)d di %(games)d") % {
        "finished": progress.finished,
        "games": progress.games,
    }
    if progress.adjourned:
        text += " · " + _("aggiornate: %(count)d") % {"count": progress.adjourned}
    return text
