"""The bracket on the projector: from the quarter-finals on, whose eight names can still be read from ten
metres, or a part of it with as many names a page. static/css/departures-results.css has the same measures.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from clubtornei.public.screen_names import ShortNames, width_of
from clubtornei.public.screen_page import ScreenPage, TreeRound
from clubtornei.public.screen_rooms import DISC, HEADING, HEIGHT, TREE_BOX, TREE_SCORE, TREE_THIRD, tree_room
from clubtornei.rounds.brackets.bracket import Bracket, BracketRound, Match
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.tournament import in_notation
from pairing.registry import SYSTEMS
from scoring.ledger import BLACK, WHITE, Colour
from scoring.record import Player

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
    column = tree_room(len(rounds))

    def layout(colours: Mapping[int, Colour]) -> tuple[Mapping[int, Colour], float, Mapping[int, Player]]:
        beside = _beside_names(snapshot, matches, colours)
        most = max(beside.values(), default=0.0)
        size = names.largest_type(players, line, lambda size: column(size) - most)
        fitted = {
            player.id: names.fitted([player], column(size) - beside[player.id], size)[0] for player in players
        }
        return colours, size, fitted

    # Colours stand where they leave all names as long as they would be.
    layouts = [layout(_colours(snapshot, matches)), layout({})]
    colours, size, fitted = max(layouts, key=lambda one: sum(len(player.name) for player in one[2].values()))

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
            colours=colours,
        )


def _colours(snapshot: EventSnapshot, matches: Sequence[Match]) -> Mapping[int, Colour]:
    """Of the players whose matches are being played, by id; none where games have no colours."""
    if not any(colours_of(SYSTEMS[snapshot.system], snapshot.event)):
        return {}
    playing = {match.table for match in matches if match.playing}
    tables = snapshot.round(snapshot.progress.current.number).tables
    return {
        player.id: colour
        for table in tables
        if table.number in playing
        for player, colour in ((table.white, WHITE), (table.black, BLACK))
    }


def _beside_names(
    snapshot: EventSnapshot, matches: Sequence[Match], colours: Mapping[int, Colour]
) -> Mapping[int, float]:
    """By player the most that his score takes, and the disc for his colour, in em."""
    taken: defaultdict[int, float] = defaultdict(float)
    for match in matches:
        for side in match.sides:
            if side.player:
                score = width_of(in_notation(side.score, snapshot))
                disc = DISC if match.playing and side.player.id in colours else 0.0
                taken[side.player.id] = max(taken[side.player.id], disc + (score and TREE_SCORE + score))
    return taken


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
