"""What the page of a published round shows."""

from typing import Any

from django.utils.translation import gettext as _

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.rounds.core.page_context import round_header
from clubtornei.rounds.core.reason_texts import quality_texts
from clubtornei.rounds.core.result_codes import OTHER, PLAYED
from clubtornei.rounds.models import Round
from clubtornei.rounds.reports.next_step import next_step
from clubtornei.rounds.results.proposal_queries import said_in, waiting_in
from clubtornei.rounds.results.round_view import RoundView, round_view_of
from clubtornei.rounds.results.score_entry import markings_of
from clubtornei.rounds.results.stale_pairings import stale_pairings


def results_context(request: MemberRequest, event: Event, round_: Round) -> dict[str, Any]:
    """What the page of a published round shows, and each of its parts.

    `?proposal=`: the proposal that a table's form is to start from.
    """
    asked = request.GET.get("proposal", "")
    round_view = round_view_of(event, round_)
    waiting = waiting_in(round_)
    names = dict(event.entries.values_list("entry_no", "name")) if round_.quality else {}
    return round_header(request, event, round_) | {
        "round_view": round_view,
        "quality": quality_texts(round_.quality, names, round_.number),
        "proposals": said_in(round_view, waiting),
        "markings": markings_of(round_view, next((one for one in waiting if str(one.pk) == asked), None)),
        "progress": _progress(round_view),
        "step": next_step(event) if round_view.complete else None,
        "stale_pairings": [
            old for old in stale_pairings(event, round_.stage.number) if old.drawn == round_.number
        ],
        "played": PLAYED,
        "other": OTHER,
    }


def _progress(round_view: RoundView) -> str:
    text = _("%(finished)d di %(games)d") % {
        "finished": round_view.finished,
        "games": len(round_view.counted),
    }
    if round_view.adjourned:
        text += " · " + _("aggiornate: %(count)d") % {"count": round_view.adjourned}
    return text
