"""Addresses and mail of events: new since version 0.2.0."""

import clubtornei.events.exact
import django.contrib.postgres.functions
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('mail', '0001_initial'), ('mail', '0002_accepted')]

    initial = True

    dependencies = [
        ('auth', '__first__'),
        ('events', '0002_since_version_0_2'),
    ]

    operations = [
        migrations.CreateModel(
            name='ConfirmationAsked',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(db_index=True, max_length=64)),
                ('client', models.CharField(db_index=True, max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Address',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_own', models.BooleanField(default=False)),
                ('email', models.EmailField(max_length=254)),
                ('language', models.CharField(max_length=10)),
                ('site', models.URLField(max_length=300)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('confirmed_at', models.DateTimeField(null=True)),
                ('waits_since', models.PositiveBigIntegerField(null=True)),
                ('link_key', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), editable=False, unique=True)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='events.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='events.event')),
                ('sign_up', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='events.signup')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('confirm', 'Conferma di un indirizzo'), ('signed-up', 'Iscrizione, con il link personale'), ('place', 'C’è posto, per chi era in attesa'), ('cancelled', 'Iscrizione annullata o rifiutata'), ('sign-ups', 'Nuove preiscrizioni, per chi organizza'), ('round', 'Turno pubblicato'), ('taken-back', 'Turno ritirato'), ('written', 'Scritto da chi organizza')], max_length=10)),
                ('key', models.CharField(max_length=100)),
                ('facts', clubtornei.events.exact.ExactJSONField(blank=True, decoder=clubtornei.events.exact.ExactDecoder, default=dict, encoder=clubtornei.events.exact.ExactEncoder)),
                ('subject', models.CharField(blank=True, max_length=100, verbose_name='oggetto')),
                ('text', models.TextField(blank=True, max_length=5000, verbose_name='testo')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='events.event')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'in attesa'), ('sent', 'spedita'), ('failed', 'non spedita')], default='waiting', max_length=10)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('why', models.CharField(blank=True, choices=[('server', 'Il server di posta non risponde, o rifiuta: chi tiene il sito guardi EMAIL_URL.'), ('address', 'Il server di posta dice che l’indirizzo non esiste: la persona va avvisata a voce.'), ('interrupted', 'Il lavoro si è interrotto ogni volta: riferiscilo a chi tiene il sito.')], max_length=12)),
                ('address', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='deliveries', to='mail.address')),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='mail.message')),
            ],
        ),
        migrations.AddConstraint(
            model_name='address',
            constraint=models.UniqueConstraint(fields=('event', 'email', 'sign_up', 'entry', 'user'), name='one_address_a_person', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='address',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entry', None), ('sign_up__isnull', False), ('user', None)), models.Q(('entry__isnull', False), ('sign_up', None), ('user', None)), models.Q(('entry', None), ('sign_up', None), ('user__isnull', False)), _connector='OR'), name='address_of_one_person'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='one_message_a_key'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('message', 'address'), name='one_delivery_of_a_message'),
        ),
        migrations.AlterField(
            model_name='message',
            name='kind',
            field=models.CharField(choices=[('confirm', 'Conferma di un indirizzo'), ('signed-up', 'Iscrizione, con il link personale'), ('place', 'C’è posto, per chi era in attesa'), ('accepted', 'Iscrizione accettata'), ('cancelled', 'Iscrizione annullata, rifiutata o tolta'), ('sign-ups', 'Nuove preiscrizioni, per chi organizza'), ('round', 'Turno pubblicato'), ('taken-back', 'Turno ritirato'), ('written', 'Scritto da chi organizza')], max_length=10),
        ),
    ]
