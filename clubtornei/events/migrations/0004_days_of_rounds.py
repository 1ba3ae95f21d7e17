import clubtornei.events.exact
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0003_byes_asked_for_beforehand"),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name="stage",
            name="insert_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="stage",
            name="update_update",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="stage",
            name="delete_delete",
        ),
        migrations.AddField(
            model_name="stage",
            name="days",
            field=clubtornei.events.exact.ExactJSONField(
                blank=True,
                decoder=clubtornei.events.exact.ExactDecoder,
                default=dict,
                encoder=clubtornei.events.exact.ExactEncoder,
            ),
        ),
        migrations.AddField(
            model_name="stageevent",
            name="days",
            field=clubtornei.events.exact.ExactJSONField(
                blank=True,
                decoder=clubtornei.events.exact.ExactDecoder,
                default=dict,
                encoder=clubtornei.events.exact.ExactEncoder,
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="stage",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "events_stageevent" ("absences", "days", "declined", "entrants", "entry_rule", "event_id", "extra", "id", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (NEW."absences", NEW."days", NEW."declined", NEW."entrants", NEW."entry_rule", NEW."event_id", NEW."extra", NEW."id", NEW."name", NEW."number", NEW."options", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."ranking", NEW."requested_byes", NEW."scoring", NEW."scoring_options", NEW."system", NEW."withdrawals"); RETURN NULL;',
                    hash="05973da031a80fb3d3f8573291c5d8678047ac7d",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_3e19e",
                    table="events_stage",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="stage",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "events_stageevent" ("absences", "days", "declined", "entrants", "entry_rule", "event_id", "extra", "id", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (NEW."absences", NEW."days", NEW."declined", NEW."entrants", NEW."entry_rule", NEW."event_id", NEW."extra", NEW."id", NEW."name", NEW."number", NEW."options", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."ranking", NEW."requested_byes", NEW."scoring", NEW."scoring_options", NEW."system", NEW."withdrawals"); RETURN NULL;',
                    hash="7a36e16976230a6c96352e637623203179091686",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_0df18",
                    table="events_stage",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="stage",
            trigger=pgtrigger.compiler.Trigger(
                name="delete_delete",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "events_stageevent" ("absences", "days", "declined", "entrants", "entry_rule", "event_id", "extra", "id", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (OLD."absences", OLD."days", OLD."declined", OLD."entrants", OLD."entry_rule", OLD."event_id", OLD."extra", OLD."id", OLD."name", OLD."number", OLD."options", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."ranking", OLD."requested_byes", OLD."scoring", OLD."scoring_options", OLD."system", OLD."withdrawals"); RETURN NULL;',
                    hash="3327c3d61770f9a5aa828f250c43f4c342632927",
                    operation="DELETE",
                    pgid="pgtrigger_delete_delete_1ac61",
                    table="events_stage",
                    when="AFTER",
                ),
            ),
        ),
    ]
