"""The history of proposals has only those that are gone. What their own rows tell is deleted; and who made any
of what is deleted here and in the migration before, where nothing else of that request is left.
"""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


REPEATED = """
DELETE FROM rounds_proposalevent AS past USING rounds_proposal AS now WHERE now.id = past.pgh_obj_id;

DELETE FROM rounds_proposalevent AS past USING rounds_proposalevent AS later
WHERE later.pgh_obj_id = past.pgh_obj_id AND later.pgh_id > past.pgh_id;

UPDATE rounds_proposalevent SET pgh_label = 'delete';
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
        ('rounds', '0010_repeated_history'),
        ('events', '0010_keys_without_index'),
        ('pghistory', '0001_initial'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='proposal',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='proposal',
            name='update_update',
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='proposal',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_proposalevent" ("at", "decided_at", "decided_by_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "state", "status", "table_id") VALUES (OLD."at", OLD."decided_at", OLD."decided_by_id", OLD."id", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."state", OLD."status", OLD."table_id"); RETURN NULL;', hash='5c8c4c1b2f274feebda3714e8a4e1aba9713f49e', operation='DELETE', pgid='pgtrigger_delete_delete_97f94', table='rounds_proposal', when='AFTER')),
        ),
        migrations.RunSQL(REPEATED + LEFT_OVER, migrations.RunSQL.noop),
    ]
