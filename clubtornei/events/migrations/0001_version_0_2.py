"""The tables of version 0.2.0, in one step."""

import clubtornei.events.exact
import clubtornei.players.names
import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('events', '0001_initial'), ('events', '0002_keys_of_requests'), ('events', '0003_telling_of_changes'), ('events', '0004_prohibited'), ('events', '0005_qualification'), ('events', '0006_names_removed'), ('events', '0007_identity'), ('events', '0008_interventions'), ('events', '0009_announcement_and_sign_ups'), ('events', '0010_letters_of_their_own')]

    initial = True

    dependencies = [
        ('accounts', '0001_version_0_2'),
        ('pghistory', '0007_auto_20250421_0444'),
        ('players', '0001_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='nome')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('game', models.CharField(blank=True, max_length=60, verbose_name='gioco')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='sede')),
                ('starts_on', models.DateField(verbose_name='data d’inizio')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='data di fine')),
                ('published', models.BooleanField(default=False, verbose_name='visibile al pubblico')),
                ('version', models.PositiveBigIntegerField(default=1, editable=False)),
                ('last_entry_no', models.PositiveIntegerField(default=0, editable=False)),
                ('rating_lists', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('fide', 'Elo FIDE'), ('fsi', 'Elo FSI'), ('club', 'Punteggio sociale')], max_length=10), blank=True, default=list, size=None)),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minuti di gioco')),
                ('ending', models.CharField(blank=True, choices=[('2014', 'Sdadata, edizione 2014: si finisce il giro, poi un altro giro intero'), ('2003', 'Sdadata, edizione 2003: si finisce il turno di gioco, poi un giro intero'), ('secret', 'Tempo segreto: il giudice fissa prima il minuto, e allora si fermano tutti'), ('bare', 'Il tempo scade e basta')], max_length=10, verbose_name='fine della partita')),
                ('announcement', models.TextField(blank=True, max_length=20000, verbose_name='testo dell’annuncio')),
                ('rule_changes', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('seed', models.CharField(blank=True, editable=False, max_length=1000)),
                ('commitment', models.CharField(blank=True, editable=False, max_length=64)),
                ('draw_method', models.CharField(blank=True, editable=False, max_length=10)),
                ('drawn_at', models.DateTimeField(editable=False, null=True)),
                ('formula', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('closed_at', models.DateTimeField(editable=False, null=True)),
                ('final_ranking', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('names_removed_at', models.DateTimeField(editable=False, null=True)),
                ('report', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('entry_fee', models.DecimalField(blank=True, decimal_places=2, max_digits=7, null=True, verbose_name='quota')),
                ('notices', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='accounts.club')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry_no', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField(null=True, verbose_name='numero')),
                ('late_number', models.BooleanField(default=False, editable=False)),
                ('name', models.CharField(max_length=200, verbose_name='cognome e nome')),
                ('sort_name', clubtornei.players.names.SortKeyField(db_collation='C', editable=False, max_length=400)),
                ('mark', models.CharField(blank=True, max_length=60, verbose_name='contrassegno')),
                ('mark_chosen', models.BooleanField(default=False, editable=False)),
                ('captain', models.CharField(blank=True, max_length=200, verbose_name='capitano')),
                ('members', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                ('rating', models.DecimalField(blank=True, decimal_places=3, max_digits=13, null=True, verbose_name='punteggio Elo')),
                ('other_ratings', django.contrib.postgres.fields.ArrayField(base_field=models.DecimalField(decimal_places=3, max_digits=13, null=True), blank=True, default=list, size=None)),
                ('title', models.CharField(blank=True, max_length=200, verbose_name='titolo')),
                ('affiliation', models.CharField(blank=True, max_length=200, verbose_name='circolo')),
                ('group', models.CharField(blank=True, max_length=200, verbose_name='gruppo')),
                ('joined', models.PositiveIntegerField(default=1, verbose_name='primo turno giocato')),
                ('absent', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None)),
                ('withdrawn', models.PositiveIntegerField(blank=True, null=True, verbose_name='primo turno non più giocato')),
                ('exempt', models.PositiveSmallIntegerField(default=0, verbose_name='turni di esenzione')),
                ('present', models.BooleanField(null=True, verbose_name='presente')),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('identity', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('fee', models.DecimalField(blank=True, decimal_places=2, max_digits=7, null=True, verbose_name='quota')),
                ('paid', models.BooleanField(default=False, verbose_name='pagato')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='players.player')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.event')),
            ],
            options={
                'verbose_name': 'iscritto',
            },
        ),
        migrations.CreateModel(
            name='EntryEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('entry_no', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField(null=True, verbose_name='numero')),
                ('late_number', models.BooleanField(default=False, editable=False)),
                ('name', models.CharField(max_length=200, verbose_name='cognome e nome')),
                ('sort_name', clubtornei.players.names.SortKeyField(db_collation='C', editable=False, max_length=400)),
                ('mark', models.CharField(blank=True, max_length=60, verbose_name='contrassegno')),
                ('mark_chosen', models.BooleanField(default=False, editable=False)),
                ('captain', models.CharField(blank=True, max_length=200, verbose_name='capitano')),
                ('members', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                ('rating', models.DecimalField(blank=True, decimal_places=3, max_digits=13, null=True, verbose_name='punteggio Elo')),
                ('other_ratings', django.contrib.postgres.fields.ArrayField(base_field=models.DecimalField(decimal_places=3, max_digits=13, null=True), blank=True, default=list, size=None)),
                ('title', models.CharField(blank=True, max_length=200, verbose_name='titolo')),
                ('affiliation', models.CharField(blank=True, max_length=200, verbose_name='circolo')),
                ('group', models.CharField(blank=True, max_length=200, verbose_name='gruppo')),
                ('joined', models.PositiveIntegerField(default=1, verbose_name='primo turno giocato')),
                ('absent', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None)),
                ('withdrawn', models.PositiveIntegerField(blank=True, null=True, verbose_name='primo turno non più giocato')),
                ('exempt', models.PositiveSmallIntegerField(default=0, verbose_name='turni di esenzione')),
                ('present', models.BooleanField(null=True, verbose_name='presente')),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('identity', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('fee', models.DecimalField(blank=True, decimal_places=2, max_digits=7, null=True, verbose_name='quota')),
                ('paid', models.BooleanField(default=False, verbose_name='pagato')),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='events.entry')),
                ('player', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='players.player')),
                ('event', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='events.event')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='EventEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('name', models.CharField(max_length=200, verbose_name='nome')),
                ('slug', models.SlugField(db_index=False, max_length=80)),
                ('game', models.CharField(blank=True, max_length=60, verbose_name='gioco')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='sede')),
                ('starts_on', models.DateField(verbose_name='data d’inizio')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='data di fine')),
                ('published', models.BooleanField(default=False, verbose_name='visibile al pubblico')),
                ('rating_lists', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('fide', 'Elo FIDE'), ('fsi', 'Elo FSI'), ('club', 'Punteggio sociale')], max_length=10), blank=True, default=list, size=None)),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minuti di gioco')),
                ('ending', models.CharField(blank=True, choices=[('2014', 'Sdadata, edizione 2014: si finisce il giro, poi un altro giro intero'), ('2003', 'Sdadata, edizione 2003: si finisce il turno di gioco, poi un giro intero'), ('secret', 'Tempo segreto: il giudice fissa prima il minuto, e allora si fermano tutti'), ('bare', 'Il tempo scade e basta')], max_length=10, verbose_name='fine della partita')),
                ('announcement', models.TextField(blank=True, max_length=20000, verbose_name='testo dell’annuncio')),
                ('rule_changes', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('seed', models.CharField(blank=True, editable=False, max_length=1000)),
                ('commitment', models.CharField(blank=True, editable=False, max_length=64)),
                ('draw_method', models.CharField(blank=True, editable=False, max_length=10)),
                ('drawn_at', models.DateTimeField(editable=False, null=True)),
                ('formula', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('closed_at', models.DateTimeField(editable=False, null=True)),
                ('final_ranking', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('report', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('entry_fee', models.DecimalField(blank=True, decimal_places=2, max_digits=7, null=True, verbose_name='quota')),
                ('notices', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('club', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='accounts.club')),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='events.event')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Preset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='nome')),
                ('details', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('stages', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presets', to='accounts.club')),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='RequestKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=36)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='request_keys', to='events.event')),
            ],
        ),
        migrations.CreateModel(
            name='SignUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('sent', 'da approvare'), ('accepted', 'accettata'), ('refused', 'rifiutata'), ('cancelled', 'annullata')], default='accepted', max_length=10)),
                ('name', models.CharField(max_length=200, verbose_name='cognome e nome')),
                ('sort_name', clubtornei.players.names.SortKeyField(db_collation='C', editable=False, max_length=400)),
                ('affiliation', models.CharField(blank=True, max_length=100, verbose_name='circolo')),
                ('contact', models.CharField(blank=True, max_length=200, verbose_name='recapito')),
                ('key', models.CharField(max_length=36)),
                ('address', models.CharField(blank=True, max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_up', to='events.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ups', to='events.event')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_ups', to='players.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='nome')),
                ('system', models.CharField(max_length=40)),
                ('options', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('scoring', models.CharField(max_length=40)),
                ('scoring_options', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('ranking', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('entrants', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, null=True, size=None)),
                ('declined', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None)),
                ('invited', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None)),
                ('absences', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('withdrawals', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('days', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('requested_byes', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('prohibited', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('qualification', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('interventions', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='events.event')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='StageEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField(help_text='The event label.')),
                ('id', models.BigIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='nome')),
                ('system', models.CharField(max_length=40)),
                ('options', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('scoring', models.CharField(max_length=40)),
                ('scoring_options', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('ranking', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('entrants', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, null=True, size=None)),
                ('declined', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None)),
                ('invited', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), blank=True, default=list, size=None)),
                ('absences', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('withdrawals', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('days', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('requested_byes', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('extra', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('prohibited', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('qualification', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('interventions', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, editable=False, encoder=clubtornei.events.exact.ExactEncoder)),
                ('event', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='events.event')),
                ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='events.stage')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='SignUpSettings',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sign_up_settings', serialize=False, to='events.event')),
                ('enabled', models.BooleanField(default=False, verbose_name='ci si iscrive dalla pagina pubblica')),
                ('opens_at', models.DateTimeField(blank=True, null=True, verbose_name='si aprono')),
                ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='si chiudono')),
                ('limit', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='posti')),
                ('approval', models.BooleanField(default=False, verbose_name='le approva l’arbitro')),
                ('self_check_in', models.BooleanField(default=False, verbose_name='ci si segna presenti da soli, dal QR in sala')),
                ('self_leaving', models.BooleanField(default=False, verbose_name='con il proprio link ci si segna assenti o ritirati')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('opens_at__isnull', True), ('closes_at__isnull', True), ('closes_at__gt', models.F('opens_at')), _connector='OR'), name='sign_up_closes_after_it_opens', violation_error_message='Si chiudono prima di aprirsi.')],
            },
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='event_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='event_ends_after_it_starts', violation_error_message='La data di fine viene prima della data d’inizio.'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='tell_of_change', sql=pgtrigger.compiler.UpsertTriggerSql(func="PERFORM pg_notify('event_changed', NEW.id::text); RETURN NULL;", hash='a228fec11da4c54d1f005034580bcb060782c353', operation='UPDATE OF "version"', pgid='pgtrigger_tell_of_change_0a630', table='events_event', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_eventevent" ("announcement", "closed_at", "club_id", "commitment", "draw_method", "drawn_at", "ending", "ends_on", "entry_fee", "extra", "final_ranking", "formula", "game", "id", "minutes", "name", "notices", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "published", "rating_lists", "report", "rule_changes", "seed", "slug", "starts_on") VALUES (NEW."announcement", NEW."closed_at", NEW."club_id", NEW."commitment", NEW."draw_method", NEW."drawn_at", NEW."ending", NEW."ends_on", NEW."entry_fee", NEW."extra", NEW."final_ranking", NEW."formula", NEW."game", NEW."id", NEW."minutes", NEW."name", NEW."notices", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."place", NEW."published", NEW."rating_lists", NEW."report", NEW."rule_changes", NEW."seed", NEW."slug", NEW."starts_on"); RETURN NULL;', hash='b322151d05b3c416377a6d3ccf78e7619fda6f61', operation='INSERT', pgid='pgtrigger_insert_insert_82b94', table='events_event', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."announcement" IS DISTINCT FROM (NEW."announcement") OR OLD."closed_at" IS DISTINCT FROM (NEW."closed_at") OR OLD."club_id" IS DISTINCT FROM (NEW."club_id") OR OLD."commitment" IS DISTINCT FROM (NEW."commitment") OR OLD."draw_method" IS DISTINCT FROM (NEW."draw_method") OR OLD."drawn_at" IS DISTINCT FROM (NEW."drawn_at") OR OLD."ending" IS DISTINCT FROM (NEW."ending") OR OLD."ends_on" IS DISTINCT FROM (NEW."ends_on") OR OLD."entry_fee" IS DISTINCT FROM (NEW."entry_fee") OR OLD."extra" IS DISTINCT FROM (NEW."extra") OR OLD."final_ranking" IS DISTINCT FROM (NEW."final_ranking") OR OLD."formula" IS DISTINCT FROM (NEW."formula") OR OLD."game" IS DISTINCT FROM (NEW."game") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."minutes" IS DISTINCT FROM (NEW."minutes") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."notices" IS DISTINCT FROM (NEW."notices") OR OLD."place" IS DISTINCT FROM (NEW."place") OR OLD."published" IS DISTINCT FROM (NEW."published") OR OLD."rating_lists" IS DISTINCT FROM (NEW."rating_lists") OR OLD."report" IS DISTINCT FROM (NEW."report") OR OLD."rule_changes" IS DISTINCT FROM (NEW."rule_changes") OR OLD."seed" IS DISTINCT FROM (NEW."seed") OR OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."starts_on" IS DISTINCT FROM (NEW."starts_on"))', func='INSERT INTO "events_eventevent" ("announcement", "closed_at", "club_id", "commitment", "draw_method", "drawn_at", "ending", "ends_on", "entry_fee", "extra", "final_ranking", "formula", "game", "id", "minutes", "name", "notices", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "published", "rating_lists", "report", "rule_changes", "seed", "slug", "starts_on") VALUES (NEW."announcement", NEW."closed_at", NEW."club_id", NEW."commitment", NEW."draw_method", NEW."drawn_at", NEW."ending", NEW."ends_on", NEW."entry_fee", NEW."extra", NEW."final_ranking", NEW."formula", NEW."game", NEW."id", NEW."minutes", NEW."name", NEW."notices", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."place", NEW."published", NEW."rating_lists", NEW."report", NEW."rule_changes", NEW."seed", NEW."slug", NEW."starts_on"); RETURN NULL;', hash='3651e4f0e056bc25bb9d908e90793e0ef6d51488', operation='UPDATE', pgid='pgtrigger_update_update_73f59', table='events_event', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_eventevent" ("announcement", "closed_at", "club_id", "commitment", "draw_method", "drawn_at", "ending", "ends_on", "entry_fee", "extra", "final_ranking", "formula", "game", "id", "minutes", "name", "notices", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "place", "published", "rating_lists", "report", "rule_changes", "seed", "slug", "starts_on") VALUES (OLD."announcement", OLD."closed_at", OLD."club_id", OLD."commitment", OLD."draw_method", OLD."drawn_at", OLD."ending", OLD."ends_on", OLD."entry_fee", OLD."extra", OLD."final_ranking", OLD."formula", OLD."game", OLD."id", OLD."minutes", OLD."name", OLD."notices", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."place", OLD."published", OLD."rating_lists", OLD."report", OLD."rule_changes", OLD."seed", OLD."slug", OLD."starts_on"); RETURN NULL;', hash='6eefa48ea2e911b01c0fc4db156dd52c643667f6', operation='DELETE', pgid='pgtrigger_delete_delete_d74a6', table='events_event', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('event', 'entry_no'), name='one_entry_an_entry_no'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('event', 'number'), name='one_entry_a_number'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('event', 'player'), name='one_entry_a_player'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='entry_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('number__isnull', True), ('number__gte', 1), _connector='OR'), name='entry_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('entry_no__gte', 1), ('joined__gte', 1)), name='entry_counts_from_1'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('withdrawn__isnull', True), ('withdrawn__gte', models.F('joined')), _connector='OR'), name='entry_leaves_after_joining'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_entryevent" ("absent", "affiliation", "captain", "entry_no", "event_id", "exempt", "extra", "fee", "group", "id", "identity", "joined", "late_number", "mark", "mark_chosen", "members", "name", "number", "other_ratings", "paid", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "player_id", "present", "rating", "sort_name", "title", "withdrawn") VALUES (NEW."absent", NEW."affiliation", NEW."captain", NEW."entry_no", NEW."event_id", NEW."exempt", NEW."extra", NEW."fee", NEW."group", NEW."id", NEW."identity", NEW."joined", NEW."late_number", NEW."mark", NEW."mark_chosen", NEW."members", NEW."name", NEW."number", NEW."other_ratings", NEW."paid", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."player_id", NEW."present", NEW."rating", NEW."sort_name", NEW."title", NEW."withdrawn"); RETURN NULL;', hash='0905afe80ca56dbffe84fc74fa87cd5b63623c9b', operation='INSERT', pgid='pgtrigger_insert_insert_04278', table='events_entry', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "events_entryevent" ("absent", "affiliation", "captain", "entry_no", "event_id", "exempt", "extra", "fee", "group", "id", "identity", "joined", "late_number", "mark", "mark_chosen", "members", "name", "number", "other_ratings", "paid", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "player_id", "present", "rating", "sort_name", "title", "withdrawn") VALUES (NEW."absent", NEW."affiliation", NEW."captain", NEW."entry_no", NEW."event_id", NEW."exempt", NEW."extra", NEW."fee", NEW."group", NEW."id", NEW."identity", NEW."joined", NEW."late_number", NEW."mark", NEW."mark_chosen", NEW."members", NEW."name", NEW."number", NEW."other_ratings", NEW."paid", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."player_id", NEW."present", NEW."rating", NEW."sort_name", NEW."title", NEW."withdrawn"); RETURN NULL;', hash='fa026a2d8ee0fdbdc4cdacb8851685b1deede9a5', operation='UPDATE', pgid='pgtrigger_update_update_625ab', table='events_entry', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='entry',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_entryevent" ("absent", "affiliation", "captain", "entry_no", "event_id", "exempt", "extra", "fee", "group", "id", "identity", "joined", "late_number", "mark", "mark_chosen", "members", "name", "number", "other_ratings", "paid", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "player_id", "present", "rating", "sort_name", "title", "withdrawn") VALUES (OLD."absent", OLD."affiliation", OLD."captain", OLD."entry_no", OLD."event_id", OLD."exempt", OLD."extra", OLD."fee", OLD."group", OLD."id", OLD."identity", OLD."joined", OLD."late_number", OLD."mark", OLD."mark_chosen", OLD."members", OLD."name", OLD."number", OLD."other_ratings", OLD."paid", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."player_id", OLD."present", OLD."rating", OLD."sort_name", OLD."title", OLD."withdrawn"); RETURN NULL;', hash='de87ea29271d364191cd0f937011df54dc9d16b9', operation='DELETE', pgid='pgtrigger_delete_delete_dbde9', table='events_entry', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='preset',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='one_preset_a_name', violation_error_message='Il circolo ha già un modello con questo nome.'),
        ),
        migrations.AddConstraint(
            model_name='requestkey',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='one_request_a_key'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='one_sign_up_a_form'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='sign_up_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_stage_a_number'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='stages_count_from_1'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stage',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_stageevent" ("absences", "days", "declined", "entrants", "event_id", "extra", "id", "interventions", "invited", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prohibited", "qualification", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (NEW."absences", NEW."days", NEW."declined", NEW."entrants", NEW."event_id", NEW."extra", NEW."id", NEW."interventions", NEW."invited", NEW."name", NEW."number", NEW."options", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."prohibited", NEW."qualification", NEW."ranking", NEW."requested_byes", NEW."scoring", NEW."scoring_options", NEW."system", NEW."withdrawals"); RETURN NULL;', hash='a150ba804e243bebce66bb18ae1552d5d8ab0439', operation='INSERT', pgid='pgtrigger_insert_insert_3e19e', table='events_stage', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stage',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "events_stageevent" ("absences", "days", "declined", "entrants", "event_id", "extra", "id", "interventions", "invited", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prohibited", "qualification", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (NEW."absences", NEW."days", NEW."declined", NEW."entrants", NEW."event_id", NEW."extra", NEW."id", NEW."interventions", NEW."invited", NEW."name", NEW."number", NEW."options", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."prohibited", NEW."qualification", NEW."ranking", NEW."requested_byes", NEW."scoring", NEW."scoring_options", NEW."system", NEW."withdrawals"); RETURN NULL;', hash='503d348ed1ff13c1f2a7c9780b816c4c14562d5d', operation='UPDATE', pgid='pgtrigger_update_update_0df18', table='events_stage', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stage',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "events_stageevent" ("absences", "days", "declined", "entrants", "event_id", "extra", "id", "interventions", "invited", "name", "number", "options", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prohibited", "qualification", "ranking", "requested_byes", "scoring", "scoring_options", "system", "withdrawals") VALUES (OLD."absences", OLD."days", OLD."declined", OLD."entrants", OLD."event_id", OLD."extra", OLD."id", OLD."interventions", OLD."invited", OLD."name", OLD."number", OLD."options", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."prohibited", OLD."qualification", OLD."ranking", OLD."requested_byes", OLD."scoring", OLD."scoring_options", OLD."system", OLD."withdrawals"); RETURN NULL;', hash='e66315921ce935b4459ede8d2dff06bf4a6acb26', operation='DELETE', pgid='pgtrigger_delete_delete_1ac61', table='events_stage', when='AFTER')),
        ),
    ]
