"""What the page of a published round shows."""

from django.utils.translation import gettext as _

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.rounds.core.page_context import round_header
from clubtornei.rounds.core.progress import RoundProgress
from clubtornei.rounds.core.reason_texts import quality_texts
from clubtornei.rounds.models import Round
from clubtornei.rounds.reports.next_step import next_step
from clubtornei.rounds.results.outcome_buttons import IN_MENU, PLAYED
from clubtornei.rounds.results.proposal_queries import proposal_rows, waiting_proposals
from clubtornei.rounds.results.round_view import round_view_of
from clubtornei.rounds.results.score_entry import score_entries_of
from clubtornei.rounds.results.stale_pairings import stale_pairings
from clubtornei.untyped import Context


def results_context(request: MemberRequest, event: Event, round_: Round) -> Context:
    """What the page of a published round shows, and each of its parts.

    `?proposal=`: the proposal with which the form of its table is filled in.
    """
    requested = request.GET.get("proposal", "")
    round_view = round_view_of(event, round_)
    waiting = waiting_proposals(round_)
    proposals = proposal_rows(round_view, waiting)
    proposal = next((proposal for proposal in waiting if str(proposal.pk) == requested), None)
    return round_header(request, event, round_) | {
        "round_view": round_view,
        "quality": quality_texts(round_.quality, round_view.names, round_.number),
        "proposals": proposals,
        "proposing": len({row.table.pk for row in proposals}),
        "confirmable": sum(not row.conflict for row in proposals),
        "score_entries": score_entries_of(round_view, proposal),
        "progress": _progress_text(round_view.progress),
        "step": next_step(event) if round_view.complete else None,
        "stale_pairings": [
            pairing
            for pairing in stale_pairings(event, round_.stage.number)
            if pairing.drawn == round_.number
        ],
        "played": PLAYED,
        "in_menu": IN_MENU,
    }


def _progress_text(progress: RoundProgress) -> str:
    text = _("%(finished)d di %(games)d") % {
        "finished": progress.finished,
        "games": progress.games,
    }
    if progress.adjourned:
        text += " · " + _("aggiornate: %(count)d") % {"count": progress.adjourned}
    return text
