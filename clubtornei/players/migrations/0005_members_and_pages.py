"""The roster itself says who is a member, and who has a public page."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0004_merged_people'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='member',
            field=models.BooleanField(default=False, verbose_name='socio'),
        ),
        migrations.AddField(
            model_name='player',
            name='public_page',
            field=models.BooleanField(default=False, verbose_name='pagina pubblica'),
        ),
    ]
