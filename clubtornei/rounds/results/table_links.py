"""The address on a table’s paper: whoever holds it may say what came of that table, without signing in.

It is signed, and names the event, the table and when its round was published: the paper of a round that was
taken back and drawn again leads nowhere.
"""

from datetime import UTC, datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.http import int_to_base36

from clubtornei.rounds.models import Round, Table

_SIGNER = Signer(salt="clubtornei.table", sep=".")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def address_of(table: Table) -> str:
    """The path of the table's page; empty for a draft's, which nobody plays at yet.

    The table comes with its round and stage (`select_related("round__stage")`): no query is made here.
    """
    if not table.round.published:
        return ""
    return reverse("rounds:at_table", args=[token_of(table)])


def token_of(table: Table) -> str:
    """What the address of a published round’s table says."""
    return _SIGNER.sign(_named(table))


def table_at(token: str) -> Table | None:
    """The table whose paper has this token, with its round, stage and event; None where it leads nowhere."""
    try:
        named = _SIGNER.unsign(token)
    except BadSignature:
        return None
    _event, pk, _moment = named.split("-")
    tables = Table.objects.games().select_related("round__stage__event__club")
    table = tables.filter(pk=pk, round__in=Round.objects.published()).first()
    return table if table is not None and _named(table) == named else None


def _named(table: Table) -> str:
    published = table.round.published_at
    assert published is not None
    moment = int_to_base36((published - _EPOCH) // timedelta(microseconds=1))
    return f"{table.round.stage.event_id}-{table.pk}-{moment}"
