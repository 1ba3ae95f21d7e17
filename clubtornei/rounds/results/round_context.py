"""What the page of a published round shows."""

from django.utils.translation import gettext as _

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.rounds.core.page_context import round_header
from clubtornei.rounds.core.progress import RoundProgress
from clubtornei.rounds.core.reason_texts import quality_texts
from clubtornei.rounds.core.result_codes import OTHER, PLAYED
from clubtornei.rounds.models import Round
from clubtornei.rounds.reports.next_step import StepCode, next_step
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.results.proposal_queries import proposal_rows, waiting_proposals
from clubtornei.rounds.results.provisional import provisional_of
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
    step = next_step(event) if round_view.complete else None
    proposal = next((proposal for proposal in waiting if str(proposal.pk) == requested), None)
    played = [outcome.on(round_view.scale) for outcome in PLAYED]
    here = (round_.stage.number, round_.number)
    return round_header(request, event, round_) | {
        "round_view": round_view,
        "quality": quality_texts(round_.quality, round_view.names, round_.number),
        "proposals": proposal_rows(round_view, waiting),
        "score_entries": score_entries_of(round_view, proposal),
        "progress": _progress_text(round_view.progress),
        "step": step,
        # The adjourned games to be finished first, where this is their page.
        "to_finish": [row for row in round_view.rows if row.adjourned and not row.annulled]
        if step and step.code == StepCode.RESULTS and (step.stage, step.round) == here
        else [],
        "provisional": _provisional_notes(event, round_),
        "stale_pairings": [
            pairing
            for pairing in stale_pairings(event, round_.stage.number)
            if pairing.drawn == round_.number
        ],
        "played": played,
        "keys": [outcome.first_key for outcome in played],
        "other": OTHER,
    }


def _provisional_notes(event: Event, round_: Round) -> list[str]:
    if not round_.provisional:
        return []
    return provisional_of(EventSnapshot(event, round_.stage.number), round_.number)


def _progress_text(progress: RoundProgress) -> str:
    text = _("%(finished)d di %(games)d") % {
        "finished": progress.finished,
        "games": progress.games,
    }
    if progress.adjourned:
        text += " · " + _("aggiornate: %(count)d") % {"count": progress.adjourned}
    return text
