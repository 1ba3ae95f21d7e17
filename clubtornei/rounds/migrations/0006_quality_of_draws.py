import clubtornei.events.exact
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0005_what_hands_change_in_a_draft"),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name="round",
            name="insert_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="round",
            name="delete_delete",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="round",
            name="update_update",
        ),
        migrations.AddField(
            model_name="round",
            name="quality",
            field=clubtornei.events.exact.ExactJSONField(
                blank=True,
                decoder=clubtornei.events.exact.ExactDecoder,
                default=dict,
                editable=False,
                encoder=clubtornei.events.exact.ExactEncoder,
            ),
        ),
        migrations.AddField(
            model_name="roundevent",
            name="quality",
            field=clubtornei.events.exact.ExactJSONField(
                blank=True,
                decoder=clubtornei.events.exact.ExactDecoder,
                default=dict,
                editable=False,
                encoder=clubtornei.events.exact.ExactEncoder,
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="round",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "published_at", "quality", "stage_id") VALUES (NEW."drawn_at", NEW."extra", NEW."id", NEW."number", NEW."numbers", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."published_at", NEW."quality", NEW."stage_id"); RETURN NULL;',
                    hash="e59878a9c40aeeb677fd24decb39c28fdb58684a",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_1ee33",
                    table="rounds_round",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="round",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition='WHEN (OLD."drawn_at" IS DISTINCT FROM (NEW."drawn_at") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."numbers" IS DISTINCT FROM (NEW."numbers") OR OLD."published_at" IS DISTINCT FROM (NEW."published_at") OR OLD."quality" IS DISTINCT FROM (NEW."quality") OR OLD."stage_id" IS DISTINCT FROM (NEW."stage_id"))',
                    func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "published_at", "quality", "stage_id") VALUES (NEW."drawn_at", NEW."extra", NEW."id", NEW."number", NEW."numbers", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."published_at", NEW."quality", NEW."stage_id"); RETURN NULL;',
                    hash="acee0f8613db1f0e36e108a56e6f1ba5031a285a",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_46a8a",
                    table="rounds_round",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="round",
            trigger=pgtrigger.compiler.Trigger(
                name="delete_delete",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "published_at", "quality", "stage_id") VALUES (OLD."drawn_at", OLD."extra", OLD."id", OLD."number", OLD."numbers", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."published_at", OLD."quality", OLD."stage_id"); RETURN NULL;',
                    hash="4b6079634a6ec1198e769c58772d16417cbabe6c",
                    operation="DELETE",
                    pgid="pgtrigger_delete_delete_e9ec1",
                    table="rounds_round",
                    when="AFTER",
                ),
            ),
        ),
    ]
