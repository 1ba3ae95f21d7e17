"""Who takes part: entering people, calling them on the day, changing and removing entries."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import F, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.access import event_of
from clubtornei.events.advice import advice_of
from clubtornei.events.forms import EntryForm, LockedEntryForm
from clubtornei.events.models import Entry, Event
from clubtornei.events.systems import limits_of
from clubtornei.events.writing import ActionRefused
from clubtornei.numerals import wholes
from clubtornei.players.forms import PlayerForm
from clubtornei.players.models import Player
from clubtornei.rounds.core.event_state import is_locked
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.entries.actions import EntriesChange
from clubtornei.rounds.participation.entries.late_entries import joining_round, late_points
from clubtornei.rounds.reports.next_step import next_step

SHOWN = 100  # players of the roster offered at once: more are found by typing
ORDERS = {
    "name": ("sort_name", "entry_no"),
    "rating": (F("rating").desc(nulls_last=True), "sort_name", "entry_no"),
    "number": ("number", "sort_name", "entry_no"),
}


@require_safe
def entries(request: MemberRequest, slug: str) -> HttpResponse:
    """The entries, and the roster's players to be entered. With htmx only what the search found."""
    event = event_of(request, slug)
    part = "#found" if request.htmx else ""
    return render(request, f"rounds/participation/entries/entries.html{part}", _context(request, event))


@require_safe
def presence(request: MemberRequest, slug: str) -> HttpResponse:
    """The roll call: everybody by name, one tap each."""
    event = event_of(request, slug)
    return render(request, "rounds/participation/entries/presence.html", _roll_call(event))


@require_POST
def enter(request: MemberRequest, slug: str) -> HttpResponse:
    """Enter the players ticked or pressed (`player`), or the first one that the search finds (`q`)."""
    event = event_of(request, slug)
    chosen = wholes(request.POST.getlist("player"))
    found: QuerySet[Player] = Player.objects.filter(club=event.club, pk__in=chosen).by_name()
    if "player" not in request.POST:
        text = request.POST.get("q", "").strip()
        found = _offered(event, text)[:1] if text else Player.objects.none()
        if not found:
            return _back(request, event, q=text, status=422)
    return _changed(request, event, lambda: entry_actions.enter(event, found), _entered)


@require_http_methods(["GET", "POST"])
def enter_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Somebody who is not on the roster yet: put there and entered at once."""
    event = event_of(request, slug)
    initial = {"name": request.GET.get("q", "")}
    form = PlayerForm(request.POST or None, instance=Player(club=event.club), initial=initial)
    if form.is_valid():
        return _changed(
            request, event, lambda: entry_actions.enter_new(event, form.instance, form.homonyms), _entered
        )
    late, refused = _late(event)
    context = _page(event) | {
        "form": form,
        "homonyms": _with_entries(event, form.homonyms),
        "late": late,
        "refused": refused,
    }
    return render(
        request, "rounds/participation/entries/entry_new.html", context, status=422 if form.is_bound else 200
    )


@require_http_methods(["GET", "POST"])
def change(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """An entry's data of the day."""
    event, entry = _entry_of(request, slug, entry_no)
    fixed = is_locked(event)
    form = (LockedEntryForm if fixed else EntryForm)(request.POST or None, instance=entry)
    if form.is_valid():
        return _changed(
            request,
            event,
            lambda: entry_actions.change_entry(event, entry_no, form.cleaned_data),
            lambda change: _("%(name)s: dati aggiornati.") % {"name": change.entries[0].name},
        )
    context = _page(event) | {"form": form, "entry": entry, "locked": fixed}
    return render(
        request,
        "rounds/participation/entries/entry_change.html",
        context,
        status=422 if form.is_bound else 200,
    )


@require_http_methods(["GET", "POST"])
def remove(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """Take somebody off the entries, after asking."""
    event, entry = _entry_of(request, slug, entry_no)
    if request.method == "POST":
        return _changed(request, event, lambda: entry_actions.remove_entry(event, entry_no), _removed)
    part = "#dialog" if request.htmx else ""
    return render(
        request, f"rounds/participation/entries/entry_remove.html{part}", _page(event) | {"entry": entry}
    )


@require_POST
def check_in(request: MemberRequest, slug: str, entry_no: int) -> HttpResponse:
    """One tap: present, or not here after all."""
    event = event_of(request, slug)
    try:
        entry = entry_actions.check_in(event, entry_no, request.POST.get("present") == "1")
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return _to_roll_call(request, event)
    if request.htmx:
        return render(
            request, "rounds/participation/entries/presence.html#called", _roll_call(event) | {"entry": entry}
        )
    return redirect("rounds:presence", event.slug)


@require_POST
def check_all_in(request: MemberRequest, slug: str) -> HttpResponse:
    """Everybody is here."""
    event = event_of(request, slug)
    try:
        entry_actions.check_all_in(event)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    return redirect("rounds:presence", event.slug)


@require_http_methods(["GET", "POST"])
def remove_absent(request: MemberRequest, slug: str) -> HttpResponse:
    """Take those off who were not called present, after showing who they are."""
    event = event_of(request, slug)
    if request.method == "POST":
        entry_nos = wholes(request.POST.getlist("entry_no"))
        return _changed(request, event, lambda: entry_actions.remove_absent(event, entry_nos), _removed)
    absent = event.entries.exclude(present=True).by_name()
    return render(
        request, "rounds/participation/entries/remove_absent.html", _page(event) | {"absent": absent}
    )


def _entry_of(request: MemberRequest, slug: str, entry_no: int) -> tuple[Event, Entry]:
    event = event_of(request, slug)
    entry = event.entries.filter(entry_no=entry_no).first()
    if entry is None:
        raise Http404
    return event, entry


def _changed(
    request: MemberRequest,
    event: Event,
    act: Callable[[], EntriesChange],
    say: Callable[[EntriesChange], str],
) -> HttpResponse:
    """Do it, say what was done (or why not), and show the entries again."""
    try:
        change = act()
    except ActionRefused as refused:
        messages.error(request, str(refused))
        return _back(request, event, status=422)
    messages.success(request, say(change))
    if change.announcement_fell:
        messages.warning(
            request,
            _("L’elenco è cambiato e il sorteggio annunciato non vale più: annuncialo di nuovo."),
        )
    return _back(request, event)


def _to_roll_call(request: MemberRequest, event: Event) -> HttpResponse:
    """To the roll call; htmx, which replaces a line of it only, is told to load the page again."""
    target = reverse("rounds:presence", args=[event.slug])
    return HttpResponseClientRedirect(target) if request.htmx else redirect(target)


def _back(request: MemberRequest, event: Event, *, q: str = "", status: int = 200) -> HttpResponse:
    """To the entries; with htmx the page's changing parts at once."""
    if request.htmx:
        return render(
            request,
            "rounds/participation/entries/entries.html#everything",
            _context(request, event, q=q),
            status=status,
        )
    return redirect("rounds:entries", event.slug)


def _entered(change: EntriesChange) -> str:
    count = len(change.entries)
    if count == 1:
        said = _("%(name)s: iscrizione fatta.") % {"name": change.entries[0].name}
    else:
        said = ngettext("%(count)s iscritto in più.", "%(count)s iscritti in più.", count) % {"count": count}
    if change.late:
        said += " " + _("Gioca dal turno %(number)s.") % {"number": change.late}
    if change.renumbered:
        said += " " + _("I numeri d’ordine sono stati riassegnati.")
    return said


def _removed(change: EntriesChange) -> str:
    count = len(change.entries)
    if count == 1:
        return _("%(name)s non è più tra gli iscritti.") % {"name": change.entries[0].name}
    return ngettext("%(count)s iscritto tolto.", "%(count)s iscritti tolti.", count) % {"count": count}


def _offered(event: Event, text: str) -> QuerySet[Player]:
    """The roster's players whose name has these words, and who are not in yet."""
    entered = event.entries.filter(player__isnull=False).values("player")
    return Player.objects.filter(club=event.club).exclude(pk__in=entered).search(text).by_name()


def _with_entries(event: Event, players: list[Player]) -> list[tuple[Player, bool]]:
    """Each player, and whether he is entered already."""
    entered = (
        set(event.entries.filter(player__in=players).values_list("player", flat=True)) if players else set()
    )
    return [(player, player.pk in entered) for player in players]


def _late(event: Event) -> tuple[int | None, str]:
    """The round from which those play who enter now; None where nobody may, and why."""
    try:
        return joining_round(event), ""
    except ActionRefused as refused:
        return None, str(refused)


def _page(event: Event) -> dict[str, Any]:
    return {"club": event.club, "event": event, "section": "entries"}


def _roll_call(event: Event) -> dict[str, Any]:
    listed = list(event.entries.by_name())
    present = sum(entry.present is True for entry in listed)
    return _page(event) | {
        "entries": listed,
        "present": present,
        "locked": is_locked(event),
        "step": next_step(event) if listed and present == len(listed) else None,
    }


def _context(request: MemberRequest, event: Event, *, q: str | None = None) -> dict[str, Any]:
    """What the page of the entries shows; as many queries for four entries as for four hundred.

    `locked`: are the numbers given? `late`: who enters then plays from that round.
    """
    fixed = is_locked(event)
    stage = event.stages.get(number=1)
    late, refused = _late(event) if fixed and not event.closed else (None, "")
    order = request.GET.get("order", "")
    if order not in ORDERS:
        order = "number" if fixed else "name"
    text = request.GET.get("q", "").strip() if q is None else q
    closed = event.closed or (fixed and late is None)
    offered = [] if closed else list(_offered(event, text)[: SHOWN + 1])
    entered = list(event.entries.order_by(*ORDERS[order]))
    return _page(event) | {
        "entries": entered,
        "advice": None if event.closed or (late or 0) > 1 else advice_of(stage, len(entered)),
        "order": order,
        "locked": fixed,
        "late": late,
        "refused": refused,
        "late_points": late_points(stage) if late and late > 1 else None,
        "limits": limits_of(stage),
        "q": text,
        "offered": offered[:SHOWN],
        "more_offered": len(offered) > SHOWN,
    }
