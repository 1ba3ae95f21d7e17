"""A roster has a new version when somebody becomes a member or has a page."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0003_roster_version'),
        ('season', '0002_records_of_events'),
    ]

    operations = [
        pgtrigger.migrations.AddTrigger(
            model_name='standing',
            trigger=pgtrigger.compiler.Trigger(name='roster_version', sql=pgtrigger.compiler.UpsertTriggerSql(constraint='CONSTRAINT', func='\n        INSERT INTO players_rosterversion (club_id, version)\n        SELECT id, 1 FROM accounts_club WHERE id = (SELECT club_id FROM players_player WHERE id = coalesce(NEW.player_id, OLD.player_id))\n        ON CONFLICT (club_id) DO UPDATE SET version = players_rosterversion.version + 1;\n        RETURN NULL;\n    ', hash='b034762d41ce6058d560d817c7db7ced082228cd', operation='INSERT OR UPDATE OR DELETE', pgid='pgtrigger_roster_version_27d86', table='season_standing', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
    ]
