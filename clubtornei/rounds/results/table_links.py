"""The address on a table’s sheet, where anybody with the sheet may propose its result without signing in.

Once a round is taken back its tables have other addresses: the sheets of before are no longer valid.
"""

from uuid import UUID

from django.urls import reverse

from clubtornei.rounds.models import Table

_TABLES = Table.objects.games().as_rows().select_related("round__stage__event__club")
_OPEN = _TABLES.filter(round__published_at__isnull=False, round__stage__event__closed_at=None)


def address_of(table: Table) -> str:
    """The path of the table's page; empty for a table of a draft. The table comes with its round."""
    return reverse("rounds:at_table", args=[table.link_key]) if table.round.published else ""


def table_at(key: UUID) -> Table | None:
    """The table with this key, with event and club, `as_rows`; None if the address is good no more."""
    return _OPEN.filter(link_key=key).first()
