"""The page of a round: a draft, or its results."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.rounds.drafts.queries import draft_context
from clubtornei.rounds.results.round_queries import results_page
from clubtornei.rounds.state.access import event_of, round_or_404
from clubtornei.rounds.state.addresses import row_url, say_taken_back
from clubtornei.text.numerals import parse_int


@require_safe
def round_page(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """The round: a draft to change, or the results to enter. `?go=`: to the table of that number."""
    event = event_of(request, slug, Role.HELPER)
    round_ = round_or_404(event, number, stage)
    if "go" in request.GET:
        asked = parse_int(request.GET["go"])
        table = round_.tables.games().select_related("round__stage").filter(number=asked).first()
        if table:
            return redirect(row_url(event, table))
        messages.error(
            request, _("Nel turno %(round)s non c’è un tavolo con questo numero.") % {"round": number}
        )
    say_taken_back(request, event, round_)
    if round_.published:
        page = results_page(request, event, round_)
        return render(request, "rounds/results/round.html", page.context)
    return render(request, "rounds/drafts/round.html", draft_context(request, event, round_))
