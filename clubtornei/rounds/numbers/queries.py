"""The numbers as they are shown: who has which, by which lot, from which group, or for which rating."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.random_keys import random_key

from clubtornei.rounds.core.site_facts import player_facts
from clubtornei.rounds.numbers.methods import NUMBERING_FUNCTIONS, NumberingMethod
from pairing import draws
from pairing.berger import field_of
from pairing.numbering import strength
from scoring.document import Player
from scoring.record import DocumentError, Record


@dataclass(frozen=True)
class RestrictedDrawPreview:
    """What a restricted draw starts from: clubs with several players, and the groups of the size, if any."""

    clubs: Mapping[str, list[str]]
    groups: Mapping[str, list[int]]


@dataclass(frozen=True)
class DrawnNumber:
    """One number; `lot` are the digits it was drawn with (plain lots, or equals in a rating list), `group`
    where one was drawn. `late`: he entered after the draw, and took the next number.
    """

    number: int
    player: Player
    lot: str = ""
    group: str = ""
    late: bool = False


@dataclass(frozen=True)
class DrawnNumbers:
    """All numbers in order. `derived`: they are those the seed gives, but for who came later; None where none
    was drawn from.

    `clashes`: games between players of one club in the last three rounds. `command`: is it for the command
    `draw` to give them again?
    """

    numbers: list[DrawnNumber]
    derived: bool | None = None
    command: bool = False
    groups: tuple[draws.GroupDrawn, ...] = ()
    searched: bool = False
    clashes: int = 0

    @property
    def by_lot(self) -> list[DrawnNumber]:
        """Those whose number a lot decided."""
        return [one for one in self.numbers if one.lot]


def restricted_draw_preview(record: Record) -> RestrictedDrawPreview:
    """What to show before a restricted draw; without clubs there is nothing to keep apart."""
    together = draws.clubs(record)
    count = len(record.players)
    groups = draws.VARMA.get(field_of(count), {})
    return RestrictedDrawPreview(
        {club: [record.players[entry_no].name for entry_no in ids] for club, ids in together.items()},
        {letter: [number for number in numbers if number <= count] for letter, numbers in groups.items()},
    )


def drawn_numbers_of(method: str, record: Record) -> DrawnNumbers:
    """The draw that was made, derived again from the record: an import may say of it what it likes."""
    plain = [DrawnNumber(player.number, player) for player in record.by_number]
    if method not in NUMBERING_FUNCTIONS:
        return DrawnNumbers(plain)
    at_draw = _at_draw(record)
    try:
        drawn = NUMBERING_FUNCTIONS[NumberingMethod(method)](at_draw)
    except DocumentError:
        drawn = None
    given = {player.id: player.number for player in at_draw.players.values()}
    if drawn is None or not given or drawn.numbers != given:
        return DrawnNumbers(plain, derived=False, command=NumberingMethod(method).by_chance)
    groups = {number: row.group for row in drawn.groups for number in row.numbers}
    lots = _lots(NumberingMethod(method), at_draw)
    return DrawnNumbers(
        [
            DrawnNumber(
                one.number,
                one.player,
                lot=lots.get(one.player.id, ""),
                group=groups.get(one.number, ""),
                late=one.player.id not in at_draw.players,
            )
            for one in plain
        ],
        derived=True,
        command=NumberingMethod(method).by_chance and len(at_draw.players) == len(record.players),
        groups=drawn.groups,
        searched=drawn.searched,
        clashes=drawn.clashes,
    )


def _at_draw(record: Record) -> Record:
    """The record with those alone who were there at the draw: who came later took the next number."""
    players = {
        player.id: player for player in record.players.values() if not player_facts(player).late_number
    }
    return Record(record.document, record.spec, record.number, players, record.rounds)


def _lots(method: NumberingMethod, record: Record) -> Mapping[int, str]:
    """The lots that decided: all of them, or those of who is level with somebody in the rating list."""
    if method == NumberingMethod.VARMA:
        return {}
    level = Counter(strength(player) for player in record.players.values())
    return {
        player.id: random_key(record.document.seed, record.number, "draw", player.id)
        for player in record.players.values()
        if method == NumberingMethod.RANDOM or level[strength(player)] > 1
    }
