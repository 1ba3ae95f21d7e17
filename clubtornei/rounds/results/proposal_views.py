"""The tables’ proposals on the page of a round, which polls for them: confirmed or rejected there."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh, reswap

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import Proposal, Round, Table
from clubtornei.rounds.results import proposal_actions as actions
from clubtornei.rounds.results.actions import next_to_undo
from clubtornei.rounds.results.proposal_queries import waiting_proposals
from clubtornei.rounds.results.round_queries import (
    answer_context,
    changed_rows,
    changed_since_shown,
    proposals_context,
)
from clubtornei.rounds.results.round_view import organisers_rows_of, tables_changed_since, tables_of
from clubtornei.rounds.state.access import event_of, round_of, table_of
from clubtornei.rounds.state.addresses import back_to_row, event_args, remember_taken_back, to_today
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.rounds.state.table_words import table_words
from clubtornei.text.numerals import parse_int, parse_ints
from pairing.registry import SYSTEMS


@require_safe
def proposals(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """The panel of waiting proposals, and the tables with other results than in the version `?shown=` of
    the event; 204 if that is still its version. Without htmx: the round's page, which has them. Where the
    round is not in the `?phase=` of the page any more, that is loaded again, with a message.
    """
    event = event_of(request, slug, Role.HELPER)
    if not request.htmx:
        return redirect("rounds:round", *event_args(event, stage), number)
    shown = parse_int(request.GET.get("shown", ""))
    if shown == event.version:
        return HttpResponse(status=204)
    round_ = round_of(event, number, stage)
    if "phase" in request.GET:
        moved = _moved_on(request, event, round_, number, stage)
        if moved or round_ is None or "shown" not in request.GET:
            return moved or HttpResponse(status=204)
    if round_ is None:
        raise Http404
    changed = set() if shown is None else tables_changed_since(round_, shown)
    return _panel(request, event, round_, waiting_proposals(round_), tables_of(round_, changed))


def _moved_on(
    request: MemberRequest, event: Event, round_: Round | None, number: int, stage: int
) -> HttpResponse | None:
    """The answer to a page of the round as it was; None: it is still in the phase the page was of."""
    phase = "" if round_ is None else "closed" if event.closed else round_.phase()
    if request.GET["phase"] == phase:
        return None
    if phase == "draft" and round_:
        remember_taken_back(request, round_)
        return HttpResponseClientRefresh()
    said = {
        "": _("Intanto la bozza del turno %(number)s è stata scartata."),
        "published": _("Intanto il turno %(number)s è stato pubblicato.")
        if request.GET["phase"] == "draft"
        else _("Intanto la bozza del turno %(next)s è stata scartata."),
        "drafted": _("Intanto il turno %(next)s è stato abbinato: è in bozza."),
        "followed": _("Intanto il turno %(next)s è stato pubblicato."),
        "closed": _("Intanto il torneo è stato chiuso."),
    }
    words = said[phase] % {"number": number, "next": number + 1}
    messages.info(request, words)
    if round_ is None:
        return HttpResponseClientRedirect(reverse("rounds:event", args=event_args(event, stage)))
    return HttpResponseClientRefresh()


@require_POST
def confirm(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Make a table's proposal its result."""
    event = event_of(request, slug, Role.HELPER)
    replacing = "replacing" in request.POST
    try:
        decision = actions.confirm(event, request.user, pk, _proposal_pk(request), replacing=replacing)
    except ActionRefused as refused:
        return _refused(request, event, pk, str(refused))
    return _decided(request, event, decision, [decision.table, *changed_since_shown(request, decision.table)])


@require_POST
def confirm_all(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Confirm all waiting proposals of the page that do not conflict with a recorded result."""
    event = event_of(request, slug, Role.HELPER)
    round_ = round_of(event, number, stage)
    if round_ is None:
        gone = _("Il turno %(number)s non c’è più: un collega l’ha scartato. Non è registrato nulla.")
        return to_today(request, event, None, gone % {"number": number})
    before = event.version
    try:
        confirmed = actions.confirm_all(
            event, request.user, round_, parse_ints(request.POST.getlist("proposal"))
        )
    except ActionRefused as refused:
        if request.htmx:
            return _panel(request, event, round_, waiting_proposals(round_), refused=str(refused))
        messages.error(request, str(refused))
    else:
        done = ngettext("%(count)d proposta confermata.", "%(count)d proposte confermate.", confirmed)
        done %= {"count": confirmed}
        if request.htmx:
            changed = tables_of(round_, tables_changed_since(round_, before))
            return _panel(request, event, round_, waiting_proposals(round_), changed, done=done)
        messages.success(request, done)
        _warn_of_undecided(request, event, round_)
    return redirect("rounds:round", *event_args(event, stage), number)


def _warn_of_undecided(request: MemberRequest, event: Event, round_: Round) -> None:
    """Say at which tables proposals differ, if at any."""
    left = sorted({proposal.table.number or 0 for proposal in waiting_proposals(round_)})
    if not left:
        return
    undecided = ngettext(
        "%(table)s %(numbers)s: due risultati diversi, decidi tu quale vale.",
        "%(tables)s %(numbers)s: risultati diversi, decidi tu quale vale.",
        len(left),
    )
    words = table_words(SYSTEMS[round_.stage.system], event)
    facts = {"table": words.title, "tables": words.all, "numbers": ", ".join(map(str, left))}
    messages.warning(request, undecided % facts)


@require_POST
def reject(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Reject a table's proposal."""
    event = event_of(request, slug, Role.HELPER)
    try:
        decision = actions.reject(event, request.user, pk, _proposal_pk(request))
    except ActionRefused as refused:
        return _refused(request, event, pk, str(refused))
    return _decided(request, event, decision)


def _proposal_pk(request: MemberRequest) -> int:
    """The proposal that the form names; 0, which is none, if it names none."""
    return parse_int(request.POST.get("proposal", "")) or 0


def _refused(request: MemberRequest, event: Event, pk: int, refused: str) -> HttpResponse:
    """The page is behind: it gets the whole panel."""
    table = table_of(event, pk)
    if table is None or not table.round.published:
        return to_today(request, event, table, refused)
    if not request.htmx:
        return back_to_row(request, event, table, refused)
    return _panel(request, event, table.round, waiting_proposals(table.round), [table], refused=refused)


def _decided(
    request: MemberRequest, event: Event, decision: actions.ProposalDecision, changed: Sequence[Table] = ()
) -> HttpResponse:
    """What a decision changes: the proposals of its table, how many tables are left, and the rows `changed`.
    The whole panel where nothing is left.
    """
    table, waiting = decision
    if not request.htmx:
        return back_to_row(request, event, table)
    round_ = table.round
    if not waiting:
        return _panel(request, event, round_, [], changed)
    rivals = [one.pk for one in waiting if one.table == table.pk]
    left = list(table.proposals.filter(pk__in=rivals)) if rivals else []
    rows = changed or (tables_of(round_, {table.pk}) if left else [])
    view = organisers_rows_of(event, round_, rows, as_tiles=bool(changed))
    context = (
        answer_context(request, event, view)
        | changed_rows(view, changed)
        | proposals_context(view, left)
        | {
            "undoable": next_to_undo(request.user, round_) if changed else None,
            "decided": f"#proposals [data-of=table-{table.pk}]"
            + "".join(f":not(#proposal-{one.pk})" for one in left),
            "proposing": len({one.table for one in waiting}),
            "may_confirm_all": len(waiting) > 1,
        }
    )
    return reswap(render(request, "rounds/results/_proposals.html#decided", context), "none")


def _panel(
    request: MemberRequest,
    event: Event,
    round_: Round,
    waiting: list[Proposal],
    changed: Sequence[Table] = (),
    *,
    refused: str = "",
    done: str = "",
) -> HttpResponse:
    """The panel of waiting proposals and, out of band, the rows that have changed; `done`: in words.

    The panel carries the version that the page then has: it gets what others have entered since its own.
    """
    shown = parse_int(request.POST.get("shown", ""))
    if shown is not None:
        changed = tables_of(round_, {table.pk for table in changed} | tables_changed_since(round_, shown))
    others = tables_of(round_, {proposal.table_id for proposal in waiting} - {table.pk for table in changed})
    view = organisers_rows_of(event, round_, [*changed, *others], as_tiles=True)
    context = (
        answer_context(request, event, view)
        | changed_rows(view, changed)
        | proposals_context(view, waiting)
        | {
            "stages": stage_and_tabs(stages_of(event), round_.stage.number)[1] if event.several else None,
            "refused": refused,
            "done": done,
            "undoable": next_to_undo(request.user, view.round) if request.method == "POST" else None,
        }
    )
    return render(request, "rounds/results/_proposals.html#answer", context, status=422 if refused else 200)
