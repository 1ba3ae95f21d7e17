"""The bracket on the projector: from the quarter-finals on, whose eight names can still be read from ten
metres. static/css/departures-results.css has the same measures.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from clubtornei.public.screen_names import ShortNames
from clubtornei.public.screen_page import ScreenPage, TreeRound
from clubtornei.public.screen_rooms import HEADING, HEIGHT, TREE_BOX, tree_room
from clubtornei.rounds.brackets.bracket import Bracket, Match
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot

MOST_PLAYERS = 8  # of a bracket that can be read


def tree_pages(snapshot: EventSnapshot, bracket: Bracket, round_: ShownRound) -> Iterator[ScreenPage]:
    """The bracket from the round of eight on; nothing while more than eight play."""
    rounds = [one for one in bracket.rounds if one.players <= MOST_PLAYERS]
    if not rounds or round_.number < rounds[0].number:
        return
    columns: list[list[Match | None]] = [[bracket.rounds[-1].matches[0]]]
    for one in reversed(rounds[:-1]):
        columns.insert(0, [fed for match in columns[0] for fed in _feeding(match, one.matches)])
    names = ShortNames(snapshot.players.values())
    matches = [match for column in columns for match in column if match]
    matches += [bracket.third] if bracket.third else []
    players = [side.player for match in matches for side in match.sides if side.player]
    line = ((HEIGHT - HEADING) / max(2, len(columns[0])) - TREE_BOX) / 2
    room = tree_room(len(columns))
    size = names.largest_type(players, line, room)
    fitted = {player.id: player for player in names.fitted(players, room(size))}

    def named(match: Match) -> Match:
        sides = (replace(side, player=side.player and fitted[side.player.id]) for side in match.sides)
        return replace(match, sides=tuple(sides))

    yield ScreenPage(
        kind="tree",
        type=size,
        round=round_,
        tree=tuple(
            TreeRound(one.name, tuple(match and named(match) for match in column))
            for one, column in zip(rounds, columns, strict=True)
        ),
        third=bracket.third and named(bracket.third),
    )


def _feeding(match: Match | None, before: Sequence[Match]) -> Iterator[Match | None]:
    """The two matches whose winners come to this one; None where a player enters the bracket."""
    feeders = [side.feeder for side in match.sides] if match else []
    for feeder in [*feeders, None, None][:2]:
        yield before[feeder - 1] if feeder else None
