"""The pages of the entries: entering players, changing and removing their entries."""

from collections.abc import Callable
from copy import copy

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.forms import TeamForm, entry_form
from clubtornei.events.models import Entry, Event
from clubtornei.events.namesakes import by_whole_name, use_whole_names
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.writing import ActionRefused, once
from clubtornei.players.forms import PlayerForm
from clubtornei.players.models import Player
from clubtornei.players.pasted_name_forms import DoubtsForm, NamesForm
from clubtornei.rounds.participation.entries import actions
from clubtornei.rounds.participation.entries.actions import EntriesChange
from clubtornei.rounds.participation.entries.queries import (
    entering_context,
    entries_context,
    groups_to_choose,
    meant_players,
    new_person,
    pasted_names_of,
    with_entered,
)
from clubtornei.rounds.state.access import event_of, is_shown, locked_for_post, sent_request
from clubtornei.rounds.state.addresses import with_way_back
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.rounds.state.listing import FEW
from clubtornei.rounds.state.page_context import section_context
from clubtornei.text.numerals import parse_ints
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.list_pages import list_page

ENTRIES = "rounds/participation/entries/entries.html"


@require_safe
def entries(request: MemberRequest, slug: str) -> HttpResponse:
    """The entries and the roster's players to be entered, both searched by `q`; for htmx without frame."""
    event = event_of(request, slug)
    if is_shown(request, event):
        return HttpResponse(status=204)
    context = entries_context(event, request.GET, request.GET.get("q", "").strip())
    if request.htmx and "shown" not in request.GET:
        return render(request, f"{ENTRIES}#everything", context)
    return list_page(request, context, ENTRIES, title=_("Iscritti"))


@require_POST
def enter(request: MemberRequest, slug: str) -> HttpResponse:
    """Enter the chosen players (`player`), or without any whom the text (`q`) means."""
    event, text = event_of(request, slug), request.POST.get("q", "").strip()
    chosen = parse_ints(request.POST.getlist("player"))
    players: QuerySet[Player] = Player.objects.filter(club=event.club, pk__in=chosen).by_name()
    if "player" not in request.POST:
        players = meant_players(event, text)
    return _perform(request, event, lambda: actions.enter(event, players, text), _entered_text)


@require_http_methods(["GET", "POST"])
def enter_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Save a person who is not on the roster yet, and enter him or her at once."""
    event = event_of(request, slug)
    initial = new_person(event, q) if (q := request.GET.get("q", "").strip()) else {}
    form = PlayerForm(request.POST or None, instance=Player(club=event.club), initial=initial)
    if form.is_valid() and (
        saved := _save(
            request,
            event,
            form,
            lambda: actions.enter_new(event, form.instance, form.homonyms),
            _entered_new_text,
        )
    ):
        return saved
    homonyms = with_entered(event, form.homonyms)
    context = entering_context(event)
    return form_page(
        request,
        context | {"homonyms": homonyms},
        form,
        title=_("Persona nuova"),
        lead=_("Entra nell’elenco dei giocatori del circolo ed è subito iscritta."),
        button=pgettext("una persona", "Iscrivi"),
        back=reverse("rounds:entries", args=[slug]),
        refused=str(context["refused"] or ""),
        template="rounds/participation/entries/entry_new.html",
    )


@require_http_methods(["GET", "POST"])
def enter_names(request: MemberRequest, slug: str) -> HttpResponse:
    """Names, one a line: first who is found, new or in doubt; entered once that is confirmed."""
    event = event_of(request, slug)
    sent = request.POST.copy()
    if "swap" in sent:
        sent.setlist("given_first", [] if "given_first" in sent else ["on"])
    form = NamesForm(sent or None, rated=event.is_rated)
    context = entering_context(event) | _names_words(event) | {"form": form}
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "rounds/participation/entries/entry_names.html", context, status=status)
    text, shown = form.cleaned_data["text"], "expected" in request.POST
    names = pasted_names_of(event, text, given_first=_given_first(sent))
    sent.setlist("given_first", ["on"] if names.given_first else [])
    doubts = DoubtsForm(sent if shown and "swap" not in sent else None, names=names.doubtful)
    confirmed = shown and not {"look", "swap", "language"} & set(sent)
    if confirmed and doubts.is_valid():
        with RefusalAsMessage(request):
            change = actions.enter_names(
                event, text, request.POST["expected"], doubts.choices(), given_first=names.given_first
            )
            _tell(request, event, change, _entered_text(change))
            return redirect("rounds:entries", event.slug)
    context |= {"names": names, "doubts": doubts}
    status = 422 if confirmed else 200
    return render(request, "rounds/participation/entries/entry_names.html", context, status=status)


def _given_first(sent: QueryDict) -> bool | None:
    """Whether given names stand in front, as the arbiter says; None at first, where nothing is said."""
    if sent.get("given_first"):
        return True
    return False if {"expected", "swap"} & {*sent} else None


@require_http_methods(["GET", "POST"])
def enter_team(request: MemberRequest, slug: str) -> HttpResponse:
    """Enter a team of the club, or of another."""
    event = event_of(request, slug)
    initial = {"affiliation": event.club.name}
    form = TeamForm(request.POST or None, instance=Entry(event=event), initial=initial)
    if form.is_valid() and (
        saved := _save(request, event, form, lambda: actions.enter_team(event, form.details()), _entered_text)
    ):
        return saved
    context = entering_context(event)
    return form_page(
        request,
        context,
        form,
        title=_("Squadra"),
        lead=_("Gioca come un iscritto solo; i suoi giocatori stanno accanto al nome."),
        button=_("Iscrivi"),
        back=reverse("rounds:entries", args=[slug]),
        refused=str(context["refused"] or ""),
        template="rounds/participation/entries/entry_team.html",
    )


@require_http_methods(["GET", "POST"])
@locked_for_post
def change(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """Change an entry's data for this event."""
    event, entry = _entry_or_404(request, slug, entry_no)
    locked = is_locked(event)
    fields = entry_form(entry, locked=locked, groups=groups_to_choose(event, entry))
    form = fields(request.POST or None, instance=copy(entry))
    if form.is_valid():
        group = form.cleaned_data.pop("plays_in", None)
        if saved := _save(
            request,
            event,
            form,
            lambda: actions.change_entry(event, entry_no, form.details(), plays_in=group),
            lambda change: _("I dati di %(name)s sono aggiornati.") % {"name": change.entries[0].whole_name},
        ):
            return saved
    use_whole_names(event, [entry])
    return form_page(
        request,
        section_context(event, "entries") | {"locked": locked},
        form,
        title=entry.name,
        lead=_("Valgono per questo torneo; l’elenco dei giocatori del circolo resta com’è."),
        button=_("Salva"),
        back=reverse("rounds:entries", args=[slug]),
        template="rounds/participation/entries/entry_change.html",
    )


@require_http_methods(["GET", "POST"])
def remove(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """Remove an entry, after asking."""
    event, entry = _entry_or_404(request, slug, entry_no)
    if request.method == "POST":
        return _perform(request, event, lambda: actions.remove_entry(event, entry_no), _removed_text)
    use_whole_names(event, [entry])
    sentences = [_("Non sarà più tra gli iscritti di questo torneo. Nell’elenco del circolo resta.")]
    if event.awaits_draw:
        sentences.append(_("Il sorteggio annunciato non varrà più: andrà annunciato di nuovo."))
    return confirmation_page(
        request,
        section_context(event, "entries"),
        title=_("Togliere %(name)s?") % {"name": entry.name},
        sentences=sentences,
        button=_("Togli"),
        back=reverse("rounds:entries", args=[slug]),
    )


@require_http_methods(["GET", "POST"])
def remove_absent(request: MemberRequest, slug: str) -> HttpResponse:
    """Remove the entries not marked as present at the roll call, after showing them."""
    event = event_of(request, slug)
    if request.method == "POST":
        entry_nos = parse_ints(request.POST.getlist("entry_no"))
        return _perform(request, event, lambda: actions.remove_absent(event, entry_nos), _removed_text)
    absent = by_whole_name(event, event.entries.exclude(present=True))
    return confirmation_page(
        request,
        section_context(event, "entries") | {"absent": absent, "searchable": len(absent) > FEW},
        title=_("Togliere gli assenti?"),
        sentences=_what_removing_absent_does(event, len(absent)),
        button=ngettext("Togli %(count)s iscritto", "Togli %(count)s iscritti", len(absent))
        % {"count": len(absent)},
        back=reverse("rounds:presence", args=[slug]),
        refused="" if absent else _("Tutti gli iscritti sono presenti."),
        template="rounds/participation/entries/remove_absent.html",
    )


def _what_removing_absent_does(event: Event, count: int) -> list[str]:
    leaving = ngettext(
        "%(count)s iscritto non ha risposto all’appello e non sarà più in questo torneo. Nell’elenco resta.",
        "%(count)s iscritti non hanno risposto all’appello e non saranno più in questo torneo. Nell’elenco"
        " restano.",
        count,
    ) % {"count": count}
    if not event.awaits_draw:
        return [leaving]
    return [leaving, _("Il sorteggio annunciato non varrà più: andrà annunciato di nuovo.")]


def _entry_or_404(request: MemberRequest, slug: str, entry_no: int) -> tuple[Event, Entry]:
    event = event_of(request, slug)
    entry = event.entries.select_related("player").filter(entry_no=entry_no).first()
    if entry is None:
        raise Http404
    return event, entry


def _perform(
    request: MemberRequest,
    event: Event,
    action: Callable[[], EntriesChange],
    success_text: Callable[[EntriesChange], str],
) -> HttpResponse:
    """Run the action, add a message with its outcome, and show the entries again."""
    try:
        with once(event, sent_request(request)) as new:
            if not new:
                return _back_to_entries(request, event)
            change = action()
    except ActionRefused as refused:
        if text := str(refused):
            messages.error(request, text)
        return _back_to_entries(request, event, q=request.POST.get("q", "").strip(), status=422)
    _tell(request, event, change, success_text(change))
    return _back_to_entries(request, event)


def _save(
    request: MemberRequest,
    event: Event,
    form: BaseForm,
    action: Callable[[], EntriesChange],
    success_text: Callable[[EntriesChange], str],
) -> HttpResponse | None:
    """Run the action with what was typed, and go back to the entries. None where it is refused: the form,
    with all that was typed, says why.
    """
    try:
        with once(event, sent_request(request)) as new:
            change = action() if new else None
    except ActionRefused as refused:
        form.add_error(None, str(refused))
        return None
    if change:
        _tell(request, event, change, success_text(change))
    return _back_to_entries(request, event)


def _tell(request: MemberRequest, event: Event, change: EntriesChange, text: str) -> None:
    messages.success(request, with_way_back(event, text) if change.late else text)
    if change.announcement_voided:
        messages.warning(
            request,
            _("L’elenco è cambiato e il sorteggio annunciato non vale più: annuncialo di nuovo."),
        )


def _names_words(event: Event) -> Context:
    """What the page of several names asks."""
    return {
        "title": _("Più nomi"),
        "lead": _("Prima si vede chi è chi: niente viene scritto finché non confermi."),
        "button": _("Mostra chi è chi"),
        "back": reverse("rounds:entries", args=[event.slug]),
    }


def _back_to_entries(request: MemberRequest, event: Event, *, q: str = "", status: int = 200) -> HttpResponse:
    """A redirect to the entries; htmx gets the page's changing parts at once."""
    if not request.htmx:
        address = reverse("rounds:entries", args=[event.slug])
        return redirect(f"{address}?list=1" if "list" in request.GET else address)
    context = entries_context(event, request.GET, q)
    return render(request, f"{ENTRIES}#everything", context, status=status)


def _entered_text(change: EntriesChange) -> str:
    count = len(change.entries)
    if count == 1:
        text = _("%(name)s è fra gli iscritti.") % {"name": change.entries[0].whole_name}
    else:
        text = ngettext("%(count)s iscrizione fatta.", "%(count)s iscrizioni fatte.", count) % {
            "count": count
        }
    if change.groups:
        text += " " + _groups_text(change)
    elif not change.late and change.entries[0].present:
        text += " " + ngettext("Conta fra i presenti.", "Contano fra i presenti.", count)
    elif change.late:
        text += " " + _("Gioca dal turno %(number)s.") % {"number": change.late}
    if change.sooner:
        text += f" {change.sooner}"
    if change.renumbered:
        text += " " + _("I numeri d’ordine sono stati riassegnati.")
    return text


def _entered_new_text(change: EntriesChange) -> str:
    added = _("È ora anche nell’elenco dei giocatori.")
    return f"{_entered_text(change)} {added}"


def _groups_text(change: EntriesChange) -> str:
    placed = [
        _("%(name)s gioca nel %(group)s dal turno %(number)s.")
        % {"name": entry.whole_name, "group": group, "number": entry.joined}
        for entry, group in zip(change.entries, change.groups, strict=True)
    ]
    return " ".join([*placed, _("È il più piccolo: per un altro gruppo apri il nome, poi «Modifica».")])


def _removed_text(change: EntriesChange) -> str:
    count = len(change.entries)
    if count == 1:
        return _("%(name)s non è più tra gli iscritti.") % {"name": change.entries[0].whole_name}
    return ngettext("%(count)s iscritto tolto.", "%(count)s iscritti tolti.", count) % {"count": count}
