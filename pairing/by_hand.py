"""A round arranged by hand: the players to be seated, the rules each table breaks, and the cost of the round.

The rules of a system are in its file (`System.objections`, `System.cost`); these functions are for the site.
"""

from collections.abc import Iterator, Mapping, Sequence

from pairing.bracket import has_withdrawn
from pairing.objections import met, prohibited
from pairing.registry import SYSTEMS, bracket, provisional_draws
from pairing.system import NoLegalPairing, Reason, System
from scoring.adjourned import as_drawn
from scoring.record import DocumentError, DocumentPlayer, Record


def players_to_seat(record: Record) -> list[int]:
    """The ids of the players who need a place in the round to be paired, by order number."""
    try:
        grid_bracket = bracket(record)
    except (NoLegalPairing, DocumentError):
        grid_bracket = None
    if grid_bracket is None:
        return [player.id for player in record.by_number if _is_expected(record, player)]
    still_in: set[int] = set()
    for meeting in (
        grid_bracket.meetings(record.next_round) if record.next_round <= grid_bracket.grid.rounds else ()
    ):
        has_opponent = len(meeting.players) == 2
        still_in |= {
            player
            for player in meeting.players
            if has_opponent or not has_withdrawn(record, player, record.next_round)
        }
    if grid_bracket.plays_third_place and record.next_round == grid_bracket.grid.rounds:
        still_in.update(grid_bracket.losing_semi_finalists())
    return [player.id for player in record.by_number if player.id in still_in]


def objections(record: Record, seats: Sequence[int]) -> tuple[Reason, ...]:
    """The rules that this table (one seat: this bye) would break in the round to be paired."""
    system = SYSTEMS[record.spec.name]
    reasons = [
        Reason("hand_away", {"player": player})
        for player in seats
        if not _is_expected(record, record.players[player])
    ]
    reasons += prohibited(record, seats)
    try:
        reasons += _system_objections(system, record, seats)
    except (NoLegalPairing, DocumentError):
        # A result that its rules need is missing, or the field is too small.
        reasons += met(record, seats)
    return tuple(reasons)


def reasons_by_hand(record: Record, seats: Sequence[int]) -> tuple[Reason, ...]:
    """The reasons printed with a table arranged by hand: that it was arranged, and which rules it breaks."""
    broken = objections(record, seats) or (Reason("hand_allowed"),)
    return (Reason("hand_made", {"players": list(seats)}), *broken)


def cost(record: Record, tables: Sequence[Sequence[int]]) -> Mapping[str, int] | None:
    """The cost of these tables together, by criterion; None: the system counts no costs, or cannot yet."""
    cost_of = SYSTEMS[record.spec.name].cost
    try:
        return cost_of(record, record.options, tables) if cost_of else None
    except (NoLegalPairing, DocumentError):
        return None


def _is_expected(record: Record, player: DocumentPlayer) -> bool:
    """Does the system expect the player in the round? One that pairs absent players leaves out the withdrawn
    only.
    """
    number = record.next_round
    if SYSTEMS[record.spec.name].absence == "sits_out":
        return player.plays_in(number)
    return player.joined <= number and not has_withdrawn(record, player.id, number)


def _system_objections(system: System, record: Record, seats: Sequence[int]) -> Iterator[Reason]:
    if system.objections is None:
        return met(record, seats)
    paired = as_drawn(record, provisional_draws(record))
    return iter(list(system.objections(paired, record.options, tuple(seats))))
