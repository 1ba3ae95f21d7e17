"""A tall bracket from a later round on: the first round, of little interest by then, spaces all others."""

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.reports.bracket import Bracket, BracketMatch, BracketRound

TALL = 4  # matches one above the other: with more the first round spaces later ones out of a phone's sight
LAST = 3  # quarter-finals, semi-finals and final are shown unless somebody asks for less


class Beginning(Struct, frozen=True, kw_only=True):
    """A round with which the bracket can begin; `chosen`: whether it does."""

    round: BracketRound
    chosen: bool


def usual_beginning(bracket: Bracket) -> int:
    """The number of the round that is played, or was played last; of a bracket that is not tall the first."""
    if bracket.rows <= TALL:
        return 1
    published = sum(round_.published for round_ in bracket.rounds)
    return max(1, min(published, _latest(bracket)))


def beginnings(bracket: Bracket, first: int) -> list[Beginning]:
    """The rounds with which a tall bracket can begin; `first`: the one that is chosen."""
    if bracket.rows <= TALL:
        return []
    return [Beginning(round=round_, chosen=round_.number == first) for round_ in bracket.rounds]


def beginning_at(bracket: Bracket, first: int) -> Bracket:
    """The bracket without the rounds before, as high as that round needs."""
    rounds = bracket.rounds[first - 1 :]
    edges = {edge for round_ in rounds for match in round_.matches for edge in _edges(match)}
    rows = {edge: row for row, edge in enumerate(sorted(edges))}

    def moved(match: BracketMatch) -> BracketMatch:
        start, end = _edges(match)
        return replace(match, row=rows[start], rows=rows[end] - rows[start])

    return replace(
        bracket,
        rounds=tuple(replace(round_, matches=tuple(map(moved, round_.matches))) for round_ in rounds),
        rows=len(rows) - 1,
    )


def _edges(match: BracketMatch) -> tuple[int, int]:
    return match.row, match.row + match.rows


def _latest(bracket: Bracket) -> int:
    return len(bracket.rounds) - LAST + 1
