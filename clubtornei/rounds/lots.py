"""The draw of the numbers as it is shown: who drew what, by which lot or from which group."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubtornei.rounds.actions.numbers import Method
from pairing import draws
from pairing.berger import field_of
from scoring.document import Player
from scoring.lots import lot
from scoring.record import Record


@dataclass(frozen=True)
class Offer:
    """What a restricted draw starts from: clubs with several players, and the groups of the size, if any."""

    clubs: Mapping[str, list[str]]
    groups: Mapping[str, list[int]]


@dataclass(frozen=True)
class Drawn:
    """One number; `lot` are the digits it was drawn with (plain lots), `group` where one was drawn."""

    number: int
    player: Player
    lot: str = ""
    group: str = ""


@dataclass(frozen=True)
class Lots:
    """All numbers in order; `clashes` games between players of one club in the last three rounds."""

    numbers: list[Drawn]
    groups: tuple[draws.GroupDrawn, ...] = ()
    searched: bool = False
    clashes: int = 0


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
    """The draw that was made, derived again from the record."""
    if method == Method.VARMA:
        drawn = draws.restricted(record)
        group_of = {number: row.group for row in drawn.groups for number in row.numbers}
        numbers = [
            Drawn(player.number, player, group=group_of.get(player.number, "")) for player in record.by_number
        ]
        return Lots(numbers, drawn.groups, drawn.searched, drawn.clashes)
    if method == Method.LOTS:
        seed = record.document.seed
        return Lots(
            [
                Drawn(player.number, player, lot(seed, record.number, "draw", player.id))
                for player in record.by_number
            ]
        )
    return Lots([Drawn(player.number, player) for player in record.by_number])
