import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def number_clocks(apps, schema_editor):
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # none may wait when the table is altered below
    rounds = apps.get_model("rounds", "Round").objects.filter(pk=OuterRef("round_id"))
    apps.get_model("rounds", "Clock").objects.update(
        stage_id=Subquery(rounds.values("stage_id")), number=Subquery(rounds.values("number"))
    )


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0002_keys_of_requests"),
        ("rounds", "0005_keys_of_requests_in_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="clock",
            name="stage",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="clocks",
                to="events.stage",
            ),
        ),
        migrations.AddField(
            model_name="clock",
            name="number",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(number_clocks),
        migrations.AlterField(
            model_name="clock",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="clocks", to="events.stage"
            ),
        ),
        migrations.AlterField(
            model_name="clock",
            name="number",
            field=models.PositiveSmallIntegerField(),
        ),
        migrations.RemoveField(model_name="clock", name="round"),
        migrations.AddConstraint(
            model_name="clock",
            constraint=models.UniqueConstraint(fields=("stage", "number"), name="one_clock_for_a_round"),
        ),
    ]
