"""What is written of a roster has a version, counted by triggers."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_site_key'),
        ('players', '0002_consents_to_names'),
    ]

    operations = [
        migrations.CreateModel(
            name='RosterVersion',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='roster_version', serialize=False, to='accounts.club')),
                ('version', models.BigIntegerField()),
            ],
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='player',
            trigger=pgtrigger.compiler.Trigger(name='roster_version', sql=pgtrigger.compiler.UpsertTriggerSql(constraint='CONSTRAINT', func='\n        INSERT INTO players_rosterversion (club_id, version)\n        SELECT id, 1 FROM accounts_club WHERE id = (coalesce(NEW.club_id, OLD.club_id))\n        ON CONFLICT (club_id) DO UPDATE SET version = players_rosterversion.version + 1;\n        RETURN NULL;\n    ', hash='27c97e615741d7b5b97f3f508db6bc6da96b939c', operation='INSERT OR UPDATE OR DELETE', pgid='pgtrigger_roster_version_88894', table='players_player', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
    ]
