"""What the rooms above know of people: each registers it here when the site starts."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from clubtornei.events.models import Entry
from clubtornei.players.models import Player
from clubtornei.rounds.privacy.queries import Known, known_of


class KnownElsewhere(Struct, frozen=True):
    """`known`: what there is of a player, by table; `forget`: takes his name away there, inside the
    transaction that forgets him, while he is still on the roster.
    """

    known: Callable[[Player], Mapping[str, Known]]
    forget: Callable[[Player], None]


ELSEWHERE: list[KnownElsewhere] = []


def everything_of(player: Player, shown: Sequence[Entry] | None = None) -> Mapping[str, Known]:
    """All that the site knows of him, by table; `shown`: as in known_of()."""
    everything = dict(known_of(player, shown))
    for room in ELSEWHERE:
        everything |= room.known(player)
    return everything
