"""Results at tables of two: entered by a tap or a key, undone, and corrected once a later round is drawn."""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec.structs import replace

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.games import plays_with_colours
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.systems import is_by_score
from clubtornei.events.writing import ActionRefused, once
from clubtornei.rounds.models import Table
from clubtornei.rounds.results import actions
from clubtornei.rounds.results.corrections import changes_by_result, changes_if_replayed
from clubtornei.rounds.results.later_rounds import DependentResults, dependent_results_of
from clubtornei.rounds.results.multiplayer_responses import row_response
from clubtornei.rounds.results.round_queries import answer_context, changed_rows, changed_since_shown
from clubtornei.rounds.results.round_view import TwoPlayerTable, organisers_rows_of
from clubtornei.rounds.state.access import (
    event_of,
    round_or_404,
    rounds_numbered,
    sent_request,
    table_of,
    table_or_404,
)
from clubtornei.rounds.state.addresses import back_to_row, event_args, row_url, to_today
from clubtornei.rounds.state.matches import with_outcome
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.result_codes import RESULT_CODES, ResultCode
from clubtornei.rounds.state.table_state import label_of, score_texts
from clubtornei.rounds.state.table_words import table_in_sentence, table_title
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context

BY_SCORE = "score"
"""What a form sends as the result where the points of both are in a field of their own."""

OfferedOutcome = tuple[ResultCode, str, bool]
"""An outcome, in words, and whether it is chosen."""


class OutcomeGroup(NamedTuple):
    """Outcomes of one kind. `plain`: how games usually end."""

    title: str
    outcomes: list[OfferedOutcome]
    plain: bool = False


@require_POST
def result(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Enter a result; htmx gets the row back, with the progress of the round."""
    event = event_of(request, slug, Role.HELPER)
    error, mine = "", ""
    try:
        table = _record(request, event, pk)
    except ActionRefused as refused:
        there, error = table_of(event, pk), str(refused)
        if there is None or not there.round.published:
            return to_today(request, event, there, error)
        table = there
        if isinstance(refused, actions.Overtaken):
            mine = _sent_code(request)
    if not request.htmx:
        return back_to_row(request, event, table, error)
    return _row(request, event, table, error=error, mine=mine)


@require_POST
def play_early(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Let the last round of a calendar be played although earlier games are open."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.play_early(event, round_or_404(event, number, stage))
        messages.success(request, _("L’ultimo turno si può giocare: le partite aperte si finiscono dopo."))
    return redirect("rounds:round", *event_args(event, stage), number)


@require_POST
def undo(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Undo the user's own latest entry in the round; where the page knows the table, at that one."""
    event = event_of(request, slug, Role.HELPER)
    round_ = rounds_numbered(event, number, stage)
    try:
        with once(event, sent_request(request)) as new:
            undone = actions.undo_result if new else actions.last_undone
            table = undone(event, request.user, round_, parse_int(request.POST.get("table", "")))
    except ActionRefused as refused:
        if not rounds_numbered(event, number, stage).exists():
            return to_today(request, event, None, str(refused))
        if request.htmx:
            return render(request, "rounds/results/_refused.html", {"refused": str(refused)}, status=422)
        messages.error(request, str(refused))
        return redirect("rounds:round", *event_args(event, stage), number)
    if not request.htmx:
        return back_to_row(request, event, table)
    return _row(request, event, table, undone=True)


@require_http_methods(["GET", "POST"])
def correct(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Correct a result on which a later round rests: `?result=` shows what it changes; a POST does it."""
    event = event_of(request, slug)
    table = table_or_404(event, pk)
    if request.method == "POST":
        return _correct(request, event, table)
    game = _game_or_404(event, table)
    dependents = dependent_results_of(game.table)
    correction = _correction_context(request, event, game, dependents)
    chosen, number = correction["chosen"], correction["number"] or game.last_played
    late = actions.is_late(table)
    outcomes = [(one, words, one == chosen) for one, words in _other_outcomes(event, game)]
    groups = _outcome_groups(outcomes)
    context = event_context(request, event) | {
        "round": table.round,
        "game": game,
        "by_score": is_by_score(table.round.stage),
        "games": [(line, line.number == number) for line in game.all_lines],
        "single_game": game.all_lines[0].number if len(game.all_lines) == 1 else None,
        "outcome_groups": groups,
        "rare_chosen": any(chosen for group in groups if not group.plain for *_, chosen in group.outcomes),
        "dependents": dependents,
        "late": late,
        "may_be_reported": late and chosen is not None and chosen.finished,
    }
    return render(request, "rounds/results/correct.html", context | correction | _form_words(event, game))


def _form_words(event: Event, game: TwoPlayerTable) -> Context:
    """Title, button and way back of the form; or why there is none."""
    table = game.table
    lead = _("Turno %(round)s, %(table)s: %(white)s – %(black)s") % {
        "round": table.round.number,
        "table": table_in_sentence(table),
        "white": game.white.name,
        "black": game.black.name,
    }
    closed = event.closed and not game.is_reportable
    return {
        "title": _("Correggi un risultato") if game.label else _("Decisione dell’arbitro"),
        "lead": lead,
        "method": "get",
        "action": "#changes",
        "button": _("Guarda che cosa cambia"),
        "back": row_url(event, table),
        "refused": _("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo.") if closed else "",
    }


def _correct(request: MemberRequest, event: Event, table: Table) -> HttpResponse:
    """Correct it for the report alone where that is asked, or where it comes late and is not confirmed."""
    scope = request.POST.get("scope", "")
    for_report = scope == "report" or (scope != "standings" and actions.is_late(table))
    with RefusalAsMessage(request):
        if for_report:
            code, seats = request.POST.get("result", "?"), request.POST.get("seats")
            actions.report_result(event, table.pk, code, seats=seats)
        else:
            _record(request, event, table.pk, correcting=True)
        text = _("%(table)s: risultato corretto. La correzione è nello storico.")
        if for_report:
            text = _("%(table)s: corretto solo per il rapporto. La classifica resta com’era.")
        messages.success(request, text % {"table": table_title(table)})
        return back_to_row(request, event, table)
    return redirect("rounds:correct", event.slug, table.pk)


def _other_outcomes(event: Event, game: TwoPlayerTable) -> Iterator[tuple[ResultCode, str]]:
    """The outcomes that the result can be corrected to, in words; of a match for any of its games. The one
    that counts is among them where another one is reported, and only finished games in a closed event.
    """
    colours = plays_with_colours(event.game)
    seats = (_("il Bianco"), _("il Nero")) if colours else (_("il primo"), _("il secondo"))
    names = seats if game.match else (game.white.name, game.black.name)
    by_score = is_by_score(game.table.round.stage)
    for outcome in RESULT_CODES.values():
        if game.match:
            possible = not (outcome.by_arbiter or outcome.unrated)
        else:
            possible = outcome != game.outcome or game.table.reported is not None
        if by_score and outcome.played and not outcome.by_arbiter:
            continue  # its score is typed
        if not colours and (outcome.adjourned or outcome.unrated):
            continue
        if possible and (outcome.finished or not game.is_reportable):
            yield outcome.on(game.scale), outcome.in_words(*names)


def _outcome_groups(outcomes: list[OfferedOutcome]) -> list[OutcomeGroup]:
    """The outcomes by what they are, those of played games first; without groups that are empty, and in words
    that do not begin with the title of their group.
    """
    groups = (
        OutcomeGroup(_("Partita giocata"), [], plain=True),
        OutcomeGroup(_("Forfait"), []),
        OutcomeGroup(_("Senza Elo"), []),
        OutcomeGroup(_("Decisione dell’arbitro"), []),
        OutcomeGroup(_("Nessun risultato"), []),
    )
    for offered in outcomes:
        outcome, words, is_chosen = offered
        kinds = (False, outcome.forfeit, outcome.unrated, outcome.by_arbiter, not outcome.finished)
        group = groups[kinds.index(True) if any(kinds) else 0]
        group.outcomes.append((outcome, capfirst(words.removeprefix(f"{group.title}: ")), is_chosen))
    return [group for group in groups if group.outcomes]


def _correction_context(
    request: MemberRequest, event: Event, game: TwoPlayerTable, dependents: DependentResults
) -> Context:
    """What the outcome in `?result=` (in a match, of the game in `?game=`) would change."""
    code = request.GET.get("score") or request.GET.get("result", "?")
    outcome, score = actions.outcome_and_score(code)
    chosen = outcome.on(game.scale) if outcome else None
    if chosen and score:
        chosen = replace(chosen, short=" – ".join(score_texts(score)))
    number = parse_int(request.GET.get("game", "")) if game.match else None
    context: Context = {"chosen": chosen, "chosen_code": code, "number": number, "changes": None}
    if outcome is None:
        if request.GET.get("score"):
            messages.error(request, _("Scrivi i punti di tutti e due, come 120-85: vince chi ne ha di più."))
        return context
    if outcome.finished and (
        game.is_reportable or (game.table.reported is not None and outcome == game.outcome)
    ):
        return context | {"for_report": True}
    try:
        after = with_outcome(game.state, game.match.size if game.match else None, outcome, number)
        after = actions.with_score(after, score)
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return context | {"chosen": None}
    if after == game.state:
        return context
    replays = bool(dependents.tables and dependents.following and dependents.following.published)
    return context | {
        "changes": changes_by_result(event, game.table, after),
        "replayed": changes_if_replayed(event, game.table, after) if replays else None,
        "after": label_of(after, game.scale) if game.match else "",
        "undecided": game.match is not None and not after.scored,
    }


def _record(request: MemberRequest, event: Event, pk: int, *, correcting: bool = False) -> Table:
    """Record the outcome in the form. Raises ActionRefused."""
    with once(event, sent_request(request)) as new:
        if not new:
            return table_or_404(event, pk)
        user, code, expected = request.user, _sent_code(request), request.POST.get("expected")
        form: actions.ResultForm = {
            "game": parse_int(request.POST.get("game", "")),
            "expected": expected,
            "seats": request.POST.get("seats"),
            "by_arbiter": request.role.is_arbiter,
        }
        if correcting:
            return actions.correct_result(event, user, pk, code, **form)
        replacing = "replacing" in request.POST and expected is not None
        return actions.record_result(event, user, pk, code, replacing=replacing, **form)


def _sent_code(request: MemberRequest) -> str:
    """The result in the form: the code of an outcome, or the score as it was typed."""
    code = request.POST.get("result", "?")
    return request.POST.get("score", "") if code == BY_SCORE else code


def _game_or_404(event: Event, table: Table) -> TwoPlayerTable:
    game = organisers_rows_of(event, table.round, [table]).game(table.pk)
    if game is None or not table.round.published:
        raise Http404
    return game


def _row(
    request: MemberRequest,
    event: Event,
    table: Table,
    *,
    error: str = "",
    mine: str = "",
    undone: bool = False,
) -> HttpResponse:
    """The table's row, and the other parts of the page that may have changed; 422 with an error. `mine`: the
    result that was sent, where a colleague's came first.
    """
    others = changed_since_shown(request, table)
    view = organisers_rows_of(event, table.round, [table, *others], as_tiles=True)
    if view.multiplayer_tables:
        return row_response(request, event, table, undone=undone)
    game = view.game(table.pk)
    if game is None:
        raise Http404
    game.error, game.mine = error, mine
    context = answer_context(request, event, view) | changed_rows(view, others)
    told = undone or actions.next_to_undo(request.user, table.round) == table.pk
    context |= {"game": game, "entered": True, "undone": undone, "told": told}
    return render(request, "rounds/results/_answer.html", context, status=422 if error else 200)
