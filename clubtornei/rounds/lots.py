"""The draw of the numbers as it is shown: who drew what, by which lot or from which group."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubtornei.rounds.actions.numbers import DRAWN_BY, Method
from pairing import draws
from pairing.berger import field_of
from scoring.document import Player
from scoring.lots import lot
from scoring.record import Faulty, Record


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
    """All numbers in order. `derived`: they are those the seed gives; None where none was drawn from.

    `clashes`: games between players of one club in the last three rounds.
    """

    numbers: list[Drawn]
    derived: bool | None = None
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
    """The draw that was made, derived again from the record: an import may say of it what it likes."""
    seed, stage = record.document.seed, record.number
    plain = [Drawn(player.number, player) for player in record.by_number]
    if method not in DRAWN_BY:
        return Lots(plain)
    try:
        drawn = DRAWN_BY[Method(method)](record)
    except Faulty:
        return Lots(plain, derived=False)
    if drawn.numbers != {player.id: player.number for player in record.by_number}:
        return Lots(plain, derived=False)
    if method == Method.LOTS:
        by_lot = [Drawn(one.number, one.player, lot=lot(seed, stage, "draw", one.player.id)) for one in plain]
        return Lots(by_lot, derived=True)
    group_of = {number: row.group for row in drawn.groups for number in row.numbers}
    by_group = [Drawn(one.number, one.player, group=group_of.get(one.number, "")) for one in plain]
    return Lots(by_group, True, drawn.groups, drawn.searched, drawn.clashes)
