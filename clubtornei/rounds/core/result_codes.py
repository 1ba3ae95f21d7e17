"""What can be recorded at a table of two: one row an outcome, in the order of the result page.

A code is the two seats' scores side by side: `=` a half, `+` and `-` a game that was not played.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.seat_names import SeatColour
from scoring.document import Number
from scoring.ledger import BLACK, WHITE

HALF = Decimal("0.5")


OutcomeCode = Literal["1-0", "=-=", "0-1", "+--", "--+", "---", "adjourned", ""]
"""Of a table of two; empty without a result."""


class ResultCode(Struct, frozen=True):
    """`label`: in symbols; `meaning`: in words, with a place for the winner's name; `keys`: that type it."""

    code: OutcomeCode
    label: str
    meaning: Promise
    keys: str = ""
    scores: tuple[Number | None, Number | None] = (None, None)
    forfeit: bool = False
    adjourned: bool = False

    @property
    def finished(self) -> bool:
        """Whether there is a result; an adjourned game has none."""
        return self.scores[0] is not None

    @property
    def winner(self) -> SeatColour:
        """The colour of the winner; empty if there is none."""
        if self.scores == (1, 0):
            return WHITE
        return BLACK if self.scores == (0, 1) else ""

    def in_words(self, first: str, second: str) -> str:
        """The outcome in words, with the name of the winner."""
        return str(self.meaning) % {"name": second if self.winner == BLACK else first}

    @property
    def symbols(self) -> tuple[str, str]:
        """The results of White and of Black, as a crosstable shows them."""
        white, _dash, black = self.label.partition(" – ")
        return white, black or white

    @property
    def first_key(self) -> str:
        return self.keys.partition(" ")[0]


RESULT_CODES: Mapping[str, ResultCode] = {
    outcome.code: outcome
    for outcome in (
        ResultCode("1-0", "1 – 0", _("Vince %(name)s"), "1", (1, 0)),
        ResultCode("=-=", "½ – ½", _("Patta"), "5 ½ = p", (HALF, HALF)),
        ResultCode("0-1", "0 – 1", _("Vince %(name)s"), "0", (0, 1)),
        ResultCode("+--", "+ – −", _("Forfait: vince %(name)s"), "+", (1, 0), forfeit=True),
        ResultCode("--+", "− – +", _("Forfait: vince %(name)s"), "-", (0, 1), forfeit=True),
        ResultCode("---", "− – −", _("Doppio forfait"), "f", (0, 0), forfeit=True),
        ResultCode("adjourned", "agg.", _("Aggiornata: si finisce un altro giorno"), "a", adjourned=True),
        ResultCode("", "", _("Senza risultato")),
    )
}
PLAYED = tuple(RESULT_CODES[code] for code in ("1-0", "=-=", "0-1"))
"""The outcomes of a game played: a button each. The others are in the table's menu."""
OTHER = tuple(outcome for outcome in RESULT_CODES.values() if outcome.code and outcome not in PLAYED)


def outcome_of(state: TableState) -> ResultCode:
    """The outcome recorded at a table of two. Raises ValueError if no table of two can have that state."""
    for outcome in RESULT_CODES.values():
        if (outcome.scores, outcome.forfeit, outcome.adjourned) == (
            state.scores,
            state.forfeit,
            state.adjourned,
        ):
            return outcome
    raise ValueError(f"this is no outcome of two seats: {state}")
