import clubtornei.club_copies.models
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0002_since_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubCopy',
            fields=[
                ('id', models.CharField(default=clubtornei.club_copies.models.new_id, max_length=32, primary_key=True, serialize=False)),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='fatta')),
                ('why', models.CharField(choices=[('asked', 'fatta a mano'), ('night', 'fatta da sé, di notte'), ('restore', 'prima di un ripristino'), ('uploaded', 'caricata da un file')], max_length=10, verbose_name='perché')),
                ('size', models.PositiveBigIntegerField(verbose_name='grandezza')),
                ('with_mail', models.BooleanField(default=False, verbose_name='con gli indirizzi di posta')),
                ('state', models.CharField(blank=True, max_length=64)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='accounts.club')),
            ],
            options={
                'ordering': ['-made_at', '-pk'],
            },
        ),
    ]
