"""The address on a table’s sheet, where anybody with the sheet may propose its result without signing in.

The address is signed. It contains the event, the table and the time at which the round was published, so that
the sheets of a round that is taken back and drawn again are no longer valid.
"""

from datetime import UTC, datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.http import int_to_base36

from clubtornei.rounds.models import Table

_SIGNER = Signer(salt="clubtornei.table", sep=".")
_TABLES = Table.objects.games().as_rows().select_related("round__stage__event__club")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def address_of(table: Table) -> str:
    """The path of the table's page; empty for a table of a draft.

    The table comes with its round and stage (`select_related("round__stage")`): no query is made here.
    """
    if not table.round.published:
        return ""
    return reverse("rounds:at_table", args=[token_of(table)])


def token_of(table: Table) -> str:
    """The signed token of a table of a published round."""
    return _SIGNER.sign(_identity(table))


def table_at(token: str) -> Table | None:
    """The table with this token, with event and club, `as_rows`; None if the token is not valid."""
    try:
        identity = _SIGNER.unsign(token)
    except BadSignature:
        return None
    _event, pk, _moment = identity.split("-")
    table = _TABLES.filter(pk=pk, round__published_at__isnull=False).first()
    return table if table is not None and _identity(table) == identity else None


def _identity(table: Table) -> str:
    published = table.round.published_at
    assert published is not None
    moment = int_to_base36((published - _EPOCH) // timedelta(microseconds=1))
    return f"{table.round.stage.event_id}-{table.pk}-{moment}"
