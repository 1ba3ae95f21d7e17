"""A result of two as the page of their table shows it: a line for each, with his points."""

from collections.abc import Sequence

from msgspec import Struct

from clubtornei.events.models import Entry
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.state.result_codes import Scale
from clubtornei.rounds.state.seat_names import SeatColour
from clubtornei.rounds.state.table_state import points_at


class ScoreLine(Struct, frozen=True):
    """A player of a table of two, with his points there."""

    entry: Entry
    colour: SeatColour
    points: str


def score_lines(
    entries: Sequence[Entry], state: TableState, scale: Scale, colours: tuple[SeatColour, SeatColour]
) -> list[ScoreLine]:
    """Both players in seat order; nobody at a larger table. Colours change within a match, and are not told
    of one.
    """
    if len(entries) != 2:
        return []
    seats: tuple[SeatColour, SeatColour] = ("", "") if state.games else colours
    both = zip(entries, seats, points_at(state, scale), strict=True)
    return [ScoreLine(entry, colour, points) for entry, colour, points in both]
