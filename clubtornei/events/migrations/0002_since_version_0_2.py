"""What has changed since version 0.2.0, in one step."""

import clubtornei.events.exact
import django.contrib.postgres.fields
import django.contrib.postgres.functions
import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils.timezone import now


def replace_years(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    entries = apps.get_model("events", "Entry").objects.exclude(mark="").filter(mark_chosen=False)
    for entry in entries.filter(player__birth_year__isnull=False).select_related("player", "event"):
        year = str(entry.player.birth_year)
        if entry.mark.split()[-1] != year:
            continue
        own_name = entry.name.removesuffix(f" ({entry.mark})")
        entry.mark = f"{entry.mark.removesuffix(year)}{entry.entry_no}"
        entry.name = f"{own_name} ({entry.mark})"
        entry.save()
        entry.event.version += 1
        entry.event.names_removed_at = now() if entry.event.commitment else entry.event.names_removed_at
        entry.event.save()


class Migration(migrations.Migration):

    replaces = [('events', '0002_after_version_0_2'), ('events', '0003_indexes_of_large_sites'), ('events', '0004_names_in_public'), ('events', '0005_no_years_in_names'), ('events', '0006_prizes'), ('events', '0007_fixed_table'), ('events', '0008_questions_of_sign_ups'), ('events', '0009_published_on_a_server'), ('events', '0010_keys_without_index'), ('events', '0011_addresses_there')]

    dependencies = [
        ('events', '0001_version_0_2'),
        ('players', '0002_since_version_0_2'),
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
        pgtrigger.migrations.RemoveTrigger(
            model_name='entry',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='entry',
            name='delete_delete',
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
        migrations.AddIndex(
            model_name='event',
            index=models.Index(models.OrderBy(models.F('closed_at'), descending=True, nulls_first=True), models.OrderBy(models.F('starts_on'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('published', True)), name='event_public_in_progress'),
        ),
        migrations.AddField(
            model_name='event',
            name='hall_names',
            field=models.CharField(choices=[('whole', 'interi'), ('public', 'come in pubblico')], default='whole', max_length=6, verbose_name='nomi sui fogli e sullo schermo'),
        ),
        migrations.AddField(
            model_name='eventevent',
            name='hall_names',
            field=models.CharField(choices=[('whole', 'interi'), ('public', 'come in pubblico')], default='whole', max_length=6, verbose_name='nomi sui fogli e sullo schermo'),
        ),
        migrations.AddField(
            model_name='signup',
            name='birth_year',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='anno di nascita'),
        ),
        migrations.AddField(
            model_name='signup',
            name='consent_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='consenso al nome intero dato il'),
        ),
        migrations.AddField(
            model_name='signup',
            name='consent_by',
            field=models.CharField(blank=True, max_length=200, verbose_name='consenso al nome intero dato da'),
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
        migrations.AddField(
            model_name='entry',
            name='fixed_table',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='tavolo fisso'),
        ),
        migrations.AddField(
            model_name='entryevent',
            name='fixed_table',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='tavolo fisso'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('event', 'fixed_table'), name='one_entry_a_fixed_table'),
        ),
        migrations.AddField(
            model_name='signup',
            name='answers',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder, verbose_name='risposte'),
        ),
        migrations.AddField(
            model_name='signupsettings',
            name='asks_birth_year',
            field=models.BooleanField(default=False, verbose_name='si chiede l’anno di nascita'),
        ),
        migrations.AddField(
            model_name='signupsettings',
            name='listed',
            field=models.BooleanField(default=True, verbose_name='chi si è iscritto si legge nella pagina pubblica'),
        ),
        migrations.AddField(
            model_name='signupsettings',
            name='questions',
            field=clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder),
        ),
        migrations.AddField(
            model_name='event',
            name='public_site',
            field=models.CharField(blank=True, default='', editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name='event',
            name='public_slug',
            field=models.CharField(blank=True, default='', editable=False, max_length=80),
        ),
        migrations.AddField(
            model_name='event',
            name='received',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='event',
            name='sent_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='sent_version',
            field=models.PositiveBigIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='event',
            name='unreached',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='requestkey',
            name='event',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='request_keys', to='events.event'),
        ),
        migrations.AddField(
            model_name='event',
            name='addresses_there',
            field=models.PositiveIntegerField(editable=False, null=True),
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
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."absent" IS DISTINCT FROM (NEW."absent") OR OLD."affiliation" IS DISTINCT FROM (NEW."affiliation") OR OLD."captain" IS DISTINCT FROM (NEW."captain") OR OLD."entry_no" IS DISTINCT FROM (NEW."entry_no") OR OLD."event_id" IS DISTINCT FROM (NEW."event_id") OR OLD."exempt" IS DISTINCT FROM (NEW."exempt") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."fee" IS DISTINCT FROM (NEW."fee") OR OLD."fixed_table" IS DISTINCT FROM (NEW."fixed_table") OR OLD."group" IS DISTINCT FROM (NEW."group") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."identity" IS DISTINCT FROM (NEW."identity") OR OLD."joined" IS DISTINCT FROM (NEW."joined") OR OLD."late_number" IS DISTINCT FROM (NEW."late_number") OR OLD."mark" IS DISTINCT FROM (NEW."mark") OR OLD."mark_chosen" IS DISTINCT FROM (NEW."mark_chosen") OR OLD."members" IS DISTINCT FROM (NEW."members") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."other_ratings" IS DISTINCT FROM (NEW."other_ratings") OR OLD."paid" IS DISTINCT FROM (NEW."paid") OR OLD."player_id" IS DISTINCT FROM (NEW."player_id") OR OLD."present" IS DISTINCT FROM (NEW."present") OR OLD."rating" IS DISTINCT FROM (NEW."rating") OR OLD."sort_name" IS DISTINCT FROM (NEW."sort_name") OR OLD."title" IS DISTINCT FROM (NEW."title") OR OLD."withdrawn" IS DISTINCT FROM (NEW."withdrawn"))', func='INSERT INTO "events_entryevent" ("absent", "affiliation", "captain", "entry_no", "event_id", "exempt", "extra", "fee", "fixed_table", "group", "id", "identity", "joined", "late_number", "mark", "mark_chosen", "members", "name", "number", "other_ratings", "paid", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "player_id", "present", "rating", "sort_name", "title", "withdrawn") VALUES (NEW."absent", NEW."affiliation", NEW."captain", NEW."entry_no", NEW."event_id", NEW."exempt", NEW."extra", NEW."fee", NEW."fixed_table", NEW."group", NEW."id", NEW."identity", NEW."joined", NEW."late_number", NEW."mark", NEW."mark_chosen", NEW."members", NEW."name", NEW."number", NEW."other_ratings", NEW."paid", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."player_id", NEW."present", NEW."rating", NEW."sort_name", NEW."title", NEW."withdrawn"); RETURN NULL;', hash='de96d9c486cc124a0a0e3510cf2d41c5c2f183ec', operation='UPDATE', pgid='pgtrigger_update_update_625ab', table='events_entry', when='AFTER')),
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
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_entryevent" ("absent", "affiliation", "captain", "entry_no", "event_id", "exempt", "extra", "fee", "fixed_table", "group", "id", "identity", "joined", "late_number", "mark", "mark_chosen", "members", "name", "number", "other_ratings", "paid", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "player_id", "present", "rating", "sort_name", "title", "withdrawn") VALUES (NEW."absent", NEW."affiliation", NEW."captain", NEW."entry_no", NEW."event_id", NEW."exempt", NEW."extra", NEW."fee", NEW."fixed_table", NEW."group", NEW."id", NEW."identity", NEW."joined", NEW."late_number", NEW."mark", NEW."mark_chosen", NEW."members", NEW."name", NEW."number", NEW."other_ratings", NEW."paid", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."player_id", NEW."present", NEW."rating", NEW."sort_name", NEW."title", NEW."withdrawn"); RETURN NULL;', hash='610ea50d74a08a926f0a0c97b676c71e9a1814eb', operation='INSERT', pgid='pgtrigger_insert_insert_04278', table='events_entry', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_entryevent" ("absent", "affiliation", "captain", "entry_no", "event_id", "exempt", "extra", "fee", "fixed_table", "group", "id", "identity", "joined", "late_number", "mark", "mark_chosen", "members", "name", "number", "other_ratings", "paid", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "player_id", "present", "rating", "sort_name", "title", "withdrawn") VALUES (OLD."absent", OLD."affiliation", OLD."captain", OLD."entry_no", OLD."event_id", OLD."exempt", OLD."extra", OLD."fee", OLD."fixed_table", OLD."group", OLD."id", OLD."identity", OLD."joined", OLD."late_number", OLD."mark", OLD."mark_chosen", OLD."members", OLD."name", OLD."number", OLD."other_ratings", OLD."paid", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."player_id", OLD."present", OLD."rating", OLD."sort_name", OLD."title", OLD."withdrawn"); RETURN NULL;', hash='ccb1510f60bfada50f2ebbc0cd7dd65740002edf', operation='DELETE', pgid='pgtrigger_delete_delete_dbde9', table='events_entry', when='AFTER')),
        ),
        migrations.RunSQL(
            sql="CREATE INDEX pghistory_context_by_user ON pghistory_context ((metadata -> 'user'))",
            reverse_sql='DROP INDEX pghistory_context_by_user',
        ),
        migrations.RunPython(
            code=replace_years,
            reverse_code=migrations.RunPython.noop,
        ),
    ]
