"""The tables of version 0.2.0, in one step."""

from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('exchange', '0001_initial'), ('exchange', '0002_k_of_all_rates')]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='FidePlayer',
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
                ('fsi_blitz_k', models.PositiveSmallIntegerField(null=True)),
                ('fsi_rapid_k', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'db_table': 'exchange_fide',
            },
        ),
        migrations.CreateModel(
            name='LoadedList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('list', models.CharField(choices=[('fide', 'Elo FIDE'), ('fsi', 'Elo FSI'), ('club', 'Punteggio sociale')], max_length=10, unique=True)),
                ('month', models.CharField(max_length=7)),
                ('players', models.PositiveIntegerField()),
                ('federations', models.CharField(blank=True, max_length=200)),
                ('loaded_at', models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name='NationalPlayer',
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
                ('fsi_blitz_k', models.PositiveSmallIntegerField(null=True)),
                ('fsi_rapid_k', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'db_table': 'exchange_national',
            },
        ),
    ]
