"""Where everybody sits in a round, in alphabetical order of the names."""

from collections.abc import Hashable

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.rounds.core.seat_names import COLOURS, SeatColour, colours_of, wind
from clubtornei.rounds.reports.report import (
    COLOUR,
    NAME,
    Column,
    Kind,
    Mark,
    Opponents,
    Report,
    ReportRow,
    TableSeat,
    filled,
)
from clubtornei.rounds.snapshot.calendar import ShownBye, ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEMS
from scoring.record import Player

SEAT, OPPONENTS = "seat", "opponents"


class PlayerPlace(Struct, frozen=True, kw_only=True):
    """Where a player sits: his table and `seat`, from 1, or his bye; without both he is absent. `colour`:
    empty if there are none.
    """

    player: Player
    table: ShownTable | None = None
    bye: ShownBye | None = None
    seat: int = 0
    colour: SeatColour = ""

    @property
    def row_content(self) -> tuple[Hashable, ...]:
        """All that his card shows of it, for the tag `reuse`."""
        table = self.table and (self.table.number, self.table.annulled, self.table.due_game_text)
        players = (self.player, *self.opponents)
        names = tuple((player.id, player.number, player.name) for player in players)
        return (names, table, self.bye is None, self.seat, self.colour)

    @property
    def opponents(self) -> tuple[Player, ...]:
        seats = self.table.seats if self.table else ()
        return tuple(other for other in seats if other.id != self.player.id)


def places_by_name(snapshot: EventSnapshot, round_: ShownRound) -> list[PlayerPlace]:
    """The places of all players of the round, in alphabetical order."""
    colours = colours_of(SYSTEMS[snapshot.system], snapshot.event)
    places = [PlayerPlace(player=bye.player, bye=bye) for bye in round_.byes]
    places += [PlayerPlace(player=player) for player in round_.absent]
    for table in round_.tables:
        places += [
            PlayerPlace(
                player=player,
                table=table,
                seat=seat + 1,
                colour=table.colour_of(seat, colours),
            )
            for seat, player in enumerate(table.seats)
        ]
    return sorted(places, key=lambda place: (sort_key(place.player.name), place.player.id))


def places_report(snapshot: EventSnapshot, round_: ShownRound) -> Report:
    """Of each player his table, at a larger one his seat too, and whom he meets there."""
    words = snapshot.table_words
    columns = (
        Column(key=NAME, title=_("Nome"), kind=Kind.NAME),
        Column(key=COLOUR, title=_("Colore"), kind=Kind.COLOUR, is_detail=True),
        Column(key=SEAT, title=str(words.short), meaning=str(words.title), kind=Kind.SEAT),
        Column(
            key=OPPONENTS,
            title=_("Avversari") if snapshot.multiplayer else _("Avversario"),
            kind=Kind.OPPONENTS,
        ),
    )
    rows = tuple(_row(snapshot, place) for place in places_by_name(snapshot, round_))
    return Report(
        title=_("Dove si siede ciascuno"),
        notation=snapshot.notation,
        columns=filled(columns, rows),
        rows=rows,
        is_numbered=True,
    )


def _row(snapshot: EventSnapshot, place: PlayerPlace) -> ReportRow:
    table = place.table
    seat = place.seat if snapshot.multiplayer else None
    return ReportRow(
        player=place.player.id,
        values={
            NAME: place.player,
            COLOUR: place.colour,
            SEAT: TableSeat(table.number, seat, snapshot.winds) if table else None,
            OPPONENTS: Opponents(
                players=place.opponents,
                colour=COLOURS[1 - COLOURS.index(place.colour)] if place.colour else "",
                annulled=table is not None and table.annulled,
                instead=_instead(snapshot, place),
                note=_note(snapshot, place),
            ),
        },
        marks=frozenset({Mark.THIRD_PLACE} if table and table.third_place else ()),
    )


def _note(snapshot: EventSnapshot, place: PlayerPlace) -> str:
    """The wind, or which game of a match is due."""
    if place.table is None:
        return ""
    return str(wind(place.seat)) if snapshot.winds else place.table.due_game_text


def _instead(snapshot: EventSnapshot, place: PlayerPlace) -> str:
    """What the round is for who has no table."""
    if place.table:
        return ""
    if not place.bye:
        return _("assente")
    return _("passa il turno") if SYSTEMS[snapshot.system].bracket else _("riposo")
