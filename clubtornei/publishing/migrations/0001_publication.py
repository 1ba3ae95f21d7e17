"""Publication on a server: new since version 0.2.0."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('publishing', '0001_publishing'), ('publishing', '0002_events_of_deleted_clubs'), ('publishing', '0003_messages_a_minute')]

    initial = True

    dependencies = [
        ('accounts', '0002_since_version_0_2'),
        ('auth', '__first__'),
        ('events', '0002_since_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='Destination',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='destination', serialize=False, to='accounts.club')),
                ('address', models.CharField(max_length=200, verbose_name='indirizzo del server')),
                ('key', models.CharField(max_length=100, verbose_name='chiave')),
                ('place', models.CharField(max_length=60, verbose_name='nome di questo computer')),
                ('club_there', models.CharField(blank=True, editable=False, max_length=100)),
                ('error', models.CharField(blank=True, editable=False, max_length=20)),
                ('tried_at', models.DateTimeField(editable=False, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Outbox',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('accepted', models.UUIDField(null=True)),
                ('held', models.JSONField(null=True)),
                ('takes_over', models.BooleanField(default=False)),
                ('withdrawn', models.BooleanField(default=False)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('rests_until', models.DateTimeField(default=django.utils.timezone.now)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=20)),
                ('refusal', models.CharField(blank=True, max_length=300)),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='outboxes', to='accounts.club')),
                ('event', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='outbox', to='events.event')),
                ('last_destination', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), null=True, size=None)),
            ],
        ),
        migrations.CreateModel(
            name='Sending',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('version', models.PositiveBigIntegerField()),
                ('outbox', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sendings', to='publishing.outbox')),
            ],
        ),
        migrations.CreateModel(
            name='CarriedOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField()),
                ('outbox', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='carried_out', to='publishing.outbox')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('outbox', 'key'), name='one_request_carried_out')],
            },
        ),
        migrations.CreateModel(
            name='ReceivedEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField()),
                ('sending', models.UUIDField(null=True)),
                ('version', models.PositiveBigIntegerField(default=0)),
                ('place', models.CharField(blank=True, max_length=60)),
                ('received_at', models.DateTimeField(null=True)),
                ('taken_over', models.JSONField(default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='received_events', to='accounts.club')),
                ('event', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='receipt', to='events.event')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'uid'), name='one_received_event_a_uid')],
            },
        ),
        migrations.CreateModel(
            name='ReceivingKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='per quale portatile')),
                ('secret', models.CharField(editable=False, max_length=64)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('seen_at', models.DateTimeField(editable=False, null=True)),
                ('revoked_at', models.DateTimeField(editable=False, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='receiving_keys', to='accounts.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('messages', models.PositiveIntegerField(db_default=0, editable=False)),
                ('minute', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
