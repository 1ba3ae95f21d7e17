"""Deletes the rows of history that say what another row says: where who sits, which result was entered, how a
table was drawn; and who made them, where nothing else of that request is left.
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

LEFT_OVER = """
DELETE FROM pghistory_context AS context
WHERE NOT EXISTS (SELECT FROM events_eventevent WHERE pgh_context_id = context.id)
    AND NOT EXISTS (SELECT FROM events_stageevent WHERE pgh_context_id = context.id)
    AND NOT EXISTS (SELECT FROM events_entryevent WHERE pgh_context_id = context.id)
    AND NOT EXISTS (SELECT FROM rounds_roundevent WHERE pgh_context_id = context.id)
    AND NOT EXISTS (SELECT FROM rounds_tableevent WHERE pgh_context_id = context.id)
    AND NOT EXISTS (SELECT FROM rounds_seatevent WHERE pgh_context_id = context.id)
    AND NOT EXISTS (SELECT FROM rounds_resultentryevent WHERE pgh_context_id = context.id)
    AND NOT EXISTS (SELECT FROM rounds_proposalevent WHERE pgh_context_id = context.id);
"""


class Migration(migrations.Migration):

    dependencies = [
        ('rounds', '0009_history_without_repetition'),
        ('events', '0010_keys_without_index'),
        ('pghistory', '0001_initial'),
    ]

    operations = [migrations.RunSQL(REPEATED + LEFT_OVER, migrations.RunSQL.noop)]
