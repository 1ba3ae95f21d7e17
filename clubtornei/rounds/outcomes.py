"""What can be marked at a table of two: one row an outcome, as the result page offers them.

A code is the two seats' marks side by side: `=` a half, `+` and `-` a game that was not played.
"""

from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.models import Seat, Table
from scoring.document import Number

HALF = Decimal("0.5")


class Outcome(Struct, frozen=True):
    """`label` as the sheet shows it, `meaning` as it is read aloud, `key` as it is typed."""

    code: str
    label: str
    meaning: Promise
    key: str = ""
    marks: tuple[Number | None, Number | None] = (None, None)
    forfeit: bool = False
    adjourned: bool = False


OUTCOMES = {
    outcome.code: outcome
    for outcome in (
        Outcome("1-0", "1 – 0", _("Vince il Bianco"), "1", (1, 0)),
        Outcome("=-=", "½ – ½", _("Patta"), "5", (HALF, HALF)),
        Outcome("0-1", "0 – 1", _("Vince il Nero"), "0", (0, 1)),
        Outcome("+--", "+ – −", _("Forfait: vince il Bianco"), "", (1, 0), forfeit=True),
        Outcome("--+", "− – +", _("Forfait: vince il Nero"), "", (0, 1), forfeit=True),
        Outcome("---", "− – −", _("Doppio forfait"), "", (0, 0), forfeit=True),
        Outcome("adjourned", "agg.", _("Aggiornata: si finisce un altro giorno"), "", adjourned=True),
        Outcome("", "", _("Senza risultato")),
    )
}


def outcome_of(table: Table, seats: list[Seat]) -> Outcome:
    """The outcome that is marked at a table of two seats."""
    marks = tuple(seat.mark for seat in seats)
    for outcome in OUTCOMES.values():
        if (outcome.marks, outcome.forfeit, outcome.adjourned) == (marks, table.forfeit, table.adjourned):
            return outcome
    raise ValueError(f"table {table.pk} holds no outcome of two seats: {marks}")
