"""What the pages of the entries show."""

from collections.abc import Mapping
from datetime import date

from django.db.models import F, Q
from django.http import QueryDict

from clubtornei.events.advice import advice_for_stage
from clubtornei.events.models import Entry, Event
from clubtornei.events.systems import late_points, late_points_rank, limits_of
from clubtornei.events.writing import ActionRefused
from clubtornei.players.models import EventList, Player, rating_column
from clubtornei.players.names import NamedQuerySet, sort_key
from clubtornei.players.pasted_names import PastedNames, read_names
from clubtornei.players.reading.headings import RATINGS
from clubtornei.rounds.participation.entries.late_entry_queries import (
    Opening,
    openings_of,
    unpaired_newcomers,
)
from clubtornei.rounds.participation.fees.queries import noted_fee_of
from clubtornei.rounds.state.event_state import event_state_of, is_locked
from clubtornei.rounds.state.formatting import points, points_in_words
from clubtornei.rounds.state.listing import is_found, listing_of
from clubtornei.rounds.state.next_step import next_step, numbers_action, roll_call_summary, step_once_entered
from clubtornei.rounds.state.page_context import section_context
from clubtornei.rounds.state.stages import with_begun
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS

MOST_OFFERED = 100  # players of the roster listed at once: more are found by typing
ORDERS = {
    "name": ("sort_name", "entry_no"),
    "rating": (F("rating").desc(nulls_last=True), "sort_name", "entry_no"),
    "number": ("number", "sort_name", "entry_no"),
}


def entering_context(event: Event) -> Context:
    """What the pages that enter somebody show: into which opening, or why nobody may enter."""
    openings, refused = openings_or_refusal(event)
    return section_context(event, "entries") | {
        "opening": openings[0] if openings else None,
        "refused": refused,
    }


def entries_context(event: Event, query: QueryDict, q: str) -> Context:
    """The page with all entries; the number of queries does not grow with the number of entries.

    `?order=`: a key of ORDERS; any other value gives the usual one. `q`: the text searched in the roster and
    among the entries; with `?page=`, which of them `listing` has. `?list`: the roster is shown, for whoever
    taps one name after the other.
    In the context, `locked`: the numbers are given; `late`: the first round of a player who enters now, and
    `group`: the group, if all play in parallel groups; `listing`: the entries, each with whether it can be
    removed; `step`: what is next, once there are enough entries.
    """
    locked = is_locked(event)
    stage = with_begun(event.stages.all()).get(number=1)
    openings, refused = openings_or_refusal(event) if locked and not event.closed else ([], None)
    late = openings[0].round if openings else None
    order = query.get("order", "")
    if order not in ORDERS:
        order = "number" if locked else "name"
    head_start = late_points(stage)
    may_enter = not locked or late is not None
    advisable = may_enter and not event.closed and (late or 1) == 1
    offerable = offered_players(event, q)
    offered = list(offerable[: MOST_OFFERED + 1]) if may_enter and not event.closed else []
    more_offered = len(offered) > MOST_OFFERED
    alike = of_surname(event, q) if q and len(offered) > 1 else []
    entries = list(event.entries.select_related("player").order_by(*ORDERS[order]))
    if order == "name":
        entries.sort(key=_full_name)
    removable = unpaired_newcomers(openings, entries) if locked else {entry.entry_no for entry in entries}
    rows = [(entry, entry.entry_no in removable) for entry in entries]
    listing = listing_of(rows, query, lambda row: _searched(row[0]))
    empty_roster = not (q or offered or any(entry.player for entry in entries))
    step = next_step(event) if locked else step_once_entered(event, stage, entries)
    of_two = not SYSTEMS[stage.system].spec.multiplayer  # the roster's ratings are for such games
    return section_context(event, "entries") | {
        "entries": entries,
        "order": order,
        "listing": listing,
        "advice": advice_for_stage(stage, len(entries), fixed=locked) if advisable else None,
        "step": None if event.closed else step,
        "empty_roster": empty_roster,
        "ordered_by": {name: name == order for name in ORDERS},
        "with_clubs": any(entry.affiliation for entry in entries),
        "shows_ratings": of_two and any(entry.rating for entry in entries),
        "of_two": of_two,
        "locked": locked,
        "may_enter": may_enter,
        "late": late,
        "group": openings[0].group if openings else "",
        "late_renumbers": bool(openings) and openings[0].renumbers,
        "refused": refused,
        "late_points": points_in_words(points(str(head_start))) if head_start and (late or 0) > 1 else "",
        "late_in_standings": late_points_rank(stage),
        "limits": limits_of(stage),
        "q": q,
        "offered": offered[:MOST_OFFERED],
        "enter_takes_first": bool(q and offered) and not alike and not (locked and listing.page),
        "alike": bool(alike),
        "more_offered": more_offered,
        "several_offered": len(offered) > 1 and not q,
        "list_open": "list" in query or not entries,
        "offerable": offerable.count() if more_offered else len(offered),
    }


def roll_call_context(event: Event, q: str) -> Context:
    """The roll call, `open` until the draw: all entries by full name, each with whether the search finds it,
    and its fee; and what `called_context` has.
    """
    entries = sorted(event.entries.select_related("player").by_name(), key=_full_name)
    is_open = not event.closed and not is_locked(event)
    rows = [(entry, is_found(sort_key(_searched(entry)), q), noted_fee_of(event, entry)) for entry in entries]
    return called_context(event) | {
        "section": "presence",
        "entries": entries,
        "rows": rows,
        "found": any(found for _entry, found, _fee in rows),
        "q": q,
        "open": is_open,
        "may_check_all_in": is_open and bool(entries),
    }


def _full_name(entry: Entry) -> str:
    """By what an alphabetical list for organisers goes, who read full names."""
    return sort_key(entry.whole_name)


def _searched(entry: Entry) -> str:
    """Where a search looks for the entry: in both names of who is called by his initials."""
    return f"{entry.name} {entry.roster_name}".strip()


def called_context(event: Event) -> Context:
    """How many of the entries are present, the next step once somebody is, and who is missing, in words."""
    state = event_state_of(event)
    onward = next_step(event, state) if state.present and not event.closed else None
    return section_context(event, "entries") | {
        "entered": state.players,
        "present": state.present,
        "missing": roll_call_summary(state) if state.missing else "",
        "step": onward,
        "numbers_title": numbers_action(state.stages[0].stage),
    }


def offered_players(event: Event, text: str) -> NamedQuerySet:
    """The players of the roster who are not entered yet and whose name contains the words of the text."""
    entered = event.entries.filter(player__isnull=False).values("player")
    roster = Player.objects.on_roster_of(event.club).exclude(pk__in=entered)
    return roster.search(text).best_first(text) if text else roster.by_name()


def meant_players(event: Event, text: str) -> NamedQuerySet:
    """Whom Enter enters: the first of those offered, unless several have the text as their surname. Once play
    has begun nobody, where somebody entered is found: who seeks him must not let another one in.
    """
    if not text or of_surname(event, text):
        return Player.objects.none()
    if is_locked(event) and event.entries.search(text).exists():
        return Player.objects.none()
    return offered_players(event, text)[:1]


def new_person(event: Event, text: str) -> Mapping[str, str | int | date]:
    """What a new person is called, with all else that the text says, by the fields of a player."""
    read = pasted_names_of(event, text).names
    if len(read) != 1:
        return {"name": text}
    name = {"name": read[0].name, "surname": read[0].surname, "given_name": read[0].given_name}
    return {**read[0].said.values(), **name}


def of_surname(event: Event, text: str) -> list[Player]:
    """The players offered whose surname the text is, where they are several: it does not say which. Empty
    where it is the whole name of one of them.
    """
    key = sort_key(text)
    named = Q(sort_name=key) | Q(sort_name__startswith=f"{key} ")
    found = list(offered_players(event, text).filter(named)[:MOST_OFFERED]) if key else []
    whole = sum(player.sort_name == key for player in found)
    return found if len(found) > 1 and whole != 1 else []


def pasted_names_of(event: Event, text: str, *, given_first: bool | None = None) -> PastedNames:
    """What entering the names of the text would do. A rating beside a name is of the event's first list.

    `given_first`: whether the given names stand before the surnames; None: as it seems.
    """
    entered = set(event.entries.filter(player__isnull=False).values_list("player", flat=True))
    ratings = [
        rating_column(rating_list, event.rate)
        for name in event.rating_lists
        for rating_list in EventList(name).lists
    ]
    return read_names(event.club, text, entered, ratings or RATINGS, given_first=given_first)


def with_entered(event: Event, players: list[Player]) -> list[tuple[Player, bool]]:
    """Each player with whether he or she is entered already."""
    if not players:
        return []
    entered = set(event.entries.filter(player__in=players).values_list("player", flat=True))
    return [(player, player.pk in entered) for player in players]


def openings_or_refusal(event: Event) -> tuple[list[Opening], ActionRefused | None]:
    """Where a player may enter now; where nobody may, the refusal with its reason."""
    try:
        return openings_of(event), None
    except ActionRefused as refused:
        return [], refused


def groups_to_choose(event: Event, entry: Entry) -> list[tuple[int, str]]:
    """The parallel groups in which the entry, which has just entered one, may play: that one first."""
    openings, _refused = openings_or_refusal(event) if is_locked(event) else ([], None)
    if entry.entry_no not in unpaired_newcomers(openings, [entry]):
        return []
    own_first = sorted(openings, key=lambda opening: entry.entry_no not in (opening.stage.entrants or ()))
    return [(opening.stage.number, opening.group) for opening in own_first if opening.group]
