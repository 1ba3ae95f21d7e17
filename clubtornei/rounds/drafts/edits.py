"""The changes an arbiter can make to a draft, as pure functions: tables in, tables out.

Nothing here reads or writes the database. Players are entry numbers. A player at no table is unseated, and
stays so until an edit seats him or her. Every edit raises ActionRefused where it makes no sense.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.writing import ActionRefused
from scoring.document import Number
from scoring.system_spec import SystemSpec

MOST_SEATS = 6


class DraftTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The players at one table, in seat order; without a number it is a bye, with one seat.

    `requested`: a bye that the player asked for. `points`: what a bye is worth. `key`: the primary key of the
    table's row; None where it has none yet.
    """

    seats: tuple[int, ...]
    number: int | None = None
    requested: bool = False
    points: Number | None = None
    key: int | None = None

    @property
    def bye(self) -> bool:
        return self.number is None


DraftTables = tuple[DraftTable, ...]
TableContent = tuple[int, tuple[int, ...], bool, str]
"""A table as it is compared: its number (0: a bye), its seats, whether a bye was requested, its points."""


class DraftRules(Struct, frozen=True, kw_only=True):
    """The fewest and most players at a table, and the points of a bye."""

    fewest: int
    most: int
    bye: Number

    @classmethod
    def of(cls, spec: SystemSpec, bye: Number) -> "DraftRules":
        if spec.multiplayer:
            return cls(fewest=3, most=MOST_SEATS, bye=bye)
        return cls(fewest=2, most=2, bye=bye)


def contents_of(tables: Iterable[DraftTable]) -> list[TableContent]:
    """What makes a draft another one, in order."""
    return sorted((table.number or 0, table.seats, table.requested, str(table.points)) for table in tables)


def draft_token(tables: Iterable[DraftTable]) -> str:
    """A digest of the draft."""
    return hashlib.sha256(repr(contents_of(tables)).encode()).hexdigest()[:16]


def swap(tables: DraftTables, rules: DraftRules, first: int, second: int) -> DraftTables:
    """Two players exchange seats; if one is unseated, he or she takes the seat and the other is unseated."""
    seated = {player for table in tables for player in table.seats}
    if first == second or seated.isdisjoint({first, second}):
        raise ActionRefused(_("Scegli due giocatori, di cui almeno uno già a un tavolo o a riposo."))
    exchanged = {first: second, second: first}
    return tuple(
        _with_seats(table, tuple(exchanged.get(player, player) for player in table.seats), rules)
        for table in tables
    )


def unseat(tables: DraftTables, rules: DraftRules, players: Collection[int]) -> DraftTables:
    """The players leave their tables; a table left with too few players is broken up."""
    if not players:
        raise ActionRefused(_("Prima scegli chi togliere dal tavolo."))
    remaining = []
    for table in tables:
        seats = tuple(player for player in table.seats if player not in players)
        if len(seats) >= (1 if table.bye else rules.fewest):
            remaining.append(_with_seats(table, seats, rules))
    return tuple(remaining)


def break_table(tables: DraftTables, rules: DraftRules, key: int) -> DraftTables:
    """The table is removed and its players are unseated."""
    broken = _table_of_key(tables, key)
    return tuple(table for table in tables if table is not broken)


def rotate_seats(tables: DraftTables, rules: DraftRules, key: int) -> DraftTables:
    """Everybody at the table moves by one seat; two players exchange colours."""
    rotated = _table_of_key(tables, key)
    seats = (*rotated.seats[1:], rotated.seats[0])
    return tuple(replace(table, seats=seats) if table is rotated else table for table in tables)


def seat_together(tables: DraftTables, rules: DraftRules, players: Sequence[int]) -> DraftTables:
    """A new table for these players, in this order, with the first free number; they leave other tables."""
    if not rules.fewest <= len(players) <= rules.most:
        raise ActionRefused(_("Per un nuovo tavolo scegli %(wanted)s.") % {"wanted": _table_size_text(rules)})
    others = unseat(tables, rules, players)
    taken = {table.number for table in others}
    number = next(free for free in count(1) if free not in taken)
    return (*others, DraftTable(seats=tuple(players), number=number))


def seat_at(tables: DraftTables, rules: DraftRules, players: Sequence[int], key: int) -> DraftTables:
    """The players join the table, after those who sit there; they leave other tables."""
    joined = _table_of_key(tables, key)
    joining = [player for player in players if player not in joined.seats]
    if not joining:
        raise ActionRefused(_("Prima scegli chi si siede a questo tavolo."))
    seats = (*joined.seats, *joining)
    if len(seats) > rules.most:
        raise ActionRefused(
            _("A un tavolo siedono %(wanted)s: scambia, invece di aggiungere.")
            % {"wanted": _table_size_text(rules)}
        )
    others = tuple(table for table in tables if table is not joined)
    return (*unseat(others, rules, joining), replace(joined, seats=seats))


def give_bye(
    tables: DraftTables,
    rules: DraftRules,
    player: int,
    *,
    requested: bool = False,
    points: Number | None = None,
) -> DraftTables:
    """The player leaves the table for a bye, worth `points`; None: what a bye is worth in this event."""
    value = rules.bye if points is None else points
    bye = DraftTable(seats=(player,), requested=requested, points=value)
    return (*unseat(tables, rules, [player]), bye)


def renumber(tables: DraftTables, rules: DraftRules, key: int, number: int) -> DraftTables:
    """The table gets that number; the others keep their order and are numbered without gaps."""
    moved = _table_of_key(tables, key)
    games = sorted((table for table in tables if not table.bye), key=lambda table: table.number or 0)
    if moved.bye or not 1 <= number <= len(games):
        raise ActionRefused(_("I tavoli vanno da 1 a %(last)d.") % {"last": len(games)})
    games.remove(moved)
    games.insert(number - 1, moved)
    byes = [table for table in tables if table.bye]
    return (*(replace(table, number=position) for position, table in enumerate(games, 1)), *byes)


def at_fixed_tables(tables: DraftTables, fixed: Mapping[int, int]) -> DraftTables:
    """The tables with the numbers that always are of some players; of two who meet the first has his."""
    placed = list(tables)
    taken: set[int] = set()
    for player, number in fixed.items():
        own = next((place for place, table in enumerate(placed) if player in table.seats), None)
        other = next((place for place, table in enumerate(placed) if table.number == number), None)
        before = None if own is None else placed[own].number
        if own is None or other is None or before is None or taken & {before, number}:
            continue
        placed[other] = replace(placed[other], number=before)
        placed[own] = replace(placed[own], number=number)
        taken.add(number)
    return tuple(placed)


def without_keys(tables: Iterable[DraftTable]) -> DraftTables:
    """The tables to be remembered: when they are read back, the rows may be others."""
    return tuple(replace(table, key=None) for table in tables)


def with_keys(tables: DraftTables, current: DraftTables) -> DraftTables:
    """The tables, each with the key of a current table: of the same seats, else of its number."""
    key_of_seats = {(table.bye, table.seats): table.key for table in current}
    keys = [key_of_seats.get((table.bye, table.seats)) for table in tables]
    free = {table.number: table.key for table in current if not table.bye and table.key not in keys}
    return tuple(
        replace(table, key=key or (None if table.bye else free.pop(table.number, None)))
        for table, key in zip(tables, keys, strict=True)
    )


def _table_of_key(tables: DraftTables, key: int) -> DraftTable:
    for table in tables:
        if table.key == key:
            return table
    raise ActionRefused(_("Questo tavolo non c’è più: ricarica la pagina."))


def _with_seats(table: DraftTable, seats: tuple[int, ...], rules: DraftRules) -> DraftTable:
    """The table with these players; a requested bye becomes a plain one for anybody but who asked for it."""
    if table.bye and seats != table.seats:
        return replace(table, seats=seats, requested=False, points=rules.bye)
    return replace(table, seats=seats)


def _table_size_text(rules: DraftRules) -> str:
    if rules.fewest == rules.most:
        return ngettext("%(count)d giocatore", "%(count)d giocatori", rules.most) % {"count": rules.most}
    return _("da %(fewest)d a %(most)d giocatori") % {"fewest": rules.fewest, "most": rules.most}
