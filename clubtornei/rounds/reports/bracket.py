"""View-models of a bracket: rounds as columns, matches with their position, players and results.

The page and the printed sheet draw them. A match takes a number of rows and stands in the middle of them; the
matches that feed it take the same rows in the column before.
"""

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.state.bracket_plan import short_name
from clubtornei.rounds.state.table_words import TableWords
from clubtornei.text.languages import reader_language
from pairing.reasons import why
from pairing.system import Reason
from scoring.record import DocumentPlayer


class Side(Struct, frozen=True, kw_only=True):
    """One of the two sides of a match.

    `player`: None if he is not known yet, or does not exist. `slot`: his number in the grid, if he enters the
    bracket here, after `skipped` rounds from which he was exempt. `feeder`: the place, in the round before,
    of the match whose winner comes here; `feeder_table`: its table, once it is paired; `feeder_players`: how
    many players its round has. `loser_of`: for the third place, which semi-final's loser comes here. `games`:
    his result in each game, 1, ½ or 0; `score`: their sum, as the engines print points, or + or − of a
    forfeited match. `won`: whether he goes on. `followed`: whether the reader follows him.
    """

    player: DocumentPlayer | None
    slot: int | None = None
    skipped: int = 0
    feeder: int | None = None
    feeder_table: int | None = None
    feeder_players: int = 0
    loser_of: int | None = None
    games: tuple[str, ...] = ()
    score: str = ""
    won: bool = False
    followed: bool = False

    def awaited(self, words: TableWords) -> str:
        """Who comes here, while nobody knows: the winner of which match. Empty if no match feeds the side.

        `words`: what a table is called.
        """
        if self.loser_of is not None:
            return _("Perdente semifinale %(place)s") % {"place": self.loser_of}
        if self.feeder is None:
            return ""
        place = {"place": self.feeder}
        if self.feeder_table is not None:
            return _("Vincente %(table)s") % {"table": words.in_sentence(self.feeder_table)}
        if self.feeder_players == 4:
            return _("Vincente semifinale %(place)s") % place
        if self.feeder_players == 8:
            return _("Vincente quarto %(place)s") % place
        return _("Vincente incontro %(place)s") % place


class BracketMatch(Struct, frozen=True, kw_only=True):
    """A match, or a player who goes through without playing (then `sides` has him alone).

    `place`: its position in the round from the top, from 1. `row`, `rows`: the first row, from 0, and the
    number of rows that it takes. `table`: the number of its table, once it is paired. `stands`: its result
    was corrected after its winner had played on, and he keeps his place.
    """

    round: int
    place: int
    row: int
    rows: int
    sides: tuple[Side, ...]
    table: int | None = None
    forfeit: bool = False
    adjourned: bool = False
    by_hand: bool = False
    stands: bool = False

    @property
    def free(self) -> bool:
        """Whether somebody goes through without playing."""
        return self.table is None and (len(self.sides) == 1 or self.winner is not None)

    @property
    def passes(self) -> bool:
        """Whether one player goes through alone."""
        return self.free and len(self.sides) == 1

    @property
    def over(self) -> bool:
        """Whether it is decided who goes on, or that nobody does."""
        return any(side.won for side in self.sides) or self.forfeit

    @property
    def begun(self) -> bool:
        """Whether it is being played, or over: who is not known by then does not exist."""
        return self.playing or self.over

    @property
    def css_class(self) -> str:
        return " ".join(
            ["bracket-match", *(["playing"] if self.playing else []), *(["free"] if self.free else [])]
        )

    @property
    def marked_sides(self) -> list[tuple[Side, str]]:
        """The sides, each with its CSS classes: won or lost, on the path of who is followed."""
        results = ["won" if side.won else "lost" if self.over else "" for side in self.sides]
        return [
            (side, f"{result} path" if side.followed else result)
            for side, result in zip(self.sides, results, strict=True)
        ]

    @property
    def playing(self) -> bool:
        return self.table is not None and not self.over

    @property
    def shows_games(self) -> bool:
        """Whether the results of its games are shown; of a single game, that of the match says as much."""
        return self.playing or any(len(side.games) > 1 for side in self.sides)

    @property
    def winner(self) -> DocumentPlayer | None:
        return next((side.player for side in self.sides if side.won), None)

    @property
    def feeders(self) -> tuple[int, ...]:
        """The places of the matches of the round before whose winners come here, from the top."""
        return tuple(side.feeder for side in self.sides if side.feeder is not None)

    def has(self, player: int) -> bool:
        return any(side.player is not None and side.player.id == player for side in self.sides)

    def following(self, player: int) -> "BracketMatch":
        """With that player marked, if it is his."""
        sides = [
            replace(side, followed=side.player is not None and side.player.id == player)
            for side in self.sides
        ]
        return replace(self, sides=tuple(sides))


class BracketRound(Struct, frozen=True, kw_only=True):
    """A column. `players`: how many play in it; `published`: False for a future round."""

    number: int
    title: Reason
    players: int
    published: bool
    matches: tuple[BracketMatch, ...]

    @property
    def name(self) -> str:
        """Quarti di finale, Semifinali …, in the reader's language."""
        return why(self.title, _no_player_name, reader_language())

    @property
    def short_name(self) -> str:
        """Quarti, Semifinali …: where all stand in one line."""
        return short_name(self.name)

    @property
    def in_progress(self) -> bool:
        return self.published and not self.complete

    @property
    def complete(self) -> bool:
        return self.published and not any(match.playing for match in self.matches)


class Bracket(Struct, frozen=True, kw_only=True):
    """`rows`: the height of the bracket. `third`: the match for the third place; `named`: whether the players
    have their places in the grid; before that the bracket shows only numbers.
    """

    rounds: tuple[BracketRound, ...]
    rows: int
    named: bool
    third: BracketMatch | None = None

    @property
    def exemptible(self) -> bool:
        """Whether players can still be exempted from its first rounds."""
        return not self.rounds[0].published

    @property
    def champion(self) -> DocumentPlayer | None:
        return self.rounds[-1].matches[0].winner

    def eliminated(self, after: int | None = None) -> frozenset[int]:
        """Who has lost a match, by id; `after`: in so many rounds."""
        return frozenset(
            side.player.id
            for round_ in self.rounds[:after]
            for match in round_.matches
            if match.over
            for side in match.sides
            if side.player is not None and not side.won
        )

    def notes(self, before: int, words: TableWords) -> tuple[str, ...]:
        """The matches in the rounds before that one whose place in the bracket the result does not explain:
        what happened, and who keeps his place. `words`: what a table is called.
        """
        return tuple(
            _(
                "%(round)s, %(table)s: il risultato è stato corretto quando il turno dopo era già"
                " abbinato. È scritto per il verbale, il tabellone resta: %(winner)s tiene il suo posto."
            )
            % {"round": round_.name, "table": words.in_sentence(match.table), "winner": match.winner.name}
            for round_ in self.rounds[: max(0, before - 1)]
            for match in round_.matches
            if match.stands and match.winner is not None
        )

    def following(self, player: int) -> "Bracket":
        """With that player marked in his matches."""
        rounds = [
            replace(one, matches=tuple(match.following(player) for match in one.matches))
            for one in self.rounds
        ]
        return replace(self, rounds=tuple(rounds), third=self.third and self.third.following(player))

    def path(self, player: int) -> tuple[BracketMatch, ...]:
        """The matches of a player in the order of the rounds."""
        matches = [match for round_ in self.rounds for match in round_.matches if match.has(player)]
        if self.third is not None and self.third.has(player):
            matches.append(self.third)
        return tuple(matches)


def _no_player_name(entry_no: int) -> str:
    """The titles of rounds name no player."""
    raise KeyError(entry_no)


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
    return max(1, min(published, len(bracket.rounds) - LAST + 1))


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
