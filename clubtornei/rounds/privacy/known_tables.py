"""What the site knows of a person, as tables for the page; word for word it is in the file.

A column has the words of HEADINGS or of its model (`verbose_name`). What has neither, what is empty in all
rows, what has parts of its own, and the keys of the database are only in the file.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Field
from django.utils.formats import localize
from django.utils.text import capfirst
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy
from msgspec import Struct

from clubtornei.rounds.privacy.queries import Known

HEADINGS = {
    "absences": gettext_lazy("assenze"),
    "absent": gettext_lazy("assenze"),
    "circuit_name": gettext_lazy("circuito"),
    "colour": gettext_lazy("colore"),
    "day": gettext_lazy("data"),
    "declined": gettext_lazy("rinuncia"),
    "entry_no": gettext_lazy("numero"),
    "event_name": gettext_lazy("torneo"),
    "invited": gettext_lazy("ripescaggio"),
    "opponent": gettext_lazy("avversario"),
    "pgh_created_at": gettext_lazy("scritto il"),
    "requested_byes": gettext_lazy("riposi a richiesta"),
    "result": gettext_lazy("risultato"),
    "round_number": gettext_lazy("turno"),
    "stage": gettext_lazy("fase"),
    "table_number": pgettext_lazy("di qualsiasi gioco", "tavolo"),
    "withdrawals": gettext_lazy("ritiri"),
}
ONLY_IN_FILE = ("id", "sort_name", "position", "score")
EMPTY: tuple[object, ...] = (None, "", [], {}, (), False)


class KnownTable(Struct, frozen=True):
    """The rows of one kind: each cell with the title of its column."""

    key: str
    title: str
    rows: list[list[tuple[str, str]]]


def known_tables(known: Mapping[str, Known]) -> list[KnownTable]:
    """The tables in which there is something."""
    return [_table(key, kind) for key, kind in known.items() if kind.rows]


def _table(key: str, kind: Known) -> KnownTable:
    columns = kind.model._meta.concrete_fields if kind.model else ()
    fields = {field.attname: field for field in columns}
    names = [
        name
        for name in dict.fromkeys(name for row in kind.rows for name in row)
        if name not in ONLY_IN_FILE
        and (name in HEADINGS or name in fields)
        and not ((field := fields.get(name)) and (field.is_relation or field.primary_key))
        and any(_text(row.get(name), fields.get(name)) for row in kind.rows)
    ]
    titles = {name: _title(name, fields.get(name)) for name in names}
    rows = [[(titles[name], _text(row.get(name), fields.get(name))) for name in names] for row in kind.rows]
    return KnownTable(key, kind.title, rows)


def _title(name: str, field: "Field[object, object] | None") -> str:
    return capfirst(str(HEADINGS.get(name) or (field and field.verbose_name)))


def _text(value: object, field: "Field[object, object] | None") -> str:
    if value in EMPTY:
        return ""
    if value is True:
        return _("sì")
    if isinstance(value, dict) or (isinstance(value, list) and isinstance(value[0], list | dict)):
        return ""
    if isinstance(value, list):
        return ", ".join(str(part) for part in value)
    choices: dict[object, object] = dict(field.flatchoices) if field and field.choices else {}
    if isinstance(value, datetime) and is_aware(value):
        value = localtime(value)
    return str(choices.get(value) or localize(value))
