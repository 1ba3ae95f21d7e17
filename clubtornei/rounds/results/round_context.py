"""What the page of a published round shows."""

from typing import Any

from django.utils.translation import gettext as _

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.rounds.core.page_context import round_header
from clubtornei.rounds.core.reason_texts import quality_of
from clubtornei.rounds.core.result_codes import OTHER, PLAYED
from clubtornei.rounds.models import Round
from clubtornei.rounds.reports.next_step import next_step
from clubtornei.rounds.results.proposal_queries import said_in, waiting_in
from clubtornei.rounds.results.round_view import Sheet, sheet_of
from clubtornei.rounds.results.score_entry import markings_of
from clubtornei.rounds.results.stale_pairings import old_results


def results_context(request: MemberRequest, event: Event, round_: Round) -> dict[str, Any]:
    """What the page of a published round shows, and each of its parts.

    `?proposal=`: the proposal that a table's form is to start from.
    """
    asked = request.GET.get("proposal", "")
    sheet = sheet_of(event, round_)
    waiting = waiting_in(round_)
    names = dict(event.entries.values_list("ident", "name")) if round_.quality else {}
    return round_header(request, event, round_) | {
        "sheet": sheet,
        "quality": quality_of(round_.quality, names, round_.number),
        "proposals": said_in(sheet, waiting),
        "markings": markings_of(sheet, next((one for one in waiting if str(one.pk) == asked), None)),
        "progress": _progress(sheet),
        "step": next_step(event) if sheet.complete else None,
        "old_results": [old for old in old_results(event, round_.stage.number) if old.drawn == round_.number],
        "played": PLAYED,
        "other": OTHER,
    }


def _progress(sheet: Sheet) -> str:
    text = _("%(finished)d di %(games)d") % {"finished": sheet.finished, "games": len(sheet.counted)}
    if sheet.adjourned:
        text += " · " + _("aggiornate: %(count)d") % {"count": sheet.adjourned}
    return text
