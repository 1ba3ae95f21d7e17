"""Sending what has changed to the server, and asking it what visitors want. The workers do it beside their
jobs: nothing that is entered in the hall waits for it.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import timedelta
from time import monotonic
from uuid import UUID

from django.db import DataError, IntegrityError, transaction
from django.db.models import F
from django.forms import ValidationError
from django.utils.timezone import now
from msgspec import to_builtins
from msgspec.structs import replace

from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.events.writing import ActionRefused
from clubtornei.players.forms import clean_name
from clubtornei.publishing.models import CarriedOut, Destination, Outbox
from clubtornei.publishing.protocol import Answer, PublishingMessage, Wanted
from clubtornei.publishing.publication import publication_of
from clubtornei.publishing.transport import SendingFailed, post
from clubtornei.rounds.participation.signups import actions, own_actions
from clubtornei.rounds.participation.signups.actions import SignUpRequest
from clubtornei.rounds.participation.signups.links import person_of
from clubtornei.rounds.participation.signups.queries import settings_of
from clubtornei.rounds.privacy.actions import ask_for_initials, ask_for_initials_no_more
from clubtornei.rounds.results.proposal_actions import propose_result, propose_scores
from clubtornei.rounds.results.table_links import table_at
from clubtornei.rounds.state.visitor_requests import (
    AnyAsked,
    Arriving,
    Cancelling,
    Leaving,
    Naming,
    Planning,
    ProposingResult,
    ProposingScores,
    SigningUp,
)
from clubtornei.text.text_fields import one_line
from scoring.record import DocumentError

MOST_CARRIED_OUT = 20_000
"""Requests of one event: more than any hall sends, and fewer than a hostile server could."""
NOT_POSSIBLE = (ActionRefused, ValidationError, DocumentError, DataError, IntegrityError)
"""The last two where a server names what no column holds, or a key that is somebody else's."""


def do_requests(outbox: Outbox, event: Event, wanted: Collection[Wanted]) -> None:
    """Each once, however often it is delivered. What is not possible here is left out: the laptop decides."""
    if outbox.carried_out.count() > MOST_CARRIED_OUT:
        return
    known = set(outbox.carried_out.filter(key__in=[one.key for one in wanted]).values_list("key", flat=True))
    for one in wanted:
        if one.key in known:
            continue
        with transaction.atomic():
            CarriedOut.objects.create(outbox=outbox, key=one.key)
            with suppress(*NOT_POSSIBLE), transaction.atomic():
                _do_request(event, one.asked)


def _do_request(event: Event, asked: AnyAsked) -> None:
    if isinstance(asked, SigningUp):
        _sign_up(event, asked)
    elif isinstance(asked, ProposingResult | ProposingScores):
        _propose(event, asked)
    else:
        _do_of_person(event, asked)


def _sign_up(event: Event, asked: SigningUp) -> None:
    request = SignUpRequest(
        name=clean_name(one_line(asked.name)),
        affiliation=one_line(asked.affiliation),
        contact=one_line(asked.contact),
        key=asked.form,
        address="",
        birth_year=asked.birth_year,
        consent_by=one_line(asked.consent_by),
        answers=[(one_line(question), one_line(answer)) for question, answer in asked.answers],
    )
    actions.take_over_sign_up(event, request, asked.person)


def _propose(event: Event, asked: ProposingResult | ProposingScores) -> None:
    table = table_at(asked.table)
    if table is None or table.round.stage.event_id != event.pk:
        return
    if isinstance(asked, ProposingResult):
        propose_result(event, table.pk, asked.code, game=asked.game, phone=asked.phone)
    else:
        scores: Sequence = [replace(score, extra={}) for score in asked.scores]
        propose_scores(event, table.pk, scores, phone=asked.phone)


def _do_of_person(event: Event, asked: Cancelling | Arriving | Planning | Leaving | Naming) -> None:
    person = person_of(asked.person)
    if person is None or person.event_id != event.pk:
        return
    if isinstance(asked, Cancelling):
        if isinstance(person, SignUp):
            actions.cancel(person)
    elif isinstance(asked, Naming):
        (ask_for_initials if asked.initials else ask_for_initials_no_more)(person)
    elif entry := person.entry if isinstance(person, SignUp) else person:
        _do_of_entry(event, entry, asked)


def _do_of_entry(event: Event, entry: Entry, asked: Arriving | Planning | Leaving) -> None:
    if isinstance(asked, Arriving):
        own_actions.check_oneself_in(event, entry.entry_no)
    elif isinstance(asked, Leaving):
        own_actions.leave(event, entry)
    else:
        rounds = own_actions.own_rounds(event, entry, settings_of(event))
        if rounds is not None and rounds.round == asked.round:
            own_actions.plan_next_round(event, entry, "absent" if asked.misses else "plays")


ASKS = timedelta(seconds=15)
"""How often it asks what visitors want, while nothing changes."""
NO_SERVER = 10.0
"""Seconds after which it is asked again whether a club has a server now."""
PAUSE = timedelta(seconds=1)
LONGEST_PAUSE = timedelta(minutes=5)
"""Between two attempts that fail; they begin with twice PAUSE, and double."""
LEASE = timedelta(minutes=3)
"""An attempt takes less, whatever the server does; a worker that dies loses it."""
LONGEST_EXCHANGE = 60.0
"""Seconds after which no other one begins: one takes up to 70, and LEASE is for all of them."""
COMPARED_AFTER = timedelta(days=1)
"""When the server is asked once more whether it has an event that was deleted here: it may have been restored
from an older copy.
"""
MOST_AT_ONCE = 10
"""Exchanges that follow one another: what visitors want leads to a new version."""


def send_what_waits() -> float | None:
    """One exchange or several for each event that has something to send or to ask. Errors are kept. For how
    many seconds it need not be called again, where no club has a server.
    """
    if not (Destination.objects.exists() or Outbox.objects.exclude(last_destination=None).exists()):
        return NO_SERVER
    _greet_new_servers()
    _open_outboxes()
    while outbox := _claimed():
        exchange(outbox)
    return None


def _open_outboxes() -> None:
    """For what has been published since."""
    events = Event.objects.filter(
        published=True, received=False, outbox=None, club__destination__isnull=False
    )
    for event in events:
        with transaction.atomic():
            Outbox.objects.get_or_create(event=event, defaults={"club_id": event.club_id})
            Event.objects.filter(pk=event.pk).update(unreached=True)


@transaction.atomic
def _claimed() -> Outbox | None:
    """The outbox that has waited longest. For LEASE it is nobody else's; no lock is held meanwhile."""
    due = Outbox.objects.due(now() - ASKS)
    outbox: Outbox | None = (
        due.order_by("rests_until").select_for_update(skip_locked=True, of=("self",)).first()
    )
    if outbox:
        Outbox.objects.filter(pk=outbox.pk).update(rests_until=now() + LEASE)
    return outbox


def exchange(outbox: Outbox) -> None:
    """Send what has changed until the server has it and no visitor wants anything."""
    done: list[UUID] = []
    until = monotonic() + LONGEST_EXCHANGE
    for _each in range(MOST_AT_ONCE):
        if monotonic() > until:
            return
        destination = outbox.destination
        if destination is None:
            return
        message = _message(outbox, destination, done)
        try:
            answer = post(destination.address, destination.key, message)
        except SendingFailed as failed:
            _note_failure(outbox, message, failed)
            return
        done = []
        if not _settle(outbox, destination, message, answer):
            return
        if answer.requests and outbox.event:
            do_requests(outbox, outbox.event, answer.requests)
            done = [one.key for one in answer.requests]


def _message(outbox: Outbox, destination: Destination, done: list[UUID]) -> PublishingMessage:
    """What is to be said now. What it says that is new is written down before it goes out."""
    outbox.refresh_from_db()
    base = PublishingMessage(
        place=destination.place,
        event=outbox.uid,
        after=outbox.accepted,
        takes_over=outbox.takes_over,
        done=done,
    )
    event = Event.objects.filter(outbox=outbox).first()
    if (event is None or not event.published) and outbox.withdrawn and outbox.accepted:
        return base
    if event is None or not event.published:
        version = event.version if event else outbox.newest
        sending = outbox.sendings.create(version=version)
        return replace(base, sending=sending.key, version=version, withdrawn=True)
    if event.version == event.sent_version and outbox.accepted:
        return base
    version, publication = publication_of(event)
    sending = outbox.sendings.create(version=version)
    return replace(base, sending=sending.key, version=version, publication=publication)


def _settle(outbox: Outbox, destination: Destination, message: PublishingMessage, answer: Answer) -> bool:
    """Write down how it ended; whether there may be more to say."""
    held = answer.held.sending if answer.held else None
    if answer.accepted and (message.sending or held == message.after):
        return _note_accepted(outbox, destination, message, answer)
    own = held is None or outbox.sendings.filter(key=held).exists()
    if own:  # the answer to an earlier one was lost, or the server was restored from an older copy
        takes_over = outbox.takes_over and held is None
        Outbox.objects.filter(pk=outbox.pk).update(accepted=held, takes_over=takes_over, withdrawn=False)
        Event.objects.filter(outbox=outbox).update(sent_version=0)
        return True
    Outbox.objects.filter(pk=outbox.pk).update(held=to_builtins(answer.held), takes_over=False)
    _say_unreached(outbox)
    return False


def _note_accepted(
    outbox: Outbox, destination: Destination, message: PublishingMessage, answer: Answer
) -> bool:
    if outbox.event_id is None:
        if message.sending and outbox.club_id:
            rests = {"rests_until": now() + COMPARED_AFTER, "failures": 0, "error": "", "refusal": ""}
            Outbox.objects.filter(pk=outbox.pk).update(accepted=message.sending, withdrawn=True, **rests)
        else:
            outbox.delete()
        return False
    rests = {"rests_until": now() + PAUSE, "failures": 0, "error": "", "refusal": "", "asked_at": now()}
    with transaction.atomic():
        event = Event.objects.select_for_update(of=("self",)).filter(outbox=outbox).first()
        if event is None:
            return True
        if message.sending:
            rests |= {"accepted": message.sending, "takes_over": False, "withdrawn": message.withdrawn}
            event.sent_version, event.sent_at = message.version, now()
        Outbox.objects.filter(pk=outbox.pk).update(**rests)
        shown = (event.public_site, event.public_slug, event.unreached)
        slug = answer.slug or ""
        event.public_site, event.public_slug = (destination.address if slug else ""), slug
        event.unreached, event.addresses_there = False, answer.addresses
        if shown != (event.public_site, event.public_slug, event.unreached):
            event.version += 1  # pages and sheets have other addresses now
        event.save(update_fields=SENT)
    return bool(answer.requests) or (event.published and event.version != event.sent_version)


SENT = [*("sent_version", "sent_at", "public_site", "public_slug", "unreached", "addresses_there", "version")]


def _note_failure(outbox: Outbox, message: PublishingMessage, failed: SendingFailed) -> None:
    if not failed.sent and message.sending:
        outbox.sendings.filter(key=message.sending).delete()
    rests = min(PAUSE * 2 ** min(outbox.failures + 1, 12), LONGEST_PAUSE)
    Outbox.objects.filter(pk=outbox.pk).update(
        failures=min(outbox.failures + 1, 1_000),
        error=failed.code,
        refusal=failed.refusal[:300],
        rests_until=now() + rests,
    )
    _say_unreached(outbox)


def _say_unreached(outbox: Outbox) -> None:
    """The pages of the hall have its own address beside the public one from now on."""
    Event.objects.filter(outbox=outbox, unreached=False).update(unreached=True, version=F("version") + 1)


def _greet_new_servers() -> None:
    """Ask a server that was just named whether it lets this club in."""
    for destination in Destination.objects.filter(tried_at=None):
        Destination.objects.filter(pk=destination.pk).update(tried_at=now())
        try:
            answer = post(destination.address, destination.key, PublishingMessage(place=destination.place))
        except SendingFailed as failed:
            found = {"error": failed.code, "club_there": ""}
        else:
            found = {"error": "", "club_there": answer.club}
        same = {"address": destination.address, "key": destination.key}
        Destination.objects.filter(pk=destination.pk, **same).update(**found)
