"""What leaving a tournament, or coming back, does to the rounds that exist already
(rules/round-robin.md#withdrawal).

A document in, a document out: the preview shows what the action will write, because both come from here.
The rounds from the one he leaves on are put right in their order, for everybody who has left: a game that
falls away may be the one that made another's half. A game that was played is never touched.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from msgspec.structs import replace

from clubtornei.rounds.core.site_facts import (
    TableFacts,
    site,
    stored,
    table_facts,
    table_number,
    with_facts,
)
from clubtornei.untyped import Extra
from pairing.registry import SYSTEM_SPECS, SYSTEMS, calendar
from pairing.system import Draw, NoLegalPairing, PairedTable, Reason
from scoring.document_edits import replace_round, replace_stage
from scoring.record import (
    Bye,
    Document,
    DocumentError,
    Player,
    Record,
    Round,
    Table,
    record_before,
    record_of,
)
from scoring.withdrawals import Withdrawal, WithdrawalEffect, withdrawal_effects, withdrawal_of

FIRST = 1  # `withdrawn` of a player concerns the first stage
LOST, LEFT_ALONE = "lost_by_forfeit", "opponent_annulled"

Effects = Mapping[int, WithdrawalEffect]
"""What became of who has left by a round, by id."""


class CannotBePutRight(Exception):
    """A round that exists does not follow a calendar of everybody, or not that of the rules: nobody can say
    who meets whom in it now.
    """

    def __init__(self, round_number: int) -> None:
        super().__init__(f"round {round_number}")
        self.round = round_number


def rewrites(system: str) -> bool:
    """Is everybody in the calendar, whoever leaves, so that rounds that exist are put right for it?"""
    return SYSTEMS[system].spec.games_each is not None


def with_withdrawal(
    document: Document, player: int, first_missed: int | None, stage: int = FIRST
) -> Document:
    """The document when the player no longer plays from that round on; None: when he stays after all, or,
    where rounds are not put right for it, is back and has been absent meanwhile. Raises CannotBePutRight.
    """
    found = record_of(document, SYSTEM_SPECS, stage).players[player]
    played = document.stages[stage - 1]
    first = min(moment for moment in (found.withdrawn, first_missed) if moment is not None)
    there = range(first, len(played.rounds) + 1)
    if rewrites(played.system):
        changed = _left(document, found, first_missed, stage)
        for number in there:
            changed = replace_round(changed, stage, number, _put_right(document, changed, stage, number))
        return changed
    if first_missed is not None and there:
        raise CannotBePutRight(first)
    return _left(document, found, first_missed, stage, missed=there)


def effect_of(document: Document, player: int, first_missed: int, stage: int = FIRST) -> Withdrawal:
    """What it does that the player leaves at that round; games still to come before it count as played."""
    record = record_of(document, SYSTEM_SPECS, stage)
    to_come: tuple[Round, ...] = ()
    if first_missed > record.next_round:
        to_come = tuple(_foreseen(record))[: first_missed - record.next_round]
    expected = Record(document, record.spec, record.number, record.players, record.rounds + to_come)
    return withdrawal_of(expected, player, first_missed)


def _foreseen(record: Record) -> Iterable[Round]:
    """The rounds still to come, where the system knows them."""
    try:
        draws = calendar(record)
    except (NoLegalPairing, DocumentError):
        return
    for draw in draws:
        tables = (Table(seats=table.seats, forfeit=table.forfeit) for table in draw.tables)
        yield Round(tables=tuple(tables))


def _left(
    document: Document,
    player: Player,
    first_missed: int | None,
    number: int,
    missed: Iterable[int] = (),
) -> Document:
    absent = tuple(sorted({*player.absent, *missed}))
    if number == FIRST:
        gone = replace(player, withdrawn=first_missed, absent=absent)
        players = tuple(gone if other.id == player.id else other for other in document.players)
        return replace(document, players=players)
    stage = document.stages[number - 1]
    withdrawals = {one: left for one, left in stage.withdrawals.items() if one != player.id}
    if first_missed is not None:
        withdrawals[player.id] = first_missed
    absences = {**stage.absences, player.id: absent}
    return replace_stage(document, number, replace(stage, withdrawals=withdrawals, absences=absences))


def _put_right(before: Document, document: Document, stage: int, number: int) -> Round:
    """The round as it has to be now that all rounds before it are right."""
    record = record_before(document, SYSTEM_SPECS, stage, number)
    effects = withdrawal_effects(record)
    annulled = _annulled(effects)
    annulled_before = _annulled(withdrawal_effects(record_before(before, SYSTEM_SPECS, stage, number)))
    round_ = record.stage.rounds[number - 1]
    tables: dict[int, Table] = {}
    idle: dict[int, int] = {}  # who stays → the annulled opponent he was to meet
    for own_number, table in numbered(round_):
        out = [player for player in table.seats if player in annulled]
        if out and not _played(table):
            idle |= {player: out[0] for player in table.seats if player not in out}
        else:
            tables[own_number] = _lost_or_open(table, effects)
    byes = [bye for bye in round_.byes if bye.player not in annulled]
    returning = annulled_before - annulled
    if returning:
        byes = _seat_again(record, returning, tables, byes)
    byes += [_left_alone(player, other) for player, other in idle.items()]
    return replace(round_, tables=_in_order(tables), byes=tuple(byes))


def _annulled(effects: Effects) -> set[int]:
    return {player for player, effect in effects.items() if effect is WithdrawalEffect.ANNULLED}


def _played(table: Table) -> bool:
    return table.result is not None and not table.forfeit


def numbered(round_: Round) -> Iterable[tuple[int, Table]]:
    """The tables with their own numbers: their place in the list, where they do not say otherwise."""
    for place, table in enumerate(round_.tables, 1):
        yield table_number(table, place), table


def _in_order(tables: Mapping[int, Table]) -> tuple[Table, ...]:
    """The tables by number; only those whose number is not their place say it."""
    return tuple(
        _with(tables[number], number=None if number == place else number)
        for place, number in enumerate(sorted(tables), 1)
    )


def _with(table: Table, **changes: int | bool | list[Reason] | None) -> Table:
    """The table with other facts of the site."""
    return with_facts(table, replace(table_facts(table), **changes))


def _lost_or_open(table: Table, effects: Effects) -> Table:
    """The table lost by who has left by now, or open again; what was decided at the board stays."""
    reasons = table_facts(table).why
    lost_before = [reason for reason in reasons if reason.code == LOST]
    gone = [player for player in table.seats if player in effects]
    said = lost_before[0].facts["players"] if lost_before else []
    if gone == said or (not lost_before and table.result is not None):
        return table
    others = [reason for reason in reasons if reason.code != LOST]
    if not gone:
        return _with(replace(table, result=None, forfeit=False), why=others)
    lost = Reason(LOST, {"players": gone})
    white, black = (int(player not in effects) for player in table.seats)
    return _with(replace(table, result=(white, black), forfeit=True), why=[*others, lost], adjourned=False)


def _seat_again(record: Record, returning: set[int], tables: dict[int, Table], byes: list[Bye]) -> list[Bye]:
    """Give who comes back the tables of the calendar, and take the rests of his opponents away."""
    draw = calendar(record)[0]
    there = {frozenset(table.seats) for table in tables.values()}
    seated = frozenset().union(*there)
    dependents = {bye.player: bye for bye in byes}
    numbers = _numbers(record, draw, tables)
    for seating in draw.tables:
        if returning.isdisjoint(seating.seats) or frozenset(seating.seats) in there:
            continue
        if not all(player not in seated and _free(dependents.get(player)) for player in seating.seats):
            raise CannotBePutRight(record.next_round)
        place = numbers[frozenset(seating.seats)]
        free = place if place not in tables else next(number for number in count(1) if number not in tables)
        tables[free] = _table(seating)
        for player in seating.seats:
            dependents.pop(player, None)
    for bye in draw.byes:
        if bye.player in returning and bye.player not in seated and bye.player not in dependents:
            dependents[bye.player] = Bye(player=bye.player, points=bye.points, extra=_said(bye.why))
    return list(dependents.values())


def _numbers(record: Record, draw: Draw, tables: Mapping[int, Table]) -> dict[frozenset[int], int]:
    """Who meets whom → number of their table, as in the round that was drawn: when some had left already,
    or before anybody had, unless a table says otherwise.
    """
    everybody = {entry_no: replace(player, withdrawn=None) for entry_no, player in record.players.items()}
    whole = Record(record.document, record.spec, record.number, everybody, record.rounds)
    then, once = (
        {frozenset(seating.seats): place for place, seating in enumerate(one.tables, 1)}
        for one in (draw, calendar(whole)[0])
    )
    as_once = all(once.get(frozenset(table.seats)) == number for number, table in tables.items())
    return once if as_once else then


def _free(bye: Bye | None) -> bool:
    """Does he rest only because his opponent had left, or is he not there at all?"""
    return bye is None or any(reason.code == LEFT_ALONE for reason in table_facts(bye).why)


def _table(seating: PairedTable) -> Table:
    return Table(
        seats=seating.seats, result=seating.result, forfeit=seating.forfeit, extra=_said(seating.why)
    )


def _left_alone(player: int, opponent: int) -> Bye:
    return Bye(player=player, points=0, extra=_said([Reason(LEFT_ALONE, {"opponent": opponent})]))


def _said(reasons: Sequence[Reason]) -> Extra:
    return site(TableFacts(why=stored(reasons)))
