from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_keys_of_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="import_columns",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
