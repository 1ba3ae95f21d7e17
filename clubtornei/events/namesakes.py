"""How the entries of an event are called, so that two of the same name or initials are told apart everywhere.

Behind the name of each namesake stands a mark: what the arbiter chose, or else the club where it tells all of
them apart, or else a number; never anything of their birth.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from django.db.models import Case, F, Manager, Q, When
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import LONGEST_MARK, Entry, Event
from clubtornei.events.writing import ActionRefused
from clubtornei.players.models import Player
from clubtornei.players.names import NamedQuerySet, initials_of, is_initials, sort_key
from clubtornei.text.text_fields import one_line
from scoring.document import LONGEST_NAME

_CALLED_BY_INITIALS = Q(name__regex=r"^\S\.( \S\.)*( \(.*\))?$", player__isnull=False)
WHOLE_NAME = Case(When(_CALLED_BY_INITIALS, then=F("player__name")), default=F("name"))
"""As organisers read an entry, for lists that the database makes; and by what that is in order."""
WHOLE_SORT_NAME = Case(When(_CALLED_BY_INITIALS, then=F("player__sort_name")), default=F("sort_name"))


def marked(text: str) -> str:
    """The text as a mark: brackets are what stands around it."""
    return one_line(text.replace("(", " ").replace(")", " "))[:LONGEST_MARK].strip()


def set_name(entry: Entry, name: str, mark: str) -> None:
    """Give the entry this name of its own and this mark."""
    behind = f" ({mark})" if mark else ""
    entry.mark = mark
    entry.name = f"{name[: LONGEST_NAME - len(behind)]}{behind}"
    entry.sort_name = sort_key(entry.name)


def set_public_name(entry: Entry, player: Player) -> bool:
    """Give the entry the name that the player has in public; whether that has changed. A whole name stays
    as the event has it, where it is not the roster's. Needs what `Entry.public_name` does.
    """
    name, before = entry.public_name(player), entry.own_name
    if name == before or not (name != player.name or is_initials(before)):
        return False
    entry.mark_chosen = False
    set_name(entry, name, "")
    return True


def use_whole_names(event: Event, entries: Iterable[Entry]) -> None:
    """For organisers' pages: who is called by his initials in public has his name, in memory alone. Needs the
    players of the entries.
    """
    found = list(entries)
    names = _whole_players(found)
    for entry in found:
        entry.event = event
        entry.name = names.get(entry.entry_no, entry.name)


class WholeNames(Struct, frozen=True):
    """What organisers read where the public may read initials, by `entry_no`: the names of players, and the
    captain and the members of teams.
    """

    players: Mapping[int, str] = {}
    teams: Mapping[int, tuple[str, list[str]]] = {}

    def __bool__(self) -> bool:
        return bool(self.players or self.teams)


def whole_names(entries: Iterable[Entry]) -> WholeNames:
    """Needs the players of the entries."""
    found = list(entries)
    teams = {entry.entry_no: (entry.captain, entry.members) for entry in found if entry.members}
    return WholeNames(_whole_players(found), teams)


def _whole_players(found: Sequence[Entry]) -> dict[int, str]:
    """Of those who are initials in public; with a mark where another one of these has the name, too."""
    keys = {entry.entry_no: sort_key(entry.roster_name or entry.own_name) for entry in found}
    of_names = Counter(keys.values())
    return {
        entry.entry_no: f"{entry.roster_name} ({entry.mark or entry.entry_no})"
        if of_names[keys[entry.entry_no]] > 1
        else entry.roster_name
        for entry in found
        if entry.roster_name
    }


def by_whole_name(event: Event, entries: "NamedQuerySet | Manager[Entry]") -> list[Entry]:
    """The entries by the names that organisers read, with their players; not to be saved. One query."""
    return sorted_by_whole_names(event, entries.select_related("player").order_by("pk"))


def sorted_by_whole_names(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """The same of entries that have been read with their players."""
    found = list(entries)
    use_whole_names(event, found)
    for entry in found:
        entry.sort_name = sort_key(entry.name)
    return sorted(found, key=lambda entry: entry.sort_name)


def refuse_other_than_initials(entry: Entry, name: str) -> None:
    """Nobody brings back the name of a minor, or of who asks for initials. Raises ActionRefused."""
    initials = initials_of(entry.roster_name)
    if entry.roster_name and name not in (entry.own_name, initials):
        raise ActionRefused(
            _(
                "In pubblico si leggono solo le sue iniziali, %(initials)s: è minorenne, o lo ha chiesto."
                " Il nome si cambia nell’elenco dei giocatori."
            )
            % {"initials": initials}
        )


def distinguish_namesakes(entries: Iterable[Entry]) -> list[Entry]:
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
            set_name(entry, entry.own_name, mark)
            if (entry.name, entry.mark) != before:
                changed.append(entry)
    return changed


def _marks(group: Sequence[Entry]) -> list[str]:
    """The mark of each of those who share a name; none where there is nobody to tell apart."""
    if len(group) == 1:
        return [group[0].mark if group[0].mark_chosen else ""]
    clubs = [entry.mark if entry.mark_chosen else marked(entry.affiliation) for entry in group]
    return clubs if len({mark.casefold() for mark in clubs}) == len(clubs) else _numbered(group)


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
