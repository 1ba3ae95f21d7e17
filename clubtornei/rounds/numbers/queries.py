"""The numbers as they are shown: who has which, by which lot, from which group, or for which rating."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clubtornei.rounds.numbers.actions import DRAWN_BY, Method
from pairing import draws
from pairing.berger import field_of
from pairing.numbering import strength
from pairing.registry import SYSTEMS
from scoring.document import Player
from scoring.random_keys import random_key
from scoring.record import DocumentError, Record


@dataclass(frozen=True)
class Offer:
    """What a restricted draw starts from: clubs with several players, and the groups of the size, if any."""

    clubs: Mapping[str, list[str]]
    groups: Mapping[str, list[int]]


@dataclass(frozen=True)
class Drawn:
    """One number; `lot` are the digits it was drawn with (plain lots, or equals in a rating list), `group`
    where one was drawn. `late`: he entered after the draw, and took the next number.
    """

    number: int
    player: Player
    lot: str = ""
    group: str = ""
    late: bool = False


@dataclass(frozen=True)
class Lots:
    """All numbers in order. `derived`: they are those the seed gives, but for who came later; None where none
    was drawn from.

    `clashes`: games between players of one club in the last three rounds. `command`: is it for the command
    `draw` to give them again?
    """

    numbers: list[Drawn]
    derived: bool | None = None
    command: bool = False
    groups: tuple[draws.GroupDrawn, ...] = ()
    searched: bool = False
    clashes: int = 0

    @property
    def by_lot(self) -> list[Drawn]:
        """Those whose number a lot decided."""
        return [one for one in self.numbers if one.lot]


def offer_of(record: Record) -> Offer:
    """What to show before a restricted draw; without clubs there is nothing to keep apart."""
    together = draws.clubs(record)
    count = len(record.players)
    groups = draws.VARMA.get(field_of(count), {})
    return Offer(
        {club: [record.players[ident].name for ident in ids] for club, ids in together.items()},
        {letter: [number for number in numbers if number <= count] for letter, numbers in groups.items()},
    )


def lots_of(method: str, record: Record) -> Lots:
    """The draw that was made, derived again from the record: an import may say of it what it likes."""
    plain = [Drawn(player.number, player) for player in record.by_number]
    if method not in DRAWN_BY:
        return Lots(plain)
    for then in _fields(record):
        try:
            drawn = DRAWN_BY[Method(method)](then)
        except DocumentError:
            continue
        if drawn.numbers == {player.id: player.number for player in then.players.values()}:
            groups = {number: row.group for row in drawn.groups for number in row.numbers}
            lots = _lots(Method(method), then)
            numbers = [
                Drawn(
                    one.number,
                    one.player,
                    lot=lots.get(one.player.id, ""),
                    group=groups.get(one.number, ""),
                    late=one.player.id not in then.players,
                )
                for one in plain
            ]
            return Lots(
                numbers,
                derived=True,
                command=Method(method).by_chance and len(then.players) == len(record.players),
                groups=drawn.groups,
                searched=drawn.searched,
                clashes=drawn.clashes,
            )
    return Lots(plain, derived=False, command=Method(method).by_chance)


def _fields(record: Record) -> Iterator[Record]:
    """Who may have been there at the draw: everybody, or all but the last to enter, whose numbers follow."""
    yield record
    if not SYSTEMS[record.spec.name].open_field:
        return
    entered = sorted(record.players.values(), key=lambda player: player.id)
    highest, fields = 0, []
    for count, player in enumerate(entered[:-1], 1):
        highest = max(highest, player.number)
        if highest == count:
            fields.append(count)
    for count in reversed(fields):
        then = {player.id: player for player in entered[:count]}
        yield Record(record.document, record.spec, record.number, then, record.rounds)


def _lots(method: Method, record: Record) -> Mapping[int, str]:
    """The lots that decided: all of them, or those of who is level with somebody in the rating list."""
    if method == Method.VARMA:
        return {}
    level = Counter(strength(player) for player in record.players.values())
    return {
        player.id: random_key(record.document.seed, record.number, "draw", player.id)
        for player in record.players.values()
        if method == Method.LOTS or level[strength(player)] > 1
    }
