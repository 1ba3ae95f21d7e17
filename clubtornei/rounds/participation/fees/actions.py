"""Noting what is paid. Of a closed event, too: some pay late."""

from decimal import Decimal

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event
from clubtornei.events.writing import ActionRefused, writing


def set_entry_fee(event: Event, amount: Decimal | None) -> None:
    """What everybody pays who pays nothing else; None: no note is taken of fees."""
    with writing(event, even_closed=True) as locked:
        locked.entry_fee = amount
        locked.save(update_fields=["entry_fee"])
    event.entry_fee = amount


def mark_paid(event: Event, entry_no: int, *, paid: bool) -> Entry:
    """Raises ActionRefused where the entry is gone."""
    with writing(event, even_closed=True) as locked:
        entry = _entry(locked, entry_no)
        entry.paid = paid
        entry.save(update_fields=["paid"])
    return entry


def set_fee(event: Event, entry_no: int, amount: Decimal | None) -> Entry:
    """What this one pays; None: what everybody pays. Raises ActionRefused where the entry is gone."""
    with writing(event, even_closed=True) as locked:
        entry = _entry(locked, entry_no)
        entry.fee = amount
        entry.save(update_fields=["fee"])
    return entry


def _entry(event: Event, entry_no: int) -> Entry:
    entry: Entry | None = event.entries.filter(entry_no=entry_no).first()
    if entry is None:
        raise ActionRefused(_("Questo iscritto non c’è più: qualcun altro l’ha appena tolto."))
    return entry
