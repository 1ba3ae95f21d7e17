"""What can be recorded at a table of two: one row an outcome.

A code is the two seats' scores side by side: `=` a half, `+` and `-` a game that was not played.
"""

from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.columns import TableState
from scoring.document import Number

HALF = Decimal("0.5")


class ResultCode(Struct, frozen=True):
    """`label`: in symbols; `meaning`: in words, with a place for the winner's name."""

    code: str
    label: str
    meaning: Promise
    scores: tuple[Number | None, Number | None] = (None, None)
    forfeit: bool = False
    adjourned: bool = False

    @property
    def finished(self) -> bool:
        """Whether there is a result; an adjourned game has none."""
        return self.scores[0] is not None

    @property
    def played(self) -> bool:
        return self.finished and not self.forfeit

    @property
    def winner(self) -> str:
        """The colour of the winner; empty if there is none."""
        return {(1, 0): "white", (0, 1): "black"}.get(self.scores, "")  # type: ignore[arg-type]

    def in_words(self, first: str, second: str) -> str:
        """The outcome in words, with the name of the winner."""
        return str(self.meaning) % {"name": second if self.winner == "black" else first}

    @property
    def symbols(self) -> tuple[str, str]:
        """The results of White and of Black, as a crosstable shows them."""
        white, _dash, black = self.label.partition(" – ")
        return white, black or white


RESULT_CODES = {
    outcome.code: outcome
    for outcome in (
        ResultCode("1-0", "1 – 0", _("Vince %(name)s"), (1, 0)),
        ResultCode("=-=", "½ – ½", _("Patta"), (HALF, HALF)),
        ResultCode("0-1", "0 – 1", _("Vince %(name)s"), (0, 1)),
        ResultCode("+--", "+ – −", _("Forfait: vince %(name)s"), (1, 0), forfeit=True),
        ResultCode("--+", "− – +", _("Forfait: vince %(name)s"), (0, 1), forfeit=True),
        ResultCode("---", "− – −", _("Doppio forfait"), (0, 0), forfeit=True),
        ResultCode("adjourned", "agg.", _("Aggiornata: si finisce un altro giorno"), adjourned=True),
        ResultCode("", "", _("Senza risultato")),
    )
}


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
