"""Writing down on a server what a laptop has sent of an event, in place of what was there."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.apps import apps
from django.contrib.postgres.functions import RandomUUID
from django.db.models import CharField
from django.db.models.functions import Cast
from django.utils.timezone import localdate, now
from django.utils.translation import get_language, gettext as _
from msgspec import Struct
from msgspec.structs import asdict

from clubtornei.accounts.club_history import delete_rows, history_below
from clubtornei.accounts.models import Club
from clubtornei.events.actions import save_with_slug
from clubtornei.events.models import Entry, Event, SignUp, SignUpSettings
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.publishing.models import ReceivedEvent
from clubtornei.publishing.protocol import Publication, SignUpLine, SignUpRules
from clubtornei.rounds.documents.importing import replace_content
from clubtornei.rounds.drafts.check_actions import check_soon
from clubtornei.rounds.models import Clock, Proposal, Round, Screen, Table, VisitorRequest
from clubtornei.rounds.participation.signups.actions import signing_up
from clubtornei.rounds.participation.signups.queries import ACTIVE
from clubtornei.rounds.participation.signups.questions import stored
from clubtornei.rounds.privacy.actions import NOBODY
from clubtornei.rounds.state.event_mail import tell_accepted, tell_ended, tell_published, tell_taken_back
from clubtornei.rounds.state.round_check import check_in, digest_of_round, digest_of_rows
from clubtornei.rounds.state.visitor_requests import Cancelling, SigningUp, asked_in
from clubtornei.text.untyped import JsonObject
from pairing.registry import SYSTEM_SPECS
from scoring.reading import read
from scoring.reasons import issue_line
from scoring.record import Document, DocumentError

Rounds = dict[tuple[int, int], "SeatedRound"]
"""By the numbers of stage and round."""


class SeatedRound(Struct, frozen=True):
    """A published round; `seating`: the digest of who sits where."""

    round: Round
    seating: str


def seated_rounds(event: Event) -> Rounds:
    """The published rounds as they stand. Four queries."""
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in Table.objects.filter(round__stage__event=event).with_seats():
        tables[table.round_id].append(table)
    rounds = Round.objects.published().filter(stage__event=event).select_related("stage").order_by("pk")
    return {
        (one.stage.number, one.number): SeatedRound(one, digest_of_rows(tables[one.pk])) for one in rounds
    }


def tell_of_rounds(event: Event, before: Rounds) -> None:
    """Inside `writing`. A round that is seated as before keeps the time at which it was published."""
    after = seated_rounds(event)
    same = {key for key, one in after.items() if key in before and before[key].seating == one.seating}
    for key in same:
        Round.objects.filter(pk=after[key].round.pk).update(published_at=before[key].round.published_at)
    for key in before.keys() - same:
        tell_taken_back(event, before[key].round)
    published: dict[tuple[int, datetime | None], list[Round]] = defaultdict(list)
    for key in sorted(after.keys() - same):
        round_ = after[key].round
        published[round_.stage.number, round_.published_at].append(round_)
    for rounds in published.values():
        tell_published(event, rounds)


def tell_of_sign_ups(event: Event, before: Mapping[UUID, str], after: Collection[SignUp]) -> None:
    """`before`: by the keys of personal links the status of each. Inside `writing`."""
    changed = [one for one in after if one.link_key in before and before[one.link_key] != one.status]
    ended = [one for one in changed if before[one.link_key] in ACTIVE and one.status not in ACTIVE]
    decided = (SignUp.Status.SENT, SignUp.Status.REFUSED)
    accepted = [
        one for one in changed if before[one.link_key] in decided and one.status == SignUp.Status.ACCEPTED
    ]
    tell_ended(event, ended)
    tell_accepted(event, accepted)


WITNESSED = {"commitment", "seed", "draw_method", "drawn_at"}
"""Of these the server keeps when it was told of them: it proves that a draw was announced before it."""


def load(received: ReceivedEvent, publication: Publication, *, taken_over: bool) -> Event:
    """Replace the event by what was sent, or make it. `taken_over`: from another place, or a copy: who
    has signed up here and is not in it is asked for again. Raises ActionRefused.
    """
    document = _document(publication)
    event = received.event or _new_event(received.club, publication.slug)
    with writing(event, even_closed=True) as locked:
        checks, rounds = _checks(locked), seated_rounds(locked)
        names = dict(locked.entries.values_list("entry_no", "name"))
        sent = {line.number for line in publication.entries}
        locked.sign_ups.exclude(entry=None).exclude(entry__entry_no__in=sent).update(entry=None)
        replace_content(locked, document)
        locked.hall_key, locked.public_key = publication.hall_key, publication.public_key
        locked.names_removed_at = publication.names_removed_at
        locked.save(update_fields=["hall_key", "public_key", "names_removed_at"])
        # A laptop's clock may be fast; what players propose here is newer than the round that they play.
        Round.objects.filter(stage__event=locked, published_at__gt=now()).update(published_at=now())
        _write_keys(locked, publication, names)
        _write_sign_ups(locked, publication, taken_over=taken_over)
        tell_of_rounds(locked, rounds)
        _write_proposals(locked, publication)
        _write_clocks(locked, publication)
        _write_screens(locked, publication)
        _keep_checks(locked, document, checks)
        forget_older(locked)
    return event


def forget_older(event: Event) -> None:
    """Forget how the event was before; there stays only when a draw was announced."""
    delete_rows(history_below(Event, [event.pk]))
    versions = apps.get_model("events", "EventEvent").objects.filter(pgh_obj_id=event.pk)
    tracked = {field.name for field in versions.model._meta.concrete_fields if field.name[:4] != "pgh_"}
    as_now = tracked - WITNESSED - {"id", "club"}
    versions.update(**{name: getattr(event, name) for name in as_now})


def _document(publication: Publication) -> Document:
    """Raises ActionRefused."""
    try:
        return read(publication.document, SYSTEM_SPECS)
    except DocumentError as faulty:
        language = get_language() or "it"
        raise ActionRefused(issue_line(faulty.issues[0], language)) from faulty


def _new_event(club: Club, slug: str) -> Event:
    event = Event(club=club, name=slug, starts_on=localdate(), published=True, received=True)
    return save_with_slug(event, slug, None, otherwise="torneo")


def _write_keys(event: Event, publication: Publication, names: Mapping[int, str]) -> None:
    """The keys of the links that people have. `names`: of the entries as they were; the addresses of one that
    is somebody else now, or forgotten, go.
    """
    entries = {entry.entry_no: entry for entry in event.entries.all()}
    sent = {line.number: line for line in publication.entries}
    if entries.keys() != sent.keys():
        raise ActionRefused(_("I link personali non sono quelli degli iscritti."))
    changed = []
    for number, entry in entries.items():
        renewed = entry.link_key != sent[number].key
        if names.get(number) != entry.name and (renewed or entry.name == f"{NOBODY} {number}"):
            entry.addresses.all().delete()
        if (entry.link_key, entry.present) != (sent[number].key, sent[number].present):
            entry.link_key, entry.present = sent[number].key, sent[number].present
            changed.append(entry)
    event.entries.bulk_update(changed, ["link_key", "present"])
    keys = {(one.stage, one.round, one.number): one.key for one in publication.tables}
    tables = Table.objects.games().filter(round__stage__event=event).select_related("round__stage")
    others = []
    for table in tables:
        key = keys.get((table.round.stage.number, table.round.number, table.number or 0))
        if key is None:
            raise ActionRefused(_("I link dei tavoli non sono quelli dei turni."))
        if table.link_key != key:
            table.link_key = key
            others.append(table)
    Table.objects.bulk_update(others, ["link_key"])


def _write_sign_ups(event: Event, publication: Publication, *, taken_over: bool) -> None:
    """The laptop's in its order; behind them those of which it has not heard yet. Addresses stay with whom
    they are of.
    """
    _write_rules(event, publication.settings)
    entries = {entry.entry_no: entry for entry in event.entries.all()}
    old = list(event.sign_ups.all())
    before, facts = {one.link_key: one for one in old}, [_facts(one) for one in old]
    pks, statuses = [one.pk for one in old], {one.link_key: one.status for one in old}
    addresses = list(event.addresses.exclude(sign_up=None).values_list("pk", "sign_up__link_key"))
    known = {line.key for line in publication.sign_ups}
    asked = [asked_in(request) for request in event.visitor_requests.all()]
    waiting = {one.person for one in asked if isinstance(one, SigningUp)} - known
    cancelled = {one.person for one in asked if isinstance(one, Cancelling)}
    if taken_over:
        lost = [one for key, one in before.items() if key not in known | waiting and one.contact]
        VisitorRequest.objects.bulk_create(VisitorRequest(event=event, asked=signing_up(one)) for one in lost)
        waiting |= {one.link_key for one in lost}
    rows = [
        _sign_up(event, line, before, entries, cancelled=line.key in cancelled)
        for line in publication.sign_ups
    ]
    for key, row in before.items():
        if key in waiting:
            row.pk, row.entry = None, None
            rows.append(row)
    if [_facts(row) for row in rows] == facts:
        return
    # The old rows give way to the new ones, and go when nothing belongs to them any more.
    event.sign_ups.update(entry=None, link_key=RandomUUID(), key=Cast(RandomUUID(), CharField()))
    new = {row.link_key: row for row in SignUp.objects.bulk_create(rows)}
    for pk, key in addresses:
        if key in new:
            event.addresses.filter(pk=pk).update(sign_up=new[key])
    event.sign_ups.filter(pk__in=pks).delete()
    tell_of_sign_ups(event, statuses, rows)


def _sign_up(
    event: Event,
    line: SignUpLine,
    before: Mapping[UUID, SignUp],
    entries: Mapping[int, Entry],
    *,
    cancelled: bool,
) -> SignUp:
    """The unsaved row; `cancelled`: by a request of which the laptop does not know yet."""
    row = before.get(line.key) or SignUp(event=event, link_key=line.key, key=str(line.key))
    row.pk, row.name, row.entry = None, line.name, entries.get(line.entry or 0)
    row.status = SignUp.Status.CANCELLED if cancelled else line.status
    if row.status == SignUp.Status.CANCELLED:
        row.contact, row.birth_year, row.answers = "", None, []
    return row


def _facts(sign_up: SignUp) -> tuple[UUID, str, str, int | None]:
    return sign_up.link_key, sign_up.name, sign_up.status, sign_up.entry_id


def _write_rules(event: Event, rules: SignUpRules | None) -> None:
    if rules is None:
        SignUpSettings.objects.filter(event=event).delete()
        return
    SignUpSettings(event=event, **asdict(rules) | {"questions": stored(rules.questions)}).save()


def _write_proposals(event: Event, publication: Publication) -> None:
    tables = {table.link_key: table for table in Table.objects.filter(round__stage__event=event)}
    Proposal.objects.filter(table__in=tables.values()).delete()
    Proposal.objects.bulk_create(
        Proposal(**asdict(one) | {"table": tables[one.table]})
        for one in publication.proposals
        if one.table in tables
    )


def _write_clocks(event: Event, publication: Publication) -> None:
    stages = {stage.number: stage for stage in event.stages.all()}
    Clock.objects.filter(stage__event=event).delete()
    moment = now()
    Clock.objects.bulk_create(
        Clock(
            stage=stages[one.stage],
            number=one.round,
            minutes=one.minutes,
            ending=one.ending,
            ends_at=moment + timedelta(seconds=one.left) if one.running else None,
            left=None if one.running else max(one.left, 0),
            started_at=moment if one.started else None,
            stopped_at=moment if one.stopped else None,
        )
        for one in publication.clocks
        if one.stage in stages
    )


def _write_screens(event: Event, publication: Publication) -> None:
    event.screens.all().delete()
    Screen.objects.bulk_create(Screen(event=event, **asdict(one)) for one in publication.screens)


def _checks(event: Event) -> dict[tuple[int, int], JsonObject]:
    """What deriving the rounds again has given, by stage and number."""
    rounds = Round.objects.filter(stage__event=event, last_check__isnull=False)
    return {(stage, number): check for stage, number, check in rounds.values_list(*OF_CHECK)}


OF_CHECK = ("stage__number", "number", "last_check")


def _keep_checks(event: Event, document: Document, checks: dict[tuple[int, int], JsonObject]) -> None:
    """A round that is seated as before has its check; the others are derived again."""
    due: dict[int, list[int]] = {}
    for round_ in Round.objects.filter(stage__event=event).select_related("stage"):
        stage, number = round_.stage.number, round_.number
        round_.last_check = checks.get((stage, number))
        check = check_in(round_.last_check)
        if check is None or check.tables != digest_of_round(document.stages[stage - 1].rounds[number - 1]):
            due.setdefault(stage, []).append(number)
        elif checks:
            round_.save(update_fields=["last_check"])
    for stage, numbers in due.items():
        check_soon(event, stage, numbers)
