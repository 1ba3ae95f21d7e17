"""The bracket on the projector: from the quarter-finals on, whose eight names can still be read from ten
metres, or a part of it with as many names a page. static/css/departures-results.css has the same measures.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from clubtornei.public.screen_names import ShortNames
from clubtornei.public.screen_page import ScreenPage, TreeRound
from clubtornei.public.screen_rooms import HEADING, HEIGHT, TREE_BOX, TREE_THIRD, tree_room
from clubtornei.rounds.brackets.bracket import Bracket, BracketRound, Match
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot

MOST_PLAYERS = 8  # of a bracket that can be read
ROUNDS = 3  # of a part of a larger one


def live_round(bracket: Bracket) -> BracketRound:
    """The first one that is not over; the last one once all are."""
    return next((one for one in bracket.rounds if not one.complete), bracket.rounds[-1])


def tree_pages(snapshot: EventSnapshot, bracket: Bracket) -> Iterator[ScreenPage]:
    """The bracket from the round of eight on; while more play, from the round that is played, in parts."""
    rounds = _shown_rounds(bracket)
    parts = [_columns(rounds, match) for match in rounds[-1].matches]
    third = bracket.third if rounds[-1] is bracket.rounds[-1] else None
    names = ShortNames(snapshot.players.values())
    matches = [match for columns in parts for column in columns for match in column if match]
    matches += [third] if third else []
    players = [side.player for match in matches for side in match.sides if side.player]
    line = ((HEIGHT - HEADING) / max(2, len(parts[0][0])) - TREE_BOX) / 2
    line = min(line, TREE_THIRD) if third else line
    room = tree_room(len(rounds))
    size = names.largest_type(players, line, room)
    fitted = {player.id: player for player in names.fitted(players, room(size), size)}

    def named(match: Match) -> Match:
        sides = (replace(side, player=side.player and fitted[side.player.id]) for side in match.sides)
        return replace(match, sides=tuple(sides))

    for part, columns in enumerate(parts, 1):
        yield ScreenPage(
            kind="tree",
            part=part,
            parts=len(parts),
            type=size,
            round=snapshot.round(snapshot.progress.current.number),
            tree=tuple(
                TreeRound(one.name, tuple(match and named(match) for match in column))
                for one, column in zip(rounds, columns, strict=True)
            ),
            third=third and named(third),
        )


def _shown_rounds(bracket: Bracket) -> Sequence[BracketRound]:
    live = live_round(bracket)
    if live.players <= MOST_PLAYERS:
        return [one for one in bracket.rounds if one.players <= MOST_PLAYERS]
    first = live.number - 1
    return bracket.rounds[first : first + ROUNDS]


def _columns(rounds: Sequence[BracketRound], last: Match) -> list[list[Match | None]]:
    """The matches of each of the rounds that lead to the match of the last one."""
    columns: list[list[Match | None]] = [[last]]
    for one in reversed(rounds[:-1]):
        columns.insert(0, [fed for match in columns[0] for fed in _feeding(match, one.matches)])
    return columns


def _feeding(match: Match | None, before: Sequence[Match]) -> Iterator[Match | None]:
    """The two matches whose winners come to this one; None where a player enters the bracket."""
    feeders = [side.feeder for side in match.sides] if match else []
    for feeder in [*feeders, None, None][:2]:
        yield before[feeder - 1] if feeder else None
