"""Matches of several games at one table: the result that the games entered so far give.

A match has a size, the games it is to have (rules/knockout.md#matches). It is decided when one player leads
by more than the other can still win back; a match that is level after all its games is replayed, game after
game, until one wins. Games are kept in seat order; colours alternate, so in even games the second seat has
White.
"""

from fractions import Fraction
from typing import cast

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.columns import Games, TableState
from clubtornei.rounds.state.result_codes import RESULT_CODES, ResultCode, outcome_of
from clubtornei.rounds.state.table_state import match_score_of
from scoring.document import GameScore, Number


class MatchGame(Struct, frozen=True):
    """A game of a match, from 1, as its White and Black see it."""

    number: int
    outcome: ResultCode

    @property
    def turned(self) -> bool:
        """Whether the second seat has White."""
        return _turned(self.number)


class Match(Struct, frozen=True, kw_only=True):
    """A match with the games entered so far. `size`: how many games it is to have. `score`: the formatted
    points of both, `scores`: its result, both in seat order. `status`: a forfeit, an adjournment, or nothing.
    """

    size: int
    games: tuple[MatchGame, ...]
    score: tuple[str, str]
    scores: tuple[Number | None, Number | None]
    status: ResultCode

    @property
    def code(self) -> str:
        """All that is recorded, as codes separated by spaces; a page sends it back in `expected`."""
        codes = [game.outcome.code for game in self.games]
        return " ".join([*codes, self.status.code] if self.status.code else codes)

    @property
    def decided(self) -> bool:
        return self.status.forfeit or self.scores[0] != self.scores[1]

    @property
    def to_enter(self) -> int:
        """The number of the game to be entered next; of a complete match, of the last one, to change it."""
        played = len(self.games)
        complete = self.decided and not self.status.code and played >= self.size
        return played if complete else played + 1

    @property
    def turned(self) -> bool:
        """Whether the second seat has White in the game to be entered."""
        return _turned(self.to_enter)

    @property
    def entered(self) -> str:
        """The code recorded for the game `to_enter`, as its White and Black see it."""
        if self.status.code:
            return _seen_by_white(self.status, self.to_enter).code
        return self.games[-1].outcome.code if self.to_enter <= len(self.games) else ""

    @property
    def replay(self) -> bool:
        """Whether the game to be entered is one more than the match was to have."""
        return self.to_enter > self.size

    @property
    def spare(self) -> bool:
        """Whether the match is decided before all its games are played."""
        return self.decided and not self.status.code and len(self.games) < self.size


def due_game_title(number: int) -> str:
    """Which game of a match is played now, after others."""
    return _("%(number)dª partita") % {"number": number}


def due_game_text(number: int, score: tuple[str, str]) -> str:
    """Which game of a match is played now, after others, and how it stands: «2ª partita (½ – ½)»."""
    unbroken = "\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}".join(score)
    text = _("%(number)dª partita (%(score)s)") % {"number": number, "score": unbroken}
    return text.replace(" ", "\N{NO-BREAK SPACE}", 1)  # two lines at most


def due_game_reason(number: int, white: str, score: tuple[str, str], *, colours: bool) -> str:
    """Why the players sit so in a game of a match that has begun."""
    facts = {"number": number, "white": white, "score": " – ".join(score)}
    if not colours:
        return _("Si gioca la partita %(number)d: sono %(score)s.") % facts
    return (
        _("Si gioca la partita %(number)d: sono %(score)s, a colori invertiti. Il Bianco tocca a %(white)s.")
        % facts
    )


def match_in(state: TableState, size: int) -> Match:
    """The match in a table's state."""
    games = _games(state, size)
    status = outcome_of(state) if state.forfeit or state.adjourned else RESULT_CODES[""]
    return Match(
        size=size,
        games=tuple(MatchGame(number, _outcome(game, number)) for number, game in enumerate(games, 1)),
        score=match_score_of(games),
        scores=cast(tuple[Number | None, Number | None], state.scores),
        status=status,
    )


def with_outcome(state: TableState, size: int | None, outcome: ResultCode, number: int | None) -> TableState:
    """The state of a table of two after entering that outcome; in a match of `size` games, of game `number`.

    `size` is None where no match is played. Raises ActionRefused.
    """
    if size is None:
        return _state_of(outcome, state.games)
    return match_with_outcome(state, size, outcome, number)


def match_with_outcome(state: TableState, size: int, outcome: ResultCode, number: int | None) -> TableState:
    """The state after entering an outcome as White and Black of game `number` (None: the next one) see it.

    A forfeit or an adjournment is one of the whole match; the empty outcome removes what was recorded last.
    Raises ActionRefused.
    """
    games = list(_games(state, size))
    place = match_in(state, size).to_enter if number is None else number
    if not 1 <= place <= len(games) + 1:
        raise ActionRefused(_("Prima si registra la partita %(number)d.") % {"number": len(games) + 1})
    if outcome.by_arbiter or outcome.unrated:
        raise ActionRefused(_("In un incontro a più partite conta chi è avanti: scegli chi vince, o patta."))
    if outcome.forfeit or outcome.adjourned:
        return _state_of(_seen_by_white(outcome, place), tuple(games))
    if outcome.code:
        games[place - 1 : place] = [cast(GameScore, _seen_by_white(outcome, place).scores)]
    elif not state.forfeit and not state.adjourned:
        games = games[:-1]
    scores = result_of(tuple(games), size)
    # The only game of a match of one is its result: it is not stored twice.
    single = size == 1 and len(games) == 1 and scores[0] is not None
    return TableState(scores=scores, games=() if single else tuple(games))


def result_of(games: Games, size: int) -> tuple[Number | None, Number | None]:
    """The result of the match, once the lead exceeds the number of games to be played."""
    lead = sum((Fraction(first) - Fraction(second) for first, second in games), Fraction(0))
    if lead == 0 or abs(lead) <= size - len(games):
        return None, None
    return (1, 0) if lead > 0 else (0, 1)


def _games(state: TableState, size: int) -> Games:
    """The games played; of a match of one game, its result."""
    if state.games or size > 1 or state.forfeit or not state.scored:
        return state.games
    return (cast(GameScore, state.scores),)


def _state_of(outcome: ResultCode, games: Games) -> TableState:
    """The state of a table with that outcome, in seat order."""
    return TableState(
        scores=outcome.scores,
        forfeit=outcome.forfeit,
        adjourned=outcome.adjourned,
        unrated=outcome.unrated,
        games=games,
    )


def _turned(number: int) -> bool:
    return number % 2 == 0


def _seen_by_white(outcome: ResultCode, number: int) -> ResultCode:
    """The outcome converted from seat order to White and Black of that game, or back."""
    if not _turned(number) or not outcome.finished:
        return outcome
    scores = outcome.scores[::-1]
    return next(
        turned
        for turned in RESULT_CODES.values()
        if (turned.scores, turned.forfeit) == (scores, outcome.forfeit)
    )


def _outcome(game: GameScore, number: int) -> ResultCode:
    """The outcome of a game, given in seat order, as its White and Black see it."""
    played = (outcome for outcome in RESULT_CODES.values() if outcome.played)
    return _seen_by_white(next(outcome for outcome in played if outcome.scores == game), number)
