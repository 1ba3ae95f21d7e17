"""Deletes the rows of history that say what another row says: where who sits, which result was entered, how a
table was drawn.
"""

from django.db import migrations

REPEATED = """
DELETE FROM rounds_seatevent AS past USING rounds_seat AS now
WHERE now.id = past.pgh_obj_id AND now.table_id = past.table_id
    AND now.position = past.position AND now.entry_id = past.entry_id;

DELETE FROM rounds_resultentryevent AS past USING rounds_resultentry AS now
WHERE now.id = past.pgh_obj_id AND past.pgh_label = 'insert';

UPDATE rounds_resultentryevent SET pgh_label = 'delete' WHERE pgh_label = 'insert';

DELETE FROM rounds_tableevent AS past USING rounds_table AS now
WHERE now.id = past.pgh_obj_id AND past.pgh_label = 'insert' AND NOT past.by_hand;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('rounds', '0009_history_without_repetition'),
        ('events', '0010_keys_without_index'),
        ('pghistory', '0001_initial'),
    ]

    operations = [migrations.RunSQL(REPEATED, migrations.RunSQL.noop)]
