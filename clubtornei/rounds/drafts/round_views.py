"""Drawing a round, publishing it, discarding it, and making it a draft again."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event, Stage
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.stage_titles import player_count
from clubtornei.events.systems import draws_adjourned, options_decided_later, rounds_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.drafts import replay_actions, round_actions as actions
from clubtornei.rounds.drafts.refusals import RoundNotPossible, UnseatedPlayers, early_end_of
from clubtornei.rounds.models import Clock, Round
from clubtornei.rounds.participation.attendance.queries import Presence
from clubtornei.rounds.participation.withdrawals.rewriting import adjusts_rounds
from clubtornei.rounds.reports.pairings import round_reports
from clubtornei.rounds.state.access import event_of, round_or_404, table_or_404
from clubtornei.rounds.state.addresses import back_to_row, event_args
from clubtornei.rounds.state.days import day_of
from clubtornei.rounds.state.event_mail import mailed_addresses
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.rounds.state.table_words import table_title, table_words
from clubtornei.text.languages import translated
from clubtornei.text.numerals import parse_int, parse_ints
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page, form_page
from pairing.registry import SYSTEMS
from scoring.document import DocumentPlayer
from scoring.reasons import printable


@require_POST
def draw_next(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Draw round `number` as a draft and show it; `discarding`: instead of the draft with that token. Not
    possible: 422 with the reason and the ways out.
    """
    event = event_of(request, slug)
    number = parse_int(request.POST.get("number", ""))
    if number is None:
        return redirect("rounds:event", *event_args(event, stage))
    remedy = request.POST.get("remedy", "")
    typed = request.POST.get("tables", "").strip()
    tables = None if "tables" not in request.POST else parse_int(typed) if typed else 0
    if typed and (tables is None or tables < 0):
        messages.error(request, _("Tavoli: «%(typed)s» non è un numero.") % {"typed": printable(typed)})
        return redirect("rounds:attendance", *event_args(event, stage))
    try:
        round_ = actions.draw_round(
            event,
            number,
            remedy=remedy,
            tables=tables,
            discarding=request.POST.get("discarding", ""),
            present=_presence_shown(request),
            stage=stage,
        )
    except RoundNotPossible as refused:
        context = _not_possible_context(request, event, number, stage, refused)
        return render(request, "rounds/drafts/no_round.html", context, status=422)
    except ActionRefused as refused:
        messages.error(request, str(refused))
        asked_there = tables or "attendance" in request.POST
        return _back(event, number, stage, "rounds:attendance" if asked_there else "rounds:event")
    return redirect("rounds:round", *event_args(event, round_.stage.number), round_.number)


def _presence_shown(request: MemberRequest) -> Presence | None:
    """Who plays, as the page of attendance has shown it; None: another page asks."""
    if "attendance" not in request.POST:
        return None
    playing, byes = (frozenset(parse_ints(request.POST.getlist(name))) for name in ("playing", "bye"))
    return Presence(playing, byes)


def _back(event: Event, number: int, stage: int | None, otherwise: str = "rounds:event") -> HttpResponse:
    """To the round, if there is one still."""
    round_ = Round.objects.of(event, stage).filter(number=number).select_related("stage").first()
    if round_ is not None:
        return redirect("rounds:round", *event_args(event, round_.stage.number), number)
    return redirect(otherwise, *event_args(event, stage))


def _not_possible_context(
    request: MemberRequest, event: Event, number: int, stage: int | None, refused: RoundNotPossible
) -> Context:
    shown, stages = stage_and_tabs(stages_of(event), stage)
    remedy = refused.remedy and {
        "name": refused.remedy.name,
        "title": translated(refused.remedy.title),
        "meaning": translated(refused.remedy.meaning),
        "lasting": refused.remedy.name not in options_decided_later(shown.system),
    }
    return event_context(request, event) | {
        "title": _("Mancano delle partite")
        if refused.games
        else _("Il turno %(number)s non si può abbinare") % {"number": number},
        "refused": refused,
        "remedy": remedy,
        "number": number,
        "discarding": request.POST.get("discarding", ""),
        "stages": stages,
        "draws_adjourned": draws_adjourned(shown),
        "early_end": early_end_of(shown, number, refused, last=shown.number == len(stages.all)),
    }


@require_POST
def publish(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Publish the draft; where it leaves out players (other than `without`), ask first."""
    event = event_of(request, slug)
    expected = request.POST.get("expected", "")
    without, reason = parse_ints(request.POST.getlist("without")), request.POST.get("reason")
    try:
        actions.publish(event, number, without=without, reason=reason, expected=expected, stage=stage)
    except UnseatedPlayers as unseated:
        return _publish_without_page(request, event, number, stage, unseated.players)
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return _back(event, number, stage)
    return redirect("rounds:round", *event_args(event, stage), number)


def _publish_without_page(
    request: MemberRequest, event: Event, number: int, stage: int | None, unseated: Sequence[DocumentPlayer]
) -> HttpResponse:
    _shown, stages = stage_and_tabs(stages_of(event), stage)
    left_out = ngettext(
        "Un giocatore presente non è a nessun tavolo e non riposa:",
        "%(left_out)s giocatori presenti non sono a nessun tavolo e non riposano:",
        len(unseated),
    ) % {"left_out": len(unseated)}
    given = {"expected": request.POST.get("expected", ""), "reason": request.POST.get("reason")}
    return confirmation_page(
        request,
        event_context(request, event) | {"stages": stages},
        title=_("Pubblicare il turno %(number)s?") % {"number": number},
        sentences=[
            f"{left_out} {'; '.join(player.name for player in unseated)}.",
            _(
                "Se pubblichi così, in questo turno risultano assenti e non hanno punti. Per farli giocare,"
                " torna alla bozza e sistemali."
            ),
        ],
        sent=[
            *((name, value) for name, value in given.items() if value is not None),
            *(("without", str(player.id)) for player in unseated),
        ],
        button=_("Pubblica senza di loro"),
        back=reverse("rounds:round", args=[*event_args(event, stage), number]),
    )


@require_http_methods(["GET", "POST"])
def publish_all(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Draw and publish all rounds of the calendar that are still to come, after asking."""
    event = event_of(request, slug)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    if SYSTEMS[shown.system].calendar is None:
        raise Http404
    if request.method == "GET":
        context = event_context(request, event) | {"stages": stages}
        back = reverse("rounds:event", args=event_args(event, stage))
        return _publish_all_page(request, context, shown, back=back)
    with RefusalAsMessage(request):
        numbers = actions.publish_all(event, stage=stage)
        done = ngettext("%(count)d turno pubblicato.", "%(count)d turni pubblicati.", len(numbers))
        messages.success(request, done % {"count": len(numbers)})
    return redirect("rounds:event", *event_args(event, stage))


def _publish_all_page(request: MemberRequest, context: Context, stage: Stage, *, back: str) -> HttpResponse:
    first = stage.rounds.count() + 1
    last = rounds_of(stage, player_count(stage)) or first
    snapshot = EventSnapshot(context["event"], stage.number, whole_names=True)
    planned = {round_.number: round_reports(snapshot, round_, planned=True) for round_ in snapshot.calendar}
    days = [(number, day_of(stage, number), planned.get(number)) for number in range(first, last + 1)]
    return form_page(
        request,
        context
        | {
            "snapshot": snapshot,
            "card_view": "rounds:card",
            "days": days,
            "adjustable": adjusts_rounds(stage.system),
        },
        title=_("Pubblicare tutti i turni?"),
        lead=_(
            "Il calendario non dipende dai risultati: i turni che mancano si abbinano e si pubblicano"
            " adesso, tutti insieme, senza passare dalla bozza. Da subito chiunque vede con chi gioca in"
            " ogni turno, e i risultati si scrivono in qualunque ordine."
        ),
        button=ngettext("Pubblica un turno", "Pubblica %(count)s turni", len(days)) % {"count": len(days)},
        back=back,
        refused="" if days else _("Tutti i turni sono già pubblicati."),
        template="rounds/drafts/publish_all.html",
    )


@require_POST
def discard(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Delete the draft; where its own page asks for it, only as that has shown it."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        actions.discard(event, number, expected=request.POST.get("expected"), stage=stage)
        messages.success(request, _("Bozza del turno %(number)d scartata.") % {"number": number})
        back = request.POST.get("back")
        if back == "rounds:withdraw":
            player = parse_int(request.POST.get("player", ""))
            return redirect(f"{reverse(back, args=[slug])}?player={player or ''}")
        asked_there = back == "rounds:attendance"
        return redirect("rounds:attendance" if asked_there else "rounds:event", *event_args(event, stage))
    return _back(event, number, stage)


@require_POST
def replay(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Correct a match of a bracket, and play again what rests on it; its page has shown what that is."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        table = replay_actions.replay(
            event,
            request.user,
            pk,
            request.POST.get("result", "?"),
            game=parse_int(request.POST.get("game", "")),
            expected=request.POST.get("expected"),
            seats=request.POST.get("seats"),
        )
        messages.success(
            request,
            _(
                "%(table)s: risultato corretto. Gli incontri che dipendevano da questo sono tolti; i"
                " loro risultati restano nello storico, e si rigiocano."
            )
            % {"table": table_title(table)},
        )
        return back_to_row(request, event, table)
    return redirect("rounds:correct", event.slug, table_or_404(event, pk).pk)


@require_http_methods(["GET", "POST"])
def take_back(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Make a published round a draft again, after asking."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number, stage)
    if request.method == "GET":
        marked = actions.tables_with_results(round_)
        return confirmation_page(
            request,
            event_context(request, event) | {"round": round_},
            title=_("Riportare in bozza il turno %(number)s?") % {"number": number},
            sentences=[*_what_is_lost(event, round_, marked), *_what_taking_back_does(round_)],
            sent=[
                ("published", round_.published_at.isoformat() if round_.published_at else ""),
                *(("clearing", str(table)) for table in marked),
            ],
            button=_("Cancella i risultati e riporta in bozza") if marked else _("Riporta in bozza"),
            back=reverse("rounds:round", args=[*event_args(event, stage), number]),
        )
    published, clearing = request.POST.get("published"), parse_ints(request.POST.getlist("clearing"))
    with RefusalAsMessage(request):
        actions.take_back(event, number, request.user, published=published, clearing=clearing, stage=stage)
        messages.success(request, _("Il turno %(number)d è di nuovo una bozza.") % {"number": number})
    return redirect("rounds:round", *event_args(event, stage), number)


def _what_is_lost(event: Event, round_: Round, marked: Sequence[int]) -> list[str]:
    """Which results go; nothing if there are none."""
    if not marked:
        return []
    words = table_words(SYSTEMS[round_.stage.system], event)
    lost = ngettext(
        "C’è già un risultato (%(tables)s): si cancella. Resta nello storico.",
        "Ci sono già %(count)s risultati (%(tables)s): si cancellano tutti. Restano nello storico.",
        len(marked),
    )
    return [lost % {"count": len(marked), "tables": words.all_in_sentence(marked)}]


def _who_is_written_to(round_: Round) -> list[str]:
    addresses = mailed_addresses(round_).count() if round_.published else 0
    if not addresses:
        return []
    words = ngettext(
        "Una persona ne ha avuto notizia per posta: le scriviamo che il turno non vale più.",
        "%(count)s persone ne hanno avuto notizia per posta: scriviamo loro che il turno non vale più.",
        addresses,
    )
    return [words % {"count": addresses}]


def _what_taking_back_does(round_: Round) -> list[str]:
    clock = Clock.objects.of(round_).first()
    sentences = [
        _(
            "Il turno sparisce dalle pagine pubbliche e dal proiettore. Chi ha già letto il suo tavolo va"
            " avvisato, e i fogli appesi vanno tolti."
        ),
        _(
            "Non si registrano più risultati finché non lo pubblichi di nuovo; i risultati mandati dai"
            " tavoli e non ancora confermati vanno persi."
        ),
        *_who_is_written_to(round_),
    ]
    if clock and clock.secret:
        sentences.append(
            _(
                "L’orologio torna al tempo pieno. Il minuto segreto è già fissato e resta quello, con la sua"
                " impronta, anche se il turno si scarta e si abbina di nuovo."
            )
        )
    elif clock:
        sentences.append(
            _("L’orologio del turno si ferma e si toglie, con gli ultimi giri già segnati ai tavoli.")
        )
    return [
        *sentences,
        _("Da bozza si può cambiare a mano, o scartare e abbinare di nuovo."),
        _("Lo storico conserva tutto."),
    ]
