"""What is sent of an event: its public document, and what the public pages need beside it."""

from datetime import datetime
from math import ceil

from django.db.models import F
from django.utils.timezone import now

from clubtornei.events.models import Event, SignUpSettings
from clubtornei.publishing.protocol import (
    ClockFace,
    EntryKey,
    ProposalLine,
    Publication,
    ScreenFacts,
    SignUpLine,
    SignUpRules,
    TableKey,
)
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Clock, Proposal, Table
from clubtornei.rounds.participation.signups.queries import public_names
from clubtornei.rounds.participation.signups.questions import questions_of
from clubtornei.text.records import struct_from
from scoring.record import write

MOST_PROPOSALS = 500
TRIES = 5


def publication_of(event: Event) -> tuple[int, Publication]:
    """The event's version and what is sent of it: read again where somebody has written meanwhile."""
    for _try in range(TRIES):
        event = Event.objects.select_related("club").get(pk=event.pk)
        publication = _publication(event)
        if not Event.objects.exclude(version=event.version).filter(pk=event.pk).exists():
            break
    return event.version, publication


def _publication(event: Event) -> Publication:
    settings = SignUpSettings.objects.filter(event=event).first()
    return Publication(
        slug=event.slug,
        document=write(document_of(event, public=True)),
        hall_key=event.hall_key,
        public_key=event.public_key,
        names_removed_at=event.names_removed_at,
        entries=[
            EntryKey(number=number, key=key, present=present)
            for number, key, present in event.entries.order_by("entry_no").values_list(
                "entry_no", "link_key", "present"
            )
        ],
        tables=_tables(event),
        settings=struct_from(SignUpRules, settings, questions=questions_of(settings)) if settings else None,
        sign_ups=_sign_ups(event),
        proposals=_proposals(event),
        clocks=[
            _clock_face(clock) for clock in Clock.objects.filter(stage__event=event).select_related("stage")
        ],
        screens=[struct_from(ScreenFacts, screen) for screen in event.screens.all()],
    )


def _tables(event: Event) -> list[TableKey]:
    tables = Table.objects.games().filter(round__stage__event=event, round__published_at__isnull=False)
    rows = tables.order_by("pk").values_list("round__stage__number", "round__number", "number", "link_key")
    return [
        TableKey(stage=stage, round=number, number=table or 0, key=key) for stage, number, table, key in rows
    ]


def _sign_ups(event: Event) -> list[SignUpLine]:
    """All, in the order in which they came."""
    sign_ups = list(event.sign_ups.select_related("player", "entry"))
    names = public_names(event, sign_ups)
    return [
        SignUpLine(
            key=one.link_key,
            name=names[one.pk],
            status=one.status,
            entry=one.entry.entry_no if one.entry else None,
        )
        for one in sign_ups
    ]


def _proposals(event: Event) -> list[ProposalLine]:
    """The newest of the published rounds, in the order in which they came."""
    shown = Proposal.objects.filter(
        table__round__stage__event=event, at__gte=F("table__round__published_at")
    ).select_related("table")
    return [
        struct_from(ProposalLine, one, table=one.table.link_key) for one in reversed(shown[:MOST_PROPOSALS])
    ]


def _clock_face(clock: Clock) -> ClockFace:
    return ClockFace(
        stage=clock.stage.number,
        round=clock.number,
        minutes=clock.minutes,
        ending=clock.ending,
        left=_seconds_left(clock, now()),
        running=clock.ends_at is not None,
        started=clock.started_at is not None,
        stopped=clock.stopped_at is not None,
    )


def _seconds_left(clock: Clock, moment: datetime) -> int:
    """Seconds; less than none where the time has been over for so long."""
    if clock.ends_at is None:
        return clock.left or 0
    return max(ceil((clock.ends_at - moment).total_seconds()), -86_400)
