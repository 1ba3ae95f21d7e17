import clubtornei.accounts.models
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0010_club_page'),
    ]

    operations = [
        migrations.AlterField(
            model_name='club',
            name='history_days',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[clubtornei.accounts.models.kept_history], verbose_name='giorni per cui si tiene la storia'),
        ),
    ]
