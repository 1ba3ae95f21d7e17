"""What has changed since version 0.2.0, in one step."""

import clubtornei.events.exact
import django.contrib.postgres.fields
import django.contrib.postgres.functions
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('events', '0011_no_telling_of_changes'), ('events', '0012_contents_of_requests'), ('events', '0013_decided_ties'), ('events', '0014_keys_of_links'), ('events', '0015_lists_of_two_in_one'), ('events', '0016_accepted_rules'), ('events', '0017_bonus_and_penalty_points'), ('events', '0018_endings'), ('events', '0019_decisions_of_ties')]

    dependencies = [
        ('events', '0001_version_0_2'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='event',
            name='tell_of_change',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='stage',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='stage',
            name='update_update',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='stage',
            name='delete_delete',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='entry',
            name='update_update',
        ),
        migrations.AddField(
            model_name='requestkey',
            name='content',
            field=models.CharField(default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='requestkey',
            name='at',
            field=models.DateTimeField(db_index=True, default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='stage',
            name='decided',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None),
        ),
        migrations.AddField(
            model_name='stageevent',
            name='decided',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None),
        ),
        migrations.AddField(
            model_name='entry',
            name='link_key',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True),
        ),
        migrations.AddField(
            model_name='event',
            name='hall_key',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True),
        ),
        migrations.AddField(
            model_name='event',
            name='public_key',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True),
        ),
        migrations.AddField(
            model_name='signup',
            name='link_key',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='rating_lists',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('fide', 'Elo FIDE'), ('fsi', 'Elo FSI'), ('club', 'Punteggio sociale'), ('fide_fsi', 'Elo FIDE, altrimenti FSI'), ('fsi_fide', 'Elo FSI, altrimenti FIDE')], max_length=10), blank=True, default=list, size=None),
        ),
        migrations.AlterField(
            model_name='eventevent',
            name='rating_lists',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('fide', 'Elo FIDE'), ('fsi', 'Elo FSI'), ('club', 'Punteggio sociale'), ('fide_fsi', 'Elo FIDE, altrimenti FSI'), ('fsi_fide', 'Elo FSI, altrimenti FIDE')], max_length=10), blank=True, default=list, size=None),
        ),
        migrations.AddField(
            model_name='signup',
            name='accepted_rules',
            field=models.BooleanField(default=False, verbose_name='Ho letto e accetto bando e regole del torneo'),
        ),
        migrations.AddField(
            model_name='stage',
            name='adjustments',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder),
        ),
        migrations.AddField(
            model_name='stageevent',
            name='adjustments',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder),
        ),
        migrations.AlterField(
            model_name='event',
            name='ending',
            field=models.CharField(blank=True, choices=[('2014', 'Sdadata, edizione 2014: si finisce il giro, poi un altro giro intero'), ('2003', 'Sdadata, edizione 2003: si finisce il turno di gioco, poi un giro intero'), ('quick-4', 'Sdadata veloce dei Master: come nel 2014, ma con 4 o meno in ogni giro di tiri'), ('quick-5', 'Sdadata veloce dei Master: come nel 2014, ma con 5 o meno in ogni giro di tiri'), ('quick-6', 'Sdadata veloce dei Master: come nel 2014, ma con 6 o meno in ogni giro di tiri'), ('quick-7', 'Sdadata veloce dei Master: come nel 2014, ma con 7 o meno in ogni giro di tiri'), ('quick-8', 'Sdadata veloce dei Master: come nel 2014, ma con 8 o meno in ogni giro di tiri'), ('secret', 'Tempo segreto: il giudice fissa prima il minuto, e allora si fermano tutti'), ('bare', 'Il tempo scade e basta')], max_length=10, verbose_name='fine della partita'),
        ),
        migrations.AlterField(
            model_name='eventevent',
            name='ending',
            field=models.CharField(blank=True, choices=[('2014', 'Sdadata, edizione 2014: si finisce il giro, poi un altro giro intero'), ('2003', 'Sdadata, edizione 2003: si finisce il turno di gioco, poi un giro intero'), ('quick-4', 'Sdadata veloce dei Master: come nel 2014, ma con 4 o meno in ogni giro di tiri'), ('quick-5', 'Sdadata veloce dei Master: come nel 2014, ma con 5 o meno in ogni giro di tiri'), ('quick-6', 'Sdadata veloce dei Master: come nel 2014, ma con 6 o meno in ogni giro di tiri'), ('quick-7', 'Sdadata veloce dei Master: come nel 2014, ma con 7 o meno in ogni giro di tiri'), ('quick-8', 'Sdadata veloce dei Master: come nel 2014, ma con 8 o meno in ogni giro di tiri'), ('secret', 'Tempo segreto: il giudice fissa prima il minuto, e allora si fermano tutti'), ('bare', 'Il tempo scade e basta')], max_length=10, verbose_name='fine della partita'),
        ),
        migrations.AddField(
            model_name='stage',
            name='decisions',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder),
        ),
        migrations.AddField(
            model_name='stageevent',
            name='decisions',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."absent" IS DISTINCT FROM (NEW."absent") OR OLD."affiliation" IS DISTINCT FROM (NEW."affiliation") OR OLD."captain" IS DISTINCT FROM (NEW."captain") OR OLD."entry_no" IS DISTINCT FROM (NEW."entry_no") OR OLD."event_id" IS DISTINCT FROM (NEW."event_id") OR OLD."exempt" IS DISTINCT FROM (NEW."exempt") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."fee" IS DISTINCT FROM (NEW."fee") OR OLD."group" IS DISTINCT FROM (NEW."group") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."identity" IS DISTINCT FROM (NEW."identity") OR OLD."joined" IS DISTINCT FROM (NEW."joined") OR OLD."late_number" IS DISTINCT FROM (NEW."late_number") OR OLD."mark" IS DISTINCT FROM (NEW."mark") OR OLD."mark_chosen" IS DISTINCT FROM (NEW."mark_chosen") OR OLD."members" IS DISTINCT FROM (NEW."members") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."other_ratings" IS DISTINCT FROM (NEW."other_ratings") OR OLD."paid" IS DISTINCT FROM (NEW."paid") OR OLD."player_id" IS DISTINCT FROM (NEW."player_id") OR OLD."present" IS DISTINCT FROM (NEW."present") OR OLD."rating" IS DISTINCT FROM (NEW."rating") OR OLD."sort_name" IS DISTINCT FROM (NEW."sort_name") OR OLD."title" IS DISTINCT FROM (NEW."title") OR OLD."withdrawn" IS DISTINCT FROM (NEW."withdrawn"))', func='INSERT INTO "events_entryevent" ("absent", "affiliation", "captain", "entry_no", "event_id", "exempt", "extra", "fee", "group", "id", "identity", "joined", "late_number", "mark", "mark_chosen", "members", "name", "number", "other_ratings", "paid", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "player_id", "present", "rating", "sort_name", "title", "withdrawn") VALUES (NEW."absent", NEW."affiliation", NEW."captain", NEW."entry_no", NEW."event_id", NEW."exempt", NEW."extra", NEW."fee", NEW."group", NEW."id", NEW."identity", NEW."joined", NEW."late_number", NEW."mark", NEW."mark_chosen", NEW."members", NEW."name", NEW."number", NEW."other_ratings", NEW."paid", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."player_id", NEW."present", NEW."rating", NEW."sort_name", NEW."title", NEW."withdrawn"); RETURN NULL;', hash='4c838b69452a700c6c522b082957964193980eba', operation='UPDATE', pgid='pgtrigger_update_update_625ab', table='events_entry', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stage',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_stageevent" ("absences", "adjustments", "days", "decided", "decisions", "declined", "entrants", "event_id", "extra", "id", "interventions", "invited", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prohibited", "qualification", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (NEW."absences", NEW."adjustments", NEW."days", NEW."decided", NEW."decisions", NEW."declined", NEW."entrants", NEW."event_id", NEW."extra", NEW."id", NEW."interventions", NEW."invited", NEW."name", NEW."number", NEW."options", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."prohibited", NEW."qualification", NEW."ranking", NEW."requested_byes", NEW."scoring", NEW."scoring_options", NEW."system", NEW."withdrawals"); RETURN NULL;', hash='4004fe698ae74679805975793ad6e3967f23d8ff', operation='INSERT', pgid='pgtrigger_insert_insert_3e19e', table='events_stage', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stage',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "events_stageevent" ("absences", "adjustments", "days", "decided", "decisions", "declined", "entrants", "event_id", "extra", "id", "interventions", "invited", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prohibited", "qualification", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (NEW."absences", NEW."adjustments", NEW."days", NEW."decided", NEW."decisions", NEW."declined", NEW."entrants", NEW."event_id", NEW."extra", NEW."id", NEW."interventions", NEW."invited", NEW."name", NEW."number", NEW."options", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."prohibited", NEW."qualification", NEW."ranking", NEW."requested_byes", NEW."scoring", NEW."scoring_options", NEW."system", NEW."withdrawals"); RETURN NULL;', hash='f5cfde60f2dd8f543c4279cd1cb2409b8eaf4b76', operation='UPDATE', pgid='pgtrigger_update_update_0df18', table='events_stage', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stage',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_stageevent" ("absences", "adjustments", "days", "decided", "decisions", "declined", "entrants", "event_id", "extra", "id", "interventions", "invited", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prohibited", "qualification", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (OLD."absences", OLD."adjustments", OLD."days", OLD."decided", OLD."decisions", OLD."declined", OLD."entrants", OLD."event_id", OLD."extra", OLD."id", OLD."interventions", OLD."invited", OLD."name", OLD."number", OLD."options", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."prohibited", OLD."qualification", OLD."ranking", OLD."requested_byes", OLD."scoring", OLD."scoring_options", OLD."system", OLD."withdrawals"); RETURN NULL;', hash='3451656debfcb54a3f0660a0de5c1860c2ca320a', operation='DELETE', pgid='pgtrigger_delete_delete_1ac61', table='events_stage', when='AFTER')),
        ),
    ]
