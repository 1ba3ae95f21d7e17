import clubtornei.jobs.models
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.CharField(default=clubtornei.jobs.models.new_id, max_length=32, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=10)),
                ('queue', models.CharField(max_length=10)),
                ('key', models.CharField(max_length=64)),
                ('asked', models.JSONField()),
                ('language', models.CharField(max_length=10)),
                ('upload', models.CharField(blank=True, max_length=200)),
                ('result', models.CharField(blank=True, max_length=200)),
                ('state', models.CharField(default='waiting', max_length=15)),
                ('task', models.UUIDField(null=True)),
                ('run', models.PositiveSmallIntegerField(default=0)),
                ('progress', models.JSONField(default=dict)),
                ('cancel', models.BooleanField(default=False)),
                ('beat', models.DateTimeField(null=True)),
                ('why', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='accounts.club')),
            ],
            options={
                'indexes': [models.Index(fields=['key'], name='jobs_job_key_10cd61_idx')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ('waiting', 'running'))), fields=('key',), name='one_job_under_way_for_a_key')],
            },
        ),
    ]
