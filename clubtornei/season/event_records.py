"""What the club's events have brought to circuits, ratings and careers: computed by whoever asks first at a
version of the event, and stored with it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from django.db import IntegrityError, transaction
from django.db.models import F, Q, TextField
from django.db.models.functions import Cast
from msgspec import Struct, to_builtins
from msgspec.json import decode, encode

from clubtornei.events.models import Event
from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.state.result_codes import RESULT_CODES
from clubtornei.season.models import EventRecord
from clubtornei.web.build_id import build_id
from pairing.registry import SYSTEM_SPECS
from scoring.circuit_document import DocumentCircuitEvent
from scoring.circuit_results import EventOutcome, event_outcome
from scoring.document import DocumentError
from scoring.qualification import Undecided

NOTHING = EventOutcome()


class RankedEntry(Struct, frozen=True, array_like=True, gc=False):
    """What an entry has reached; points are written as fractions: "7/2"; those of the games: "1 1/2 0"."""

    entry_no: int
    place: int | None
    points: str
    games: str
    played: int


class StoredOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """As EventOutcome; `undecided` says only that results are missing without which there is no ranking."""

    entries: tuple[RankedEntry, ...] | None = None
    open_tables: int = 0
    undecided: bool = False


class PlayedTable(Struct, frozen=True, array_like=True):
    """A table that was played: its entries by entry_no, and the place of each."""

    seats: tuple[int, ...]
    places: tuple[int, ...]


class Career(Struct, kw_only=True, omit_defaults=True):
    """What an event is in the career of an entry: his place among `players` and his points, if there is a
    ranking; `met`: how often he was ahead of each opponent, level with him and behind, by entry_no.
    """

    place: int | None = None
    players: int | None = None
    points: str | None = None
    met: dict[int, list[int]] = {}


def records_of(versions: Mapping[int, int], column: str) -> Mapping[int, str]:
    """By the primary key of each event this column of its record at that version, as JSON text. One query;
    and if events have changed since, two, and six for each of them. No record of an event that is gone.
    """
    found = EventRecord.objects.filter(event__in=versions).annotate(text=Cast(column, TextField()))
    build = build_id()
    stored = {
        (pk, version): text
        for pk, version, text in found.filter(build=build).values_list("event", "version", "text")
    }
    current = {pk: stored.get((pk, version)) for pk, version in versions.items()}
    if changed := [pk for pk, text in current.items() if text is None]:
        whole = Event.objects.select_related("club").filter(pk__in=changed)
        new = [_computed(event, build) for event in whole]
        _store(new)
        current |= {record.event_id: encode(getattr(record, column)).decode() for record in new}
    return {pk: text for pk, text in current.items() if text is not None}


def is_recorded() -> Q:
    """Of an event: whether it has a record of its version."""
    return Q(record__version=F("version"), record__build=build_id())


def outcomes_of(versions: Mapping[int, int]) -> Mapping[int, StoredOutcome]:
    """By primary key what each event has brought to circuits."""
    return {pk: decode(text, type=StoredOutcome) for pk, text in records_of(versions, "outcome").items()}


def tables_of(versions: Mapping[int, int]) -> Mapping[int, list[PlayedTable]]:
    """By primary key the tables played in each event."""
    return {pk: decode(text, type=list[PlayedTable]) for pk, text in records_of(versions, "tables").items()}


def outcome_of(event: int) -> EventOutcome:
    """Computed now, of the event with this primary key; the `person` of an entry is its entry_no. Nothing of
    one that is gone.
    """
    found = Event.objects.select_related("club").filter(pk=event).first()
    return _outcome(found, EventSnapshot(found)) if found else NOTHING


def _store(records: list[EventRecord]) -> None:
    """Over what is there, older or newer: who reads it looks at its version. Always in the same order, so
    that two who store at a time do not wait for each other; not at all, if an event is just being deleted.
    """
    with suppress(IntegrityError), transaction.atomic():
        EventRecord.objects.bulk_create(
            sorted(records, key=lambda record: record.event_id),
            update_conflicts=True,
            unique_fields=["event"],
            update_fields=["version", "build", "outcome", "tables", "careers"],
        )


def _computed(event: Event, build: str) -> EventRecord:
    snapshot = EventSnapshot(event)
    outcome = _stored_outcome(_outcome(event, snapshot))
    tables = list(_played_tables(snapshot))
    careers = {str(entry_no): career for entry_no, career in _careers(outcome, tables).items()}
    return EventRecord(
        event=event,
        version=event.version,
        build=build,
        outcome=to_builtins(outcome),
        tables=to_builtins(tables),
        careers=to_builtins(careers, str_keys=True),
    )


def _outcome(event: Event, snapshot: EventSnapshot) -> EventOutcome:
    document = snapshot.document
    people = {player.id: str(player.id) for player in document.players}
    try:
        return event_outcome(
            DocumentCircuitEvent(name=event.name, document=document, people=people), SYSTEM_SPECS, ""
        )
    except DocumentError:  # its stages have players who have not entered them
        return NOTHING


def _stored_outcome(outcome: EventOutcome) -> StoredOutcome:
    if outcome.entries is None:
        return StoredOutcome(undecided=outcome.undecided is not None)
    ranked = tuple(
        RankedEntry(
            int(one.person or 0), one.place, str(one.points), " ".join(map(str, one.games)), one.played
        )
        for one in outcome.entries
    )
    return StoredOutcome(entries=ranked, open_tables=outcome.open_tables)


def _played_tables(snapshot: EventSnapshot) -> Iterator[PlayedTable]:
    for tab in snapshot.stages.begun:
        stage = snapshot.of_stage(tab.number)
        with suppress(Undecided, DocumentError):  # it cannot be told yet who plays in it
            for number in range(1, stage.progress.rounds + 1):
                yield from _played(stage.round(number).tables)


def _played(tables: Iterable[ShownTable]) -> Iterator[PlayedTable]:
    for table in tables:
        seats = tuple(player.id for player in table.seats)
        if table.seat_rows:
            places = tuple(seat.place for seat in table.seat_rows if seat.place is not None)
        elif RESULT_CODES[table.outcome].played:
            first, second = RESULT_CODES[table.outcome].scores
            assert first is not None and second is not None
            places = (1 + (first < second), 1 + (second < first))
        else:
            places = ()
        if len(places) == len(seats):
            yield PlayedTable(seats, places)


def _careers(outcome: StoredOutcome, tables: Iterable[PlayedTable]) -> Mapping[int, Career]:
    careers: dict[int, Career] = defaultdict(Career)
    for entry in outcome.entries or ():
        career = careers[entry.entry_no]
        career.place, career.points, career.players = entry.place, entry.points, len(outcome.entries or ())
    for table in tables:
        for own, own_place in zip(table.seats, table.places, strict=True):
            for other, place in zip(table.seats, table.places, strict=True):
                if other != own:
                    counts = careers[own].met.setdefault(other, [0, 0, 0])
                    counts[1 + (own_place > place) - (own_place < place)] += 1
    return careers
