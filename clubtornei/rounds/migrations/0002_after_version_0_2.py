"""What has changed since version 0.2.0, in one step."""

import django.contrib.postgres.functions
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('rounds', '0015_no_revisions'), ('rounds', '0016_keys_of_links'), ('rounds', '0017_played_early'), ('rounds', '0018_endings')]

    dependencies = [
        ('rounds', '0001_version_0_2'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='round',
            name='new_revision',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='seat',
            name='renew_revision_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='seat',
            name='renew_revision_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='seat',
            name='renew_revision_delete',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='table',
            name='renew_revision_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='table',
            name='renew_revision_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='table',
            name='renew_revision_delete',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='table',
            name='update_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='round',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='round',
            name='update_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='round',
            name='delete_delete',
        ),
        migrations.RemoveField(
            model_name='round',
            name='revision',
        ),
        migrations.AddField(
            model_name='table',
            name='link_key',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True),
        ),
        migrations.AddField(
            model_name='round',
            name='played_early',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='roundevent',
            name='played_early',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='clock',
            name='ending',
            field=models.CharField(choices=[('2014', 'Sdadata, edizione 2014: si finisce il giro, poi un altro giro intero'), ('2003', 'Sdadata, edizione 2003: si finisce il turno di gioco, poi un giro intero'), ('quick-4', 'Sdadata veloce dei Master: come nel 2014, ma con 4 o meno in ogni giro di tiri'), ('quick-5', 'Sdadata veloce dei Master: come nel 2014, ma con 5 o meno in ogni giro di tiri'), ('quick-6', 'Sdadata veloce dei Master: come nel 2014, ma con 6 o meno in ogni giro di tiri'), ('quick-7', 'Sdadata veloce dei Master: come nel 2014, ma con 7 o meno in ogni giro di tiri'), ('quick-8', 'Sdadata veloce dei Master: come nel 2014, ma con 8 o meno in ogni giro di tiri'), ('secret', 'Tempo segreto: il giudice fissa prima il minuto, e allora si fermano tutti'), ('bare', 'Il tempo scade e basta')], default='2014', max_length=10, verbose_name='allo scadere'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='table',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."adjourned" IS DISTINCT FROM (NEW."adjourned") OR OLD."by_hand" IS DISTINCT FROM (NEW."by_hand") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."forfeit" IS DISTINCT FROM (NEW."forfeit") OR OLD."games" IS DISTINCT FROM (NEW."games") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."reported" IS DISTINCT FROM (NEW."reported") OR OLD."requested" IS DISTINCT FROM (NEW."requested") OR OLD."round_id" IS DISTINCT FROM (NEW."round_id") OR OLD."unrated" IS DISTINCT FROM (NEW."unrated") OR OLD."why" IS DISTINCT FROM (NEW."why"))', func='INSERT INTO "rounds_tableevent" ("adjourned", "by_hand", "extra", "forfeit", "games", "id", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reported", "requested", "round_id", "unrated", "why") VALUES (NEW."adjourned", NEW."by_hand", NEW."extra", NEW."forfeit", NEW."games", NEW."id", NEW."number", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."reported", NEW."requested", NEW."round_id", NEW."unrated", NEW."why"); RETURN NULL;', hash='c149b5ce84e4783fb940a485e46db41087e74589', operation='UPDATE', pgid='pgtrigger_update_update_d9b55', table='rounds_table', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='round',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "played_early", "provisional", "published_at", "quality", "stage_id") VALUES (NEW."drawn_at", NEW."extra", NEW."id", NEW."number", NEW."numbers", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."played_early", NEW."provisional", NEW."published_at", NEW."quality", NEW."stage_id"); RETURN NULL;', hash='0802ae02187e06b1cba0abd180aff88a3618cb93', operation='INSERT', pgid='pgtrigger_insert_insert_1ee33', table='rounds_round', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='round',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."drawn_at" IS DISTINCT FROM (NEW."drawn_at") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."numbers" IS DISTINCT FROM (NEW."numbers") OR OLD."played_early" IS DISTINCT FROM (NEW."played_early") OR OLD."provisional" IS DISTINCT FROM (NEW."provisional") OR OLD."published_at" IS DISTINCT FROM (NEW."published_at") OR OLD."quality" IS DISTINCT FROM (NEW."quality") OR OLD."stage_id" IS DISTINCT FROM (NEW."stage_id"))', func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "played_early", "provisional", "published_at", "quality", "stage_id") VALUES (NEW."drawn_at", NEW."extra", NEW."id", NEW."number", NEW."numbers", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."played_early", NEW."provisional", NEW."published_at", NEW."quality", NEW."stage_id"); RETURN NULL;', hash='d4734ad0627c3d07d1a62050365cd03f40ef50a2', operation='UPDATE', pgid='pgtrigger_update_update_46a8a', table='rounds_round', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='round',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "played_early", "provisional", "published_at", "quality", "stage_id") VALUES (OLD."drawn_at", OLD."extra", OLD."id", OLD."number", OLD."numbers", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."played_early", OLD."provisional", OLD."published_at", OLD."quality", OLD."stage_id"); RETURN NULL;', hash='f5b70ea33db544a31b48911e0b2ae88b3efdc417', operation='DELETE', pgid='pgtrigger_delete_delete_e9ec1', table='rounds_round', when='AFTER')),
        ),
    ]
