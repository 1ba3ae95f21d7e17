"""How the projector writes who sits at a table, and what he has there."""

from collections.abc import Sequence

from msgspec import Struct

from clubtornei.rounds.documents.calendar import ShownSeat, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.state.formatting import ordinal
from clubtornei.rounds.state.result_codes import RESULT_CODES
from clubtornei.rounds.state.table_words import wind_letter
from scoring.ledger import BLACK, WHITE, Colour
from scoring.record import DocumentPlayer


class SeatLine(Struct, frozen=True, kw_only=True):
    """A seat with its player and his points. At a table of two it has a `colour`, at a larger one a `sign`;
    `fate`: the class of who has won, or lost.
    """

    player: DocumentPlayer
    points: str
    colour: Colour | None = None
    sign: str = ""
    fate: str = ""


def seat_lines(table: ShownTable, snapshot: EventSnapshot) -> Sequence[SeatLine]:
    """The seats in their order, of two White first; of a larger table by place once it is finished."""
    if table.seat_rows:
        return [
            SeatLine(
                player=seat.player,
                points=snapshot.notation.points(seat.points) if seat.points else "",
                sign=_sign(table, seat, number, snapshot),
                fate="won" if seat.is_first else "",
            )
            for number, seat in table.listed_seats
        ]
    outcome = RESULT_CODES[table.outcome].on(table.scale)
    is_match = table.match_score is not None and not outcome.forfeit
    points = table.result.split(" – ") if is_match else [str(outcome.of_seat(seat)) for seat in range(2)]
    winner = "" if is_match else outcome.winner
    return [
        SeatLine(
            player=player,
            points=points[seat],
            colour=colour,
            fate="" if not winner else "won" if colour == winner else "lost",
        )
        for seat, (colour, player) in enumerate(((WHITE, table.white), (BLACK, table.black)))
    ]


def _sign(table: ShownTable, seat: ShownSeat, number: int, snapshot: EventSnapshot) -> str:
    """The wind; without winds the place once the table is finished, before that the number of the seat."""
    if snapshot.winds:
        return str(wind_letter(number))
    if table.finished:
        return ordinal(seat.place) if seat.place else ""
    return str(number)
