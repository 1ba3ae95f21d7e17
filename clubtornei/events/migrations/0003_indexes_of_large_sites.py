"""What the front page and a user's own data look up without reading all events and all of the history."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("events", "0002_after_version_0_2")]

    operations = [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                F("closed_at").desc(nulls_first=True), F("starts_on").desc(), F("id").desc(),
                condition=Q(published=True), name="event_public_in_progress",
            ),
        ),
        migrations.RunSQL(
            "CREATE INDEX pghistory_context_by_user ON pghistory_context ((metadata -> 'user'))",
            "DROP INDEX pghistory_context_by_user",
        ),
    ]
