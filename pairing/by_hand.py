"""A round arranged by hand: who is still to be seated, what each table breaks, and what the whole costs.

The rules of one system stand in its file (`System.objections`, `System.cost`); here is what the site asks.
"""

from collections.abc import Iterator, Mapping, Sequence

from pairing.bracket import has_gone
from pairing.objections import met
from pairing.registry import SYSTEMS, bracket
from pairing.system import NoLegalPairing, Reason, System
from scoring.record import DocumentError, Player, Record


def awaited(record: Record) -> list[int]:
    """Who has to have a place in the round to be paired, by order number."""
    try:
        tree = bracket(record)
    except (NoLegalPairing, DocumentError):
        tree = None
    if tree is None:
        return [player.id for player in record.by_number if _comes(record, player)]
    still_in: set[int] = set()
    for meeting in tree.meetings(record.next_round) if record.next_round <= tree.grid.rounds else ():
        both = len(meeting.players) == 2
        still_in |= {
            player for player in meeting.players if both or not has_gone(record, player, record.next_round)
        }
    if tree.third and record.next_round == tree.grid.rounds:
        still_in.update(tree.losing_semi_finalists())
    return [player.id for player in record.by_number if player.id in still_in]


def objections(record: Record, seats: Sequence[int]) -> tuple[Reason, ...]:
    """What the rules have against this table of the round to be paired; one seat: against this bye."""
    system = SYSTEMS[record.spec.name]
    reasons = [
        Reason("hand_away", {"player": player})
        for player in seats
        if not _comes(record, record.players[player])
    ]
    try:
        reasons += _of_system(system, record, seats)
    except (
        NoLegalPairing,
        DocumentError,
    ):  # a result is missing that its rules ask for, or the field is too small
        reasons += met(record, seats)
    return tuple(reasons)


def made(record: Record, seats: Sequence[int]) -> tuple[Reason, ...]:
    """The reasons beside a table arranged by hand: that it was, and what it breaks."""
    against = objections(record, seats) or (Reason("hand_allowed"),)
    return (Reason("hand_made", {"players": list(seats)}), *against)


def cost(record: Record, tables: Sequence[Sequence[int]]) -> Mapping[str, int] | None:
    """What these tables cost all together, by criterion; None: the system counts no costs, or cannot now."""
    count = SYSTEMS[record.spec.name].cost
    try:
        return count(record, record.options, tables) if count else None
    except (NoLegalPairing, DocumentError):
        return None


def _comes(record: Record, player: Player) -> bool:
    """Is he there, as far as the system minds? Where it seats the absent too, only who has left is not."""
    number = record.next_round
    if SYSTEMS[record.spec.name].absence == "sits_out":
        return player.plays_in(number)
    return player.joined <= number and not has_gone(record, player.id, number)


def _of_system(system: System, record: Record, seats: Sequence[int]) -> Iterator[Reason]:
    if system.objections is None:
        return met(record, seats)
    return iter(list(system.objections(record, record.options, tuple(seats))))
