"""Restore a backup into the database of this site: `python -m clubtornei.backups.restoring FILE`.

The tables are made by the migrations of this program, never by the backup, of which only rows are read. The
role needs nothing but to own the tables. Everything is done in one transaction: if this process is killed,
PostgreSQL takes everything back.
"""

import sys
from collections.abc import Set
from pathlib import Path

import django
import psycopg
from django.db import Error, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.utils.translation import gettext as _
from psycopg.sql import SQL, Identifier

from clubtornei.backups.archive import (
    MIGRATIONS,
    BackupFailed,
    BackupTable,
    Contents,
    SequenceValue,
    data,
    opened,
)
from clubtornei.backups.programs import ProgramFailed
from clubtornei.backups.schema_lock import schema_locked
from clubtornei.backups.site_backups import conninfo

DROP_EVERYTHING = """
DO $$
DECLARE
    statement text;
BEGIN
    FOR statement IN
        SELECT format('DROP %s IF EXISTS public.%I CASCADE', kind, relname)
        FROM pg_class
        JOIN (VALUES ('r', 'TABLE'), ('p', 'TABLE'), ('v', 'VIEW'), ('m', 'MATERIALIZED VIEW'))
            AS kinds (letter, kind) ON relkind::text = letter
        WHERE relnamespace = 'public'::regnamespace AND pg_has_role(relowner, 'USAGE')
        UNION ALL
        SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure)
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND pg_has_role(proowner, 'USAGE')
    LOOP
        EXECUTE statement;
    END LOOP;
END $$
"""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> %s ORDER BY tablename"
SET_SEQUENCE = """
SELECT setval(oid, %s, %s) FROM pg_class
WHERE relname = %s AND relkind = 'S' AND relnamespace = 'public'::regnamespace
"""


def restore(contents: Contents) -> list[str]:
    """Replace everything in the database by the data of the backup, in the tables of this program.

    Returns the tables of the backup that have rows and that the program has not: those are left out.
    Raises BackupFailed; then the database is as it was.
    """
    try:
        with schema_locked(conninfo()), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(DROP_EVERYTHING)
            migrate(cursor, those=set(contents.description.migrations))
            left_out = load(cursor, contents)
            migrate(cursor)
    except (Error, psycopg.Error, ProgramFailed, OSError, LookupError, ValueError) as error:
        raise BackupFailed(str(error)) from error
    return left_out


def migrate(cursor: CursorWrapper, those: Set[tuple[str, str]] | None = None) -> None:
    """Apply all migrations that are not applied yet, or only `those` of them: where one replaces several, if
    all of these are there.

    Raises LookupError if only some of them are.
    """

    def settle(action: str, *_: object) -> None:
        """No table can be altered as long as a key of its rows is to be checked."""
        if action == "apply_success":
            check_keys(cursor)

    executor = MigrationExecutor(connection, settle)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if those is not None:
        plan = [step for step in plan if _is_among(step[0], those)]
    executor.migrate([], plan)


def _is_among(migration: Migration, those: Set[tuple[str, str]]) -> bool:
    parts = {*migration.replaces} or {(migration.app_label, migration.name)}
    if not parts <= those and parts & those:
        raise LookupError(_("La copia è di un aggiornamento a metà: ripristinala con la versione 0.2.0."))
    return parts <= those


def check_keys(cursor: CursorWrapper) -> None:
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def load(cursor: CursorWrapper, contents: Contents) -> list[str]:
    """Fill the tables with the rows of the backup, without triggers. Returns what `restore` does."""
    cursor.execute(TABLES, [MIGRATIONS])
    tables = [str(name) for (name,) in cursor.fetchall()]
    left_out = []
    cursor.execute(SQL("TRUNCATE {}").format(SQL(", ").join(Identifier(name) for name in tables)))
    set_triggers(cursor, tables, "DISABLE")
    for part in data(contents):
        if part.name.startswith(MIGRATIONS):
            continue  # those of this program are applied
        if isinstance(part, SequenceValue):
            cursor.execute(SET_SEQUENCE, [part.value, part.called, part.name])
        elif part.name in tables:
            copy(cursor, part)
        elif any(part.rows):
            left_out.append(part.name)
    check_keys(cursor)
    set_triggers(cursor, tables, "ENABLE")
    return left_out


def set_triggers(cursor: CursorWrapper, tables: list[str], verb: str) -> None:
    """Those of foreign keys are the system's, and stay on."""
    for name in tables:
        cursor.execute(SQL("ALTER TABLE {} {} TRIGGER USER").format(Identifier(name), SQL(verb)))


def copy(cursor: CursorWrapper, table: BackupTable) -> None:
    """Write the rows into the table."""
    columns = SQL(", ").join(Identifier(name) for name in table.columns)
    statement = SQL("COPY {} ({}) FROM STDIN").format(Identifier(table.name), columns)
    with cursor.cursor.copy(statement) as into:
        for row in table.rows:
            into.write(row)


def main(file: str) -> None:
    """Restore the file and write what was left out, or exit with what is wrong."""
    django.setup()
    try:
        with opened(Path(file)) as contents:
            left_out = restore(contents)
    except BackupFailed as failed:
        sys.exit(str(failed))
    sys.stdout.write(", ".join(left_out))


if __name__ == "__main__":
    main(sys.argv[1])
