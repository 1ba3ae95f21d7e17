import clubtornei.events.exact
import clubtornei.season.models
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_version_0_2'),
        ('events', '0001_version_0_2'),
        ('players', '0001_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='Circuit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='nome')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('published', models.BooleanField(default=False, verbose_name='visibile al pubblico')),
                ('game', models.CharField(blank=True, max_length=60, verbose_name='gioco')),
                ('tag', models.CharField(blank=True, max_length=40, verbose_name='etichetta')),
                ('first_day', models.DateField(blank=True, null=True, verbose_name='dal')),
                ('last_day', models.DateField(blank=True, null=True, verbose_name='al')),
                ('counting', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, default=clubtornei.season.models.no_counting, encoder=clubtornei.events.exact.ExactEncoder)),
                ('rules', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('ranking', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, default=clubtornei.season.models.by_points, encoder=clubtornei.events.exact.ExactEncoder)),
                ('version', models.PositiveBigIntegerField(default=1, editable=False)),
                ('closed_at', models.DateTimeField(editable=False, null=True)),
                ('frozen', clubtornei.events.exact.ExactJSONField(decoder=clubtornei.events.exact.ExactDecoder, editable=False, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circuits', to='accounts.club')),
            ],
            options={
                'ordering': ['-last_day', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='CircuitEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('left_out', models.BooleanField(default=False, verbose_name='non conta')),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='nome')),
                ('day', models.DateField(blank=True, null=True, verbose_name='data')),
                ('kind', models.CharField(choices=[('internal', 'del circolo'), ('friendly', 'amichevole'), ('external', 'esterno')], default='internal', max_length=10, verbose_name='genere')),
                ('weight', models.DecimalField(blank=True, decimal_places=4, max_digits=9, null=True, verbose_name='peso')),
                ('counting', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, encoder=clubtornei.events.exact.ExactEncoder, null=True)),
                ('source', models.CharField(blank=True, max_length=300, verbose_name='fonte')),
                ('players', models.PositiveIntegerField(blank=True, null=True, verbose_name='giocatori in tutto')),
                ('possible', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True, verbose_name='punti possibili')),
                ('most', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True, verbose_name='il massimo di un risultato')),
                ('games', models.PositiveSmallIntegerField(default=1, verbose_name='risultati che porterà')),
                ('circuit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='season.circuit')),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.event')),
            ],
            options={
                'ordering': ['day', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='ClubPages',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('people', models.BooleanField(default=False, verbose_name='pagine pubbliche delle persone')),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='accounts.club')),
            ],
        ),
        migrations.CreateModel(
            name='EventTag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='etichetta')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='events.event')),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('member', models.BooleanField(default=False, verbose_name='socio')),
                ('public_page', models.BooleanField(default=False, verbose_name='pagina pubblica')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='players.player')),
            ],
        ),
        migrations.CreateModel(
            name='TypedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='nome')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='anno di nascita')),
                ('place', models.PositiveIntegerField(blank=True, null=True, verbose_name='posto')),
                ('points', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True, verbose_name='punti')),
                ('games', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=list, encoder=clubtornei.events.exact.ExactEncoder)),
                ('played', models.PositiveIntegerField(blank=True, null=True, verbose_name='partite')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='season.circuitevent')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='players.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='circuit',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='circuit_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='circuit',
            constraint=models.CheckConstraint(condition=models.Q(('last_day__isnull', True), ('first_day__isnull', True), ('last_day__gte', models.F('first_day')), _connector='OR'), name='circuit_ends_after_it_starts', violation_error_message='L’ultimo giorno viene prima del primo.'),
        ),
        migrations.AddConstraint(
            model_name='circuitevent',
            constraint=models.UniqueConstraint(fields=('circuit', 'event'), name='an_event_once_a_circuit'),
        ),
        migrations.AddConstraint(
            model_name='circuitevent',
            constraint=models.CheckConstraint(condition=models.Q(('event__isnull', False), models.Q(('name', ''), _negated=True), _connector='OR'), name='circuit_event_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='circuitevent',
            constraint=models.CheckConstraint(condition=models.Q(('weight__isnull', True), ('weight__gte', 0), _connector='OR'), name='weight_from_0'),
        ),
        migrations.AddConstraint(
            model_name='eventtag',
            constraint=models.UniqueConstraint(fields=('event', 'name'), name='one_tag_a_name'),
        ),
    ]
