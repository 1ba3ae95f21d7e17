import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_since_version_0_2'),
        ('exchange', '0001_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubListedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('sort_name', models.CharField(db_collation='C', max_length=400)),
                ('surname', models.CharField(max_length=100)),
                ('given_name', models.CharField(max_length=100)),
                ('fide_id', models.PositiveIntegerField(null=True)),
                ('fsi_id', models.CharField(max_length=20)),
                ('federation', models.CharField(max_length=3)),
                ('sex', models.CharField(max_length=1)),
                ('fide_title', models.CharField(max_length=3)),
                ('category', models.CharField(max_length=10)),
                ('affiliation', models.CharField(max_length=100)),
                ('birth_year', models.PositiveSmallIntegerField(null=True)),
                ('birth_date', models.DateField(null=True)),
                ('fide_rating', models.PositiveSmallIntegerField(null=True)),
                ('fide_rapid', models.PositiveSmallIntegerField(null=True)),
                ('fide_blitz', models.PositiveSmallIntegerField(null=True)),
                ('fide_k', models.PositiveSmallIntegerField(null=True)),
                ('fide_rapid_k', models.PositiveSmallIntegerField(null=True)),
                ('fide_blitz_k', models.PositiveSmallIntegerField(null=True)),
                ('fsi_rating', models.PositiveSmallIntegerField(null=True)),
                ('fsi_rapid', models.PositiveSmallIntegerField(null=True)),
                ('fsi_blitz', models.PositiveSmallIntegerField(null=True)),
                ('fsi_k', models.PositiveSmallIntegerField(null=True)),
                ('fsi_rapid_k', models.PositiveSmallIntegerField(null=True)),
                ('fsi_blitz_k', models.PositiveSmallIntegerField(null=True)),
                ('list', models.CharField(choices=[('fide', 'Elo FIDE'), ('fsi', 'Elo FSI'), ('club', 'Punteggio sociale')], max_length=10)),
            ],
        ),
        migrations.AddField(
            model_name='loadedlist',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='loaded_lists', to='accounts.club'),
        ),
        migrations.AlterField(
            model_name='loadedlist',
            name='list',
            field=models.CharField(choices=[('fide', 'Elo FIDE'), ('fsi', 'Elo FSI'), ('club', 'Punteggio sociale')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='loadedlist',
            constraint=models.UniqueConstraint(fields=('club', 'list'), name='one_loaded_list_a_club', nulls_distinct=False),
        ),
        migrations.AddField(
            model_name='clublistedplayer',
            name='club',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='listed_players', to='accounts.club'),
        ),
        migrations.AddIndex(
            model_name='clublistedplayer',
            index=models.Index(fields=['club', 'list', 'sort_name'], name='club_list_by_name'),
        ),
        migrations.AddIndex(
            model_name='clublistedplayer',
            index=models.Index(fields=['club', 'list', 'fide_id'], name='club_list_by_fide_id'),
        ),
        migrations.AddIndex(
            model_name='clublistedplayer',
            index=models.Index(fields=['club', 'list', 'fsi_id'], name='club_list_by_fsi_id'),
        ),
    ]
