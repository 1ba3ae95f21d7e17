"""What the accounts have had since version 0.2.0, in one step."""

import clubtornei.accounts.models
import django.contrib.postgres.functions
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('accounts', '0006_audit_log'), ('accounts', '0007_keys_of_links'), ('accounts', '0008_import_columns'), ('accounts', '0009_site_key'), ('accounts', '0010_club_page'), ('accounts', '0011_history_for_ever')]

    dependencies = [
        ('accounts', '0001_version_0_2'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('what', models.CharField(max_length=30)),
                ('facts', models.JSONField(default=dict)),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='audit_entries', to='accounts.club')),
            ],
        ),
        migrations.CreateModel(
            name='PasswordLink',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='password_link', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('link_key', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True)),
            ],
        ),
        migrations.AddField(
            model_name='invitation',
            name='link_key',
            field=models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True),
        ),
        migrations.AddField(
            model_name='club',
            name='import_columns',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.CreateModel(
            name='SiteKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
            ],
        ),
        migrations.AddField(
            model_name='club',
            name='contacts',
            field=models.TextField(blank=True, help_text='Di chi risponde a chi vuole venire: telefono, email. Li legge chiunque.', max_length=1000, verbose_name='contatti'),
        ),
        migrations.AddField(
            model_name='club',
            name='evenings',
            field=models.CharField(blank=True, help_text='Per esempio: martedì e venerdì dalle 21.', max_length=200, verbose_name='quando si gioca'),
        ),
        migrations.AddField(
            model_name='club',
            name='place',
            field=models.CharField(blank=True, help_text='Dove si gioca, come lo si trova.', max_length=200, verbose_name='sede'),
        ),
        migrations.AddField(
            model_name='club',
            name='website',
            field=models.URLField(blank=True, validators=[django.core.validators.URLValidator(schemes=['http', 'https'])], verbose_name='sito'),
        ),
        migrations.AlterField(
            model_name='club',
            name='history_days',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[clubtornei.accounts.models.kept_history], verbose_name='giorni per cui si tiene la storia'),
        ),
    ]
