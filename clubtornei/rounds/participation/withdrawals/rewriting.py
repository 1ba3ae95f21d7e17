"""What a withdrawal, or its end, does to the rounds that exist already (rules/round-robin.md#withdrawal).

A document in, a document out, so that the preview shows exactly what the action will write. From the first
round missed on, the rounds are adjusted in order, each for everybody who has withdrawn by then: a game struck
out may be the one that made half of another player's games. A game that was played is never changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.participation.attendance.queries import FIRST_STAGE
from clubtornei.rounds.state.site_facts import TableFacts, site, stored, table_facts, table_number, with_facts
from clubtornei.text.untyped import Extra
from pairing.registry import SYSTEM_SPECS, SYSTEMS, calendar
from pairing.system import Draw, NoLegalPairing, PairedTable, Reason
from scoring.document_edits import replace_round, replace_stage
from scoring.record import (
    Bye,
    Document,
    DocumentError,
    DocumentPlayer,
    DocumentRound,
    DocumentTable,
    Record,
    record_before,
    record_of,
)
from scoring.withdrawals import Withdrawal, WithdrawalEffect, annulled, withdrawal_effects, withdrawal_of

LOST_BY_FORFEIT = "lost_by_forfeit"  # code of the reason: withdrawn players lose the game of the table
OPPONENT_ANNULLED = "opponent_annulled"  # code of the reason: a bye, because the opponent's results are void

TableNumbers = Mapping[frozenset[int], int]
"""The number of a table by the ids of the players who sit there."""


class RoundNotAdjustable(ActionRefused):
    """An existing round follows another calendar, or one without all players: who meets whom in it after the
    change cannot be derived.
    """

    def __init__(self, round_number: int) -> None:
        text = _(
            "Il turno %(number)d è già abbinato e qui non si può rifare:"
            " scarta la bozza, o scegli un turno dopo."
        )
        super().__init__(text % {"number": round_number})


def adjusts_rounds(system: str) -> bool:
    """Whether withdrawn players stay in the system's calendar, so that existing rounds are adjusted."""
    return SYSTEMS[system].spec.games_each is not None


def with_withdrawal(
    document: Document, player: int, first_missed: int | None, stage: int = FIRST_STAGE
) -> Document:
    """The document with the player withdrawn from round `first_missed` on; None: no longer withdrawn.

    Where the system does not adjust rounds, the existing rounds from the withdrawal on become absences of a
    player who returns. Raises RoundNotAdjustable.
    """
    current = record_of(document, SYSTEM_SPECS, stage).players[player]
    playing = document.stages[stage - 1]
    first = min(number for number in (current.withdrawn, first_missed) if number is not None)
    affected = range(first, len(playing.rounds) + 1)
    if adjusts_rounds(playing.system):
        changed = _record_withdrawal(document, current, first_missed, stage)
        for number in affected:
            changed = replace_round(changed, stage, number, _adjusted_round(document, changed, stage, number))
        return changed
    if first_missed is not None and affected:
        raise RoundNotAdjustable(first)
    return _record_withdrawal(document, current, first_missed, stage, missed=affected)


def effect_of(document: Document, player: int, first_missed: int, stage: int = FIRST_STAGE) -> Withdrawal:
    """The effect of withdrawing from that round on, with the future games before it counted as played."""
    record = record_of(document, SYSTEM_SPECS, stage)
    future: tuple[DocumentRound, ...] = ()
    if first_missed > record.next_round:
        future = tuple(_future_rounds(record))[: first_missed - record.next_round]
    expected = Record(document, record.spec, record.number, record.players, record.rounds + future)
    return withdrawal_of(expected, player, first_missed)


def tables_by_number(round_: DocumentRound) -> Iterable[tuple[int, DocumentTable]]:
    """Each table with its number: its place in the list, unless the table itself states another."""
    for place, table in enumerate(round_.tables, 1):
        yield table_number(table, place), table


def _future_rounds(record: Record) -> Iterable[DocumentRound]:
    """The rounds still to be paired; none where the system has no calendar."""
    try:
        draws = calendar(record)
    except (NoLegalPairing, DocumentError):
        return
    for draw in draws:
        tables = (DocumentTable(seats=table.seats, forfeit=table.forfeit) for table in draw.tables)
        yield DocumentRound(tables=tuple(tables))


def _record_withdrawal(
    document: Document,
    player: DocumentPlayer,
    first_missed: int | None,
    number: int,
    missed: Iterable[int] = (),
) -> Document:
    """The document with the withdrawal and these absences noted; its rounds are not touched."""
    absent = tuple(sorted({*player.absent, *missed}))
    if number == FIRST_STAGE:
        changed = replace(player, withdrawn=first_missed, absent=absent)
        players = tuple(changed if entered.id == player.id else entered for entered in document.players)
        return replace(document, players=players)
    stage = document.stages[number - 1]
    withdrawals = {entry_no: first for entry_no, first in stage.withdrawals.items() if entry_no != player.id}
    if first_missed is not None:
        withdrawals[player.id] = first_missed
    absences = {**stage.absences, player.id: absent}
    return replace_stage(document, number, replace(stage, withdrawals=withdrawals, absences=absences))


def _adjusted_round(before: Document, document: Document, stage: int, number: int) -> DocumentRound:
    """The round as it must be in `document`, whose earlier rounds are adjusted already; `before`: without the
    change.
    """
    record = record_before(document, SYSTEM_SPECS, stage, number)
    effects = withdrawal_effects(record)
    annulled_now = annulled(record)
    annulled_before = annulled(record_before(before, SYSTEM_SPECS, stage, number))
    round_ = record.stage.rounds[number - 1]
    tables: dict[int, DocumentTable] = {}
    annulled_opponents: dict[int, int] = {}  # by the player who was to meet them
    for own_number, table in tables_by_number(round_):
        struck_out = [player for player in table.seats if player in annulled_now]
        if struck_out and not _was_played(table):
            annulled_opponents |= {
                player: struck_out[0] for player in table.seats if player not in struck_out
            }
        else:
            tables[own_number] = _forfeited_or_open(table, effects)
    byes = [bye for bye in round_.byes if bye.player not in annulled_now]
    returning = annulled_before - annulled_now
    if returning:
        byes = _seat_returning(record, returning, tables, byes)
    byes += [_bye_without_opponent(player, opponent) for player, opponent in annulled_opponents.items()]
    return replace(round_, tables=_in_order(tables), byes=tuple(byes))


def _was_played(table: DocumentTable) -> bool:
    return table.result is not None and not table.forfeit


def _in_order(tables: Mapping[int, DocumentTable]) -> tuple[DocumentTable, ...]:
    """The tables by number; only those whose number is not their place state it."""
    return tuple(
        _with_table_facts(tables[number], number=None if number == place else number)
        for place, number in enumerate(sorted(tables), 1)
    )


def _with_table_facts(table: DocumentTable, **changes: int | bool | list[Reason] | None) -> DocumentTable:
    return with_facts(table, replace(table_facts(table), **changes))


def _forfeited_or_open(table: DocumentTable, effects: Mapping[int, WithdrawalEffect]) -> DocumentTable:
    """The table lost by its withdrawn players, or open again without any; a played result stays."""
    reasons = table_facts(table).why
    forfeits = [reason for reason in reasons if reason.code == LOST_BY_FORFEIT]
    other_reasons = [reason for reason in reasons if reason.code != LOST_BY_FORFEIT]
    withdrawn_before = forfeits[0].facts["players"] if forfeits else []
    withdrawn = [player for player in table.seats if player in effects]
    if withdrawn == withdrawn_before or (not forfeits and table.result is not None):
        return table
    if not withdrawn:
        return _with_table_facts(replace(table, result=None, forfeit=False), why=other_reasons)
    forfeit = Reason(LOST_BY_FORFEIT, {"players": withdrawn})
    white, black = (int(player not in effects) for player in table.seats)
    forfeited = replace(table, result=(white, black), forfeit=True, adjourned=False)
    return _with_table_facts(forfeited, why=[*other_reasons, forfeit])


def _seat_returning(
    record: Record, returning: set[int] | frozenset[int], tables: dict[int, DocumentTable], byes: list[Bye]
) -> list[Bye]:
    """Add to `tables` the calendar's tables of the returning players; gives the byes that remain."""
    draw = calendar(record)[0]
    seated_together = {frozenset(table.seats) for table in tables.values()}
    seated = frozenset().union(*seated_together)
    bye_of = {bye.player: bye for bye in byes}
    numbers = _table_numbers(record, draw, tables)
    for paired in draw.tables:
        if returning.isdisjoint(paired.seats) or frozenset(paired.seats) in seated_together:
            continue
        if not all(player not in seated and _is_free(bye_of.get(player)) for player in paired.seats):
            raise RoundNotAdjustable(record.next_round)
        number = numbers[frozenset(paired.seats)]
        if number in tables:
            number = next(free for free in count(1) if free not in tables)
        tables[number] = _table_of(paired)
        for player in paired.seats:
            bye_of.pop(player, None)
    for bye in draw.byes:
        if bye.player in returning and bye.player not in seated and bye.player not in bye_of:
            bye_of[bye.player] = Bye(player=bye.player, points=bye.points, extra=_reasons_as_extra(bye.why))
    return list(bye_of.values())


def _table_numbers(record: Record, draw: Draw, tables: Mapping[int, DocumentTable]) -> TableNumbers:
    """The numbers of the calendar's tables in the existing round.

    They are those of a calendar in which nobody had withdrawn, if all `tables` agree with it: then the round
    was paired before anybody withdrew. Otherwise they are those of `draw`.
    """
    players = {player_id: replace(player, withdrawn=None) for player_id, player in record.players.items()}
    without_withdrawals = Record(record.document, record.spec, record.number, players, record.rounds)
    full_numbers = _numbers_in(calendar(without_withdrawals)[0])
    agree = all(full_numbers.get(frozenset(table.seats)) == number for number, table in tables.items())
    return full_numbers if agree else _numbers_in(draw)


def _numbers_in(draw: Draw) -> TableNumbers:
    return {frozenset(paired.seats): number for number, paired in enumerate(draw.tables, 1)}


def _is_free(bye: Bye | None) -> bool:
    """Whether a player with this bye can be seated: he has none, or it is for want of an opponent."""
    return bye is None or any(reason.code == OPPONENT_ANNULLED for reason in table_facts(bye).why)


def _table_of(paired: PairedTable) -> DocumentTable:
    return DocumentTable(
        seats=paired.seats, result=paired.result, forfeit=paired.forfeit, extra=_reasons_as_extra(paired.why)
    )


def _bye_without_opponent(player: int, opponent: int) -> Bye:
    reason = Reason(OPPONENT_ANNULLED, {"opponent": opponent})
    return Bye(player=player, points=0, extra=_reasons_as_extra([reason]))


def _reasons_as_extra(reasons: Sequence[Reason]) -> Extra:
    return site(TableFacts(why=stored(reasons)))
