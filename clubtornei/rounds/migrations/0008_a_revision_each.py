from django.db import migrations
from django.db.models import F


def renew(apps, schema_editor):
    """Give each round a revision of its own.

    0007 asked for the default once and wrote that one revision into all rounds that were there, so that
    they were taken for each other.
    """
    apps.get_model("rounds", "Round").objects.update(number=F("number"))  # the trigger writes the revision


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0007_revisions_of_rounds"),
    ]

    operations = [migrations.RunPython(renew, migrations.RunPython.noop)]
