"""Circuit ↔ its document: everything public, from which anybody derives the ranking again."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct, convert
from msgspec.structs import replace

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.state.site_facts import SITE, site
from clubtornei.season.circuits import actions
from clubtornei.season.circuits.forms import tag_of
from clubtornei.season.circuits.identities import Roster, roster_of
from clubtornei.season.circuits.snapshot import CircuitSnapshot, snapshot_of
from clubtornei.season.circuits.state import StateEvent
from clubtornei.season.models import LONGEST_TAG, Circuit, CircuitEvent, TypedResult
from clubtornei.text.text_fields import one_line
from clubtornei.text.untyped import Extra, JsonObject
from pairing.registry import SYSTEM_SPECS
from scoring import circuit_document as engine
from scoring.circuit_command import ranked_people
from scoring.circuit_document import EntryResult
from scoring.circuit_results import event_outcome
from scoring.document import Number, as_decimal

Facts = TypeVar("Facts", bound=Struct)

LONGEST = 200  # of a name


class CircuitFacts(Struct, omit_defaults=True):
    """What the site knows of a circuit beyond the document's rules: by which rule events come into it."""

    game: str = ""
    tag: str = ""
    first_day: date | None = None
    last_day: date | None = None


class CircuitEventFacts(Struct, omit_defaults=True):
    """The day of an event, and what it is called in the address of its page."""

    day: date | None = None
    event: str = ""


def document_of(circuit: Circuit) -> engine.DocumentCircuit:
    """The circuit with the documents of its events, their results where it is closed, and its ranking."""
    snapshot = snapshot_of(circuit)
    facts = CircuitFacts(
        game=circuit.game, tag=circuit.tag, first_day=circuit.first_day, last_day=circuit.last_day
    )
    return replace(
        snapshot.record,
        events=tuple(_events(circuit, snapshot)),
        final_ranking=ranked_people(snapshot.standings),
        extra=site(facts),
    )


def _events(circuit: Circuit, snapshot: CircuitSnapshot) -> Iterator[engine.DocumentCircuitEvent]:
    shown = (
        {} if circuit.closed else Event.objects.in_bulk([one.event for one in snapshot.events if one.event])
    )
    for one, record, entries in zip(snapshot.events, snapshot.record.events, snapshot.entries, strict=True):
        known = replace(record, extra=site(CircuitEventFacts(day=one.day, event=one.slug)))
        event = shown.get(one.event or 0)
        if entries is None:
            yield known
        elif event is not None:
            yield replace(known, document=EventSnapshot(event).document, people=_people(one, entries))
        else:
            source = record.source or _("ClubTornei, classifica chiusa")
            yield replace(known, source=source, results=tuple(map(_typed, entries)))


def _people(event: StateEvent, entries: tuple[EntryResult, ...]) -> dict[int, str]:
    """Who is who: of each player of the event's document his person id."""
    return {
        reached.entry_no: entry.person
        for reached, entry in zip(event.reached or (), entries, strict=True)
        if reached.entry_no is not None and entry.person is not None
    }


def _typed(entry: EntryResult) -> engine.DocumentTypedResult:
    return engine.DocumentTypedResult(
        name=entry.name,
        person=entry.person,
        place=entry.place,
        points=_number(entry.points),
        games=tuple(map(_number, entry.games)),
        played=entry.played,
    )


def _number(value: Fraction) -> Number:
    """As a document writes it: with nine decimals at most."""
    if value.denominator == 1:
        return value.numerator
    return as_decimal(value).quantize(Decimal("1e-9")).normalize()


class ImportedCircuit(Struct):
    """`strangers`: members in the document who are no members of the club."""

    circuit: Circuit
    strangers: list[str]


@transaction.atomic
def import_circuit(club: Club, document: engine.DocumentCircuit) -> ImportedCircuit:
    """A new circuit of the club as the document has it. An event that the club has is taken as its own; what
    others have brought is typed in.

    Raises DocumentError: an event's players are not in its stages.
    """
    facts = _facts(document.extra, CircuitFacts)
    first, last = facts.first_day, facts.last_day
    counting: JsonObject = {"way": document.counting.way, **document.counting.options}
    circuit = actions.create(
        Circuit(
            club=club,
            name=one_line(document.name)[:LONGEST] or _("Circuito importato"),
            game=one_line(facts.game)[:60],
            tag=tag_of(one_line(facts.tag))[:LONGEST_TAG],
            first_day=first,
            last_day=last if first is None or last is None or last >= first else None,
            counting=counting,
            rules=dict(document.rules),
            ranking=list(document.ranking),
        )
    )
    roster = roster_of(club)
    own = {event.slug: event for event in club.events.all()}
    taken: set[int] = set()
    for place, event in enumerate(document.events):
        stored = own.get(_facts(event.extra, CircuitEventFacts).event)
        if stored is None or stored.pk in taken:
            _import_typed(circuit, event, place, roster)
        else:
            taken.add(stored.pk)
            _item(circuit, event, stored).save()
    members = [person.name for person in document.people if person.member]
    known = {pk: player for pk, player in roster.players.items() if pk in roster.members}
    found = [(name, roster.player_named(name)) for name in members]
    return ImportedCircuit(
        circuit, [name for name, player in found if player is None or player.pk not in known]
    )


def _facts(extra: Extra, kind: type[Facts]) -> Facts:
    """What the site has written; nothing, where somebody else has written something else."""
    try:
        return convert(extra.get(SITE, {}), kind)
    except msgspec.ValidationError:
        return kind()


def _item(circuit: Circuit, event: engine.DocumentCircuitEvent, stored: Event | None) -> CircuitEvent:
    written = event.counting
    return CircuitEvent(
        circuit=circuit,
        event=stored,
        name="" if stored else one_line(event.name)[:LONGEST],
        kind=event.kind,
        weight=_column(event.weight),
        counting={"way": written.way, **written.options} if written else None,
        source=one_line(event.source)[:300],
        players=event.players,
        possible=_column(event.possible),
        most=_column(event.most),
        games=min(event.games, 100),
    )


def _column(number: Number | None) -> Decimal | None:
    return None if number is None else Decimal(str(number)).quantize(Decimal("1e-4"))


def _import_typed(circuit: Circuit, event: engine.DocumentCircuitEvent, place: int, roster: Roster) -> None:
    """An event of somebody else: what it has brought, of its document the final ranking."""
    item = _item(circuit, event, None)
    item.day = _facts(event.extra, CircuitEventFacts).day
    item.save()
    outcome = event_outcome(event, SYSTEM_SPECS, f"events[{place}]")
    entries = outcome.entries or ()
    if entries and not item.source:
        item.source = _("documento importato")
        item.save(update_fields=["source"])
    TypedResult.objects.bulk_create(
        TypedResult(
            event=item,
            name=one_line(entry.name)[:LONGEST],
            player=roster.player_named(entry.name),
            birth_year=entry.birth_year,
            place=entry.place,
            points=_column(_number(entry.points)),
            games=[_number(points) for points in entry.games],
            played=entry.played,
        )
        for entry in entries
    )
