"""Who did not come to his table, after asking; and the latecomer at a table of three to five."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.namesakes import use_whole_names
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.drafts import no_show_actions as actions
from clubtornei.rounds.drafts.missed_actions import latecomers
from clubtornei.rounds.drafts.missed_forms import TableForm
from clubtornei.rounds.models import Seat
from clubtornei.rounds.state.access import event_of, round_or_404
from clubtornei.rounds.state.addresses import back_to_row, event_args, row_url
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.table_words import table_in_sentence, table_title
from clubtornei.web.form_pages import confirmation_page


@require_http_methods(["GET", "POST"])
def no_show(request: MemberRequest, slug: str, number: int, entry_no: int, stage: int) -> HttpResponse:
    """Record that a player did not come to his table in a published round, after asking."""
    event = event_of(request, slug)
    seat = _seat_or_404(event, number, entry_no, stage)
    if request.method == "GET":
        return _question(request, event, seat)
    with RefusalAsMessage(request):
        table = actions.mark_no_show(
            event, request.user, seat.table.pk, entry_no, seats=request.POST.get("seats")
        )
        text = _("%(name)s non si è presentato: è scritto al %(table)s.")
        messages.success(request, text % {"name": seat.entry.whole_name, "table": table_in_sentence(table)})
        return back_to_row(request, event, table)
    return back_to_row(request, event, seat.table)


@require_POST
def seat_latecomer(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Seat somebody without a table at one of three to five that has no result yet."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number, stage)
    form = TableForm(latecomers(round_), actions.tables_with_room(round_), request.POST)
    if not form.is_valid():
        messages.error(request, _("Scegli chi è arrivato, e un tavolo dove c’è posto."))
        return redirect("rounds:missed", *event_args(event, stage), number)
    entry_no, table_pk = form.cleaned_data["seated"], form.cleaned_data["table"]
    with RefusalAsMessage(request):
        table = actions.seat_latecomer(event, entry_no, table_pk)
        messages.success(
            request, _("%(table)s: ora siede anche chi è arrivato.") % {"table": table_title(table)}
        )
        return back_to_row(request, event, table)
    return redirect("rounds:missed", *event_args(event, stage), number)


def _seat_or_404(event: Event, number: int, entry_no: int, stage: int) -> Seat:
    round_ = round_or_404(event, number, stage)
    seats = Seat.objects.select_related("entry__player", "table__round__stage")
    seat = seats.filter(round=round_, entry__entry_no=entry_no, table__number__isnull=False).first()
    if seat is None or not round_.published:
        raise Http404
    return seat


def _question(request: MemberRequest, event: Event, seat: Seat) -> HttpResponse:
    table = seat.table
    others = [other.entry for other in table.seated if other.pk != seat.pk]
    use_whole_names(event, [seat.entry, *others])
    if len(others) == 1:
        text = _("La partita non si gioca: vince %(others)s per forfait.")
    else:
        text = _(
            "Il tavolo gioca senza di lui: restano %(others)s. In questo turno risulta assente, senza punti."
        )
    return confirmation_page(
        request,
        event_context(request, event) | {"round": table.round},
        title=_("%(name)s non si è presentato al %(table)s?")
        % {"name": seat.entry.name, "table": table_in_sentence(table)},
        sentences=[
            text % {"others": ", ".join(entry.name for entry in others)},
            _("È scritto nello storico, con il tuo nome e l’ora."),
        ],
        sent=[("seats", table.seating)],
        button=_("Non si è presentato"),
        back=row_url(event, table),
    )
