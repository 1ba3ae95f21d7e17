"""What the roster has had since version 0.2.0, in one step."""

import django.core.serializers.json
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('players', '0002_consents_to_names'), ('players', '0003_roster_version'), ('players', '0004_merged_people'), ('players', '0005_members_and_pages')]

    dependencies = [
        ('accounts', '0002_since_version_0_2'),
        ('auth', '__first__'),
        ('players', '0001_version_0_2'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='consent_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='consenso al nome intero dato il'),
        ),
        migrations.AddField(
            model_name='player',
            name='consent_by',
            field=models.CharField(blank=True, max_length=200, verbose_name='consenso al nome intero dato da'),
        ),
        migrations.CreateModel(
            name='RosterVersion',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='roster_version', serialize=False, to='accounts.club')),
                ('version', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='PlayerMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='cognome e nome')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='quando')),
                ('merged', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('moved', models.JSONField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='players.player')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.AddField(
            model_name='player',
            name='member',
            field=models.BooleanField(default=False, verbose_name='socio'),
        ),
        migrations.AddField(
            model_name='player',
            name='public_page',
            field=models.BooleanField(default=False, verbose_name='pagina pubblica'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='player',
            trigger=pgtrigger.compiler.Trigger(name='roster_version', sql=pgtrigger.compiler.UpsertTriggerSql(constraint='CONSTRAINT', func='\n        INSERT INTO players_rosterversion (club_id, version)\n        SELECT id, 1 FROM accounts_club WHERE id = (coalesce(NEW.club_id, OLD.club_id))\n        ON CONFLICT (club_id) DO UPDATE SET version = players_rosterversion.version + 1;\n        RETURN NULL;\n    ', hash='27c97e615741d7b5b97f3f508db6bc6da96b939c', operation='INSERT OR UPDATE OR DELETE', pgid='pgtrigger_roster_version_88894', table='players_player', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
    ]
