
import clubtornei.events.exact
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0005_no_years_in_names'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='event',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='event',
            name='update_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='event',
            name='delete_delete',
        ),
        migrations.AddField(
            model_name='event',
            name='awards',
            field=clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='prizes',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder),
        ),
        migrations.AddField(
            model_name='eventevent',
            name='awards',
            field=clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True),
        ),
        migrations.AddField(
            model_name='eventevent',
            name='prizes',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_eventevent" ("announcement", "awards", "closed_at", "club_id", "commitment", "draw_method", "drawn_at", "ending", "ends_on", "entry_fee", "extra", "final_ranking", "formula", "game", "hall_names", "id", "minutes", "name", "notices", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "prizes", "published", "rating_lists", "report", "rule_changes", "seed", "slug", "starts_on") VALUES (NEW."announcement", NEW."awards", NEW."closed_at", NEW."club_id", NEW."commitment", NEW."draw_method", NEW."drawn_at", NEW."ending", NEW."ends_on", NEW."entry_fee", NEW."extra", NEW."final_ranking", NEW."formula", NEW."game", NEW."hall_names", NEW."id", NEW."minutes", NEW."name", NEW."notices", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."place", NEW."prizes", NEW."published", NEW."rating_lists", NEW."report", NEW."rule_changes", NEW."seed", NEW."slug", NEW."starts_on"); RETURN NULL;', hash='52aa4d96915cf31d6a5b21efb0f6c714decd1e9b', operation='INSERT', pgid='pgtrigger_insert_insert_82b94', table='events_event', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."announcement" IS DISTINCT FROM (NEW."announcement") OR OLD."awards" IS DISTINCT FROM (NEW."awards") OR OLD."closed_at" IS DISTINCT FROM (NEW."closed_at") OR OLD."club_id" IS DISTINCT FROM (NEW."club_id") OR OLD."commitment" IS DISTINCT FROM (NEW."commitment") OR OLD."draw_method" IS DISTINCT FROM (NEW."draw_method") OR OLD."drawn_at" IS DISTINCT FROM (NEW."drawn_at") OR OLD."ending" IS DISTINCT FROM (NEW."ending") OR OLD."ends_on" IS DISTINCT FROM (NEW."ends_on") OR OLD."entry_fee" IS DISTINCT FROM (NEW."entry_fee") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."final_ranking" IS DISTINCT FROM (NEW."final_ranking") OR OLD."formula" IS DISTINCT FROM (NEW."formula") OR OLD."game" IS DISTINCT FROM (NEW."game") OR OLD."hall_names" IS DISTINCT FROM (NEW."hall_names") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."minutes" IS DISTINCT FROM (NEW."minutes") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."notices" IS DISTINCT FROM (NEW."notices") OR OLD."place" IS DISTINCT FROM (NEW."place") OR OLD."prizes" IS DISTINCT FROM (NEW."prizes") OR OLD."published" IS DISTINCT FROM (NEW."published") OR OLD."rating_lists" IS DISTINCT FROM (NEW."rating_lists") OR OLD."report" IS DISTINCT FROM (NEW."report") OR OLD."rule_changes" IS DISTINCT FROM (NEW."rule_changes") OR OLD."seed" IS DISTINCT FROM (NEW."seed") OR OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."starts_on" IS DISTINCT FROM (NEW."starts_on"))', func='INSERT INTO "events_eventevent" ("announcement", "awards", "closed_at", "club_id", "commitment", "draw_method", "drawn_at", "ending", "ends_on", "entry_fee", "extra", "final_ranking", "formula", "game", "hall_names", "id", "minutes", "name", "notices", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "prizes", "published", "rating_lists", "report", "rule_changes", "seed", "slug", "starts_on") VALUES (NEW."announcement", NEW."awards", NEW."closed_at", NEW."club_id", NEW."commitment", NEW."draw_method", NEW."drawn_at", NEW."ending", NEW."ends_on", NEW."entry_fee", NEW."extra", NEW."final_ranking", NEW."formula", NEW."game", NEW."hall_names", NEW."id", NEW."minutes", NEW."name", NEW."notices", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."place", NEW."prizes", NEW."published", NEW."rating_lists", NEW."report", NEW."rule_changes", NEW."seed", NEW."slug", NEW."starts_on"); RETURN NULL;', hash='32a99a42f5e214f25571f2d8a51a4df1729e0dc1', operation='UPDATE', pgid='pgtrigger_update_update_73f59', table='events_event', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_eventevent" ("announcement", "awards", "closed_at", "club_id", "commitment", "draw_method", "drawn_at", "ending", "ends_on", "entry_fee", "extra", "final_ranking", "formula", "game", "hall_names", "id", "minutes", "name", "notices", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "prizes", "published", "rating_lists", "report", "rule_changes", "seed", "slug", "starts_on") VALUES (OLD."announcement", OLD."awards", OLD."closed_at", OLD."club_id", OLD."commitment", OLD."draw_method", OLD."drawn_at", OLD."ending", OLD."ends_on", OLD."entry_fee", OLD."extra", OLD."final_ranking", OLD."formula", OLD."game", OLD."hall_names", OLD."id", OLD."minutes", OLD."name", OLD."notices", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."place", OLD."prizes", OLD."published", OLD."rating_lists", OLD."report", OLD."rule_changes", OLD."seed", OLD."slug", OLD."starts_on"); RETURN NULL;', hash='291a96e088d801c74badd65072487c43d1123b4c', operation='DELETE', pgid='pgtrigger_delete_delete_d74a6', table='events_event', when='AFTER')),
        ),
    ]
