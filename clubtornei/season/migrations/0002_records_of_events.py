"""What events have brought, and the ratings of clubs, are stored."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_import_columns'),
        ('events', '0003_indexes_of_large_sites'),
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
    ]
