"""What public pages show of a roster has a version, written by triggers."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_import_columns'),
        ('players', '0001_version_0_2'),
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
            trigger=pgtrigger.compiler.Trigger(name='roster_version', sql=pgtrigger.compiler.UpsertTriggerSql(constraint='CONSTRAINT', func='\n        INSERT INTO players_rosterversion (club_id, version)\n        SELECT id, 1 FROM accounts_club WHERE id = (coalesce(NEW.club_id, OLD.club_id))\n        ON CONFLICT (club_id) DO UPDATE SET version = players_rosterversion.version + 1;\n        RETURN NULL;\n    ', hash='e2d5675c42272df377ab6ddbb275cf2b2be5e098', operation='INSERT OR DELETE', pgid='pgtrigger_roster_version_88894', table='players_player', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='player',
            trigger=pgtrigger.compiler.Trigger(name='roster_version_after_change', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."birth_date" IS DISTINCT FROM (NEW."birth_date") OR OLD."birth_year" IS DISTINCT FROM (NEW."birth_year") OR OLD."club_id" IS DISTINCT FROM (NEW."club_id") OR OLD."initials" IS DISTINCT FROM (NEW."initials") OR OLD."name" IS DISTINCT FROM (NEW."name"))', constraint='CONSTRAINT', func='\n        INSERT INTO players_rosterversion (club_id, version)\n        SELECT id, 1 FROM accounts_club WHERE id = (coalesce(NEW.club_id, OLD.club_id))\n        ON CONFLICT (club_id) DO UPDATE SET version = players_rosterversion.version + 1;\n        RETURN NULL;\n    ', hash='f76b9b5b40a498cd3a1ee2bb0559b918d0aed7cc', operation='UPDATE', pgid='pgtrigger_roster_version_after_change_ff017', table='players_player', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
    ]
