"""What can be recorded at a table of two: one row an outcome.

A code is the two seats' scores side by side: `=` a half, `+` and `-` a game that was not played.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.columns import TableState
from clubtornei.rounds.state.formatting import points
from clubtornei.rounds.state.table_words import SeatColour
from clubtornei.text.untyped import LazyText
from scoring.document import Number
from scoring.games import GameOptions
from scoring.ledger import BLACK, WHITE
from scoring.standings import decimal_text

HALF = Decimal("0.5")


OutcomeCode = Literal[
    "1-0", "=-=", "0-1", "1-0u", "=-=u", "0-1u", "=-0", "0-=", "0-0", "+--", "--+", "---", "adjourned", ""
]
"""Of a table of two; empty without a result."""


class Scale(Struct, frozen=True):
    """The points of a win, a draw, a loss and a win by forfeit, as the engines print them."""

    win: str = "1"
    draw: str = "0.5"
    loss: str = "0"
    forfeit_win: str = "1"

    @property
    def digits(self) -> tuple[str, str, str] | None:
        """Win, draw and loss as they are typed; None where they are not three digits."""
        digits = (self.win, self.draw, self.loss)
        different = len(set(digits)) == len(digits)
        return digits if different and all(len(digit) == 1 for digit in digits) else None


USUAL = Scale()


def scale_of(options: object) -> Scale:
    """The scale of a stage, by the typed options of its scoring method; the usual one at larger tables."""
    if not isinstance(options, GameOptions):
        return USUAL
    forfeit_win = options.win if options.forfeit_win is None else options.forfeit_win
    values = (options.win, options.draw, options.loss, forfeit_win)
    return Scale(*(decimal_text(Fraction(value)) for value in values))


class SeatResult(Struct, frozen=True):
    """What one seat has of a result, in short; the letter of a forfeit is in the language of who reads it."""

    points: LazyText = ""
    forfeit: bool = False

    def __str__(self) -> str:
        if self.forfeit:
            return gettext("%(points)s\u00a0f.") % {"points": self.points}
        return str(self.points)

    def __bool__(self) -> bool:
        return bool(str(self.points))


class ResultCode(Struct, frozen=True):
    """`short`: the points of both, or a word; `meaning`: in words, with a place for the winner's name."""

    code: OutcomeCode
    short: LazyText
    meaning: LazyText
    scores: tuple[Number | None, Number | None] = (None, None)
    forfeit: bool = False
    adjourned: bool = False
    unrated: bool = False

    @property
    def label(self) -> str:
        """In short; of a forfeit with a letter. That with a word is broken before the word only."""
        points = self.short.replace(" ", "\N{NO-BREAK SPACE}")
        if self.forfeit:
            return gettext("%(points)s\u00a0f.") % {"points": points}
        return gettext("%(points)s senza Elo") % {"points": points} if self.unrated else str(self.short)

    @property
    def tile_label(self) -> str:
        """`label` where there is room for little more than the points: of a word a sign only."""
        return f"{self.short} *" if self.unrated else self.label

    def of_seat(self, seat: int) -> SeatResult:
        """What the player in that seat (from 0) has of it."""
        points = self.short.split(" – ")[seat] if self.finished else self.short
        return SeatResult(points, self.forfeit)

    @property
    def finished(self) -> bool:
        """Whether there is a result; an adjourned game has none."""
        return self.scores[0] is not None

    @property
    def played(self) -> bool:
        return self.finished and not self.forfeit

    @property
    def winner(self) -> SeatColour:
        """The colour of the winner; empty if there is none."""
        if self.scores == (1, 0):
            return WHITE
        return BLACK if self.scores == (0, 1) else ""

    def on(self, scale: Scale) -> "ResultCode":
        """The code with the points that results are worth on that scale."""
        seats = {
            "1-0": (scale.win, scale.loss),
            "=-=": (scale.draw, scale.draw),
            "0-1": (scale.loss, scale.win),
            "=-0": (scale.draw, scale.loss),
            "0-=": (scale.loss, scale.draw),
            "0-0": (scale.loss, scale.loss),
            "+--": (scale.forfeit_win, scale.loss),
            "--+": (scale.loss, scale.forfeit_win),
            "---": (scale.loss, scale.loss),
        }
        worth = seats.get(self.code.removesuffix("u"))
        if scale == USUAL or worth is None:
            return self
        return replace(self, short=" – ".join(map(points, worth)))

    def in_words(self, first: str, second: str) -> str:
        """The outcome in words, with the name of the winner."""
        ahead = second if self.winner == BLACK or self.code == "0-=" else first
        return str(self.meaning) % {"name": ahead}

    def as_offered(self, first: str, second: str) -> str:
        """What a button says that enters it: of a forfeit who did not come."""
        if not self.forfeit:
            return self.in_words(first, second)
        if not self.winner:
            return gettext("Non si è presentato nessuno dei due")
        return gettext("%(name)s non si è presentato") % {"name": first if self.winner == BLACK else second}

    @property
    def by_arbiter(self) -> bool:
        """Whether no game ends so by itself: an arbiter has decided it."""
        return self.code in ("=-0", "0-=", "0-0")

    @property
    def as_unrated(self) -> "ResultCode | None":
        """The code of a game that ended so before both had moved; None where none ends so."""
        return RESULT_CODES.get(f"{self.code.removesuffix('u')}u")

    @property
    def symbols(self) -> tuple[LazyText, LazyText]:
        """The results of White and of Black, as a crosstable shows them: of a forfeit + and −. The word for
        an adjourned game is in the language of who reads it.
        """
        if not self.finished:
            return self.short, self.short
        if self.forfeit:
            white, black = ("+" if score else "−" for score in self.scores)
        else:
            white, _dash, black = str(self.short).partition(" – ")
        return white, black


RESULT_CODES: Mapping[str, ResultCode] = {
    outcome.code: outcome
    for outcome in (
        ResultCode("1-0", "1 – 0", _("Vince %(name)s"), (1, 0)),
        ResultCode("=-=", "½ – ½", _("Patta"), (HALF, HALF)),
        ResultCode("0-1", "0 – 1", _("Vince %(name)s"), (0, 1)),
        ResultCode("1-0u", "1 – 0", _("Vince %(name)s, ma non vale per l’Elo"), (1, 0), unrated=True),
        ResultCode("=-=u", "½ – ½", _("Patta, ma non vale per l’Elo"), (HALF, HALF), unrated=True),
        ResultCode("0-1u", "0 – 1", _("Vince %(name)s, ma non vale per l’Elo"), (0, 1), unrated=True),
        ResultCode("=-0", "½ – 0", _("Decisione dell’arbitro: mezzo punto a %(name)s"), (HALF, 0)),
        ResultCode("0-=", "0 – ½", _("Decisione dell’arbitro: mezzo punto a %(name)s"), (0, HALF)),
        ResultCode("0-0", "0 – 0", _("Decisione dell’arbitro: perdono tutti e due"), (0, 0)),
        ResultCode("+--", "1 – 0", _("Forfait: vince %(name)s"), (1, 0), forfeit=True),
        ResultCode("--+", "0 – 1", _("Forfait: vince %(name)s"), (0, 1), forfeit=True),
        ResultCode("---", "0 – 0", _("Doppio forfait"), (0, 0), forfeit=True),
        ResultCode("adjourned", _("agg."), _("Aggiornata: si finisce un altro giorno"), adjourned=True),
        ResultCode("", "", _("Senza risultato")),
    )
}


def outcome_of(state: TableState) -> ResultCode:
    """The outcome recorded at a table of two. Raises ValueError if no table of two can have that state."""
    found = [
        outcome
        for outcome in RESULT_CODES.values()
        if (outcome.scores, outcome.forfeit, outcome.adjourned)
        == (state.scores, state.forfeit, state.adjourned)
    ]
    if found:  # a document may call another result unrated, too
        return next((outcome for outcome in found if outcome.unrated == state.unrated), found[0])
    raise ValueError(f"this is no outcome of two seats: {state}")


MOST_SCORED = 100_000
_NUMBER = r"([-\u2212]?\d{1,6}(?:[.,]\d{1,2})?)"
_TYPED = re.compile(rf"\s*{_NUMBER}\s*(?:[-\u2013\u2014:/]|\s)\s*{_NUMBER}\s*")


def score_in(text: str) -> tuple[Number, Number] | None:
    """What each of two scored; None where this is no score.

    >>> score_in("120-85"), score_in("-50 : 300"), score_in("120")
    ((120, 85), (-50, 300), None)
    """
    found = _TYPED.fullmatch(text)
    if found is None:
        return None
    first, second = _number(found[1]), _number(found[2])
    return (first, second) if all(-MOST_SCORED <= one <= MOST_SCORED for one in (first, second)) else None


def typed_score(score: tuple[Number, Number]) -> str:
    """The score as forms send it: no result code looks so."""
    return ":".join(map(str, score))


def _number(text: str) -> Number:
    value = Decimal(text.replace(",", ".").replace("\u2212", "-"))
    return int(value) if value == value.to_integral_value() else value.normalize()
