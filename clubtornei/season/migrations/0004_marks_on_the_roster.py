"""Members and public pages go over to the roster."""

from django.db import migrations

# The trigger of the roster's version fires at once, or nothing could be altered behind the update.
MOVE = """
    SET CONSTRAINTS ALL IMMEDIATE;
    UPDATE players_player SET member = standing.member, public_page = standing.public_page
    FROM season_standing standing WHERE standing.player_id = players_player.id;
    SET CONSTRAINTS ALL DEFERRED;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0005_members_and_pages'),
        ('season', '0003_roster_version'),
    ]

    operations = [
        migrations.RunSQL(MOVE),
        migrations.DeleteModel(name='Standing'),
    ]
