"""What can be marked at a table of two: one row an outcome, as the result page offers them.

A code is the two seats' marks side by side: `=` a half, `+` and `-` a game that was not played.
"""

from collections.abc import Iterable
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.models import Seat, Table
from scoring.document import Number

HALF = Decimal("0.5")


class Outcome(Struct, frozen=True):
    """`label` as the sheet shows it, `meaning` as it is read aloud, `keys` with which it is typed."""

    code: str
    label: str
    meaning: Promise
    keys: str = ""
    marks: tuple[Number | None, Number | None] = (None, None)
    forfeit: bool = False
    adjourned: bool = False

    @property
    def finished(self) -> bool:
        """Is there a result, which an adjourned game has not?"""
        return self.marks[0] is not None

    @property
    def winner(self) -> str:
        """The colour that won, or nothing."""
        return {(1, 0): "white", (0, 1): "black"}.get(self.marks, "")  # type: ignore[arg-type]

    @property
    def first_key(self) -> str:
        return self.keys.partition(" ")[0]


OUTCOMES = {
    outcome.code: outcome
    for outcome in (
        Outcome("1-0", "1 – 0", _("Vince il Bianco"), "1", (1, 0)),
        Outcome("=-=", "½ – ½", _("Patta"), "5 ½ = p", (HALF, HALF)),
        Outcome("0-1", "0 – 1", _("Vince il Nero"), "0", (0, 1)),
        Outcome("+--", "+ – −", _("Forfait: vince il Bianco"), "+", (1, 0), forfeit=True),
        Outcome("--+", "− – +", _("Forfait: vince il Nero"), "-", (0, 1), forfeit=True),
        Outcome("---", "− – −", _("Doppio forfait"), "f", (0, 0), forfeit=True),
        Outcome("adjourned", "agg.", _("Aggiornata: si finisce un altro giorno"), "a", adjourned=True),
        Outcome("", "", _("Senza risultato")),
    )
}
PLAYED = tuple(OUTCOMES[code] for code in ("1-0", "=-=", "0-1"))
"""What nearly every game ends with: a button each. The others are in the table's menu."""
OTHER = tuple(outcome for outcome in OUTCOMES.values() if outcome.code and outcome not in PLAYED)


def outcome_of(table: Table, seats: Iterable[Seat]) -> Outcome:
    """The outcome that is marked at a table of two seats."""
    marks = tuple(seat.mark for seat in seats)
    for outcome in OUTCOMES.values():
        if (outcome.marks, outcome.forfeit, outcome.adjourned) == (marks, table.forfeit, table.adjourned):
            return outcome
    raise ValueError(f"table {table.pk} holds no outcome of two seats: {marks}")
