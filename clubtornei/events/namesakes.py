"""How the entries of an event are called, so that two of the same name are told apart everywhere.

Behind the name of each namesake stands a mark: what the arbiter chose, or else the club, the year of birth,
both, or at last a number; whatever first tells all of them apart.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from django.db.models import Manager
from django.utils.translation import gettext as _

from clubtornei.events.models import LONGEST_MARK, Entry, Event
from clubtornei.events.writing import ActionRefused
from clubtornei.players.names import NamedQuerySet, initials_of, sort_key
from clubtornei.text_fields import one_line
from scoring.reading import LONGEST_NAME


def marked(text: str) -> str:
    """The text as a mark: brackets are what stands around it."""
    return one_line(text.replace("(", " ").replace(")", " "))[:LONGEST_MARK].strip()


def call(entry: Entry, name: str, mark: str) -> None:
    """Call the entry by this name of its own and this mark."""
    behind = f" ({mark})" if mark else ""
    entry.mark = mark
    entry.name = f"{name[: LONGEST_NAME - len(behind)]}{behind}"
    entry.sort_name = sort_key(entry.name)


def call_in_full(event: Event, entries: Iterable[Entry]) -> None:
    """For organisers' pages: who is called by his initials in public has his name, in memory alone. Needs the
    players of the entries.
    """
    for entry in entries:
        entry.event = event
        entry.name = entry.roster_name or entry.name


def full_names(entries: Iterable[Entry]) -> dict[int, str]:
    """The names of those who are initials in public, by `entry_no`. Needs the players of the entries."""
    return {entry.entry_no: entry.roster_name for entry in entries if entry.roster_name}


def by_name_in_full(event: Event, entries: "NamedQuerySet | Manager[Entry]") -> list[Entry]:
    """The entries by the names that organisers read, with their players; not to be saved. One query."""
    found = list(entries.select_related("player").order_by("sort_name", "pk"))
    call_in_full(event, found)
    if any(entry.roster_name for entry in found):
        for entry in found:
            entry.sort_name = sort_key(entry.name)
        found.sort(key=lambda entry: entry.sort_name)
    return found


def refuse_other_than_initials(entry: Entry, name: str) -> None:
    """Of minors and of who asks for it nobody brings the name back. Raises ActionRefused."""
    initials = initials_of(entry.roster_name)
    if entry.roster_name and name not in (entry.own_name, initials):
        raise ActionRefused(
            _(
                "In pubblico si leggono solo le sue iniziali, %(initials)s: è minorenne, o lo ha chiesto."
                " Il nome si cambia nell’elenco dei giocatori."
            )
            % {"initials": initials}
        )


def tell_apart(entries: Iterable[Entry]) -> list[Entry]:
    """Call each entry of an event so that no two are called alike; those now called otherwise.

    Reads `entry.player`; writes nothing to the database.
    """
    namesakes = defaultdict(list)
    changed = []
    for entry in entries:
        namesakes[sort_key(entry.own_name) or entry.own_name].append(entry)
    for group in namesakes.values():
        for entry, mark in zip(group, _marks(group), strict=True):
            before = (entry.name, entry.mark)
            call(entry, entry.own_name, mark)
            if (entry.name, entry.mark) != before:
                changed.append(entry)
    return changed


def _marks(group: Sequence[Entry]) -> list[str]:
    """The mark of each of those who share a name; none where there is nobody to tell apart."""
    if len(group) == 1:
        return [group[0].mark if group[0].mark_chosen else ""]
    for complete in (True, False):
        for fact in (_club, _birth_year, _both):
            marks = _with_chosen(group, fact)
            if _distinct(marks) and (all(marks) or not complete):
                return marks
    return _numbered(group)


def _with_chosen(group: Sequence[Entry], fact: Callable[[Entry], str]) -> list[str]:
    return [entry.mark if entry.mark_chosen else marked(fact(entry)) for entry in group]


def _distinct(marks: Sequence[str]) -> bool:
    return len({mark.casefold() for mark in marks}) == len(marks)


def _numbered(group: Sequence[Entry]) -> list[str]:
    """The chosen marks, and numbers for those who have none, or the same as somebody above."""
    numbers = map(str, count(1))
    marks: list[str] = []
    for entry in group:
        mark = entry.mark if entry.mark_chosen else next(numbers)
        while mark in marks:
            mark = next(numbers)
        marks.append(mark)
    return marks


def _club(entry: Entry) -> str:
    return entry.affiliation


def _birth_year(entry: Entry) -> str:
    """Not of who is called by his initials: that would tell more of him than his name."""
    player = entry.player
    if player is None or player.public_name(entry.event.starts_on) != player.name:
        return ""
    return str(player.birth_year or "")


def _both(entry: Entry) -> str:
    return " ".join(filter(None, (_club(entry), _birth_year(entry))))
