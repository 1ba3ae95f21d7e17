"""Who sits with whom in a draft, and what an arbiter's hand makes of it: places in, places out.

Nothing here reads or writes the database. Players are idents; who sits nowhere is still to be seated.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from itertools import count

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.writing import ActionRefused
from scoring.document import Number
from scoring.system_spec import SystemSpec

MOST_SEATS = 6


class DraftTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Seats that belong together. Without a number: a bye, of one seat. `key`: its row, if it has one."""

    seats: tuple[int, ...]
    number: int | None = None
    requested: bool = False
    points: Number | None = None
    key: int | None = None

    @property
    def bye(self) -> bool:
        return self.number is None


DraftTables = tuple[DraftTable, ...]


class DraftRules(Struct, frozen=True, kw_only=True):
    """How many sit at a table, and what a bye is worth."""

    fewest: int
    most: int
    bye: Number

    @classmethod
    def of(cls, kind: SystemSpec, bye: Number) -> "DraftRules":
        return (
            cls(fewest=2, most=2, bye=bye)
            if not kind.multiplayer
            else cls(fewest=3, most=MOST_SEATS, bye=bye)
        )


def draft_token(places: Iterable[DraftTable]) -> str:
    """What the page was shown: another one means that somebody has changed the draft meanwhile."""
    expected = sorted(
        (place.number or 0, place.seats, place.requested, str(place.points)) for place in places
    )
    return hashlib.sha256(repr(expected).encode()).hexdigest()[:16]


def swap(places: DraftTables, rules: DraftRules, one: int, other: int) -> DraftTables:
    """The two change seats; who sat nowhere takes the seat, and the other one is to be seated."""
    seated = {player for place in places for player in place.seats}
    if one == other or seated.isdisjoint({one, other}):
        raise ActionRefused(_("Scegli due giocatori, di cui almeno uno già a un tavolo o a riposo."))
    instead = {one: other, other: one}
    return tuple(
        _reseated(place, tuple(instead.get(at, at) for at in place.seats), rules) for place in places
    )


def unseat(places: DraftTables, rules: DraftRules, players: Collection[int]) -> DraftTables:
    """They sit nowhere any more; nor does who would be left at a table that is now too small."""
    if not players:
        raise ActionRefused(_("Prima scegli chi togliere dal tavolo."))
    left = []
    for place in places:
        seats = tuple(player for player in place.seats if player not in players)
        if len(seats) >= (1 if place.bye else rules.fewest):
            left.append(_reseated(place, seats, rules))
    return tuple(left)


def break_table(places: DraftTables, rules: DraftRules, key: int) -> DraftTables:
    """Everybody at that table is to be seated."""
    gone = _at(places, key)
    return tuple(place for place in places if place is not gone)


def rotate_seats(places: DraftTables, rules: DraftRules, key: int) -> DraftTables:
    """Everybody at that table sits one seat further: two change colours."""
    table = _at(places, key)
    seats = (*table.seats[1:], table.seats[0])
    return tuple(replace(place, seats=seats) if place is table else place for place in places)


def seat_together(places: DraftTables, rules: DraftRules, players: Sequence[int]) -> DraftTables:
    """A new table for these players, in this order, wherever they sat before."""
    if not rules.fewest <= len(players) <= rules.most:
        raise ActionRefused(_("Per un nuovo tavolo scegli %(wanted)s.") % {"wanted": _so_many(rules)})
    rest = unseat(places, rules, players)
    taken = {place.number for place in rest}
    number = next(one for one in count(1) if one not in taken)
    return (*rest, DraftTable(seats=tuple(players), number=number))


def seat_at(places: DraftTables, rules: DraftRules, players: Sequence[int], key: int) -> DraftTables:
    """They come to that table, after those who sit there."""
    table = _at(places, key)
    coming = [player for player in players if player not in table.seats]
    if not coming:
        raise ActionRefused(_("Prima scegli chi si siede a questo tavolo."))
    seats = (*table.seats, *coming)
    if len(seats) > rules.most:
        raise ActionRefused(
            _("A un tavolo siedono %(wanted)s: scambia, invece di aggiungere.") % {"wanted": _so_many(rules)}
        )
    others = tuple(place for place in places if place is not table)
    return (*unseat(others, rules, coming), replace(table, seats=seats))


def give_bye(
    places: DraftTables,
    rules: DraftRules,
    player: int,
    *,
    requested: bool = False,
    points: Number | None = None,
) -> DraftTables:
    """A bye: given, or at his own wish, and then with the points that were agreed upon."""
    worth = rules.bye if points is None else points
    return (*unseat(places, rules, [player]), DraftTable(seats=(player,), requested=requested, points=worth))


def renumber(places: DraftTables, rules: DraftRules, key: int, number: int) -> DraftTables:
    """That table has this number, the others follow in their order, and no number is left out."""
    moved = _at(places, key)
    games = sorted((place for place in places if not place.bye), key=lambda place: place.number or 0)
    if moved.bye or not 1 <= number <= len(games):
        raise ActionRefused(_("I tavoli vanno da 1 a %(last)d.") % {"last": len(games)})
    games.remove(moved)
    games.insert(number - 1, moved)
    byes = [place for place in places if place.bye]
    return (*(replace(place, number=one) for one, place in enumerate(games, 1)), *byes)


def without_rows(places: Iterable[DraftTable]) -> DraftTables:
    """The tables without their rows, which may be others when they come back."""
    return tuple(replace(place, key=None) for place in places)


def at_rows(places: DraftTables, now: DraftTables) -> DraftTables:
    """The tables, each matched to a current row: one with the same seats, else with the same number."""
    by_seats = {(place.bye, place.seats): place.key for place in now}
    found = [by_seats.get((place.bye, place.seats)) for place in places]
    free = {place.number: place.key for place in now if not place.bye and place.key not in found}
    return tuple(
        replace(place, key=key or (None if place.bye else free.pop(place.number, None)))
        for place, key in zip(places, found, strict=True)
    )


def _at(places: DraftTables, key: int) -> DraftTable:
    for place in places:
        if place.key == key:
            return place
    raise ActionRefused(_("Questo tavolo non c’è più: ricarica la pagina."))


def _reseated(place: DraftTable, seats: tuple[int, ...], rules: DraftRules) -> DraftTable:
    """With other people; nobody asked for a bye that was meant for another."""
    if place.bye and seats != place.seats:
        return replace(place, seats=seats, requested=False, points=rules.bye)
    return replace(place, seats=seats)


def _so_many(rules: DraftRules) -> str:
    if rules.fewest == rules.most:
        return ngettext("%(count)d giocatore", "%(count)d giocatori", rules.most) % {"count": rules.most}
    return _("da %(fewest)d a %(most)d giocatori") % {"fewest": rules.fewest, "most": rules.most}
