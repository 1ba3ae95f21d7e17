"""What is due of each entry, what has been paid, and the totals."""

from collections.abc import Iterable
from decimal import Decimal

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import Entry, Event
from clubtornei.events.namesakes import by_whole_name
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.report import NAME, Audience, Column, ColumnKind, Report, ReportRow, row_of

NOTHING = Decimal(0)


class Fee(Struct, frozen=True):
    """What an entry pays."""

    entry: Entry
    amount: Decimal


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
        debtors=sum(not fee.entry.paid and fee.amount > 0 for fee in fees),
    )


def fees_report(event: Event) -> Report:
    """What everybody pays, has paid and still owes, and the totals, for the treasurer."""
    columns = (
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="fee", title=_("Quota"), kind=ColumnKind.MONEY, audience=Audience.ORGANISERS),
        Column(key="paid", title=_("Incassato"), kind=ColumnKind.MONEY, audience=Audience.ORGANISERS),
        Column(
            key="missing",
            title=_("Ancora da incassare"),
            kind=ColumnKind.MONEY,
            audience=Audience.ORGANISERS,
        ),
    )
    players = {player.id: player for player in EventSnapshot(event, whole_names=True).document.players}
    fees = fees_of(event, by_whole_name(event, event.entries))

    def row(fee: Fee) -> ReportRow:
        paid = fee.amount if fee.entry.paid else NOTHING
        return row_of(columns, players[fee.entry.entry_no], fee.amount, paid, fee.amount - paid)

    totals = totals_of(fees)
    total = row_of(columns, _("Totale"), totals.due, totals.paid, totals.missing)
    return Report(
        title=_("Quote"), audience=Audience.ORGANISERS, columns=columns, rows=(*map(row, fees), total)
    )


def noted_fee_of(event: Event, entry: Entry) -> Fee | None:
    """For the roll call; None where no note is taken of fees."""
    return None if event.entry_fee is None else fee_of(event, entry)
