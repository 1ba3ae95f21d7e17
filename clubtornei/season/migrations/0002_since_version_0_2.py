"""What has changed since version 0.2.0: what events have brought is stored, members and public pages go over
to the roster.
"""

import django.db.models.deletion
from django.db import migrations, models

# The trigger of the roster's version fires at once, or nothing could be altered behind the update.
MOVE = """
    SET CONSTRAINTS ALL IMMEDIATE;
    UPDATE players_player SET member = standing.member, public_page = standing.public_page
    FROM season_standing standing WHERE standing.player_id = players_player.id;
    SET CONSTRAINTS ALL DEFERRED;
"""


class Migration(migrations.Migration):

    replaces = [('season', '0002_records_of_events'), ('season', '0003_roster_version'), ('season', '0004_marks_on_the_roster')]

    dependencies = [
        ('accounts', '0002_since_version_0_2'),
        ('events', '0002_since_version_0_2'),
        ('players', '0002_since_version_0_2'),
        ('season', '0001_circuits'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubRatings',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='accounts.club')),
                ('build', models.CharField(max_length=16)),
                ('content', models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name='EventRecord',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='record', serialize=False, to='events.event')),
                ('version', models.PositiveBigIntegerField()),
                ('build', models.CharField(max_length=16)),
                ('outcome', models.JSONField()),
                ('tables', models.JSONField()),
                ('careers', models.JSONField()),
            ],
        ),
        migrations.RunSQL(MOVE),
        migrations.DeleteModel(name='Standing'),
    ]
