"""What a request asked for stands beside its key, and when it came. Keys of before match no request any more."""

from django.db import migrations, models
from django.utils.timezone import now


class Migration(migrations.Migration):
    dependencies = [("events", "0011_no_telling_of_changes")]

    operations = [
        migrations.AddField(
            "requestkey", "content", models.CharField(default="", max_length=64), preserve_default=False
        ),
        migrations.AddField(
            "requestkey", "at", models.DateTimeField(db_index=True, default=now), preserve_default=False
        ),
    ]
