"""A circuit as it stands, with names: its events and its ranking.

Computed from what the events have brought, so a correction of months ago is in it at once. Of a circuit
that is closed the results are those of the day it was closed.
"""

import hashlib
from collections.abc import Iterator, Mapping

from msgspec import Struct

from clubtornei.events.models import Entry
from clubtornei.players.models import roster_version
from clubtornei.season.circuits.events import candidates, counting_in
from clubtornei.season.circuits.identities import NOBODY, Identities, public_name, roster_of
from clubtornei.season.circuits.state import CircuitState, PersonResult, StateEvent, frozen_state, state_of
from clubtornei.season.models import Circuit, TypedResult
from clubtornei.web.build_id import build_id
from scoring import circuit_document as engine
from scoring.circuit import CircuitStandings, circuit_standings
from scoring.circuit_document import EntryResult


class CircuitSnapshot(Struct, frozen=True, kw_only=True):
    """`record`: the circuit as the engines have it, without documents and results; `entries`: what each event
    has brought, None: nothing that counts yet.
    """

    events: tuple[StateEvent, ...]
    record: engine.Circuit
    entries: tuple[tuple[EntryResult, ...] | None, ...]
    standings: CircuitStandings


def fingerprint_of(circuit: Circuit) -> str:
    """Changes with whatever the circuit's pages show. Two queries."""
    events = candidates(circuit).order_by("pk").values_list("pk", "version", "published", "name")
    roster = roster_version(circuit.club_id)
    facts = (circuit.pk, circuit.version, circuit.published, list(events), roster, build_id())
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def snapshot_of(circuit: Circuit) -> CircuitSnapshot:
    """Computed now, in the reader's language."""
    roster = roster_of(circuit.club)
    state = frozen_state(circuit.frozen) if circuit.frozen else state_of(circuit, roster)
    # The document is public, and tells who is a member only where that decides the ranking.
    members = state.members if circuit.rules.get("members_only") else ()
    identities = Identities(roster, state.day, members)
    called = _called(state)
    entries = tuple(_entries(event, identities, called) for event in state.events)
    record = engine.Circuit(
        name=circuit.name,
        counting=counting_in(circuit.counting),
        rules=circuit.rules,
        ranking=tuple(circuit.ranking),
        people=tuple(identities.people.values()),
        events=tuple(event.record() for event in state.events),
    )
    return CircuitSnapshot(
        events=state.events, record=record, entries=entries, standings=circuit_standings(record, entries)
    )


Called = Mapping[tuple[int | None, int], str]
"""What people are called: by event and entry_no, or by no event and the number of a typed result."""


def _called(state: CircuitState) -> Called:
    """Two queries."""
    events = [event.event for event in state.events if event.event]
    typed = [one.typed for event in state.events for one in event.reached or () if one.typed]
    called: dict[tuple[int | None, int], str] = {}
    for event, entry_no, name in Entry.objects.filter(event__in=events).values_list(
        "event", "entry_no", "name"
    ):
        called[event, entry_no] = name
    for result in TypedResult.objects.filter(pk__in=typed):
        called[None, result.pk] = public_name(result.name, result.birth_year, state.day)
    return called


def _entries(event: StateEvent, identities: Identities, called: Called) -> tuple[EntryResult, ...] | None:
    return None if event.reached is None else tuple(_named(event, event.reached, identities, called))


def _named(
    event: StateEvent, reached: tuple[PersonResult, ...], identities: Identities, called: Called
) -> Iterator[EntryResult]:
    taken: set[str] = set()
    for one in reached:
        if one.typed is not None:
            name, otherwise = called.get((None, one.typed), NOBODY), f"t{one.typed}"
        else:
            number = one.entry_no or 0
            name, otherwise = called.get((event.event, number), NOBODY), f"e{event.event}:{number}"
        person = identities.person_of(one.player, name, otherwise, taken)
        yield one.entry(identities.people[person].name, person)
