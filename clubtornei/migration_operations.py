"""Operations for migrations that run while the release before serves."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import router
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddIndex
from django.db.migrations.state import ProjectState
from psycopg.sql import SQL, Identifier


class BuildIndex(AddIndexConcurrently):
    """Add an index to a table in use, in a migration with `atomic = False`: nobody who writes waits for it.

    What an interrupted build has left behind, which PostgreSQL keeps and does not use, is dropped first.
    Inside a transaction, as in a restore, it is an ordinary AddIndex.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        model: Any = to_state.apps.get_model(app_label, self.model_name)
        connection = schema_editor.connection
        if connection.in_atomic_block:
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
        elif router.allow_migrate_model(connection.alias, model):
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_setting('lock_timeout')")
                (before,) = cursor.fetchone()
                # It waits for transactions that have begun, and nobody waits for it meanwhile.
                cursor.execute("SET lock_timeout = 0")
                cursor.execute(
                    SQL("DROP INDEX CONCURRENTLY IF EXISTS {}").format(Identifier(self.index.name))
                )
                super().database_forwards(app_label, schema_editor, from_state, to_state)
                cursor.execute("SELECT set_config('lock_timeout', %s, false)", [before])
