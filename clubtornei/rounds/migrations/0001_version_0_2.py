"""The tables of version 0.2.0, in one step."""

import clubtornei.events.exact
import clubtornei.rounds.columns
import django.contrib.postgres.functions
import django.db.models.constraints
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('rounds', '0001_initial'), ('rounds', '0002_secret_time_and_options_of_before'), ('rounds', '0003_provisional_draws'), ('rounds', '0004_requests_sent_again'), ('rounds', '0005_keys_of_requests_in_events'), ('rounds', '0006_clocks_by_number'), ('rounds', '0007_revisions_of_rounds'), ('rounds', '0008_reported_results'), ('rounds', '0009_entries_in_order'), ('rounds', '0010_unrated_results'), ('rounds', '0011_reported_as_entered'), ('rounds', '0012_screens_of_the_hall'), ('rounds', '0013_light_screens'), ('rounds', '0014_bracket_on_screens')]

    initial = True

    dependencies = [
        ('events', '0001_version_0_2'),
        ('pghistory', '0007_auto_20250421_0444'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('state', clubtornei.rounds.columns.TableStateField(decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder)),
                ('status', models.CharField(choices=[('waiting', 'in attesa dell’arbitro'), ('confirmed', 'confermata'), ('rejected', 'respinta'), ('replaced', 'sostituita da un’altra')], default='waiting', max_length=10)),
                ('decided_at', models.DateTimeField(null=True)),
                ('phone', models.CharField(blank=True, default='', editable=False, max_length=32)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'proposta di risultato',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='ResultEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('before', clubtornei.rounds.columns.TableStateField(decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder)),
                ('after', clubtornei.rounds.columns.TableStateField(decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder)),
                ('undone', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'registrazione di un risultato',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('drawn_at', models.DateTimeField(auto_now_add=True)),
                ('published_at', models.DateTimeField(null=True)),
                ('numbers', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('drafting', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('quality', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('provisional', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('revision', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.stage')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='RoundEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('drawn_at', models.DateTimeField(auto_now_add=True)),
                ('published_at', models.DateTimeField(null=True)),
                ('numbers', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('quality', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('provisional', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='rounds.round')),
                ('stage', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='events.stage')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Screen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('contents', models.CharField(choices=[('automatic', 'Da sé: i posti, poi risultati e classifica'), ('board', 'Chi siede dove, in ordine alfabetico'), ('results', 'I risultati, con la classifica accanto'), ('standings', 'La classifica'), ('bracket', 'Il tabellone: chi è ancora in gara')], default='automatic', max_length=10, verbose_name='che cosa mostra')),
                ('seconds', models.PositiveSmallIntegerField(default=12, verbose_name='secondi per pagina')),
                ('message', models.CharField(blank=True, max_length=120, verbose_name='messaggio')),
                ('light', models.BooleanField(default=False, verbose_name='chiaro')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='screens', to='events.event')),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('score', clubtornei.rounds.columns.ScoreField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='seats', to='events.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='rounds.round')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('why', clubtornei.rounds.columns.ReasonsField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('by_hand', models.BooleanField(default=False)),
                ('forfeit', models.BooleanField(default=False)),
                ('adjourned', models.BooleanField(default=False)),
                ('requested', models.BooleanField(default=False)),
                ('games', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('reported', clubtornei.rounds.columns.ReportedField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('unrated', models.BooleanField(default=False)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='rounds.round')),
            ],
            options={
                'ordering': [models.OrderBy(models.F('number'), nulls_last=True), 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SeatEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('position', models.PositiveSmallIntegerField()),
                ('score', clubtornei.rounds.columns.ScoreField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('entry', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='events.entry')),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='rounds.seat')),
                ('round', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='rounds.round')),
                ('table', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='rounds.table')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='rounds.table'),
        ),
        migrations.CreateModel(
            name='ResultEntryEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('before', clubtornei.rounds.columns.TableStateField(decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder)),
                ('after', clubtornei.rounds.columns.TableStateField(decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder)),
                ('undone', models.BooleanField(default=False)),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='rounds.resultentry')),
                ('user', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='rounds.table')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='resultentry',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='result_entries', to='rounds.table'),
        ),
        migrations.CreateModel(
            name='ProposalEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('state', clubtornei.rounds.columns.TableStateField(decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder)),
                ('status', models.CharField(choices=[('waiting', 'in attesa dell’arbitro'), ('confirmed', 'confermata'), ('rejected', 'respinta'), ('replaced', 'sostituita da un’altra')], default='waiting', max_length=10)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decided_by', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='rounds.proposal')),
                ('table', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='rounds.table')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='proposal',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='rounds.table'),
        ),
        migrations.CreateModel(
            name='EndOfGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder)),
                ('running', models.PositiveSmallIntegerField()),
                ('turns', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='end_of_game', to='rounds.table')),
            ],
        ),
        migrations.CreateModel(
            name='TableEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('why', clubtornei.rounds.columns.ReasonsField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('by_hand', models.BooleanField(default=False)),
                ('forfeit', models.BooleanField(default=False)),
                ('adjourned', models.BooleanField(default=False)),
                ('requested', models.BooleanField(default=False)),
                ('games', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('reported', clubtornei.rounds.columns.ReportedField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('unrated', models.BooleanField(default=False)),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='rounds.table')),
                ('round', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='rounds.round')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Clock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('minutes', models.PositiveSmallIntegerField(default=90, verbose_name='minuti')),
                ('ending', models.CharField(choices=[('2014', 'Sdadata, edizione 2014: si finisce il giro, poi un altro giro intero'), ('2003', 'Sdadata, edizione 2003: si finisce il turno di gioco, poi un giro intero'), ('secret', 'Tempo segreto: il giudice fissa prima il minuto, e allora si fermano tutti'), ('bare', 'Il tempo scade e basta')], default='2014', max_length=10, verbose_name='allo scadere')),
                ('ends_at', models.DateTimeField(null=True)),
                ('left', models.PositiveIntegerField(null=True)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('secret_minute', models.PositiveSmallIntegerField(null=True)),
                ('secret_salt', models.CharField(blank=True, max_length=32)),
                ('started_at', models.DateTimeField(null=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('judge', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clocks', to='events.stage')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('left__isnull', False)), models.Q(('ends_at__isnull', False), ('left__isnull', True)), _connector='OR'), name='clock_runs_or_stands'), models.UniqueConstraint(fields=('stage', 'number'), name='one_clock_for_a_round')],
            },
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='one_round_a_number'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rounds_count_from_1'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='round',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "provisional", "published_at", "quality", "stage_id") VALUES (NEW."drawn_at", NEW."extra", NEW."id", NEW."number", NEW."numbers", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."provisional", NEW."published_at", NEW."quality", NEW."stage_id"); RETURN NULL;', hash='aedc2a60f73c370a3f95ad5ec929bdb63107f3d7', operation='INSERT', pgid='pgtrigger_insert_insert_1ee33', table='rounds_round', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='round',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."drawn_at" IS DISTINCT FROM (NEW."drawn_at") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."numbers" IS DISTINCT FROM (NEW."numbers") OR OLD."provisional" IS DISTINCT FROM (NEW."provisional") OR OLD."published_at" IS DISTINCT FROM (NEW."published_at") OR OLD."quality" IS DISTINCT FROM (NEW."quality") OR OLD."stage_id" IS DISTINCT FROM (NEW."stage_id"))', func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "provisional", "published_at", "quality", "stage_id") VALUES (NEW."drawn_at", NEW."extra", NEW."id", NEW."number", NEW."numbers", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."provisional", NEW."published_at", NEW."quality", NEW."stage_id"); RETURN NULL;', hash='9458a65b0bb1b9f2e911c90880d266692e1a55f1', operation='UPDATE', pgid='pgtrigger_update_update_46a8a', table='rounds_round', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='round',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_roundevent" ("drawn_at", "extra", "id", "number", "numbers", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "provisional", "published_at", "quality", "stage_id") VALUES (OLD."drawn_at", OLD."extra", OLD."id", OLD."number", OLD."numbers", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."provisional", OLD."published_at", OLD."quality", OLD."stage_id"); RETURN NULL;', hash='a098e37ed1920cdd9ce92912e2a55ce5c893117d', operation='DELETE', pgid='pgtrigger_delete_delete_e9ec1', table='rounds_round', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='round',
            trigger=pgtrigger.compiler.Trigger(name='new_revision', sql=pgtrigger.compiler.UpsertTriggerSql(func='NEW.revision = gen_random_uuid(); RETURN NEW;', hash='19a04b9ac8d0b5fd5d3d4ab941d7a98aa03198e4', operation='INSERT OR UPDATE', pgid='pgtrigger_new_revision_78954', table='rounds_round', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='screens_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='one_table_a_number'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('number__isnull', True), ('number__gte', 1), _connector='OR'), name='tables_count_from_1'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='table',
            trigger=pgtrigger.compiler.Trigger(name='renew_revision_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n    UPDATE rounds_round SET revision = revision WHERE id IN (SELECT round_id FROM after);\n    RETURN NULL;\n', hash='9c63a0054a11555fee5557f97e17f9c9456c5745', level='STATEMENT', operation='INSERT', pgid='pgtrigger_renew_revision_insert_bcff5', referencing='REFERENCING NEW TABLE AS after ', table='rounds_table', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='table',
            trigger=pgtrigger.compiler.Trigger(name='renew_revision_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n    UPDATE rounds_round SET revision = revision\n    WHERE id IN (SELECT round_id FROM before UNION SELECT round_id FROM after);\n    RETURN NULL;\n', hash='7ab379b0bd1c0066d9b706a206e808f659634278', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_renew_revision_update_0bacf', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='rounds_table', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='table',
            trigger=pgtrigger.compiler.Trigger(name='renew_revision_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n    UPDATE rounds_round SET revision = revision WHERE id IN (SELECT round_id FROM before);\n    RETURN NULL;\n', hash='0cdbb3dfdc094d6a9b015e0e07b16a26e09401e9', level='STATEMENT', operation='DELETE', pgid='pgtrigger_renew_revision_delete_0b685', referencing='REFERENCING OLD TABLE AS before ', table='rounds_table', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='table',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_tableevent" ("adjourned", "by_hand", "extra", "forfeit", "games", "id", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reported", "requested", "round_id", "unrated", "why") VALUES (NEW."adjourned", NEW."by_hand", NEW."extra", NEW."forfeit", NEW."games", NEW."id", NEW."number", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."reported", NEW."requested", NEW."round_id", NEW."unrated", NEW."why"); RETURN NULL;', hash='420cd5410300f8b735ed3121047a5a08eda8cd0a', operation='INSERT', pgid='pgtrigger_insert_insert_73c70', table='rounds_table', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='table',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "rounds_tableevent" ("adjourned", "by_hand", "extra", "forfeit", "games", "id", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reported", "requested", "round_id", "unrated", "why") VALUES (NEW."adjourned", NEW."by_hand", NEW."extra", NEW."forfeit", NEW."games", NEW."id", NEW."number", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."reported", NEW."requested", NEW."round_id", NEW."unrated", NEW."why"); RETURN NULL;', hash='d693ddb7ee0f4158c4ccb660059b8ddd684f475f', operation='UPDATE', pgid='pgtrigger_update_update_d9b55', table='rounds_table', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='table',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_tableevent" ("adjourned", "by_hand", "extra", "forfeit", "games", "id", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reported", "requested", "round_id", "unrated", "why") VALUES (OLD."adjourned", OLD."by_hand", OLD."extra", OLD."forfeit", OLD."games", OLD."id", OLD."number", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."reported", OLD."requested", OLD."round_id", OLD."unrated", OLD."why"); RETURN NULL;', hash='49c7d282a0ce509958b72fb011bfb90e0d7bab97', operation='DELETE', pgid='pgtrigger_delete_delete_20efc', table='rounds_table', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='one_seat_a_round'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('table', 'position'), name='one_seat_a_position'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='seats_count_from_1'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seat',
            trigger=pgtrigger.compiler.Trigger(name='seats_in_order', sql=pgtrigger.compiler.UpsertTriggerSql(constraint='CONSTRAINT', func="\n    IF EXISTS (\n        SELECT FROM rounds_seat WHERE table_id IN (NEW.table_id, OLD.table_id)\n        GROUP BY table_id HAVING min(position) <> 1 OR max(position) <> count(*)\n    ) THEN\n        RAISE EXCEPTION 'the seats of the table of seat % are not 1 to n', COALESCE(NEW.id, OLD.id)\n            USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_are_1_to_n';\n    END IF;\n    IF EXISTS (\n        SELECT FROM rounds_seat JOIN rounds_table ON rounds_table.id = rounds_seat.table_id\n        WHERE rounds_seat.id = NEW.id AND rounds_seat.round_id <> rounds_table.round_id\n    ) THEN\n        RAISE EXCEPTION 'seat % is not in the round of its table', NEW.id\n            USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_in_its_tables_round';\n    END IF;\n    RETURN NULL;\n", hash='e08e47c7707451b6142280ce97ca0478cdfd8c33', operation='INSERT OR UPDATE OR DELETE', pgid='pgtrigger_seats_in_order_d3ecc', table='rounds_seat', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seat',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_seatevent" ("entry_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "position", "round_id", "score", "table_id") VALUES (NEW."entry_id", NEW."id", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."position", NEW."round_id", NEW."score", NEW."table_id"); RETURN NULL;', hash='42f3307d0022584067dddc933acd535cd5698628', operation='INSERT', pgid='pgtrigger_insert_insert_8daa5', table='rounds_seat', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seat',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "rounds_seatevent" ("entry_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "position", "round_id", "score", "table_id") VALUES (NEW."entry_id", NEW."id", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."position", NEW."round_id", NEW."score", NEW."table_id"); RETURN NULL;', hash='b8b475281d7ebc93962d5b08db867d13f11d1372', operation='UPDATE', pgid='pgtrigger_update_update_1809a', table='rounds_seat', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seat',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_seatevent" ("entry_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "position", "round_id", "score", "table_id") VALUES (OLD."entry_id", OLD."id", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."position", OLD."round_id", OLD."score", OLD."table_id"); RETURN NULL;', hash='78d64e8cdf4849cfbf53ee25e4be010f97bdd225', operation='DELETE', pgid='pgtrigger_delete_delete_34252', table='rounds_seat', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seat',
            trigger=pgtrigger.compiler.Trigger(name='renew_revision_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n    UPDATE rounds_round SET revision = revision WHERE id IN (SELECT round_id FROM after);\n    RETURN NULL;\n', hash='3c907de631cc9bcb38a12d4c2d22ac69127cb47a', level='STATEMENT', operation='INSERT', pgid='pgtrigger_renew_revision_insert_7233f', referencing='REFERENCING NEW TABLE AS after ', table='rounds_seat', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seat',
            trigger=pgtrigger.compiler.Trigger(name='renew_revision_update', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n    UPDATE rounds_round SET revision = revision\n    WHERE id IN (SELECT round_id FROM before UNION SELECT round_id FROM after);\n    RETURN NULL;\n', hash='66e0559c2f5dd2d2934003dac2094e819dc8911f', level='STATEMENT', operation='UPDATE', pgid='pgtrigger_renew_revision_update_7739d', referencing='REFERENCING OLD TABLE AS before  NEW TABLE AS after ', table='rounds_seat', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='seat',
            trigger=pgtrigger.compiler.Trigger(name='renew_revision_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n    UPDATE rounds_round SET revision = revision WHERE id IN (SELECT round_id FROM before);\n    RETURN NULL;\n', hash='b3e0aa6d16a74168e4f3ba814af67405fdc50b48', level='STATEMENT', operation='DELETE', pgid='pgtrigger_renew_revision_delete_1878a', referencing='REFERENCING OLD TABLE AS before ', table='rounds_seat', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='resultentry',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_resultentryevent" ("after", "at", "before", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "table_id", "undone", "user_id") VALUES (NEW."after", NEW."at", NEW."before", NEW."id", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."table_id", NEW."undone", NEW."user_id"); RETURN NULL;', hash='3a70910e2a09d3f23aa36d62d09f6cd1eca45395', operation='INSERT', pgid='pgtrigger_insert_insert_f0545', table='rounds_resultentry', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='resultentry',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."after" IS DISTINCT FROM (NEW."after") OR OLD."at" IS DISTINCT FROM (NEW."at") OR OLD."before" IS DISTINCT FROM (NEW."before") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."table_id" IS DISTINCT FROM (NEW."table_id") OR OLD."undone" IS DISTINCT FROM (NEW."undone") OR OLD."user_id" IS DISTINCT FROM (NEW."user_id"))', func='INSERT INTO "rounds_resultentryevent" ("after", "at", "before", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "table_id", "undone", "user_id") VALUES (NEW."after", NEW."at", NEW."before", NEW."id", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."table_id", NEW."undone", NEW."user_id"); RETURN NULL;', hash='aaf1e7e98fb0fc6a183c4be5ed49153c74c4ed3b', operation='UPDATE', pgid='pgtrigger_update_update_b0c93', table='rounds_resultentry', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'waiting')), fields=('table', 'phone'), name='one_proposal_waits_a_phone'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='proposal',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "rounds_proposalevent" ("at", "decided_at", "decided_by_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "state", "status", "table_id") VALUES (NEW."at", NEW."decided_at", NEW."decided_by_id", NEW."id", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."state", NEW."status", NEW."table_id"); RETURN NULL;', hash='8c7d8ff941e79637319ea460c3b009e6c5529634', operation='INSERT', pgid='pgtrigger_insert_insert_79cf8', table='rounds_proposal', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='proposal',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."at" IS DISTINCT FROM (NEW."at") OR OLD."decided_at" IS DISTINCT FROM (NEW."decided_at") OR OLD."decided_by_id" IS DISTINCT FROM (NEW."decided_by_id") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."state" IS DISTINCT FROM (NEW."state") OR OLD."status" IS DISTINCT FROM (NEW."status") OR OLD."table_id" IS DISTINCT FROM (NEW."table_id"))', func='INSERT INTO "rounds_proposalevent" ("at", "decided_at", "decided_by_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "state", "status", "table_id") VALUES (NEW."at", NEW."decided_at", NEW."decided_by_id", NEW."id", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."state", NEW."status", NEW."table_id"); RETURN NULL;', hash='d0bda20dfc41876893e0946e4d0f70bc46415624', operation='UPDATE', pgid='pgtrigger_update_update_05a27', table='rounds_proposal', when='AFTER')),
        ),
    ]
