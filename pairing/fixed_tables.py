"""The fixed table of a player: whoever needs it always sits at the table with that number
(rules/games.md#fixed-table). Who meets whom does not change.
"""

from collections.abc import Iterator
from itertools import count

from msgspec.structs import replace

from pairing.system import Draw, PairedTable, Reason
from scoring.record import Player, Record


def at_fixed_tables(record: Record, draw: Draw) -> Draw:
    """The round with the tables of two at the fixed numbers of their players, and the reasons beside them;
    the others keep their order. Where two wishes cannot both be met, the lower order number has his.
    """
    fixed = [player for player in record.by_number if player.table is not None]
    if not fixed or record.spec.multiplayer:
        return draw
    index_of = {player: index for index, table in enumerate(draw.tables) for player in table.seats}
    place_of: dict[int, int] = {}  # of a table, by its index
    owners: dict[int, Player] = {}  # by number
    reasons: dict[int, Reason] = {}
    for player in fixed:
        index = index_of.get(player.id)
        if index is None:
            continue
        number, tables = player.table or 0, len(draw.tables)
        if _is_of_final(draw):
            reasons[index] = Reason("fixed_table_final", {"player": player.id, "number": number})
        elif index in place_of:
            other = owners[place_of[index]]
            if other.table != number:
                reasons[index] = _conflict(player, other)
        elif number in owners:
            reasons[index] = _conflict(player, owners[number])
        elif number > tables:
            facts = {"player": player.id, "number": number, "tables": tables}
            reasons[index] = Reason("fixed_table_missing", facts)
        else:
            place_of[index], owners[number] = number, player
            reasons[index] = Reason("fixed_table", {"player": player.id, "number": number})
    return replace(draw, tables=tuple(_placed(draw, place_of, reasons)))


def _is_of_final(draw: Draw) -> bool:
    """Whether it is the final of a bracket with the match for third place, which is the second table."""
    return any(reason.code == "third_place" for table in draw.tables for reason in table.why)


def _conflict(player: Player, other: Player) -> Reason:
    return Reason(
        "fixed_table_taken",
        {"player": player.id, "number": player.table, "opponent": other.id, "other": other.table},
    )


def _placed(draw: Draw, place_of: dict[int, int], reasons: dict[int, Reason]) -> Iterator[PairedTable]:
    """The tables in the order of their numbers."""
    taken = {number: index for index, number in place_of.items()}
    others = (index for index in range(len(draw.tables)) if index not in place_of)
    for number in count(1):
        index = taken[number] if number in taken else next(others, None)
        if index is None:
            return
        table = draw.tables[index]
        yield replace(table, why=(*table.why, reasons[index])) if index in reasons else table
