import django.contrib.postgres.functions
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_audit_log'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
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
    ]
