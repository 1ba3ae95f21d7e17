"""A round as somebody looks for himself in it: by part of a name."""

from msgspec.structs import replace

from clubtornei.players.names import sort_key
from clubtornei.rounds.reports.by_name import Place, places_of
from clubtornei.rounds.reports.calendar import ShownRound
from pairing.system import System
from scoring.record import Player


def by_name(round_: ShownRound, system: System, text: str) -> list[Place]:
    """Everybody of the round whose name has every word of the text, in the order of an Italian index."""
    return [place for place in places_of(round_, system) if _matches(place.player, text)]


def having(round_: ShownRound, text: str) -> ShownRound:
    """The round with only those tables and rests where somebody has that name."""
    return replace(
        round_,
        tables=tuple(table for table in round_.tables if any(_matches(one, text) for one in table.seats)),
        byes=tuple(bye for bye in round_.byes if _matches(bye.player, text)),
    )


def _matches(player: Player, text: str) -> bool:
    name = sort_key(player.name)
    return all(word in name for word in sort_key(text).split())
