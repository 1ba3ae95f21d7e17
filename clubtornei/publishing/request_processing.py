"""What visitors of the server asked for, done on the laptop by its own actions and settings."""

from collections.abc import Collection, Sequence
from contextlib import suppress

from django.db import DataError, IntegrityError, transaction
from django.forms import ValidationError
from msgspec.structs import replace

from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.events.writing import ActionRefused
from clubtornei.players.forms import clean_name
from clubtornei.publishing.models import CarriedOut, Outbox
from clubtornei.publishing.protocol import Wanted
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
