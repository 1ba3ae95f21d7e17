"""Rows of a copy → rows of the database, with new keys. What a file says of keys only connects its own rows:
no row of another club can be named by it.
"""

import secrets
import uuid
from collections.abc import Callable, Sequence
from datetime import MAXYEAR, MINYEAR, date
from typing import cast

import msgspec
from django.core.exceptions import ValidationError
from django.db import Error, OperationalError, connection
from django.db.models import DateField, Field, ForeignKey, Model
from django.utils.translation import gettext as _

from clubtornei.club_copies.reading import unreadable
from clubtornei.club_copies.tables import CopiedTable, Fields, copied_fields
from clubtornei.events.exact import ExactEncoder
from clubtornei.players.names import SortKeyField, sort_key
from clubtornei.rounds.columns import TypedColumn
from clubtornei.text.untyped import JsonObject

Keys = dict[type[Model], dict[int | str, int]]
"""The key in the database of each row of a copy, by its model and its number in the copy."""

FRESH: dict[tuple[str, str], Callable[[], str]] = {
    ("events.SignUp", "key"): lambda: str(uuid.uuid4()),
    ("rounds.Proposal", "phone"): lambda: secrets.token_hex(16),
}
"""Columns that a copy does not have, and that must differ between rows."""


def rows_in(content: JsonObject, name: str, file: str) -> list[JsonObject]:
    """The rows of a table in a file; none, where the file is of before there was such a table."""
    rows = content.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise unreadable(file, _("«%(name)s» non è un elenco di righe.") % {"name": name})
    return rows


def numbers_in(rows: Sequence[JsonObject], column: str) -> set[int]:
    """The numbers in a column; what else stands there is refused when the rows are written."""
    return {row[column] for row in rows if isinstance(row.get(column), int)}


def insert(table: CopiedTable, rows: Sequence[JsonObject], owner: Model, keys: Keys, file: str) -> None:
    """Insert the rows, which are the owner's, and add their keys. Raises CopyUnreadable."""
    model = table.model
    fields = copied_fields(model, type(owner))
    own = {column_name(field): owner.pk for field in _fields_to(model, type(owner))}
    numbers = [row.get("id") for row in rows]
    if len(set(map(repr, numbers))) < len(numbers) or not all(isinstance(number, int) for number in numbers):
        raise unreadable(file, _("in «%(name)s» gli id non vanno bene.") % {"name": table.name})
    written = [
        {**made_columns(model, row, fields), **columns_of(row, fields, keys, file), **own} for row in rows
    ]
    if not model._meta.pk.is_relation:
        pks = new_keys(model, len(rows))
        keys[model] = dict(zip(cast(list[int | str], numbers), pks, strict=True))
        for row, pk in zip(written, pks, strict=True):
            row[column_name(model._meta.pk)] = pk
    insert_columns(model, written, file)


def _fields_to(model: type[Model], owner: type[Model]) -> Fields:
    return [field for field in model._meta.concrete_fields if field.related_model is owner]


def column_name(field: "Field[object, object]") -> str:
    assert field.column
    return field.column


def made_columns(model: type[Model], row: JsonObject, copied: Fields) -> JsonObject:
    """The columns that are not copied: sort keys, those of FRESH, and else what a new row has."""
    made: JsonObject = {}
    for field in model._meta.concrete_fields:
        if isinstance(field, SortKeyField):
            made[column_name(field)] = sort_key(str(row.get("name")))
        elif make := FRESH.get((model._meta.label, field.name)):
            made[column_name(field)] = make()
        elif field not in copied and not field.has_db_default() and not field.primary_key:
            made[column_name(field)] = field.get_default()
    return made


def columns_of(row: JsonObject, fields: Fields, keys: Keys, file: str) -> JsonObject:
    """The values by column. What the row lacks is what a new row has: the copy is of before the column."""
    if unknown := row.keys() - {"id", "who", *(field.name for field in fields)}:
        names = ", ".join(sorted(unknown))
        raise unreadable(file, _("non conosco %(names)s: aggiorna prima il programma.") % {"names": names})
    columns: JsonObject = {}
    for field in fields:
        value = row[field.name] if field.name in row else field.get_default()
        if isinstance(field, ForeignKey) and value is not None:
            known = keys.get(field.related_model, {})
            if not isinstance(value, int | str) or value not in known:
                raise unreadable(file, _("«%(name)s» cita una riga che non c’è.") % {"name": field.name})
            value = known[value]
        elif isinstance(field, DateField) and value is not None:
            _check_day(field, value, file)
        elif isinstance(field, TypedColumn) and value is not None:
            value = _packed(field, value, file)
        columns[column_name(field)] = value
    return columns


def _check_day(field: "Field[object, object]", value: object, file: str) -> None:
    """PostgreSQL has days that Python has not, and a time zone leads out of the first and the last year."""
    try:
        day = field.to_python(value)
    except (ValidationError, TypeError, ValueError, OverflowError):
        day = None
    if not isinstance(day, date) or not MINYEAR < day.year < MAXYEAR:
        raise unreadable(file, _("in «%(name)s» c’è una data che non va bene.") % {"name": field.name})


def _packed(field: TypedColumn, value: object, file: str) -> object:
    try:
        return field.packed(value)
    except msgspec.ValidationError as error:
        raise unreadable(file, f"{field.name}: {error}.") from error


def new_keys(model: type[Model], count: int) -> list[int]:
    """Keys that no row has, in rising order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [model._meta.db_table, model._meta.pk.column, count],
        )
        return sorted(key for (key,) in cursor.fetchall())


def insert_columns(model: type[Model], rows: Sequence[JsonObject], file: str) -> None:
    """PostgreSQL converts each value to the type of its column. Raises CopyUnreadable where it cannot."""
    if not rows:
        return
    table, columns = _quoted(model, rows[0])
    _execute(
        f"INSERT INTO {table} ({columns}) SELECT {columns} FROM jsonb_populate_recordset(NULL::{table}, %s)",  # noqa: S608
        [ExactEncoder().encode(rows)],
        file,
    )


def update_columns(row: Model, values: JsonObject, file: str) -> None:
    """Update the columns of a row that is there."""
    table, columns = _quoted(type(row), values)
    _execute(
        f"UPDATE {table} SET ({columns}) = (SELECT {columns} FROM jsonb_populate_record(NULL::{table}, %s))"  # noqa: S608
        f" WHERE {connection.ops.quote_name(column_name(row._meta.pk))} = %s",
        [ExactEncoder().encode(values), row.pk],
        file,
    )


def check_constraints(file: str) -> None:
    """Now those that wait for the end of the transaction."""
    _execute("SET CONSTRAINTS ALL IMMEDIATE", [], file)
    _execute("SET CONSTRAINTS ALL DEFERRED", [], file)


def _quoted(model: type[Model], row: JsonObject) -> tuple[str, str]:
    quote = connection.ops.quote_name
    return quote(model._meta.db_table), ", ".join(map(quote, row))


def _execute(statement: str, parameters: list[str | int], file: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement, parameters)
    except OperationalError:  # of the server, not of the file
        raise
    except Error as error:
        why = str(error).splitlines()[0]
        raise unreadable(file, f"{why}.") from error
