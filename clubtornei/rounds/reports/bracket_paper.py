"""The bracket on pages, paper and screens, as rows and cells of tables: on one sheet of paper if it has room,
otherwise on several, of which the last one goes on from the winners of the others.

A match takes two rows of the table for each row of the bracket, so that its middle is between two rows: there
the lines begin that lead to the next match. They are the borders of cells.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.reports.bracket import Bracket, BracketMatch, BracketRound


class PaperCell(Struct, frozen=True, kw_only=True):
    """A match, with the one for the third place below the final, or a piece of the lines between two rounds;
    with neither it is empty. `goes_on`: whether the winner is on the last sheet.
    """

    rows: int
    columns: int = 1
    match: BracketMatch | None = None
    third: BracketMatch | None = None
    line: str = ""
    goes_on: bool = False


class BracketSheet(Struct, frozen=True):
    """`rounds`: one a column; `rows`: the cells of each row of the table."""

    rounds: Sequence[BracketRound]
    rows: list[list[PaperCell]]


def bracket_sheets(bracket: Bracket, most: int) -> list[BracketSheet]:
    """The sheets, the one with the final last; `most`: the first matches that one has room for. Of several
    each goes as far as the round of which it has two matches, so that no column is too narrow for a name.
    """
    if bracket.rows <= most:
        return [bracket_table(bracket)]
    last = max(
        place
        for place, round_ in enumerate(bracket.rounds)
        if all(2 * match.rows <= most for match in round_.matches)
    )
    parts = [
        _sheet(_leading_to(bracket.rounds[: last + 1], group), goes_on=True)
        for group in _groups(bracket.rounds[last].matches, most)
    ]
    later = bracket.rounds[last:]
    return [*parts, _sheet(_leading_to(later, later[-1].matches), bracket.third)]


def bracket_table(bracket: Bracket) -> BracketSheet:
    """All of it."""
    return _sheet(bracket.rounds, bracket.third)


def bracket_parts(rounds: Sequence[BracketRound], third: BracketMatch | None = None) -> list[BracketSheet]:
    """These rounds with what leads to each match of the last one; `third`: the match for the third place."""
    return [_sheet(_leading_to(rounds, [match]), third) for match in rounds[-1].matches]


def _groups(matches: Sequence[BracketMatch], most: int) -> Iterator[Sequence[BracketMatch]]:
    """Matches that follow each other, as many as have room on a sheet."""
    group: list[BracketMatch] = []
    for match in matches:
        if group and sum(one.rows for one in [*group, match]) > most:
            yield group
            group = []
        group.append(match)
    yield group


def _leading_to(rounds: Sequence[BracketRound], last: Sequence[BracketMatch]) -> list[BracketRound]:
    """The rounds with what leads to these matches of the last one, in as few rows as it takes."""
    start, end = last[0].row, last[-1].row + last[-1].rows
    shown = [[match for match in one.matches if start <= match.row < end] for one in rounds]
    edges = {edge for matches in shown for match in matches for edge in (match.row, match.row + match.rows)}
    at = {edge: row for row, edge in enumerate(sorted(edges))}
    return [
        replace(
            one,
            matches=tuple(
                replace(match, row=at[match.row], rows=at[match.row + match.rows] - at[match.row])
                for match in matches
            ),
        )
        for one, matches in zip(rounds, shown, strict=True)
    ]


def _sheet(
    rounds: Sequence[BracketRound], third: BracketMatch | None = None, *, goes_on: bool = False
) -> BracketSheet:
    rows: dict[int, list[PaperCell]] = defaultdict(list)
    before: dict[int, BracketMatch] = {}
    height = max(match.row + match.rows for match in rounds[-1].matches)
    for column, round_ in enumerate(rounds):
        is_last = column == len(rounds) - 1
        for match in round_.matches:
            feeders = [before[place] for place in match.feeders if place in before]
            if feeders:
                for row, cell in _lines(match, feeders):
                    rows[row].append(cell)
            elif column:  # both enter here
                rows[2 * match.row].append(PaperCell(rows=2 * match.rows, columns=2 * column))
            rows[2 * match.row].append(
                PaperCell(
                    rows=2 * match.rows,
                    match=match,
                    third=third if is_last else None,
                    goes_on=goes_on and is_last,
                )
            )
        before = {match.place: match for match in round_.matches}
    return BracketSheet(rounds, [rows[row] for row in range(2 * height)])


def _lines(match: BracketMatch, feeders: Sequence[BracketMatch]) -> Iterator[tuple[int, PaperCell]]:
    """(row, cell) of the lines from the middle of each feeding match to the middle of this one."""
    start, end = 2 * match.row, 2 * (match.row + match.rows)
    middles = sorted({2 * feeder.row + feeder.rows for feeder in feeders})
    first, last = middles[0], middles[-1]
    yield start, PaperCell(rows=first - start, line="above" if first == last else "")
    if first < last:
        yield first, PaperCell(rows=last - first, line="both")
    yield last, PaperCell(rows=end - last)
