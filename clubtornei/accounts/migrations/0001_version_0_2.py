"""The tables of version 0.2.0, in one step."""

import clubtornei.accounts.models
import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('accounts', '0001_initial'), ('accounts', '0002_trust'), ('accounts', '0003_embedding_sites'), ('accounts', '0004_looks_of_clubs'), ('accounts', '0005_small_logos_as_webp')]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='nome del circolo')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('demo', models.BooleanField(default=False, editable=False, verbose_name='circolo di prova')),
                ('closed_at', models.DateTimeField(editable=False, null=True, verbose_name='chiuso')),
                ('history_days', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(30), django.core.validators.MaxValueValidator(36500)], verbose_name='giorni per cui si tiene la storia')),
                ('proposals_days', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(36500)], verbose_name='giorni per cui si tengono le proposte dai tavoli')),
                ('embedding_sites', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                ('colour', models.CharField(blank=True, max_length=7, validators=[django.core.validators.RegexValidator('^#[0-9a-f]{6}\\Z')], verbose_name='colore')),
                ('logo', models.CharField(blank=True, editable=False, max_length=16)),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'Titolare'), ('arbiter', 'Arbitro'), ('helper', 'Aiutante (solo risultati)')], default='arbiter', max_length=10, verbose_name='ruolo')),
                ('whom', models.CharField(max_length=100, verbose_name='per chi')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='posta elettronica')),
                ('expires_at', models.DateTimeField(default=clubtornei.accounts.models.invitation_end, verbose_name='vale fino a')),
            ],
            options={
                'verbose_name': 'invito',
                'ordering': ['expires_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'Titolare'), ('arbiter', 'Arbitro'), ('helper', 'Aiutante (solo risultati)')], default='arbiter', max_length=10, verbose_name='ruolo')),
            ],
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('signed_in_at', models.DateTimeField(null=True, verbose_name='accesso fatto')),
                ('agent', models.CharField(blank=True, max_length=300, verbose_name='browser')),
                ('address', models.CharField(blank=True, max_length=45, verbose_name='indirizzo di rete')),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ClubLogo',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='stored_logo', serialize=False, to='accounts.club')),
                ('image', models.BinaryField()),
                ('small', models.BinaryField()),
                ('icon', models.BinaryField()),
            ],
            options={
                'verbose_name': 'logo',
            },
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_a_name'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='accounts.club'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='invited_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='membership',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='accounts.club'),
        ),
        migrations.AddField(
            model_name='membership',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='session',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'arbiter', 'helper'])), name='invitation_role_is_known'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='one_membership_a_club'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'arbiter', 'helper'])), name='membership_role_is_known'),
        ),
    ]
