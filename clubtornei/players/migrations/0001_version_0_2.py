"""The tables of version 0.2.0, in one step."""

import clubtornei.players.names
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('players', '0001_initial'), ('players', '0002_initials'), ('players', '0003_identity'), ('players', '0004_k_of_all_lists')]

    initial = True

    dependencies = [
        ('accounts', '0001_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='cognome e nome')),
                ('sort_name', clubtornei.players.names.SortKeyField(db_collation='C', editable=False, max_length=400)),
                ('affiliation', models.CharField(blank=True, max_length=100, verbose_name='circolo')),
                ('group', models.CharField(blank=True, help_text='Famiglia o altro legame di cui il sorteggio tiene conto.', max_length=100, verbose_name='gruppo')),
                ('title', models.CharField(blank=True, max_length=10, verbose_name='titolo')),
                ('fide_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Elo FIDE')),
                ('fsi_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Elo FSI')),
                ('club_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='punteggio sociale')),
                ('fide_id', models.PositiveIntegerField(blank=True, null=True, verbose_name='codice FIDE')),
                ('fsi_id', models.CharField(blank=True, max_length=20, verbose_name='tessera FSI')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='anno di nascita')),
                ('contact', models.CharField(blank=True, max_length=200, verbose_name='recapito')),
                ('notes', models.TextField(blank=True, verbose_name='note')),
                ('initials', models.BooleanField(default=False, verbose_name='solo le iniziali in pubblico')),
                ('birth_date', models.DateField(blank=True, null=True, verbose_name='data di nascita')),
                ('category', models.CharField(blank=True, max_length=10, verbose_name='categoria nazionale')),
                ('club_blitz', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='punteggio sociale blitz')),
                ('club_month', models.CharField(blank=True, max_length=7, verbose_name='mese della lista sociale')),
                ('club_rapid', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='punteggio sociale rapid')),
                ('federation', models.CharField(blank=True, max_length=3, verbose_name='federazione')),
                ('fide_blitz', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Elo FIDE blitz')),
                ('fide_blitz_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K FIDE blitz')),
                ('fide_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K FIDE')),
                ('fide_month', models.CharField(blank=True, max_length=7, verbose_name='mese della lista FIDE')),
                ('fide_rapid', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Elo FIDE rapid')),
                ('fide_rapid_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K FIDE rapid')),
                ('fide_title', models.CharField(blank=True, choices=[('GM', 'GM'), ('IM', 'IM'), ('WGM', 'WGM'), ('FM', 'FM'), ('WIM', 'WIM'), ('CM', 'CM'), ('WFM', 'WFM'), ('WCM', 'WCM')], max_length=3, verbose_name='titolo FIDE')),
                ('fsi_blitz', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Elo FSI blitz')),
                ('fsi_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K FSI')),
                ('fsi_month', models.CharField(blank=True, max_length=7, verbose_name='mese della lista FSI')),
                ('fsi_rapid', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Elo FSI rapid')),
                ('given_name', models.CharField(blank=True, max_length=100, verbose_name='nome')),
                ('sex', models.CharField(blank=True, choices=[('m', 'uomo'), ('w', 'donna')], max_length=1, verbose_name='sesso')),
                ('surname', models.CharField(blank=True, max_length=100, verbose_name='cognome')),
                ('club_blitz_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K sociale blitz')),
                ('club_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K sociale')),
                ('club_rapid_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K sociale rapid')),
                ('fsi_blitz_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K FSI blitz')),
                ('fsi_rapid_k', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='K FSI rapid')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='accounts.club')),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'sort_name'], name='player_by_name')],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name'), models.UniqueConstraint(fields=('club', 'fide_id'), name='one_player_a_fide_id', violation_error_message='Un altro giocatore del circolo ha già questo codice FIDE.'), models.UniqueConstraint(condition=models.Q(('fsi_id', ''), _negated=True), fields=('club', 'fsi_id'), name='one_player_a_fsi_id', violation_error_message='Un altro giocatore del circolo ha già questa tessera FSI.')],
            },
        ),
    ]
