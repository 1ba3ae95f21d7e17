"""The fixed table of a player: whoever needs it always sits at the table with that number
(rules/games.md#fixed-table). Who meets whom does not change.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from msgspec.structs import replace

from pairing.system import Draw, PairedTable, Reason
from scoring.record import DocumentPlayer, Record

CODES = frozenset(
    {
        *("fixed_table", "fixed_table_taken", "fixed_table_final", "fixed_table_missing"),
        *("fixed_table_kept", "fixed_table_by_hand"),
    }
)
"""Of the reasons that speak of it."""


def at_fixed_tables(record: Record, draw: Draw) -> Draw:
    """The round with the tables at the fixed numbers of their players, and the reasons beside them; the
    others keep their order. Where two wishes cannot both be met, the lower order number has his. A final
    stays at table 1, and tables that stay together from the round before keep their numbers.
    """
    kept = "fixed_table_final" if _is_of_final(draw) else "fixed_table_kept" if _stay(record, draw) else ""
    place_of = {} if kept else _places(record, draw)
    placed = list(_placed(draw, place_of))
    reasons = fixed_table_reasons(record, [table.seats for table in placed], otherwise=kept)
    if not reasons:
        return draw
    return replace(
        draw,
        tables=tuple(
            replace(table, why=(*table.why, reasons[number])) if number in reasons else table
            for number, table in enumerate(placed, 1)
        ),
    )


def fixed_table_reasons(
    record: Record, tables: Sequence[Sequence[int]], *, otherwise: str = "fixed_table_by_hand"
) -> dict[int, Reason]:
    """What is said of the fixed tables of a round, by the number of the table; `tables`: the ids at each, in
    the order of their numbers. `otherwise`: the code for a table that has another number without need.
    """
    return {
        number: _reason(fixed, number, len(tables), otherwise)
        for number, seats in enumerate(tables, 1)
        if (fixed := _fixed(record, seats))
    }


def _fixed(record: Record, seats: Sequence[int]) -> list[DocumentPlayer]:
    """Who of these has a fixed table, by order number."""
    at_table = {*seats}
    return [player for player in record.by_number if player.table is not None and player.id in at_table]


def _reason(fixed: Sequence[DocumentPlayer], number: int, tables: int, otherwise: str) -> Reason:
    own = next((player for player in fixed if player.table == number), None)
    other = next((player for player in fixed if player is not own), None)
    if own and other:
        facts = {"player": other.id, "number": other.table, "opponent": own.id, "other": number}
        return Reason("fixed_table_taken", facts)
    if own:
        return Reason("fixed_table", {"player": own.id, "number": number})
    facts = {"player": fixed[0].id, "number": fixed[0].table}
    if (fixed[0].table or 0) > tables:
        return Reason("fixed_table_missing", facts | {"tables": tables})
    return Reason(otherwise, facts if otherwise == "fixed_table_final" else facts | {"other": number})


def _places(record: Record, draw: Draw) -> dict[int, int]:
    """The fixed number of a table, by its index."""
    place_of: dict[int, int] = {}
    for player in record.by_number:
        index = next((index for index, table in enumerate(draw.tables) if player.id in table.seats), None)
        number = player.table or 0
        if index is not None and index not in place_of and 0 < number <= len(draw.tables):
            place_of[index] = number
    return place_of


def _is_of_final(draw: Draw) -> bool:
    """Whether it is the final of a bracket with the match for third place, which is the second table."""
    return any(reason.code == "third_place" for table in draw.tables for reason in table.why)


def _stay(record: Record, draw: Draw) -> bool:
    """Whether the same players sit together as in the round before: a ranking may be by these tables."""
    if not record.spec.multiplayer or not record.rounds:
        return False
    before = {frozenset(table.seats) for table in record.rounds[-1].tables}
    return before == {frozenset(table.seats) for table in draw.tables}


def _placed(draw: Draw, place_of: Mapping[int, int]) -> Iterator[PairedTable]:
    """The tables in the order of their numbers."""
    taken = {number: index for index, number in place_of.items()}
    others = (index for index in range(len(draw.tables)) if index not in place_of)
    for number in count(1):
        index = taken[number] if number in taken else next(others, None)
        if index is None:
            return
        yield draw.tables[index]
