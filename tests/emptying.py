"""An empty database again, behind tests that commit.

Django truncates every table, which costs PostgreSQL a new file for each of them and each of their indexes: a
quarter of a second. Here only rows go, where there are any.
"""

from django.db import OperationalError, connection
from psycopg.errors import DeadlockDetected

# Deleting is history too, so that one time through the tables may fill others. Keys are checked at the end.
EMPTY = """
DO $$
DECLARE
    place regclass;
    filled boolean;
    done boolean := false;
BEGIN
    WHILE NOT done LOOP
        done := true;
        FOR place IN
            SELECT oid FROM pg_class
            WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
            AND relname NOT IN ('django_migrations', 'django_content_type', 'auth_permission')
        LOOP
            EXECUTE format('SELECT EXISTS (SELECT FROM %s)', place) INTO filled;
            IF filled THEN
                EXECUTE format('DELETE FROM %s', place);
                done := false;
            END IF;
        END LOOP;
    END LOOP;
END $$
"""


def empty_database() -> None:
    """Delete whatever the migrations have not put there.

    A page that was closed a moment ago may have a request under way, which locks the same rows in another
    order: PostgreSQL then ends one of the two, and if it is this one, it is done again.
    """
    for last in (False, False, True):
        try:
            with connection.cursor() as cursor:
                cursor.execute(EMPTY)
        except OperationalError as error:
            if last or not isinstance(error.__cause__, DeadlockDetected):
                raise
        else:
            return
