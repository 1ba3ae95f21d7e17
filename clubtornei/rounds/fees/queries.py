"""What is due of each entry, what has been paid, and the totals."""

from collections.abc import Iterable
from decimal import Decimal

from msgspec import Struct

from clubtornei.events.models import Entry, Event

NOTHING = Decimal(0)


class Fee(Struct, frozen=True):
    """What an entry pays."""

    entry: Entry
    amount: Decimal

    @property
    def is_due(self) -> bool:
        return not self.entry.paid and self.amount > 0


class FeeTotals(Struct, frozen=True, kw_only=True):
    """`due`: of all, paid or not."""

    due: Decimal
    paid: Decimal
    payers: int
    debtors: int

    @property
    def missing(self) -> Decimal:
        return self.due - self.paid


def fee_of(event: Event, entry: Entry) -> Fee:
    """His own, or else that of the event; no query."""
    return Fee(entry, (event.entry_fee or NOTHING) if entry.fee is None else entry.fee)


def fees_of(event: Event, entries: Iterable[Entry]) -> list[Fee]:
    return [fee_of(event, entry) for entry in entries]


def totals_of(fees: Iterable[Fee]) -> FeeTotals:
    fees = list(fees)
    return FeeTotals(
        due=sum((fee.amount for fee in fees), NOTHING),
        paid=sum((fee.amount for fee in fees if fee.entry.paid), NOTHING),
        payers=sum(fee.entry.paid for fee in fees),
        debtors=sum(fee.is_due for fee in fees),
    )


def noted_fee_of(event: Event, entry: Entry) -> Fee | None:
    """For the roll call; None where no note is taken of fees."""
    return None if event.entry_fee is None else fee_of(event, entry)
